//! Rules that rarely matter in random games and suites. Each test here is the only one that detects a certain broken
//! rule.

use campione_core::Variant;
use campione_movegen::{EndReason, Game, Outcome, Position};
use campione_notation::{fen, uci};
use campione_variants::FromToml as _;

use crate::{after, legal};

/// The ply after which the game is first drawn by repetition.
fn repeats(variant: &str, text: &str, moves: &str) -> Option<usize> {
    let variant = Variant::named(variant).unwrap();
    let mut game = Game::new(fen::read(text, variant).unwrap());
    for (ply, mv) in moves.split(' ').enumerate() {
        game.play(uci::read(mv, game.position()).unwrap_or_else(|e| panic!("{e}"))).unwrap();
        if game.outcome() == Some(Outcome::draw(EndReason::Repetition)) {
            return Some(ply + 1);
        }
    }
    None
}

fn outcome(variant: &str, text: &str) -> Option<Outcome> {
    let variant = Variant::named(variant).unwrap();
    fen::read(text, variant).unwrap().outcome()
}

/// The ply after which a game is first drawn by repetition. Of its moves, `c` is played as often as it stands there.
type Repetition = (&'static str, &'static str, &'static str, &'static str, Option<usize>);

const REPETITIONS: [Repetition; 16] = [
    // Kings go out and back: after 8 plies the start position occurs for the third time.
    ("carrera", "r3k5/10/10/10/10/10/10/R3K5 w - - 0 1", "e1f1 e8f8 f1e1 f8e8", "c c c", Some(8)),
    ("courier-spiel", "r3k7/12/12/12/12/12/12/R3K7 w - - 0 1", "e1f1 e8f8 f1e1 f8e8", "c c c", Some(8)),
    ("archchess", "r3k5/10/10/10/10/10/10/10/10/R3K5 w - - 0 1", "e1f1 e10f10 f1e1 f10e10", "c c c", Some(8)),
    ("herb-garden", "r3k7/12/12/12/12/12/R3K7 w - - 0 1", "e1f1 e7f7 f1e1 f7e7", "c c c", Some(8)),
    ("crc", "r3k5/10/10/10/10/10/10/R3K5 w - - 0 1", "e1f1 e8f8 f1e1 f8e8", "c c c", Some(8)),
    // The first position still had the right, so it equals none of the later ones.
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1d1 e8d8 d1e1 d8e8", "c c c", Some(9)),
    ("crc", "5k4/10/10/10/10/10/10/5K3R w K - 0 1", "f1e1 f8e8 e1f1 e8f8", "c c c", Some(9)),
    ("herb-garden", "5k6/12/12/12/12/12/6K4R w L - 0 1", "g1g2 f7e7 g2g1 e7f7", "c c c", Some(9)),
    ("archchess", "4k5/10/10/10/10/10/10/10/10/R3K5 w L - 0 1", "e1e2 e10d10 e2e1 d10e10", "c c c", Some(9)),
    ("courier-spiel", "5k6/12/12/12/12/12/12/5K5R w K - 0 1", "f1e1 f8e8 e1f1 e8f8", "c c c", Some(9)),
    // The first time there is a capture en passant. The last of these has none: no pawn can capture.
    ("chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e8d8 e1d1 d8e8 d1e1", "e2e4 c c", None),
    ("chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e8d8 e1d1 d8e8 d1e1", "e2e4 c c c", Some(10)),
    ("chess", "4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1", "e8d8 e1d1 d8e8 d1e1", "e2e4 c c", Some(9)),
    // A pawn still waits the first times.
    ("courier-spiel", WAITS, "b1c3 f8f7 c3b1 f7f8", "c c", None),
    ("courier-spiel", WAITS, "b1c3 f8f7 c3b1 f7f8", "c c c", Some(11)),
    // The same placement with the other side to move: Black loses a tempo by triangulation.
    ("chess", "3k4/8/8/8/8/8/8/R3K3 w - - 0 1", "e1e2 d8c8 e2f1 c8d8 f1e1 d8c7 e1e2 c7d8 e2e1", "c", None),
];

const WAITS: &str = "P4k6/12/12/12/12/12/12/RNBCUKQFCBNR w - - 0 1 a8:2";

#[test]
fn repetitions() {
    for (id, text, cycle, moves, ply) in REPETITIONS {
        let moves: Vec<&str> = moves.split(' ').map(|word| if word == "c" { cycle } else { word }).collect();
        assert_eq!(repeats(id, text, &moves.join(" ")), ply, "{id}, {text}: {moves:?}");
    }
}

#[test]
fn pinned_pawn_bars() {
    legal("carrera", "2k7/10/10/b9/2p7/10/1P8/2R1K5 w - - 0 1", &["e1e2"], &["b2b4"]);
    legal("archchess", "2k7/10/10/10/10/b9/2p7/10/1P8/2R1K5 w - - 0 1", &["e1e2"], &["b2b4"]);
}

#[test]
fn modern_carrera_not_barred() {
    for id in ["modern-carrera", "capablanca", "bird", "gothic", "embassy", "janus", "crc"] {
        legal(id, "4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1", &["e1e2", "b2b4"], &[]);
    }
}

#[test]
fn positions_after_rare_moves() {
    let rows = include_str!("../after.tsv").lines().filter(|row| !row.starts_with('#'));
    for row in rows.clone() {
        let [id, text, moves, expected] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        assert_eq!(after(id, text, moves), expected, "{row}");
    }
    assert_eq!(rows.count(), 8);
}

