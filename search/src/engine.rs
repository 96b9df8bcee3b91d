//! The engine: the transposition table, the threads, and what was learned about a variant.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use campione_core::Variant;
use campione_endgame::Tables as EndgameTables;
use campione_movegen::{Game, Move, Position};
use campione_net::Fitted;
use thiserror::Error;
use web_time::Instant;

use crate::endgames::Endgames;
use crate::eval::Tables;
use crate::handicap::Handicap;
use crate::history::Histories;
use crate::limits::{Control, Limits};
use crate::mate_search::MateSearch;
use crate::mate_solver::Means;
use crate::nets::{EvalCache, NetChoice};
use crate::params::{Params, SearchParams};
use crate::reduction::Reductions;
use crate::report::{Report, SearchResult};
use crate::root::root_moves;
use crate::score::Score;
use crate::strength::Strength;
use crate::tablebase::{TableLine, Tablebase};
use crate::team::Team;
use crate::thread::{SearchThread, Shared};
use crate::tt::TranspositionTable;

/// Why an engine cannot be created.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The system does not provide this many mebibytes of memory.
    #[error("the system has no {0} MB for the table")]
    Memory(usize),
    /// The system does not provide this many threads; the text is the reason.
    #[error("the system gives no {0} threads: {1}")]
    Threads(usize, String),
}

/// The stack size of a thread, in bytes. A line of 240 plies takes about one mebibyte.
const STACK: usize = 8 << 20;

/// Searches positions of any variant, one search at a time.
///
/// What it learns stays for the next search of the same variant, until it is [cleared](Engine::clear). With one thread,
/// the same searches from a cleared engine give the same results.
#[derive(Debug)]
pub struct Engine {
    tt: TranspositionTable,
    /// The size of the transposition table.
    mebibytes: usize,
    threads: usize,
    /// All threads except the main one, which is the caller's thread.
    helpers: Option<Arc<rayon::ThreadPool>>,
    prepared: Option<Prepared>,
    /// Used instead of each variant's own numbers.
    params: Option<Params>,
    nets: NetChoice,
    endgames: Option<Arc<EndgameTables>>,
    strength: Strength,
    /// The seed of a weak level's errors.
    seed: u64,
}

/// What is prepared for one variant, that of the last search.
#[derive(Debug)]
struct Prepared {
    variant: Variant,
    tables: Tables,
    net: Option<Fitted>,
    search: SearchParams,
    reductions: Reductions,
    histories: Histories,
    /// One for each thread.
    eval_caches: Vec<EvalCache>,
    tablebase: Tablebase,
}

impl Engine {
    /// An engine with a transposition table of `hash_mebibytes` and with `threads` threads; 0 means 1.
    ///
    /// # Errors
    /// The system does not provide this much memory or this many threads.
    ///
    /// ```
    /// use campione_search::Engine;
    /// let engine = Engine::new(16, 2)?; // 16 MB for the table, two threads
    /// assert_eq!(engine.threads(), 2);
    /// # Ok::<(), campione_search::EngineError>(())
    /// ```
    pub fn new(hash_mebibytes: usize, threads: usize) -> Result<Engine, EngineError> {
        let (mebibytes, threads) = (hash_mebibytes.max(1), threads.max(1));
        let tt = TranspositionTable::new(mebibytes).ok_or(EngineError::Memory(mebibytes))?;
        let helpers = match threads - 1 {
            0 => None,
            helpers => {
                let name = |number| format!("search-{}", number + 1);
                let pool = rayon::ThreadPoolBuilder::new().num_threads(helpers).thread_name(name).stack_size(STACK);
                let pool = pool.build().map_err(|error| EngineError::Threads(threads, error.to_string()))?;
                Some(Arc::new(pool))
            }
        };
        Ok(Engine {
            tt,
            mebibytes,
            threads,
            helpers,
            prepared: None,
            params: None,
            nets: NetChoice::default(),
            endgames: None,
            strength: Strength::FULL,
            seed: 0,
        })
    }

