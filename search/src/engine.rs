//! The engine: a table, threads, and what they remember of a game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use campione_core::VariantSpec;
use campione_movegen::{History as GameHistory, Move, Position};
use thiserror::Error;

use crate::eval::{PawnTable, Tables};
use crate::history::History;
use crate::limits::{Control, Limits};
use crate::node::root_moves;
use crate::report::{Report, SearchResult};
use crate::tt::Table;
use crate::worker::{Memory, Shared, Worker};

/// Why there is no engine.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The system has not so much memory to give.
    #[error("the system has no {0} MB for the table")]
    Memory(usize),
    /// The system has not so many threads to give.
    #[error("the system gives no {0} threads: {1}")]
    Threads(usize, String),
}

/// Bytes of the stack of a thread: a line of 240 plies takes about one of them.
const STACK: usize = 8 << 20;

/// Searches positions of any game, one search at a time.
///
/// What it learns stays for the next search of the same game, until it is [cleared](Engine::clear). With one thread the same
/// searches from a cleared engine give the same results.
#[derive(Debug)]
pub struct Engine {
    table: Table,
    threads: usize,
    /// All threads but the one that asks.
    helpers: Option<rayon::ThreadPool>,
    game: Option<Game>,
}

/// What belongs to one variant.
#[derive(Debug)]
struct Game {
    rules: VariantSpec,
    tables: Tables,
    /// One for each thread.
    memories: Vec<Memory>,
}

impl Engine {
    /// An engine with a table of so many mebibytes and so many threads; at least one each.
    ///
    /// # Errors
    /// The system has not so much to give.
    pub fn new(hash_mebibytes: usize, threads: usize) -> Result<Engine, EngineError> {
        let (mebibytes, threads) = (hash_mebibytes.max(1), threads.max(1));
        let table = Table::new(mebibytes).ok_or(EngineError::Memory(mebibytes))?;
        let helpers = match threads - 1 {
            0 => None,
            helpers => {
                let name = |number| format!("search-{}", number + 1);
                let pool = rayon::ThreadPoolBuilder::new().num_threads(helpers).thread_name(name).stack_size(STACK);
                Some(pool.build().map_err(|error| EngineError::Threads(threads, error.to_string()))?)
            }
        };
        Ok(Engine { table, threads, helpers, game: None })
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.game = None;
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Searches a position until a limit is met, the search is stopped, or more of it would change nothing.
    ///
    /// `history` are the positions of the game so far, this one included. `report` is called for each line of each
    /// iteration that is finished. Where the game is over the result says how, and has no best move.
    pub fn search(
        &mut self,
        position: &Position<'_>,
        history: &GameHistory,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        let start = Instant::now();
        if let Some(outcome) = position.outcome(history) {
            return SearchResult { outcome: Some(outcome), time: start.elapsed(), ..SearchResult::default() };
        }
        let mut root = root_moves(position);
        if !limits.search_moves.is_empty() {
            root.retain(|mv| limits.search_moves.contains(mv));
        }
        if root.is_empty() {
            return SearchResult { time: start.elapsed(), ..SearchResult::default() };
        }
        let Engine { table, helpers, game, threads } = self;
        if game.as_ref().is_none_or(|game| &game.rules != position.variant().spec()) {
            // Of another game nothing in the table is true: two games may share the key of a position.
            if game.is_some() {
                table.clear();
            }
            let memory = |_| Memory { history: History::new(position.variant()), pawns: PawnTable::new() };
            *game = Some(Game {
                rules: position.variant().spec().clone(),
                tables: Tables::new(position.variant()),
                memories: (0..*threads).map(memory).collect(),
            });
        }
        let Some(Game { tables, memories, .. }) = game else { return SearchResult::default() };
        table.grow_older();
        let keys = history.keys();
        let shared = Shared {
            table,
            tables,
            limits,
            control,
            keys: &keys[..keys.len().saturating_sub(1)],
            start,
            ended: AtomicBool::new(false),
        };
        let Some((first, others)) = memories.split_first_mut() else { return SearchResult::default() };
        let of = 1 + others.len();
        let mut search = |first: &mut Memory| {
            let mut worker = Worker::new(&shared, first, &root, 0, of);
            let mut told: Vec<Report> = Vec::new();
            worker.iterate(position, |line| {
                told.truncate(line.multipv - 1);
                told.push(line.clone());
                report(line);
            });
            shared.ended.store(true, Ordering::Relaxed);
            let lines = limits.multipv.max(1).min(root.len());
            // An iteration that was cut short may have found better.
            let last = |line: usize| worker.report(line, worker.root_depth);
            let changed = |line: usize| told.get(line).is_none_or(|told| told.pv.first() != worker.root[line].pv.first());
            if (0..lines).any(changed) {
                let newer: Vec<Report> = (0..lines).map(last).collect();
                for line in &newer {
                    report(line);
                }
                told = newer;
            }
            told
        };
        let lines = match helpers {
            None => search(first),
            Some(pool) => pool.in_place_scope(|scope| {
                for (number, memory) in (1..).zip(others) {
                    let (shared, root) = (&shared, &root);
                    scope.spawn(move |_| Worker::new(shared, memory, root, number, of).iterate(position, |_| {}));
                }
                search(first)
            }),
        };
        result(lines, control, start)
    }
}

fn result(lines: Vec<Report>, control: &Control, start: Instant) -> SearchResult {
    let pv: &[Move] = lines.first().map_or(&[], |line| &line.pv);
    SearchResult {
        best: pv.first().copied(),
        ponder: pv.get(1).copied(),
        outcome: None,
        nodes: control.nodes(),
        time: start.elapsed(),
        lines,
    }
}
