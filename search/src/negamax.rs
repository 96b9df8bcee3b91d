//! TEMPORARY: a plain search to a fixed depth on the men alone.

use std::sync::atomic::Ordering;
use std::time::Instant;

use campione_core::Role;
use campione_movegen::{History, Move, Outcome, Position};

use crate::{Control, Limits, Score};

const MATE: i32 = 1_000_000;

/// A search on its way.
pub(crate) struct Negamax<'l> {
    pub(crate) limits: &'l Limits,
    pub(crate) control: &'l Control,
    pub(crate) start: Instant,
    pub(crate) nodes: u64,
    pub(crate) seldepth: u32,
}

impl Negamax<'_> {
    /// The best of the moves and its line, unless the search was stopped.
    pub(crate) fn root(
        &mut self,
        position: &Position<'_>,
        history: &History,
        moves: &[Move],
        depth: u32,
    ) -> Option<(Score, Vec<Move>)> {
        let mut best = (-MATE - 1, Vec::new());
        for &mv in moves {
            let mut line = vec![mv];
            let score = -self.after(position, mv, history, depth - 1, (-MATE, -best.0), 1, &mut line)?;
            if score > best.0 {
                best = (score, line);
            }
        }
        let (score, line) = best;
        let plies = MATE - score.abs();
        let score = match plies {
            0..=1000 if score > 0 => Score::Mate((plies + 1) / 2),
            0..=1000 => Score::Mate(-(plies / 2)),
            _ => Score::Cp(score),
        };
        Some((score, line))
    }

    #[allow(clippy::too_many_arguments)]
    fn after(
        &mut self,
        position: &Position<'_>,
        mv: Move,
        history: &History,
        depth: u32,
        (mut alpha, beta): (i32, i32),
        ply: i32,
        line: &mut Vec<Move>,
    ) -> Option<i32> {
        let next = position.play_unchecked(mv);
        let mut history = history.clone();
        history.push(&next);
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply as u32);
        self.control.nodes.store(self.nodes, Ordering::Relaxed);
        let late = self.limits.time.is_some_and(|time| self.start.elapsed() >= time);
        if late || self.control.is_stopped() || self.limits.nodes.is_some_and(|nodes| self.nodes > nodes) {
            return None;
        }
        match next.outcome(&history) {
            Some(Outcome::Draw(_)) => return Some(0),
            Some(Outcome::Checkmate { winner } | Outcome::Stalemate { winner } | Outcome::BareKing { winner }) => {
                return Some(if winner == next.turn() { MATE - ply } else { ply - MATE });
            }
            None if depth == 0 => return Some(material(&next)),
            None => {}
        }
        let mut moves = next.legal_moves();
        moves.sort_by_key(|mv| !mv.is_capture());
        let mut best = -MATE - 1;
        for mv in moves {
            let mut replies = vec![mv];
            let score = -self.after(&next, mv, &history, depth - 1, (-beta, -alpha), ply + 1, &mut replies)?;
            if score > best {
                best = score;
                line.truncate(1);
                line.extend(replies);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

/// Our men less theirs, by how many directions and leaps they have.
fn material(position: &Position<'_>) -> i32 {
    let mut balance = 0;
    for square in position.occupied() {
        let Some(role) = position.role_at(square) else { continue };
        let worth = match role {
            Role::PAWN => 100,
            Role::KING => 0,
            _ => 400,
        };
        balance += if position.by_color(position.turn()).contains(square) { worth } else { -worth };
    }
    balance
}
