//! How long a search goes on, and how it is stopped from outside.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use campione_movegen::Move;
use web_time::Instant;

use crate::time_manager::Clock;

/// What ends a search: the limit that is met first. Without limits it goes on until it is [stopped](Control::stop), or
/// until more depth would change nothing.
///
/// A mate within two moves, if there is one:
///
/// ```
/// use campione_core::{Setup, Variant};
/// use campione_movegen::{Game, Position};
/// use campione_search::{Engine, EngineConfig, Limits, Score};
/// let carrera = Variant::named("carrera")?;
/// let board = carrera.read_placement("5k4/10/5K4/10/10/10/10/R9").unwrap();
/// let game = Game::new(Position::new(&Setup { board, ..Setup::empty() }, carrera)?);
/// let limits = Limits { mate: Some(2), ..Limits::default() };
/// let result = Engine::new(&EngineConfig::default().with_hash(1))?.analyse(&game, &limits, |_| {});
/// assert_eq!((result.best.unwrap().to(), result.lines[0].score), ("a8".parse()?, Score::Mate(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The depth in plies. At most [`MAX_DEPTH`](crate::MAX_DEPTH) plies are searched.
    pub depth: Option<u32>,
    /// Moves made on the board, by all threads together. With one thread the search ends at exactly this node.
    pub nodes: Option<u64>,
    /// The same as `nodes`, but the iteration in which the limit is met is completed, and no other begins.
    pub soft_nodes: Option<u64>,
    /// The time for this search. A legal move is found even if it is zero.
    pub time: Option<Duration>,
    /// The clock of the game. The search takes more time in difficult positions, and answers at once if there is only
    /// one move to choose from.
    pub clock: Option<Clock>,
    /// The search ends when it has proven a mate in at most this many moves of the side to move, or that there is none.
    /// A mate that is found is shortened if that takes no more effort than finding it, so it may not be the shortest;
    /// [`SearchResult::no_mate_in`](crate::SearchResult::no_mate_in) says in how many moves there is none. Longer mates
    /// than in 100 moves are neither looked for nor disproved, except by the search and by solved endings.
    /// The table of the proofs is as large as the transposition table, but at least 16 and at most 256 MiB.
    pub mate: Option<u32>,
    /// How many lines with different first moves are searched; 0 and 1 mean one.
    pub multipv: usize,
    /// Only these moves are searched at the root; if it is empty, all moves.
    pub search_moves: Vec<Move>,
}

/// The handle by which other threads stop a search and read its progress.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    nodes: AtomicU64,
    depth: AtomicU32,
    /// Whether the search began as pondering.
    ponders: bool,
    hit: OnceLock<Instant>,
}

impl Control {
    /// A control for a new search.
    ///
    /// ```
    /// use campione_search::Control;
    /// let control = Control::new();
    /// assert!(!control.is_stopped() && !control.is_pondering());
    /// control.stop();
    /// assert!(control.is_stopped());
    /// assert_eq!((control.nodes(), control.depth()), (0, 0)); // Nothing has been searched.
    /// ```
    pub const fn new() -> Control {
        Control {
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            depth: AtomicU32::new(0),
            ponders: false,
            hit: OnceLock::new(),
        }
    }

    /// A control for pondering: a search on the opponent's time, after the move that the opponent is expected to make.
    /// Time limits do not apply before [`ponderhit`](Control::ponderhit).
    ///
    /// ```
    /// use campione_search::Control;
    /// let control = Control::pondering();
    /// assert!(control.is_pondering());
    /// control.ponderhit();
    /// assert!(!control.is_pondering());
    /// ```
    pub fn pondering() -> Control {
        Control { ponders: true, ..Control::new() }
    }

    /// The opponent has made the expected move. From now on the search spends its own time.
    pub fn ponderhit(&self) {
        self.hit.get_or_init(Instant::now);
    }

    /// Whether the search still runs on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.ponders && self.hit.get().is_none()
    }

    /// Whether a search that began at `start` has spent this much of its own time.
    pub(crate) fn has_spent(&self, time: Duration, start: Instant) -> bool {
        // A hit may come before the search begins: then its own time begins with the search.
        !self.is_pondering() && self.hit.get().map_or(start, |&hit| hit.max(start)).elapsed() >= time
    }

    /// Asks the search to end soon. A search that has not begun yet ends soon after it begins.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Moves made on the board so far, by all threads. The number lags a little behind.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The depth in plies of the last completed iteration.
    pub fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }

    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    pub(crate) fn set_depth(&self, depth: u32) {
        self.depth.store(depth, Ordering::Relaxed);
    }
}
