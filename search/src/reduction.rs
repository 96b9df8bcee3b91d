//! How deep a move is searched: late move reduction and internal iterative reduction.

use crate::steps::{Node, TriedMove};
use crate::thread::SearchThread;

impl SearchThread<'_> {
    /// Internal iterative reduction: without a `tt_move` the full depth costs too much.
    #[inline(always)]
    pub(crate) fn internal_iterative_reduction(&self, node: &mut Node<'_>) {
        if node.depth >= 4 && node.tt_move.is_none() && (node.pv || node.cut_node) {
            node.depth -= 1;
            // With several threads the result is stored with the full depth. Otherwise another thread would search it
            // again.
            if self.shared.team.is_none() {
                node.tt_depth = node.depth;
            }
        }
    }

    /// About the depth to which a late move would be searched. Move pruning uses it.
    #[inline(always)]
    pub(crate) fn lmr_depth(&self, node: &Node<'_>, tried: &TriedMove) -> i32 {
        let quiet_history = if tried.is_noisy { 0 } else { tried.history };
        (node.depth - self.shared.reductions.get(node.depth, tried.number) / 100 + quiet_history / 8_192).max(0)
    }

    /// Late move reduction: the depth of the first search of a late move. `None` for a move that is not late.
    #[inline(always)]
    pub(crate) fn late_move_reduction(
        &self,
        node: &Node<'_>,
        tried: &TriedMove,
        full_depth: i32,
        gives_check: bool,
    ) -> Option<i32> {
        let &TriedMove { mv, number, is_noisy, history } = tried;
        let is_late = number > 1 + usize::from(node.is_root()) && (!is_noisy || node.cut_node || number > 6);
        if node.depth < 2 || !is_late {
            return None;
        }
        let params = self.shared.params;
        let by = |condition: bool, hundredths: i32| if condition { hundredths } else { 0 };
        // In hundredths of a ply.
        let mut reduction = self.shared.reductions.get(node.depth, number);
        // Where the static evaluation is known to be wrong, what was decided by it is not trusted either.
        reduction -= node.correction.abs() * params.reduction_correction / 100;
        if is_noisy {
            reduction /= 2;
            reduction -= (100 * history / params.reduction_history_noisy.max(1)).clamp(-150, 150);
        } else {
            let refutation = Some(mv) == node.refutations.killers[0] || Some(mv) == node.refutations.countermove;
            reduction -= (100 * history / params.reduction_history.max(1)).clamp(-250, 250);
            reduction += by(node.cut_node, params.reduction_cut) + by(!node.improving, params.reduction_worsening);
            reduction -= by(refutation, params.reduction_killer);
            // Several moves were refuted at once, so the next one probably is, too.
            reduction += by(self.stack.child_cutoffs(node.ply) > 3, params.reduction_cutoffs);
            // The best answer is a capture: a quiet move would have to be better than winning material.
            reduction += by(node.tt_move.is_some_and(crate::picker::is_noisy), params.reduction_hash_noisy);
        }
        reduction -= by(node.tt_pv, params.reduction_was_pv) + by(node.pv, params.reduction_pv);
        reduction -= by(gives_check, params.reduction_check) + by(node.in_check, params.reduction_check);
        Some((full_depth - reduction.div_euclid(100)).clamp(1, full_depth.max(1)))
    }
}
