//! Facts about castlings and leaps that decide what `XBoard` can be told and shows.

use campione_core::{CastlingRow, Square, Variant};

use crate::moves::rows::beside;

/// Whether a variant has castling with a partner.
pub(super) fn castles(variant: Variant) -> bool {
    !variant.spec().castling.is_empty()
}

/// The king's leaps that can be described: the number of squares and the letter for it.
pub(super) const LEAPS: [(u8, char); 2] = [(2, 'D'), (3, 'H')];

/// The number of squares of a king's leap.
pub(super) fn leap_distance(leap: &CastlingRow) -> u8 {
    leap.king_from.file().abs_diff(leap.king_to.file()).max(leap.king_from.rank().abs_diff(leap.king_to.rank()))
}

/// Whether `XBoard` moves the partner correctly in this castling. `from` and `to` are the partner's squares.
pub(super) fn castling_shown(row: &CastlingRow, from: Square, to: Square) -> bool {
    let steps = row.king_from.file().abs_diff(row.king_to.file());
    beside(row, to) && same_way(row, from) && (row.free || steps > 1)
}

/// Whether the king moves toward its partner.
pub(super) fn same_way(row: &CastlingRow, partner: Square) -> bool {
    (row.king_to > row.king_from) == (partner > row.king_from)
}
