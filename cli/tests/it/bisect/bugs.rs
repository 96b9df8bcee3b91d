//! Engines with one bug each, for all five variants: the first position with a difference, the moves, and the rule.

use super::{agreement, bisect, difference, faulty, moves, notes, rules, texts};

/// A bug for each line: the variant, the bug, the depth, the position, how many plies after it the first difference is, the
/// moves that the engine lacks (-) or has too much (+), and words about the rule.
const CASES: &str = "\
carrera | double-step-in-check | 2 | 4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1 | 0 | +b2b4 | RULES.md §1; in check a pawn may not make the double step; c4
archchess | double-step-in-check | 2 | 4k5/10/10/10/1b8/10/2p7/10/1P8/4K5 b - - 0 1 | 1 | +b2b4 | RULES.md §3; beside the enemy pawn on c4
carrera | en-passant | 3 | 9k/10/10/10/2p7/10/1P8/9K w - - 0 1 | 1 | +c4b3 | RULES.md §1; there is no such capture in carrera
carrera | centaur-without-knight | 1 | startpos | 0 | -b1a3 -b1c3 | both missing moves; move of the centaur; a leap; RULES.md, Board and pieces
archchess | no-leap-over-pieces | 1 | startpos | 0 | -e1e3 | RULES.md §3; king's leap to e3; it jumps over a piece
archchess | leap-captures | 1 | 9k/10/10/10/10/10/10/4p5/4P5/4K5 w L - 0 1 | 0 | +e1e3 | RULES.md §3; leap
# RULES.md §3: the king goes to f1 to j1, and the rook to any square behind it.
archchess | no-castling-in-check | 2 | k3r5/10/10/10/10/10/10/10/10/4K4R w K - 0 1 | 0 | -e1f1,j1e1 -e1g1,j1e1 -e1g1,j1f1 -e1h1,j1e1 -e1h1,j1f1 -e1h1,j1g1 \
    -e1i1,j1e1 -e1i1,j1f1 -e1i1,j1g1 -e1i1,j1h1 -e1j1,j1e1 -e1j1,j1f1 -e1j1,j1g1 -e1j1,j1h1 -e1j1,j1i1 \
    | all 15 missing moves; free castling toward the last file; it is allowed out of check; RULES.md §3
archchess | lame-centurion | 1 | startpos | 0 | -d1b3 -d1d3 -d1f3 | all 3 missing moves; move of the centurion; it leaps over a piece; RULES.md, Board and pieces
# The queen gives check, the bishop blocks, a move by Black, and White castles.
herb-garden | rights-after-check | 4 | 5k6/12/3q8/12/12/12/6KB3R b L - 0 1 | 3 | +g1i1 | RULES.md §4; when the king is put in check
herb-garden | black-castles-as-white | 2 | r4k5r/12/12/12/12/12/6K5 b al - 0 1 | 0 | -f7d7 -f7h7 +f7i7 | RULES.md §4; castling; the king castles to h7, not to i7
herb-garden | no-last-file | 1 | 5k6/12/12/12/12/12/6K4R w L - 0 1 | 0 | -l1l2 -l1l3 -l1l4 -l1l5 -l1l6 -l1l7 | all 6 missing moves; move of the rook; to the last file
# From docs/reference/perft.md: a rook may block the attack of a rook or queen behind it on its king.
crc | no-shield | 1 | 4k5/10/10/10/10/10/10/qR3KR3 w KQ - 0 1 | 0 | +f1c1 | RULES.md §5; attacked
crc | no-short-castling | 1 | 9k/10/10/10/10/10/10/R1K7 w Q - 0 1 | 0 | -c1c1k | RULES.md §5; the king stays where it is
crc | no-promotion-to-c | 2 | 9k/2P7/10/10/10/10/10/9K w - - 0 1 | 0 | -c7c8c | RULES.md §5; promotion: chancellor
# The rook on a1 is captured, and the other rook recaptures on that square.
crc | right-outlives-rook | 4 | 9k/10/10/R9/10/1n8/10/R4K4 b Q - 0 1 | 3 | +f1c1 | RULES.md §5; no right to castle; the partner is captured
courier-spiel | rook-way-attacked | 1 | r4k4r1/12/12/12/12/12/12/R4K5R w KQ - 0 1 | 0 | +f1c1 +f1j1 | RULES.md §6; attacked
courier-spiel | waiting-captured | 1 | P3r3k3/12/12/12/12/12/12/5K6 b - - 0 1 a8:2 | 0 | +e8a8 | RULES.md §6; the pawn on a8 waits for its promotion and cannot be captured
modern-carrera | en-passant-pin | 1 | 9k/10/10/K2pP4r/10/10/10/10 w - d6 0 1 | 0 | +e5d6 | opens a line to the king; RULES.md
courier-spiel | forgets-en-passant | 3 | 11k/12/12/12/2p9/12/1P10/11K w - - 0 1 | 1 | -c4b3 | RULES.md §6; capture en passant
gothic | no-blocks | 2 | 9r/10/10/k9/10/10/7N2/5B3K w - - 0 1 | 0 | -f1j5 -h2j3 | both missing moves; it blocks a check
capablanca | castling-twice | 1 | 4k5/10/10/10/10/10/10/R4K4 w Q - 0 1 | 0 | +f1c1 | it is legal, but the engine has it more than once; RULES.md §2
";

