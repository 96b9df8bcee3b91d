//! What the threads of a search tell each other besides the table: what the first one searches, and which moves are being
//! searched now.
//!
//! The others search what the first one searches, the same window to the same depth, and whoever is done first is done for
//! all. What keeps them from doing the same work is that a thread leaves a move for later while another one searches it;
//! when it comes back the result is in the table. (The idea is ABDADA's, Weill 1996; leaving moves for later by a small
//! table of moves is Kerrigan's.)

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use campione_movegen::{Move, Position};

use crate::node::clock_allows;
use crate::score::{NONE, Value};
use crate::tt::Entry;
use crate::worker::{RootMove, Worker};

/// What the first thread searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Task {
    /// Tasks are numbered from 1 on.
    pub(crate) number: u64,
    /// In plies.
    pub(crate) depth: i32,
    pub(crate) line: usize,
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
    /// The moves of the root in its order.
    pub(crate) root: Vec<Move>,
}

/// What a task has come to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// The task.
    number: u64,
    pub(crate) value: Value,
    pub(crate) root: Vec<RootMove>,
}

/// The threads of a search that has more than one.
#[derive(Debug)]
pub(crate) struct Team {
    /// That of the task.
    number: AtomicU64,
    task: Mutex<Task>,
    /// The number of the last task that a helper was done with.
    done: AtomicU64,
    found: Mutex<Found>,
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
        Team {
            number: AtomicU64::new(0),
            task: Mutex::default(),
            done: AtomicU64::new(0),
            found: Mutex::default(),
            busy,
        }
    }

    /// The others are to search this from now on. It gets the next number, which is returned.
    pub(crate) fn set_task(&self, mut task: Task) -> u64 {
        let mut current = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        task.number = current.number + 1;
        *current = task;
        self.number.store(current.number, Ordering::Release);
        current.number
    }

    /// A helper is done with a task.
    pub(crate) fn set_found(&self, number: u64, value: Value, root: &[RootMove]) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.number < number {
            *found = Found { number, value, root: root.to_vec() };
            self.done.store(number, Ordering::Release);
        }
    }

    /// Whether a helper is done with a task.
    pub(crate) fn is_done(&self, number: u64) -> bool {
        self.done.load(Ordering::Acquire) == number
    }

    /// What a helper has found, if one is done with the task.
    pub(crate) fn found(&self, number: u64) -> Option<Found> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        (found.number == number).then(|| found.clone())
    }

    /// The number of the last task; 0 before there is one.
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

impl Worker<'_> {
    /// What another thread has meanwhile found of a node that is searched to that depth, if it scores at least so much.
    #[inline(always)]
    pub(crate) fn found_elsewhere(&self, position: &Position, ply: usize, depth: i32, least: Value) -> Option<Entry> {
        let entry = self.shared.table.probe(position.wide_zobrist(), ply)?;
        let enough = entry.depth >= depth && entry.value != NONE && entry.value >= least;
        (enough && entry.bound.settles(entry.value, least) && clock_allows(position)).then_some(entry)
    }
}

#[cfg(test)]
mod tests;
