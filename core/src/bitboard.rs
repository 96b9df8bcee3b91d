//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::color::Color;
use crate::square::{MAX_FILES, MAX_RANKS, SQUARES, Square};

/// A set of squares: bit `n` is the square numbered `n`, bits 120 to 127 are never set.
///
/// ```
/// use campione_core::{Bitboard, Square};
/// let e4: Square = "e4".parse().unwrap();
/// let set = Bitboard::EMPTY.with(e4);
/// assert!(set.contains(e4) && set.count() == 1 && set.first() == Some(e4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(u128);

const ALL: u128 = (1 << SQUARES) - 1;

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 120 squares of the address space.
    pub const ALL: Bitboard = Bitboard(ALL);

    /// The set with these bits; bits above 119 are dropped.
    ///
    /// ```
    /// use campione_core::Bitboard;
    /// assert_eq!(Bitboard::from_bits(0b101), ["a1".parse()?, "c1".parse()?].into_iter().collect());
    /// assert_eq!(Bitboard::from_bits(u128::MAX).bits(), (1 << 120) - 1);
    /// # Ok::<(), campione_core::ParseSquareError>(())
    /// ```
    #[inline(always)]
    pub const fn from_bits(bits: u128) -> Bitboard {
        Bitboard(bits & ALL)
    }

    /// One bit for each square, bit 0 for a1.
    #[inline(always)]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The squares of a board of that many files and ranks.
    ///
    /// ```
    /// use campione_core::Bitboard;
    /// let board = Bitboard::board(10, 8);
    /// assert_eq!(board.count(), 80);
    /// assert_eq!((board & Bitboard::rank(0)).count(), 10);
    /// assert_eq!((board & Bitboard::file(0)).count(), 8);
    /// ```
    pub const fn board(files: u8, ranks: u8) -> Bitboard {
        let mut bits = 0;
        let mut rank = 0;
        while rank < ranks && rank < MAX_RANKS {
            let width = if files < MAX_FILES { files } else { MAX_FILES };
            bits |= ((1u128 << width) - 1) << (rank * MAX_FILES);
            rank += 1;
        }
        Bitboard(bits)
    }

    /// The squares of one rank (0 = first) of the address space.
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard::from_bits(0xfff << (rank * MAX_FILES))
    }

    /// The squares of one file (0 = a) of the address space.
    pub const fn file(file: u8) -> Bitboard {
        let mut bits = 0;
        let mut rank = 0;
        while rank < MAX_RANKS {
            bits |= 1u128 << (rank * MAX_FILES + file);
            rank += 1;
        }
        Bitboard(bits)
    }

    /// The set of `square` alone.
    ///
    /// ```
    /// use campione_core::Bitboard;
    /// let (e4, j8) = ("e4".parse()?, "j8".parse()?);
    /// let both = Bitboard::of(e4).with(j8);
    /// assert!(both.contains(j8) && both.several() && both.any());
    /// assert!(both.intersects(Bitboard::of(e4)) && !both.intersects(Bitboard::rank(0)));
    /// assert_eq!((both.count(), both.first()), (2, Some(e4)));
    /// assert!(both.without(e4).without(j8).is_empty());
    /// # Ok::<(), campione_core::ParseSquareError>(())
    /// ```
    #[inline(always)]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1u128 << square.index())
    }

    /// This set and `square`.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | Bitboard::of(square).0)
    }

    /// This set without `square`.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !Bitboard::of(square).0)
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Bitboard::of(square).0 != 0
    }

    /// Whether no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any square is in the set.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has more than one square.
    #[inline(always)]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// How many squares the set has.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    /// The lowest square, if any.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(self.0.trailing_zeros())) }
    }

    /// Moves every square by `by` in the numbering (12 is one rank up, 1 one file right).
    /// What leaves the address space at the top or bottom is dropped;
    /// a move across the a- or l-file wraps, so mask those files first.
    ///
    /// ```
    /// use campione_core::Bitboard;
    /// assert_eq!(Bitboard::rank(1).shift(12), Bitboard::rank(2));
    /// assert_eq!(Bitboard::of("a1".parse()?).shift(-1), Bitboard::EMPTY);
    /// assert_eq!(Bitboard::of("l1".parse()?).shift(1), Bitboard::of("a2".parse()?)); // It wraps.
    /// # Ok::<(), campione_core::ParseSquareError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn shift(self, by: i8) -> Bitboard {
        if by >= 0 { Bitboard::from_bits(self.0 << by as u32) } else { Bitboard(self.0 >> by.unsigned_abs() as u32) }
    }

    /// Calls `f` with each square, lowest first.
    ///
    /// Walks the two 64-bit halves in turn, which is measurably faster than walking the 128 bits as one.
    ///
    /// ```
    /// use campione_core::Bitboard;
    /// let mut squares = Vec::new();
    /// Bitboard::rank(6).for_each(|square| squares.push(square));
    /// assert_eq!(squares, Bitboard::rank(6).into_iter().collect::<Vec<_>>());
    /// assert_eq!((squares.len(), squares[11]), (12, "l7".parse()?));
    /// # Ok::<(), campione_core::ParseSquareError>(())
    /// ```
    #[inline(always)]
    pub fn for_each(self, mut f: impl FnMut(Square)) {
        let mut low = self.0 as u64;
        while low != 0 {
            f(Square::wrapping(low.trailing_zeros()));
            low &= low - 1;
        }
        let mut high = (self.0 >> 64) as u64;
        while high != 0 {
            f(Square::wrapping(64 + high.trailing_zeros()));
            high &= high - 1;
        }
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a [`Bitboard`], lowest first.
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

macro_rules! operators {
    ($($op:ident $f:ident $assign:ident $g:ident: $a:ident, $b:ident => $e:expr;)*) => {$(
        impl $op for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $f(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($e)
            }
        }
        impl $assign for Bitboard {
            #[inline(always)]
            fn $g(&mut self, other: Bitboard) {
                *self = $op::$f(*self, other);
            }
        }
    )*};
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign: a, b => a & b;
    BitOr bitor BitOrAssign bitor_assign: a, b => a | b;
    BitXor bitxor BitXorAssign bitxor_assign: a, b => a ^ b;
    Sub sub SubAssign sub_assign: a, b => a & !b;
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & ALL)
    }
}

