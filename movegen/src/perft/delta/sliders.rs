//! What changes for their sliders (docs/background/delta.md, "Sliders").

use campione_core::{Bitboard, Square};

use super::effects::Effects;
use crate::attacks::Backend;
use crate::generate::{Context, for_each};

impl Effects {
    /// What one of their sliders sees along two lines.
    #[inline(always)]
    pub(super) fn slider<B: Backend>(&mut self, context: &Context<'_, B>, from: Square, [one, other]: [usize; 2]) {
        // Not in a loop: so the compiler knows the lines.
        self.line(context, from, one);
        self.line(context, from, other);
    }

    // Not where code is downloaded: it would stand four times in its caller, for each side.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn line<B: Backend>(&mut self, context: &Context<'_, B>, from: Square, line: usize) {
        let tables = context.view.position.tables;
        let seen = context.backend.along(tables, line, from, context.occupied);
        let (up, down) = tables.rays(line, from);
        let up = Bitboard::from_bits(seen & up);
        if up.any() {
            let last = Square::wrapping(up.bits().ilog2());
            // From near to far: beyond each empty square there is one target less than beyond the square before it.
            let mut rest = self.ray(context, from, line, up, last);
            for_each!((up - context.occupied), to => {
                rest -= 1;
                self.entering[to.index()] -= rest;
            });
        }
        let down = Bitboard::from_bits(seen & down);
        if let Some(last) = down.first() {
            // From far to near: beyond the farthest empty square there is at most the blocker.
            let count = self.ray(context, from, line, down, last);
            let empty = down - context.occupied;
            let mut rest = count - empty.count() as i16;
            for_each!(empty, to => {
                self.entering[to.index()] -= rest;
                rest += 1;
            });
        }
    }

    /// One ray that ends on `last`; returns how many of its squares are targets.
    #[inline(always)]
    fn ray<B: Backend>(
        &mut self,
        context: &Context<'_, B>,
        from: Square,
        line: usize,
        ray: Bitboard,
        last: Square,
    ) -> i16 {
        let mut count = ray.count() as i16;
        if context.own.contains(last) {
            // The slider guards this piece: it can recapture there.
            count -= 1;
            self.entering[last.index()] += 1;
        } else if context.enemy.contains(last) {
            let tables = context.view.position.tables;
            // Without our piece the slider sees on to the next one.
            let through = context.backend.along(tables, line, from, context.occupied.without(last));
            let beyond = Bitboard::from_bits(through & rest_of_line(tables.rays(line, from), ray.bits())) - ray;
            self.leaving[last.index()] += (beyond - context.own).count() as i16;
            // On any of these squares the piece would matter to the same ray again.
            self.except(last, (ray | beyond).with(from));
        }
        self.base += i32::from(count);
        self.entering[from.index()] -= count;
        count
    }
}

/// The half of a line on which a ray lies.
#[inline(always)]
fn rest_of_line((up, down): (u128, u128), ray: u128) -> u128 {
    if ray & up != 0 { up } else { down }
}
