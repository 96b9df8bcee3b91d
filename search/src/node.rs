//! A node of the tree: principal variation search. Read it from top to bottom. Each step has a file or a method with
//! the name that is usual in other engines.

use std::ops::ControlFlow;

use campione_core::Role;
use campione_movegen::{Move, Position};
use smallvec::SmallVec;

use crate::deferring::Deferring;
use crate::depths::Depths;
use crate::extension::Extension;
use crate::game_end::{is_far_from_move_rule, stalemate};
use crate::history::Structure;
use crate::moves::{Candidate, MoveSource, OrderedMoves};
use crate::null_move::has_non_pawn_material;
use crate::picker::{Picker, Refutations, Wanted, is_noisy, piece_to};
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, NONE, Value, is_decisive, mate_in, mated_in};
use crate::steps::{Best, Node, TriedMove};
use crate::team::TEAM_DEPTH;
use crate::thread::SearchThread;
use crate::tt::{Bound, TtEntry};

/// The moves that were searched and did not beat beta.
#[derive(Default)]
struct Failed {
    quiets: SmallVec<[Move; 32]>,
    noisy: SmallVec<[Move; 16]>,
}

impl SearchThread<'_> {
    /// The score of a position for the side to move, `ply` plies from the root, within the window from alpha to beta.
    #[allow(clippy::too_many_lines, reason = "the steps of a node, one after the other")]
    pub(crate) fn search<const PV: bool>(
        &mut self,
        position: &Position,
        mut alpha: Value,
        mut beta: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        // Quiescence search.
        if depth <= 0 {
            return self.qsearch::<PV>(position, alpha, beta, ply);
        }
        if PV {
            self.stack.clear_pv(ply);
            self.root.reach(ply);
        }
        if self.is_stopped() {
            return DRAW;
        }
        if ply == 0 {
            self.start_line(position);
        } else {
            // Draws, and other ends of the game.
            if let Some(value) = self.game_end(position, ply) {
                return value;
            }
            // Endgame tables.
            if let Some(endgames) = &self.shared.endgames
                && let Some(value) = endgames.score(position, ply)
            {
                return value;
            }
            if ply >= MAX_PLY - 1 {
                return if self.stack.in_check(ply) { DRAW } else { self.eval.evaluate(position, ply) };
            }
            // Mate distance pruning.
            // At worst we are mated here, at best we mate with the next move.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let mut node = Node {
            position,
            key: position.wide_zobrist(),
            in_check: self.stack.in_check(ply),
            pv: PV,
            cut_node,
            ply,
            alpha,
            beta,
            depth,
            tt_depth: depth,
            excluded: self.stack.excluded(ply),
            tt_entry: None,
            tt_move: None,
            tt_pv: PV,
            raw_eval: NONE,
            static_eval: NONE,
            eval: NONE,
            improving: false,
            correction: 0,
            structure: Structure::default(),
            continuation: self.stack.continuation(ply),
            refutations: Refutations::default(),
        };

        // Transposition table.
        self.probe_tt(&mut node);
        if let Some(value) = self.tt_cutoff(&node) {
            return value;
        }
        node.structure = Structure::of(position);
        if let Some(mv) = node.tt_move {
            // The move is searched first, and its entry arrives while this node is evaluated.
            self.shared.tt.prefetch_after(position, mv);
        }

        // Static evaluation.
        self.static_evaluation(&mut node);
        self.stack.reset_children(ply);
        self.static_evaluation_history(&node);

        // These judge the whole position. In check there is no evaluation to judge by, and a search that leaves out a
        // move asks about the others.
        if !PV && !node.in_check && node.excluded.is_none() {
            // Razoring.
            if let Some(value) = self.razoring(&node) {
                return value;
            }
            // Reverse futility pruning.
            if let Some(value) = self.reverse_futility_pruning(&node) {
                return value;
            }
            // Null move pruning.
            if let Some(value) = self.null_move_pruning(&node) {
                return value;
            }
            // Probcut.
            if let Some(value) = self.probcut(&node) {
                return value;
            }
            if self.is_stopped() {
                return DRAW;
            }
        }

        // Internal iterative reduction.
        self.internal_iterative_reduction(&mut node);

        // Singular extension.
        let singular = match self.singular_extension(&node) {
            ControlFlow::Continue(extension) => extension,
            ControlFlow::Break(value) => return value,
        };

        // The moves.
        node.refutations = Refutations {
            killers: self.stack.killers(ply),
            countermove: self.shared.histories.countermove(node.continuation[0]),
        };
        let mut picker = Picker::new(node.tt_move, Wanted::All);
        let mut moves = OrderedMoves::new(&mut picker);
        match self.shared.team.as_ref().filter(|_| node.depth >= TEAM_DEPTH) {
            None => self.search_moves::<PV>(&node, singular, &mut moves),
            Some(team) => self.search_moves::<PV>(&node, singular, &mut Deferring::new(&mut moves, team)),
        }
    }

    /// The loop over the moves, and what follows it.
    #[allow(clippy::too_many_lines, reason = "the steps of a move, one after the other")]
    #[inline(always)]
    fn search_moves<const PV: bool>(
        &mut self,
        node: &Node<'_>,
        singular: Extension,
        moves: &mut impl MoveSource,
    ) -> Value {
        let &Node { position, ply, .. } = node;
        let histories = self.shared.histories;
        let quiets = histories.quiets(position.turn(), &node.structure, node.continuation);
        // With only pawns, zugzwang is common, and any quiet move may be the one that avoids it.
        let may_prune = !node.is_root() && has_non_pawn_material(position);
        let mut best = Best { value: -INFINITE, mv: None, alpha: node.alpha };
        let mut failed = Failed::default();
        let mut count = 0;
        while let Some(candidate) = moves.next(self, node) {
            let Candidate { mv, number, checks, deferred } = candidate;
            // A deferred move comes back with its old number.
            count = count.max(number);
            let is_noisy = is_noisy(mv);
            let piece_to = piece_to(mv, position, histories);
            let history = if is_noisy {
                histories.capture(piece_to, position.captured_role(mv).unwrap_or(Role::PAWN))
            } else {
                quiets.of(mv, piece_to)
            };
            let tried = TriedMove { mv, number, is_noisy, history };

            // A deferred move has passed these tests before. As long as every move is mated, all are tried: a pruned one
            // might be the only way out.
            if may_prune && deferred.is_none() && best.value > -MATE_BOUND {
                let lmr_depth = self.lmr_depth(node, &tried);
                if is_noisy || checks {
                    // Futility pruning of captures.
                    if is_noisy && self.futility_pruning_noisy(node, &tried, best.alpha, lmr_depth) {
                        continue;
                    }
                    // SEE pruning of captures and checks.
                    if self.see_pruning_noisy(node, &tried) {
                        continue;
                    }
                } else {
                    // Late move pruning.
                    if self.late_move_pruning(node, &tried) {
                        moves.skip_quiets();
                    }
                    if number > 1 {
                        // History pruning.
                        if self.history_pruning(node, &tried, lmr_depth) {
                            continue;
                        }
                        // Futility pruning.
                        if let Some(value) = self.futility_pruning(node, &best, lmr_depth) {
                            best.value = best.value.max(value);
                            moves.skip_quiets();
                            continue;
                        }
                        // SEE pruning of quiet moves.
                        if self.see_pruning_quiet(node, &tried, lmr_depth) {
                            continue;
                        }
                    }
                }
            }

            // With several threads: read what other threads have found about this node meanwhile.
            if let Some(value) = moves.read_others(self, node, number, &mut best) {
                return value;
            }

            // Extensions and late move reduction.
            let next = position.play_unchecked(mv);
            let gives_check = next.in_check();
            let depths = deferred.unwrap_or_else(|| {
                let full = node.depth - 1 + if number == 1 { singular } else { 0 };
                let reduced = self.late_move_reduction(node, &tried, full, gives_check);
                Depths { full, reduced }
            });

            // With several threads: defer a move that another thread is searching now.
            if !moves.begin(node, &candidate, depths) {
                continue;
            }

            // Make the move.
            let nodes_at_start = self.counter.nodes();
            self.make_move(position, ply, &next, mv, gives_check);

            // Principal variation search.
            let value = self.search_child::<PV>(node, &next, number, depths, deferred.is_none(), &best);

            // Undo the move.
            self.undo_move();
            moves.end();
            if self.is_stopped() {
                return DRAW;
            }

            // Is the move the best so far?
            if node.is_root() {
                let nodes = self.counter.nodes() - nodes_at_start;
                // The score of a move that did not beat alpha is only a bound.
                let scored = (number == 1 || value > best.alpha).then_some(value);
                self.root.update(mv, nodes, scored, self.stack.pv(1));
            }
            if value > best.value {
                best.value = value;
                if value > best.alpha {
                    best.mv = Some(mv);
                    if PV && !node.is_root() {
                        self.stack.extend_pv(ply, mv);
                    }
                    if value >= node.beta {
                        break;
                    }
                    best.alpha = value;
                    moves.tell_others(self, node, &best);
                }
            }
            if is_noisy {
                failed.noisy.push(mv);
            } else {
                failed.quiets.push(mv);
            }
        }

        // Checkmate and stalemate.
        if count == 0 {
            // The excluded move is the only legal one.
            return if node.excluded.is_some() {
                node.alpha
            } else if node.in_check {
                mated_in(ply)
            } else {
                stalemate(position, ply)
            };
        }
        if best.value == -INFINITE {
            // All moves were pruned.
            best.value = best.alpha;
        }

        // Update the histories.
        if let Some(mv) = best.mv.filter(|_| best.value >= node.beta) {
            self.stack.count_cutoff(ply);
            self.update_histories(node, mv, &failed.quiets, &failed.noisy);
        }
        if best.value <= node.alpha && !node.is_root() && node.excluded.is_none() {
            self.reward_previous_move(node);
        }

        // Store the result.
        self.store_result(node, &best);
        best.value
    }

    /// Probes the transposition table.
    #[inline(always)]
    fn probe_tt(&self, node: &mut Node<'_>) {
        // An entry speaks of all moves, so it says nothing of a search that leaves one out.
        if node.excluded.is_none() {
            node.tt_entry = self.shared.tt.probe(node.key, node.ply);
        }
        node.tt_pv |= node.tt_entry.is_some_and(|entry| entry.was_pv);
        // The root moves are in order; the table may have lost the best one.
        node.tt_move = if node.is_root() {
            Some(self.root.best())
        } else {
            // Two positions may share a tag, and an illegal move must never be played.
            node.tt_entry.and_then(|entry| entry.mv).filter(|&mv| node.position.is_legal(mv))
        };
    }

    /// The score in the transposition table, if it was searched deeply enough and decides this window.
    #[inline(always)]
    fn tt_cutoff(&self, node: &Node<'_>) -> Option<Value> {
        let entry = node.tt_entry.filter(|_| !node.pv)?;
        // A score that contradicts the type of the node is believed only at high depth.
        let is_expected = node.cut_node == (entry.value >= node.beta) || node.depth > 5;
        if entry.depth < node.depth
            || entry.value == NONE
            || !is_expected
            || !entry.bound.settles(entry.value, node.beta)
            || !is_far_from_move_rule(node.position)
        {
            return None;
        }
        if entry.value >= node.beta
            && let Some(mv) = node.tt_move
            && !is_noisy(mv)
        {
            // The move has refuted this position once more. It was not searched, so the bonus is half of one.
            let histories = self.shared.histories;
            let piece_to = piece_to(mv, node.position, histories);
            let bonus = self.history_bonus(node.depth) / 2;
            let us = node.position.turn();
            histories.update_quiet(us, mv, piece_to, &Structure::of(node.position), node.continuation, bonus);
        }
        Some(entry.value)
    }

    /// The static evaluation, and a better estimate if the transposition table has one.
    #[inline(always)]
    fn static_evaluation(&mut self, node: &mut Node<'_>) {
        let &mut Node { position, ply, depth, tt_entry, .. } = node;
        let (tt, params) = (self.shared.tt, self.shared.params);
        if node.in_check {
            self.stack.set_eval(ply, NONE);
            return;
        }
        if node.excluded.is_some() {
            // The search that leaves out a move is of the same position at the same ply, which was just evaluated.
            node.eval = self.stack.eval(ply);
        } else {
            let value;
            (value, node.raw_eval) = match tt_entry {
                Some(entry) if entry.eval != NONE => (entry.eval, entry.eval),
                _ if node.pv => self.eval.evaluate_lazy(position, ply, (-INFINITE, INFINITE)),
                // Beyond this window no later step needs the exact value.
                _ => {
                    let window = (node.alpha - params.far_below, node.beta + params.reverse_futility * depth);
                    self.eval.evaluate_lazy(position, ply, window)
                }
            };
            let (us, histories) = (position.turn(), self.shared.histories);
            node.correction = histories.correction(params, us, &node.structure, node.continuation);
            node.eval = (value + node.correction).clamp(-MATE_BOUND + 1, MATE_BOUND - 1);
            self.stack.set_eval(ply, node.eval);
            match tt_entry {
                Some(entry) => node.eval = entry.better_estimate(node.eval),
                None if node.raw_eval != NONE => {
                    let (eval, was_pv) = (node.raw_eval, node.tt_pv);
                    // Stored before the search, for whoever gets here by another way. Every result is deeper, so each
                    // replaces it.
                    let entry = TtEntry { mv: None, value: NONE, eval, depth: -6, bound: Bound::None, was_pv };
                    tt.store(node.key, ply, entry);
                }
                None => {}
            }
        }
        node.static_eval = self.stack.eval(ply);
        node.improving = self.stack.is_improving(ply);
    }

    /// Principal variation search of a move that was made. The first search has a null window, and a reduced depth for
    /// late moves. If the move is better than expected, it is searched again to the full depth and with the whole
    /// window.
    #[inline(always)]
    fn search_child<const PV: bool>(
        &mut self,
        node: &Node<'_>,
        next: &Position,
        number: usize,
        Depths { mut full, reduced }: Depths,
        may_change_depth: bool,
        best: &Best,
    ) -> Value {
        let params = self.shared.params;
        let (alpha, ply) = (best.alpha, node.ply + 1);
        let mut value = -INFINITE;
        let mut null_window = !PV || number > 1;
        if let Some(reduced) = reduced {
            // A late move is expected to fail, so some reply is expected to refute it: a cut node.
            value = -self.search::<false>(next, -alpha - 1, -alpha, reduced, ply, true);
            null_window = value > alpha && reduced < full;
            if null_window && may_change_depth && !node.is_root() {
                // Deeper if the move is much better than the best move so far, shallower if it is hardly better.
                full += i32::from(value > best.value + params.deeper + 2 * full);
                full -= i32::from(value < best.value + params.shallower);
                null_window = reduced < full;
            }
        }
        if null_window {
            // The child of an expected cut node is an expected all node, and the other way round.
            value = -self.search::<false>(next, -alpha - 1, -alpha, full, ply, !node.cut_node);
        }
        if PV && (number == 1 || value > alpha) {
            value = -self.search::<true>(next, -node.beta, -alpha, full, ply, false);
        }
        value
    }

    /// Stores the result in the transposition table, and updates the correction history.
    #[inline(always)]
    fn store_result(&self, node: &Node<'_>, best: &Best) {
        // If only some root moves were searched, the score is not that of the position.
        let some_moves = self.root.multipv_index() > 0 || !self.shared.limits.search_moves.is_empty();
        if node.excluded.is_some() || (node.is_root() && some_moves) {
            return;
        }
        let bound = match () {
            () if best.value >= node.beta => Bound::Lower,
            () if node.pv && best.alpha > node.alpha => Bound::Exact,
            () => Bound::Upper,
        };
        let (eval, depth, was_pv) = (node.raw_eval, node.tt_depth, node.tt_pv);
        let entry = TtEntry { mv: best.mv, value: best.value, eval, depth, bound, was_pv };
        self.shared.tt.store(node.key, node.ply, entry);
        // The correction learns only where the static evaluation was wrong by itself: not from captures and mates, nor from
        // a bound that the evaluation satisfies.
        if node.raw_eval != NONE
            && best.mv.is_none_or(|mv| !is_noisy(mv))
            && !is_decisive(best.value)
            && (bound != Bound::Lower || best.value > node.static_eval)
            && (bound != Bound::Upper || best.value < node.static_eval)
        {
            let (us, error) = (node.position.turn(), best.value - node.static_eval);
            let histories = self.shared.histories;
            histories.update_correction(us, &node.structure, node.continuation, error, node.depth);
        }
    }
}
