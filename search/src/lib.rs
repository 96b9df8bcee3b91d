//! Search for every game that `campione-movegen` plays.
//!
//! This crate neither prints nor parses, and knows no game by name.
//!
//! TEMPORARY: the engine behind this interface only counts men. It stands here so that the commands can be written and
//! tested, and is to be replaced as a whole.

mod mate;
mod negamax;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use campione_movegen::{History, Move, Outcome, Position};

pub use mate::find_mate;

use negamax::Negamax;

/// Searches positions. TEMPORARY.
#[derive(Debug)]
pub struct Engine {
    threads: usize,
}

/// What the system does not give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineError {
    /// Memory for the table, in mebibytes.
    Memory(usize),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EngineError::Memory(mebibytes) = self;
        write!(f, "the system has no {mebibytes} MB to give")
    }
}

impl std::error::Error for EngineError {}

/// When a search ends.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// After so many plies.
    pub depth: Option<u32>,
    /// After about so many nodes.
    pub nodes: Option<u64>,
    /// After that time.
    pub time: Option<Duration>,
    /// When a mate in so many moves or fewer by the side to move is proven, or that there is none.
    pub mate: Option<u32>,
    /// How many lines are wanted; 0 and 1 mean one.
    pub multipv: usize,
    /// The moves that are searched; empty: all.
    pub search_moves: Vec<Move>,
}

/// Stops a search and shows how far it is, from other threads.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    nodes: AtomicU64,
    depth: AtomicU32,
}

impl Control {
    /// For a search that has not begun.
    pub fn new() -> Control {
        Control::default()
    }

    /// Asks the search to end soon.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The iteration that is searched.
    pub fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }
}

/// The worth of a position, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// In hundredths of a pawn.
    Cp(i32),
    /// `Mate(3)`: it mates in three moves; `Mate(-2)`: it is mated in two.
    Mate(i32),
}

/// A line of an iteration.
#[derive(Clone, Debug)]
pub struct Report {
    /// Plies of the iteration.
    pub depth: u32,
    /// The longest line that was looked at, in plies.
    pub seldepth: u32,
    /// Which line, from 1.
    pub multipv: usize,
    /// Its worth.
    pub score: Score,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How much of the table is filled, in thousandths.
    pub hashfull: u32,
    /// The line.
    pub pv: Vec<Move>,
}

impl Report {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; none if the game is over.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// How the game has ended in this position, if it has.
    pub outcome: Option<Outcome>,
    /// The last report of each line.
    pub lines: Vec<Report>,
    /// All nodes.
    pub nodes: u64,
    /// All time.
    pub time: Duration,
}

impl Engine {
    /// An engine with a table of so many mebibytes, 1 or more.
    ///
    /// # Errors
    /// The system has no memory for the table.
    pub fn new(hash_mebibytes: usize, threads: usize) -> Result<Engine, EngineError> {
        let error = EngineError::Memory(hash_mebibytes);
        let bytes = hash_mebibytes.checked_mul(1 << 20).ok_or(error)?;
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| error)?;
        Ok(Engine { threads })
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {}

    /// How many threads search.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Searches. `history` are the positions of the game so far, up to and including `position`.
    pub fn search(
        &mut self,
        position: &Position<'_>,
        history: &History,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        let start = Instant::now();
        let mut result = SearchResult {
            best: None,
            ponder: None,
            outcome: position.outcome(history),
            lines: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
        };
        if result.outcome.is_some() {
            return result;
        }
        let mut moves = position.legal_moves().to_vec();
        moves.retain(|mv| limits.search_moves.is_empty() || limits.search_moves.contains(mv));
        let mut search = Negamax { limits, control, start, nodes: 0, seldepth: 0 };
        for depth in 1..=limits.depth.unwrap_or(64).min(64) {
            control.depth.store(depth, Ordering::Relaxed);
            let mut lines: Vec<Report> = Vec::new();
            for multipv in 1..=limits.multipv.max(1).min(moves.len()) {
                let left: Vec<Move> =
                    moves.iter().copied().filter(|mv| lines.iter().all(|line| line.pv[0] != *mv)).collect();
                let Some((score, pv)) = search.root(position, history, &left, depth) else { break };
                let (nodes, time) = (search.nodes, start.elapsed());
                let seldepth = search.seldepth;
                let line = Report { depth, seldepth, multipv, score, nodes, time, hashfull: 0, pv };
                report(&line);
                lines.push(line);
            }
            if lines.len() < limits.multipv.max(1).min(moves.len()) {
                break;
            }
            let found = lines[0].score;
            result.lines = lines;
            let proven = matches!(found, Score::Mate(n) if n.unsigned_abs() * 2 <= depth + 1);
            if proven || limits.mate.is_some_and(|mate| depth >= 2 * mate) {
                break;
            }
        }
        let pv = result.lines.first().map(|line| line.pv.as_slice()).unwrap_or_default();
        result.best = pv.first().copied().or_else(|| moves.first().copied());
        result.ponder = pv.get(1).copied();
        result.nodes = search.nodes;
        result.time = start.elapsed();
        result
    }
}
