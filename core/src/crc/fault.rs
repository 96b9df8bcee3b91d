//! What can be wrong with an array.

use std::fmt;

use thiserror::Error;

use crate::square::file_letter;

/// One rule of a numbering that an array breaks.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArrayFault {
    /// The text does not have one letter for each file.
    #[error("it has {found} letters, but an array has {files}, one for each file from a to {last}", last = file_letter(*.files - 1))]
    Length {
        /// Letters found.
        found: usize,
        /// Files of the board.
        files: u8,
    },
    /// A letter that no piece of these arrays has; the first such letter.
    #[error("letter {place} (`{letter}`) is not one of its pieces, which are {pieces}")]
    Letter {
        /// Which letter, from 1.
        place: usize,
        /// The letter.
        letter: char,
        /// The pieces with their letters.
        pieces: String,
    },
    /// Too many or too few of a kind of piece.
    #[error("it has {found} `{letter}` ({name}), but needs {needed}")]
    Pieces {
        /// The letter in lower case.
        letter: char,
        /// What it stands for.
        name: &'static str,
        /// How many there are.
        found: u32,
        /// How many there must be.
        needed: u32,
    },
    /// Two pieces that must stand on squares of different color do not.
    #[error(
        "the {pieces} on {}1 and {}1 are both on {} squares, but must be on squares of different color (a1 is dark)",
        file_letter(.files.0), file_letter(.files.1), if .files.0 % 2 == 0 { "dark" } else { "light" }
    )]
    SameColor {
        /// The two pieces.
        pieces: &'static str,
        /// Where they stand, counted from the a-file.
        files: (u8, u8),
    },
    /// The king is not between the rooks.
    #[error(
        "the king on {}1 does not stand between the rooks on {}1 and {}1",
        file_letter(*.king), file_letter(.rooks.0), file_letter(.rooks.1)
    )]
    King {
        /// The file of the king, counted from the a-file.
        king: u8,
        /// The files of the rooks.
        rooks: (u8, u8),
    },
}

codes!(ArrayFault {
    Length => "array.length",
    Letter => "array.letter",
    Pieces => "array.pieces",
    SameColor => "array.same-color",
    King => "array.king",
});

/// A text that is not a start array, with all its faults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrayError {
    /// The text as it was given.
    pub array: String,
    /// Its faults, at least one.
    pub faults: Vec<ArrayFault>,
}

impl ArrayError {
    /// What kind of fault the first one is, for programs: that of [`ArrayFault::code`].
    pub const fn code(&self) -> &'static str {
        match self.faults.as_slice() {
            [first, ..] => first.code(),
            [] => "array.number",
        }
    }
}

impl fmt::Display for ArrayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad array `{}`: ", self.array)?;
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for ArrayError {}
