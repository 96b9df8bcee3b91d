//! Castlings and king's leaps: the rows of the castling tables.

use campione_core::Bitboard;

use super::{Batch, Context, Sink, for_each};
use crate::attacks::{Backend, Operation, Side};

impl<B: Backend> Context<'_, B> {
    /// A quick test: whether a right is held whose common squares are empty.
    #[inline(always)]
    pub(super) fn may_castle(&self, side: impl Side) -> bool {
        let us = side.color().index();
        let rights = self.view.state.rights[us];
        !rights.is_empty()
            && self.view.position.castling[us]
                .rights
                .iter()
                .any(|right| rights.contains(right) && !self.occupied.intersects(right.empty))
    }
}

/// Walks the castling rows of the rights that are left.
pub(crate) struct Castlings<'p, B, S> {
    pub(crate) context: Context<'p, B>,
    pub(crate) sink: S,
}

impl<X: Backend, S: Sink> Operation for Castlings<'_, X, S> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> S {
        let Castlings { context, mut sink } = self;
        let us = context.view.state.turn;
        let side = context.view.position.castling[us.index()];
        let rights = context.view.state.rights[us.index()];
        let without_king = context.occupied.without(context.king);
        // Rows share squares, so each square is tested once.
        let mut asked = Bitboard::EMPTY;
        let mut attacked = Bitboard::EMPTY;
        for right in &side.rights {
            if !rights.contains(right) || context.occupied.intersects(right.empty) {
                continue;
            }
            for (index, row) in (usize::from(right.first_row)..).zip(side.rows_of(right)) {
                if (context.in_check && !row.in_check) || context.occupied.intersects(row.empty) {
                    continue;
                }
                for_each!((row.safe - asked), square => {
                    if context.is_attacked(square, without_king) {
                        attacked = attacked.with(square);
                    }
                });
                asked |= row.safe;
                if row.safe.intersects(attacked) {
                    continue;
                }
                // A leap attacks nothing, so their king may stand on its target; but no move captures a king.
                let uncapturable = context.own.with(context.view.state.kings[(!us).index()]);
                if row.captures && uncapturable.contains(row.king_to) {
                    continue;
                }
                // The king's target is tested as it is after the castling: the partner may have opened a line to it.
                let mut after = without_king;
                if let Some(partner) = row.partner {
                    after = after.without(partner.from).with(partner.to);
                }
                if !context.is_attacked(row.king_to, after.with(row.king_to)) {
                    sink.receive(Batch::Castling { index, row });
                }
            }
        }
        sink
    }
}
