//! The search of a position: principal variation search with all that makes it fast.

use campione_movegen::{Move, MoveList, Position};
use smallvec::SmallVec;

use crate::eval::pawns;
use crate::params::TEAM_DEPTH;
use crate::picker::{Picker, Refutations, Wanted, is_noisy, man_of};
use crate::score::{INFINITE, MATE_BOUND, MAX_PLY, NONE, Value, is_decisive, mate_in, mated_in};
use crate::see::see;
use crate::team::Team;
use crate::tt::{Bound, Entry};
use crate::worker::Worker;

/// The depth to which a move is searched, and the one at which it is looked at first.
type Depths = (i32, Option<i32>);

/// The score of a draw.
pub(crate) const DRAW: Value = 0;

impl Worker<'_> {
    /// The score of a position for the side to move, `ply` plies from the root, within the window.
    #[allow(
        clippy::too_many_lines,
        clippy::cognitive_complexity,
        reason = "one node, step by step, as the field writes it"
    )]
    pub(crate) fn search<const PV: bool>(
        &mut self,
        position: &Position,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        if depth <= 0 {
            return self.qsearch::<PV>(position, alpha, beta, ply);
        }
        let root = ply == 0;
        if PV {
            self.stack[ply].pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if self.stopped {
            return DRAW;
        }
        if root {
            self.begin_line(position);
        } else {
            if let Some(value) = self.game_end(position, ply) {
                return value;
            }
            if ply >= MAX_PLY - 1 {
                return if self.stack[ply].in_check { DRAW } else { self.evaluate(position, ply) };
            }
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let (tables, params) = (self.shared.tables, self.shared.params);
        let us = position.turn();
        let key = position.wide_zobrist();
        let in_check = self.stack[ply].in_check;
        let excluded = self.stack[ply].excluded;
        let known = if excluded.is_none() { self.shared.table.probe(key, ply) } else { None };
        let was_pv = PV || known.is_some_and(|entry| entry.was_pv);
        let mut hash = if root {
            Some(self.root[self.line].mv)
        } else {
            known.and_then(|entry| entry.mv).filter(|&mv| position.is_legal(mv))
        };
        if !PV
            && let Some(entry) = known
            && entry.depth >= depth
            && entry.value != NONE
            && entry.bound.settles(entry.value, beta)
            && clock_allows(position)
        {
            if entry.value >= beta
                && let Some(mv) = hash
                && !is_noisy(mv)
            {
                let man = man_of(mv, position, self.shared.history);
                let before = self.before(ply);
                self.shared.history.reward_quiet(us, mv, man, before, self.bonus(depth) / 2);
            }
            return entry.value;
        }

        // The static evaluation, and a better one if the table has it.
        let structure = pawns::key(position);
        let (mut raw, mut eval) = (NONE, NONE);
        if in_check {
            self.stack[ply].eval = NONE;
        } else if excluded.is_some() {
            eval = self.stack[ply].eval;
        } else {
            let value;
            (value, raw) = match known {
                Some(entry) if entry.eval != NONE => (entry.eval, entry.eval),
                _ if PV => self.evaluate_near(position, ply, (-INFINITE, INFINITE)),
                // So far outside that the rest of this node would not ask how far.
                _ => {
                    let window = (alpha - params.far_below, beta + params.reverse_futility * depth);
                    self.evaluate_near(position, ply, window)
                }
            };
            eval = (value + self.shared.history.correction(us, structure)).clamp(-MATE_BOUND + 1, MATE_BOUND - 1);
            self.stack[ply].eval = eval;
            match known {
                Some(entry) if entry.value != NONE => {
                    let side = if entry.value > eval { Bound::Lower } else { Bound::Upper };
                    if entry.bound as u8 & side as u8 != 0 && !is_decisive(entry.value) {
                        eval = entry.value;
                    }
                }
                None if raw != NONE => self.store(key, ply, None, NONE, raw, -6, Bound::None, was_pv),
                _ => {}
            }
        }
        let static_eval = self.stack[ply].eval;
        let improving = !in_check
            && ply >= 2
            && match (self.stack[ply - 2].eval, self.stack.get(ply.wrapping_sub(4)).map(|frame| frame.eval)) {
                (NONE, Some(earlier)) => earlier != NONE && static_eval > earlier,
                (NONE, None) => false,
                (before, _) => static_eval > before,
            };
        self.stack[ply + 1].cutoffs = 0;
        self.stack[ply + 1].killers = [None; 2];

        if !PV && !in_check && excluded.is_none() {
            // Razoring: so far below alpha that only captures could help.
            if depth <= params.razoring_depth
                && eval + params.razoring + params.razoring_step * depth < alpha
                && !is_decisive(alpha)
            {
                let value = self.qsearch::<false>(position, alpha, alpha + 1, ply);
                if value <= alpha {
                    return value;
                }
            }
            // Reverse futility: so far above beta that the other side will not catch up.
            let margin = params.reverse_futility * (depth - i32::from(improving));
            if depth <= params.reverse_futility_depth
                && eval - margin >= beta
                && !is_decisive(beta)
                && !is_decisive(eval)
            {
                return Value::midpoint(eval, beta);
            }
            if let Some(value) = self.null_move(position, beta, depth, ply, eval, cut_node) {
                return value;
            }
            if let Some(value) = self.probcut(position, beta, depth, ply, known, cut_node) {
                return value;
            }
            if self.stopped {
                return DRAW;
            }
        }
        // That it was not searched to that depth is not told to another thread, which would do it again.
        let mut left = 0;
        // Without a move to try first a full depth is not worth its price.
        if depth >= 4 && hash.is_none() && (PV || cut_node) {
            depth -= 1;
            left = i32::from(self.shared.team.is_some());
        }
        // A move that nothing else comes near is looked at more deeply.
        let mut singular = 0;
        if !root
            && depth >= params.singular_depth
            && excluded.is_none()
            && ply < 2 * self.root_depth as usize
            && let (Some(mv), Some(entry)) = (hash, known)
            && entry.value != NONE
            && !is_decisive(entry.value)
            && entry.bound as u8 & Bound::Lower as u8 != 0
            && entry.depth >= depth - 3
        {
            let below = entry.value - 2 * depth;
            self.stack[ply].excluded = Some(mv);
            let value = self.search::<false>(position, below - 1, below, (depth - 1) / 2, ply, cut_node);
            self.stack[ply].excluded = None;
            if self.stopped {
                return DRAW;
            }
            if value < below {
                singular = if !PV && value < below - 20 { 2 } else { 1 };
            } else if value >= beta && !is_decisive(value) {
                // Several moves beat beta.
                return value;
            } else if entry.value >= beta {
                singular = -2;
            } else if cut_node {
                singular = -1;
            }
        }

        let before = self.before(ply);
        let refutations =
            Refutations { killers: self.stack[ply].killers, counter: self.shared.history.counter(before[0]) };
        let officers = has_officers(position);
        let hash_noisy = hash.is_some_and(is_noisy);
        let mut picker = Picker::new(if root { None } else { hash.take() }, Wanted::All);
        let (mut best, mut best_move, old_alpha) = (-INFINITE, None, alpha);
        let mut root_index = self.line;
        let mut quiets: SmallVec<[Move; 32]> = SmallVec::new();
        let mut noisy_tried: SmallVec<[Move; 16]> = SmallVec::new();
        // Moves that other threads search now are left for later, each with its place in the order.
        let team = self.shared.team.as_ref().filter(|_| depth >= TEAM_DEPTH);
        let mut later: SmallVec<[(Move, usize, Depths); 4]> = SmallVec::new();
        let (mut later_index, mut last) = (0, 0);
        loop {
            let next = if root {
                root_index += 1;
                self.root.get(root_index - 1).map(|root_move| root_move.mv)
            } else {
                picker.next(position, self.shared.hints(before, refutations))
            };
            let (mv, count, planned) = if let Some(mv) = next {
                if Some(mv) == excluded {
                    continue;
                }
                last += 1;
                (mv, last, None)
            } else if let Some(&(mv, count, depths)) = later.get(later_index) {
                later_index += 1;
                (mv, count, Some(depths))
            } else {
                break;
            };
            let noisy = is_noisy(mv);
            let man = man_of(mv, position, self.shared.history);
            let history = if noisy { 0 } else { self.shared.history.quiets(us, before).of(mv, man) };

            if !root && planned.is_none() && best > -MATE_BOUND && officers {
                let reduced = (depth - self.reduction(depth, count) / 100 + history / 8_192).max(0);
                if noisy {
                    if depth <= 7 && count > 1 && !see(tables, position, mv, params.see_noisy * depth) {
                        continue;
                    }
                } else {
                    let most = params.late_moves + params.late_moves_step * depth * depth;
                    if count as i32 * 100 > most / (2 - i32::from(improving)) {
                        picker.skip_quiets();
                    }
                    if count > 1 {
                        if reduced <= 4 && history < params.history_pruning * depth {
                            continue;
                        }
                        if !in_check
                            && reduced <= params.futility_depth
                            && static_eval + params.futility + params.futility_step * reduced <= alpha
                            && !is_decisive(alpha)
                        {
                            picker.skip_quiets();
                            continue;
                        }
                        if reduced <= 8 && !see(tables, position, mv, params.see_quiet * reduced * reduced) {
                            continue;
                        }
                    }
                }
            }

            if team.is_some() && count > 1 && !root && excluded.is_none() {
                let enough = if PV { alpha + 1 } else { beta };
                match self.found_elsewhere(position, ply, depth, enough) {
                    Some(entry) if !PV => return entry.value,
                    Some(Entry { mv: Some(mv), value, .. }) if value < beta && position.is_legal(mv) => {
                        (best, alpha, best_move) = (value, value, Some(mv));
                        self.stack[ply].pv.clear();
                        self.stack[ply].pv.push(mv);
                    }
                    _ => {}
                }
            }
            let next = self.play(position, mv);
            let gives_check = next.in_check();
            // The depth, and the one at which it is looked at first.
            let (mut new_depth, reduced) = planned.unwrap_or_else(|| {
                let mut extension = if count == 1 { singular } else { 0 };
                if extension == 0
                    && gives_check
                    && (PV || depth <= params.check_extension_depth)
                    && see(tables, position, mv, 0)
                    && ply < 2 * self.root_depth as usize
                {
                    extension = 1;
                }
                let new_depth = depth - 1 + extension;
                let late = depth >= 2 && count > 1 + usize::from(root) && (!noisy || cut_node || count > 6);
                let reduced = late.then(|| {
                    // In hundredths of a ply.
                    let mut reduction = self.reduction(depth, count);
                    let by = |what: bool, hundredths: i32| if what { hundredths } else { 0 };
                    if noisy {
                        reduction /= 2;
                    } else {
                        let refutation = Some(mv) == refutations.killers[0] || Some(mv) == refutations.counter;
                        reduction -= (100 * history / params.reduction_history.max(1)).clamp(-250, 250);
                        reduction += by(cut_node, params.reduction_cut) + by(!improving, params.reduction_worsening);
                        reduction -= by(refutation, params.reduction_killer);
                        reduction += by(self.stack[ply + 1].cutoffs > 3, params.reduction_cutoffs);
                    }
                    reduction += by(hash_noisy && !noisy, params.reduction_hash_noisy);
                    reduction -= by(was_pv, params.reduction_was_pv) + by(PV, params.reduction_pv);
                    reduction -= by(gives_check, params.reduction_check) + by(in_check, params.reduction_check);
                    let reduction = reduction.div_euclid(100);
                    (new_depth - reduction).clamp(1, new_depth.max(1))
                });
                (new_depth, reduced)
            });
            let divided = team.filter(|_| count > 1 || !(PV || cut_node));
            let divided = divided.map(|team| (team, Team::name(key, mv, excluded)));
            if let Some((team, name)) = divided {
                if planned.is_none() && team.is_busy(name) {
                    later.push((mv, count, (new_depth, reduced)));
                    continue;
                }
                team.begin(name);
            }
            let nodes = self.nodes;
            self.descend(position, &next, mv, ply, gives_check);

            let mut value = -INFINITE;
            let mut full = !PV || count > 1;
            if let Some(reduced) = reduced {
                value = -self.search::<false>(&next, -alpha - 1, -alpha, reduced, ply + 1, true);
                full = value > alpha && reduced < new_depth;
                if full && planned.is_none() && !root {
                    // Much better than the best so far, or hardly.
                    new_depth += i32::from(value > best + params.deeper + 2 * new_depth);
                    new_depth -= i32::from(value < best + params.shallower);
                    full = reduced < new_depth;
                }
            }
            if full {
                value = -self.search::<false>(&next, -alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
            }
            if PV && (count == 1 || value > alpha) {
                value = -self.search::<true>(&next, -beta, -alpha, new_depth, ply + 1, false);
            }
            self.keys.pop();
            if let Some((team, name)) = divided {
                team.end(name);
            }
            if self.stopped {
                return DRAW;
            }
            if root {
                self.note_root_move(mv, value, count, alpha, nodes);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV && !root {
                        self.extend_pv(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                    if PV && !root && team.is_some() {
                        self.store(key, ply, best_move, value, raw, depth, Bound::Lower, was_pv);
                    }
                }
            }
            if noisy {
                noisy_tried.push(mv);
            } else {
                quiets.push(mv);
            }
        }
        if last == 0 {
            return if excluded.is_some() {
                alpha
            } else if in_check {
                mated_in(ply)
            } else {
                stalemate(position, ply)
            };
        }
        if best == -INFINITE {
            // All moves were left out as hopeless.
            best = alpha;
        }
        if let Some(mv) = best_move.filter(|_| best >= beta) {
            self.stack[ply].cutoffs += 1;
            self.remember(position, mv, &quiets, &noisy_tried, depth, ply);
        }
        if best <= old_alpha && !root && excluded.is_none() {
            self.remember_before(position, depth, ply);
        }
        // Of a root of which only some moves were searched nothing is known.
        if excluded.is_none() && !(root && (self.line > 0 || !self.shared.limits.search_moves.is_empty())) {
            let bound = match () {
                () if best >= beta => Bound::Lower,
                () if PV && alpha > old_alpha => Bound::Exact,
                () => Bound::Upper,
            };
            self.store(key, ply, best_move, best, raw, depth + left, bound, was_pv);
            let quiet_best = best_move.is_none_or(|mv| !is_noisy(mv));
            if raw != NONE
                && quiet_best
                && !is_decisive(best)
                && (bound != Bound::Lower || best > static_eval)
                && (bound != Bound::Upper || best < static_eval)
            {
                self.shared.history.correct(us, structure, best - raw, depth);
            }
        }
        best
    }

    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "the fields of an entry")]
    pub(crate) fn store(
        &self,
        key: u128,
        ply: usize,
        mv: Option<Move>,
        value: Value,
        eval: Value,
        depth: i32,
        bound: Bound,
        was_pv: bool,
    ) {
        self.shared.table.store(key, ply, Entry { mv, value, eval, depth, bound, was_pv });
    }

    pub(crate) fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.stack.split_at_mut(ply + 1);
        let pv = &mut above[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }

    fn note_root_move(&mut self, mv: Move, value: Value, count: usize, alpha: Value, nodes: u64) {
        let (seldepth, spent) = (self.seldepth, self.nodes - nodes);
        let pv = &self.stack[1].pv;
        if let Some(root_move) = self.root.iter_mut().find(|root_move| root_move.mv == mv) {
            root_move.nodes += spent;
            if count == 1 || value > alpha {
                root_move.value = value;
                root_move.seldepth = seldepth;
                root_move.pv.clear();
                root_move.pv.push(mv);
                root_move.pv.extend_from_slice(pv);
            } else {
                root_move.value = -INFINITE;
            }
        }
    }

    /// The score where the game is over by a rule that needs no look at all moves.
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
        if clock >= 4 && draws.repetition.is_some_and(|times| self.is_repeated(position, times)) {
            return Some(DRAW);
        }
        if draws.draws_at(clock) {
            let in_check = self.stack[ply].in_check;
            let counts = in_check || draws.stalemate != campione_core::StalemateResult::Draw;
            if counts && position.legal_moves().is_empty() {
                return Some(if in_check { mated_in(ply) } else { stalemate(position, ply) });
            }
            return Some(DRAW);
        }
        (draws.dead_position && position.is_dead()).then_some(DRAW)
    }

    /// Whether a position has occurred before: once since the root, or as often in the game as to make it a draw.
    #[inline]
    fn is_repeated(&self, position: &Position, times: u32) -> bool {
        let key = position.zobrist();
        let reach = (position.halfmove_clock() as usize).min(self.keys.len());
        let root = self.shared.keys.len();
        let mut found = 0;
        for back in (4..=reach).step_by(2) {
            let index = self.keys.len() - back;
            if self.keys[index] == key {
                found += 1;
                if index >= root || found + 1 >= times {
                    return true;
                }
            }
        }
        false
    }
}

/// Whether a score from the table may be trusted so close to a draw by the move rule.
#[inline(always)]
pub(crate) fn clock_allows(position: &Position) -> bool {
    !position.variant().draws().draws_at(position.halfmove_clock().saturating_add(12))
}

/// Whether the side to move has a man besides king and pawns: without one, having to move is often a burden.
#[inline(always)]
pub(crate) fn has_officers(position: &Position) -> bool {
    let us = position.turn();
    (position.by_color(us) - position.pawns(us) - position.waiting_squares(us)).without(position.king(us)).any()
}

/// What a side without a move that is not in check gets.
pub(crate) fn stalemate(position: &Position, ply: usize) -> Value {
    match position.variant().draws().stalemate {
        campione_core::StalemateResult::Draw => DRAW,
        campione_core::StalemateResult::Loss => mated_in(ply),
        campione_core::StalemateResult::Win => mate_in(ply),
    }
}

/// The legal moves of a root, captures first.
pub(crate) fn root_moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    position.noisy_moves(&mut moves);
    position.quiet_moves(&mut moves);
    moves
}
