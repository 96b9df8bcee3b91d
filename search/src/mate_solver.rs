//! The mate solver: it proves that there is a mate in a number of moves, or that there is none.
//!
//! It is a proof-number search ([`prover`]) with a table of its own ([`table`]). A mate is looked for in so many moves,
//! whatever its length; the shortest is the one for which a mate in fewer moves has been disproved.
//! [`find_mate`](crate::find_mate) tries everything, without a table. The tests compare both.

mod prover;
mod shared;
mod table;

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use campione_core::StalemateResult;
use campione_movegen::{Move, Position};

use self::prover::{Prover, Verdict};
pub(crate) use self::shared::Interrupted;
use self::shared::{BUSY, Shared};
use self::table::{EVER, Known, Table};
use crate::limits::Control;

/// A forced mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mate {
    /// In at most so many moves.
    pub(crate) moves: u32,
    /// One line of it. If the mate is known to be the shortest, with the longest defence.
    pub(crate) pv: Vec<Move>,
}

/// Mates in more moves are not looked for: the solver's stack is limited.
pub(crate) const MOST_MOVES: u32 = 100;

/// Nodes for making a line as long as the mate.
const LINE_NODES: u64 = 1_000_000;

/// The size of the table for short mates, in mebibytes: to clear a large one takes longer than most of them.
const SMALL: usize = 1;

/// Solves mates by the side to move in one position.
pub(crate) struct MateSolver<'a, F: Fn() -> bool + Sync> {
    shared: Shared<'a, F>,
    pool: Option<&'a rayon::ThreadPool>,
    position: &'a Position,
    /// The first moves that are tried.
    root: &'a [Move],
    /// There is no mate in so many moves.
    excluded: u32,
    /// The size of the table, once it is [enlarged](MateSolver::enlarge).
    mebibytes: usize,
}

/// How a solver works.
pub(crate) struct SolverResources<'a, F> {
    pub(crate) control: &'a Control,
    /// Called from time to time. If it returns `true`, the solver ends.
    pub(crate) enough: F,
    /// The node limit. The nodes that [`Control`] has counted so far are included.
    pub(crate) nodes: Option<u64>,
    /// The threads that help, if any.
    pub(crate) pool: Option<&'a rayon::ThreadPool>,
    /// The size of the table.
    pub(crate) mebibytes: usize,
}

