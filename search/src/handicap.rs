//! How a weak level errs: it misjudges squares, and overlooks moves. Both follow from a seed and from the position, so an error
//! stays the same from move to move, as a person's does.
//!
//! An error drawn anew for each position would be another thing: of forty moves a search takes the one with the luckiest
//! error, and plays at random. So an error here depends on as little as possible: what a piece on a square is thought to be
//! worth on nothing else, and whether a move is overlooked on the pawns and on the move.

use campione_core::{Color, Role, SplitMix64, Square, for_each_square};
use campione_movegen::{Move, Position};

use crate::eval::pawns;
use crate::score::Value;
use crate::strength::Level;

/// The errors of one game.
#[derive(Debug)]
pub(crate) struct Handicap {
    seed: u64,
    /// Of 1,024 moves so many are overlooked.
    oversight: u64,
    /// What is added to the evaluation for a piece on a square, from White's side.
    squares: Vec<i16>,
}

/// The entries of one piece: a power of two, so that an index needs no check against the board.
const SQUARES: usize = 128;

impl Handicap {
    pub(crate) fn new(level: &Level, seed: u64, roles: usize) -> Handicap {
        let mut numbers = SplitMix64::new(seed);
        // Not the number itself: small ones would differ only in the bits that hold the target square below.
        let seed = numbers.next_u64();
        let mut offset = || {
            // The sum of four numbers is distributed nearly normally. Its standard deviation is √(4/3).
            let sum: f64 = (0..4).map(|_| (numbers.next_u64() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0).sum();
            (f64::from(level.noise) * sum * 0.75_f64.sqrt()).round() as i16
        };
        let squares = if level.noise == 0 { Vec::new() } else { (0..2 * roles * SQUARES).map(|_| offset()).collect() };
        Handicap { seed, oversight: u64::from(level.oversight) * 1_024 / 1_000, squares }
    }

    /// What is added to the evaluation for the side to move, in centipawns.
    pub(crate) fn misjudgment(&self, position: &Position) -> Value {
        if self.squares.is_empty() {
            return 0;
        }
        let mut white = 0;
        for color in Color::ALL {
            for_each_square!(position.by_color(color), square => {
                if let Some(role) = position.role_at(square) {
                    white += Value::from(self.squares[index(color, role, square)]);
                }
            });
        }
        if position.turn() == Color::White { white } else { -white }
    }

    /// Whether a move is overlooked. `target` is the target square of the move before.
    pub(crate) fn overlooks(&self, position: &Position, mv: Move, target: Option<Square>) -> bool {
        let Some(role) = position.role_at(mv.from()) else { return false };
        let piece = index(position.turn(), role, mv.from()) as u64;
        let key = self.seed ^ (pawns::key(position) << 32) ^ (piece << 16) ^ (mv.to().index() as u64);
        let number = SplitMix64::new(key).next_u64() >> 54;
        // A capture where the other side has just moved is seen sooner, and a long move later.
        let share = if target == Some(mv.to()) { 2 } else { 3 + distance(mv).min(5) };
        number < self.oversight * share / 8
    }
}

fn index(color: Color, role: Role, square: Square) -> usize {
    (2 * role.index() + color.index()) * SQUARES + square.index()
}

/// The squares from start to target, as a king goes.
fn distance(mv: Move) -> u64 {
    let [from, to] = [mv.from(), mv.to()];
    let files = u8::abs_diff(from.file(), to.file());
    let ranks = u8::abs_diff(from.rank(), to.rank());
    files.max(ranks).into()
}

#[cfg(test)]
mod tests;
