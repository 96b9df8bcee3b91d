//! Squares, colors and pieces.

use std::fmt;

/// Files of the largest board.
pub(crate) const FILES: i8 = 12;
/// Ranks of the largest board.
pub(crate) const RANKS: i8 = 10;
/// Squares of the largest board.
pub(crate) const BOARD_SIZE: usize = 120;

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    White,
    Black,
}

impl Color {
    pub(crate) const BOTH: [Color; 2] = [Color::White, Color::Black];

    pub(crate) fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The index of this color in a table of both.
    pub(crate) fn index(self) -> usize {
        match self {
            Color::White => 0,
            Color::Black => 1,
        }
    }

    /// How the rank of a pawn of this color changes when it moves one square.
    pub(crate) fn forward(self) -> i8 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }
}

/// A piece; its letter is in upper case for both colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub color: Color,
    pub letter: char,
}

/// A square; file and rank count from 0. It may lie off the variant's board during a computation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Square {
    pub file: i8,
    pub rank: i8,
}

impl Square {
    pub(crate) fn new(file: i8, rank: i8) -> Square {
        Square { file, rank }
    }

    pub(crate) fn index(self) -> usize {
        self.rank as usize * FILES as usize + self.file as usize
    }

    /// The square with that index.
    pub(crate) fn of_index(index: usize) -> Square {
        Square::new(index as i8 % FILES, index as i8 / FILES)
    }

    /// The square this many files and ranks away, on the board or not.
    pub(crate) fn plus(self, files: i8, ranks: i8) -> Square {
        Square::new(self.file + files, self.rank + ranks)
    }

    /// Whether it has the color of a1, which is dark.
    pub(crate) fn is_dark(self) -> bool {
        (self.file + self.rank) % 2 == 0
    }

    /// Reads `e4`, `l10`. The square may lie off the variant's board.
    pub(crate) fn parse(text: &str) -> Option<Square> {
        let mut chars = text.chars();
        let file = file_of_letter(chars.next()?)?;
        let digits = chars.as_str();
        if digits.starts_with('0') || !digits.chars().all(|c| c.is_ascii_digit()) {
            return None;
        }
        let rank: i8 = digits.parse().ok()?;
        (1..=RANKS).contains(&rank).then(|| Square::new(file, rank - 1))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", file_letter(self.file), self.rank + 1)
    }
}

/// The files strictly between two files, in rising order.
pub(crate) fn files_between(a: i8, b: i8) -> impl Iterator<Item = i8> {
    a.min(b) + 1..a.max(b)
}

/// The files from one file to another, both included, in rising order.
pub(crate) fn files_from_to(a: i8, b: i8) -> impl Iterator<Item = i8> {
    a.min(b)..=a.max(b)
}

/// `a` to `l`.
pub(crate) fn file_letter(file: i8) -> char {
    char::from(b'a' + file as u8)
}

/// The file that a lower-case letter names on the largest board.
pub(crate) fn file_of_letter(letter: char) -> Option<i8> {
    ('a'..='l').contains(&letter).then(|| (letter as u8 - b'a') as i8)
}
