//! What notation must know of castling rows.

use campione_core::{CastlingRow, Color, Role, Square, Variant};
use campione_movegen::{Move, Position};

/// The castling row of a move, and the start and target of the partner. `None` for a king's leap and for other moves.
#[inline]
pub(crate) fn castling(mv: Move, position: &Position) -> Option<(&'static CastlingRow, Square, Square)> {
    let row = position.castling_row(mv)?;
    row.partner.map(|partner| (row, partner.from, partner.to))
}

/// The waiting pawn that a move promotes at the start of the turn; `None` if it promotes no such pawn.
pub(crate) fn ready_pawn(mv: Move, position: &Position) -> Option<Square> {
    mv.turn_promotion()?;
    position.waiting_pawns(position.turn()).next().map(|pawn| pawn.square)
}

/// Whether the coordinates of the king do not show that it castles: it moves one file at most, or its ordinary moves or
/// its leap lead to the same square.
pub(crate) fn hidden(row: &CastlingRow, position: &Position) -> bool {
    let leaps = || position.castling(position.turn()).rows.iter().filter(|other| other.partner.is_none());
    row.king_from.file().abs_diff(row.king_to.file()) <= 1
        || position.variant().king_steps(row.king_from).contains(row.king_to)
        || leaps().any(|leap| leap.king_to == row.king_to)
}

/// Whether the partner ends beside the king, on the side from which the king comes.
pub(crate) fn beside(row: &CastlingRow, partner_to: Square) -> bool {
    let back = if row.king_to > row.king_from { -1 } else { 1 };
    row.king_to.offset(back, 0) == Some(partner_to)
}

/// Whether in the start position a piece of this role and `color` stands between king and partner, and none stands on
/// the other side of the king.
pub(crate) fn stands_between(role: Role, row: &CastlingRow, color: Color, variant: Variant) -> bool {
    let board = &variant.start().board;
    let king = row.king_from;
    let is = |file: u8| {
        let piece = Square::new(file, king.rank()).and_then(|square| board.piece_at(square));
        piece.is_some_and(|piece| piece.color == color && piece.role == role)
    };
    let Some(partner) = row.partner.filter(|_| !variant.has_random_arrays()) else { return false };
    let partner = partner.from;
    let right = partner > king;
    let (inner, others) = if right {
        (king.file() + 1..partner.file(), 0..king.file())
    } else {
        (partner.file() + 1..king.file(), king.file() + 1..variant.files())
    };
    inner.into_iter().any(is) && !others.into_iter().any(is)
}
