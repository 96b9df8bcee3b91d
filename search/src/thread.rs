//! A thread of the search: its parts, and the moves on its board.

use campione_movegen::{Move, Position};

use crate::counter::NodeCounter;
use crate::eval_stack::EvalStack;
use crate::net_choice::EvalCache;
use crate::picker::piece_to;
use crate::root::RootMoves;
use crate::shared::Shared;
use crate::stack::Stack;
use crate::verification::Verification;

/// A thread that searches. Each part keeps its fields to itself.
pub(crate) struct SearchThread<'a> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) counter: NodeCounter<'a>,
    pub(crate) root: RootMoves,
    pub(crate) stack: Stack,
    pub(crate) eval: EvalStack<'a>,
    pub(crate) null_move_verification: Verification,
}

impl<'a> SearchThread<'a> {
    /// A thread before its search.
    pub(crate) fn new(shared: &'a Shared<'a>, cache: &'a mut EvalCache, root: &[Move]) -> SearchThread<'a> {
        SearchThread {
            shared,
            counter: NodeCounter::new(shared),
            root: RootMoves::new(root),
            stack: Stack::new(shared.game_keys),
            eval: EvalStack::new(shared, cache),
            null_move_verification: Verification::default(),
        }
    }

    /// Whether the thread must stop. The scores of a stopped search mean nothing.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.counter.is_stopped()
    }

    /// The line begins with the root.
    #[inline]
    pub(crate) fn start_line(&mut self, position: &Position) {
        self.eval.start(position);
        self.stack.start(position.in_check());
    }

    /// Makes a move, which leads to the position `next`.
    #[inline(always)]
    pub(crate) fn make_move(&mut self, position: &Position, ply: usize, next: &Position, mv: Move, gives_check: bool) {
        self.counter.count();
        self.eval.make_move(position, ply, next, mv);
        let piece_to = piece_to(mv, position, self.shared.histories);
        self.stack.make_move(position, ply, mv, piece_to, gives_check);
    }

    /// Makes a null move.
    #[inline]
    pub(crate) fn make_null_move(&mut self, position: &Position, ply: usize) {
        self.eval.make_null_move(ply);
        self.stack.make_null_move(position, ply);
    }

    /// Takes the last move or null move back.
    #[inline(always)]
    pub(crate) fn undo_move(&mut self) {
        self.stack.undo_move();
    }
}
