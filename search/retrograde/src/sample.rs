//! Random positions of an ending.

use std::collections::HashSet;

use campione_core::{Color, Piece, Role, Setup, SplitMix64, Square};
use campione_movegen::Position;

use crate::ending::Ending;
use crate::layout::Pieces;
use crate::symmetry::Symmetry;
use crate::table::NOT_WON;

impl Ending {
    /// Random positions, all different, with the strong side to move, which wins before the move rule draws. Each such
    /// position is equally likely; the strong side is White and Black in turn. There are fewer than `count` only if
    /// there are no more. The same seed gives the same positions on every machine.
    ///
    /// # Panics
    /// Never: every sampled position is legal.
    pub fn sample(&self, seed: u64, count: usize) -> Vec<Position> {
        let layout = &self.solution.table.layout;
        let time = self.time();
        let is_wanted = |plies: u16| plies != NOT_WON && plies <= time;
        // For each placement, the number of wanted positions up to and including it, with the king on stored squares
        // only.
        let mut sums = Vec::with_capacity(layout.placements());
        let mut sum = 0_u64;
        for plies in self.solution.table.plies.chunks(layout.squares()) {
            sum += plies.iter().filter(|&&plies| is_wanted(plies)).count() as u64;
            sums.push(sum);
        }
        let sum_before = |king: usize| (king * layout.pairs.len()).checked_sub(1).map_or(0, |last| sums[last]);
        // Each square of the strong king, with the number of wanted positions up to and including that square.
        let mut total = 0;
        let mut kings = Vec::new();
        for square in layout.board {
            let Some(&home) = layout.homes(square).first() else { continue };
            total += sum_before(home.king + 1) - sum_before(home.king);
            kings.push((total, home));
        }
        let mut random = SplitMix64::new(seed);
        let positions = draw(&mut random, total, count).into_iter().zip(0_usize..).map(|(number, turn)| {
            let at = kings.partition_point(|&(total, _)| total <= number);
            let (total, home) = kings[at];
            // The number of the position among all placements with stored kings.
            let number = sum_before(home.king + 1) - (total - number);
            let placement = sums.partition_point(|&sum| sum <= number);
            let before = placement.checked_sub(1).map_or(0, |last| sums[last]);
            let chunk = &self.solution.table.plies[placement * layout.squares()..][..layout.squares()];
            let mut wanted = layout.board.into_iter().zip(chunk).filter(|&(_, &plies)| is_wanted(plies));
            let weak = wanted.nth((number - before) as usize).map_or(layout.kings[home.king], |(weak, _)| weak);
            let (king, pieces) = layout.squares_of(placement);
            let map = &layout.symmetries[home.symmetry];
            let back = |square: Square| map.origin(square, layout.board);
            self.position(back(king), pieces.map(back), back(weak), Color::ALL[turn % 2])
        });
        positions.collect()
    }

    /// The position with `strong` to move; the squares are given as if `strong` were White.
    fn position(&self, king: Square, pieces: Pieces, weak: Square, strong: Color) -> Position {
        let turn = Symmetry::half_turn(self.variant());
        let seen = |square: Square| if strong == Color::Black { turn.of(square) } else { square };
        let mut setup = Setup { turn: strong, ..Setup::empty() };
        setup.board.set(seen(king), Some(Piece { color: strong, role: Role::KING }));
        setup.board.set(seen(weak), Some(Piece { color: !strong, role: Role::KING }));
        for (&role, piece) in self.pieces().iter().zip(pieces) {
            setup.board.set(seen(piece), Some(Piece { color: strong, role }));
        }
        match Position::new(&setup, self.variant()) {
            Ok(position) => position,
            Err(faults) => unreachable!("{}: {faults}", self.variant().id()),
        }
    }
}

/// `count` different numbers below `total`, in random order; all of them if there are fewer.
fn draw(random: &mut SplitMix64, total: u64, count: usize) -> Vec<u64> {
    let count = total.min(count as u64);
    // Floyd's algorithm: after each step, every subset of this size of the numbers so far is equally likely.
    let mut drawn = HashSet::new();
    let mut numbers: Vec<u64> = Vec::new();
    for last in total - count..total {
        let number = random.below(last + 1);
        let number = if drawn.insert(number) { number } else { last };
        drawn.insert(number);
        numbers.push(number);
    }
    for end in (1..numbers.len()).rev() {
        numbers.swap(end, random.index(end + 1));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_drawn_without_repetition_and_evenly() {
        let mut random = SplitMix64::new(1);
        let mut counts = [0; 6];
        for _ in 0..6000 {
            let drawn = draw(&mut random, 6, 2);
            assert!(drawn.len() == 2 && drawn[0] != drawn[1]);
            counts[drawn[0] as usize] += 1;
        }
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        let mut all = draw(&mut random, 6, 10);
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3, 4, 5]);
        assert_eq!(draw(&mut random, 0, 10), [0; 0]);
    }
}