    /// Forgets everything that was learned, as before a new game. What follows from the rules alone stays.
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
        self.tt.clear();
        if let Some(prepared) = &mut self.prepared {
            prepared.histories.clear();
        }
    }

    /// Uses these numbers for every variant. With `None`, each variant uses its own numbers again. Forgets everything.
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
    /// // These are the numbers that the engine uses for Carrera by default.
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

    /// Sets which net evaluates. Forgets everything.
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

    /// The net for the evaluation.
    ///
    /// See [`set_nets`](Self::set_nets) for an example.
    pub fn nets(&self) -> &NetChoice {
        &self.nets
    }

    /// Sets the endgame tables that searches of their variant probe, at the root and in the tree. Forgets everything.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use campione_core::{Setup, Variant};
    /// use campione_endgame::{Material, Monitor, Tables};
    /// use campione_movegen::{Game, Position};
    /// use campione_search::{Engine, Limits, Score};
    /// let chess = Variant::named("chess")?;
    /// let mut tables = Tables::new(chess);
    /// tables.build(Material::read("KPvK", chess)?, &Monitor::new())?;
    /// let mut engine = Engine::new(1, 1)?;
    /// engine.set_endgames(Some(Arc::new(tables)));
    /// let board = chess.read_placement("8/8/8/1k6/8/8/K6P/8").unwrap();
    /// let game = Game::new(Position::new(&Setup { board, ..Setup::empty() }, chess)?);
    /// let limits = Limits { depth: Some(1), ..Limits::default() };
    /// let result = engine.analyse(&game, &limits, |_| {});
    /// assert_eq!(result.lines[0].score, Score::Mate(13));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_endgames(&mut self, tables: Option<Arc<EndgameTables>>) {
        self.endgames = tables;
        self.clear();
    }

    /// The endgame tables that searches probe.
    pub fn endgames(&self) -> Option<&Arc<EndgameTables>> {
        self.endgames.as_ref()
    }

    /// Sets how strong the engine plays, and the seed of its errors if that is less than full strength: with another seed
    /// it plays another game. Forgets everything if something changes.
    ///
    /// A weak engine searches with one thread, looks up no endings and proves no mates.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Game, Position};
    /// use campione_search::{Engine, Limits, Strength};
    /// let game = Game::new(Position::start(Variant::named("capablanca")?));
    /// let mut engine = Engine::new(1, 1)?;
    /// engine.set_strength(Strength::of_level(2).unwrap(), 77);
    /// // It needs no other limit.
    /// let result = engine.analyse(&game, &Limits::default(), |_| {});
    /// assert!(result.best.is_some() && result.nodes < 5_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_strength(&mut self, strength: Strength, seed: u64) {
        if (self.strength, self.seed) != (strength, seed) {
            (self.strength, self.seed) = (strength, seed);
            self.clear();
        }
    }

    /// How strong the engine plays.
    ///
    /// See [`set_strength`](Self::set_strength) for an example.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// How many threads search.
    ///
    /// See [`new`](Self::new) for an example.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Analyses the position of a game until a limit is met. `each` is called for each line of each complete iteration.
    /// [`search`](Self::search) can also be stopped from another thread.
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

    /// Searches the position of a game until a limit is met, the search is stopped, or more depth would change nothing.
    ///
    /// The earlier positions of the game count for draws by repetition. `report` is called for each line of each iteration
    /// that is complete. If the game is over, the result says how, and has no best move.
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
        // The clock's maximum is a time limit for all parts of the search.
        let maximum = limits.clock.map(|clock| clock.maximum(position.fullmove_number()));
        let level = self.strength.level();
        let limits = level.map_or_else(|| limits.clone(), |level| level.limit(limits));
        let limits = &Limits { time: [limits.time, maximum].into_iter().flatten().min(), ..limits };
        let roles = position.variant().roles().len();
        let handicap = level.map(|level| Handicap::new(&level, self.seed, roles));

        let mut keys: Vec<u64> = game.repeatable().map(Position::zobrist).collect();
        keys.reverse();
        let drawn = drawn_by_repetition(&keys, game.variant().draws().repetition);
        let enough = || {
            limits.nodes.is_some_and(|limit| control.nodes() >= limit)
                || limits.time.is_some_and(|time| control.has_spent(time, start))
        };

        // A mate that was asked for.
        let (pool, mebibytes) = (self.helpers.clone(), self.mebibytes.clamp(LEAST_MATE_TABLE, MOST_MATE_TABLE));
        let means = Means { control, enough, nodes: limits.nodes, pool: pool.as_deref(), mebibytes };
        let mates = MateSearch::new(limits, (position, &root), &drawn, means, start);
        let mut mates = mates.filter(|_| level.is_none());
        if let Some(mate) = mates.as_mut().and_then(MateSearch::begin) {
            report(&mate);
            return SearchResult { no_mate_in: excluded(mates.as_ref()), ..result(vec![mate], control, start) };
        }

        // A solved ending. It ignores repetitions, so no earlier position may count except the root: best play never
        // returns to it.
        let tables = self.endgames.clone().filter(|_| level.is_none());
        let endgames = tables.as_deref().and_then(|tables| Endgames::new(tables, position));
        let (tt, helpers, prepared) = self.prepare(position.variant());
        let helpers = helpers.filter(|_| level.is_none());
        let repeats = drawn.iter().any(|&key| key != position.zobrist());
        if !repeats && let Some(lines) = endgames.and_then(|endgames| endgames.lines(position, &root, limits.multipv)) {
            control.add_nodes(root.len() as u64);
            let lines = tablebase_reports(lines, limits, control, start);
            lines.iter().for_each(report);
            let no_mate_in = excluded(mates.as_ref()).max(shorter_than_known(&lines, limits));
            return SearchResult { no_mate_in, ..result(lines, control, start) };
        }
        if !repeats
            && level.is_none()
            && let Some(lines) = prepared.tablebase.probe(position, &root, &prepared.tables, (limits, control, start))
        {
            control.add_nodes(root.len() as u64);
            let lines = tablebase_reports(lines, limits, control, start);
            lines.iter().for_each(report);
            let no_mate_in = excluded(mates.as_ref()).max(shorter_than_known(&lines, limits));
            return SearchResult { no_mate_in, ..result(lines, control, start) };
        }

        // The search. If a mate is looked for, it takes turns with the mate solver.
        let mut lines: Vec<Report> = Vec::new();
        loop {
            let turn = mates.as_ref().map_or_else(|| limits.clone(), |mates| mates.limits_of_turn(limits));
            tt.grow_older();
            let shared = Shared {
                tt,
                tables: &prepared.tables,
                net: prepared.net.as_ref(),
                params: &prepared.search,
                reductions: &prepared.reductions,
                histories: &prepared.histories,
                limits: &turn,
                control,
                game_keys: &keys[..keys.len().saturating_sub(1)],
                start,
                move_number: position.fullmove_number(),
                ended: AtomicBool::new(false),
                endgames,
                handicap: handicap.as_ref(),
                team: helpers.map(|_| Team::new()),
            };
            // What an earlier turn has reported is not reported again.
            let depth = lines.first().map_or(0, |line| line.depth);
            let newer = &mut |line: &Report| {
                if line.depth > depth {
                    report(line);
                }
            };
            let found = search_threads(&shared, helpers, &mut prepared.eval_caches, position, &root, newer);
            if found.first().is_some_and(|line| line.depth > depth) {
                lines = found;
            }
            let Some(mates) = mates.as_mut().filter(|mates| !mates.is_settled()) else { break };
            let ended = turn.soft_nodes.is_some_and(|end| control.nodes() < end);
            if let Some(mate) = mates.go_on(&lines, ended) {
                report(&mate);
                lines = vec![mate];
                break;
            }
            if ended || !mates.goes_on() || lines.first().is_some_and(|line| mates.mate(line).is_some()) {
                break;
            }
        }
        SearchResult { no_mate_in: excluded(mates.as_ref()), ..result(lines, control, start) }
    }

    /// Prepares the search of a variant, unless it is the variant of the last search.
    fn prepare(&mut self, variant: Variant) -> (&mut TranspositionTable, Option<&rayon::ThreadPool>, &mut Prepared) {
        let Engine { tt, helpers, prepared, threads, params, nets, .. } = self;
        if prepared.as_ref().is_some_and(|prepared| prepared.variant != variant) {
            // Positions of two variants may have the same key.
            tt.clear();
            *prepared = None;
        }
        let prepared = prepared.get_or_insert_with(|| {
            let params = params.clone().unwrap_or_else(|| Params::of(variant));
            let net = nets.fitted(variant);
            Prepared {
                variant,
                tables: Tables::new(variant, &params.eval),
                reductions: Reductions::new(variant, &params.search),
                search: params.search,
                histories: Histories::new(variant),
                eval_caches: (0..*threads).map(|_| EvalCache::new(net.as_ref())).collect(),
                net,
                tablebase: Tablebase::default(),
            }
        });
        (tt, helpers.as_deref(), prepared)
    }
}

