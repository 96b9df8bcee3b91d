//! The rules in which variants differ. Each is tested in a position where it matters, checked by hand against
//! docs/RULES.md.

use campione_core::Variant;
use campione_notation::{fen, uci};

use crate::{after, legal, moves};

#[test]
fn carreras_double_step() {
    // RULES.md §1, the example of the source.
    legal("carrera", "4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1", &["e1e2"], &["b2b4"]);
    legal("carrera", "4k5/10/10/b9/3p6/10/1P8/4K5 w - - 0 1", &["b2b4"], &[]);
    legal("carrera", "4k5/10/10/10/2p7/10/1P8/4K5 w - - 0 1", &["b2b4"], &[]);
    // Promotion only to a queen; in the other version also to a centaur or champion.
    legal("carrera", "k9/2P7/10/10/10/10/10/9K w - - 0 1", &["c7c8q"], &["c7c8c", "c7c8a", "c7c8r"]);
    legal("carrera-qac", "k9/2P7/10/10/10/10/10/9K w - - 0 1", &["c7c8q", "c7c8c", "c7c8a"], &["c7c8r"]);
}

#[test]
fn archchess_castles_freely_and_leaps() {
    let open = "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1";
    legal(
        "archchess",
        open,
        &["e1f1,j1e1", "e1j1,j1i1", "e1j1,j1e1", "e1a1,a1b1", "e1g1", "e1c1", "e1e3"],
        &["e1f1,j1f1"],
    );
    assert_eq!(moves("archchess", open).iter().filter(|mv| mv.contains(',')).count(), 25);
    // Out of check, and with the rook as a shield against a check along the rank.
    legal("archchess", "4k5/10/10/10/10/10/10/4r5/10/R3K4R w KQL - 0 1", &["e1f1,j1e1", "e1g1"], &[]);
    let shield = "4k5/10/10/10/10/10/10/10/10/R3K1r3 w Q - 0 1";
    legal("archchess", shield, &["e1d1,a1e1"], &["e1c1,a1e1", "e1c1,a1d1"]);
    // The leap passes over pieces, but lands on none.
    legal("archchess", "4k5/10/10/10/10/10/10/4p5/4P5/3QKB4 w L - 0 1", &["e1g1", "e1c1"], &["e1e3"]);
    assert_eq!(after("archchess", open, "e1h1,j1f1"), "4k5/10/10/10/10/10/10/10/10/R4R1K2 b - - 1 1");
    // The leap loses all rights.
    assert_eq!(after("archchess", open, "e1e3"), "4k5/10/10/10/10/10/10/4K5/10/R8R b - - 1 1");
}

#[test]
fn centurions_leap_or_are_lame() {
    let text = "4k5/10/10/10/10/3PP5/3CP5/3PP5/10/4K5 w - - 0 1";
    legal("archchess", text, &["d4d6", "d4f6", "d4f4", "d4b2", "d4e6"], &[]);
    legal("arciscacchiere", text, &["d4b6", "d4b4", "d4e6"], &["d4d6", "d4f6", "d4f4"]);
}

#[test]
fn herb_gardens_three_castlings() {
    legal("herb-garden", "5k6/12/12/12/12/12/R5K4R w AL - 0 1", &["g1i1", "g1e1"], &[]);
    legal("herb-garden", "5k6/12/12/12/12/12/1H4K3H1 w BK - 0 1", &["g1i1", "g1e1"], &[]);
    legal("herb-garden", "5k6/12/12/12/12/12/2E3K2E2 w CJ - 0 1", &["g1i1", "g1e1"], &[]);
    // Black's king stands on the f-file: its king's side is toward the a-file.
    assert_eq!(
        after("herb-garden", "r4k5r/12/12/12/12/12/6K5 b al - 0 1", "f7d7"),
        "3kr6r/12/12/12/12/12/6K5 w - - 1 2"
    );
    // A check takes the rights away for good; the revision of September 2002 knows no such clause.
    let check = "5k6/12/12/12/7q4/12/R5K4R b AL - 0 1";
    assert_eq!(after("herb-garden", check, "h3g3"), "5k6/12/12/12/6q5/12/R5K4R w - - 1 2");
    assert_eq!(after("herb-garden-2002b", check, "h3g3"), "5k6/12/12/12/6q5/12/R5K4R w AL - 1 2");
}

