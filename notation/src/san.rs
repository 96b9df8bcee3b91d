//! Algebraic moves, short and long (NOTATION.md, "Moves": column `san`, and `lan`).

use campione_core::Color;
use campione_movegen::{Move, Position};

use crate::moves::format::{Form, append_san};
use crate::moves::{MoveError, MoveNotation};

/// Writes a legal move of `position` in short algebraic notation, with `+` for check and `#` for checkmate; a null move
/// as `--`.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::{fen, san, uci};
/// let variant = Variant::named("capablanca")?;
/// let position = fen::read("4k5/10/10/10/10/10/10/1N1N1K4 w - - 0 1", variant)?;
/// assert_eq!(san::write(uci::read("b1c3", &position)?, &position), "Nbc3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(mv: Move, position: &Position) -> String {
    let mut text = String::with_capacity(8);
    append(&mut text, mv, position);
    text
}

/// As [`write()`], but appends to a text.
pub fn append(text: &mut String, mv: Move, position: &Position) {
    append_san(text, mv, position, Form::Short);
}

/// Writes a legal move of `position` in long algebraic notation (`Ng1-h3`), with `+` for check and `#` for checkmate.
pub fn write_long(mv: Move, position: &Position) -> String {
    let mut text = String::with_capacity(8);
    append_san(&mut text, mv, position, Form::Long);
    text
}

/// Reads an algebraic move of `position`, short or long, in any spelling of NOTATION.md, "Spellings".
///
/// # Errors
/// [`MoveError`] if the text is not a move, is illegal or is ambiguous. It lists possible legal moves.
pub fn read(text: &str, position: &Position) -> Result<Move, MoveError> {
    MoveNotation::San.read(text, position)
}

/// The number before the next move of a position: `12.` for White, `12…` for Black.
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::Position;
/// use campione_notation::san::move_number;
/// let start = Position::start(Variant::named("chess")?);
/// assert_eq!(move_number(&start), "1.");
/// assert_eq!(move_number(&start.play_unchecked(start.legal_moves()[0])), "1…");
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
pub fn move_number(position: &Position) -> String {
    format!("{}{}", position.fullmove_number(), if position.turn() == Color::White { "." } else { "…" })
}
