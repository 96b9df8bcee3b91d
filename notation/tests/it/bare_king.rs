//! Variants in which a bare king loses (RULES.md, "Bare king"): after the loss there are no legal moves.

use campione_core::{Bitboard, Color, SplitMix64, Variant};
use campione_movegen::{EndReason, Game, Outcome, Perft, PerftTable, Position, divide, perft, perft_units};
use campione_notation::{fen, san, uci, why};
use campione_reference as slow;
use campione_variants::{FromToml as _, VariantIni};

use super::{files, flipped, sample};

/// Shatranj and Courier Chess with Fairy-Stockfish's rules, and our variants with the rule added.
fn game(id: &str) -> Variant {
    let rule = "draws = { bare_king = true, dead_position = false }";
    match id {
        "shatranj" | "courier" => {
            let text = format!("[game:{id}]\n");
            VariantIni::parse(&text).unwrap().variant("game").unwrap().unwrap()
        }
        "bare-carrera" => Variant::from_toml(&format!("extends = \"carrera\"\n{rule}\n"), id).unwrap(),
        "bare-courier-spiel" => Variant::from_toml(&format!("extends = \"courier-spiel\"\n{rule}\n"), id).unwrap(),
        _ => unreachable!("{id}"),
    }
}

fn read(text: &str, variant: Variant) -> Position {
    fen::read(text, variant).unwrap_or_else(|error| panic!("{error}"))
}

/// A position, and the same with the colors exchanged.
fn both(text: &str) -> [String; 2] {
    [text.to_owned(), flipped(text)]
}

/// Counts of Fairy-Stockfish (`go perft`), from depth 1 on.
const COUNTED: &[(&str, &str, &[u128])] = &[
    // Lost: a bare king against two pieces, or against one and not to move. Then: not yet lost, and never lost.
    ("shatranj", "8/8/8/3k4/8/8/8/K5RR b - - 0 1", &[0, 0]),
    ("shatranj", "8/8/8/3k4/8/8/8/K6R w - - 0 1", &[0, 0]),
    ("shatranj", "8/8/8/3k4/8/8/8/K6R b - - 0 1", &[8, 0]),
    ("shatranj", "8/8/8/3k4/8/8/8/K7 w - - 0 1", &[3, 24]),
    // A bare king stalemates the other, but it has already lost.
    ("shatranj", "8/8/8/8/8/5K2/7p/7k w - - 0 1", &[7, 0]),
    // The last piece can be recaptured, or not.
    ("shatranj", "8/8/3k4/2r5/3P4/2K5/8/8 w - - 0 1", &[6, 108, 653, 11_337]),
    ("shatranj", "3k4/8/8/8/3q4/2K1R3/8/8 w - - 0 1", &[8, 52, 809, 6_503]),
    ("shatranj", "4k3/4r3/8/8/4R3/4K3/8/8 w - - 0 1", &[10, 63, 879, 10_716]),
    ("shatranj", "1R5K/8/8/8/8/8/1pk5/8 w - - 0 1", &[15, 102, 1_591]),
    // One side has more than the other.
    ("shatranj", "3k4/3p4/8/2B5/8/8/3K4/3R4 w - - 0 1", &[18, 75, 1_599, 8_656]),
    ("shatranj", "8/2kN4/1p6/8/8/2K5/8/8 b - - 0 1", &[7, 91, 521, 6_264]),
    ("shatranj", "8/2k5/1p6/P7/8/2K5/8/8 w - - 0 1", &[10, 87, 721, 5_037]),
    ("courier", "12/12/4k7/3r8/4P7/3K8/12/12 w - - 0 1", &[6, 128, 817, 17_191]),
    ("courier", "5k6/5m6/12/12/5M6/5K6/12/12 w - - 0 1", &[14, 154, 2_276, 25_725]),
    ("courier", "12/2kN8/1p9e/12/12/2K9/12/12 b - - 0 1", &[9, 111, 953, 11_810]),
];

#[test]
fn counts_are_those_of_fairy_stockfish() {
    let table = PerftTable::new(1).unwrap();
    for &(id, text, counts) in COUNTED {
        let variant = game(id);
        for text in both(text) {
            let position = read(&text, variant);
            for (depth, &nodes) in (1..).zip(counts) {
                let at = || format!("perft {depth} of {id} {text}");
                assert_eq!(perft(&position, depth), nodes, "{}", at());
                assert_eq!(Perft::new().plain().count(&position, depth), Some(nodes), "plain {}", at());
                assert_eq!(Perft::new().with_table(&table).count(&position, depth), Some(nodes), "table {}", at());
                assert_eq!(divide(&position, depth).iter().map(|(_, nodes)| nodes).sum::<u128>(), nodes, "{}", at());
                let stats = Perft::new().stats(&position, depth).unwrap();
                assert_eq!(stats.nodes, nodes, "statistics of {}", at());
                let units = perft_units(&position, depth / 2);
                let whole =
                    |unit: &campione_movegen::PerftUnit| unit.multiplicity * perft(&unit.position, depth - depth / 2);
                assert_eq!(units.iter().map(whole).sum::<u128>(), nodes, "units of {}", at());
            }
        }
    }
}

