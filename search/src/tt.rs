//! The transposition table, shared by all threads without locks ([`Clusters`]).
//!
//! An entry's data word has the move in 32 bits, the score in 16 and the evaluation in 16; its check word has 48 bits of the
//! key, the depth in 8, the age in 5, whether it was part of a principal variation in 1, and the bound in 2. Although halves
//! of two entries are not found, a move from the table is played only if
//! [`Position::is_legal`](campione_movegen::Position::is_legal) accepts it: another position may have the same 48 bits.

use bytemuck::Zeroable;
use campione_movegen::{Move, Position};

use crate::clusters::Clusters;
use crate::score::{MATE_BOUND, NONE, Value, is_decisive};

/// How the true score compares with the stored one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// There is no score.
    None = 0,
    /// The true score is at most the stored one.
    Upper = 1,
    /// The true score is at least the stored one.
    Lower = 2,
    /// The true score is the stored one.
    Exact = 3,
}

impl Bound {
    /// Whether a score with this bound settles a null window below `beta`: as a lower bound from beta on, else as an
    /// upper bound.
    #[inline(always)]
    pub(crate) fn settles(self, value: Value, beta: Value) -> bool {
        self.includes(if value >= beta { Bound::Lower } else { Bound::Upper })
    }

    /// Whether this bound implies the bound `side`. An exact score implies both.
    #[inline(always)]
    pub(crate) fn includes(self, side: Bound) -> bool {
        self as u8 & side as u8 != 0
    }
}

/// What the transposition table knows about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry {
    pub(crate) mv: Option<Move>,
    /// [`NONE`] if only the evaluation is known.
    pub(crate) value: Value,
    pub(crate) eval: Value,
    /// In plies.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether the position was part of a principal variation.
    pub(crate) was_pv: bool,
}

impl TtEntry {
    /// The stored score if its bound shows that it is a better estimate than the static evaluation `eval`; otherwise
    /// `eval`.
    #[inline(always)]
    pub(crate) fn better_estimate(&self, eval: Value) -> Value {
        let side = if self.value > eval { Bound::Lower } else { Bound::Upper };
        let better = self.value != NONE && !is_decisive(self.value) && self.bound.includes(side);
        if better { self.value } else { eval }
    }
}

/// The transposition table.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    clusters: Clusters,
    age: u8,
    /// Whether a search has begun since the table was empty.
    used: bool,
}

const AGES: u8 = 1 << 5;

/// A table of so many bytes takes about a tenth of a second to touch for the first time.
const LARGE: usize = 256 << 20;

/// The number of clusters in the sample that estimates how full the table is: a thousand entries.
const SAMPLE: usize = 250;

/// Depths are stored as differences to this one. The stored value is at least 1: 0 marks an empty slot.
const LEAST_DEPTH: i32 = -8;

impl TranspositionTable {
    /// A table of this many mebibytes. `None` if the system does not provide the memory.
    pub(crate) fn new(mebibytes: usize) -> Option<TranspositionTable> {
        TranspositionTable::with_clusters(mebibytes.checked_mul(Clusters::IN_MEBIBYTE)?)
    }

    fn with_clusters(count: usize) -> Option<TranspositionTable> {
        Some(TranspositionTable { clusters: Clusters::new(count)?, age: 0, used: false })
    }

    /// Clears the table. A large one is touched even if it is empty: the clock of a game's first move shall not pay for it.
    pub(crate) fn clear(&mut self) {
        if self.used || size_of_val(self.clusters.all()) >= LARGE {
            self.clusters.all_mut().fill_with(Zeroable::zeroed);
        }
        (self.age, self.used) = (0, false);
    }

    /// A new search begins: older entries are replaced first.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
        self.used = true;
    }

    /// Starts to load the entry of a position into the cache.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u128) {
        campione_movegen::prefetch(self.clusters.of(key as u64));
    }

    /// Starts to load the entry of the position after a move, if its key is known without making the move.
    #[inline(always)]
    pub(crate) fn prefetch_after(&self, position: &Position, mv: Move) {
        if let Some(key) = position.key_after(mv) {
            self.prefetch(key);
        }
    }

    /// The entry of a position, `ply` plies from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u128, ply: usize) -> Option<TtEntry> {
        let tag = (key >> 80) as u64;
        self.clusters.of(key as u64).iter().find_map(|slot| {
            let (data, check) = slot.load();
            // Stored depths begin with 1, so a depth of 0 is an empty slot.
            (check >> 16 == tag && check & 0xff00 != 0).then(|| TtEntry {
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

    /// Stores the entry of a position, `ply` plies from the root. If the new entry has no move, it keeps that of the
    /// old entry.
    #[inline]
    pub(crate) fn store(&self, key: u128, ply: usize, entry: TtEntry) {
        let tag = (key >> 80) as u64;
        let mut worst = (i32::MAX, 0);
        let cluster = self.clusters.of(key as u64);
        let mut mv = entry.mv;
        for (index, slot) in cluster.iter().enumerate() {
            let (data, check) = slot.load();
            let depth = (check >> 8 & 0xff) as i32;
            let searches_ago = i32::from((self.age + AGES - (check >> 3 & 31) as u8) % AGES);
            if check >> 16 == tag && depth != 0 {
                mv = mv.or(Move::from_bits(data as u32));
                let deep = depth + LEAST_DEPTH;
                // A much deeper entry of the same search is worth more than this one, unless this one is exact.
                if entry.bound != Bound::Exact
                    && searches_ago == 0
                    && entry.depth + 4 + 2 * i32::from(entry.was_pv) <= deep
                {
                    return;
                }
                // A position has one entry, so this one is replaced whatever it is worth.
                worst = (i32::MIN, index);
                break;
            }
            // An empty slot is the first choice, unless the position itself is found. Each search since an entry was stored
            // costs it as much as eight plies.
            let worth = if depth == 0 { i32::MIN + 1 } else { depth - 8 * searches_ago };
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
        cluster[worst.1].store(data, check);
    }

    /// The share of entries from this search, in permille, estimated from a sample.
    pub(crate) fn fullness(&self) -> u32 {
        let sample = self.clusters.all().len().min(SAMPLE);
        let used = self.clusters.all()[..sample].iter().flatten().filter(|slot| {
            let (_, check) = slot.load();
            check & 0xff00 != 0 && (check >> 3 & 31) as u8 == self.age
        });
        (used.count() * 1_000 / (4 * sample)) as u32
    }
}

/// Converts a score for the table: distances to mate are stored from the position, not from the root.
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
