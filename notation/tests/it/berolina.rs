//! Berolina pawns, which step diagonally and capture straight ahead (RULES.md §7, berolina).

use campione_core::{PawnKind, Variant};
use campione_movegen::{Position, perft};
use campione_notation::{fen, san, uci, why, xboard};

fn berolina() -> Variant {
    Variant::named("berolina").unwrap()
}

fn position(text: &str) -> Position {
    fen::read(text, berolina()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn all_in_san(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position.legal_moves().into_iter().map(|mv| san::write(mv, position)).collect();
    moves.sort();
    moves
}

/// The count is Fairy-Stockfish's (pyffish 0.0.90).
#[test]
fn four_plies_from_the_start() {
    let start = Position::start(berolina());
    assert_eq!(start.variant().pawn_kind(), PawnKind::Berolina);
    assert_eq!(perft(&start, 4), 882_717);
}

/// Two pawns may have passed d3, and each is another capture: the FEN says which one did.
#[test]
fn the_passed_square_alone_does_not_name_the_pawn() {
    let fields = "4k3/8/8/8/2PpP3/8/8/4K3 b -";
    let [left_pawn, other] = ["d3c4", "d3e4"].map(|passed| position(&format!("{fields} {passed} 0 1")));
    assert_ne!(left_pawn, other);
    assert_ne!(left_pawn.wide_zobrist(), other.wide_zobrist());
    for (position, taken, left) in [(&left_pawn, "c4", "e4"), (&other, "e4", "c4")] {
        assert_eq!(position.passed_pawn(), Some(taken.parse().unwrap()));
        let next = position.play(uci::read("d4d3", position).unwrap()).unwrap();
        assert_eq!(next.role_at(taken.parse().unwrap()), None);
        assert!(next.role_at(left.parse().unwrap()).is_some());
        assert_eq!(&position_again(position), position);
    }
    let error = fen::read(&format!("{fields} d3 0 1"), berolina()).unwrap_err().to_string();
    assert!(error.contains("two pawns may have passed it"), "{error}");
    // With one pawn its square says nothing new; and the squares may come in any order.
    let one = "4k3/8/8/8/2Pp4/8/8/4K3 b -";
    assert_eq!(position(&format!("{one} d3 0 1")), position(&format!("{one} c4d3 0 1")));
    for (passed, words) in
        [("d3e4", "not a square"), ("d3d4", "not a square"), ("c4", "not a square"), ("e3", "no pawn")]
    {
        let error = fen::read(&format!("{one} {passed} 0 1"), berolina()).unwrap_err().to_string();
        assert!(error.contains(words), "{passed}: {error}");
    }
}

fn position_again(position: &Position) -> Position {
    let text = fen::write(position);
    fen::read(&text, position.variant()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A pawn's step shows its file only where two pawns can make it; a capture always does.
#[test]
fn moves_in_san() {
    let moves = all_in_san(&position("4k3/8/8/3p4/3P4/8/P1P5/4K3 w - - 0 1"));
    for text in ["ab3", "cb3", "c4", "a4", "d3", "e5", "c5", "dxd5", "e4"] {
        assert_eq!(moves.iter().filter(|mv| *mv == text).count(), 1, "{text} in {moves:?}");
    }
    // A capture en passant and a step to the same square.
    let position = position("4k3/8/8/1p2P3/2P5/8/8/4K3 w - b5c6 0 1");
    assert_eq!(all_in_san(&position).iter().filter(|mv| mv.ends_with("c6")).count(), 0, "nobody stands before c6");
    let position = self::position("4k3/8/8/1pPP4/8/8/8/4K3 w - b5c6 0 1");
    let moves = all_in_san(&position);
    for text in ["c6", "cxc6"] {
        assert!(moves.contains(&text.to_owned()), "{text} in {moves:?}");
        let mv = san::read(text, &position).unwrap();
        assert_eq!(mv.kind().is_en_passant(), text.contains('x'));
    }
}

#[test]
fn why_not() {
    let position = position("4k3/8/8/3pp3/3P4/8/4P3/4K3 w - - 0 1");
    for (text, words) in [
        ("e2e3", "a pawn captures straight, and e3 is empty"),
        ("e2e4", "one square diagonally ahead, two from its second rank, captures straight ahead"),
        ("d4e5", "is blocked by"),
        ("d4b6", "a pawn moves two squares from its second rank only"),
        ("d4f6", "a pawn moves two squares from its second rank only"),
    ] {
        let explanation = why::explain(text, &position).unwrap();
        let said: Vec<String> = explanation.reasons.iter().map(ToString::to_string).collect();
        assert!(said.iter().any(|reason| reason.contains(words)), "{text}: {said:?}");
    }
}

#[test]
fn xboard_is_told() {
    let lines = xboard::describe(berolina()).unwrap();
    assert!(lines.contains(&"piece P& fmFfceWifmnA".to_owned()), "{lines:?}");
    let position = position("4k3/8/8/1pP5/8/8/8/4K3 w - b5c6 0 1");
    assert!(xboard::not_shown(uci::read("c5c6", &position).unwrap(), &position).is_some());
}
