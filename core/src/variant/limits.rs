//! Limits of the tables of castlings.

/// Most rights that a side may have.
pub(super) const MAX_RIGHTS: usize = 8;
/// Most castling rows that a side may have.
pub(super) const MAX_ROWS: usize = 128;
