//! What the threads of a search share besides the transposition table and the histories: the root search of the main
//! thread, and the moves that are being searched now.
//!
//! The helpers search what the main thread searches: the same window to the same depth. The first thread that finishes
//! ends the search for all. The threads do not repeat each other's work, because a thread defers a move while another
//! thread is searching it ([`deferring`](crate::deferring)). (The idea is from ABDADA, Weill 1996; the small table of
//! moves that are being searched is from Kerrigan.)

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use campione_movegen::Move;

use crate::root::RootMoves;
use crate::score::Value;

/// From this depth on, a thread defers moves that another thread is searching.
pub(crate) const TEAM_DEPTH: i32 = 4;

/// A search of the root in one window by all threads together.
#[derive(Clone, Debug, Default)]
pub(crate) struct RootSearch {
    /// Root searches are numbered from 1.
    pub(crate) number: u64,
    /// In plies.
    pub(crate) depth: i32,
    pub(crate) multipv_index: usize,
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
    /// The order of the root moves.
    pub(crate) order: Vec<Move>,
}

/// The result of a root search.
#[derive(Clone, Debug)]
pub(crate) struct RootResult {
    /// The number of the root search.
    number: u64,
    pub(crate) value: Value,
    pub(crate) root: RootMoves,
}

/// The threads of a search that has more than one.
#[derive(Debug)]
pub(crate) struct Team {
    /// The number of the last root search.
    number: AtomicU64,
    root_search: Mutex<RootSearch>,
    /// The number of the last root search that a helper has finished.
    done: AtomicU64,
    result: Mutex<Option<RootResult>>,
    busy: Box<[Bucket]>,
}

/// The names of moves that are being searched; 0 stands for no move. If a name is lost or stays too long, it costs only
/// time.
#[repr(align(64))]
#[derive(Debug, Default)]
struct Bucket([AtomicU64; 4]);

/// A power of two.
const BUCKETS: usize = 1 << 10;

impl Team {
    pub(crate) fn new() -> Team {
        let busy = (0..BUCKETS).map(|_| Bucket::default()).collect();
        Team {
            number: AtomicU64::new(0),
            root_search: Mutex::default(),
            done: AtomicU64::new(0),
            result: Mutex::default(),
            busy,
        }
    }

    /// Begins a root search, which the helpers join. Returns its number.
    pub(crate) fn begin(&self, mut search: RootSearch) -> u64 {
        let mut current = self.root_search.lock().unwrap_or_else(PoisonError::into_inner);
        search.number = current.number + 1;
        *current = search;
        self.number.store(current.number, Ordering::Release);
        current.number
    }

    /// A helper has finished a root search.
    pub(crate) fn set_result(&self, number: u64, value: Value, root: &RootMoves) {
        let mut result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        // The first result counts. A helper that was late with an older search must not replace a newer one.
        if result.as_ref().is_none_or(|result| result.number < number) {
            *result = Some(RootResult { number, value, root: root.clone() });
            self.done.store(number, Ordering::Release);
        }
    }

    /// Whether a helper has finished a root search.
    pub(crate) fn is_done(&self, number: u64) -> bool {
        self.done.load(Ordering::Acquire) == number
    }

    /// The result of a root search, if a helper has finished it.
    pub(crate) fn result(&self, number: u64) -> Option<RootResult> {
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        result.clone().filter(|result| result.number == number)
    }

    /// The number of the last root search; 0 before the first one.
    pub(crate) fn number(&self) -> u64 {
        self.number.load(Ordering::Acquire)
    }

    /// The last root search.
    pub(crate) fn root_search(&self) -> RootSearch {
        self.root_search.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The name of a move in a position: a hash, never 0. A search that leaves a move out has its own names.
    #[inline(always)]
    pub(crate) fn name(key: u128, mv: Move, excluded: Option<Move>) -> u64 {
        let moves = u64::from(mv.bits()) | u64::from(excluded.map_or(0, Move::bits)) << 32;
        (key as u64 ^ moves.wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
    }

    #[inline(always)]
    fn bucket(&self, name: u64) -> &[AtomicU64; 4] {
        &self.busy[(name >> 32) as usize % BUCKETS].0
    }

    /// Whether some thread is searching the move with this name.
    #[inline(always)]
    pub(crate) fn is_busy(&self, name: u64) -> bool {
        self.bucket(name).iter().any(|entry| entry.load(Ordering::Relaxed) == name)
    }

    /// A thread begins to search a move.
    #[inline(always)]
    pub(crate) fn begin_move(&self, name: u64) {
        let bucket = self.bucket(name);
        let free = bucket.iter().find(|entry| entry.load(Ordering::Relaxed) == 0);
        // The lowest bit of a name is always set, so it is left out of the choice.
        free.unwrap_or(&bucket[name as usize / 2 % 4]).store(name, Ordering::Relaxed);
    }

    /// A thread has searched a move.
    #[inline(always)]
    pub(crate) fn end_move(&self, name: u64) {
        for entry in self.bucket(name) {
            if entry.load(Ordering::Relaxed) == name {
                entry.store(0, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests;
