//! A thread of the search: its parts, and the moves on its board.

use std::sync::atomic::AtomicBool;

use campione_movegen::{Move, Position};
use campione_net::Fitted;
use web_time::Instant;

use crate::counter::NodeCounter;
use crate::endgames::Endgames;
use crate::eval::Tables;
use crate::eval_stack::EvalStack;
use crate::handicap::Handicap;
use crate::history::{Continuation, Histories, Structure};
use crate::limits::{Control, Limits};
use crate::nets::EvalCache;
use crate::null_move::Verification;
use crate::picker::{Hints, Refutations, piece_to};
use crate::reduction::Reductions;
use crate::root::RootMoves;
use crate::search_params::SearchParams;
use crate::stack::Stack;
use crate::team::Team;
use crate::tt::TranspositionTable;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) tables: &'a Tables,
    /// The net that evaluates. `None` if the hand-written terms evaluate.
    pub(crate) net: Option<&'a Fitted>,
    pub(crate) params: &'a SearchParams,
    pub(crate) reductions: &'a Reductions,
    pub(crate) histories: &'a Histories,
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a Control,
    /// The keys of the positions of the game that led to the root, the latest last.
    pub(crate) game_keys: &'a [u64],
    pub(crate) start: Instant,
    /// The number of the move in the game, from 1.
    pub(crate) move_number: u32,
    /// The main thread has ended, so the others must end too.
    pub(crate) ended: AtomicBool,
    /// Endgame tables of the variant, if the user has some.
    pub(crate) endgames: Option<Endgames<'a>>,
    /// The errors of a weak level. `None` at full strength.
    pub(crate) handicap: Option<&'a Handicap>,
    /// `None` if one thread searches alone.
    pub(crate) team: Option<Team>,
}

impl Shared<'_> {
    /// What move ordering depends on.
    #[inline(always)]
    pub(crate) fn hints(
        &self,
        structure: Structure,
        continuation: Continuation,
        refutations: Refutations,
    ) -> Hints<'_> {
        Hints { tt: self.tt, tables: self.tables, histories: self.histories, structure, continuation, refutations }
    }
}

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