/// Searches with all threads. Returns the last report of each line.
fn search_threads(
    shared: &Shared<'_>,
    helpers: Option<&rayon::ThreadPool>,
    eval_caches: &mut [EvalCache],
    position: &Position,
    root: &[Move],
    report: &mut dyn FnMut(&Report),
) -> Vec<Report> {
    let Some((main, others)) = eval_caches.split_first_mut() else { return Vec::new() };
    let mut search = |cache: &mut EvalCache| {
        let _end = EndHelpers(&shared.ended);
        SearchThread::new(shared, cache, root).iterate(position, report)
    };
    match helpers {
        None => search(main),
        Some(pool) => pool.in_place_scope(|scope| {
            for cache in others {
                scope.spawn(move |_| SearchThread::new(shared, cache, root).help(position));
            }
            search(main)
        }),
    }
}

/// Ends the helpers when the main thread ends, even by a panic.
struct EndHelpers<'a>(&'a AtomicBool);

impl Drop for EndHelpers<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The size of the mate solver's table is that of the transposition table, but within these bounds, in mebibytes.
const LEAST_MATE_TABLE: usize = 16;
const MOST_MATE_TABLE: usize = 256;

/// How many moves a mate takes at least by what was proven, less one.
fn excluded<F: Fn() -> bool + Sync>(mates: Option<&MateSearch<'_, F>>) -> u32 {
    mates.map_or(0, MateSearch::excluded)
}

