//! The engine.

use std::ffi::{CString, c_char, c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError, mpsc};
use std::thread::{self, Builder};
use std::time::Duration;

use campione::{Clock, EngineConfig, NetChoice, Position, Report, Strength, moves, uci};

use crate::border::{c_text, call, given, handle, inline_text, optional_text, pointer_place};
use crate::control::Control;
use crate::counts::MOST_THREADS;
use crate::error::{Error, Status};
use crate::game::{Game, Outcome};

/// The stack of the thread that searches, in bytes.
const STACK: usize = 16 << 20;

/// The greatest size of the transposition table, in mebibytes.
const MOST_HASH: u32 = 1 << 22;

/// What is subtracted from a clock for the way to the player.
const OVERHEAD: Duration = Duration::from_millis(10);

/// An engine: one search at a time. What it learns stays for the next search of the same variant.
pub struct Engine(Mutex<Option<campione::Engine>>);

impl Engine {
    /// The engine, if it is not searching.
    fn free(&self) -> Result<MutexGuard<'_, Option<campione::Engine>>, Error> {
        match self.0.try_lock() {
            Ok(engine) => Ok(engine),
            Err(TryLockError::Poisoned(poisoned)) => Ok(PoisonError::into_inner(poisoned)),
            Err(TryLockError::WouldBlock) => Err(Error::busy()),
        }
    }
}

/// How an engine is made. A field that is 0 has its default.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct EngineOptions {
    /// The size of the transposition table in mebibytes; 0 is 64.
    pub hash: u32,
    /// How many threads search, up to 1024; 0 is 1.
    pub threads: u32,
    /// 1 for an engine that plays at `level`, from 0 (weakest) to 20 (full strength), for games with people.
    pub use_level: u32,
    pub level: u32,
    /// The same as an Elo number, which is a higher level in chess than on a large board; 0 is full strength. Only one of the two may be
    /// used.
    pub elo: u32,
    /// The seed of a weak engine's errors.
    pub seed: u64,
    /// 1 for the hand-written evaluation in place of the nets; 0 is the nets.
    pub no_net: u32,
}

/// What ends a search: the limit that is met first. A field that is 0 is no limit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Limits {
    /// Plies.
    pub depth: u32,
    /// A mate in so many moves of the side to move is proven, or that there is none.
    pub mate: u32,
    /// Moves made on the board, by all threads together.
    pub nodes: u64,
    /// Milliseconds for this search.
    pub time_ms: u64,
    /// Milliseconds on the clock of the side to move, and what it gets for each move.
    pub clock_ms: u64,
    pub increment_ms: u64,
    /// Moves until the clock gets more time; 0 if it gets none.
    pub moves_to_go: u32,
    /// How many lines with different first moves are searched; 0 is one.
    pub multipv: u32,
    /// The only moves that are searched at the root, in any notation, with spaces between them; NULL is all.
    pub search_moves: *const c_char,
    pub search_moves_length: usize,
}

/// What a score is.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreKind {
    /// There is none.
    None = 0,
    /// Centipawns.
    Centipawns = 1,
    /// Moves until mate, below 0 if the side to move is mated.
    Mate = 2,
}

/// A score, from the side to move.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Score {
    pub kind: ScoreKind,
    pub value: i32,
}

impl Score {
    fn of(score: Option<campione::Score>) -> Score {
        match score {
            None => Score { kind: ScoreKind::None, value: 0 },
            Some(campione::Score::Cp(value)) => Score { kind: ScoreKind::Centipawns, value },
            Some(campione::Score::Mate(value)) => Score { kind: ScoreKind::Mate, value },
        }
    }
}

/// A line of an iteration that is complete.
#[repr(C)]
pub struct SearchInfo {
    /// The iteration, and the longest line searched, in plies.
    pub depth: u32,
    pub seldepth: u32,
    /// The number of the line; 1 is the best.
    pub multipv: u32,
    /// How full the transposition table is, in permille.
    pub hashfull: u32,
    pub score: Score,
    /// Moves made on the board so far, by all threads, and microseconds since the search began.
    pub nodes: u64,
    pub time_us: u64,
    /// The principal variation in coordinates, with spaces between the moves. It is there as long as the callback runs.
    pub pv: *const c_char,
}

