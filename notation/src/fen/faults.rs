//! Errors of reading a FEN or the name of a start position.

use std::fmt;

use campione_core::{PlacementError, SetupField, UnknownVariant};
use campione_movegen::PositionFault;
use thiserror::Error;

/// The numbers of fields in a variant with waiting pawns.
pub(super) const WITH_WAITING: &str = "3 to 7";

/// One fault of a FEN. Its text says what is wrong; [`message`](Self::message) has the name of the field before it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FenFault {
    /// Too few or too many fields.
    #[error(
        "{found} found, but a FEN of {variant} has {expected}: placement, side, castling and, where they do not have \
         their usual values, en passant and the two clocks{}", if *.expected == WITH_WAITING { ", then the waiting pawns" } else { "" }
    )]
    Fields {
        /// The number of fields found.
        found: usize,
        /// The numbers of fields that are allowed.
        expected: &'static str,
        /// Id of the game.
        variant: String,
    },
    /// An invalid placement.
    #[error("{0}")]
    Placement(PlacementError),
    /// Pieces in hand after the placement.
    #[error("`{0}`: no variant has drops")]
    Hand(String),
    /// A side that is neither `w` nor `b`.
    #[error("`{0}` is neither `w` nor `b`")]
    Side(String),
    /// A letter in the castling field that is not valid here.
    #[error("`{item}` in `{field}`: {reason}")]
    Castling {
        /// The whole field.
        field: String,
        /// The marker or letter.
        item: String,
        /// Why it is not valid.
        reason: String,
    },
    /// An en passant field that is neither a square of the board nor `-`.
    #[error("`{text}` is not a square of the board, nor `-`")]
    EnPassantSquare {
        /// The field.
        text: String,
    },
    /// A clock that is not a number.
    #[error("`{text}` is not a number from 0 to {max}", max = u32::MAX)]
    Clock {
        /// Which clock.
        field: SetupField,
        /// The field.
        text: String,
    },
    /// An entry of the list of waiting pawns that cannot be read.
    #[error("`{entry}` is not of the form `e8:2`, a square of the board and a wait of 0 to 2")]
    Waiting {
        /// The entry.
        entry: String,
    },
    /// The fields can be read, but they do not make a position of the variant.
    #[error(transparent)]
    Position(PositionFault),
}

campione_core::codes!(FenFault {
    Fields => "fen.fields",
    Hand => "fen.hand",
    Side => "fen.side",
    Castling => "fen.castling",
    EnPassantSquare => "fen.en-passant-square",
    Clock => "fen.clock",
    Waiting => "fen.waiting",
    ; Placement.0, Position.0
});

impl FenFault {
    /// The field that it is about; `None` if it is about all of them.
    pub const fn field(&self) -> Option<SetupField> {
        Some(match self {
            FenFault::Fields { .. } => return None,
            FenFault::Placement(_) | FenFault::Hand(_) => SetupField::Placement,
            FenFault::Side(_) => SetupField::Side,
            FenFault::Castling { .. } => SetupField::Castling,
            FenFault::EnPassantSquare { .. } => SetupField::EnPassant,
            FenFault::Clock { field, .. } => *field,
            FenFault::Waiting { .. } => SetupField::Waiting,
            FenFault::Position(fault) => fault.field(),
        })
    }

    /// What it is about, `: `, and what is wrong.
    pub fn message(&self) -> String {
        let about = match self {
            FenFault::Position(fault) => return fault.message(),
            FenFault::Hand(_) => "pieces in hand",
            _ => self.field().map_or("fields", SetupField::words),
        };
        format!("{about}: {self}")
    }

    /// Whether the text may be free of this fault in another variant, with another board, army, castling or pawns.
    pub(crate) fn is_of_variant(&self) -> bool {
        match self {
            FenFault::Fields { .. } | FenFault::Placement(_) | FenFault::Castling { .. } => true,
            FenFault::Position(fault) => matches!(
                fault,
                PositionFault::Right(_) | PositionFault::NoEnPassant { .. } | PositionFault::NoWaiting { .. }
            ),
            _ => false,
        }
    }
}

/// All faults of a FEN.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FenError {
    /// The text as it was given.
    pub fen: String,
    /// Its faults, at least one.
    pub faults: Vec<FenFault>,
}

/// The most characters of a bad FEN that are shown.
const MOST_SHOWN: usize = 300;

impl FenError {
    /// What kind of fault the first one is, for programs: that of [`FenFault::code`].
    pub const fn code(&self) -> &'static str {
        match self.faults.as_slice() {
            [first, ..] => first.code(),
            [] => "fen.fields",
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The beginning is enough of a long text that is not a FEN at all.
        match self.fen.char_indices().nth(MOST_SHOWN) {
            Some((end, _)) => write!(f, "bad FEN `{}…`: ", &self.fen[..end])?,
            None => write!(f, "bad FEN `{}`: ", self.fen)?,
        }
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            f.write_str(&fault.message())?;
        }
        Ok(())
    }
}

impl std::error::Error for FenError {}

/// Why a text does not name a start position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The text is not of the form `ID:NUMBER`, or the variant does not number its arrays.
    #[error("`{text}` is not the name of a start array: only crc and chess960 have numbers, such as `crc:27621`")]
    NotNumbered {
        /// The text.
        text: String,
    },
    /// A start array of another variant than the requested one.
    #[error("`{text}` is a start array of {named}, but the variant is {variant}")]
    OtherGame {
        /// The text.
        text: String,
        /// Id of the variant in the text.
        named: String,
        /// Id of the requested variant.
        variant: String,
    },
    /// The text after the colon does not consist of digits only.
    #[error("`{text}`: `{number}` is not a whole number: expected {first} to {last}")]
    Digits {
        /// The text.
        text: String,
        /// The text after the colon.
        number: String,
        /// The first number of the game.
        first: u32,
        /// The last number of the game.
        last: u32,
    },
    /// The variant has no start array with this number.
    #[error("`{text}`: there is no start array {number}: expected {first} to {last}")]
    Number {
        /// The text.
        text: String,
        /// The number as text; it may be too large for any integer type.
        number: String,
        /// The first number of the game.
        first: u32,
        /// The last number of the game.
        last: u32,
    },
    /// No variant has this name.
    #[error("`{text}`: {error}")]
    Variant {
        /// The text.
        text: String,
        /// The error, with similar ids.
        error: UnknownVariant,
    },
}

campione_core::codes!(StartError {
    NotNumbered => "start.not-numbered",
    OtherGame => "start.other-game",
    Digits => "start.digits",
    Number => "start.number",
    ; Variant.error
});
