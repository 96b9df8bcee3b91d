//! Counts the nodes of a thread, and decides when the thread must stop.

use std::sync::atomic::Ordering;

use crate::shared::Shared;

/// Before the first iteration is complete, a request to stop or a time limit ends a thread only after this many nodes.
const FIRST_NODES: u64 = 20_000;

/// The number of nodes between two checks of the limits.
const CHECK_EVERY: u64 = 512;

/// The same with several threads, where a check also looks at the root search of the team.
const TEAM_CHECK_EVERY: u64 = 64;

/// The nodes of one thread: moves made on its board.
pub(crate) struct NodeCounter<'a> {
    shared: &'a Shared<'a>,
    nodes: u64,
    /// Nodes that were not yet added to [`Control`](crate::Control).
    unreported: u64,
    check_every: u64,
    /// The node limit of this thread if it searches alone, less the nodes of the mate solver.
    limit: u64,
    stopped: bool,
    /// An iteration is complete, so there is a move to play.
    has_move: bool,
    /// The time for the move is used up, but the opponent has not made the expected move yet.
    out_of_time_at_ponderhit: bool,
    /// The number of the team's root search in which this thread takes part; 0 if there is none.
    root_search: u64,
}

impl<'a> NodeCounter<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>) -> NodeCounter<'a> {
        let limit = match shared.limits.nodes {
            Some(limit) if shared.team.is_none() => limit.saturating_sub(shared.control.nodes()),
            _ => u64::MAX,
        };
        NodeCounter {
            shared,
            nodes: 0,
            unreported: 0,
            check_every: if shared.team.is_some() { TEAM_CHECK_EVERY } else { CHECK_EVERY },
            limit,
            stopped: limit == 0,
            has_move: false,
            out_of_time_at_ponderhit: false,
            root_search: 0,
        }
    }

    /// Counts a move made on the board, and checks from time to time whether the thread must stop.
    #[inline(always)]
    pub(crate) fn count(&mut self) {
        self.nodes += 1;
        self.unreported += 1;
        if self.unreported >= self.check_every || self.nodes >= self.limit {
            self.check();
        }
    }

    #[cold]
    fn check(&mut self) {
        self.report();
        let Shared { limits, control, start, ended, team, .. } = self.shared;
        let enough = match team {
            None => self.nodes >= self.limit,
            Some(team) => {
                let over = team.number() != self.root_search || team.is_done(self.root_search);
                over || limits.nodes.is_some_and(|limit| control.nodes() >= limit)
            }
        };
        if enough || ended.load(Ordering::Relaxed) {
            self.stopped = true;
        }
        let too_early = !self.has_move && self.nodes < FIRST_NODES;
        let out_of_time = || limits.time.is_some_and(|time| control.has_spent(time, *start));
        let ponderhit = self.out_of_time_at_ponderhit && !control.is_pondering();
        if !too_early && (control.is_stopped() || ponderhit || out_of_time()) {
            self.stopped = true;
        }
    }

    /// Whether the thread must stop. The scores of a stopped search mean nothing.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The nodes of this thread.
    #[inline(always)]
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The nodes of all threads, as far as this thread knows.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.shared.control.nodes() + self.unreported
    }

    /// Adds this thread's nodes to the total in [`Control`](crate::Control).
    pub(crate) fn report(&mut self) {
        self.shared.control.add_nodes(std::mem::take(&mut self.unreported));
    }

    /// An iteration is complete.
    pub(crate) fn complete_iteration(&mut self) {
        self.has_move = true;
        self.report();
    }

    /// Sets whether the search stops as soon as the opponent makes the expected move.
    pub(crate) fn stop_at_ponderhit(&mut self, stop: bool) {
        self.out_of_time_at_ponderhit = stop;
    }

    /// The thread takes part in a root search of the team.
    pub(crate) fn join(&mut self, root_search: u64) {
        self.root_search = root_search;
    }

    /// The number of the root search in which the thread takes part or took part.
    pub(crate) fn root_search(&self) -> u64 {
        self.root_search
    }

    /// The thread continues: it was stopped only because another thread was faster.
    pub(crate) fn resume(&mut self) {
        self.stopped = false;
    }
}