/// What a search came to.
#[repr(C)]
pub struct SearchResult {
    /// The best move in coordinates; empty if the game is over.
    pub best_move: [c_char; 24],
    /// The reply that is expected; empty if there is none.
    pub ponder_move: [c_char; 24],
    pub score: Score,
    /// The last iteration that is complete, in plies.
    pub depth: u32,
    /// If a mate was asked for: the side to move has none in so many moves.
    pub no_mate_in: u32,
    /// Moves made on the board, by all threads, and microseconds that it took.
    pub nodes: u64,
    pub time_us: u64,
    /// How the game ended, if it is over.
    pub outcome: Outcome,
}

/// Gets each line of a search, on the thread that called campione_engine_search. It returns 0 to go on, anything else to end the search.
/// It may call any function, except those that free what the search uses; it must return, not jump out or throw.
pub type InfoCallback = Option<unsafe extern "C" fn(info: *const SearchInfo, user: *mut c_void) -> c_int>;

fn milliseconds(milliseconds: u64) -> Option<Duration> {
    (milliseconds > 0).then(|| Duration::from_millis(milliseconds))
}

impl Limits {
    /// The limits of a search of a position.
    ///
    /// # Safety
    /// As [`text`](crate::border::text), for the moves to search.
    unsafe fn read(&self, position: &Position) -> Result<campione::Limits, Error> {
        // SAFETY: the caller's promise.
        let words = unsafe { optional_text(self.search_moves, self.search_moves_length, "search_moves") }?;
        let words = words.unwrap_or_default().split_whitespace();
        let search_moves = words.map(|word| moves::read(word, position).map_err(|error| Error::mv(&error, position)));
        let clock = milliseconds(self.clock_ms).map(|remaining| Clock {
            remaining,
            increment: Duration::from_millis(self.increment_ms),
            moves_to_go: (self.moves_to_go > 0).then_some(self.moves_to_go),
            overhead: OVERHEAD,
        });
        Ok(campione::Limits {
            depth: (self.depth > 0).then_some(self.depth),
            nodes: (self.nodes > 0).then_some(self.nodes),
            soft_nodes: None,
            time: milliseconds(self.time_ms),
            clock,
            mate: (self.mate > 0).then_some(self.mate),
            multipv: self.multipv as usize,
            search_moves: search_moves.collect::<Result<_, _>>()?,
        })
    }

    /// Whether nothing in it ends a search.
    fn is_endless(&self) -> bool {
        self.depth == 0 && self.mate == 0 && self.nodes == 0 && self.time_ms == 0 && self.clock_ms == 0
    }
}

impl EngineOptions {
    fn config(self) -> Result<EngineConfig, Error> {
        let EngineOptions { hash, threads, use_level, level, elo, seed, no_net } = self;
        if hash > MOST_HASH {
            return Err(Error::range("hash", &format!("{hash} mebibytes are more than {MOST_HASH}")));
        }
        if threads > MOST_THREADS {
            return Err(Error::range("threads", &format!("{threads} are more than {MOST_THREADS}")));
        }
        let strength = match (use_level, elo) {
            (0, 0) => Strength::FULL,
            (0, elo) => Strength::of_elo(elo).ok_or_else(|| {
                let (least, greatest) = Strength::elo_range().into_inner();
                Error::range("elo", &format!("{elo} is no number from {least} to {greatest}"))
            })?,
            (1, 0) => Strength::of_level(level).ok_or_else(|| {
                let (least, greatest) = Strength::LEVELS.into_inner();
                Error::range("level", &format!("{level} is no level from {least} to {greatest}"))
            })?,
            (1, _) => return Err(Error::range("elo", "both a level and an Elo number are used")),
            (other, _) => return Err(Error::range("use_level", &format!("{other} is neither 0 nor 1"))),
        };
        let nets = match no_net {
            0 => NetChoice::Embedded,
            1 => NetChoice::Off,
            other => return Err(Error::range("no_net", &format!("{other} is neither 0 nor 1"))),
        };
        let default = EngineConfig::default();
        let hash = if hash == 0 { default.hash } else { hash as usize };
        Ok(default.with_hash(hash).with_threads(threads as usize).with_strength(strength, seed).with_nets(nets))
    }
}

