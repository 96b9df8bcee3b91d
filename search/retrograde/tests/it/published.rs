//! The longest mates of orthodox chess, as in published endgame tables.

use campione_core::{Bitboard, Role, Variant};
use campione_retrograde::{Ending, EndingError, Shades};
use campione_variants::FromToml as _;

use crate::pieces;

/// Moves to mate in the longest win.
fn moves(letters: &str, shades: Shades) -> Option<u16> {
    let chess = Variant::named("chess").unwrap();
    let tally = Ending::solve(chess, &pieces(chess, letters)).unwrap().tally(shades);
    assert!(tally.won_in_time == tally.won && tally.won <= tally.positions);
    tally.longest.map(|plies| plies.div_ceil(2))
}

#[test]
fn longest_mates_of_chess() {
    assert_eq!(moves("Q", Shades::Any), Some(10));
    assert_eq!(moves("R", Shades::Any), Some(16));
    assert_eq!(moves("BN", Shades::Any), Some(33));
    assert_eq!(moves("BB", Shades::Any), Some(19));
    assert_eq!(moves("BB", Shades::Same), None);
    assert_eq!(moves("BB", Shades::Different), Some(19));
    assert_eq!(moves("N", Shades::Any), None);
    assert_eq!(moves("B", Shades::Any), None);
    // Two knights cannot force mate, but there are mates in one.
    assert_eq!(moves("NN", Shades::Any), Some(1));
}

/// The longest mates of fairy pieces such as princess, empress and amazon, as commonly published.
#[test]
fn longest_mates_of_fairy_pieces() {
    let mut text = "extends = \"chess\"\n".to_owned();
    for (letter, moves) in [('A', "BN"), ('C', "RN"), ('M', "QN"), ('U', "K")] {
        text += &format!("[piece.{letter}]\nmoves = \"{moves}\"\n");
    }
    let variant = Variant::from_toml(&text, "fairy").unwrap();
    for (letter, expected) in [("A", 17), ("C", 11), ("M", 4), ("U", 18)] {
        let ending = Ending::solve(variant, &pieces(variant, letter)).unwrap();
        let longest = ending.tally(Shades::Any).longest;
        assert_eq!(longest.map(|plies| plies.div_ceil(2)), Some(expected), "{letter}");
    }
}

/// The positions of king and rook against king, counted square by square.
#[test]
fn positions_are_counted_on_the_whole_board() {
    let chess = Variant::named("chess").unwrap();
    let tally = |letters: &str| Ending::solve(chess, &pieces(chess, letters)).unwrap().tally(Shades::Any);
    let mut positions = 0;
    for king in chess.board() {
        for rook in chess.board().without(king) {
            for weak in chess.board() - chess.king_steps(king) - Bitboard::of(king).with(rook) {
                let on_line = weak.file() == rook.file() || weak.rank() == rook.rank();
                let sheltered = campione_core::between(rook, weak).contains(king);
                positions += u64::from(!on_line || sheltered);
            }
        }
    }
    assert_eq!(tally("R").positions, positions);
    let (any, same, different) = {
        let bishops = Ending::solve(chess, &pieces(chess, "BB")).unwrap();
        (bishops.tally(Shades::Any), bishops.tally(Shades::Same), bishops.tally(Shades::Different))
    };
    assert_eq!(any.positions, same.positions + different.positions);
    assert_eq!(any.won, different.won);
}

#[test]
fn what_cannot_be_solved() {
    let chess = Variant::named("chess").unwrap();
    let error = |pieces: &[Role]| Ending::solve(chess, pieces).err().unwrap();
    assert_eq!(error(&[]), EndingError::Pieces(0));
    assert_eq!(error(&pieces(chess, "BNN")), EndingError::Pieces(3));
    assert!(matches!(error(&[Role::PAWN]), EndingError::Role { index: 1, .. }));
    assert!(matches!(error(&[Role::KING]), EndingError::Role { index: 0, .. }));
    assert!(matches!(error(&[Role::from_index(20).unwrap()]), EndingError::Role { index: 20, .. }));
    let other = |draws: &str| {
        let variant =
            Variant::from_toml(&format!("extends = \"chess\"\n[draws]\ndead_position = false\n{draws}"), "other");
        let variant = variant.unwrap();
        Ending::solve(variant, &pieces(variant, "R")).err()
    };
    assert_eq!(other("stalemate = \"loss\""), Some(EndingError::Stalemate("other".to_owned())));
    assert_eq!(other("bare_king = true"), Some(EndingError::BareKing("other".to_owned())));
}
