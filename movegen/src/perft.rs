//! Counting the legal move paths of a given length.

mod delta;
mod monitor;
mod replies;
mod siblings;
mod stats;
mod table;
mod units;

use campione_core::{DrawRules, LeapClass, Pieces, Rules};
use rayon::prelude::*;

use crate::attacks::{Backend, Operation, Portable, dispatch};
use crate::generate::{All, Counter, generate, tries_moves};
use crate::moves::Move;
use crate::position::list::ListMoves;
use crate::position::{Position, View};
use crate::waiting::Waiting;

pub use monitor::PerftMonitor;
pub use stats::PerftStats;
pub use table::PerftTable;
pub use units::{PerftUnit, next_units, perft_units};

use monitor::Progress;
use replies::PlainReplies;

/// The greatest useful depth: no machine can count that far. The recursion is as deep as the count.
pub const MAX_PERFT_DEPTH: u32 = 128;

/// Up to this depth a subtree is counted by one thread.
const SEQUENTIAL_DEPTH: u32 = 3;

/// The number of legal move paths of `depth` plies; 1 for depth 0.
///
/// Never stops for a draw. Runs on the threads of the current rayon pool. [`Perft`] has more ways to count.
///
/// # Panics
/// Never: only a monitor can stop a count, and none is used.
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::{Position, perft};
/// let start = Position::start(Variant::named("capablanca")?);
/// assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, depth)), [1, 28, 784, 25_228]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> u128 {
    Perft::new().count(position, depth).unwrap_or_else(|| unreachable!("no monitor can stop it"))
}

/// For each legal move, in the order of generation, the perft of `depth - 1` after it; empty for depth 0.
///
/// # Panics
/// Never, as [`perft`].
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::{Position, divide, perft};
/// let start = Position::start(Variant::named("carrera")?);
/// let parts = divide(&start, 3);
/// assert_eq!(parts.len(), 28);
/// assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u128>(), perft(&start, 3));
/// for (mv, nodes) in parts {
///     assert_eq!(nodes, perft(&start.play_unchecked(mv), 2));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u128)> {
    let parts = Perft::new().divide(position, depth);
    parts.into_iter().map(|(mv, nodes)| (mv, nodes.unwrap_or_else(|| unreachable!("no monitor can stop it")))).collect()
}

/// How to count: the result is always the same, the time is not.
#[derive(Clone, Copy, Default, Debug)]
pub struct Perft<'t> {
    table: Option<&'t PerftTable>,
    plain: bool,
    portable: bool,
    monitor: Option<&'t PerftMonitor>,
}

impl<'t> Perft<'t> {
    /// The default way to count.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Perft, PerftTable, Position};
    /// let start = Position::start(Variant::named("capablanca")?);
    /// let table = PerftTable::new(1).expect("memory");
    /// assert_eq!(Perft::new().count(&start, 3), Some(25_228));
    /// assert_eq!(Perft::new().with_table(&table).count(&start, 3), Some(25_228));
    /// assert_eq!(Perft::new().plain().count(&start, 3), Some(25_228));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn new() -> Perft<'t> {
        Perft { table: None, plain: false, portable: false, monitor: None }
    }

    /// Stores counts in `table`, which other threads may use at the same time.
    #[must_use]
    pub const fn with_table(self, table: &'t PerftTable) -> Perft<'t> {
        Perft { table: Some(table), ..self }
    }

    /// Makes every move but those of the last ply and counts these position by position, instead of counting two plies
    /// at once. Slower; for measuring the generator and for checking the result.
    #[must_use]
    pub const fn plain(self) -> Perft<'t> {
        Perft { plain: true, ..self }
    }

    /// Counts as on a machine without the instruction `pext`, if this one has it: for checking the result, and for
    /// measuring what the instruction brings.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Perft, Position};
    /// let start = Position::start(Variant::named("capablanca")?);
    /// assert_eq!(Perft::new().portable().count(&start, 3), Some(25_228));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn portable(self) -> Perft<'t> {
        Perft { portable: true, ..self }
    }

    /// Lets `monitor` see the progress and end the count.
    #[must_use]
    pub const fn with_monitor(self, monitor: &'t PerftMonitor) -> Perft<'t> {
        Perft { monitor: Some(monitor), ..self }
    }

    /// The number of legal move paths of `depth` plies, 1 for depth 0; `None` if the monitor stopped it.
    pub fn count(self, position: &Position, depth: u32) -> Option<u128> {
        self.walk(Progress::whole(self.monitor), position, depth)
    }

    /// For each legal move, in the order of generation, the count of `depth - 1` after it, or `None` if the monitor
    /// stopped it first; empty for depth 0.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Perft, PerftTable, Position};
    /// let start = Position::start(Variant::named("capablanca")?);
    /// let table = PerftTable::new(1).expect("memory");
    /// let parts = Perft::new().with_table(&table).divide(&start, 3);
    /// assert_eq!(parts.len(), 28);
    /// assert_eq!(parts.into_iter().map(|(_, nodes)| nodes).sum::<Option<u128>>(), Some(25_228));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn divide(self, position: &Position, depth: u32) -> Vec<(Move, Option<u128>)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let progress = Progress::whole(self.monitor);
        progress.of_each(position, |progress, next| self.walk(progress, next, rest)).collect()
    }

    /// The count, with statistics on the moves of its last ply; for depth 0, one node and nothing else. `None` if the
    /// monitor stopped it. Every move is made and no table used, so it is many times slower than
    /// [`count`](Perft::count).
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Perft, Position};
    /// let start = Position::start(Variant::named("chess")?);
    /// let stats = Perft::new().stats(&start, 3).unwrap();
    /// assert_eq!((stats.nodes, stats.captures, stats.checks, stats.mates), (8_902, 34, 12, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stats(self, position: &Position, depth: u32) -> Option<PerftStats> {
        stats::walk(Progress::whole(self.monitor), position, depth)
    }

    fn walk(self, progress: Progress<'_>, position: &Position, depth: u32) -> Option<u128> {
        if depth <= SEQUENTIAL_DEPTH {
            let subtree = Subtree { position, depth, how: self };
            let nodes = if self.portable { Portable.call(subtree) } else { dispatch(subtree) };
            progress.finish(nodes);
            return Some(nodes);
        }
        if let Some(nodes) = self.known(position, depth) {
            progress.finish(nodes);
            return Some(nodes);
        }
        let parts = progress.of_each(position, |progress, next| self.walk(progress, next, depth - 1));
        let nodes = parts.map(|(_, nodes)| nodes).sum::<Option<u128>>()?;
        self.remember(position, depth, nodes);
        Some(nodes)
    }

    /// The count in the table; if there is none, that of `count`, which is then stored.
    #[inline(always)]
    fn remembered(self, position: &Position, depth: u32, count: impl FnOnce() -> u128) -> u128 {
        if let Some(nodes) = self.known(position, depth) {
            return nodes;
        }
        let nodes = count();
        self.remember(position, depth, nodes);
        nodes
    }

    #[inline(always)]
    fn known(self, position: &Position, depth: u32) -> Option<u128> {
        self.table.and_then(|table| table.get(position.key, depth))
    }

    #[inline(always)]
    fn remember(self, position: &Position, depth: u32, nodes: u128) {
        if let Some(table) = self.table {
            table.put(position.key, depth, nodes);
        }
    }
}