/// An engine; `options` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn campione_engine_new(
    options: Option<&EngineOptions>,
    engine: Option<&mut MaybeUninit<*mut Engine>>,
) -> Status {
    call(|| {
        let engine = pointer_place(engine, "engine")?;
        let made = campione::Engine::new(&options.copied().unwrap_or_default().config()?)?;
        engine.write(handle(Engine(Mutex::new(Some(made)))));
        Ok(())
    })
}

/// Forgets everything that was learned, as before a new game.
#[unsafe(no_mangle)]
pub extern "C" fn campione_engine_clear(engine: Option<&Engine>) -> Status {
    call(|| {
        let mut engine = given(engine, "engine")?.free()?;
        engine.as_mut().ok_or_else(Error::bug)?.clear();
        Ok(())
    })
}

/// Frees an engine that is not searching. NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn campione_engine_free(engine: Option<Box<Engine>>) {
    drop(engine);
}

/// A line in coordinates.
fn line_text(line: &[campione::Move], mut position: Position) -> CString {
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        words.push(uci::write(mv, &position));
        position = position.play_unchecked(mv);
    }
    c_text(&words.join(" "))
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Tells the callback of a line; whether it wants the search to go on.
///
/// # Safety
/// The callback may be called with this.
unsafe fn goes_on(callback: InfoCallback, user: *mut c_void, report: &Report, position: &Position) -> bool {
    let Some(callback) = callback else { return true };
    let pv = line_text(&report.pv, *position);
    let info = SearchInfo {
        depth: report.depth,
        seldepth: report.seldepth,
        multipv: u32::try_from(report.multipv).unwrap_or(u32::MAX),
        hashfull: report.hashfull,
        score: Score::of(Some(report.score)),
        nodes: report.nodes,
        time_us: microseconds(report.time),
        pv: pv.as_ptr(),
    };
    // SAFETY: the caller's promise; `info` and `pv` live until it returns.
    unsafe { callback(&raw const info, user) == 0 }
}

/// Ends a search when it is dropped, even by a panic: the thread that searches is waited for, and it may have no limits.
struct EndSearch<'a>(&'a campione::Control);

impl Drop for EndSearch<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Searches on a thread of its own, and tells the caller's thread of each line until it answers that the search should end. `None` if
/// the search panicked.
fn watched(
    searcher: &mut campione::Engine,
    game: &campione::Game,
    limits: &campione::Limits,
    control: &campione::Control,
    mut tell: impl FnMut(&Report) -> bool,
) -> Result<Option<campione::SearchResult>, Error> {
    let (sender, reports) = mpsc::channel();
    thread::scope(|scope| {
        let search = move || {
            // Nobody listens any more only if `tell` has panicked.
            let mut report = |report: &Report| drop(sender.send(report.clone()));
            searcher.search(game, limits, control, &mut report)
        };
        let worker = Builder::new().name("campione-search".to_owned()).stack_size(STACK).spawn_scoped(scope, search);
        let worker = worker.map_err(|error| Error::system(format!("the system gives no thread: {error}")))?;
        let end = EndSearch(control);
        let mut ends = false;
        for report in reports {
            // What comes after the end was asked for is not told.
            if !ends && !tell(&report) {
                ends = true;
                control.stop();
            }
        }
        drop(end);
        Ok(worker.join().ok())
    })
}

