//! How a finished node updates the histories.

use campione_core::Role;
use campione_movegen::{Move, Position};

use crate::picker::{is_noisy, piece_to};
use crate::steps::Node;
use crate::thread::SearchThread;

/// The step "update histories" of a node.
impl SearchThread<'_> {
    /// A move has beaten beta: it gets a bonus, and the moves that were tried before it get a malus.
    pub(crate) fn update_histories(&mut self, node: &Node<'_>, best: Move, quiets: &[Move], noisy: &[Move]) {
        let us = node.position.turn();
        let continuation = self.stack.continuation(node.ply);
        let bonus = self.history_bonus(node.depth);
        // A capture that wins says nothing against the quiet moves before it. But the captures that were tried before the
        // best move have failed, whatever that move is.
        if is_noisy(best) {
            self.update_capture_history(node.position, best, bonus);
        } else {
            self.stack.add_killer(node.ply, best);
            let histories = self.shared.histories;
            histories.set_countermove(continuation[0], best);
            let update = |mv, bonus| {
                let piece_to = piece_to(mv, node.position, histories);
                histories.update_quiet(us, mv, piece_to, &node.structure, continuation, bonus);
            };
            update(best, bonus);
            for &mv in quiets.iter().filter(|&&mv| mv != best) {
                update(mv, -bonus);
            }
        }
        for &mv in noisy.iter().filter(|&&mv| mv != best) {
            self.update_capture_history(node.position, mv, -bonus);
        }
    }

    /// The last move of the opponent has changed the static evaluation: a quiet one gets a bonus or malus for that.
    #[inline(always)]
    pub(crate) fn static_evaluation_history(&self, node: &Node<'_>) {
        if node.in_check || node.excluded.is_some() || node.is_root() {
            return;
        }
        if let Some(change) = self.stack.eval_change(node.ply)
            && let Some((mv, _)) = self.stack.previous_move(node.ply)
            && !is_noisy(mv)
        {
            let bonus = -self.shared.params.history_eval * change;
            let bonus = bonus.clamp(-self.shared.params.history_most, self.shared.params.history_most);
            self.shared.histories.update_butterfly(!node.position.turn(), mv, bonus);
        }
    }

    /// No move has raised alpha, so the previous move of the opponent was good: it gets a bonus.
    pub(crate) fn reward_previous_move(&mut self, node: &Node<'_>) {
        let Some((mv, piece_to)) = self.stack.previous_move(node.ply) else { return };
        if !is_noisy(mv) {
            let bonus = self.history_bonus(node.depth) * self.shared.params.history_before / 100;
            let continuation = self.stack.continuation(node.ply - 1);
            let them = !node.position.turn();
            self.shared.histories.update_quiet(them, mv, piece_to, &node.structure, continuation, bonus);
        }
    }

    /// The bonus of a move that beats beta at this depth.
    #[inline(always)]
    pub(crate) fn history_bonus(&self, depth: i32) -> i32 {
        let params = self.shared.params;
        (16 * depth * depth + params.history_step * depth - 80).clamp(0, params.history_most)
    }

    fn update_capture_history(&mut self, position: &Position, mv: Move, bonus: i32) {
        let captured = position.captured_role(mv).unwrap_or(Role::PAWN);
        let histories = self.shared.histories;
        histories.update_capture(piece_to(mv, position, histories), captured, bonus);
    }
}
