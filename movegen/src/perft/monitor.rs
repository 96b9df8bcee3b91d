//! Watching a count from another thread, and stopping it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::moves::Move;
use crate::position::Position;

/// Lets another thread watch a running count and stop it; see [`Perft::with_monitor`](crate::Perft).
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::{Perft, PerftMonitor, Position};
/// let start = Position::start(Variant::named("capablanca")?);
/// let monitor = PerftMonitor::new();
/// let nodes = std::thread::scope(|scope| {
///     let count = scope.spawn(|| Perft::new().with_monitor(&monitor).count(&start, 3));
///     println!("{:.0} %", 100.0 * monitor.done()); // Whatever is counted by now.
///     count.join().unwrap()
/// });
/// assert_eq!((nodes, monitor.nodes(), monitor.done()), (Some(25_228), 25_228, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct PerftMonitor {
    stopped: AtomicBool,
    done: AtomicU64,
    /// The lower and upper half of a count of 128 bits.
    nodes: [AtomicU64; 2],
}

impl PerftMonitor {
    /// A new monitor, with nothing counted yet.
    pub fn new() -> PerftMonitor {
        PerftMonitor::default()
    }

    /// Stops the count soon: within some milliseconds, unless a single subtree of three plies takes longer.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Perft, PerftMonitor, Position};
    /// let start = Position::start(Variant::named("gothic")?);
    /// let monitor = PerftMonitor::new();
    /// monitor.stop();
    /// assert!(monitor.is_stopped());
    /// assert_eq!(Perft::new().with_monitor(&monitor).count(&start, 20), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether [`stop`](PerftMonitor::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// How much of the tree is counted, from 0 to 1, if all moves of a position led to equally many paths.
    ///
    /// When several counts share a monitor, each adds up to 1.
    pub fn done(&self) -> f64 {
        self.done.load(Ordering::Relaxed) as f64 / Share::WHOLE.0 as f64
    }

    /// The move paths counted so far, including counts found in a table.
    pub fn nodes(&self) -> u128 {
        let [lower, upper] = self.nodes.each_ref().map(|half| u128::from(half.load(Ordering::Relaxed)));
        lower | upper << 64
    }

    fn add(&self, share: Share, nodes: u128) {
        self.done.fetch_add(share.0, Ordering::Relaxed);
        // Two additions, so whoever reads in between may miss a carry. The number is only shown.
        let lower = nodes as u64;
        let before = self.nodes[0].fetch_add(lower, Ordering::Relaxed);
        let upper = (nodes >> 64) as u64 + u64::from(before.checked_add(lower).is_none());
        if upper > 0 {
            self.nodes[1].fetch_add(upper, Ordering::Relaxed);
        }
    }
}

/// The size of a part of the tree, in units of which the whole tree has [`Share::WHOLE`].
#[derive(Clone, Copy, Debug)]
struct Share(u64);

impl Share {
    const WHOLE: Share = Share(1 << 56);

    /// Part number `index` of `count` parts; together they add up to this share exactly.
    fn part(self, index: usize, count: usize) -> Share {
        let until = |index: usize| (u128::from(self.0) * index as u128 / count.max(1) as u128) as u64;
        Share(until(index + 1) - until(index))
    }
}

/// A subtree that is being counted: its share of the whole tree, and the monitor, if any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress<'m> {
    monitor: Option<&'m PerftMonitor>,
    share: Share,
}

impl<'m> Progress<'m> {
    pub(super) const fn whole(monitor: Option<&'m PerftMonitor>) -> Progress<'m> {
        Progress { monitor, share: Share::WHOLE }
    }

    /// Counts the positions after each legal move in parallel; `None` if the count was stopped.
    pub(super) fn of_each<T: Send>(
        self,
        position: &Position,
        count: impl Fn(Progress<'m>, &Position) -> Option<T> + Send + Sync,
    ) -> impl IndexedParallelIterator<Item = (Move, Option<T>)> {
        let moves: Vec<Move> = position.legal_moves().to_vec();
        let position = *position;
        let parts = moves.len();
        moves.into_par_iter().enumerate().map(move |(index, mv)| {
            if self.monitor.is_some_and(PerftMonitor::is_stopped) {
                return (mv, None);
            }
            let progress = Progress { share: self.share.part(index, parts), ..self };
            (mv, count(progress, &position.play_unchecked(mv)))
        })
    }

    /// Reports to the monitor that the subtree is counted.
    pub(super) fn finish(self, nodes: u128) {
        if let Some(monitor) = self.monitor {
            monitor.add(self.share, nodes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_128_bits_add_up() {
        let monitor = PerftMonitor::new();
        let parts = [u128::from(u64::MAX), 1, 5 << 64, u128::from(u64::MAX), u128::from(u64::MAX), 17];
        for part in parts {
            monitor.add(Share(0), part);
        }
        assert_eq!(monitor.nodes(), parts.iter().sum());
    }
}
