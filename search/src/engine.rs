//! The engine: a table, threads, and what they remember of a game.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use campione_core::Variant;
use campione_movegen::{Game, Move, Position};
use campione_net::Fitted;
use thiserror::Error;

use crate::eval::Tables;
use crate::history::History;
use crate::limits::{Control, Limits};
use crate::nets::{Memory, NetChoice};
use crate::node::root_moves;
use crate::params::{Params, SearchParams};
use crate::prover::{Interrupted, Prover};
use crate::report::{Report, SearchResult};
use crate::score::Score;
use crate::tablebase::{TableLine, Tablebase};
use crate::team::Team;
use crate::tt::Table;
use crate::worker::{Reductions, Shared, Worker};

/// Why there is no engine.
#[derive(Debug, Error)]
#[non_exhaustive]
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
    prepared: Option<Prepared>,
    /// Instead of those of each game.
    params: Option<Params>,
    nets: NetChoice,
}

/// What belongs to one variant.
#[derive(Debug)]
struct Prepared {
    variant: Variant,
    tables: Tables,
    net: Option<Fitted>,
    search: SearchParams,
    reductions: Reductions,
    history: History,
    /// One for each thread.
    memories: Vec<Memory>,
    tablebase: Tablebase,
}

impl Engine {
    /// An engine with a table of so many mebibytes and so many threads; at least one each.
    ///
    /// # Errors
    /// The system has not so much to give.
    ///
    /// ```
    /// use campione_search::Engine;
    /// let engine = Engine::new(16, 2)?; // 16 MB for the table, two threads
    /// assert_eq!(engine.threads(), 2);
    /// # Ok::<(), campione_search::EngineError>(())
    /// ```
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
        Ok(Engine { table, threads, helpers, prepared: None, params: None, nets: NetChoice::default() })
    }

    /// Forgets everything that it has learned, as before a new game. What follows from the rules alone stays.
    ///
    /// Searches from a cleared engine are the same:
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Game, Position};
    /// use campione_search::{Engine, Limits};
    /// let game = Game::new(Position::start(Variant::named("archchess")?));
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// let mut engine = Engine::new(1, 1)?;
    /// let first = engine.analyse(&game, &limits, |_| {});
    /// engine.clear();
    /// let second = engine.analyse(&game, &limits, |_| {});
    /// assert_eq!((first.best, first.nodes), (second.best, second.nodes));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clear(&mut self) {
        self.table.clear();
        if let Some(prepared) = &mut self.prepared {
            prepared.history.clear();
        }
    }

    /// Plays every game by these numbers, or with `None` each by its own again. Forgets everything.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Game, Position};
    /// use campione_search::{Engine, Limits, Params};
    /// let carrera = Variant::named("carrera")?;
    /// let game = Game::new(Position::start(carrera));
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// let mut engine = Engine::new(1, 1)?;
    /// let first = engine.analyse(&game, &limits, |_| {});
    /// // The game's own numbers are those that it is played by anyway.
    /// engine.set_params(Some(Params::of(carrera)));
    /// let second = engine.analyse(&game, &limits, |_| {});
    /// assert_eq!((first.best, first.nodes), (second.best, second.nodes));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_params(&mut self, params: Option<Params>) {
        self.params = params;
        self.prepared = None;
        self.clear();
    }

    /// Says which net evaluates. Forgets everything.
    ///
    /// ```
    /// use campione_search::{Engine, NetChoice};
    /// let mut engine = Engine::new(1, 1)?;
    /// assert_eq!(engine.nets(), &NetChoice::Embedded);
    /// engine.set_nets(NetChoice::Off);
    /// assert_eq!(engine.nets(), &NetChoice::Off);
    /// # Ok::<(), campione_search::EngineError>(())
    /// ```
    pub fn set_nets(&mut self, nets: NetChoice) {
        self.nets = nets;
        self.prepared = None;
        self.clear();
    }

    /// Which net evaluates.
    ///
    /// See [`set_nets`](Self::set_nets) for an example.
    pub fn nets(&self) -> &NetChoice {
        &self.nets
    }

    /// How many threads search.
    ///
    /// See [`new`](Self::new) for an example.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Analyses the position of a game until a limit is met; `each` is called for each line of each iteration that is finished.
    /// [`search`](Self::search) can be stopped from another thread as well.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Game, Position};
    /// use campione_search::{Engine, Limits};
    /// let game = Game::new(Position::start(Variant::named("carrera")?));
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// let mut depths = Vec::new();
    /// let result = Engine::new(16, 1)?.analyse(&game, &limits, |line| depths.push(line.depth));
    /// assert!(result.best.is_some_and(|best| game.position().is_legal(best)));
    /// assert_eq!(depths.last(), Some(&3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyse(&mut self, game: &Game, limits: &Limits, mut each: impl FnMut(&Report)) -> SearchResult {
        self.search(game, limits, &Control::new(), &mut each)
    }

    /// Searches the position of a game until a limit is met, the search is stopped, or more of it would change nothing.
    ///
    /// What was played before counts for draws by repetition. `report` is called for each line of each
    /// iteration that is finished. Where the game is over the result says how, and has no best move.
    ///
    /// Stopped from another thread:
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Game, Position};
    /// use campione_search::{Control, Engine, Limits};
    /// let game = Game::new(Position::start(Variant::named("courier-spiel")?));
    /// let mut engine = Engine::new(1, 1)?;
    /// let control = Control::new();
    /// let result = std::thread::scope(|scope| {
    ///     // Without a limit the search goes on until it is stopped.
    ///     let search = scope.spawn(|| engine.search(&game, &Limits::default(), &control, &mut |_| {}));
    ///     while control.depth() < 2 {
    ///         std::thread::yield_now();
    ///     }
    ///     control.stop();
    ///     search.join().unwrap()
    /// });
    /// assert!(result.best.is_some_and(|best| game.position().is_legal(best)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[allow(clippy::too_many_lines, reason = "the steps of a search, each a few lines")]
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        let start = Instant::now();
        let position = game.position();
        if let Some(outcome) = game.outcome() {
            return SearchResult { outcome: Some(outcome), time: start.elapsed(), ..SearchResult::default() };
        }
        let mut root = root_moves(position);
        if !limits.search_moves.is_empty() {
            root.retain(|mv| limits.search_moves.contains(mv));
        }
        if root.is_empty() {
            return SearchResult { time: start.elapsed(), ..SearchResult::default() };
        }
        // Those who know of no clock have its maximum.
        let clock = limits.clock.map(|clock| clock.maximum());
        let limits = &Limits { time: [limits.time, clock].into_iter().flatten().min(), ..limits.clone() };
        let most = limits.mate.unwrap_or(0).min(limits.depth.map_or(u32::MAX, |depth| depth.div_ceil(2)));
        let drawn = drawn_by_repetition(game);
        let enough = || {
            limits.nodes.is_some_and(|limit| control.nodes() >= limit)
                || limits.time.is_some_and(|time| control.has_spent(time, start))
        };
        let mut prover = Prover::new(&drawn, control, enough).with_nodes(limits.nodes);
        let proof = |prover: &mut Prover<'_, _>, moves: RangeInclusive<u32>, report: &mut dyn FnMut(&Report)| {
            let line = proven_mate(prover, position, &root, moves, start)?;
            report(&line);
            Some(result(vec![line], control, start))
        };
        if let Some(proof) = proof(&mut prover, 1..=most.min(AT_ONCE), report) {
            return proof;
        }
        let Engine { table, helpers, prepared, threads, params, nets } = self;
        if prepared.as_ref().is_none_or(|prepared| prepared.variant != position.variant()) {
            // Of another game nothing in the table is true: two games may share the key of a position.
            if prepared.is_some() {
                table.clear();
            }
            let params = params.clone().unwrap_or_else(|| Params::of(position.variant()));
            let net = nets.fitted(position.variant());
            *prepared = Some(Prepared {
                variant: position.variant(),
                tables: Tables::new(position.variant(), &params.eval),
                reductions: Reductions::new(&params.search),
                search: params.search,
                history: History::new(position.variant()),
                memories: (0..*threads).map(|_| Memory::new(net.as_ref())).collect(),
                net,
                tablebase: Tablebase::default(),
            });
        }
        let Some(Prepared {
            tables, net, search: params, reductions, history: experience, memories, tablebase, ..
        }) = prepared
        else {
            return SearchResult::default();
        };
        // Solved endings know of no positions that were there before, but for this one, which nothing leads back to.
        if drawn.iter().all(|&key| key == position.zobrist())
            && let Some(lines) = tablebase.probe(position, &root, tables, (limits, control, start))
        {
            control.add_nodes(root.len() as u64);
            return known(lines, limits, control, start, report);
        }
        table.grow_older();
        let mut keys: Vec<u64> = game.repeatable().map(Position::zobrist).collect();
        keys.reverse();
        let shared = Shared {
            table,
            tables,
            net: net.as_ref(),
            params,
            reductions,
            history: experience,
            limits,
            control,
            keys: &keys[..keys.len().saturating_sub(1)],
            start,
            ended: AtomicBool::new(false),
            team: helpers.as_ref().map(|_| Team::new()),
        };
        let Some((first, others)) = memories.split_first_mut() else { return SearchResult::default() };
        let mut search = |first: &mut Memory| {
            let _ends = Ends(&shared.ended);
            let mut worker = Worker::new(&shared, first, &root);
            let mut told: Vec<Report> = Vec::new();
            worker.iterate(position, |line| {
                told.truncate(line.multipv - 1);
                told.push(line.clone());
                report(line);
            });
            let lines = limits.multipv.max(1).min(root.len());
            if told.is_empty() {
                worker.root.sort_by_key(|root_move| std::cmp::Reverse(root_move.value));
            }
            let last = |line: usize| worker.report(line, worker.root_depth);
            // An iteration that was cut short may have found better. Of several lines some would be of it and some of the
            // one before: those of the one before are in order.
            let newer: Vec<Report> = match told.len() {
                0 => (0..lines).take_while(|&line| line == 0 || worker.is_known(line)).map(last).collect(),
                1 if lines == 1 && told[0].pv.first() != worker.root[0].pv.first() => vec![last(0)],
                _ => Vec::new(),
            };
            if !newer.is_empty() {
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
                for memory in others {
                    let (shared, root) = (&shared, &root);
                    scope.spawn(move |_| Worker::new(shared, memory, root).help(position));
                }
                search(first)
            }),
        };
        let mates =
            |line: &Report| matches!(line.score, Score::Mate(moves) if moves > 0 && moves.unsigned_abs() <= most);
        if most > AT_ONCE
            && !lines.first().is_some_and(mates)
            && let Some(proof) = proof(&mut prover, AT_ONCE + 1..=most, report)
        {
            return proof;
        }
        result(lines, control, start)
    }
}

