//! What is wrong with the text of a move.

use std::fmt;

use thiserror::Error;

use super::notation::MoveNotation;

/// A legal move that a notation cannot write.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{mv}` is {what}, which {notation} cannot say: write it as uci or san")]
pub struct MoveNotSaid {
    /// The move in coordinates.
    pub mv: String,
    /// What kind of move it is.
    pub what: &'static str,
    /// The notation.
    pub notation: MoveNotation,
}

campione_core::codes!(MoveNotSaid => "notation.not-said");

/// What is wrong with the text of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveFault {
    /// In no position is it a move in this notation.
    Unreadable,
    /// It is not a legal move of the position.
    Illegal,
    /// Several legal moves match it.
    Ambiguous,
    /// It is a null move, which no rule allows. [`read_or_pass`](super::read_or_pass) reads it where a line is analysed.
    Null,
}

campione_core::codes!(MoveFault {
    Unreadable => "move.unreadable",
    Illegal => "move.illegal",
    Ambiguous => "move.ambiguous",
    Null => "move.null",
});

/// A text that does not name exactly one legal move of the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub fault: MoveFault,
    /// The notation in which the text was read; `None` if it was detected.
    pub notation: Option<MoveNotation>,
    /// Legal moves that the user may have meant. For an ambiguous text, all that match; otherwise those of the same
    /// piece. If there are none of that piece, all legal moves, unless they are many.
    pub candidates: Vec<String>,
    /// The likely mistake, in words, if it is known.
    pub hint: Option<String>,
    /// A letter, in upper case, that names no piece of the variant, and ours for the piece that it may mean.
    pub letter: Option<(char, Option<char>)>,
}

impl MoveError {
    /// What kind of fault it is, for programs: that of [`MoveFault::code`].
    pub const fn code(&self) -> &'static str {
        self.fault.code()
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MoveError { text, fault, notation, candidates, hint, letter: _ } = self;
        match (fault, hint) {
            (_, Some(hint)) => write!(f, "`{text}`: {hint}")?,
            (MoveFault::Unreadable, None) => {
                let expected = match notation {
                    None => "coordinates such as `e2e4`, or algebraic such as `Nc3` or `O-O`",
                    Some(notation) if notation.is_algebraic() => "algebraic such as `Nc3` or `O-O`",
                    Some(_) => "coordinates such as `e2e4`, or `O-O` with the letter O",
                };
                write!(f, "`{text}` cannot be read as a move: expected {expected}")?;
            }
            (MoveFault::Illegal, None) => write!(f, "`{text}` is not a legal move here")?,
            (MoveFault::Null, None) => write!(f, "`{text}` is a null move, which no rule allows")?,
            (MoveFault::Ambiguous, None) => return write!(f, "`{text}` may be {}", candidates.join(" or ")),
        }
        if candidates.is_empty() { Ok(()) } else { write!(f, "; legal: {}", candidates.join(" ")) }
    }
}

impl std::error::Error for MoveError {}
