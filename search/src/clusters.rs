//! Memory for entries of two words, shared by all threads without locks: what the transposition table and the table of the
//! mate solver have in common.
//!
//! The two words are the data, and a check word that is mixed with the data. So an entry whose words come from two different
//! threads is not found.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;
use campione_movegen::Lines;

/// Clusters of four entries, a line of the cache each. A position may be in any entry of its cluster, which is found by the
/// lower half of its key, so that the upper half tells the positions of a cluster apart.
pub(crate) type Clusters = Lines<Slot>;

/// The place of an entry. All zeros are an empty one.
#[repr(C)]
#[derive(Debug, Zeroable)]
pub(crate) struct Slot {
    pub(crate) data: AtomicU64,
    /// Combined by xor with a [`mark`] of `data`.
    pub(crate) check: AtomicU64,
}

impl Slot {
    /// The data, and the check word without the mark.
    #[inline(always)]
    pub(crate) fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (data, self.check.load(Ordering::Relaxed) ^ mark(data))
    }

    #[inline(always)]
    pub(crate) fn store(&self, data: u64, check: u64) {
        // Nobody waits for the second word: whoever reads between the two finds the old mark, and so no entry.
        self.data.store(data, Ordering::Relaxed);
        self.check.store(check ^ mark(data), Ordering::Relaxed);
    }
}

/// A mix of the data. Its upper 48 bits, which cover the key in the check word, differ for different data, even if only
/// the squares of a move differ. About one pair of data in 2^47 is an exception.
#[inline(always)]
const fn mark(data: u64) -> u64 {
    data.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
