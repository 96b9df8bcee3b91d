//! What a node tells histories when it is done.

use campione_core::Role;
use campione_movegen::{Move, Position};

use crate::history::ManAt;
use crate::picker::{is_noisy, man_of};
use crate::worker::{Frame, Worker};

impl Worker<'_> {
    /// The moves of the last two plies, as histories know them.
    #[inline(always)]
    pub(crate) fn before(&self, ply: usize) -> [Option<ManAt>; 2] {
        let man = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].man);
        [man(1), man(2)]
    }

    /// A move has beaten beta: it, and not those tried before it, will be tried early.
    pub(crate) fn remember(
        &mut self,
        position: &Position,
        best: Move,
        quiets: &[Move],
        noisy: &[Move],
        depth: i32,
        ply: usize,
    ) {
        let us = position.turn();
        let before = self.before(ply);
        let bonus = self.bonus(depth);
        if is_noisy(best) {
            self.reward_noisy(position, best, bonus);
        } else {
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            let history = self.shared.history;
            history.set_counter(before[0], best);
            history.reward_quiet(us, best, man_of(best, position, history), before, bonus);
            for &mv in quiets.iter().filter(|&&mv| mv != best) {
                history.reward_quiet(us, mv, man_of(mv, position, history), before, -bonus);
            }
        }
        for &mv in noisy.iter().filter(|&&mv| mv != best) {
            self.reward_noisy(position, mv, -bonus);
        }
    }

    /// No move has come up to alpha, so the move before was a good one.
    pub(crate) fn remember_before(&mut self, position: &Position, depth: i32, ply: usize) {
        let Frame { mv: Some(mv), man: Some(man), .. } = self.stack[ply - 1] else { return };
        if !is_noisy(mv) {
            let bonus = self.bonus(depth) * self.shared.params.history_before / 100;
            self.shared.history.reward_quiet(!position.turn(), mv, man, self.before(ply - 1), bonus);
        }
    }

    /// How much a move that beat beta at some depth is rewarded.
    #[inline(always)]
    pub(crate) fn bonus(&self, depth: i32) -> i32 {
        let params = self.shared.params;
        (16 * depth * depth + params.history_step * depth - 80).clamp(0, params.history_most)
    }

    fn reward_noisy(&mut self, position: &Position, mv: Move, bonus: i32) {
        let captured = position.captured_role(mv).unwrap_or(Role::PAWN);
        let history = self.shared.history;
        history.reward_capture(man_of(mv, position, history), captured, bonus);
    }
}