impl<'a, F: Fn() -> bool + Sync> MateSolver<'a, F> {
    /// A solver for mates that begin with one of the moves `root`. `drawn` are the keys of positions that would end the
    /// game by repetition.
    pub(crate) fn new(
        position: &'a Position,
        root: &'a [Move],
        drawn: &'a [u64],
        resources: SolverResources<'a, F>,
    ) -> MateSolver<'a, F> {
        let SolverResources { control, enough, nodes, pool, mebibytes } = resources;
        let rules = position.variant().draws();
        let busy = if pool.is_some() { BUSY } else { 0 };
        let shared = Shared {
            table: Table::new(mebibytes.min(SMALL)),
            drawn,
            only_checks_mate: rules.stalemate != StalemateResult::Loss && !rules.bare_king,
            control,
            enough,
            node_limit: nodes.unwrap_or(u64::MAX),
            budget_end: AtomicU64::new(u64::MAX),
            settled: AtomicBool::new(false),
            busy: (0..busy).map(|_| AtomicU8::new(0)).collect(),
        };
        MateSolver { shared, pool, position, root, excluded: 0, mebibytes }
    }

    /// Gives the table its full size, before long proofs. What it has is forgotten.
    pub(crate) fn enlarge(&mut self) {
        let mebibytes = std::mem::take(&mut self.mebibytes);
        if mebibytes > SMALL {
            self.shared.table = Table::new(mebibytes);
        }
    }

    /// It is proven that there is no mate in so many moves; [`u32::MAX`] if there is none at all.
    pub(crate) fn excluded(&self) -> u32 {
        self.excluded
    }

    /// Nodes of the whole search so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.shared.control.nodes()
    }

    /// Whether a limit of the whole search is met.
    pub(crate) fn is_over(&self) -> bool {
        self.shared.is_over()
    }

    /// Settles whether there is a mate in at most `moves` moves, with at most `budget` nodes. `None` if it is proven that
    /// there is none. At most [`MOST_MOVES`] moves can be settled.
    pub(crate) fn settle(&mut self, moves: u32, budget: u64) -> Result<Option<Mate>, Interrupted> {
        if moves <= self.excluded {
            return Ok(None);
        }
        if moves > MOST_MOVES {
            return Err(Interrupted);
        }
        match self.verdict(moves as u8, budget)? {
            Verdict { known: Known::Mate(length), mv: Some(mv) } => {
                Ok(Some(Mate { moves: length.into(), pv: self.line(mv, length) }))
            }
            Verdict { known: Known::NoMate(length), .. } => {
                self.excluded = self.excluded.max(if length == EVER { u32::MAX } else { length.into() });
                Ok(None)
            }
            _ => Err(Interrupted),
        }
    }

    /// Looks for the shortest mate in at most `moves` moves, with at most `budget` nodes; shorter ones come first.
    pub(crate) fn settle_upward(&mut self, moves: u32, budget: u64) -> Result<Option<Mate>, Interrupted> {
        let end = self.nodes().saturating_add(budget);
        while self.excluded < moves {
            let left = end.saturating_sub(self.nodes());
            if let Some(mate) = self.settle(self.excluded + 1, left)? {
                return Ok(Some(mate));
            }
        }
        Ok(None)
    }

    /// Looks for shorter mates than one in `moves` moves, with at most `budget` nodes. Returns the shortest that it finds.
    pub(crate) fn shorten(&mut self, moves: u32, budget: u64) -> Option<Mate> {
        let end = self.nodes().saturating_add(budget);
        let mut found = None;
        let mut shortest = moves;
        while shortest > self.excluded + 1 {
            let left = end.saturating_sub(self.nodes());
            let Ok(Some(mate)) = self.settle(shortest - 1, left) else { break };
            shortest = mate.moves;
            found = Some(mate);
        }
        // The line was made before it was known that there is nothing shorter.
        if let Some(Mate { moves, pv }) = &mut found
            && *moves == self.excluded + 1
            && let Some(&mv) = pv.first()
        {
            *pv = self.line(mv, *moves as u8);
        }
        found
    }

    /// What all threads together find out about a mate in `moves` moves.
    fn verdict(&mut self, moves: u8, budget: u64) -> Result<Verdict, Interrupted> {
        let end = self.nodes().saturating_add(budget);
        self.shared.budget_end.store(end, Ordering::Relaxed);
        self.shared.settled.store(false, Ordering::Relaxed);
        let (shared, position, root) = (&self.shared, self.position, self.root);
        let prove = || Prover::new(shared, position.turn()).settle_root(position, root, moves);
        let Some(pool) = self.pool else { return prove() };
        let first: Mutex<Option<Verdict>> = Mutex::new(None);
        let prove = || {
            let Ok(verdict) = prove() else { return };
            // A thread that learns of the mate from another one does not know the move.
            if verdict.mv.is_some() || matches!(verdict.known, Known::NoMate(_)) {
                first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(verdict);
                shared.settled.store(true, Ordering::Relaxed);
            }
        };
        pool.in_place_scope(|scope| {
            for _ in 0..pool.current_num_threads() {
                scope.spawn(|_| prove());
            }
            prove();
        });
        first.into_inner().unwrap_or_else(PoisonError::into_inner).ok_or(Interrupted)
    }

    /// A line that begins with `mv` and mates in at most `moves` moves. If there is no shorter mate, the defence is the
    /// longest; otherwise it is the one that is longest by what is known. If a limit is met, the line may be cut short.
    fn line(&mut self, mv: Move, moves: u8) -> Vec<Move> {
        let mut pv = vec![mv];
        let shortest = u32::from(moves) == self.excluded + 1;
        // Interrupted: what was found until then is the line.
        let _ = self.extend(&mut pv, moves, shortest);
        pv
    }

    fn extend(&mut self, pv: &mut Vec<Move>, moves: u8, shortest: bool) -> Result<(), Interrupted> {
        // The last proof has set it, and it would end this one at its first node.
        self.shared.settled.store(false, Ordering::Relaxed);
        let mut prover = Prover::new(&self.shared, self.position.turn());
        let Some(&first) = pv.first() else { return Ok(()) };
        let mut position = self.position.play_unchecked(first);
        let mut left = moves - 1;
        while left > 0 {
            let replies = position.legal_moves();
            if replies.is_empty() {
                break;
            }
            let end = self.shared.control.nodes().saturating_add(LINE_NODES);
            self.shared.budget_end.store(end, Ordering::Relaxed);
            let reply = if shortest { slowest(&mut prover, &position, &replies, left) } else { None };
            // Only this attempt has a budget: without its answer, the longest of the known mates must be found.
            self.shared.budget_end.store(u64::MAX, Ordering::Relaxed);
            let (reply, length) = if let Some(reply) = reply {
                (reply, left)
            } else {
                let mut longest: Option<(Move, u8)> = None;
                for mv in replies {
                    let next = position.play_unchecked(mv);
                    let known = match prover.probe(&next, left) {
                        Some(known @ Known::Mate(_)) => known,
                        _ => prover.settle(&next, left)?.known,
                    };
                    if let Known::Mate(length) = known
                        && longest.is_none_or(|(_, most)| length > most)
                    {
                        longest = Some((mv, length));
                    }
                }
                let Some(longest) = longest else { break };
                longest
            };
            position = position.play_unchecked(reply);
            let Verdict { known: Known::Mate(length), mv: Some(mv) } = prover.settle(&position, length)? else { break };
            pv.extend([reply, mv]);
            position = position.play_unchecked(mv);
            left = length - 1;
        }
        Ok(())
    }
}

/// The reply after which there is no mate in fewer than `moves` moves, if it is found.
fn slowest<F: Fn() -> bool + Sync>(
    prover: &mut Prover<'_, '_, F>,
    position: &Position,
    replies: &[Move],
    moves: u8,
) -> Option<Move> {
    let excludes = |known| matches!(known, Known::NoMate(_));
    let known = |prover: &Prover<'_, '_, F>, mv: &Move| {
        prover.probe(&position.play_unchecked(*mv), moves - 1).is_some_and(excludes)
    };
    // Every reply is mated by the next move, so all hold out equally long.
    if moves == 1 {
        return replies.first().copied();
    }
    // What the table knows of any reply saves all the proofs below.
    if let Some(&mv) = replies.iter().find(|mv| known(prover, mv)) {
        return Some(mv);
    }
    replies
        .iter()
        .copied()
        .find(|&mv| prover.settle(&position.play_unchecked(mv), moves - 1).is_ok_and(|verdict| excludes(verdict.known)))
}

#[cfg(test)]
mod tests;
