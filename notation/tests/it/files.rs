//! Variants described by files: the fast generator is compared with the slow one, which has its own code to
//! read the file, the movements and the rules.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use campione_core::{SplitMix64, Variant};
use campione_movegen::{Perft, Position, perft};
use campione_notation::{fen, uci};
use campione_reference as slow;
use campione_reference::invent;
use campione_variants::FromToml as _;
use rayon::prelude::*;

use crate::sample;
use crate::slow_words::end_without_moves;

/// The greatest length of a game, in plies.
const PLIES: u32 = 200;

/// Compares the two generators in one position. Returns the moves with their texts.
fn compare<'g>(file: &str, fast: &Position, slow: &slow::Position<'g>) -> Vec<(String, slow::Position<'g>)> {
    let text = fen::write(fast);
    assert_eq!(text, slow.fen(), "FEN of\n{file}");
    let read = fen::read(&text, fast.variant()).unwrap_or_else(|error| panic!("{text}: {error}\n{file}"));
    assert_eq!(&read, fast, "{text}: FEN round trip\n{file}");
    assert_eq!(read.zobrist(), fast.zobrist(), "{text}: key\n{file}");
    assert_eq!(fast.in_check(), slow.in_check(), "{text}: check\n{file}");
    let moves = fast.legal_moves();
    assert_eq!(perft(fast, 1), moves.len() as u128, "{text}: counted and listed moves\n{file}");
    let mut ours: Vec<String> = moves.iter().map(|&mv| uci::write(mv, fast)).collect();
    ours.sort();
    let mut theirs = slow.legal_moves();
    theirs.sort_by(|a, b| a.0.cmp(&b.0));
    let texts: Vec<&str> = theirs.iter().map(|(text, _)| text.as_str()).collect();
    if fast.zobrist().is_multiple_of(8) {
        for &mv in &moves {
            let Some(role) = fast.role_at(mv.from()).filter(|_| mv.turn_promotion().is_none()) else { continue };
            let narrow = fast.legal_moves_to(role, mv.to());
            assert!(narrow.contains(&mv), "{text}: {mv:?} is not among the moves of its role to its square\n{file}");
            assert!(narrow.iter().all(|mv| moves.contains(mv)), "{text}: moves of one role to one square\n{file}");
        }
    }
    // Incremental counting handles the last two plies together; the middle of a game tests it well.
    if fast.zobrist().is_multiple_of(64) {
        let expected = slow.perft(2);
        assert_eq!(perft(fast, 2), expected, "perft 2 of {text}\n{file}");
        assert_eq!(Perft::new().plain().count(fast, 2), Some(expected), "plain perft 2 of {text}\n{file}");
    }
    let missing: Vec<&&str> = texts.iter().filter(|text| !ours.iter().any(|own| own == *text)).collect();
    let superfluous: Vec<&String> = ours.iter().filter(|text| !texts.contains(&text.as_str())).collect();
    assert!(ours == texts, "{text}: the fast generator misses {missing:?}, adds {superfluous:?}\n{file}\n{ours:?}");
    if theirs.is_empty() {
        let ours = end_without_moves(fast);
        assert_eq!(Some(ours), slow.outcome_without_history(), "{text}: outcome\n{file}");
        assert_eq!(fast.is_checkmate(), ours == "checkmate", "{text}: checkmate\n{file}");
    }
    let captures = moves.iter().any(|mv| mv.kind().is_en_passant());
    assert_eq!(fast.legal_en_passant(), fast.en_passant().filter(|_| captures), "{text}: en passant\n{file}");
    theirs
}

