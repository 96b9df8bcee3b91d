//! The list of all legal moves.

use super::Position;
use crate::attacks::{Backend, Operation};
use crate::generate::{All, Lister, generate};
use crate::moves::MoveList;

/// Lists all legal moves.
pub(crate) struct ListMoves<'p>(pub(crate) &'p Position);

impl Operation for ListMoves<'_> {
    type Output = MoveList;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> MoveList {
        let mut lister = Lister::new(self.0);
        generate(self.0.view(), backend, All, &mut lister);
        lister.moves
    }
}
