//! First steps of pawns that are longer than the double step.

use crate::bitboard::Bitboard;

/// A first step of more than two squares that some pawns have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LongStep {
    /// How many squares it goes, at least 3.
    pub squares: u8,
    /// The squares from which White's and Black's pawns may make it.
    pub from: [Bitboard; 2],
}
