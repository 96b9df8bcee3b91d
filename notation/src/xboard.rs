//! Moves as programs of `XBoard`'s protocol tell them to each other: [`MoveNotation::Xboard`], but for castlings in games
//! with random arrays, whose squares may hide them.

use campione_movegen::{Move, Position};

use crate::moves::{MoveError, MoveFault, MoveNotSaid, MoveNotation};
use crate::san;

/// Writes a legal move of `position`: coordinates, and from random arrays castlings as `O-O` and `O-O-O`.
///
/// # Errors
/// As [`MoveNotation::Xboard`].
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::{fen, uci, xboard};
/// let game = Variant::named("crc")?;
/// let position = fen::read("4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1", &game)?;
/// let castling = xboard::read("O-O", &position)?;
/// assert_eq!(xboard::write(castling, &position)?, "O-O");
/// assert_eq!(uci::write(castling, &position), "e1i1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(mv: Move, position: &Position<'_>) -> Result<String, MoveNotSaid> {
    let castles = position.castling_row(mv).is_some_and(|row| row.partner.is_some());
    if castles && position.variant().has_random_arrays() {
        return Ok(san::write(mv, position).trim_end_matches(['+', '#']).to_owned());
    }
    MoveNotation::Xboard.write(mv, position)
}

/// Reads a move of `position`: in coordinates, in SAN, and in coordinates of capitals.
///
/// # Errors
/// That of the coordinates, or of the SAN if it is a move there that is not legal.
pub fn read(text: &str, position: &Position<'_>) -> Result<Move, MoveError> {
    let coordinates = match MoveNotation::Xboard.read(text, position) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let san = match MoveNotation::San.read(text, position) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    if let Ok(mv) = MoveNotation::Xboard.read(&text.to_ascii_lowercase(), position) {
        return Ok(mv);
    }
    let better = coordinates.fault == MoveFault::Unreadable && san.fault != MoveFault::Unreadable;
    Err(if better { san } else { coordinates })
}