/// In how many moves, up to those asked for, there is no mate in a position that is solved.
fn shorter_than_known(lines: &[Report], limits: &Limits) -> u32 {
    let asked = limits.mate.unwrap_or(0);
    match lines.first().map(|line| line.score) {
        Some(Score::Mate(moves)) if moves > 0 => asked.min(moves.unsigned_abs() - 1),
        _ => asked,
    }
}

/// The keys of positions that would end the game if they occurred once more. A position that occurs `times` times ends
/// it.
fn drawn_by_repetition(keys: &[u64], times: Option<u32>) -> Vec<u64> {
    let Some(times) = times.map(|times| times as usize) else { return Vec::new() };
    let count = |key: &u64| keys.iter().filter(|&other| other == key).count();
    let mut drawn: Vec<u64> = keys.iter().copied().filter(|key| count(key) + 1 >= times).collect();
    drawn.sort_unstable();
    drawn.dedup();
    drawn
}

/// The reports for the lines of a solved position.
fn tablebase_reports(lines: Vec<TableLine>, limits: &Limits, control: &Control, start: Instant) -> Vec<Report> {
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
    lines
}

fn result(lines: Vec<Report>, control: &Control, start: Instant) -> SearchResult {
    let pv: &[Move] = lines.first().map_or(&[], |line| &line.pv);
    SearchResult {
        best: pv.first().copied(),
        ponder: pv.get(1).copied(),
        outcome: None,
        nodes: control.nodes(),
        time: start.elapsed(),
        no_mate_in: 0,
        lines,
    }
}

#[cfg(test)]
mod tests;
