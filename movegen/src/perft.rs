//! Counting the legal move paths of a given length.

mod delta;
mod replies;
mod stats;
mod table;

use rayon::prelude::*;

use crate::attacks::{Backend, Operation, dispatch};
use crate::generate::{Counter, Lister, generate};
use crate::moves::{Move, MoveList};
use crate::position::{Position, View};
use crate::waiting::Waiting;

pub use stats::{PerftStats, perft_stats};
pub use table::PerftTable;

/// The greatest depth that makes sense to ask for: no machine ever counts that far, and the walk goes as deep.
pub const MAX_PERFT_DEPTH: u32 = 128;

/// Below this depth a subtree is counted by one thread.
const SEQUENTIAL_DEPTH: u32 = 3;

/// The number of legal move paths of `depth` plies; 1 for depth 0.
///
/// Never stops for a draw. Runs on the threads of the current rayon pool.
pub fn perft(position: &Position<'_>, depth: u32) -> u128 {
    Perft::new().count(position, depth)
}

/// For each legal move, in the order of generation, the perft of `depth - 1` after it; empty for depth 0.
pub fn divide(position: &Position<'_>, depth: u32) -> Vec<(Move, u128)> {
    Perft::new().divide(position, depth)
}

/// How to count: the result is always the same, the time is not.
#[derive(Clone, Copy, Default, Debug)]
pub struct Perft<'t> {
    table: Option<&'t PerftTable>,
    plain: bool,
}

impl<'t> Perft<'t> {
    /// The usual way.
    pub const fn new() -> Perft<'t> {
        Perft { table: None, plain: false }
    }

    /// Remembers counts in `table`, which other threads may use at the same time.
    #[must_use]
    pub const fn with_table(self, table: &'t PerftTable) -> Perft<'t> {
        Perft { table: Some(table), ..self }
    }

    /// Generates the moves of every position but the last ply's, and counts those one position after the other, instead
    /// of two plies at once. Slower; for measuring the generator, and for those who doubt.
    #[must_use]
    pub const fn plain(self) -> Perft<'t> {
        Perft { plain: true, ..self }
    }

    /// The number of legal move paths of `depth` plies; 1 for depth 0.
    pub fn count(self, position: &Position<'_>, depth: u32) -> u128 {
        if depth <= SEQUENTIAL_DEPTH {
            return dispatch(Subtree { position, depth, how: self });
        }
        self.remembered(position, depth, || {
            let moves = position.legal_moves();
            moves.into_par_iter().map(|&mv| self.count(&position.play_unchecked(mv), depth - 1)).sum()
        })
    }

    /// For each legal move, in the order of generation, the count of `depth - 1` after it; empty for depth 0.
    pub fn divide(self, position: &Position<'_>, depth: u32) -> Vec<(Move, u128)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let moves = position.legal_moves();
        moves.into_par_iter().map(|&mv| (mv, self.count(&position.play_unchecked(mv), rest))).collect()
    }

    /// What the table knows, or else what `count` finds, which the table then knows.
    #[inline(always)]
    fn remembered(self, position: &Position<'_>, depth: u32, count: impl FnOnce() -> u128) -> u128 {
        let Some(table) = self.table else { return count() };
        if let Some(nodes) = table.get(position.zobrist(), depth) {
            return nodes;
        }
        let nodes = count();
        table.put(position.zobrist(), depth, nodes);
        nodes
    }
}

/// The perft of a subtree, by one thread.
struct Subtree<'a, 'v, 't> {
    position: &'a Position<'v>,
    depth: u32,
    how: Perft<'t>,
}

impl Operation for Subtree<'_, '_, '_> {
    type Output = u128;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u128 {
        let Subtree { position, depth, how } = self;
        match depth {
            0 => 1,
            1 => u128::from(backend.call(Leaves(position.view()))),
            2 if position.waiting == Waiting::default() => how.remembered(position, depth, || {
                u128::from(if how.plain {
                    backend.call(replies::PlainReplies(position))
                } else {
                    backend.call(replies::Replies(position))
                })
            }),
            _ => how.remembered(position, depth, || {
                let mut lister = Lister::new(position, MoveList::new());
                generate(position.view(), backend, &mut lister);
                let mut nodes = 0;
                for &mv in &lister.moves {
                    let next = position.after(backend, mv);
                    nodes += backend.call(Subtree { position: &next, depth: depth - 1, how });
                }
                nodes
            }),
        }
    }
}

/// The number of legal moves.
struct Leaves<'p, 'v>(View<'p, 'v>);

impl Operation for Leaves<'_, '_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let mut counter = Counter::new(self.0.position);
        generate(self.0, backend, &mut counter);
        u64::from(counter.moves)
    }
}

#[cfg(test)]
mod tests;
