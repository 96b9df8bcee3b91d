//! What changes for their pawns (docs/background/delta.md, "Pawns").

use campione_core::pawn_moves::forward;
use campione_core::{Bitboard, Square};

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
        let weight = |square: Square| if zone.contains(square) { choices } else { 1 };
        let (ours, occupied) = (context.enemy, context.occupied);
        let doubles = variant.double_step_from(them);
        for_each!(pawns, from => {
            // A piece of ours that affects this pawn may also capture it, so `pawn` is in each exception.
            let pawn = Bitboard::of(from);
            let mut count = 0;
            let ahead = origin(from, -step);
            let beyond = origin(ahead, -step);
            let double = doubles.contains(from);
            if !occupied.contains(ahead) {
                count = weight(ahead);
                if double && !occupied.contains(beyond) {
                    // Without a weight: a double step ends before the promotion zone.
                    count += 1;
                    self.entering[beyond.index()] -= 1;
                } else if double && ours.contains(beyond) {
                    self.leaving[beyond.index()] += 1;
                    // If it goes from there to `ahead`, it bars both steps.
                    self.except(beyond, pawn.with(ahead));
                }
                self.entering[ahead.index()] -= count;
            } else if ours.contains(ahead) {
                let opens = double && !occupied.contains(beyond);
                self.leaving[ahead.index()] += weight(ahead) + i16::from(opens);
                // If it goes from there to `beyond`, it opens only the single step.
                self.except(ahead, if opens { pawn.with(beyond) } else { pawn });
            }
            // Where one of ours would capture on its square.
            let captures = variant.pawn_captors(!them, from);
            for_each!(captures, to => {
                if ours.contains(to) {
                    count += weight(to);
                    self.leaving[to.index()] -= weight(to);
                    self.except(to, pawn);
                } else {
                    self.entering[to.index()] += weight(to);
                }
            });
            self.base += i32::from(count);
            self.entering[from.index()] -= count;
        });
    }
}
