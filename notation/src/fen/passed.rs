//! The en-passant field.

use campione_core::{Color, Square, Variant};

use crate::squares;

/// The square that a pawn has passed. A step longer than a double step may pass several; then it is the first of them.
pub(super) fn passed_square(text: &str, first_rank: u8, turn: Color, variant: Variant) -> Option<Square> {
    let mut rest = text;
    let mut squares = Vec::new();
    while !rest.is_empty() {
        squares.push(squares::square(&mut rest, first_rank).filter(|&square| variant.board().contains(square))?);
    }
    if squares.len() > 1 && !variant.has_long_steps() {
        return None;
    }
    let file = squares.first()?.file();
    let one_file = squares.iter().all(|square| square.file() == file);
    let first = if turn == Color::Black { squares.iter().min() } else { squares.iter().max() };
    first.copied().filter(|_| one_file)
}
