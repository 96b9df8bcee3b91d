//! The transposition table, shared by all threads without locks.
//!
//! An entry is two words. The first has what is known; the second has what verifies it, mixed with the first, so that an
//! entry of which two threads wrote a half each is not taken for one. Even so a move from the table is played only after
//! [`Position::is_legal`](campione_movegen::Position::is_legal) has said so.

use std::sync::atomic::{AtomicU64, Ordering};

use campione_movegen::Move;

use crate::score::{MATE_BOUND, NONE, Value};

/// What the true score is in comparison with the stored one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Nothing is known.
    None = 0,
    /// At most that.
    Upper = 1,
    /// At least that.
    Lower = 2,
    /// That.
    Exact = 3,
}

impl Bound {
    /// Whether a score with this bound settles a window on the side on which it lies.
    #[inline(always)]
    pub(crate) fn settles(self, value: Value, beta: Value) -> bool {
        if value >= beta { self as u8 & Bound::Lower as u8 != 0 } else { self as u8 & Bound::Upper as u8 != 0 }
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) mv: Option<Move>,
    /// [`NONE`] where only the evaluation is known.
    pub(crate) value: Value,
    pub(crate) eval: Value,
    /// In plies.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether it was met on a principal variation.
    pub(crate) was_pv: bool,
}

/// Four entries, one cache line.
#[repr(align(64))]
#[derive(Debug, Default)]
struct Cluster([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    /// Move 32 bits, score 16, evaluation 16.
    data: AtomicU64,
    /// Key 48 bits, depth 8, age 5, pv 1, bound 2; all xor a [`mark`] of `data`.
    check: AtomicU64,
}

impl Slot {
    /// What is known, and what verifies it without its mark.
    #[inline(always)]
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (data, self.check.load(Ordering::Relaxed) ^ mark(data))
    }

    #[inline(always)]
    fn store(&self, data: u64, check: u64) {
        self.data.store(data, Ordering::Relaxed);
        self.check.store(check ^ mark(data), Ordering::Relaxed);
    }
}

