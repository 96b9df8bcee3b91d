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

#[test]
fn repetition_every_game() {
    // Kings go out and back: after 8 plies the start position occurs for the third time.
    for (id, text, cycle) in [
        ("carrera", "r3k5/10/10/10/10/10/10/R3K5 w - - 0 1", "e1f1 e8f8 f1e1 f8e8"),
        ("courier-spiel", "r3k7/12/12/12/12/12/12/R3K7 w - - 0 1", "e1f1 e8f8 f1e1 f8e8"),
        ("archchess", "r3k5/10/10/10/10/10/10/10/10/R3K5 w - - 0 1", "e1f1 e10f10 f1e1 f10e10"),
        ("herb-garden", "r3k7/12/12/12/12/12/R3K7 w - - 0 1", "e1f1 e7f7 f1e1 f7e7"),
        ("crc", "r3k5/10/10/10/10/10/10/R3K5 w - - 0 1", "e1f1 e8f8 f1e1 f8e8"),
    ] {
        assert_eq!(repeats(id, text, &format!("{cycle} {cycle} {cycle}")), Some(8), "{id}");
    }
}

#[test]
fn repetition_rights() {
    // The first position still had the right, so it equals none of the later ones.
    let c = "e1d1 e8d8 d1e1 d8e8";
    assert_eq!(repeats("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", &format!("{c} {c} {c}")), Some(9));
    let c = "f1e1 f8e8 e1f1 e8f8";
    assert_eq!(repeats("crc", "5k4/10/10/10/10/10/10/5K3R w K - 0 1", &format!("{c} {c} {c}")), Some(9));
    let c = "g1g2 f7e7 g2g1 e7f7";
    assert_eq!(repeats("herb-garden", "5k6/12/12/12/12/12/6K4R w L - 0 1", &format!("{c} {c} {c}")), Some(9));
    let c = "e1e2 e10d10 e2e1 d10e10";
    assert_eq!(repeats("archchess", "4k5/10/10/10/10/10/10/10/10/R3K5 w L - 0 1", &format!("{c} {c} {c}")), Some(9));
    let c = "f1e1 f8e8 e1f1 e8f8";
    assert_eq!(repeats("courier-spiel", "5k6/12/12/12/12/12/12/5K5R w K - 0 1", &format!("{c} {c} {c}")), Some(9));
}

#[test]
fn repetition_ep() {
    let c = "e8d8 e1d1 d8e8 d1e1";
    assert_eq!(repeats("chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", &format!("e2e4 {c} {c}")), None);
    assert_eq!(repeats("chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", &format!("e2e4 {c} {c} {c}")), Some(10));
    // No pawn can capture, so there is no en passant square, and the first occurrence counts.
    assert_eq!(repeats("chess", "4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1", &format!("e2e4 {c} {c}")), Some(9));
}

#[test]
fn repetition_waiting() {
    let c = "b1c3 f8f7 c3b1 f7f8";
    let t = "P4k6/12/12/12/12/12/12/RNBCUKQFCBNR w - - 0 1 a8:2";
    assert_eq!(repeats("courier-spiel", t, &format!("{c} {c}")), None);
    assert_eq!(repeats("courier-spiel", t, &format!("{c} {c} {c}")), Some(11));
}

#[test]
fn repetition_side() {
    // The same placement with the other side to move: Black loses a tempo by triangulation.
    let t = "3k4/8/8/8/8/8/8/R3K3 w - - 0 1";
    let m = "e1e2 d8c8 e2f1 c8d8 f1e1 d8c7 e1e2 c7d8 e2e1";
    assert_eq!(repeats("chess", t, m), None);
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
fn wait_ticks_on_castling() {
    assert_eq!(
        after("courier-spiel", "P4k6/12/12/12/12/12/12/R4K5R w KQ - 0 1 a8:2", "f1j1"),
        "P4k6/12/12/12/12/12/12/R7RK2 b - - 1 1 a8:1"
    );
    assert_eq!(
        after("courier-spiel", "r4k5r/12/12/12/12/12/12/p4K6 b kq - 0 1 a1:1", "f8j8"),
        "r7rk2/12/12/12/12/12/12/p4K6 w - - 1 2 a1:0"
    );
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
fn captured_partner_loses_right() {
    assert_eq!(
        after("archchess", "r3k4r/10/10/10/10/10/10/10/10/R3K4R w KQLkql - 0 1", "a1a10"),
        "R3k4r/10/10/10/10/10/10/10/10/4K4R b KLkl - 0 1"
    );
    assert_eq!(
        after("archchess", "4k5/10/10/10/10/10/10/10/7n2/R3K4R b KQL - 0 1", "h2j1"),
        "4k5/10/10/10/10/10/10/10/10/R3K4n w QL - 0 2"
    );
    assert_eq!(
        after("arciscacchiere", "r3k4r/10/10/10/10/10/10/10/10/R3K4R b KQLkql - 0 1", "j10j1"),
        "r3k5/10/10/10/10/10/10/10/10/R3K4r w QLql - 0 2"
    );
    assert_eq!(
        after("courier-spiel", "r4k5r/12/12/12/12/12/12/R4K5R w KQkq - 0 1", "l1l8"),
        "r4k5R/12/12/12/12/12/12/R4K6 b Qq - 0 1"
    );
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

#[test]
fn wait_ticks_on_en_passant() {
    assert_eq!(
        after("courier-spiel", "P4k6/12/12/4Pp6/12/12/12/5K6 w - f6 0 1 a8:2", "e5f6"),
        "P4k6/12/5P6/12/12/12/12/5K6 b - - 0 1 a8:1"
    );
    assert_eq!(
        after("courier-spiel", "P1P2k6/12/12/12/12/12/12/5K6 w - - 0 1 c8:1,a8:2", "f1g1"),
        "P1P2k6/12/12/12/12/12/12/6K5 b - - 1 1 c8:0,a8:1"
    );
}
