//! Quiescence search: captures and promotions until the position is quiet, and all evasions in check.

use campione_core::StalemateResult;
use campione_movegen::Position;

use crate::game_end::stalemate;
use crate::history::Structure;
use crate::picker::{Picker, Refutations, Wanted, is_noisy};
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, NONE, Value, mated_in};
use crate::thread::SearchThread;
use crate::tt::{Bound, TtEntry};

impl SearchThread<'_> {
    /// The score of a position after its captures.
    #[allow(clippy::too_many_lines, reason = "one node, step by step")]
    pub(crate) fn qsearch<const PV: bool>(
        &mut self,
        position: &Position,
        mut alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        if PV {
            self.stack.clear_pv(ply);
            self.root.reach(ply);
        }
        if self.is_stopped() {
            return DRAW;
        }
        // Draws, and other ends of the game.
        if ply > 0
            && let Some(value) = self.game_end(position, ply)
        {
            return value;
        }
        let in_check = self.stack.in_check(ply);
        if ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { self.eval.evaluate(position, ply) };
        }

        // Transposition table.
        let key = position.wide_zobrist();
        let tt_entry = self.shared.tt.probe(key, ply);
        if !PV
            && let Some(entry) = tt_entry
            && entry.value != NONE
            // Below 0: an evaluation without a search.
            && entry.depth >= 0
            && entry.bound.settles(entry.value, beta)
        {
            return entry.value;
        }

        // Static evaluation, and stand pat.
        let (us, structure, continuation) = (position.turn(), Structure::of(position), self.stack.continuation(ply));
        let (mut best, mut raw_eval, mut futility) = (-INFINITE, NONE, -INFINITE);
        if !in_check {
            let value;
            (value, raw_eval) = match tt_entry {
                Some(entry) if entry.eval != NONE => (entry.eval, entry.eval),
                _ => self.eval.evaluate_lazy(position, ply, (alpha, beta)),
            };
            best = value + self.shared.histories.correction(self.shared.params, us, &structure, continuation);
            best = best.clamp(-MATE_BOUND + 1, MATE_BOUND - 1);
            self.stack.set_eval(ply, best);
            if let Some(entry) = tt_entry {
                best = entry.better_estimate(best);
            }
            if best >= beta {
                if tt_entry.is_none() {
                    let (value, bound) = (best, Bound::Lower);
                    let entry = TtEntry { mv: None, value, eval: raw_eval, depth: 0, bound, was_pv: false };
                    self.shared.tt.store(key, ply, entry);
                }
                return best;
            }
            alpha = alpha.max(best);
            futility = best + self.shared.params.delta;
        }

        // The moves.
        let tt_move = tt_entry
            .and_then(|entry| entry.mv)
            .filter(|&mv| in_check || is_noisy(mv))
            .filter(|&mv| position.is_legal(mv));
        let mut picker = Picker::new(tt_move, if in_check { Wanted::All } else { Wanted::GoodNoisy });
        let hints = self.shared.hints(structure, continuation, Refutations::default());
        let (mut best_move, mut count, old_alpha) = (None, 0, alpha);
        loop {
            // Delta pruning: skip captures that win too little to raise the score to alpha.
            if !in_check && best > -MATE_BOUND {
                picker.set_least_gain(alpha - futility + 1);
            }
            let Some(mv) = picker.next(position, hints) else { break };
            if self.overlooks(position, ply, in_check, mv) {
                continue;
            }
            count += 1;
            // As soon as one evasion is not mated, skip quiet evasions.
            if in_check && best > -MATE_BOUND {
                picker.skip_quiets();
            }
            let next = position.play_unchecked(mv);
            self.make_move(position, ply, &next, mv, next.in_check());
            let value = -self.qsearch::<PV>(&next, -beta, -alpha, ply + 1);
            self.undo_move();
            if self.is_stopped() {
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.stack.extend_pv(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }

        // Checkmate and stalemate.
        // In check all moves are generated and none is overlooked, so there is no legal one.
        if in_check && count == 0 {
            return mated_in(ply);
        }
        // The skipped captures could have raised the score to this at most. They are legal moves, so it is no stalemate.
        if let Some(gain) = picker.skipped_gain() {
            best = best.max(futility + gain);
            count += 1;
        }
        // If there are no captures, we do not know whether there is a legal move. This matters only if stalemate is no
        // draw.
        if count == 0
            && position.variant().draws().stalemate != StalemateResult::Draw
            && position.legal_moves().is_empty()
        {
            return stalemate(position, ply);
        }

        // Store the result.
        let bound = if best >= beta {
            Bound::Lower
        } else if PV && alpha > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let was_pv = tt_entry.is_some_and(|entry| entry.was_pv);
        let entry = TtEntry { mv: best_move, value: best, eval: raw_eval, depth: 0, bound, was_pv };
        self.shared.tt.store(key, ply, entry);
        best
    }
}
