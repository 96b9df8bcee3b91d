//! Extensions: moves that are searched more deeply.

use std::ops::ControlFlow;

use crate::score::{DRAW, NONE, Value, is_decisive};
use crate::steps::Node;
use crate::thread::SearchThread;
use crate::tt::Bound;

/// Plies added to the depth of a move. Negative: taken from it.
pub(crate) type Extension = i32;

impl SearchThread<'_> {
    /// Singular extension: if all other moves score much less than the move from the transposition table, that move is
    /// searched more deeply. Breaks with the score of the node if one of the other moves beats beta too (multicut).
    #[inline(always)]
    pub(crate) fn singular_extension(&mut self, node: &Node<'_>) -> ControlFlow<Value, Extension> {
        let &Node { position, ply, depth, beta, cut_node, .. } = node;
        let (Some(tt_move), Some(tt_entry)) = (node.tt_move, node.tt_entry) else { return ControlFlow::Continue(0) };
        if node.is_root()
            || depth < self.shared.params.singular_depth
            || node.excluded.is_some()
            || !self.may_extend(node)
            || tt_entry.value == NONE
            || is_decisive(tt_entry.value)
            || !tt_entry.bound.includes(Bound::Lower)
            || tt_entry.depth < depth - 3
        {
            return ControlFlow::Continue(0);
        }
        let params = self.shared.params;
        let singular_beta = tt_entry.value - params.singular_margin * depth;
        self.stack.set_excluded(ply, Some(tt_move));
        let value = self.search::<false>(position, singular_beta - 1, singular_beta, (depth - 1) / 2, ply, cut_node);
        self.stack.set_excluded(ply, None);
        if self.is_stopped() {
            return ControlFlow::Break(DRAW);
        }
        if value < singular_beta {
            ControlFlow::Continue(if !node.pv && value < singular_beta - params.singular_double { 2 } else { 1 })
        } else if value >= beta && !is_decisive(value) {
            ControlFlow::Break(value)
        } else if tt_entry.value >= beta {
            // Not singular, and expected to beat beta: another move probably does so, too, and less depth shows it.
            ControlFlow::Continue(-2)
        } else if cut_node {
            // Several moves are about as good, in a node where one that beats beta is enough.
            ControlFlow::Continue(-1)
        } else {
            ControlFlow::Continue(0)
        }
    }

    /// Whether the line is not too long for extensions.
    #[inline(always)]
    fn may_extend(&self, node: &Node<'_>) -> bool {
        node.ply < 2 * self.root.depth() as usize
    }
}
