//! What can be wrong with an array.

use std::fmt;

use thiserror::Error;

use super::{ArrayNumbering, Rank, Shade, bits};
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
    #[error("letter {place} (`{letter}`) is none of its pieces, which are {pieces}")]
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

/// A kind of piece: letter, name, how many.
type Kind = (u8, &'static str, u32);

impl ArrayNumbering {
    const fn pieces(self) -> &'static [Kind] {
        match self {
            ArrayNumbering::Crc => &[
                (b'k', "king", 1),
                (b'q', "queen", 1),
                (b'a', "archbishop", 1),
                (b'c', "chancellor", 1),
                (b'r', "rook", 2),
                (b'b', "bishop", 2),
                (b'n', "knight", 2),
            ],
            ArrayNumbering::Chess960 => {
                &[(b'k', "king", 1), (b'q', "queen", 1), (b'r', "rook", 2), (b'b', "bishop", 2), (b'n', "knight", 2)]
            }
        }
    }

    /// Reads an array, in either case, and checks that it belongs to this numbering.
    pub(super) fn check(self, array: &str) -> Result<Rank, ArrayError> {
        let (rank, mut faults) = self.read(array);
        if faults.is_empty() {
            for &(letter, name, needed) in self.pieces() {
                let found = rank.of(letter).count_ones();
                if found != needed {
                    faults.push(ArrayFault::Pieces { letter: char::from(letter), name, found, needed });
                }
            }
        }
        // The squares are checked only if the pieces are right.
        if faults.is_empty() {
            self.check_squares(&rank, &mut faults);
        }
        if faults.is_empty() { Ok(rank) } else { Err(ArrayError { array: array.to_owned(), faults }) }
    }

    fn read(self, array: &str) -> (Rank, Vec<ArrayFault>) {
        let mut faults = Vec::new();
        let mut rank = Rank::new(self.files());
        let mut unknown = false;
        let (found, files) = (array.chars().count(), self.files());
        if found != usize::from(files) {
            faults.push(ArrayFault::Length { found, files });
        }
        for (index, letter) in array.chars().enumerate() {
            let known = self.pieces().iter().find(|piece| char::from(piece.0) == letter.to_ascii_lowercase());
            match (known, rank.pieces.get_mut(index)) {
                (Some(&(letter, ..)), Some(piece)) => *piece = letter,
                (Some(_), None) => {}
                (None, _) if unknown => {}
                (None, _) => {
                    unknown = true;
                    faults.push(ArrayFault::Letter { place: index + 1, letter, pieces: self.pieces_text() });
                }
            }
        }
        (rank, faults)
    }

    fn pieces_text(self) -> String {
        let pieces: Vec<String> =
            self.pieces().iter().map(|&(letter, name, _)| format!("{} ({name})", char::from(letter))).collect();
        pieces.join(", ")
    }

    fn check_squares(self, rank: &Rank, faults: &mut Vec<ArrayFault>) {
        let two = |files: u16| {
            let mut files = bits(files);
            files.next().zip(files.next())
        };
        let mut pairs = vec![("bishops", rank.of(b'b'))];
        if self == ArrayNumbering::Crc {
            pairs.push(("queen and archbishop", rank.of(b'q') | rank.of(b'a')));
        }
        for (pieces, set) in pairs {
            if (set & Shade::Light.files()).count_ones() != 1
                && let Some(files) = two(set)
            {
                faults.push(ArrayFault::SameColor { pieces, files });
            }
        }
        if let (Some(king), Some(rooks)) = (bits(rank.of(b'k')).next(), two(rank.of(b'r')))
            && !(rooks.0 < king && king < rooks.1)
        {
            faults.push(ArrayFault::King { king, rooks });
        }
    }
}
