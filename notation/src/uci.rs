//! Moves in coordinates (NOTATION.md, "Moves": column `uci`), as engine protocols have them.

use campione_core::Square;
use campione_movegen::{Move, Position};

use crate::moves::{MoveError, MoveNotation, format};
use crate::squares::square;

/// Writes a legal move of `position` in coordinates, as engine protocols do: `e2e4`, `i7i8c`, `e1i1,j1g1`; a null move
/// as `0000`.
pub fn write(mv: Move, position: &Position) -> String {
    format::coordinates(mv, position)
}

/// Reads a move of `position` in coordinates. A castling can be written in several ways:
///
/// - The king's move to its target, followed by `k`. The `k` is optional if the king could not move there otherwise.
/// - The king taking its own partner.
/// - In random arrays, any king's move of two squares or more toward its partner that is not otherwise a move
///   (source 003, rule d).
/// - Its name: `O-O`, `H-H-H`, `O-O:i1g1`. It has letters, never zeros (source 003, rule f).
///
/// # Errors
/// [`MoveError`]; for an illegal move it lists the legal moves from the same square.
pub fn read(text: &str, position: &Position) -> Result<Move, MoveError> {
    MoveNotation::Uci.read(text, position)
}

/// As [`read`], but reads the null move `0000` too.
///
/// # Errors
/// As [`read`]; and for a null move in check.
pub fn read_or_pass(text: &str, position: &Position) -> Result<Move, MoveError> {
    MoveNotation::Uci.read_or_pass(text, position)
}

/// The two squares at the start of a text in coordinates, with ranks counted from 1; `None` if it does not start so.
pub fn squares(text: &str) -> Option<(Square, Square)> {
    let rest = &mut &*text;
    Some((square(rest, 1)?, square(rest, 1)?))
}
