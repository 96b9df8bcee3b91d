//! Colors of squares and distances.

use campione_core::Square;

/// 0 for a dark square such as a1, 1 for a light one.
#[inline(always)]
pub(crate) fn color_of(square: Square) -> usize {
    usize::from((square.file() + square.rank()) % 2)
}

/// The number of king steps from one square to another on an empty board.
#[inline(always)]
pub(crate) fn distance(a: Square, b: Square) -> i32 {
    i32::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}
