//! What changes for their pawns (docs/background/delta.md, "Pawns").

use campione_core::Bitboard;
use campione_core::pawn_moves::{STRAIGHT, ahead, forward};

use super::effects::Effects;
use crate::attacks::{Backend, Side};
use crate::generate::{Context, for_each, origin};

impl Effects {
    /// Steps and captures of their pawns.
    #[inline(always)]
    pub(super) fn pawns<B: Backend>(&mut self, side: impl Side, context: &Context<'_, B>, pawns: Bitboard) {
        let them = side.color();
        let variant = context.view.position.variant;
        let step = forward(them);
        let zone = variant.promotion_zone(them);
        // A pawn that arrives and waits makes one move: it chooses in a later turn.
        let choices = if variant.promotion_wait().is_some() { 1 } else { variant.promotions().len() as i16 };
        let weights = |targets: Bitboard| [(targets - zone, 1), (targets & zone, choices)];
        let ours = context.enemy;
        let empty = variant.board() - context.occupied;
        // A piece of ours that affects a pawn may also capture it, so the pawn is in each exception.
        let steps = ahead(them, pawns, 0);
        for (targets, weight) in weights(steps & empty) {
            for_each!(targets, to => {
                self.base += i32::from(weight);
                self.entering[to.index()] -= weight;
                self.entering[origin(to, step).index()] -= weight;
            });
        }
        let passed = ahead(them, pawns & variant.double_step_from(them), 0);
        let beyond = ahead(them, passed & empty, 0);
        // Without a weight: a double step ends before the promotion zone.
        for_each!((beyond & empty), to => {
            let passed = origin(to, step);
            self.base += 1;
            self.entering[to.index()] -= 1;
            self.entering[passed.index()] -= 1;
            self.entering[origin(passed, step).index()] -= 1;
        });
        for_each!((beyond & ours), to => {
            self.leaving[to.index()] += 1;
            // If it goes from there to the square passed over, it bars both steps.
            let passed = origin(to, step);
            self.except(to, Bitboard::of(passed).with(origin(passed, step)));
        });
        for (targets, weight) in weights(steps & ours) {
            for_each!(targets, to => {
                let opened = ahead(them, Bitboard::of(to) & passed, 0) & empty;
                self.leaving[to.index()] += weight + i16::from(opened.any());
                // If it goes from there to the square beyond, it opens only the single step.
                self.except(to, opened.with(origin(to, step)));
            });
        }
        for sideways in STRAIGHT.captures {
            let targets = ahead(them, pawns, sideways) & variant.board();
            for (targets, weight) in weights(targets) {
                for_each!((targets - ours), to => { self.entering[to.index()] += weight; });
                for_each!((targets & ours), to => {
                    let from = origin(to, step + sideways);
                    self.base += i32::from(weight);
                    self.entering[from.index()] -= weight;
                    self.leaving[to.index()] -= weight;
                    self.except(to, Bitboard::of(from));
                });
            }
        }
    }
}
