//! Whole subtrees that are cut off on evidence: passing, and captures that win too much.

use campione_movegen::Position;

use crate::node::has_officers;
use crate::picker::{Picker, Refutations, Wanted};
use crate::score::{NONE, Value, is_decisive};
use crate::tt::{Bound, Entry};
use crate::worker::Worker;

impl Worker<'_> {
    /// If we may pass and the other side still cannot come below beta, no move of ours will need to. In positions where
    /// passing would be the best move this fails: never with pawns alone, nor while a pawn of ours waits, and from some
    /// depth on only when a search without passing agrees.
    pub(crate) fn null_move(
        &mut self,
        position: &Position,
        beta: Value,
        depth: i32,
        ply: usize,
        eval: Value,
        cut_node: bool,
    ) -> Option<Value> {
        let params = self.shared.params;
        let after_null = self.stack[ply - 1].mv.is_none();
        let waits = position.waiting_squares(position.turn()).any();
        let quiet_eval = self.stack[ply].eval;
        if depth < 3
            || after_null
            || waits
            || ply < self.null_from
            || eval < beta
            || quiet_eval < beta - params.null_margin_step * depth + params.null_margin
            || is_decisive(beta)
            || !has_officers(position)
        {
            return None;
        }
        let next = position.pass()?;
        let less =
            params.null_base + params.null_depth * depth + (100 * (eval - beta) / params.null_eval.max(1)).min(300);
        let reduced = depth - less / 100;
        self.descend_by_passing(position, ply);
        self.shared.table.prefetch(next.wide_zobrist());
        let value = -self.search::<false>(&next, -beta, -beta + 1, reduced, ply + 1, !cut_node);
        self.keys.pop();
        if self.stopped || value < beta {
            return None;
        }
        let value = if is_decisive(value) { beta } else { value };
        if self.null_from > 0 || depth < params.null_verification_depth {
            return Some(value);
        }
        self.null_from = ply + 1 + 3 * reduced.max(0) as usize / 4;
        let verified = self.search::<false>(position, beta - 1, beta, reduced, ply, false);
        self.null_from = 0;
        (!self.stopped && verified >= beta).then_some(value)
    }

    /// A capture whose search at little depth comes far above beta is believed.
    pub(crate) fn probcut(
        &mut self,
        position: &Position,
        beta: Value,
        depth: i32,
        ply: usize,
        known: Option<Entry>,
        cut_node: bool,
    ) -> Option<Value> {
        let target = beta + self.shared.params.probcut;
        if depth < 5
            || self.stopped
            || is_decisive(beta)
            || known.is_some_and(|entry| entry.depth >= depth - 3 && entry.value != NONE && entry.value < target)
        {
            return None;
        }
        let least = target - self.stack[ply].eval;
        let mut picker = Picker::new(None, Wanted::Winning(least.max(0)));
        let before = self.before(ply);
        loop {
            let hints = self.shared.hints(before, Refutations::default());
            let mv = picker.next(position, hints)?;
            let next = self.play(position, mv);
            self.descend(position, &next, mv, ply, next.in_check());
            let mut value = -self.qsearch::<false>(&next, -target, -target + 1, ply + 1);
            if value >= target {
                value = -self.search::<false>(&next, -target, -target + 1, depth - 4, ply + 1, !cut_node);
            }
            self.keys.pop();
            if self.stopped {
                return None;
            }
            if value >= target && !is_decisive(value) {
                self.store(position.wide_zobrist(), ply, Some(mv), value, NONE, depth - 3, Bound::Lower, false);
                return Some(value);
            }
        }
    }
}