impl fmt::Debug for Bitboard {
    /// A diagram of all 12x10 squares, rank 10 first; with `{:#?}` the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..MAX_RANKS).rev() {
            writeln!(f)?;
            for file in 0..MAX_FILES {
                let square = Square::wrapping(u32::from(rank * MAX_FILES + file));
                f.write_str(if self.contains(square) { "1 " } else { ". " })?;
            }
        }
        Ok(())
    }
}

/// The ranks with these numbers, counted from 1 from White's side and from Black's, on a board of `ranks` ranks.
pub fn relative_ranks(relative: impl IntoIterator<Item = u8>, ranks: u8) -> [Bitboard; 2] {
    let mut both = [Bitboard::EMPTY; 2];
    for rank in relative {
        for color in Color::ALL {
            both[color.index()] |= Bitboard::rank(color.relative_rank(rank - 1, ranks));
        }
    }
    both
}

/// Walks the squares of a set, its two 64-bit halves in turn: `for_each_square!(set, square => { … })`.
///
/// Unlike a closure, the block is part of the function around it, so it is compiled for the same processor features. It may
/// use `return`; `break` and `continue` act on one half of the board only.
#[macro_export]
macro_rules! for_each_square {
    ($set:expr, $square:ident => $body:block) => {{
        let bits: u128 = $set.bits();
        let mut low = bits as u64;
        while low != 0 {
            let $square = $crate::Square::wrapping(low.trailing_zeros());
            low &= low - 1;
            $body
        }
        let mut high = (bits >> 64) as u64;
        while high != 0 {
            let $square = $crate::Square::wrapping(64 + high.trailing_zeros());
            high &= high - 1;
            $body
        }
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_operators() {
        let a = Bitboard::rank(0);
        let b = Bitboard::file(0);
        assert_eq!((a | b).count(), 12 + 10 - 1);
        assert_eq!((a & b).count(), 1);
        assert_eq!((a - b).count(), 11);
        assert_eq!((a ^ b).count(), 20);
        assert_eq!((!a).count(), 108);
        assert_eq!(!!a, a);
        assert!(a.several() && !(a & b).several());
    }

    #[test]
    fn both_walks_agree() {
        let set = Bitboard::from_bits(0x9249_2492_4924_9249_2492_4924_9249);
        let mut walked = Vec::new();
        set.for_each(|square| walked.push(square));
        assert_eq!(walked, set.into_iter().collect::<Vec<_>>());
        assert_eq!(walked.len() as u32, set.count());
        assert_eq!(walked.into_iter().collect::<Bitboard>(), set);
    }

    #[test]
    fn shifts_drop_what_leaves_the_board() {
        assert_eq!(Bitboard::rank(9).shift(12), Bitboard::EMPTY);
        assert_eq!(Bitboard::rank(0).shift(-12), Bitboard::EMPTY);
        assert_eq!(Bitboard::rank(3).shift(12), Bitboard::rank(4));
        assert_eq!(Bitboard::rank(3).shift(-12), Bitboard::rank(2));
    }

    #[test]
    fn boards_have_their_size() {
        assert_eq!(Bitboard::board(12, 10), Bitboard::ALL);
        assert_eq!(Bitboard::board(10, 8).count(), 80);
        assert_eq!(Bitboard::board(12, 7).count(), 84);
    }
}
