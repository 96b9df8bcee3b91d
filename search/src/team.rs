//! What the threads of a search tell each other besides the table: what the first one searches, and which moves are being
//! searched now.
//!
//! The others search what the first one searches, the same window to the same depth. What keeps them from doing the same
//! work is that a thread leaves a move for later while another one searches it; when it comes back the result is in the
//! table. (The idea is ABDADA's, Weill 1996; leaving moves for later by a small table of moves is Kerrigan's.)

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use campione_movegen::Move;

use crate::score::Value;

/// What the first thread searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Task {
    /// In plies.
    pub(crate) depth: i32,
    pub(crate) line: usize,
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
    /// The moves of the root in its order.
    pub(crate) root: Vec<Move>,
}

/// The threads of a search that has more than one.
#[derive(Debug)]
pub(crate) struct Team {
    /// How many tasks there were.
    number: AtomicU64,
    task: Mutex<Task>,
    busy: Box<[Cluster]>,
}

/// Moves that are being searched, 0 for none. Entries that are lost or left behind cost time, never a result.
#[repr(align(64))]
#[derive(Debug, Default)]
struct Cluster([AtomicU64; 4]);

/// A power of two.
const CLUSTERS: usize = 1 << 10;

impl Team {
    pub(crate) fn new() -> Team {
        let busy = (0..CLUSTERS).map(|_| Cluster::default()).collect();
        Team { number: AtomicU64::new(0), task: Mutex::default(), busy }
    }

    /// The others are to search this from now on.
    pub(crate) fn set_task(&self, task: Task) {
        *self.task.lock().unwrap_or_else(PoisonError::into_inner) = task;
        self.number.fetch_add(1, Ordering::Release);
    }

    /// The number of the last task, which is never 0 once there is one.
    pub(crate) fn number(&self) -> u64 {
        self.number.load(Ordering::Acquire)
    }

    /// The last task.
    pub(crate) fn task(&self) -> Task {
        self.task.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What a move of a position is called in the table; never 0.
    #[inline(always)]
    pub(crate) fn name(key: u128, mv: Move, excluded: Option<Move>) -> u64 {
        let moves = u64::from(mv.bits()) | u64::from(excluded.map_or(0, Move::bits)) << 32;
        (key as u64 ^ moves.wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
    }

    #[inline(always)]
    fn cluster(&self, name: u64) -> &[AtomicU64; 4] {
        &self.busy[(name >> 32) as usize % CLUSTERS].0
    }

    /// Whether some thread searches that move now.
    #[inline(always)]
    pub(crate) fn is_busy(&self, name: u64) -> bool {
        self.cluster(name).iter().any(|entry| entry.load(Ordering::Relaxed) == name)
    }

    /// A thread begins to search a move.
    #[inline(always)]
    pub(crate) fn begin(&self, name: u64) {
        let cluster = self.cluster(name);
        let free = cluster.iter().find(|entry| entry.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&cluster[name as usize / 2 % 4]).store(name, Ordering::Relaxed);
    }

    /// A thread has searched a move.
    #[inline(always)]
    pub(crate) fn end(&self, name: u64) {
        for entry in self.cluster(name) {
            if entry.load(Ordering::Relaxed) == name {
                entry.store(0, Ordering::Relaxed);
            }
        }
    }
}
