//! Boards as bytes, one for each square, rank by rank from a1: arrays that libraries for numbers use without a copy.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::{Board, color};
use crate::names::type_number;

#[pymethods]
impl Board {
    /// For each square the number of the piece type on it, as a signed byte: below 0 for Black, 0 if it is empty.
    fn piece_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let (rules, position) = (self.variant.rules, self.position());
        let board = position.board();
        let piece = |square| {
            // At most 26, so it fits a signed byte.
            let number = |piece: campione::Piece| type_number(rules.role(piece.role).letter) as u8;
            board.piece_at(square).map_or(0, |piece| match piece.color {
                campione::Color::White => number(piece),
                campione::Color::Black => number(piece).wrapping_neg(),
            })
        };
        PyBytes::new(py, &rules.board().into_iter().map(piece).collect::<Vec<u8>>())
    }

    /// For each square how many pieces of a color attack it.
    fn attack_bytes<'py>(&self, py: Python<'py>, color: bool) -> Bound<'py, PyBytes> {
        let (rules, position) = (self.variant.rules, self.position());
        let attackers = |square| position.attackers_to(square, self::color(color)).count() as u8;
        PyBytes::new(py, &rules.board().into_iter().map(attackers).collect::<Vec<u8>>())
    }
}