/// Searches the position of a game until a limit is met, `control` or the callback ends it, or more depth would change nothing. The
/// earlier positions of the game count for draws by repetition. `control`, `callback`, `user` and `result` may be NULL; `limits` too if
/// one of the first two is there to end the search, or the engine is a weak one.
///
/// The search has threads of its own. The callback runs on the caller's, for each line of each complete iteration.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_engine_search(
    engine: Option<&Engine>,
    game: Option<&Game>,
    limits: Option<&Limits>,
    control: Option<&Control>,
    callback: InfoCallback,
    user: *mut c_void,
    result: Option<&mut MaybeUninit<SearchResult>>,
) -> Status {
    call(|| {
        let mut engine = given(engine, "engine")?.free()?;
        let game = given(game, "game")?.now();
        let position = *game.position();
        let searcher = engine.as_mut().ok_or_else(Error::bug)?;
        let is_endless = limits.is_none_or(Limits::is_endless) && searcher.config().strength == Strength::FULL;
        if is_endless && control.is_none() && callback.is_none() {
            return Err(Error::range("limits", "without one, a search needs a control or a callback that ends it"));
        }
        // SAFETY: what the caller promises of texts.
        let limits = limits.map(|limits| unsafe { limits.read(&position) }).transpose()?.unwrap_or_default();
        let own = Control::new();
        let control = &control.map_or(Ok(&own), Control::begin)?.search;
        let found = watched(searcher, &game, &limits, control, |report| {
            // SAFETY: the caller promises that the callback is a function of this type, to be called with `user`.
            unsafe { goes_on(callback, user, report, &position) }
        })?;
        let Some(found) = found else {
            // It may be half changed.
            *engine = None;
            return Err(Error::bug());
        };
        if let Some(result) = result {
            result.write(result_of(&found, &position));
        }
        Ok(())
    })
}

fn result_of(found: &campione::SearchResult, position: &Position) -> SearchResult {
    let after = found.best.map(|best| position.play_unchecked(best));
    let best = found.best.map_or_else(String::new, |best| uci::write(best, position));
    let ponder = found.ponder.zip(after).map_or_else(String::new, |(reply, after)| uci::write(reply, &after));
    SearchResult {
        best_move: inline_text(&best),
        ponder_move: inline_text(&ponder),
        score: Score::of(found.lines.first().map(|line| line.score)),
        depth: found.lines.first().map_or(0, |line| line.depth),
        no_mate_in: found.no_mate_in,
        nodes: found.nodes,
        time_us: microseconds(found.time),
        outcome: Outcome::of(found.outcome),
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use campione::{Control, Limits, Variant};

    use super::*;

    fn small() -> (campione::Engine, campione::Game) {
        let engine = campione::Engine::new(&EngineConfig::default().with_hash(1).with_nets(NetChoice::Off));
        let variant = Variant::named("capablanca").unwrap();
        (engine.unwrap(), campione::Game::new(Position::start(variant)))
    }

    #[test]
    fn a_panic_ends_a_search_without_limits() {
        let (mut engine, game) = small();
        let control = Control::new();
        let tell = |_: &Report| panic!("a test asked for this panic");
        let search = || watched(&mut engine, &game, &Limits::default(), &control, tell);
        assert!(catch_unwind(AssertUnwindSafe(search)).is_err());
        assert!(control.is_stopped());
        // The engine is as good as before.
        let two = Limits { depth: Some(2), ..Limits::default() };
        let found = watched(&mut engine, &game, &two, &Control::new(), |_| true).unwrap().unwrap();
        assert!(found.best.is_some());
    }

    #[test]
    fn the_end_that_was_asked_for_is_the_last_that_is_told() {
        let (mut engine, game) = small();
        let mut told = 0;
        let tell = |report: &Report| {
            told += 1;
            report.depth < 3
        };
        let found = watched(&mut engine, &game, &Limits::default(), &Control::new(), tell).unwrap().unwrap();
        assert!(found.best.is_some());
        assert_eq!(told, 3);
    }
}
