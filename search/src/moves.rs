//! The moves of a node, as its loop sees them.

use campione_movegen::{Move, Position};

use crate::depths::Depths;
use crate::picker::Picker;
use crate::score::Value;
use crate::steps::{Best, Node};
use crate::thread::SearchThread;

/// A move to search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    /// From 1, in the order of the picker.
    pub(crate) number: usize,
    /// Whether it is known to be a quiet move that checks directly.
    pub(crate) checks: bool,
    /// The depths that the move had when it was deferred, if it was.
    pub(crate) deferred: Option<Depths>,
}

/// Yields the moves of a node. The methods with a default matter only with several threads
/// ([`Deferring`](crate::deferring::Deferring)).
pub(crate) trait MoveSource {
    /// The next move to search, `None` after the last one.
    fn next(&mut self, thread: &SearchThread<'_>, node: &Node<'_>) -> Option<Candidate>;

    /// Skips quiet moves from now on, except those that check directly.
    fn skip_quiets(&mut self);

    /// Reads what other threads have found about this node. Returns the score of the node if no more search is needed;
    /// updates `best` if there is a move that raises alpha.
    #[inline(always)]
    fn read_others(&self, _: &mut SearchThread<'_>, _: &Node<'_>, _number: usize, _: &mut Best) -> Option<Value> {
        None
    }

    /// Stores a move that raised alpha, for other threads.
    #[inline(always)]
    fn tell_others(&self, _: &SearchThread<'_>, _: &Node<'_>, _: &Best) {}

    /// A move is about to be searched. Returns `false` if it is deferred.
    #[inline(always)]
    fn begin(&mut self, _: &Node<'_>, _: &Candidate, _: Depths) -> bool {
        true
    }

    /// The move was searched.
    #[inline(always)]
    fn end(&mut self) {}
}

/// The moves of a node in the order of the root, or of the picker.
pub(crate) struct OrderedMoves<'a> {
    picker: &'a mut Picker,
    /// How many moves were returned.
    number: usize,
}

impl<'a> OrderedMoves<'a> {
    #[inline(always)]
    pub(crate) fn new(picker: &'a mut Picker) -> OrderedMoves<'a> {
        OrderedMoves { picker, number: 0 }
    }
}

impl MoveSource for OrderedMoves<'_> {
    #[inline(always)]
    fn next(&mut self, thread: &SearchThread<'_>, node: &Node<'_>) -> Option<Candidate> {
        loop {
            let mv = if node.is_root() {
                thread.root.get(self.number)?
            } else {
                self.picker
                    .next(node.position, thread.shared.hints(node.structure, node.continuation, node.refutations))?
            };
            // Something is always seen: the first move.
            let is_overlooked = self.number > 0 && thread.overlooks(node.position, node.ply, node.in_check, mv);
            if Some(mv) != node.excluded && !is_overlooked {
                self.number += 1;
                let checks = self.picker.checks();
                return Some(Candidate { mv, number: self.number, checks, deferred: None });
            }
        }
    }

    #[inline(always)]
    fn skip_quiets(&mut self) {
        self.picker.skip_quiets();
    }
}

impl SearchThread<'_> {
    /// Whether a move below the root is overlooked by a weak level. In check nothing is.
    #[inline(always)]
    pub(crate) fn overlooks(&self, position: &Position, ply: usize, in_check: bool, mv: Move) -> bool {
        self.shared.handicap.is_some_and(|handicap| {
            let target = |ply| self.stack.previous_move(ply).map(|(mv, _)| mv.to());
            ply > 0 && !in_check && handicap.overlooks(position, mv, target(ply))
        })
    }
}
