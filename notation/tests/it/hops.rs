//! Hoppers, pawn steps of more than two squares, pawns that never promote, flexible castling: single positions, and
//! counts confirmed by other programs.

use campione_core::Variant;
use campione_movegen::Position;
use campione_notation::{fen, san, uci, why};
use campione_variants::FromToml as _;

const CANNONS: &str = include_str!("../examples/cannons.toml");

fn moves(position: &Position, from: &str) -> Vec<String> {
    let mut moves: Vec<String> = position.legal_moves().iter().map(|&mv| uci::write(mv, position)).collect();
    moves.retain(|mv| mv.starts_with(from));
    moves.sort();
    moves
}

#[track_caller]
fn check(file: &str, text: &str, from: &str, expected: &[&str]) {
    let variant = Variant::from_toml(file, "game").unwrap_or_else(|error| panic!("{error}"));
    let position = fen::read(text, variant).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(moves(&position, from), expected, "{text}");
}

#[test]
fn a_cannon_captures_over_one_piece() {
    let text = "5k4/1r8/10/1p8/10/1P8/10/1C3p1p2/10/5K4 w - - 0 1";
    check(CANNONS, text, "b3", &["b3a3", "b3b1", "b3b2", "b3b4", "b3b7", "b3c3", "b3d3", "b3e3", "b3h3"]);
}

#[test]
fn a_grasshopper_lands_right_behind() {
    check(CANNONS, "5k4/10/10/10/2P7/10/G1P7/1p8/10/5K4 w - - 0 1", "a4", &["a4c2", "a4d4", "a4d7"]);
}

#[test]
fn nobody_may_become_the_hurdle_of_a_check_nor_leave_as_the_second() {
    // The cannon on f9 faces the king on an empty f-file: no check, but the knight must not become the hurdle.
    let text = "k9/5c4/10/10/10/10/3N6/10/10/5K4 w - - 0 1";
    check(CANNONS, text, "d4", &["d4b3", "d4b5", "d4c2", "d4c6", "d4e2", "d4e6"]);
    // With two pieces between, neither may leave the file.
    let text = "k9/5c4/10/10/10/5N4/5P4/10/10/5K4 w - - 0 1";
    check(CANNONS, text, "f5", &[]);
    check(CANNONS, text, "f4", &[]);
    // With one piece between, the king is in check. That piece can leave, or another can become the second.
    let text = "k9/5c4/10/10/10/5N4/10/4P5/3N6/5K4 w - - 0 1";
    check(CANNONS, text, "f5", &["f5d4", "f5d6", "f5e7", "f5g3", "f5g7", "f5h4", "f5h6"]);
    check(CANNONS, text, "d2", &["d2f3"]);
    check(CANNONS, text, "e3", &[]);
}

#[test]
fn castling_leaves_no_square_that_a_cannon_sees() {
    let variant = Variant::from_toml(CANNONS, "game").unwrap();
    let castlings = |text: &str| -> Vec<String> {
        let position = fen::read(text, variant).unwrap_or_else(|error| panic!("{error}"));
        let mut castlings: Vec<String> = position
            .legal_moves()
            .iter()
            .filter(|mv| mv.castling_row().is_some())
            .map(|&mv| san::write(mv, &position))
            .collect();
        castlings.sort();
        castlings
    };
    let all = ["O-O-O:b1c1", "O-O-O:c1d1", "O-O-O:d1e1", "O-O:h1g1", "O-O:i1h1", "O-O:j1i1"];
    assert_eq!(castlings("5k4/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1"), all);
    // Over the pawn on h5 the cannon attacks h1. The king does not cross that file when it castles toward the a-file.
    assert_eq!(castlings("5k4/7c2/10/10/10/7P2/10/10/10/R4K3R w KQ - 0 1"), all[..3]);
}

#[test]
fn flexible_castling_is_told_from_steps() {
    let variant = Variant::from_toml(CANNONS, "game").unwrap();
    let position = fen::read("5k4/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", variant).unwrap();
    for text in ["f1h1,j1g1", "f1i1,j1h1", "f1j1,j1i1", "f1d1,a1e1", "f1c1,a1d1", "f1b1,a1c1"] {
        let mv = uci::read(text, &position).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(uci::write(mv, &position), text);
        assert_eq!(san::read(&san::write(mv, &position), &position), Ok(mv));
    }
    assert!(uci::read("f1g1,j1f1", &position).is_err(), "one square is too few");
    assert!(uci::read("f1a1,a1b1", &position).is_err(), "five are too many");
    assert!(uci::read("f1i1,j1g1", &position).is_err(), "not beside the king");
    assert_eq!(fen::write(&position), "5k4/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1");
}