/// The end of the first thread's work, however it comes: the others must not wait for a thread that has panicked.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Mates in so many moves are looked for exactly before the search begins, longer ones after it.
const AT_ONCE: u32 = 3;

/// The shortest mate, if there is one of so many moves and it is found in time.
fn proven_mate(
    prover: &mut Prover<'_, impl Fn() -> bool>,
    position: &Position,
    root: &[Move],
    moves: RangeInclusive<u32>,
    start: Instant,
) -> Option<Report> {
    for moves in moves {
        match prover.prove(position, root, moves) {
            Ok(None) => {}
            Ok(Some(pv)) => {
                return Some(Report {
                    depth: 2 * moves - 1,
                    seldepth: pv.len() as u32,
                    multipv: 1,
                    score: Score::Mate(moves as i32),
                    nodes: prover.nodes(),
                    time: start.elapsed(),
                    hashfull: 0,
                    pv,
                });
            }
            Err(Interrupted) => return None,
        }
    }
    None
}

/// The keys of positions that would end the game if they occurred once more.
fn drawn_by_repetition(game: &Game) -> Vec<u64> {
    let Some(times) = game.variant().draws().repetition.map(|times| times as usize) else { return Vec::new() };
    let keys: Vec<u64> = game.repeatable().map(Position::zobrist).collect();
    let count = |key: &u64| keys.iter().filter(|&other| other == key).count();
    let mut drawn: Vec<u64> = keys.iter().copied().filter(|key| count(key) + 1 >= times).collect();
    drawn.sort_unstable();
    drawn.dedup();
    drawn
}

/// The result of a position that is solved.
fn known(
    lines: Vec<TableLine>,
    limits: &Limits,
    control: &Control,
    start: Instant,
    report: &mut dyn FnMut(&Report),
) -> SearchResult {
    let lines = (1..=limits.multipv.max(1)).zip(lines).map(|(multipv, line)| Report {
        depth: line.pv.len() as u32,
        seldepth: line.pv.len() as u32,
        multipv,
        score: Score::from_value(line.value),
        nodes: control.nodes(),
        time: start.elapsed(),
        hashfull: 0,
        pv: line.pv,
    });
    let lines: Vec<Report> = lines.collect();
    control.set_depth(lines.first().map_or(0, |line| line.depth));
    for line in &lines {
        report(line);
    }
    result(lines, control, start)
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

#[cfg(test)]
mod tests;
