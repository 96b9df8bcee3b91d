//! The end of the game inside the tree.

use campione_core::StalemateResult;
use campione_movegen::Position;

use crate::score::{DRAW, Value, mate_in, mated_in};
use crate::thread::SearchThread;

impl SearchThread<'_> {
    /// The score if the game is over by a rule that does not need all legal moves.
    #[inline]
    pub(crate) fn game_end(&self, position: &Position, ply: usize) -> Option<Value> {
        let draws = position.variant().draws();
        if draws.bare_king {
            if let Some(loser) = position.lost_by_bare_king() {
                return Some(if loser == position.turn() { mated_in(ply) } else { mate_in(ply) });
            }
            if position.occupied().count() == 2 {
                return Some(DRAW);
            }
        }
        let clock = position.halfmove_clock();
        // A repetition takes at least four plies without a capture or a pawn move.
        if clock >= 4 && draws.repetition.is_some_and(|times| self.stack.is_repetition(position, times)) {
            return Some(DRAW);
        }
        if draws.draws_at(clock) {
            // Checkmate takes precedence over this draw, and so does a stalemate that is no draw.
            let in_check = self.stack.in_check(ply);
            let comes_first = in_check || draws.stalemate != StalemateResult::Draw;
            if comes_first && position.legal_moves().is_empty() {
                return Some(if in_check { mated_in(ply) } else { stalemate(position, ply) });
            }
            return Some(DRAW);
        }
        (draws.dead_position && position.is_dead()).then_some(DRAW)
    }
}

/// The score of the stalemated side.
pub(crate) fn stalemate(position: &Position, ply: usize) -> Value {
    match position.variant().draws().stalemate {
        StalemateResult::Draw => DRAW,
        StalemateResult::Loss => mated_in(ply),
        StalemateResult::Win => mate_in(ply),
    }
}

/// Whether a draw by the move rule is so far away that a score from the transposition table can be trusted.
#[inline(always)]
pub(crate) fn is_far_from_move_rule(position: &Position) -> bool {
    !position.variant().draws().draws_at(position.halfmove_clock().saturating_add(12))
}