#[test]
fn random_castling() {
    legal("crc", "1r5k1r/10/10/10/10/10/10/1R5K1R w KQkq - 0 1", &["h1i1k", "h1c1"], &["h1i1r"]);
    legal("crc", "8k1/10/10/10/10/10/10/R7KR w KQ - 0 1", &["i1i1k", "i1c1"], &[]);
    // RULES.md §5: the rook may have been a shield.
    legal("crc", "4k5/10/10/10/10/10/10/qR3KR3 w KQ - 0 1", &["f1i1"], &["f1c1"]);
    legal("chess960", "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", &["b1a1", "b1h1"], &["b1g1"]);
}

#[test]
fn courier_spiels_rook_must_be_safe() {
    legal("courier-spiel", "1r3k6/12/12/12/12/12/12/R4K5R w KQ - 0 1", &["f1j1"], &["f1c1"]);
    legal("courier-spiel", "r4k4r1/12/12/12/12/12/12/R4K5R w KQ - 0 1", &[], &["f1c1", "f1j1"]);
}

#[test]
fn courier_spiels_pawn_waits() {
    // Arrival, two moves of waiting, then the choice and a move in one turn.
    let start = "4k7/P11/12/12/12/12/12/4K7 w - - 0 1";
    assert_eq!(after("courier-spiel", start, "a7a8"), "P3k7/12/12/12/12/12/12/4K7 b - - 0 1 a8:2");
    let ready = after("courier-spiel", start, "a7a8 e8e7 e1e2 e7e8 e2e1 e8e7");
    assert_eq!(ready, "P11/4k7/12/12/12/12/12/4K7 w - - 5 4 a8:0");
    legal("courier-spiel", &ready, &["e1e2,a8q", "a8a1,a8q", "a8b6,a8n", "e1d1,a8f"], &["e1e2"]);
    assert_eq!(after("courier-spiel", &ready, "e1e2,a8u"), "U11/4k7/12/12/12/12/4K7/12 b - - 0 4");
}

#[test]
fn courier_spiels_waiting_pawn_is_immune_and_idle() {
    let text = "2rP1k6/12/12/12/12/12/12/5K6 b - - 0 1 d8:2";
    legal("courier-spiel", text, &["c8b8", "c8c1"], &["c8d8", "c8e8"]);
}

#[test]
fn courier_spiels_instant_promotion() {
    // White's stock is empty; whatever Black takes, the pawn on a8 becomes that piece at once.
    let text = "P11/r4k6/12/2n9/12/1R10/12/RNBCUKQFCBN1 b - - 0 1 a8:0";
    assert_eq!(after("courier-spiel", text, "c5b3"), "R11/r4k6/12/12/12/1n10/12/RNBCUKQFCBN1 w - - 0 2");
    // RULES.md §6: unless that puts the capturer's king in check.
    let rook = "P5k5/6p5/12/1n10/12/R1R9/12/1NBCUKQFCBN1 b - - 0 1 a8:0";
    legal("courier-spiel", rook, &["b5c7"], &["b5a3", "b5c3"]);
}

#[test]
fn illegal_moves_name_the_candidates() {
    let variant = Variant::named("archchess").unwrap();
    let position = fen::read("4k5/10/10/10/10/10/10/10/10/4K5 w L - 0 1", variant).unwrap();
    let error = uci::read("e1e5", &position).unwrap_err().to_string();
    assert!(error.starts_with("`e1e5` is not a legal move here; legal: "), "{error}");
    assert!(error.contains("e1e3"), "{error}");
    assert!(uci::read("e1e3 ", &position).is_err());
}
