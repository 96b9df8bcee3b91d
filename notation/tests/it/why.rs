//! Why moves are illegal: each rule is tested, and that every illegal move has a reason.

use std::collections::HashSet;

use campione_core::{Role, SplitMix64, Variant};
use campione_movegen::Position;
use campione_notation::moves::MoveNotation;
use campione_notation::{fen, random, uci, why};

/// Checks that the code of a reason is listed, and that it names no square that is not in its words.
fn check_cause(reason: &why::Reason) {
    let (code, words) = (reason.cause.code(), reason.to_string());
    assert!(why::Cause::CODES.contains(&code), "{code}: {words}");
    if !matches!(reason.cause, why::Cause::KingCapture { .. }) && !code.starts_with("illegal.castling-") {
        for square in reason.cause.squares() {
            assert!(words.contains(&square.to_string()), "{square} is not in: {words}");
        }
    }
}

#[test]
fn the_first_reason_against_a_move() {
    let rows = include_str!("../reasons.tsv").lines().filter(|row| !row.starts_with('#'));
    let count = rows
        .map(|row| {
            let [id, text, mv, words, source] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
            let position = fen::read(text, Variant::named(id).unwrap()).unwrap();
            let explanation = why::explain(mv, &position).unwrap();
            assert!(explanation.legal.is_empty(), "{row}: it is legal");
            let reason = &explanation.reasons[0];
            assert!(reason.to_string().contains(words), "{row}: {reason}");
            assert!(reason.source.contains(source), "{row}: {}", reason.source);
            check_cause(reason);
        })
        .count();
    assert_eq!(count, 62);
}

/// A pawn beside the origin on another rank than that of double steps has nothing to do with en passant.
#[test]
fn a_capture_beside_a_pawn_that_cannot_have_passed() {
    let position = fen::read("4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1", Variant::named("chess").unwrap()).unwrap();
    let causes = |text: &str| why::explain(text, &position).unwrap().reasons.into_iter().map(|reason| reason.cause);
    assert_eq!(causes("e4d5").collect::<Vec<_>>(), [why::Cause::PawnCapture { to: "d5".parse().unwrap() }]);
}

#[test]
fn an_illegal_move_in_any_notation_has_a_reason() {
    let start = Position::start(Variant::named("chess").unwrap());
    let e4 = start.legal_moves_to(Role::PAWN, "e4".parse().unwrap())[0];
    // White's turn again, and no pawn can go to e4.
    let later = start.play(e4).and_then(|next| next.pass()).unwrap();
    for notation in MoveNotation::ALL {
        let text = notation.write(e4, &start).unwrap();
        let explanation = why::explain(&text, &later).unwrap_or_else(|error| panic!("{notation}: {error}"));
        assert!(explanation.legal.is_empty() && !explanation.reasons.is_empty(), "{notation}: {text}: {explanation:?}");
    }
}

#[test]
fn a_capture_that_promotes_a_pawn_against_our_king() {
    // Black has all its pieces on the board. The captured rook is the first lost piece, so the pawn on a1 becomes a
    // rook.
    let variant = Variant::named("courier-spiel").unwrap();
    let full = "rnbcukqfcbnr/12/12/12/12/R11/12/p4K6 w - - 0 1 a1:0";
    let position = fen::read(full, variant).unwrap();
    let explanation = why::explain("a3a8", &position).unwrap();
    assert!(
        explanation.reasons[0].to_string().contains("becomes the captured rook at once, and attacks the king on f1"),
        "{explanation:?}"
    );
    assert!(explanation.reasons[0].source.contains("RULES.md §6"));
}

/// Checks moves from every piece of the side to move to every square; the king's moves also with a letter after them.
fn check_position(position: &Position) {
    let legal: HashSet<String> = position.legal_moves().into_iter().map(|mv| uci::write(mv, position)).collect();
    let board = position.variant().board();
    for from in position.by_color(position.turn()) {
        let letters = if from == position.king(position.turn()) { &["", "k", "q"][..] } else { &[""] };
        for to in board {
            for letter in letters {
                let text = format!("{from}{to}{letter}");
                let explanation = why::explain(&text, position).unwrap();
                let at = || format!("{text}: {} {}", position.variant().id(), fen::write(position));
                if legal.contains(&text) {
                    assert_eq!((explanation.legal.len(), explanation.reasons.len()), (1, 0), "{}", at());
                } else if explanation.legal.is_empty() {
                    assert!(!explanation.reasons.is_empty(), "{}", at());
                }
                explanation.reasons.iter().for_each(check_cause);
            }
        }
    }
    for text in ["O-O", "O-O-O", "H-H", "H-H-H", "E-E", "E-E-E"] {
        let explanation = why::explain(text, position).unwrap();
        assert_ne!(explanation.legal.is_empty(), explanation.reasons.is_empty(), "{text}: {}", fen::write(position));
    }
    for mv in &legal {
        assert_eq!(why::explain(mv, position).unwrap().legal.len(), 1, "{mv}");
    }
}

#[test]
fn no_illegal_move_is_without_a_reason() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let mut random = SplitMix64::new(11);
        for _ in 0..crate::sample(16, 40) {
            let position = *random::walk(&Position::start(variant), 4..=90, &mut random).unwrap().position();
            check_position(&position);
        }
    }
}

#[test]
fn codes_are_unique_kebab_case() {
    let kebab =
        |name: &str| !name.is_empty() && name.split('-').all(|word| word.chars().all(|c| c.is_ascii_lowercase()));
    for (prefix, codes) in [("illegal.", why::Cause::CODES)] {
        let unique: HashSet<&str> = codes.iter().copied().collect();
        assert_eq!(unique.len(), codes.len(), "{codes:?}");
        for code in codes {
            assert!(code.strip_prefix(prefix).is_some_and(kebab), "{code}");
        }
    }
}

#[test]
fn a_cause_names_its_squares_and_counts_ranks_as_asked() {
    let position = fen::read("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", Variant::named("chess").unwrap()).unwrap();
    let reason = &why::explain("e2c3", &position).unwrap().reasons[0];
    let placed = |square: &str| {
        let square = square.parse().unwrap();
        why::Placed { piece: position.piece_at(square).unwrap(), square }
    };
    let (mover, rook, king) = (placed("e2"), placed("e8"), placed("e1").square);
    assert_eq!(reason.cause, why::Cause::Pinned { mover, king, by: vec![rook] });
    assert_eq!(reason.cause.code(), "illegal.pinned");
    let squares: Vec<String> = reason.cause.squares().into_iter().map(|square| square.to_string()).collect();
    assert_eq!(squares, ["e1", "e2", "e8"]);
    let words = "the knight on e1 is pinned: moving it opens a line to the king on e0 for the rook on e7";
    assert_eq!(reason.counted_from(0).to_string(), words);
}