fn outcome(id: &str, text: &str) -> Option<Outcome> {
    read(text, game(id)).outcome()
}

#[test]
fn who_has_lost_and_when() {
    use Color::{Black, White};
    let lost = |winner| Some(Outcome::win(winner, EndReason::BareKing));
    let dead = Some(Outcome::draw(EndReason::DeadPosition));
    for id in ["shatranj", "bare-carrera", "bare-courier-spiel"] {
        let files = usize::from(game(id).files());
        // White's and Black's pieces on two ranks; the rest of the board is empty.
        let place = |white: &str, black: &str, side: &str| {
            let rank = |pieces: &str| format!("{pieces}{}", files - pieces.len());
            let empty = vec![files.to_string(); 5].join("/");
            format!("{}/{empty}/{}/{files} {side} - - 0 1", rank(black), rank(white))
        };
        for (white, black, to_white, to_black) in [
            ("KRR", "k", lost(White), lost(White)),
            ("KR", "k", lost(White), None),
            ("KP", "k", lost(White), None),
            ("K", "kr", None, lost(Black)),
            ("K", "knn", lost(Black), lost(Black)),
            ("K", "k", dead, dead),
            ("KR", "kn", None, None),
        ] {
            assert_eq!(outcome(id, &place(white, black, "w")), to_white, "{id}: {white} and {black}, White to move");
            assert_eq!(outcome(id, &place(white, black, "b")), to_black, "{id}: {white} and {black}, Black to move");
        }
    }
    // A waiting pawn counts as a piece.
    assert_eq!(outcome("bare-courier-spiel", "P3k7/12/12/12/12/12/12/K11 w - - 0 1 a8:2"), lost(White));
    assert_eq!(outcome("bare-courier-spiel", "P3k7/12/12/12/12/12/12/K11 b - - 0 1 a8:2"), None);
    // A bare king that has not lost yet can be checkmated or stalemated. Once it has lost, only the loss counts.
    assert_eq!(outcome("shatranj", "k7/2K5/8/R7/8/8/8/8 b - - 0 1"), Some(Outcome::win(White, EndReason::Checkmate)));
    assert_eq!(outcome("shatranj", "k7/2K5/8/RR6/8/8/8/8 b - - 0 1"), lost(White));
    assert_eq!(outcome("shatranj", "k7/7R/2K5/8/8/8/8/8 b - - 0 1"), None);
    assert_eq!(outcome("shatranj", "k7/1R6/2K5/8/8/8/8/8 b - - 0 1"), Some(Outcome::win(White, EndReason::Stalemate)));
    assert_eq!(
        outcome("bare-carrera", "k9/1R8/2K7/10/10/10/10/10 b - - 0 1"),
        Some(Outcome::draw(EndReason::Stalemate))
    );
    // In variants without the rule the game goes on.
    for side in ["w", "b"] {
        assert!(!crate::moves("chess", &format!("8/8/8/3k4/8/8/8/K5RR {side} - - 0 1")).is_empty());
    }
}

#[test]
fn the_last_piece_may_be_taken_back() {
    let variant = game("shatranj");
    for (text, back, away) in
        [("1R5K/8/8/8/8/8/1pk5/8 w - - 0 1", "c2b2", "c2c3"), ("8/1PK5/8/8/8/8/8/1r5k b - - 0 1", "c7b7", "c7c6")]
    {
        let position = read(text, variant);
        let takes = *position.legal_moves().iter().find(|mv| mv.is_capture()).unwrap();
        let bared = position.play(takes).unwrap();
        assert_eq!(bared.outcome(), None, "{text}");
        let play = |mv: &str| bared.play(uci::read(mv, &bared).unwrap()).unwrap();
        assert_eq!(play(back).outcome(), Some(Outcome::draw(EndReason::DeadPosition)), "{text}");
        assert!(!play(back).legal_moves().is_empty(), "a draw ends no count");
        let winner = position.turn();
        assert_eq!(play(away).outcome(), Some(Outcome::win(winner, EndReason::BareKing)), "{text}");
        assert!(play(away).legal_moves().is_empty());
    }
}

