//! Moves in every notation (NOTATION.md, "Moves").
//!
//! A text is read in three steps, each without the others: [`MoveText::parse`] says what the text says, without a
//! position; [`MoveText::resolve`] finds the one legal move that this means; [`MoveNotation::write`] writes a move.
//! [`read`] does the first two, in any notation.

mod error;
pub(crate) mod format;
mod notation;
mod parse;
pub(crate) mod pawns;
mod resolve;
pub(crate) mod rows;
mod spelling;
mod text;

use campione_movegen::{Move, Position};

pub use self::error::{MoveError, MoveFault, MoveNotSaid};
use crate::letters::Program;
pub use crate::letters::{Letters, LettersError};

pub use self::notation::{MoveNotation, UnknownNotation};
pub use self::resolve::Unresolved;
pub use self::spelling::split;
pub use self::text::{
    CastlingText, CheckMark, CoordinatesText, MoveStyle, MoveText, Said, StepText, Syntax, TurnPromotion, Way,
};

pub(crate) use self::resolve::{near_or_few, role};
pub(crate) use self::spelling::{dash, glyph_of, is_mark, is_unusual_space, plain_character, spaced_length, spaces};

impl MoveNotation {
    /// Writes a legal move of `position`, or a null move.
    ///
    /// # Errors
    /// [`MoveNotSaid`] for a free castling or a promotion at the start of a turn in [`MoveNotation::Xboard`]. All other
    /// notations can write every move.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::{fen, moves::{self, MoveNotation}};
    /// let variant = Variant::named("archchess")?;
    /// let position = fen::read("r4k3r/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1", variant)?;
    /// let castling = moves::read("O-O:i1g1", &position)?;
    /// assert_eq!(MoveNotation::Uci.write(castling, &position)?, "e1i1,j1g1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(self, mv: Move, position: &Position) -> Result<String, MoveNotSaid> {
        format::write(mv, self, position)
    }

    /// As [`MoveNotation::write`], but appends to a text.
    ///
    /// # Errors
    /// As [`MoveNotation::write`]; nothing is then appended.
    pub fn append(self, text: &mut String, mv: Move, position: &Position) -> Result<(), MoveNotSaid> {
        format::append(text, mv, self, position)
    }

    /// Reads a move of `position`. More forms are read than are written (NOTATION.md, "Reading is wider than writing").
    ///
    /// # Errors
    /// [`MoveError`] if the text is not a move, is illegal or is ambiguous. It lists possible legal moves.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::Position;
    /// use campione_notation::moves::MoveNotation;
    /// let start = Position::start(Variant::named("gothic")?);
    /// let mv = MoveNotation::San.read("Nc3", &start)?;
    /// assert_eq!(MoveNotation::Lan.read("Nb1-c3", &start)?, mv);
    /// assert_eq!(MoveNotation::Uci.read("b1c3", &start)?, mv);
    /// assert!(MoveNotation::Uci.read("Nc3", &start).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(self, text: &str, position: &Position) -> Result<Move, MoveError> {
        read_styled(text, position, self, self.style(position))
    }

    /// As [`MoveNotation::read`], but reads a null move too.
    ///
    /// # Errors
    /// As [`MoveNotation::read`]; and for a null move in check, [`MoveFault::Null`].
    pub fn read_or_pass(self, text: &str, position: &Position) -> Result<Move, MoveError> {
        or_pass(self.read(text, position), position)
    }

    /// How texts in this notation are read.
    pub(crate) fn style(self, position: &Position) -> MoveStyle {
        if self.is_algebraic() {
            return MoveStyle::ALGEBRAIC;
        }
        let first_rank = self.first_rank(position.variant());
        MoveStyle { first_rank, syntax: Syntax::Coordinates, zeros: false, ..MoveStyle::NATIVE }
    }
}

/// Reads a move in a style. `notation` is that of the error, and of the candidates that it lists.
pub(crate) fn read_styled(
    text: &str,
    position: &Position,
    notation: MoveNotation,
    style: MoveStyle,
) -> Result<Move, MoveError> {
    let parsed = MoveText::parse(text, style).ok_or_else(|| MoveError::unreadable(text, notation))?;
    let found = parsed.resolve(position, style).or_else(|why| match why {
        // A letter of another program, if only one program has it and no piece has it here.
        Unresolved::Piece(_) if style.syntax != Syntax::Coordinates && style.letters.is_ours() => {
            let letters = Letters::foreign(&[Program::Chessv, Program::Jocly], position.variant());
            parsed.resolve(position, MoveStyle { letters, ..style }).map_err(|other| match other {
                Unresolved::Ambiguous(_) => other,
                _ => why,
            })
        }
        why => Err(why),
    });
    found.map_err(|why| MoveError::unresolved(text, &parsed, &why, notation, position))
}

/// The notation in which to read a text: [`MoveNotation::Uci`] if it looks like coordinates, else
/// [`MoveNotation::San`], which also reads the long form.
///
/// ```
/// use campione_notation::moves::{MoveNotation, detect};
/// assert_eq!(detect("i7i8c"), MoveNotation::Uci);
/// assert_eq!(["Nh3", "Ng1-h3", "O-O"].map(detect), [MoveNotation::San; 3]);
/// ```
pub fn detect(text: &str) -> MoveNotation {
    if parse::starts_with_two_squares(text.as_bytes(), 1) { MoveNotation::Uci } else { MoveNotation::San }
}

/// Reads a move in any notation except [`MoveNotation::Xboard`].
///
/// # Errors
/// [`MoveError`], as for [`MoveNotation::read`].
///
/// ```
/// use campione_core::{CastlingRow, Role, Square, Variant};
/// use campione_notation::{fen, moves};
/// let herb_garden = Variant::named("herb-garden")?;
/// let position = fen::read("r4k5r/12/12/12/12/12/R5K4R w ALal - 0 1", herb_garden)?;
/// let castling = moves::read("O-O", &position)?;
/// assert_eq!(moves::read("g1i1", &position)?, castling);
/// assert_eq!(position.moving_role(castling), Some(Role::KING));
/// let error = moves::read("Ke8", &position).unwrap_err();
/// assert_eq!(error.fault, moves::MoveFault::Illegal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, position: &Position) -> Result<Move, MoveError> {
    let found = read_styled(text, position, detect(text), MoveStyle::NATIVE);
    found.map_err(|error| MoveError { notation: None, ..error })
}

/// As [`read`], but reads a null move too (`--`, `Z0`, `0000`, `@@@@`): no rule allows it, but lines of analysis have it.
///
/// # Errors
/// As [`read`]; and for a null move in check, [`MoveFault::Null`].
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::{Move, Position};
/// use campione_notation::moves;
/// let start = Position::start(Variant::named("gothic")?);
/// assert_eq!(moves::read_or_pass("--", &start)?, Move::NULL);
/// assert!(moves::read("--", &start).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_or_pass(text: &str, position: &Position) -> Result<Move, MoveError> {
    or_pass(read(text, position), position)
}

/// Replaces the error of a null move by the null move, if it is possible.
pub(crate) fn or_pass(found: Result<Move, MoveError>, position: &Position) -> Result<Move, MoveError> {
    match found {
        Err(error) if error.fault == MoveFault::Null => {
            if position.in_check() {
                let hint = "a null move is not possible in check".to_owned();
                return Err(MoveError { hint: Some(hint), ..error });
            }
            Ok(Move::NULL)
        }
        found => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for notation in MoveNotation::ALL {
            assert_eq!(notation.name().parse(), Ok(notation));
        }
        assert!("pgn".parse::<MoveNotation>().is_err());
    }
}
