//! One thread's search: its memory, its line of positions, and iterative deepening.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use campione_movegen::{Move, Position};
use campione_net::Fitted;

use crate::clock::Course;
use crate::eval::{self, Material, Tables};
use crate::history::{History, ManAt};
use crate::limits::{Control, Limits};
use crate::nets::Memory;
use crate::params::SearchParams;
use crate::picker::{Hints, Refutations, man_of};
use crate::report::Report;
use crate::score::{INFINITE, MATE_BOUND, MAX_DEPTH, MAX_PLY, NONE, Score, Value, is_decisive};
use crate::team::{Task, Team};
use crate::tt::Table;

/// What to take from the depth of late moves, in hundredths of a ply, by depth and number of the move.
#[derive(Debug)]
pub(crate) struct Reductions(Box<[[u16; 64]; 64]>);

impl Reductions {
    pub(crate) fn new(params: &SearchParams) -> Reductions {
        let mut reductions = Box::new([[0; 64]; 64]);
        let base = f64::from(params.reduction_base);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (count, reduction) in row.iter_mut().enumerate().skip(1) {
                let factor = f64::from(params.reduction_factor);
                *reduction = (base + factor * (depth as f64).ln() * (count as f64).ln()) as u16;
            }
        }
        Reductions(reductions)
    }
}

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) tables: &'a Tables,
    /// What evaluates instead of the tables, where there is a net.
    pub(crate) net: Option<&'a Fitted>,
    pub(crate) params: &'a SearchParams,
    pub(crate) reductions: &'a Reductions,
    pub(crate) history: &'a History,
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a Control,
    /// The keys of the game's positions since the last move that cannot be taken back, this one's last.
    pub(crate) keys: &'a [u64],
    pub(crate) start: Instant,
    /// The first thread has ended, and so do the others.
    pub(crate) ended: AtomicBool,
    /// None where one thread searches.
    pub(crate) team: Option<Team>,
}

impl Shared<'_> {
    /// What the order of moves depends on after the moves `before`.
    #[inline(always)]
    pub(crate) fn hints(&self, before: [Option<ManAt>; 2], refutations: Refutations) -> Hints<'_> {
        Hints { tables: self.tables, history: self.history, before, refutations }
    }
}

/// A move of the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Its score in this iteration; minus infinite until it is known, or where it is no better than others.
    pub(crate) value: Value,
    pub(crate) previous: Value,
    pub(crate) nodes: u64,
    pub(crate) seldepth: usize,
    pub(crate) pv: Vec<Move>,
}

/// One ply of the line that is being searched.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The move made here; none at the root's parents and for a null move.
    pub(crate) mv: Option<Move>,
    pub(crate) man: Option<ManAt>,
    pub(crate) eval: Value,
    pub(crate) material: Material,
    pub(crate) in_check: bool,
    pub(crate) killers: [Option<Move>; 2],
    /// Left out, to see whether it is the only good move.
    pub(crate) excluded: Option<Move>,
    pub(crate) pv: Vec<Move>,
    pub(crate) cutoffs: u32,
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            mv: None,
            man: None,
            eval: NONE,
            material: Material::default(),
            in_check: false,
            killers: [None; 2],
            excluded: None,
            pv: Vec::new(),
            cutoffs: 0,
        }
    }
}

/// A thread at work.
pub(crate) struct Worker<'a> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) memory: &'a mut Memory,
    pub(crate) stack: Vec<Frame>,
    /// Keys of the positions before the current one, from the game's on.
    pub(crate) keys: Vec<u64>,
    pub(crate) root: Vec<RootMove>,
    /// The first of the root moves that this line may begin with.
    pub(crate) line: usize,
    pub(crate) root_depth: i32,
    pub(crate) nodes: u64,
    pub(crate) unreported: u64,
    pub(crate) seldepth: usize,
    pub(crate) stopped: bool,
    pub(crate) completed: i32,
    /// It has thought long enough about its answer to a move that the other side has not made yet.
    pondered: bool,
    /// No null moves before this ply while one is being verified.
    pub(crate) null_from: usize,
    /// The number of the team's task that it searches, 0 for none.
    task: u64,
    clock_every: u64,
    /// How many nodes this search may have, if one thread does it: what proofs have taken is gone.
    node_limit: u64,
}

/// A line is not cut short before the first iteration unless it takes more nodes than this.
const FIRST_NODES: u64 = 20_000;

