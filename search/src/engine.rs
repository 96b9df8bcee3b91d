//! The engine: the transposition table, the threads, and what was learned about a variant.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::net::Fitted;
use campione_core::Variant;
use campione_movegen::{Game, Move, Position};
use thiserror::Error;
use web_time::Instant;

use crate::config::{EngineConfig, are_same};
use crate::depths::Reductions;
use crate::endgames::{Endgames, TableLine};
use crate::eval::Tables;
use crate::handicap::Handicap;
use crate::history::Histories;
use crate::limits::{Control, Limits};
use crate::mate_search::MateSearch;
use crate::mate_solver::SolverResources;
use crate::net_choice::EvalCache;
use crate::params::EvalParams;
use crate::report::{Report, SearchResult};
use crate::root::root_moves;
use crate::score::Score;
use crate::search_params::SearchParams;
use crate::shared::Shared;
use crate::tablebase::Tablebase;
use crate::team::Team;
use crate::thread::SearchThread;
use crate::tt::TranspositionTable;

/// Why an engine cannot be created.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The system does not provide this many mebibytes of memory.
    #[error("the system cannot provide {0} MB for the table")]
    Memory(usize),
    /// The system does not provide this many threads; the text is the reason.
    #[error("the system cannot start {0} threads: {1}")]
    Threads(usize, String),
}

/// The stack size of a thread, in bytes. A line of 240 plies takes about one mebibyte.
const STACK: usize = 8 << 20;

/// Searches positions of any variant, one search at a time.
///
/// What it learns stays for the next search of the same variant, until it is [cleared](Engine::clear) or
/// [configured](Engine::configure). With one thread,
/// the same searches from a cleared engine give the same results.
#[derive(Debug)]
pub struct Engine {
    config: EngineConfig,
    tt: TranspositionTable,
    /// All threads except the main one, which is the caller's thread.
    helpers: Option<Arc<rayon::ThreadPool>>,
    prepared: Option<Prepared>,
}

/// What is prepared for one variant, that of the last search.
#[derive(Debug)]
struct Prepared {
    variant: Variant,
    tables: Tables,
    net: Option<Fitted>,
    reductions: Reductions,
    histories: Histories,
    /// One for each thread.
    eval_caches: Vec<EvalCache>,
    tablebase: Tablebase,
}

impl Engine {
    /// An engine with these settings.
    ///
    /// # Errors
    /// The system does not provide this much memory or this many threads.
    pub fn new(config: &EngineConfig) -> Result<Engine, EngineError> {
        Ok(Engine {
            config: config.clone(),
            tt: TranspositionTable::new(config.hash.max(1)).ok_or(EngineError::Memory(config.hash))?,
            helpers: helpers(config.threads)?,
            prepared: None,
        })
    }

    /// The settings.
    pub fn config(&self) -> &EngineConfig {
        &self.config
    }