/// Plays one game with moves chosen by `random`. `visit` is called for every position except the last.
pub(crate) fn game(
    file: &str,
    variant: Variant,
    rules: &slow::Game,
    random: &mut SplitMix64,
    mut visit: impl FnMut(&slow::Position<'_>),
) {
    let mut fast = Position::start(variant);
    let mut slow = slow::Position::start(rules);
    for _ in 0..PLIES {
        let mut moves = compare(file, &fast, &slow);
        visit(&slow);
        if moves.is_empty() {
            return;
        }
        // Castlings, promotions and pawn moves are preferred, so that rare cases occur.
        let chosen = |wanted: &dyn Fn(&str) -> bool| -> Vec<usize> {
            (0..moves.len()).filter(|&index| wanted(&moves[index].0)).collect()
        };
        let read = |text: &str| uci::read(text, &fast).unwrap_or_else(|error| panic!("{error}\n{file}"));
        let special = chosen(&|text| text.contains(',') || read(text).castling_row().is_some());
        let pawns = chosen(&|text| fast.role_at(read(text).from()) == Some(campione_core::Role::PAWN));
        let index = match random.index(6) {
            0 if !special.is_empty() => special[random.index(special.len())],
            1 | 2 if !pawns.is_empty() => pawns[random.index(pawns.len())],
            _ => random.index(moves.len()),
        };
        let (text, next) = moves.swap_remove(index);
        fast = fast.play(read(&text)).unwrap_or_else(|| panic!("{text}\n{file}"));
        slow = next;
    }
}

/// Compares every way of counting perft at the start position, to the depth that `most` leaves allow.
pub(crate) fn count(file: &str, variant: Variant, rules: &slow::Game, most: u128) {
    let fast = Position::start(variant);
    let slow = slow::Position::start(rules);
    for depth in 1..=3 {
        let expected = slow.perft(depth);
        let place = format!("perft {depth} of {}\n{file}", slow.fen());
        assert_eq!(perft(&fast, depth), expected, "{place}");
        assert_eq!(Perft::new().plain().count(&fast, depth), Some(expected), "plain {place}");
        if depth < 3 {
            let nodes = Perft::new().stats(&fast, depth).map(|stats| stats.nodes);
            assert_eq!(nodes, Some(expected), "stats {place}");
        }
        if expected * 30 > most {
            return;
        }
    }
}

fn games(everyday: u64, thorough: u64) -> u64 {
    let said = std::env::var("CAMPIONE_GAMES").ok();
    said.map_or_else(|| sample(everyday, thorough), |text| text.parse().expect("CAMPIONE_GAMES"))
}

/// `CAMPIONE_GAMES=2000 cargo test --release -p campione-notation files` plays 2000 games of each variant.
#[test]
fn built_in_games_flattened_agree_with_the_slow_generator() {
    let games = games(1, 8);
    for id in Variant::all_ids().step_by(sample(2, 1)) {
        let file = Variant::named(id).unwrap().spec().to_toml();
        let variant = Variant::from_toml(&file, "game").unwrap_or_else(|error| panic!("{id}: {error}"));
        let rules = slow::Game::from_toml(&file).unwrap_or_else(|error| panic!("{id}: {error}"));
        count(&file, variant, &rules, sample(1_000, 60_000));
        (0..games).into_par_iter().for_each(|seed| {
            game(&file, variant, &rules, &mut SplitMix64::new(seed), |_| {});
        });
    }
}

/// Random modifiers before every atom. If both sides can read a movement, its moves must be the same among blocking
/// pieces.
#[test]
fn movements_mean_the_same() {
    let mut random = SplitMix64::new(1);
    let mut read = 0;
    let movements = sample(1500, 4000);
    for _ in 0..movements {
        let mut moves = String::new();
        for _ in 0..random.index(4) {
            moves.push(char::from(b"fblrvshmcnpg"[random.index(12)]));
        }
        let atom = char::from(b"WFDANHCLZJGKRBQ"[random.index(15)]);
        moves.push(atom);
        match random.index(4) {
            0 => moves.push(atom),
            1 => moves += &(1 + random.index(4)).to_string(),
            _ => {}
        }
        let file = format!(
            r#"
            board = {{ files = 12, ranks = 10, start = "k11/12/1p10/3p4p3/4p1p5/5X6/4p1p5/2p3p1p3/12/11K" }}
            piece.K = {{ moves = "K", royal = true }}
            piece.Q.moves = "Q"
            piece.X.moves = "{moves}"
            promotion.to = "Q"
            "#
        );
        // A movement that the documentation does not define may be refused by either side.
        if let (Ok(variant), Ok(rules)) = (Variant::from_toml(&file, "game"), slow::Game::from_toml(&file)) {
            compare(&file, &Position::start(variant), &slow::Position::start(&rules));
            read += 1;
        }
    }
    assert!(read > movements / 2, "only {read} of {movements} movements are read by both");
}

/// The example of RULES.md §1, with the pawn on c4 pinned.
#[test]
fn a_pinned_pawn_bars_the_double_step_unless_the_file_says_otherwise() {
    for bars in [true, false] {
        let file = format!(
            r#"
            board = {{ files = 8, ranks = 8, start = "2k5/8/8/b7/2p5/8/1P6/2R1K3" }}
            piece.K = {{ moves = "K", royal = true }}
            piece.R.moves = "R"
            piece.B.moves = "B"
            pawn.double_step_barred_in_check_beside_pawn = true
            pawn.pinned_pawn_bars = {bars}
            promotion.to = "RB"
            "#
        );
        let variant = Variant::from_toml(&file, "game").unwrap_or_else(|error| panic!("{error}"));
        let rules = slow::Game::from_toml(&file).unwrap();
        count(&file, variant, &rules, 60_000);
        let mut seen = Vec::new();
        for seed in 0..8 {
            game(&file, variant, &rules, &mut SplitMix64::new(seed), |position| seen.extend(position.seen()));
        }
        assert_eq!(seen.contains(&slow::Seen::PinnedPawnDoesNotBar), !bars);
        let start = slow::Position::start(&rules);
        assert_eq!(start.legal_moves().iter().any(|(text, _)| text == "b2b4"), !bars);
    }
}

/// Rare cases. Each must occur in the random games, or the comparison proves nothing about it.
const RARE: &[slow::Seen] = &[
    slow::Seen::Castling,
    slow::Seen::FreeCastling,
    slow::Seen::FreeCastlingWithoutCrossing,
    slow::Seen::CastlingInCheck,
    slow::Seen::KingsLeap,
    slow::Seen::KingsLeapCapture,
    slow::Seen::KingsLeapOverPieces,
    slow::Seen::EnPassant,
    slow::Seen::EnPassantPromotion,
    slow::Seen::DoubleStepFromElsewhere,
    slow::Seen::LongStep,
    slow::Seen::SeveralPassedSquares,
    slow::Seen::EnPassantFromAfar,
    slow::Seen::ArrivalWithoutPromotion,
    slow::Seen::Hop,
    slow::Seen::CheckByHop,
    slow::Seen::HurdleExposesKing,
    slow::Seen::HurdleMustStay,
    slow::Seen::OptionalPromotion,
    slow::Seen::EarlyPromotion,
    slow::Seen::StockRefusesKind,
    slow::Seen::StockRefusesMove,
    slow::Seen::TurnPromotion,
    slow::Seen::InstantPromotion,
    slow::Seen::BarredDoubleStep,
    slow::Seen::LameBlock,
    slow::Seen::CaptureOnly,
    slow::Seen::MoveOnly,
    slow::Seen::Ride,
    slow::Seen::RideEndsAtRange,
    slow::Seen::RightsLostByCheck,
    slow::Seen::Stalemate,
    slow::Seen::Checkmate,
];

#[test]
fn random_files_agree_with_the_slow_generator() {
    let files = games(160, 250);
    let seen: Mutex<BTreeMap<slow::Seen, u64>> = Mutex::new(BTreeMap::new());
    let refusals: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());
    let (played, positions) = (AtomicU64::new(0), AtomicU64::new(0));
    let first: u64 = std::env::var("CAMPIONE_SEED").ok().map_or(0, |text| text.parse().expect("CAMPIONE_SEED"));
    let failures: Vec<u64> = (first..first + files)
        .into_par_iter()
        .filter(|&seed| {
            let check = AssertUnwindSafe(|| {
                let mut random = SplitMix64::new(seed);
                let mut file = invent::file(&mut |bound| random.below(bound));
                if random.index(4) == 0
                    && let Ok(rules) = slow::Game::from_toml(&file)
                {
                    // Start with only some of the rights.
                    let fen = slow::Position::start(&rules).fen();
                    let all = fen.split(' ').nth(2).unwrap_or("-");
                    let some: String = all.chars().filter(|_| random.index(2) == 0).collect();
                    file = format!("board.rights = \"{}\"\n{file}", if some.is_empty() { "-" } else { &some });
                }
                let variant = match Variant::from_toml(&file, "game") {
                    Ok(variant) => variant,
                    Err(error) => {
                        for line in error.to_string().lines() {
                            let why = line.split_once(": ").map_or(line, |(_, why)| why);
                            let why: String = why.chars().filter(|letter| !letter.is_ascii_digit()).take(80).collect();
                            *refusals.lock().unwrap().entry(why).or_insert(0) += 1;
                        }
                        return;
                    }
                };
                played.fetch_add(1, Ordering::Relaxed);
                let rules = slow::Game::from_toml(&file).unwrap_or_else(|error| panic!("{error}\n{file}"));
                count(&file, variant, &rules, sample(1_000, 30_000));
                for _ in 0..3 {
                    let mut own = Vec::new();
                    game(&file, variant, &rules, &mut random, |position| {
                        positions.fetch_add(1, Ordering::Relaxed);
                        own.extend(position.seen());
                    });
                    let mut seen = seen.lock().unwrap();
                    for what in own {
                        *seen.entry(what).or_insert(0) += 1;
                    }
                }
            });
            catch_unwind(check).is_err()
        })
        .collect();
    let (seen, played) = (seen.into_inner().unwrap(), played.into_inner());
    println!("{played} of {files} files are games; {} positions; {seen:#?}", positions.into_inner());
    let mut refusals: Vec<(String, u64)> = refusals.into_inner().unwrap().into_iter().collect();
    refusals.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    println!("refused: {refusals:#?}");
    assert!(failures.is_empty(), "{} of {played} disagree: seeds {failures:?}", failures.len());
    assert!(played * 3 > files * 2, "most files must be games");
    for what in RARE {
        assert!(seen.contains_key(what), "{what:?} never occurs");
    }
}