/// Differs in the bits of the key wherever the data differ, be it in the squares of a move alone; but for one pair of data in
/// 2^47 or so.
#[inline(always)]
const fn mark(data: u64) -> u64 {
    data.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

const _: () = assert!(size_of::<Cluster>() == 64);

/// The table.
#[derive(Debug)]
pub(crate) struct Table {
    clusters: Vec<Cluster>,
    age: u8,
}

const AGES: u8 = 1 << 5;

/// So many clusters say how full the table is: a thousand entries.
const SAMPLE: usize = 250;

/// Depths are stored from this one on.
const LEAST_DEPTH: i32 = -8;

impl Table {
    /// A table of that many mebibytes; none if the system has no such memory.
    pub(crate) fn new(mebibytes: usize) -> Option<Table> {
        Table::with_clusters(mebibytes.checked_mul((1 << 20) / size_of::<Cluster>())?.max(1))
    }

    fn with_clusters(count: usize) -> Option<Table> {
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).ok()?;
        ask_for_huge_pages(clusters.spare_capacity_mut());
        clusters.resize_with(count, Cluster::default);
        Some(Table { clusters, age: 0 })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.clusters.fill_with(Cluster::default);
        self.age = 0;
    }

    /// A new search begins: what is known from before gives way first.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline(always)]
    fn cluster(&self, key: u128) -> &Cluster {
        let index = (u128::from(key as u64) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Begins to fetch what is known of a position.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u128) {
        campione_movegen::prefetch(self.cluster(key));
    }

    /// What is known of a position, `ply` plies from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u128, ply: usize) -> Option<Entry> {
        let tag = (key >> 80) as u64;
        self.cluster(key).0.iter().find_map(|slot| {
            let (data, check) = slot.load();
            (check >> 16 == tag && check & 0xff00 != 0).then(|| Entry {
                mv: Move::from_bits(data as u32),
                value: from_table(Value::from((data >> 32) as i16), ply),
                eval: Value::from((data >> 48) as i16),
                depth: (check >> 8 & 0xff) as i32 + LEAST_DEPTH,
                bound: match check & 3 {
                    0 => Bound::None,
                    1 => Bound::Upper,
                    2 => Bound::Lower,
                    _ => Bound::Exact,
                },
                was_pv: check & 4 != 0,
            })
        })
    }

    /// Remembers what is known of a position, `ply` plies from the root. A move that is known stays where the new entry
    /// has none.
    #[inline]
    pub(crate) fn store(&self, key: u128, ply: usize, entry: Entry) {
        let tag = (key >> 80) as u64;
        let mut worst = (i32::MAX, 0);
        let cluster = self.cluster(key);
        let mut mv = entry.mv;
        for (index, slot) in cluster.0.iter().enumerate() {
            let (data, check) = slot.load();
            let depth = (check >> 8 & 0xff) as i32;
            let old = i32::from((self.age + AGES - (check >> 3 & 31) as u8) % AGES);
            if check >> 16 == tag && depth != 0 {
                mv = mv.or(Move::from_bits(data as u32));
                let deep = depth + LEAST_DEPTH;
                if entry.bound != Bound::Exact && old == 0 && entry.depth + 4 + 2 * i32::from(entry.was_pv) <= deep {
                    return;
                }
                worst = (i32::MIN, index);
                break;
            }
            let worth = if depth == 0 { i32::MIN + 1 } else { depth - 8 * old };
            if worth < worst.0 {
                worst = (worth, index);
            }
        }
        let data = u64::from(mv.map_or(0, Move::bits))
            | u64::from(to_table(entry.value, ply) as u16) << 32
            | u64::from(entry.eval as i16 as u16) << 48;
        let depth = (entry.depth - LEAST_DEPTH).clamp(1, 255) as u64;
        let check =
            tag << 16 | depth << 8 | u64::from(self.age) << 3 | u64::from(entry.was_pv) << 2 | entry.bound as u64;
        cluster.0[worst.1].store(data, check);
    }

    /// How full the table is of this search's entries, in parts of a thousand, from a sample.
    pub(crate) fn fullness(&self) -> u32 {
        let sample = self.clusters.len().min(SAMPLE);
        let used = self.clusters[..sample].iter().flat_map(|cluster| &cluster.0).filter(|slot| {
            let (_, check) = slot.load();
            check & 0xff00 != 0 && (check >> 3 & 31) as u8 == self.age
        });
        (used.count() * 1_000 / (4 * sample)) as u32
    }
}

/// Asks the system to back memory that was not used yet with pages of 2 MiB. A table is read at random, and with small pages
/// nearly every look at it must find its page first: 1.15 times the nodes a second with 64 MiB on a virtual machine.
#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code, reason = "a system call, measured above")]
fn ask_for_huge_pages<T>(memory: &mut [std::mem::MaybeUninit<T>]) {
    const PAGE: usize = 4096;
    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    if let Some(length) = size_of_val(memory).checked_sub(skipped) {
        // SAFETY: the range lies within memory that we hold alone, and the advice changes nothing that a program sees. That
        // it may be refused does not matter.
        unsafe { libc::madvise(start.add(skipped).cast(), length, libc::MADV_HUGEPAGE) };
    }
}

/// Nothing here.
#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_huge_pages<T>(_memory: &mut [std::mem::MaybeUninit<T>]) {}

/// Distances to mate are stored from the position, not from the root.
#[inline(always)]
fn to_table(value: Value, ply: usize) -> i16 {
    let ply = ply as Value;
    (match value {
        NONE => NONE,
        value if value >= MATE_BOUND => value + ply,
        value if value <= -MATE_BOUND => value - ply,
        value => value,
    }) as i16
}

#[inline(always)]
fn from_table(value: Value, ply: usize) -> Value {
    let ply = ply as Value;
    match value {
        NONE => NONE,
        value if value >= MATE_BOUND => value - ply,
        value if value <= -MATE_BOUND => value + ply,
        value => value,
    }
}

#[cfg(test)]
mod tests;