    /// Changes the settings. What need not change stays: another number of threads forgets nothing, another size of the
    /// table nothing but the table. Any other change forgets everything.
    ///
    /// # Errors
    /// The system does not provide this much memory or this many threads. Then the settings are as before, but what was
    /// learned may be forgotten; where the memory is what is missing, the threads have changed already.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Game, Position};
    /// use campione_search::{Engine, EngineConfig, Limits, Strength};
    /// let game = Game::new(Position::start(Variant::named("capablanca")?));
    /// let mut engine = Engine::new(&EngineConfig::default().with_hash(1))?;
    /// let strength = Strength::of_level(2).unwrap();
    /// engine.configure(&EngineConfig { strength, seed: 77, ..engine.config().clone() })?;
    /// // It needs no other limit.
    /// let result = engine.analyse(&game, &Limits::default(), |_| {});
    /// assert!(result.best.is_some() && result.nodes < 5_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn configure(&mut self, config: &EngineConfig) -> Result<(), EngineError> {
        // Each setting is named, so that none can be forgotten.
        let EngineConfig { hash, threads, nets, endgames, strength, seed, eval, search } = config;
        let before = &self.config;
        let keeps_prepared = *nets == before.nets && *eval == before.eval && *search == before.search;
        let keeps_learned = keeps_prepared
            && (*strength, *seed) == (before.strength, before.seed)
            && are_same(endgames.as_ref(), before.endgames.as_ref());
        if *threads != before.threads {
            self.helpers = helpers(*threads)?;
            if let Some(prepared) = &mut self.prepared {
                let net = prepared.net.as_ref();
                prepared.eval_caches.resize_with((*threads).max(1), || EvalCache::new(net));
            }
            // At once: if there is no memory for the table, the threads have changed all the same.
            self.config.threads = *threads;
        }
        if *hash != self.config.hash {
            self.resize(*hash)?;
        }
        if !keeps_prepared {
            self.prepared = None;
        }
        if !keeps_learned {
            self.clear();
        }
        self.config = config.clone();
        Ok(())
    }

    /// Makes another transposition table. If there is no memory for it beside the old one, the old one is freed first.
    fn resize(&mut self, hash: usize) -> Result<(), EngineError> {
        let new = |hash: usize| TranspositionTable::new(hash.max(1));
        let table = new(hash).or_else(|| {
            self.tt = new(1)?;
            // The old size fits again, unless another program has taken the memory meanwhile.
            new(hash).or_else(|| {
                self.tt = new(self.config.hash)?;
                None
            })
        });
        self.tt = table.ok_or(EngineError::Memory(hash))?;
        self.config.hash = hash;
        Ok(())
    }

    /// Forgets everything that was learned, as before a new game. What follows from the rules alone stays.
    ///
    /// Searches from a cleared engine are the same:
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Game, Position};
    /// use campione_search::{Engine, EngineConfig, Limits};
    /// let game = Game::new(Position::start(Variant::named("archchess")?));
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// let mut engine = Engine::new(&EngineConfig::default().with_hash(1))?;
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

    /// Analyses the position of a game until a limit is met. `each` is called for each line of each complete iteration.
    /// [`search`](Self::search) can also be stopped from another thread.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Game, Position};
    /// use campione_search::{Engine, EngineConfig, Limits};
    /// let game = Game::new(Position::start(Variant::named("carrera")?));
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// let mut depths = Vec::new();
    /// let result = Engine::new(&EngineConfig::default())?.analyse(&game, &limits, |line| depths.push(line.depth));
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
    /// use campione_search::{Control, Engine, EngineConfig, Limits};
    /// let game = Game::new(Position::start(Variant::named("courier-spiel")?));
    /// let mut engine = Engine::new(&EngineConfig::default().with_hash(1))?;
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
        let level = self.config.strength.level(game.variant());
        let limits = level.map_or_else(|| limits.clone(), |level| level.limit(limits));
        let limits = &Limits { time: [limits.time, maximum].into_iter().flatten().min(), ..limits };
        let roles = position.variant().roles().len();
        let handicap = level.map(|level| Handicap::new(&level, self.config.seed, roles));

        let mut keys: Vec<u64> = game.repeatable().map(Position::zobrist).collect();
        keys.reverse();
        let drawn = drawn_by_repetition(&keys, game.variant().draws().repetition);
        let enough = || {
            limits.nodes.is_some_and(|limit| control.nodes() >= limit)
                || limits.time.is_some_and(|time| control.has_spent(time, start))
        };

        // A mate that was asked for.
        let (pool, mebibytes) = (self.helpers.clone(), self.config.hash.clamp(LEAST_MATE_TABLE, MOST_MATE_TABLE));
        let resources = SolverResources { control, enough, nodes: limits.nodes, pool: pool.as_deref(), mebibytes };
        let mates = MateSearch::new(limits, (position, &root), &drawn, resources, start);
        let mut mates = mates.filter(|_| level.is_none());
        if let Some(mate) = mates.as_mut().and_then(MateSearch::begin) {
            report(&mate);
            return SearchResult { no_mate_in: excluded(mates.as_ref()), ..result(vec![mate], control, start) };
        }

        // A solved ending. It ignores repetitions, so no earlier position may count except the root: best play never
        // returns to it.
        let tables = self.config.endgames.clone().filter(|_| level.is_none());
        let endgames = tables.as_deref().and_then(|tables| Endgames::new(tables, position));
        let (tt, helpers, prepared, params) = self.prepared_for(position.variant());
        let helpers = helpers.filter(|_| level.is_none());
        let repeats = drawn.iter().any(|&key| key != position.zobrist());
        // From the user's tables, else solved here, unless those know that there are no lines.
        let mut ending = || {
            let known = endgames.and_then(|endgames| endgames.lines(position, &root, limits.multipv));
            if known.is_some() || endgames.is_some_and(|endgames| endgames.has_no_lines(position)) {
                return known;
            }
            prepared.tablebase.probe(position, &root, &prepared.tables, (limits, control, start))
        };
        if !repeats
            && level.is_none()
            && let Some(lines) = ending()
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
                params,
                reductions: &prepared.reductions,
                histories: &prepared.histories,
                limits: &turn,
                control,
                // Without the root: the stack adds each position when a move leaves it.
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

    /// Prepares searches of a variant, as the first one would do in its own time: it reads the net and makes the tables that
    /// follow from the rules. What was learned in another variant is forgotten.
    pub fn prepare(&mut self, variant: Variant) {
        let _ = self.prepared_for(variant);
    }

    /// What a search of the variant needs, prepared unless the last search was of this variant.
    fn prepared_for(
        &mut self,
        variant: Variant,
    ) -> (&mut TranspositionTable, Option<&rayon::ThreadPool>, &mut Prepared, &SearchParams) {
        let Engine { config, tt, helpers, prepared } = self;
        if prepared.as_ref().is_some_and(|prepared| prepared.variant != variant) {
            // Positions of two variants may have the same key.
            tt.clear();
            *prepared = None;
        }
        let prepared = prepared.get_or_insert_with(|| {
            let eval = config.eval.clone().unwrap_or_else(|| EvalParams::of(variant));
            let net = config.nets.fitted(variant);
            Prepared {
                variant,
                tables: Tables::new(variant, &eval),
                reductions: Reductions::new(variant, &config.search),
                histories: Histories::new(variant),
                eval_caches: (0..config.threads.max(1)).map(|_| EvalCache::new(net.as_ref())).collect(),
                net,
                tablebase: Tablebase::new(variant),
            }
        });
        (tt, helpers.as_deref(), prepared, &config.search)
    }
}

/// The threads besides the main one, which is the caller's.
fn helpers(threads: usize) -> Result<Option<Arc<rayon::ThreadPool>>, EngineError> {
    let Some(helpers) = threads.checked_sub(1).filter(|&helpers| helpers > 0) else { return Ok(None) };
    let name = |number| format!("search-{}", number + 1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(helpers).thread_name(name).stack_size(STACK);
    let pool = pool.build().map_err(|error| EngineError::Threads(threads, error.to_string()))?;
    Ok(Some(Arc::new(pool)))
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
