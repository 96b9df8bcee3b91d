//! Pruning: nodes and moves that are not searched, because a cheaper test says that they do not matter.

use crate::picker::{Picker, Refutations, Wanted, is_noisy};
use crate::score::{NONE, Value, is_decisive};
use crate::see::{gain, see};
use crate::steps::{Best, Node, TriedMove};
use crate::thread::SearchThread;
use crate::tt::{Bound, TtEntry};

/// Pruning of whole nodes: the score of the node if it is pruned. Null move pruning has its own file.
impl SearchThread<'_> {
    /// Razoring: this far below alpha, only captures can help.
    #[inline(always)]
    pub(crate) fn razoring(&mut self, node: &Node<'_>) -> Option<Value> {
        let params = self.shared.params;
        let &Node { position, alpha, depth, ply, eval, .. } = node;
        if depth > params.razoring_depth
            || eval + params.razoring + params.razoring_step * depth >= alpha
            || is_decisive(alpha)
        {
            return None;
        }
        let value = self.qsearch::<false>(position, alpha, alpha + 1, ply);
        (value <= alpha).then_some(value)
    }

    /// Reverse futility pruning: this far above beta, the opponent does not catch up.
    #[inline(always)]
    pub(crate) fn reverse_futility_pruning(&self, node: &Node<'_>) -> Option<Value> {
        let params = self.shared.params;
        let &Node { beta, depth, eval, .. } = node;
        let margin = params.reverse_futility * (depth - i32::from(node.improving));
        let prune = !node.tt_pv
            && depth <= params.reverse_futility_depth
            && eval - margin >= beta
            && !is_decisive(beta)
            && !is_decisive(eval);
        prune.then(|| Value::midpoint(eval, beta))
    }

    /// Probcut: a capture that scores far above beta in a shallow search would beat beta in a deep one. Only at cut nodes
    /// where no quiet move is the best so far.
    pub(crate) fn probcut(&mut self, node: &Node<'_>) -> Option<Value> {
        let &Node { position, key, beta, depth, ply, cut_node, .. } = node;
        let params = self.shared.params;
        let probcut_beta = beta + params.probcut;
        // The depth of the result: its capture, and the search after it.
        let stored = depth - params.probcut_reduction + 1;
        let refuted = |entry: TtEntry| entry.depth >= stored && entry.value != NONE && entry.value < probcut_beta;
        if !cut_node
            || depth < params.probcut_depth
            || node.tt_move.is_some_and(|mv| !is_noisy(mv))
            || self.is_stopped()
            || is_decisive(beta)
            || node.tt_entry.is_some_and(refuted)
        {
            return None;
        }
        let least_gain = probcut_beta - self.stack.eval(ply);
        let mut picker = Picker::new(None, Wanted::Winning(least_gain.max(0)));
        let hints = self.shared.hints(node.structure, node.continuation, Refutations::default());
        while let Some(mv) = picker.next(position, hints) {
            let next = position.play_unchecked(mv);
            self.make_move(position, ply, &next, mv, next.in_check());
            // Most captures fail in the cheap search already.
            let mut value = -self.qsearch::<false>(&next, -probcut_beta, -probcut_beta + 1, ply + 1);
            if value >= probcut_beta {
                value = -self.search::<false>(&next, -probcut_beta, -probcut_beta + 1, stored - 1, ply + 1, false);
            }
            self.undo_move();
            if self.is_stopped() {
                return None;
            }
            if value >= probcut_beta && !is_decisive(value) {
                let (mv, bound) = (Some(mv), Bound::Lower);
                let entry = TtEntry { mv, value, eval: NONE, depth: stored, bound, was_pv: false };
                self.shared.tt.store(key, ply, entry);
                return Some(value);
            }
        }
        None
    }
}

/// Pruning of single moves: whether a move is pruned. `lmr_depth` is about the depth to which it would be searched.
impl SearchThread<'_> {
    /// Late move pruning: whether enough moves were tried. The remaining quiet moves are skipped.
    #[inline(always)]
    pub(crate) fn late_move_pruning(&self, node: &Node<'_>, tried: &TriedMove) -> bool {
        let params = self.shared.params;
        let limit = self.shared.reductions.scale(params.late_moves + params.late_moves_step * node.depth * node.depth);
        // Where the position does not improve, half as many moves are tried.
        tried.number as i32 * 100 > limit / (2 - i32::from(node.improving))
    }

    /// History pruning: a quiet move that has nearly always failed.
    #[inline(always)]
    pub(crate) fn history_pruning(&self, node: &Node<'_>, tried: &TriedMove, lmr_depth: i32) -> bool {
        let params = self.shared.params;
        lmr_depth <= params.history_pruning_depth && tried.history < params.history_pruning * node.depth
    }

    /// Futility pruning: whether quiet moves cannot raise the score to alpha. Returns the score that they may reach.
    #[inline(always)]
    pub(crate) fn futility_pruning(&self, node: &Node<'_>, best: &Best, lmr_depth: i32) -> Option<Value> {
        let params = self.shared.params;
        let value = node.static_eval + params.futility + params.futility_step * lmr_depth;
        let prune = !node.in_check
            && lmr_depth <= params.futility_depth
            && value <= best.alpha
            && !is_decisive(best.alpha)
            && !is_decisive(value);
        prune.then_some(value)
    }

    /// Futility pruning of a capture: whether it cannot raise the score to alpha.
    #[inline(always)]
    pub(crate) fn futility_pruning_noisy(
        &self,
        node: &Node<'_>,
        tried: &TriedMove,
        alpha: Value,
        lmr_depth: i32,
    ) -> bool {
        let params = self.shared.params;
        !node.in_check
            && tried.number > 1
            && lmr_depth <= params.futility_noisy_depth
            && !is_decisive(alpha)
            && node.static_eval
                + params.futility_noisy
                + params.futility_noisy_step * lmr_depth
                + gain(self.shared.tables, node.position, tried.mv)
                + tried.history * params.futility_noisy_history / 1024
                <= alpha
    }

    /// SEE pruning of a quiet move: the opponent would win material on its new square.
    #[inline(always)]
    pub(crate) fn see_pruning_quiet(&self, node: &Node<'_>, tried: &TriedMove, lmr_depth: i32) -> bool {
        let params = self.shared.params;
        let threshold = params.see_quiet * lmr_depth * lmr_depth;
        lmr_depth <= params.see_quiet_depth && !see(self.shared.tables, node.position, tried.mv, threshold)
    }

    /// SEE pruning of a capture, promotion or check that loses material.
    #[inline(always)]
    pub(crate) fn see_pruning_noisy(&self, node: &Node<'_>, tried: &TriedMove) -> bool {
        let params = self.shared.params;
        let history = tried.history.clamp(-params.see_noisy_history_limit, params.see_noisy_history_limit);
        let threshold = params.see_noisy * node.depth - history * params.see_noisy_history / 1024;
        node.depth <= params.see_noisy_depth
            && tried.number > 1
            && !see(self.shared.tables, node.position, tried.mv, threshold)
    }
}
