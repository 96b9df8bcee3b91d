//! Counting the legal move paths of a given length.

mod delta;
mod replies;

use rayon::prelude::*;

use crate::attacks::{Backend, Operation, dispatch};
use crate::generate::{Counter, Lister, generate};
use crate::moves::{Move, MoveList};
use crate::position::{Position, View};
use crate::waiting::Waiting;

/// Below this depth a subtree is counted by one thread.
const SEQUENTIAL_DEPTH: u32 = 3;

/// The number of legal move paths of `depth` plies; 1 for depth 0.
///
/// Never stops for a draw. Runs on the threads of the current rayon pool.
pub fn perft(position: &Position<'_>, depth: u32) -> u128 {
    if depth <= SEQUENTIAL_DEPTH {
        return dispatch(Subtree { position, depth });
    }
    position.legal_moves().into_par_iter().map(|&mv| perft(&position.play_unchecked(mv), depth - 1)).sum()
}

/// For each legal move, in the order of generation, the perft of `depth - 1` after it; empty for depth 0.
pub fn divide(position: &Position<'_>, depth: u32) -> Vec<(Move, u128)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    position.legal_moves().into_par_iter().map(|&mv| (mv, perft(&position.play_unchecked(mv), rest))).collect()
}

/// The perft of a subtree, by one thread.
struct Subtree<'a, 'v> {
    position: &'a Position<'v>,
    depth: u32,
}

impl Operation for Subtree<'_, '_> {
    type Output = u128;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u128 {
        let Subtree { position, depth } = self;
        match depth {
            0 => 1,
            1 => u128::from(backend.call(Leaves(position.view()))),
            2 if position.waiting == Waiting::default() => u128::from(backend.call(replies::Replies(position))),
            _ => {
                let mut lister = Lister::new(position, MoveList::new());
                generate(position.view(), backend, &mut lister);
                let mut nodes = 0;
                for &mv in &lister.moves {
                    let next = position.after(backend, mv);
                    nodes += backend.call(Subtree { position: &next, depth: depth - 1 });
                }
                nodes
            }
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