#[test]
fn dead() {
    let dead = Some(Outcome::draw(EndReason::DeadPosition));
    // Bishops of both sides on squares of one color: a dead position; on squares of both colors: not.
    assert_eq!(outcome("carrera", "4k5/10/10/10/10/10/10/B1b1K5 w - - 0 1"), dead);
    assert_eq!(outcome("carrera", "4k5/10/10/10/10/10/10/Bb2K5 w - - 0 1"), None);
    assert_eq!(outcome("carrera", "4k5/10/10/10/10/10/10/BB2K5 w - - 0 1"), None);
    assert_eq!(outcome("carrera", "4k5/10/10/10/10/10/10/N3K5 w - - 0 1"), dead);
    assert_eq!(outcome("carrera", "4k5/10/10/10/10/10/10/NN2K5 w - - 0 1"), None);
    assert_eq!(outcome("carrera", "4k5/10/10/10/10/10/10/Nn2K5 w - - 0 1"), None);
    assert_eq!(outcome("carrera", "4k5/10/10/10/10/10/10/A3K5 w - - 0 1"), None);
    assert_eq!(outcome("archchess", "4k5/10/10/10/10/10/10/10/10/D1dBK5 w - - 0 1"), None);
    assert_eq!(outcome("archchess", "4k5/10/10/10/10/10/10/10/10/D1d1K5 w - - 0 1"), dead);
    assert_eq!(outcome("archchess", "4k5/10/10/10/10/10/10/10/10/D1bBK5 w - - 0 1"), None);
    assert_eq!(outcome("archchess", "4k5/10/10/10/10/10/10/10/10/C3K5 w - - 0 1"), None);
    assert_eq!(outcome("courier-spiel", "5k6/12/12/12/12/12/12/B1cb1K6 w - - 0 1"), None);
    assert_eq!(outcome("courier-spiel", "5k6/12/12/12/12/12/12/B1c1bK6 w - - 0 1"), dead);
    assert_eq!(outcome("courier-spiel", "5k6/12/12/12/12/12/12/F4K6 w - - 0 1"), None);
    assert_eq!(outcome("courier-spiel", "5k6/12/12/12/12/12/12/U4K6 w - - 0 1"), None);
    assert_eq!(outcome("courier-spiel", "P4k6/12/12/12/12/12/12/5K6 w - - 0 1 a8:2"), None);
    assert_eq!(outcome("courier-spiel", "5k6/12/12/12/12/12/12/p3BK6 w - - 0 1 a1:0"), None);
    assert_eq!(outcome("courier-spiel", "5k6/12/12/12/12/12/12/5K6 w - - 0 1"), dead);
}

#[test]
fn mate_on_the_last() {
    assert_eq!(
        outcome("carrera", "R3k5/10/4K5/10/10/10/10/10 b - - 100 80"),
        Some(Outcome::win(campione_core::Color::White, EndReason::Checkmate))
    );
    assert_eq!(
        outcome("carrera", "R3k5/10/3K6/10/10/10/10/10 b - - 100 80"),
        Some(Outcome::draw(EndReason::MoveRule { moves: 50 }))
    );
    assert_eq!(outcome("carrera", "R3k5/10/3K6/10/10/10/10/10 b - - 99 80"), None);
}

#[test]
fn starts() {
    for (id, text) in [
        ("carrera", "ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR w - - 0 1"),
        ("modern-carrera", "ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR w KQkq - 0 1"),
        ("archchess", "rnbckqdbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBCKQDBNR w KQLkql - 0 1"),
        ("herb-garden", "rhenbkqbnehr/pppppppppppp/12/12/12/PPPPPPPPPPPP/RHENBQKBNEHR w ABCJKLabcjkl - 0 1"),
        ("crc", "rqnbakbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RQNBAKBNCR w KQkq - 0 1"),
        ("courier-spiel", "rnbcukqfcbnr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBCUKQFCBNR w KQkq - 0 1"),
    ] {
        let variant = Variant::named(id).unwrap();
        assert_eq!(fen::write(&Position::start(variant)), text);
    }
}

#[test]
fn numbers() {
    let crc = Variant::named("crc").unwrap();
    for (n, array) in [
        (1, "aqbbcnnrkr"),
        (4801, "aqbbcnrnkr"),
        (9601, "aqbbcnrknr"),
        (14401, "aqbbcnrkrn"),
        (19201, "aqbbcrnnkr"),
        (24001, "aqbbcrnknr"),
        (28801, "aqbbcrnkrn"),
        (33601, "aqbbcrknnr"),
        (38401, "aqbbcrknrn"),
        (43201, "aqbbcrkrnn"),
        (48000, "qabbcnnrkr"),
    ] {
        let text = fen::write(&fen::read_numbered(&format!("crc:{n}"), crc).unwrap());
        assert!(text.starts_with(&format!("{array}/")), "{n} {text}");
    }
}

#[test]
fn two_lame_pins() {
    use campione_core::VariantSpec;
    let spec = VariantSpec::from_toml("extends = \"arciscacchiere\"\nid = \"mao\"\n[piece.C]\nmoves = \"nN\"\n", "mao")
        .unwrap();
    let variant = Variant::compile(spec).unwrap();
    let list = |text: &str| -> Vec<String> {
        let p = fen::read(text, variant).unwrap();
        p.legal_moves().into_iter().map(|mv| uci::write(mv, &p)).filter(|m| m.starts_with("d2")).collect()
    };
    // The pieces on c2 and d3 both attack e1 over d2.
    assert_eq!(list("4k5/10/10/10/10/10/10/3c6/2cR6/4K5 w - - 0 1"), Vec::<String>::new());
    assert_eq!(list("4k5/10/10/10/10/10/10/3c6/3R6/4K5 w - - 0 1"), ["d2d3"]);
    assert_eq!(list("4k5/10/10/10/10/10/1b8/3c6/3R6/4K5 w - - 0 1"), Vec::<String>::new());
}
