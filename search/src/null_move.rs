//! Null move pruning.

use campione_movegen::Position;

use crate::score::{Value, is_decisive};
use crate::steps::Node;
use crate::thread::SearchThread;

impl SearchThread<'_> {
    /// Null move pruning: if we pass and the opponent still cannot bring the score below beta, some move of ours will
    /// beat beta.
    ///
    /// Only at cut nodes: elsewhere it seldom succeeds. It is wrong in zugzwang. So we never pass with only pawns, nor while
    /// a pawn waits for its promotion. At high depth a search without null moves near its root must verify the result.
    pub(crate) fn null_move_pruning(&mut self, node: &Node<'_>) -> Option<Value> {
        let params = self.shared.params;
        let &Node { position, beta, depth, ply, eval, cut_node, .. } = node;
        let after_null_move = self.stack.is_after_null_move(ply);
        let has_waiting_pawn = position.waiting_squares(position.turn()).any();
        let static_eval = self.stack.eval(ply);
        if !cut_node
            || depth < params.null_least_depth
            || after_null_move
            || has_waiting_pawn
            || ply < self.null_move_verification.first_ply
            || eval < beta
            || static_eval < beta - params.null_margin_step * depth + params.null_margin
            || is_decisive(beta)
            || !has_non_pawn_material(position)
        {
            return None;
        }
        let next = position.pass()?;
        // In hundredths of a ply.
        let reduction = params.null_base
            + params.null_depth * depth
            + (100 * (eval - beta) / params.null_eval.max(1)).min(params.null_eval_limit);
        let reduced_depth = depth - reduction / 100;
        self.make_null_move(position, ply);
        self.shared.tt.prefetch(next.wide_zobrist());
        let value = -self.search::<false>(&next, -beta, -beta + 1, reduced_depth, ply + 1, false);
        self.undo_move();
        if self.is_stopped() || value < beta {
            return None;
        }
        // A mate after a null move is not proven.
        let value = if is_decisive(value) { beta } else { value };
        if self.null_move_verification.is_running() || depth < params.null_verification_depth {
            return Some(value);
        }
        // In zugzwang the search without null moves, for three quarters of its depth, fails to reach beta.
        self.null_move_verification.first_ply = ply + 1 + 3 * reduced_depth.max(0) as usize / 4;
        let verified = self.search::<false>(position, beta - 1, beta, reduced_depth, ply, false);
        self.null_move_verification.first_ply = 0;
        (!self.is_stopped() && verified >= beta).then_some(value)
    }
}

/// Whether the side to move has a piece besides king and pawns.
#[inline(always)]
pub(crate) fn has_non_pawn_material(position: &Position) -> bool {
    let us = position.turn();
    (position.by_color(us) - position.pawns(us) - position.waiting_squares(us)).without(position.king(us)).any()
}
