//! Deferring: if another thread is searching a move, this thread searches the other moves first. When it returns to the
//! deferred move, the result is usually in the transposition table.

use smallvec::SmallVec;

use crate::depths::Depths;
use crate::game_end::is_far_from_move_rule;
use crate::moves::{Candidate, MoveSource};
use crate::score::{NONE, Value};
use crate::steps::{Best, Node};
use crate::team::Team;
use crate::thread::SearchThread;
use crate::tt::{Bound, TtEntry};

/// Yields the moves of another source. Moves that other threads are searching come last.
pub(crate) struct Deferring<'a, M> {
    moves: &'a mut M,
    team: &'a Team,
    deferred: SmallVec<[Candidate; 4]>,
    next_deferred: usize,
    /// The name of the move that is searched, if other threads should defer it.
    claimed: Option<u64>,
}

impl<'a, M: MoveSource> Deferring<'a, M> {
    pub(crate) fn new(moves: &'a mut M, team: &'a Team) -> Deferring<'a, M> {
        Deferring { moves, team, deferred: SmallVec::new(), next_deferred: 0, claimed: None }
    }
}

impl<M: MoveSource> MoveSource for Deferring<'_, M> {
    fn next(&mut self, thread: &SearchThread<'_>, node: &Node<'_>) -> Option<Candidate> {
        if let Some(candidate) = self.moves.next(thread, node) {
            return Some(candidate);
        }
        let candidate = self.deferred.get(self.next_deferred).copied()?;
        self.next_deferred += 1;
        Some(candidate)
    }

    fn skip_quiets(&mut self) {
        self.moves.skip_quiets();
    }

    fn read_others(
        &self,
        thread: &mut SearchThread<'_>,
        node: &Node<'_>,
        number: usize,
        best: &mut Best,
    ) -> Option<Value> {
        if number == 1 || node.is_root() || node.excluded.is_some() {
            return None;
        }
        // In a PV node every score above alpha narrows the window. Elsewhere only one that cuts the node off is of use.
        let least = if node.pv { best.alpha + 1 } else { node.beta };
        let entry = found_elsewhere(thread, node, least)?;
        if !node.pv {
            return Some(entry.value);
        }
        if let TtEntry { mv: Some(mv), value, .. } = entry
            && value < node.beta
            && node.position.is_legal(mv)
        {
            *best = Best { value, mv: Some(mv), alpha: value };
            thread.stack.set_pv(node.ply, mv);
        }
        None
    }

    fn tell_others(&self, thread: &SearchThread<'_>, node: &Node<'_>, best: &Best) {
        if node.pv && !node.is_root() {
            let (eval, depth, was_pv) = (node.raw_eval, node.depth, node.tt_pv);
            let entry = TtEntry { mv: best.mv, value: best.value, eval, depth, bound: Bound::Lower, was_pv };
            thread.shared.tt.store(node.key, node.ply, entry);
        }
    }

    fn begin(&mut self, node: &Node<'_>, candidate: &Candidate, depths: Depths) -> bool {
        self.claimed = None;
        // The first move of these nodes is searched by all threads at once.
        if candidate.number == 1 && (node.pv || node.cut_node) {
            return true;
        }
        let name = Team::name(node.key, candidate.mv, node.excluded);
        if candidate.deferred.is_none() && self.team.is_busy(name) {
            self.deferred.push(Candidate { deferred: Some(depths), ..*candidate });
            return false;
        }
        self.team.begin_move(name);
        self.claimed = Some(name);
        true
    }

    fn end(&mut self) {
        if let Some(name) = self.claimed {
            self.team.end_move(name);
        }
    }
}

/// The entry that another thread has stored for a node meanwhile, if it is deep enough and its score is at least
/// `least`.
fn found_elsewhere(thread: &SearchThread<'_>, node: &Node<'_>, least: Value) -> Option<TtEntry> {
    let entry = thread.shared.tt.probe(node.key, node.ply)?;
    let enough = entry.depth >= node.depth && entry.value != NONE && entry.value >= least;
    (enough && entry.bound.settles(entry.value, least) && is_far_from_move_rule(node.position)).then_some(entry)
}

#[cfg(test)]
mod tests;
