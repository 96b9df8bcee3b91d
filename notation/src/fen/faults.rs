//! What is wrong with a FEN or the name of a start position.

use std::fmt;

use campione_core::{PlacementError, UnknownVariant};
use campione_movegen::PositionFault;
use thiserror::Error;

/// One fault of a FEN; its text starts with the name of the field.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FenFault {
    /// Too few or too many fields.
    #[error(
        "fields: {found} found, but a FEN of {variant} has {expected}: placement, side, castling, en passant and, \
         both or neither, the two clocks{}", if *.expected == "4, 6 or 7" { ", then the waiting pawns" } else { "" }
    )]
    Fields {
        /// Fields found.
        found: usize,
        /// How many there may be.
        expected: &'static str,
        /// Id of the game.
        variant: String,
    },
    /// A bad placement.
    #[error("placement: {0}")]
    Placement(PlacementError),
    /// A side that is neither `w` nor `b`.
    #[error("side to move: `{0}` is neither `w` nor `b`")]
    Side(String),
    /// A letter in the castling field that means nothing here.
    #[error("castling: `{item}` in `{field}`: {reason}")]
    Castling {
        /// The whole field.
        field: String,
        /// The marker or letter.
        item: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Text that is no square of the board.
    #[error("en passant: `{text}` is no square of the board, nor `-`")]
    EnPassantSquare {
        /// The field.
        text: String,
    },
    /// A clock that is no number.
    #[error("{field}: `{text}` is no number from 0 to {max}", max = u32::MAX)]
    Clock {
        /// Which of the two.
        field: &'static str,
        /// The field.
        text: String,
    },
    /// An entry of the list of waiting pawns that cannot be read.
    #[error("waiting pawns: `{entry}` is not of the form `e8:2`, a square of the board and a wait of 0 to 2")]
    Waiting {
        /// The entry.
        entry: String,
    },
    /// The fields can be read, but make no position of the game.
    #[error(transparent)]
    Position(PositionFault),
}

/// Everything that is wrong with a FEN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenError {
    /// The text as it was given.
    pub fen: String,
    /// Its faults, at least one.
    pub faults: Vec<FenFault>,
}

/// The most characters of a bad FEN that are shown.
const MOST_SHOWN: usize = 300;

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Of a text that is no FEN at all, the beginning will do.
        match self.fen.char_indices().nth(MOST_SHOWN) {
            Some((end, _)) => write!(f, "bad FEN `{}…`: ", &self.fen[..end])?,
            None => write!(f, "bad FEN `{}`: ", self.fen)?,
        }
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for FenError {}

/// Why a text names no start position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StartError {
    /// Not `ID:NUMBER`, nor a game with numbers.
    #[error("`{text}` names no start array: only crc and chess960 have numbers, such as `crc:27621`")]
    NotNumbered {
        /// The text.
        text: String,
    },
    /// A start array of another game than the one that is asked for.
    #[error("`{text}` is a start array of {named}, but the game is {variant}")]
    OtherGame {
        /// The text.
        text: String,
        /// Id of the game in the text.
        named: String,
        /// Id of the game that is asked for.
        variant: String,
    },
    /// What follows the colon is not digits alone.
    #[error("`{text}`: `{number}` is no whole number: expected {first} to {last}")]
    Digits {
        /// The text.
        text: String,
        /// What follows the colon.
        number: String,
        /// The first number of the game.
        first: u32,
        /// The last number of the game.
        last: u32,
    },
    /// The number does not exist.
    #[error("`{text}`: there is no start array {number}: expected {first} to {last}")]
    Number {
        /// The text.
        text: String,
        /// The number, which may be beyond any type.
        number: String,
        /// The first number of the game.
        first: u32,
        /// The last number of the game.
        last: u32,
    },
    /// There is no such game.
    #[error("`{text}`: {error}")]
    Variant {
        /// The text.
        text: String,
        /// The ids that look like it.
        error: UnknownVariant,
    },
}
