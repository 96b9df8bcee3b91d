//! The en passant field.

use campione_core::{Color, PawnKind, Setup, Square, Variant};

use crate::squares;

/// Reads the squares that a pawn has passed, into a setup whose pieces and side to move are read. After a step longer than a
/// double step there may be several; then the first of them counts. Berolina pawns may have come from two sides, so with
/// them the square of the pawn itself stands there too, before or behind the passed ones. `None` if these are no such squares;
/// whether a pawn really passed them is decided by the rules of positions.
pub(super) fn read_passed(text: &str, first_rank: u8, variant: Variant, setup: &mut Setup) -> Option<()> {
    let mut rest = text;
    let mut squares = Vec::new();
    while !rest.is_empty() {
        squares.push(squares::square(&mut rest, first_rank).filter(|&square| variant.board().contains(square))?);
    }
    let is_pawn = |square: Square| variant.passers_are_named() && setup.board.piece_at(square).is_some();
    let pawn = squares.iter().position(|&square| is_pawn(square));
    let pawn = pawn.map(|index| squares.remove(index));
    if squares.len() > 1 && !variant.has_long_steps() {
        return None;
    }
    // The side that has moved is not to move: after a step of White, which goes up, the lowest square was passed first.
    let first = *if setup.turn == Color::Black { squares.iter().min() } else { squares.iter().max() }?;
    let in_line = |square: Square| {
        let (files, ranks) = (square.file().abs_diff(first.file()), square.rank().abs_diff(first.rank()));
        match variant.pawn_kind() {
            PawnKind::Orthodox => files == 0,
            PawnKind::Berolina => files == ranks,
        }
    };
    squares.iter().copied().chain(pawn).all(in_line).then_some(())?;
    (setup.en_passant, setup.passer) = (Some(first), pawn);
    Some(())
}