/// How many nodes lie between two looks at the clock.
const CLOCK_EVERY: u64 = 512;
/// And at the clock and the others, where there are others.
const TEAM_EVERY: u64 = 64;

impl<'a> Worker<'a> {
    /// A thread that has not begun.
    pub(crate) fn new(shared: &'a Shared<'a>, memory: &'a mut Memory, root: &[Move]) -> Worker<'a> {
        let root_move =
            |&mv: &Move| RootMove { mv, value: -INFINITE, previous: -INFINITE, nodes: 0, seldepth: 0, pv: vec![mv] };
        let node_limit = match shared.limits.nodes {
            Some(limit) if shared.team.is_none() => limit.saturating_sub(shared.control.nodes()),
            _ => u64::MAX,
        };
        Worker {
            shared,
            memory,
            stack: vec![Frame::default(); MAX_PLY + 4],
            keys: shared.keys.to_vec(),
            root: root.iter().map(root_move).collect(),
            line: 0,
            root_depth: 0,
            nodes: 0,
            unreported: 0,
            seldepth: 0,
            stopped: node_limit == 0,
            completed: 0,
            pondered: false,
            null_from: 0,
            task: 0,
            clock_every: if shared.team.is_some() { TEAM_EVERY } else { CLOCK_EVERY },
            node_limit,
        }
    }

    /// What to take from the depth of a late move, in hundredths of a ply.
    #[inline(always)]
    pub(crate) fn reduction(&self, depth: i32, count: usize) -> i32 {
        i32::from(self.shared.reductions.0[(depth as usize).min(63)][count.min(63)])
    }

    /// Counts a move made on the board and sees whether the search is to end.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        self.unreported += 1;
        if self.unreported >= self.clock_every || self.nodes >= self.node_limit {
            self.look_at_clock();
        }
    }

    #[cold]
    fn look_at_clock(&mut self) {
        let Shared { limits, control, start, ended, team, .. } = self.shared;
        control.add_nodes(self.unreported);
        self.unreported = 0;
        let enough = match team {
            None => self.nodes >= self.node_limit,
            Some(team) => {
                let over = team.number() != self.task || team.is_done(self.task);
                over || limits.nodes.is_some_and(|limit| control.nodes() >= limit)
            }
        };
        if enough || ended.load(Ordering::Relaxed) {
            self.stopped = true;
        }
        let hurried = self.completed == 0 && self.nodes < FIRST_NODES;
        let late = || limits.time.is_some_and(|time| control.has_spent(time, *start));
        let pondered = self.pondered && !control.is_pondering();
        if !hurried && (control.is_stopped() || pondered || late()) {
            self.stopped = true;
        }
    }

