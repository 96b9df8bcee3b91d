//! What the threads of the mate solver share.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use campione_movegen::Position;

use super::table::Table;
use crate::limits::Control;

/// A limit was met before the answer was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interrupted;

/// The number of nodes between two checks of the limits.
pub(super) const CHECK_EVERY: u64 = 1_024;

/// The same with several threads, where one of them may have found the answer.
const TEAM_CHECK_EVERY: u64 = 64;

/// A power of two.
pub(super) const BUSY: usize = 1 << 12;

/// What the threads share.
pub(super) struct Shared<'a, F> {
    pub(super) table: Table,
    /// The keys of the positions of the game in which one more repetition is a draw.
    pub(super) drawn: &'a [u64],
    /// Without a check, the last move does not mate.
    pub(super) only_checks_mate: bool,
    pub(super) control: &'a Control,
    /// Returns whether another limit is met.
    pub(super) enough: F,
    /// The solver ends at exactly this node.
    pub(super) node_limit: u64,
    /// Where the present attempt ends.
    pub(super) budget_end: AtomicU64,
    /// A thread has found the answer.
    pub(super) settled: AtomicBool,
    /// How many threads are in a node, by a hash of it. Empty if one thread searches alone.
    pub(super) busy: Box<[AtomicU8]>,
}

/// Whether the move rule could end the game before a mate in so many moves does.
pub(super) fn is_near_move_rule(position: &Position, moves: u8) -> bool {
    let clock = position.halfmove_clock();
    position.variant().draws().draws_at(clock.saturating_add(2 * u32::from(moves) + 2))
}

impl<F: Fn() -> bool + Sync> Shared<'_, F> {
    pub(super) fn is_shared(&self) -> bool {
        !self.busy.is_empty()
    }

    fn busy_entry(&self, key: u128, moves: u8) -> Option<&AtomicU8> {
        // Two nodes may share an entry. Then each looks busier than it is, which costs time only.
        self.busy.get((key as usize ^ usize::from(moves) << 5) % BUSY)
    }

    pub(super) fn enter(&self, key: u128, moves: u8) {
        self.busy_entry(key, moves).map(|entry| entry.fetch_add(1, Ordering::Relaxed));
    }

    pub(super) fn leave(&self, key: u128, moves: u8) {
        self.busy_entry(key, moves).map(|entry| entry.fetch_sub(1, Ordering::Relaxed));
    }

    pub(super) fn busy(&self, key: u128, moves: u8) -> u32 {
        self.busy_entry(key, moves).map_or(0, |entry| entry.load(Ordering::Relaxed).into())
    }

    /// Whether a limit of the whole search is met.
    pub(super) fn is_over(&self) -> bool {
        self.control.nodes() >= self.node_limit || self.control.is_stopped() || (self.enough)()
    }

    /// How many nodes there may be before the next check; 0 if a limit is met.
    pub(super) fn nodes_left(&self) -> u64 {
        if self.settled.load(Ordering::Relaxed) || self.is_over() {
            return 0;
        }
        let end = self.node_limit.min(self.budget_end.load(Ordering::Relaxed));
        let every = if self.is_shared() { TEAM_CHECK_EVERY } else { CHECK_EVERY };
        end.saturating_sub(self.control.nodes()).min(every)
    }
}
