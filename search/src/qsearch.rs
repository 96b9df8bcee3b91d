//! Quiescence: captures and promotions until the position is quiet, evasions in check.

use campione_movegen::Position;

use crate::eval::pawns;
use crate::node::stalemate;
use crate::picker::{Picker, Refutations, Wanted, is_noisy};
use crate::score::{INFINITE, MATE_BOUND, MAX_PLY, NONE, Value, is_decisive, mated_in};
use crate::tt::{Bound, Entry};
use crate::worker::Worker;

impl Worker<'_> {
    /// The score of a position once its captures are played out.
    #[allow(clippy::too_many_lines, reason = "one node, step by step, as the field writes it")]
    pub(crate) fn qsearch<const PV: bool>(
        &mut self,
        position: &Position,
        mut alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        if PV {
            self.stack[ply].pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if self.stopped {
            return 0;
        }
        if ply > 0
            && let Some(value) = self.game_end(position, ply)
        {
            return value;
        }
        let in_check = self.stack[ply].in_check;
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate(position, ply) };
        }
        let key = position.wide_zobrist();
        let known = self.shared.table.probe(key, ply);
        if !PV
            && let Some(entry) = known
            && entry.value != NONE
            && entry.depth >= 0
            && entry.bound.settles(entry.value, beta)
        {
            return entry.value;
        }
        let us = position.turn();
        let (mut best, mut raw, mut futility) = (-INFINITE, NONE, -INFINITE);
        if !in_check {
            let value;
            (value, raw) = match known {
                Some(entry) if entry.eval != NONE => (entry.eval, entry.eval),
                _ => self.evaluate_near(position, ply, (alpha, beta)),
            };
            best = value + self.shared.history.correction(us, pawns::key(position));
            best = best.clamp(-MATE_BOUND + 1, MATE_BOUND - 1);
            self.stack[ply].eval = best;
            if let Some(entry) = known
                && entry.value != NONE
                && !is_decisive(entry.value)
            {
                let side = if entry.value > best { Bound::Lower } else { Bound::Upper };
                if entry.bound as u8 & side as u8 != 0 {
                    best = entry.value;
                }
            }
            if best >= beta {
                if known.is_none() {
                    let entry =
                        Entry { mv: None, value: best, eval: raw, depth: 0, bound: Bound::Lower, was_pv: false };
                    self.shared.table.store(key, ply, entry);
                }
                return best;
            }
            alpha = alpha.max(best);
            futility = best + self.shared.params.delta;
        }
        let hash =
            known.and_then(|entry| entry.mv).filter(|&mv| in_check || is_noisy(mv)).filter(|&mv| position.is_legal(mv));
        let wanted = if in_check { Wanted::All } else { Wanted::GoodNoisy };
        let mut picker = Picker::new(hash, wanted);
        let before = [ply.checked_sub(1).and_then(|ply| self.stack[ply].man), None];
        let (mut best_move, mut count, old_alpha) = (None, 0, alpha);
        loop {
            let hints = self.shared.hints(before, Refutations::default());
            if !in_check && best > -MATE_BOUND {
                // What wins too little to come up to alpha is not looked at.
                picker.set_least_gain(alpha - futility + 1);
            }
            let Some(mv) = picker.next(position, hints) else { break };
            count += 1;
            if in_check && best > -MATE_BOUND {
                // One evasion without a capture is enough to see that it is no mate.
                picker.skip_quiets();
            }
            let next = self.play(position, mv);
            self.descend(position, &next, mv, ply, next.in_check());
            let value = -self.qsearch::<PV>(&next, -beta, -alpha, ply + 1);
            self.keys.pop();
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.extend_pv(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        if in_check && count == 0 {
            return mated_in(ply);
        }
        if let Some(gain) = picker.passed_over() {
            best = best.max(futility + gain);
            count += 1;
        }
        // Without captures nobody looked whether there is any move at all; where that loses or wins it matters.
        if count == 0
            && position.variant().draws().stalemate != campione_core::StalemateResult::Draw
            && position.legal_moves().is_empty()
        {
            return stalemate(position, ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if PV && alpha > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let was_pv = known.is_some_and(|entry| entry.was_pv);
        self.shared.table.store(key, ply, Entry { mv: best_move, value: best, eval: raw, depth: 0, bound, was_pv });
        best
    }
}
