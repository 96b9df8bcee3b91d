//! The two sides.

use std::fmt;
use std::ops::Not;

/// A side: White moves first and up the board, Black moves down it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[repr(u8)]
pub enum Color {
    /// The side that starts on the first ranks.
    White = 0,
    /// The side that starts on the last ranks.
    Black = 1,
}

impl Color {
    /// White, then Black.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black: an index into two-element arrays.
    ///
    /// ```
    /// use campione_core::Color;
    /// assert_eq!(Color::ALL.map(Color::index), [0, 1]);
    /// assert_eq!((!Color::White, Color::Black.letter()), (Color::Black, 'b'));
    /// // On ten ranks Black's second rank is the ninth.
    /// assert_eq!(Color::Black.relative_rank(1, 10), 8);
    /// ```
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// A rank, from 0, as this side counts it on a board of `ranks` ranks. The conversion is its own inverse.
    pub const fn relative_rank(self, rank: u8, ranks: u8) -> u8 {
        match self {
            Color::White => rank,
            Color::Black => ranks - 1 - rank,
        }
    }

    /// `w` or `b`, as the second field of a FEN has it.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}
