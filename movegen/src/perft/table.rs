//! A table of counts that all threads share without locks.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;

use super::perft;
use crate::attacks::Backend;
use crate::memory::Lines;
use crate::position::Position;

/// A count, and the number of its position and depth, combined with the count by XOR. If two threads write one entry at
/// once, the pair matches no number, so a lookup finds the right count or nothing.
#[derive(Zeroable)]
struct Entry {
    check: AtomicU64,
    nodes: AtomicU64,
}

/// A table of counts by position and depth, for [`Perft`](crate::Perft).
///
/// A position has a key of 128 bits. One half, with the depth, selects the cache line of its count; the other half
/// identifies the count there. When a line is full, the entry with the smallest count is replaced, because it is the
/// cheapest to compute again.
pub struct PerftTable {
    /// A position may be in any entry of its line.
    lines: Lines<Entry>,
}

impl fmt::Debug for PerftTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PerftTable of {} entries", self.lines.all().as_flattened().len())
    }
}

impl PerftTable {
    /// A table of `mebibytes` MiB, at least 64 bytes; `None` if the memory cannot be allocated.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{PerftTable, Position};
    /// assert_eq!(PerftTable::new(2).expect("memory").mebibytes(), 2);
    /// // No larger than a count of three plies of chess can fill.
    /// let start = Position::start(Variant::named("chess")?);
    /// assert_eq!(PerftTable::for_count(1024, &start, 3).expect("memory").mebibytes(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(mebibytes: usize) -> Option<PerftTable> {
        Some(PerftTable { lines: Lines::new(mebibytes.saturating_mul(Lines::<Entry>::IN_MEBIBYTE))? })
    }

    /// A table of at most `mebibytes` MiB, and no larger than one count of `depth` plies can fill: a small table stays
    /// in the caches of the processor. `None` if the memory cannot be allocated.
    pub fn for_count(mebibytes: usize, position: &Position, depth: u32) -> Option<PerftTable> {
        // Counts of two or more plies are kept: one for each path of `depth - 2` plies, and some more for shorter
        // paths. Beyond three plies the number of paths is estimated, with a growth a quarter faster than that of the
        // third ply.
        let plies = depth.saturating_sub(2);
        let paths = perft(position, plies.min(3)) as f64;
        let growth = 1.25 * paths / (perft(position, plies.min(3).saturating_sub(1)) as f64).max(1.0);
        let guess = paths * growth.max(1.0).powf(f64::from(plies.saturating_sub(3)));
        let needed = 1.125 * guess * size_of::<Entry>() as f64 / f64::from(1 << 20);
        // The cast saturates: a number too large becomes `usize::MAX`.
        PerftTable::new(mebibytes.min(needed.ceil() as usize))
    }

    /// The size in mebibytes, rounded up.
    pub fn mebibytes(&self) -> usize {
        self.lines.all().len().div_ceil(Lines::<Entry>::IN_MEBIBYTE)
    }

    /// The line of a position at a depth, and the number that identifies it there. They come from different halves of
    /// its key. The number is never 0, which marks empty entries.
    #[inline(always)]
    fn place(&self, key: u128, depth: u32) -> (&[Entry; 4], u64) {
        let depth = u64::from(depth);
        let mixed = (key as u64 ^ depth.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let number = (key >> 64) as u64 ^ depth.wrapping_mul(0xa076_1d64_78bd_642f);
        (self.lines.of(mixed), number | u64::from(number == 0))
    }

    /// Prefetches the line of a position and depth that will be looked up soon.
    #[inline(always)]
    pub(super) fn prefetch<B: Backend>(&self, backend: B, key: u128, depth: u32) {
        backend.prefetch(self.place(key, depth).0);
    }

    /// The count stored for the position and depth, if it is still in the table.
    pub(super) fn get(&self, key: u128, depth: u32) -> Option<u128> {
        let (line, number) = self.place(key, depth);
        line.iter().find_map(|entry| {
            let nodes = entry.nodes.load(Ordering::Relaxed);
            (entry.check.load(Ordering::Relaxed) ^ nodes == number).then_some(u128::from(nodes))
        })
    }

    /// Stores a count. Counts beyond 64 bits are too rare to be worth storing.
    pub(super) fn put(&self, key: u128, depth: u32, nodes: u128) {
        let Ok(nodes) = u64::try_from(nodes) else { return };
        let (line, number) = self.place(key, depth);
        // Nobody looks for the position first: `get` has just not found it. Two threads that store it at once cost an
        // entry.
        let smallest = line.iter().min_by_key(|entry| entry.nodes.load(Ordering::Relaxed));
        if let Some(entry) = smallest {
            entry.nodes.store(nodes, Ordering::Relaxed);
            entry.check.store(number ^ nodes, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_and_nothing_else() {
        let table = PerftTable::new(1).unwrap();
        let (seven, eight) = (7 << 64 | 1, 8 << 64 | 1);
        assert_eq!(table.get(0, 0), None);
        table.put(seven, 3, 1000);
        table.put(seven, 4, 0);
        table.put(eight, 3, u128::MAX);
        assert_eq!((table.get(seven, 3), table.get(seven, 4), table.get(eight, 3)), (Some(1000), Some(0), None));
        // Another depth, and another position of the same line.
        assert_eq!((table.get(seven, 2), table.get(9 << 64 | 1, 3)), (None, None));
    }

    #[test]
    fn the_smallest_count_gives_way() {
        let table = PerftTable { lines: Lines::new(1).unwrap() };
        for key in 1..=5 {
            table.put(key << 64, 1, 10 * key);
        }
        assert_eq!(table.get(1 << 64, 1), None);
        for key in 2..=5 {
            assert_eq!(table.get(key << 64, 1), Some(10 * key), "{key}");
        }
    }
}