#[test]
fn a_game_that_is_over_has_no_moves_and_says_so() {
    let variant = game("shatranj");
    for text in both("8/8/8/3k4/8/8/8/K5RR b - - 0 1").into_iter().chain(both("8/8/8/3k4/8/8/8/K6R w - - 0 1")) {
        let position = read(&text, variant);
        assert!(position.legal_moves().is_empty(), "{text}");
        let (mut noisy, mut quiet) = (position.legal_moves(), position.legal_moves());
        position.noisy_moves(&mut noisy);
        position.quiet_moves(&mut quiet);
        assert!(noisy.is_empty() && quiet.is_empty(), "{text}");
        let loser = position.lost_by_bare_king().unwrap();
        assert_eq!(position.by_color(loser), Bitboard::of(position.king(loser)), "{text}");
        for square in variant.board() {
            assert!(position.legal_moves_to(campione_core::Role::KING, square).is_empty(), "{text}");
        }
        for mv in ["d5d6", "d4d3", "a1a2", "a8a7", "Kd6", "h1h2"] {
            let explanation = why::explain(mv, &position).unwrap();
            let words = format!("the game is over: {loser} has nothing but its king");
            assert!(
                explanation.legal.is_empty() && explanation.reasons[0].to_string().starts_with(&words),
                "{explanation:?}"
            );
            assert_eq!(explanation.reasons.len(), 1, "{explanation:?}");
        }
    }
}

#[test]
fn check_by_the_move_that_bares_is_no_mate() {
    let variant = game("shatranj");
    for (text, mark, mates) in [
        // Without the rule it would be checkmate. Two rooks are left, so the bare king has lost already.
        ("r2k4/7R/8/8/8/8/2K5/R7 w - - 0 1", '+', 0),
        // One rook is left, so the bare king would still have a move: it is checkmate.
        ("r2k4/8/3K4/8/8/8/8/R7 w - - 0 1", '#', 1),
    ] {
        for text in both(text) {
            let position = read(&text, variant);
            let takes = *position.legal_moves().iter().find(|mv| mv.is_capture()).unwrap();
            let written = san::write(takes, &position);
            assert!(written.contains('x') && written.ends_with(mark), "{written} in {text}");
            assert_eq!(san::read(&written, &position), Ok(takes));
            assert_eq!(position.play(takes).unwrap().is_checkmate(), mates == 1, "{text}");
            assert_eq!(Perft::new().stats(&position, 1).unwrap().mates, mates, "{text}");
        }
    }
}

#[test]
fn repetition_does_not_undo_a_loss() {
    let variant = game("shatranj");
    let position = read("8/8/8/3k4/8/8/8/K6R w - - 100 90", variant);
    // There are no legal moves, so the position cannot repeat; and the loss comes before a draw.
    assert_eq!(Game::new(position).outcome(), Some(Outcome::win(Color::White, EndReason::BareKing)));
    let kings = read("8/8/8/3k4/8/8/8/K7 w - - 200 90", variant);
    assert_eq!(kings.outcome(), Some(Outcome::draw(EndReason::DeadPosition)));
}

/// Small boards with few pieces, compared with the slow generator. Every game soon reaches a bare king.
#[test]
fn few_pieces_agree_with_the_slow_generator() {
    let mut random = SplitMix64::new(5);
    let mut seen = [0; 3];
    for number in 0..sample(45, 120) {
        let (files, ranks) = (4 + random.index(5), 5 + random.index(4));
        let mut board = vec![vec!['.'; files]; ranks];
        let mut put = |letters: &str, random: &mut SplitMix64| {
            for letter in letters.chars() {
                let (file, rank) = (random.index(files), 1 + random.index(ranks - 2));
                if board[rank][file] == '.' {
                    board[rank][file] = letter;
                }
            }
        };
        put(["R", "NP", "Q", "PP", "RB"][random.index(5)], &mut random);
        put(["r", "np", "q", "pp", "b"][random.index(5)], &mut random);
        board[0][random.index(files)] = 'K';
        board[ranks - 1][random.index(files)] = 'k';
        let rows: Vec<String> = board.iter().rev().map(|row| row.iter().collect::<String>()).collect();
        let mut start = rows.join("/");
        for empty in (1..=8).rev() {
            start = start.replace(&".".repeat(empty), &empty.to_string());
        }
        let stalemate = ["draw", "loss", "win"][number % 3];
        let file = format!(
            r#"
            board = {{ files = {files}, ranks = {ranks}, start = "{start}" }}
            piece.K = {{ moves = "K", royal = true }}
            piece.Q.moves = "Q"
            piece.R.moves = "R"
            piece.B.moves = "FnA"
            piece.N.moves = "N"
            pawn.double_step = false
            promotion.to = "QN"
            draws = {{ stalemate = "{stalemate}", bare_king = true, dead_position = false }}
            "#
        );
        // Skip positions in which the side not to move is in check.
        let Ok(variant) = Variant::from_toml(&file, "game") else { continue };
        let rules = slow::Game::from_toml(&file).unwrap();
        files::count(&file, variant, &rules, sample(10_000, 60_000));
        for _ in 0..6 {
            files::game(&file, variant, &rules, &mut random, |position| {
                let found = position.seen();
                seen[0] += 1;
                seen[1] += u32::from(found.contains(&slow::Seen::BareKingLost));
                seen[2] += u32::from(found.contains(&slow::Seen::BareKingToMove));
            });
        }
    }
    println!("of {} positions a bare king has lost in {} and may take the last piece in {}", seen[0], seen[1], seen[2]);
    assert!(seen[1] > sample(40, 100) && seen[2] > sample(20, 50), "{seen:?}");
}