/// Whether the replies to all moves of a position are counted incrementally (docs/background/delta.md): for the test of that.
pub fn is_counted_incrementally(position: &Position) -> bool {
    counts_two_plies(position) && delta::replies(position, Portable).is_some()
}

/// Whether the last two plies are counted at once.
#[inline(always)]
fn counts_two_plies(position: &Position) -> bool {
    position.waiting == Waiting::default() && !needs_roles(position.variant.rules())
}

/// Whether a `State` alone is not enough. Then the legal moves depend on roles, which only a whole position knows, or
/// some moves must be played in full.
#[inline(always)]
fn needs_roles(rules: &Rules) -> bool {
    let Rules {
        files: _,
        ranks: _,
        board: _,
        pieces: Pieces { roles: _, king_steps: _, pawn_captors: _, orthodox_king: _, leap_classes, promotions: _ },
        alphabet: _,
        // `tries_moves` decides about these two.
        pawn_kind: _,
        double_step_from: _,
        long_steps: _,
        double_step_barred: _,
        pinned_pawn_bars: _,
        en_passant: _,
        last_rank: _,
        promotion_zone: _,
        arrival_zone: _,
        promotes_freely: _,
        promotes_from_stock,
        promotion_is_optional: _,
        promotion_wait,
        limits: _,
        castlings: _,
        draws: DrawRules { stalemate: _, bare_king: _, repetition: _, moves: _, dead_position: _ },
        rare_turns,
        notation: _,
        numbering: _,
        home: _,
        start: _,
    } = rules;
    leap_classes.last().is_some_and(|class| class.is_mixed)
        || (*rare_turns && tries_moves(rules))
        || (*promotes_from_stock && promotion_wait.is_none())
}

/// Whether a leap depends on nothing but its target: special leaps depend on more squares, and a leap to where its piece also slides
/// would be counted twice.
#[inline(always)]
fn leaps_alone(leap_classes: &[LeapClass]) -> bool {
    !leap_classes.iter().any(|class| class.is_special() || class.overlaps_slides)
}

/// The perft of a subtree, by one thread.
struct Subtree<'a, 't> {
    position: &'a Position,
    depth: u32,
    how: Perft<'t>,
}

impl Operation for Subtree<'_, '_> {
    type Output = u128;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u128 {
        let Subtree { position, depth, how } = self;
        match depth {
            0 => 1,
            1 => u128::from(backend.call(Leaves(position.view()))),
            2 if counts_two_plies(position) => how.remembered(position, depth, || {
                u128::from(if how.plain {
                    backend.call(PlainReplies(position))
                } else {
                    backend.call(Replies(position))
                })
            }),
            _ => how.remembered(position, depth, || {
                let moves = backend.call(ListMoves(position));
                if let Some(table) = how.table {
                    // All at once: while the first subtrees are counted, the memory for the others arrives.
                    for key in moves.iter().filter_map(|&mv| position.key_after(mv)) {
                        table.prefetch(backend, key, depth - 1);
                    }
                }
                let mut nodes = 0;
                for &mv in &moves {
                    // Looked up here although the subtree would do it: a count that is known saves making the move.
                    if let Some(table) = how.table
                        && let Some(key) = position.key_after(mv)
                        && let Some(known) = table.get(key, depth - 1)
                    {
                        nodes += known;
                        continue;
                    }
                    let next = position.after(backend, mv);
                    nodes += backend.call(Subtree { position: &next, depth: depth - 1, how });
                }
                nodes
            }),
        }
    }
}

/// The number of legal moves.
struct Leaves<'p>(View<'p>);

impl Operation for Leaves<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let mut counter = Counter::default();
        generate(self.0, backend, All, &mut counter);
        u64::from(counter.moves)
    }
}

/// The number of legal replies to all legal moves of a position without waiting pawns.
struct Replies<'a>(&'a Position);

impl Operation for Replies<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let position = self.0;
        delta::replies(position, backend).unwrap_or_else(|| backend.call(PlainReplies(position)))
    }
}