    /// The evaluation of a position, the corrections of its pawn structure not in it.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> Value {
        self.evaluate_near(position, ply, (-INFINITE, INFINITE)).0
    }

    /// The same for somebody who only asks where it lies in a window. [`NONE`] comes with it if it must not be remembered.
    #[inline]
    pub(crate) fn evaluate_near(&mut self, position: &Position, ply: usize, window: (Value, Value)) -> (Value, Value) {
        let tables = self.shared.tables;
        let Memory { pawns, accumulators } = &mut *self.memory;
        if let (Some(net), Some(accumulators)) = (self.shared.net, accumulators) {
            let value = eval::by_net(tables, position, || accumulators.evaluate(net, position, ply));
            return (value, value);
        }
        let material = &self.stack[ply].material;
        let (value, whole) = eval::evaluate_near(tables, pawns, position, material, window);
        (value, if whole { value } else { NONE })
    }

    /// The position after a move, for which the table is being asked meanwhile.
    #[inline(always)]
    pub(crate) fn play(&self, position: &Position, mv: Move) -> Position {
        let foreseen = position.key_after(mv);
        if let Some(key) = foreseen {
            self.shared.table.prefetch(key);
        }
        let next = position.play_unchecked(mv);
        if foreseen.is_none() {
            self.shared.table.prefetch(next.wide_zobrist());
        }
        next
    }

    /// A move is made: what the next ply has to know.
    #[inline(always)]
    pub(crate) fn descend(&mut self, position: &Position, next: &Position, mv: Move, ply: usize, gives_check: bool) {
        self.count_node();
        if let (Some(net), Some(accumulators)) = (self.shared.net, &mut self.memory.accumulators) {
            accumulators.play(net, (position, ply), next, mv);
        } else {
            let material = self.stack[ply].material.after(self.shared.tables, position, next, mv);
            self.stack[ply + 1].material = material;
        }
        let frame = &mut self.stack[ply];
        frame.mv = Some(mv);
        frame.man = Some(man_of(mv, position, self.shared.history));
        let below = &mut self.stack[ply + 1];
        below.in_check = gives_check;
        self.keys.push(position.zobrist());
    }

    /// The line begins with this position.
    #[inline]
    pub(crate) fn begin_line(&mut self, position: &Position) {
        match &mut self.memory.accumulators {
            Some(accumulators) => accumulators.start(),
            None => self.stack[0].material = Material::of(self.shared.tables, position),
        }
        self.stack[0].in_check = position.in_check();
    }

    /// The side to move passes.
    #[inline]
    pub(crate) fn descend_by_passing(&mut self, position: &Position, ply: usize) {
        self.stack[ply].mv = None;
        self.stack[ply].man = None;
        self.stack[ply + 1].in_check = false;
        match &mut self.memory.accumulators {
            Some(accumulators) => accumulators.pass(ply),
            None => self.stack[ply + 1].material = self.stack[ply].material,
        }
        self.keys.push(position.zobrist());
    }

    /// Searches deeper and deeper, and tells of each iteration.
    pub(crate) fn iterate(&mut self, position: &Position, mut report: impl FnMut(&Report)) {
        let limits = self.shared.limits;
        let mate = limits.mate.map_or(u32::MAX, |moves| moves.saturating_mul(2).saturating_add(4));
        let deepest = limits.depth.unwrap_or(u32::MAX).min(mate).min(MAX_DEPTH) as i32;
        let lines = limits.multipv.max(1).min(self.root.len());
        let mut course = Course::default();
        for depth in 1..=deepest {
            self.root_depth = depth;
            for root_move in &mut self.root {
                root_move.previous = root_move.value;
            }
            for line in 0..lines {
                self.line = line;
                self.seldepth = 0;
                self.search_window(position, depth);
                self.root[line..].sort_by_key(|root_move| std::cmp::Reverse((root_move.value, root_move.previous)));
                self.root[..=line].sort_by_key(|root_move| std::cmp::Reverse((root_move.value, root_move.previous)));
                if self.shared.team.is_some() {
                    self.lengthen(position, line, depth as usize);
                }
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            self.completed = depth;
            self.shared.control.add_nodes(std::mem::take(&mut self.unreported));
            self.shared.control.set_depth(depth as u32);
            for line in 0..lines {
                report(&self.report(line, depth));
            }
            if self.is_enough(lines) || self.has_thought_enough(&mut course) || self.is_past_soft_limit() {
                break;
            }
        }
        self.shared.control.add_nodes(std::mem::take(&mut self.unreported));
    }

    /// Searches what the first thread searches, until it has ended.
    pub(crate) fn help(&mut self, position: &Position) {
        let Shared { ended, team: Some(team), .. } = self.shared else { return };
        while !ended.load(Ordering::Relaxed) {
            if team.number() == self.task {
                std::thread::yield_now();
                continue;
            }
            let task = team.task();
            self.task = task.number;
            self.root.sort_by_key(|root_move| task.root.iter().position(|&mv| mv == root_move.mv));
            for root_move in &mut self.root {
                root_move.value = -INFINITE;
            }
            self.line = task.line;
            self.root_depth = task.depth;
            self.seldepth = 0;
            self.stopped = false;
            let value = self.search::<true>(position, task.alpha, task.beta, task.depth, 0, false);
            if !self.stopped {
                team.set_found(task.number, value, &self.root);
            }
        }
        self.shared.control.add_nodes(std::mem::take(&mut self.unreported));
    }

    /// Searches the root, with the others if there are any.
    fn search_root(&mut self, position: &Position, alpha: Value, beta: Value, depth: i32) -> Value {
        let Some(team) = &self.shared.team else {
            return self.search::<true>(position, alpha, beta, depth, 0, false);
        };
        let root = self.root.iter().map(|root_move| root_move.mv).collect();
        self.task = team.set_task(Task { depth, line: self.line, alpha, beta, root, ..Task::default() });
        let value = self.search::<true>(position, alpha, beta, depth, 0, false);
        match team.found(self.task).filter(|_| self.stopped) {
            Some(found) => {
                // A helper was faster.
                self.stopped = false;
                for own in &mut self.root[self.line..] {
                    if let Some(theirs) = found.root.iter().find(|theirs| theirs.mv == own.mv) {
                        own.value = theirs.value;
                        own.seldepth = theirs.seldepth;
                        own.pv.clone_from(&theirs.pv);
                    }
                }
                found.value
            }
            None => value,
        }
    }

    /// A line that another thread has found is known in full to that thread alone: the table has its moves.
    fn lengthen(&mut self, position: &Position, line: usize, depth: usize) {
        let mut pv = std::mem::take(&mut self.root[line].pv);
        let mut position = *position;
        let mut keys = self.keys.clone();
        let draws = position.variant().draws();
        for ply in 0..depth.max(pv.len()) {
            keys.push(position.zobrist());
            let known = || self.shared.table.probe(position.wide_zobrist(), 0)?.mv.filter(|&mv| position.is_legal(mv));
            let Some(mv) = pv.get(ply).copied().or_else(known) else { break };
            position = position.play_unchecked(mv);
            if ply >= pv.len() {
                pv.push(mv);
            }
            if draws.draws_at(position.halfmove_clock()) || keys.contains(&position.zobrist()) {
                break;
            }
        }
        self.root[line].pv = pv;
    }

    /// Whether this move has had its share of the clock, if there is one.
    fn has_thought_enough(&mut self, course: &mut Course) -> bool {
        let Shared { limits, control, .. } = self.shared;
        let Some(clock) = limits.clock else { return false };
        let best = &self.root[0];
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let times = course.note(best.mv, best.value, share);
        let enough = self.root.len() == 1 || self.elapsed().as_secs_f64() >= times * clock.optimum().as_secs_f64();
        self.pondered = enough && control.is_pondering();
        enough && !self.pondered
    }

    /// Whether no further iteration is to begin.
    fn is_past_soft_limit(&self) -> bool {
        self.shared.limits.soft_nodes.is_some_and(|limit| self.shared.control.nodes() >= limit)
    }

    /// Whether more depth would not change what was asked for.
    fn is_enough(&self, lines: usize) -> bool {
        let limits = self.shared.limits;
        let best = self.root[0].value;
        let mate_found = match (limits.mate, Score::from_value(best)) {
            (Some(most), Score::Mate(moves)) => moves > 0 && moves.unsigned_abs() <= most,
            _ => false,
        };
        // A mate that is proven and cannot be shorter, for each of the lines.
        let settled = self.root[..lines].iter().all(|root_move| {
            is_decisive(root_move.value) && self.root_depth > 2 * (crate::score::MATE - root_move.value.abs()) + 8
        });
        mate_found || settled
    }

    /// One iteration of one line, in a window round the score of the one before.
    fn search_window(&mut self, position: &Position, depth: i32) {
        let expected = self.root[self.line].previous;
        let (mut alpha, mut beta, mut margin) = (-INFINITE, INFINITE, self.shared.params.aspiration);
        if depth >= 4 && expected.abs() < MATE_BOUND {
            margin += expected * expected / 12_000;
            (alpha, beta) = ((expected - margin).max(-INFINITE), (expected + margin).min(INFINITE));
        }
        let mut lowered = 0;
        loop {
            let value = self.search_root(position, alpha, beta, (depth - lowered).max(1));
            if self.stopped {
                return;
            }
            let from = self.line;
            self.root[from..].sort_by_key(|root_move| std::cmp::Reverse((root_move.value, root_move.previous)));
            if value <= alpha {
                beta = Value::midpoint(alpha, beta);
                alpha = (value - margin).max(-INFINITE);
                lowered = 0;
            } else if value >= beta {
                beta = (value + margin).min(INFINITE);
                lowered = (lowered + 1).min(3);
            } else {
                return;
            }
            margin += margin / 2 + 5;
            if margin > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether anything is known of a line.
    pub(crate) fn is_known(&self, line: usize) -> bool {
        self.root[line].value != -INFINITE
    }

    /// What is known of a line.
    pub(crate) fn report(&self, line: usize, depth: i32) -> Report {
        let root_move = &self.root[line];
        let value = if root_move.value == -INFINITE { root_move.previous } else { root_move.value };
        Report {
            depth: depth as u32,
            seldepth: root_move.seldepth as u32,
            multipv: line + 1,
            // Nothing is known where not even the first move was searched.
            score: if value == -INFINITE { Score::Cp(0) } else { Score::from_value(value) },
            nodes: self.shared.control.nodes() + self.unreported,
            time: self.elapsed(),
            hashfull: self.shared.table.fullness(),
            pv: root_move.pv.clone(),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.shared.start.elapsed()
    }
}