/// A bug and the expected result.
struct Case {
    game: &'static str,
    bug: &'static str,
    depth: u32,
    fen: &'static str,
    path: usize,
    missing: Vec<&'static str>,
    superfluous: Vec<&'static str>,
    rule: Vec<&'static str>,
}

impl Case {
    fn read(line: &'static str) -> Case {
        let [game, bug, depth, fen, path, moves, rule] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let moves = |sign: char| moves.split(' ').filter_map(|mv| mv.strip_prefix(sign)).collect();
        let (depth, path) = (depth.parse().unwrap(), path.parse().unwrap());
        let (missing, superfluous) = (moves('-'), moves('+'));
        Case { game, bug, depth, fen, path, missing, superfluous, rule: rule.split("; ").collect() }
    }

    fn all() -> impl Iterator<Item = Case> {
        CASES.lines().filter(|line| !line.starts_with('#')).map(Case::read)
    }
}

#[test]
fn every_bug_is_found_and_named() {
    for case in Case::all() {
        let found = difference(
            &format!("{} -v {} '{}'", case.depth, case.game, case.fen),
            &faulty(&format!("{} {}", case.game, case.bug)),
        );
        let Case { bug, path, missing, superfluous, rule, .. } = case;
        assert_eq!(texts(&found["path"]).len(), path, "{bug}: {found}");
        assert!(!missing.is_empty() || !superfluous.is_empty(), "{bug}");
        assert_eq!(moves(&found["missing"]), missing, "{bug}: {found}");
        assert_eq!(moves(&found["superfluous"]), superfluous, "{bug}: {found}");
        for words in rule {
            assert!(rules(&found).contains(words), "{bug}: `{words}` is not in {found}");
        }
    }
}

#[test]
fn waiting_pawns_promote_too_early_or_to_anything() {
    for (bug, fen, words) in [
        ("early-promotion", "P11/7k4/12/12/12/12/12/K11 w - - 0 1 a8:1", "the pawn on a8 still waits"),
        (
            "no-stock",
            "P10k/12/12/12/12/12/12/RNBCUKQFCBN1 w - - 0 1 a8:0",
            "the pawn on a8 can become what White has lost",
        ),
    ] {
        let found = difference(&format!("2 -v courier-spiel '{fen}'"), &faulty(&format!("courier-spiel {bug}")));
        assert_eq!((texts(&found["path"]).len(), moves(&found["missing"]).len()), (0, 0), "{found}");
        let superfluous = moves(&found["superfluous"]);
        assert!(superfluous.len() > 20 && superfluous.iter().all(|mv| mv.contains(",a8")), "{found}");
        assert!(rules(&found).contains(words) && rules(&found).contains("RULES.md §6"), "{found}");
        let run = bisect(&format!("2 -v courier-spiel '{fen}'"), &faulty(&format!("courier-spiel {bug}")));
        assert!(run.out.contains("more (--format json lists all)\n"), "{}", run.out);
    }
}

#[test]
fn free_castling_to_fixed_squares() {
    let fen = "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1";
    let found = difference(&format!("1 -v archchess '{fen}'"), &faulty("archchess fixed-castling"));
    // Of 25 castlings (RULES.md §3) two are left.
    assert_eq!((moves(&found["missing"]).len(), moves(&found["superfluous"]).len()), (23, 0), "{found}");
    assert!(rules(&found).contains("all 23 missing moves are of one kind, free castling"), "{found}");
    assert!(rules(&found).contains("RULES.md §3"), "{found}");
}

#[test]
fn a_move_that_is_played_wrongly_is_named() {
    let found = difference(
        "3 -v courier-spiel '11k/12/12/12/2p9/12/1P10/11K w - - 0 1'",
        &faulty("courier-spiel forgets-en-passant"),
    );
    assert_eq!(found["played_wrongly"], serde_json::json!({ "move": "b2b4", "san": "b4" }));
    assert!(notes(&found).contains("it plays that move wrongly"), "{found}");
    assert!(notes(&found).contains("the engine's en passant field is `-`, where it should be `b3`"), "{found}");
    // If it gets only positions, it is right about each of them; only its own count shows the bug.
    let template = faulty("courier-spiel forgets-en-passant once {fen} {depth}");
    let found = difference("3 -v courier-spiel '11k/12/12/12/2p9/12/1P10/11K w - - 0 1'", &template);
    assert_eq!(found["played_wrongly"]["move"], "b2b4", "{found}");
    assert!(notes(&found).contains("as part of the count before b4"), "{found}");
    assert_eq!((moves(&found["missing"]).len(), moves(&found["superfluous"]).len()), (0, 0));
    // A bug in the rules does not depend on how the position is reached.
    let found =
        difference("2 -v carrera '4k5/10/1b8/10/2p7/10/1P8/4K5 b - - 0 1'", &faulty("carrera double-step-in-check"));
    assert_eq!((&found["played_wrongly"], texts(&found["path"]).len()), (&serde_json::Value::Null, 1), "{found}");
}

#[test]
fn without_a_bug_nothing_differs() {
    for (game, depth) in [("carrera", 2), ("archchess", 2), ("herb-garden", 2), ("crc", 2), ("courier-spiel", 2)] {
        agreement(&format!("{depth} -v {game}"), &faulty(game));
    }
    for case in Case::all() {
        agreement(&format!("{} -v {} '{}'", case.depth.min(2), case.game, case.fen), &faulty(case.game));
    }
}
