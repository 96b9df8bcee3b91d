//! Squares of the one geometry that every game shares: 12 files by 10 ranks.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Files of the address space: those of the widest board.
pub const MAX_FILES: u8 = 12;
/// Ranks of the address space: those of the deepest board.
pub const MAX_RANKS: u8 = 10;
/// Squares of the address space.
pub const SQUARES: usize = MAX_FILES as usize * MAX_RANKS as usize;

/// A square, numbered `rank * 12 + file`: 0 is a1, 11 is l1, 12 is a2, 119 is l10.
///
/// A board smaller than 12x10 uses its lower left corner of this space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

const _: () = assert!(size_of::<Square>() == 1);

impl Square {
    /// The square on `file` (0 = a) and `rank` (0 = first), if there is one.
    ///
    /// ```
    /// use campione_core::Square;
    /// let l10 = Square::new(11, 9).unwrap();
    /// assert_eq!((l10.to_string(), l10.index()), ("l10".to_owned(), 119));
    /// assert_eq!((l10.file(), l10.rank(), l10.file_letter()), (11, 9, 'l'));
    /// assert_eq!(Square::from_index(119), Some(l10));
    /// assert_eq!("l10".parse(), Ok(l10));
    /// assert_eq!(Square::new(12, 0), None);
    /// ```
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < MAX_FILES && rank < MAX_RANKS { Some(Square(rank * MAX_FILES + file)) } else { None }
    }

    /// The square numbered `index`, if it is below 120.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < SQUARES { Some(Square(index as u8)) } else { None }
    }

    /// The square numbered `index`, wrapped into 0..128 first.
    ///
    /// For inner loops, where the index is a bit of a [`Bitboard`](crate::Bitboard) and so below 120. It never fails, which
    /// keeps these loops free of branches.
    ///
    /// ```
    /// use campione_core::Square;
    /// assert_eq!(Square::wrapping(12), "a2".parse()?);
    /// assert_eq!(Square::wrapping(128 + 12), "a2".parse()?);
    /// # Ok::<(), campione_core::ParseSquareError>(())
    /// ```
    #[inline(always)]
    pub const fn wrapping(index: u32) -> Square {
        Square((index & 127) as u8)
    }

    /// `rank * 12 + file`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 127) as usize
    }

    /// 0 for the a-file.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 % MAX_FILES
    }

    /// 0 for the first rank.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 / MAX_FILES
    }

    /// The square `files` to the right and `ranks` up, if it is in the address space.
    ///
    /// ```
    /// use campione_core::Square;
    /// let b1: Square = "b1".parse()?;
    /// assert_eq!(b1.offset(1, 2), Some("c3".parse()?));
    /// assert_eq!(b1.offset(-2, 1), None);
    /// # Ok::<(), campione_core::ParseSquareError>(())
    /// ```
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || rank < 0 {
            return None;
        }
        Square::new(file as u8, rank as u8)
    }

    /// The letter of the square's file, `a` to `l`.
    #[inline]
    pub const fn file_letter(self) -> char {
        file_letter(self.file())
    }

    /// All squares of the address space, a1 first, l10 last.
    ///
    /// ```
    /// use campione_core::Square;
    /// assert_eq!(Square::all().len(), 120);
    /// assert!(Square::all().is_sorted());
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..SQUARES as u8).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a square of the address space.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a square: expected a file letter a to l and a rank 1 to 10, such as e4 or l10")]
pub struct ParseSquareError(pub String);

codes!(ParseSquareError => "square.unreadable");

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads `a1` to `l10`, lower case only; a rank has no leading zero.
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let error = || ParseSquareError(text.to_owned());
        let (file, rank) = match text.as_bytes() {
            [file, rank @ b'1'..=b'9'] => (*file, rank - b'0'),
            [file, b'1', b'0'] => (*file, 10),
            _ => return Err(error()),
        };
        if !file.is_ascii_lowercase() {
            return Err(error());
        }
        Square::new(file - b'a', rank - 1).ok_or_else(error)
    }
}

/// The letter of a file, counted from the a-file.
pub const fn file_letter(file: u8) -> char {
    (b'a' + file) as char
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        }
        assert_eq!(Square::all().last().unwrap().to_string(), "l10");
    }

    #[test]
    fn text_that_is_no_square() {
        for text in ["", "a", "a0", "a11", "m1", "A1", "a01", "e44", "é1", "a1 "] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }

    #[test]
    fn offsets_stop_at_the_edges() {
        let l10: Square = "l10".parse().unwrap();
        assert_eq!(l10.offset(1, 0), None);
        assert_eq!(l10.offset(0, 1), None);
        assert_eq!(l10.offset(-11, -9), "a1".parse().ok());
    }
}
