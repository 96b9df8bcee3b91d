//! Fields that a FEN leaves out.

use std::fmt;

use crate::number;

/// The fields that a FEN has left out and that are taken to have their usual values, if it has 3 or 5 fields. Four fields
/// are the form of EPD, and six are complete: neither leaves anything to be said.
///
/// ```
/// use campione_notation::fen::MissingFields;
/// let three = MissingFields::of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq");
/// assert_eq!(three, Some(MissingFields::EnPassantAndClocks));
/// assert_eq!(MissingFields::of("4k3/8/8/8/8/8/8/4K3 w - - 12"), Some(MissingFields::MoveNumber));
/// assert_eq!(MissingFields::of("4k3/8/8/8/8/8/8/4K3 w - -"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MissingFields {
    /// Three fields: no en passant, clocks `0 1`.
    EnPassantAndClocks,
    /// Five fields: the move number is 1.
    MoveNumber,
}

impl MissingFields {
    /// What a FEN that can be read has left out.
    pub fn of(fen: &str) -> Option<MissingFields> {
        let mut fields = fen.split_ascii_whitespace();
        // ChessV's five fields, with one for the king's leap, are complete as EPD is; they do not end with a number.
        match (fields.by_ref().take(4).count(), fields.next(), fields.next()) {
            (3, ..) => Some(MissingFields::EnPassantAndClocks),
            (4, Some(clock), None) if number::is_digits(clock) => Some(MissingFields::MoveNumber),
            _ => None,
        }
    }
}

impl fmt::Display for MissingFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MissingFields::EnPassantAndClocks => {
                "the FEN ends behind the castling field: no en passant, and clocks `0 1`, are assumed"
            }
            MissingFields::MoveNumber => "the FEN ends behind the half-move clock: move number 1 is assumed",
        })
    }
}