#[test]
fn a_pawn_may_be_captured_on_each_square_that_it_passed() {
    let variant = Variant::from_toml(CANNONS, "game").unwrap();
    let before = fen::read("5k4/10/10/10/10/2p7/p1p7/10/1P8/5K4 w - - 0 1", variant).unwrap();
    assert_eq!(moves(&before, "b2"), ["b2b3", "b2b4", "b2b5"]);
    let after = before.play(uci::read("b2b5", &before).unwrap()).unwrap();
    let text = "5k4/10/10/10/10/1Pp7/p1p7/10/10/5K4 b - b3b4 0 1";
    assert_eq!(fen::write(&after), text);
    assert_eq!(fen::read(text, variant).unwrap(), after);
    assert_eq!(moves(&after, "a4"), ["a4a3", "a4b3"]);
    assert_eq!(moves(&after, "c"), ["c4b3", "c4c3", "c5b4"]);
    for text in ["a4b3", "c5b4"] {
        let next = after.play(uci::read(text, &after).unwrap()).unwrap();
        assert_eq!(next.by_color(campione_core::Color::White).count(), 1, "{text}");
    }
    // Where the last square alone is written, the pawn cannot be captured on the one before it.
    let text = "5k4/10/10/10/10/1Pp7/p1p7/10/10/5K4 b - b4 0 1";
    let last = fen::read(text, variant).unwrap();
    assert_eq!(moves(&last, "a4"), ["a4a3"]);
    assert_eq!(moves(&last, "c"), ["c4c3", "c5b4"]);
    assert_eq!(fen::write(&last), text);
    // A double step, and squares that do not fit together.
    let after = before.play(uci::read("b2b4", &before).unwrap()).unwrap();
    assert!(fen::write(&after).contains(" b - b3 "));
    let barred = fen::read("5k4/10/10/10/10/1Pp7/1n1p6/10/10/5K4 b - b3 0 1", variant).unwrap_err().to_string();
    assert!(barred.contains("another square on the pawn's way is occupied"), "{barred}");
    for (field, words) in [("b3c4", "not a square"), ("b4", "no pawn stands before it"), ("b6", "not on the rank")] {
        let text = format!("5k4/10/10/10/10/2p7/pPp7/10/10/5K4 b - {field} 0 1");
        let error = fen::read(&text, variant).unwrap_err().to_string();
        assert!(error.contains(words), "{field}: {error}");
    }
}

#[test]
fn a_pawn_that_does_not_promote_stays_and_can_be_captured() {
    let file = "extends = \"chess\"\npromotion.to = \"\"\n";
    check(file, "3r2k1/1P2P3/8/8/8/8/8/4K3 w - - 0 1", "e7", &["e7d8", "e7e8"]);
    check(file, "3rP1k1/8/8/8/8/8/8/4K3 w - - 0 1", "e8", &[]);
    check(file, "3rP1k1/8/8/8/8/8/8/4K3 b - - 0 1", "d8e", &["d8e8"]);
    // It attacks nothing from there, and Black's does not either.
    check(file, "6k1/8/8/8/8/8/8/p2K4 w - - 0 1", "d1", &["d1c1", "d1c2", "d1d2", "d1e1", "d1e2"]);
}

#[test]
fn a_hop_that_is_not_possible_is_explained() {
    let variant = Variant::from_toml(CANNONS, "game").unwrap();
    let because = |text: &str, mv: &str, words: &str| {
        let position = fen::read(text, variant).unwrap_or_else(|error| panic!("{error}"));
        let explanation = why::explain(mv, &position).unwrap();
        let reason = explanation.reasons.first().unwrap_or_else(|| panic!("{mv} is legal"));
        assert!(reason.to_string().contains(words), "`{words}` is not in: {reason}");
    };
    because("5k4/10/10/10/10/10/10/1C3p1p2/10/5K4 w - - 0 1", "b3f3", "over exactly one piece and on beyond");
    because("k9/5c4/10/10/10/10/3N6/10/10/5K4 w - - 0 1", "d4f5", "after the move");
    because("5k4/10/10/10/10/10/10/10/1P8/5K4 w - - 0 1", "b2b6", "does not move 4 squares");
    because("5k4/10/10/10/10/10/1p8/10/1P8/5K4 w - - 0 1", "b2b5", "is blocked by the pawn on b4");
}
