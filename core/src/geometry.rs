//! Directions, rays, lines and the squares between two squares, on the whole 12x10 address space.

use crate::bitboard::Bitboard;
use crate::square::{MAX_FILES, MAX_RANKS, SQUARES, Square};

/// One of the eight directions in which sliders go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Direction {
    /// Files to the right (-1, 0 or 1).
    pub files: i8,
    /// Ranks up (-1, 0 or 1).
    pub ranks: i8,
}

const fn direction(files: i8, ranks: i8) -> Direction {
    Direction { files, ranks }
}

/// The four lines through a square, each as the direction in which the square numbers grow:
/// rank, file, diagonal (a1 to the upper right), antidiagonal (to the upper left).
pub const LINES: [Direction; 4] = [direction(1, 0), direction(0, 1), direction(1, 1), direction(-1, 1)];

impl Direction {
    /// The four directions of the rook.
    pub const ORTHOGONAL: [Direction; 4] = [direction(1, 0), direction(0, 1), direction(-1, 0), direction(0, -1)];
    /// The four directions of the bishop.
    pub const DIAGONAL: [Direction; 4] = [direction(1, 1), direction(-1, 1), direction(-1, -1), direction(1, -1)];

    /// The opposite direction.
    #[must_use]
    pub const fn reverse(self) -> Direction {
        direction(-self.files, -self.ranks)
    }
}

const fn ray_bits(square: usize, direction: Direction) -> u128 {
    let mut file = (square % MAX_FILES as usize) as i8 + direction.files;
    let mut rank = (square / MAX_FILES as usize) as i8 + direction.ranks;
    let mut bits = 0;
    while file >= 0 && rank >= 0 && file < MAX_FILES as i8 && rank < MAX_RANKS as i8 {
        bits |= 1u128 << (rank as u8 * MAX_FILES + file as u8);
        file += direction.files;
        rank += direction.ranks;
    }
    bits
}

/// The squares from `square` (excluded) to the edge of the address space.
pub const fn ray(square: Square, direction: Direction) -> Bitboard {
    Bitboard::from_bits(ray_bits(square.index(), direction))
}

/// Both rays through `square` along a line, without `square` itself.
pub const fn line(square: Square, direction: Direction) -> Bitboard {
    Bitboard::from_bits(ray_bits(square.index(), direction) | ray_bits(square.index(), direction.reverse()))
}

static BETWEEN: [[Bitboard; 128]; 128] = build_between();

#[allow(clippy::large_stack_arrays, reason = "evaluated by the compiler, not at run time")]
const fn build_between() -> [[Bitboard; 128]; 128] {
    let mut table = [[Bitboard::EMPTY; 128]; 128];
    let mut a = 0;
    while a < SQUARES {
        let mut d = 0;
        while d < 8 {
            let direction = if d < 4 { Direction::ORTHOGONAL[d] } else { Direction::DIAGONAL[d - 4] };
            let mut file = (a % MAX_FILES as usize) as i8 + direction.files;
            let mut rank = (a / MAX_FILES as usize) as i8 + direction.ranks;
            let mut passed = 0;
            while file >= 0 && rank >= 0 && file < MAX_FILES as i8 && rank < MAX_RANKS as i8 {
                let b = rank as usize * MAX_FILES as usize + file as usize;
                table[a][b] = Bitboard::from_bits(passed);
                passed |= 1 << b;
                file += direction.files;
                rank += direction.ranks;
            }
            d += 1;
        }
        a += 1;
    }
    table
}

/// The squares strictly between two squares of one rank, file or diagonal; empty for any other pair.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn between_is_symmetric_and_on_lines_only() {
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(between(a, b), between(b, a));
                let aligned = LINES.iter().any(|&d| line(a, d).contains(b));
                let distance = a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()));
                let expected = if aligned { u32::from(distance) - 1 } else { 0 };
                assert_eq!(between(a, b).count(), expected, "{a} {b}");
            }
        }
    }

    #[test]
    fn rays_end_at_the_edge() {
        assert_eq!(ray(square("a1"), direction(1, 1)).count(), 9);
        assert_eq!(ray(square("l10"), direction(1, 0)), Bitboard::EMPTY);
        assert_eq!(line(square("e4"), LINES[0]).count(), 11);
    }
}
