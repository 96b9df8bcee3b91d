//! Iterative deepening, with an aspiration window for each line.

use std::sync::atomic::Ordering;

use campione_movegen::Position;

use crate::report::Report;
use crate::score::{INFINITE, MATE_BOUND, MAX_DEPTH, Score, Value};
use crate::shared::Shared;
use crate::team::RootSearch;
use crate::thread::SearchThread;
use crate::time_manager::TimeManager;

impl SearchThread<'_> {
    /// The main thread: searches deeper and deeper, and reports each line of each iteration. Returns the last report of each
    /// line.
    pub(crate) fn iterate(&mut self, position: &Position, report: &mut dyn FnMut(&Report)) -> Vec<Report> {
        let limits = self.shared.limits;
        let mate = limits.mate.map_or(u32::MAX, |moves| moves.saturating_mul(2).saturating_add(4));
        let max_depth = limits.depth.unwrap_or(u32::MAX).min(mate).min(MAX_DEPTH) as i32;
        let lines = limits.multipv.max(1).min(self.root.len());
        let mut time = TimeManager::default();
        let mut last = Vec::new();
        for depth in 1..=max_depth {
            self.root.begin_iteration(depth);
            let mut fails = 0;
            for multipv_index in 0..lines {
                self.root.begin_multipv(multipv_index);
                fails += self.search_aspiration(position, depth);
                self.root.sort_searched();
                self.root.sort_complete();
                if self.shared.team.is_some() {
                    self.extend_pv_from_tt(position, multipv_index, depth as usize);
                }
                if self.is_stopped() {
                    break;
                }
            }
            if self.is_stopped() {
                break;
            }
            self.counter.complete_iteration();
            self.shared.control.set_depth(depth as u32);
            last = (0..lines).map(|index| self.report(index)).collect();
            last.iter().for_each(&mut *report);
            if self.has_answer(lines)
                || self.is_out_of_time(&mut time, fails / lines as u32)
                || self.is_past_soft_limit()
            {
                break;
            }
        }
        self.counter.report();
        let newer = self.newer_lines(&last, lines);
        if newer.is_empty() {
            return last;
        }
        newer.iter().for_each(report);
        newer
    }

    /// What a stopped iteration has found beyond the `last` reports.
    fn newer_lines(&mut self, last: &[Report], lines: usize) -> Vec<Report> {
        match last {
            [] => {
                self.root.sort_by_value();
                let searched = (0..lines).take_while(|&index| index == 0 || self.root.is_searched(index));
                searched.map(|index| self.report(index)).collect()
            }
            [line] if line.pv.first() != self.root.pv(0).first() => vec![self.report(0)],
            // With several lines, some would be from this iteration and some from the last one, and not in order.
            _ => Vec::new(),
        }
    }

    /// Aspiration windows: one iteration of one line, in a window around its score in the last iteration. Returns how
    /// often the score was outside of the window.
    fn search_aspiration(&mut self, position: &Position, depth: i32) -> u32 {
        let (params, expected) = (self.shared.params, self.root.expected_value());
        let (mut alpha, mut beta, mut margin) = (-INFINITE, INFINITE, params.aspiration);
        if depth >= params.aspiration_depth && expected.abs() < MATE_BOUND {
            margin += expected * expected / params.aspiration_score;
            (alpha, beta) = ((expected - margin).max(-INFINITE), (expected + margin).min(INFINITE));
        }
        // After a fail high the depth is reduced.
        let (mut reduction, mut fails) = (0, 0);
        loop {
            let value = self.search_root(position, alpha, beta, (depth - reduction).max(1));
            if self.is_stopped() {
                return fails;
            }
            self.root.sort_searched();
            if value <= alpha {
                // The score lies below, so the upper half of the window is not needed.
                beta = Value::midpoint(alpha, beta);
                alpha = (value - margin).max(-INFINITE);
                reduction = 0;
            } else if value >= beta {
                beta = (value + margin).min(INFINITE);
                reduction = (reduction + 1).min(params.aspiration_reductions);
            } else {
                return fails;
            }
            fails += 1;
            margin += margin * params.aspiration_growth / 100 + 5;
            if margin > params.aspiration_limit {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Searches the root, together with the other threads if there are any.
    fn search_root(&mut self, position: &Position, alpha: Value, beta: Value, depth: i32) -> Value {
        let Some(team) = &self.shared.team else {
            return self.search::<true>(position, alpha, beta, depth, 0, false);
        };
        let (multipv_index, order) = (self.root.multipv_index(), self.root.order());
        let number = team.begin(RootSearch { depth, multipv_index, alpha, beta, order, ..RootSearch::default() });
        self.counter.join(number);
        let value = self.search::<true>(position, alpha, beta, depth, 0, false);
        match team.result(number).filter(|_| self.is_stopped()) {
            Some(result) => {
                // A helper was faster.
                self.counter.resume();
                self.root.take_over(&result.root);
                result.value
            }
            None => value,
        }
    }

    /// A helper: searches what the main thread searches, until the main thread has ended.
    pub(crate) fn help(&mut self, position: &Position) {
        let Shared { ended, team: Some(team), .. } = self.shared else { return };
        while !ended.load(Ordering::Relaxed) {
            if team.number() == self.counter.root_search() {
                std::thread::yield_now();
                continue;
            }
            let RootSearch { number, depth, multipv_index, alpha, beta, order } = team.root_search();
            self.counter.join(number);
            self.root.follow(&order, multipv_index, depth);
            self.counter.resume();
            let value = self.search::<true>(position, alpha, beta, depth, 0, false);
            if !self.is_stopped() {
                team.set_result(number, value, &self.root);
            }
        }
        self.counter.report();
    }

    /// Completes a principal variation. If another thread has found the score, only that thread has the whole line, so
    /// the rest is read from the transposition table.
    fn extend_pv_from_tt(&mut self, position: &Position, multipv_index: usize, depth: usize) {
        let mut pv = self.root.pv(multipv_index).to_vec();
        let mut position = *position;
        let mut keys = self.stack.keys().to_vec();
        let draws = position.variant().draws();
        for ply in 0..depth.max(pv.len()) {
            keys.push(position.zobrist());
            let tt_move = || self.shared.tt.probe(position.wide_zobrist(), 0)?.mv.filter(|&mv| position.is_legal(mv));
            let Some(mv) = pv.get(ply).copied().or_else(tt_move) else { break };
            position = position.play_unchecked(mv);
            if ply >= pv.len() {
                pv.push(mv);
            }
            // The moves of the table may go round in a circle, and a line ends where the game would be drawn.
            if draws.draws_at(position.halfmove_clock()) || keys.contains(&position.zobrist()) {
                break;
            }
        }
        self.root.set_pv(multipv_index, pv);
    }

    /// Whether this move has used its share of the clock, if there is a clock. While pondering, the search goes on
    /// until the opponent makes the expected move.
    fn is_out_of_time(&mut self, time: &mut TimeManager, fails: u32) -> bool {
        let Shared { limits, control, start, move_number, .. } = self.shared;
        let Some(clock) = limits.clock else { return false };
        let node_share = self.root.nodes_of_best() as f64 / self.counter.nodes().max(1) as f64;
        let factor = time.update(self.root.mv(0), self.root.value(0), node_share, fails);
        let optimum = clock.optimum(*move_number).as_secs_f64();
        let enough = self.root.len() == 1 || start.elapsed().as_secs_f64() >= factor * optimum;
        let ponders = enough && control.is_pondering();
        self.counter.stop_at_ponderhit(ponders);
        enough && !ponders
    }

    /// Whether the soft node limit is met, so that no further iteration begins.
    fn is_past_soft_limit(&self) -> bool {
        self.shared.limits.soft_nodes.is_some_and(|limit| self.shared.control.nodes() >= limit)
    }

    /// Whether more depth would not change the answer.
    fn has_answer(&self, lines: usize) -> bool {
        let mate_found = match (self.shared.limits.mate, Score::from_value(self.root.value(0))) {
            (Some(most), Score::Mate(moves)) => moves > 0 && moves.unsigned_abs() <= most,
            _ => false,
        };
        mate_found || self.root.are_decided(lines)
    }

    /// The report for a `multipv` index.
    fn report(&self, index: usize) -> Report {
        let (nodes, hashfull) = (self.counter.all_nodes(), self.shared.tt.fullness());
        self.root.report(index, nodes, self.shared.start.elapsed(), hashfull)
    }
}
