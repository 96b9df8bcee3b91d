//! How the positions of an ending are numbered.

use campione_core::{Bitboard, Color, Role, Square, Variant};

use crate::error::EndgameError;
use crate::material::{Kind, Material};
use crate::place::{NOWHERE, Squares};
use crate::symmetry::Symmetry;

/// No number.
const NONE: u8 = 255;

/// One king, or all pieces of one kind, which are not distinguished.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The place of its first piece in [`Squares`].
    pub(crate) first: usize,
    /// How many pieces.
    pub(crate) count: usize,
    /// Where they may stand.
    pub(crate) squares: Vec<Square>,
    /// The number of each square; [`NONE`] where they may not stand.
    pub(crate) number: [u8; 128],
    /// The numbers of the squares of each combination, ascending; for more than one piece.
    combinations: Vec<[u8; 3]>,
    /// By how much the number of the placement grows with the number of the combination.
    pub(crate) stride: usize,
}

impl Group {
    fn new(first: usize, count: usize, squares: Bitboard) -> Group {
        let squares: Vec<Square> = squares.into_iter().collect();
        let mut number = [NONE; 128];
        for (index, square) in squares.iter().enumerate() {
            number[square.index()] = index as u8;
        }
        let most = squares.len() as u8;
        let mut combinations = Vec::new();
        if count == 2 {
            combinations.extend((0..most).flat_map(|b| (0..b).map(move |a| [a, b, NONE])));
        } else if count == 3 {
            let pairs = |c| (0..c).flat_map(move |b| (0..b).map(move |a| [a, b, c]));
            combinations.extend((0..most).flat_map(pairs));
        }
        Group { first, count, squares, number, combinations, stride: 1 }
    }

    /// How many combinations there are.
    pub(crate) fn places(&self) -> usize {
        if self.count == 1 { self.squares.len() } else { self.combinations.len() }
    }

    /// The number of the combination, without a check that the squares differ.
    #[inline(always)]
    pub(crate) fn rank(&self, squares: Squares) -> Option<usize> {
        let number = |index: usize| {
            let number = self.number[squares[self.first + index].index()];
            (number != NONE).then_some(usize::from(number))
        };
        if self.count == 1 {
            return number(0);
        }
        // Combinations are counted by their largest number: b (b - 1) / 2 pairs have a smaller one than b, and
        // c (c - 1) (c - 2) / 6 triples a smaller one than c.
        let (one, two) = (number(0)?, number(1)?);
        let (a, b) = (one.min(two), one.max(two));
        if self.count == 2 {
            return (a < b).then(|| b * (b - 1) / 2 + a);
        }
        let three = number(2)?;
        let (a, rest) = (a.min(three), a.max(three));
        let (b, c) = (b.min(rest), b.max(rest));
        (a < b && b < c).then(|| c * (c - 1) * c.saturating_sub(2) / 6 + b * (b - 1) / 2 + a)
    }

    #[inline(always)]
    fn place(&self, rank: usize, squares: &mut Squares) {
        if self.count == 1 {
            squares[self.first] = self.squares[rank];
        } else {
            let combination = self.combinations[rank];
            for index in 0..self.count {
                squares[self.first + index] = self.squares[usize::from(combination[index])];
            }
        }
    }
}

/// How a king off the stored squares is mapped to a stored one.
#[derive(Clone, Debug)]
pub(crate) struct Outside {
    /// The square of White's king.
    pub(crate) king: Square,
    /// The symmetry from the stored placement to this one.
    pub(crate) image: Symmetry,
}

/// The numbering: White's king on one square of each orbit of the symmetries, the other pieces anywhere.
///
/// If the king's stored square lies on an axis, placements that are images of each other are all stored. So each placement of
/// the board has exactly one number, and the numbers of a stored king stand for as many placements as its orbit has squares.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) variant: Variant,
    pub(crate) material: Material,
    /// The squares on which White's king is stored.
    pub(crate) kings: Vec<Square>,
    /// The same as a set.
    pub(crate) stored: Bitboard,
    /// How many squares each of them stands for.
    pub(crate) orbits: Vec<u64>,
    /// For each stored square, the other squares that are mapped to it.
    pub(crate) outside: Vec<Vec<Outside>>,
    symmetries: Vec<Symmetry>,
    /// For each square of White's king, the number of the stored one and the symmetry that leads to it.
    home: [(u8, u8); 128],
    /// Black's king, then the kinds in the order of the material.
    pub(crate) groups: Vec<Group>,
    /// Placements for each square of White's king.
    pub(crate) king_stride: usize,
    /// Placements in all; each has a number for each side to move.
    pub(crate) size: usize,
}

impl Layout {
    pub(crate) fn new(variant: Variant, material: Material) -> Layout {
        let list = material.kinds();
        let mut roles: Vec<Role> = list.iter().map(|kind| kind.role()).filter(|&role| role != Role::PAWN).collect();
        if material.has_pawns() {
            roles.extend(variant.promotions());
        }
        let symmetries = Symmetry::all(variant, &roles, material.has_pawns());
        let (mut stored, mut orbits) = (Vec::new(), Vec::new());
        let mut home = [(NONE, 0); 128];
        let mut outside: Vec<Vec<Outside>> = Vec::new();
        for square in variant.board() {
            let orbit: Bitboard = symmetries.iter().map(|symmetry| symmetry.of(square)).collect();
            // The first square of an orbit stands for all of them.
            if orbit.first() == Some(square) {
                home[square.index()] = (stored.len() as u8, 0);
                stored.push(square);
                orbits.push(u64::from(orbit.count()));
                outside.push(Vec::new());
                continue;
            }
            for (index, symmetry) in symmetries.iter().enumerate() {
                let (number, _) = home[symmetry.of(square).index()];
                if orbit.first() == Some(symmetry.of(square)) {
                    home[square.index()] = (number, index as u8);
                    outside[usize::from(number)].push(Outside { king: square, image: symmetry.inverse(variant) });
                    break;
                }
            }
        }
        let mut groups = vec![Group::new(1, 1, variant.board())];
        let mut index = 0;
        while index < list.len() {
            let count = list.iter().filter(|&&kind| kind == list[index]).count();
            groups.push(Group::new(index + 2, count, stands(list[index], variant)));
            index += count;
        }
        let mut size = 1;
        // The last group is the lowest digit of a number.
        for group in groups.iter_mut().rev() {
            group.stride = size;
            size *= group.places();
        }
        let king_stride = size;
        size *= stored.len();
        let (kings, stored) = (stored.clone(), stored.into_iter().collect());
        Layout { variant, material, kings, stored, orbits, outside, symmetries, home, groups, king_stride, size }
    }

    /// That a table cannot hold this ending.
    pub(crate) fn too_large(&self, what: &'static str) -> EndgameError {
        EndgameError::TooLarge { material: self.material.name(self.variant), what }
    }

    /// How many placements there are, without making the numbering.
    pub(crate) fn count(variant: Variant, material: Material) -> u64 {
        // Making it is cheap enough: at most 281,000 combinations.
        Layout::new(variant, material).size as u64
    }

    /// The number of a placement with a side to move. `None` if a piece stands where it cannot, or two of a kind on one
    /// square.
    #[inline]
    pub(crate) fn number(&self, squares: Squares, turn: Color) -> Option<usize> {
        let (king, symmetry) = self.home[squares[0].index()];
        if king == NONE {
            return None;
        }
        let squares =
            if symmetry == 0 { squares } else { self.mapped(&self.symmetries[usize::from(symmetry)], squares) };
        let mut number = usize::from(king) * self.king_stride;
        for group in &self.groups {
            number += group.rank(squares)? * group.stride;
        }
        Some(number + self.half(turn))
    }

    /// An image of a placement.
    #[inline]
    pub(crate) fn mapped(&self, symmetry: &Symmetry, squares: Squares) -> Squares {
        let mut images = NOWHERE;
        for index in 0..self.material.pieces() {
            images[index] = symmetry.of(squares[index]);
        }
        images
    }

    /// Where a square comes to lie when a placement with this square of White's king is mapped to its stored image.
    pub(crate) fn image(&self, king: Square, square: Square) -> Square {
        let (_, symmetry) = self.home[king.index()];
        self.symmetries.get(usize::from(symmetry)).map_or(square, |symmetry| symmetry.of(square))
    }

    /// The number of a stored square of White's king.
    #[inline(always)]
    pub(crate) fn king_number(&self, king: Square) -> usize {
        usize::from(self.home[king.index()].0)
    }

    /// The first number with this side to move.
    #[inline(always)]
    pub(crate) fn half(&self, turn: Color) -> usize {
        if turn == Color::Black { self.size } else { 0 }
    }

    /// The placement of a number, and the side to move.
    #[inline]
    pub(crate) fn placement(&self, number: usize) -> (Squares, Color) {
        let turn = if number < self.size { Color::White } else { Color::Black };
        let number = number - self.half(turn);
        let mut squares = NOWHERE;
        let mut rest = number % self.king_stride;
        squares[0] = self.kings[number / self.king_stride];
        for group in &self.groups {
            group.place(rest / group.stride, &mut squares);
            rest %= group.stride;
        }
        (squares, turn)
    }

    /// How many placements of the board the number stands for.
    pub(crate) fn weight(&self, number: usize) -> u64 {
        self.orbits[number % self.size / self.king_stride]
    }
}

/// Where pieces of a kind may stand.
pub(crate) fn stands(kind: Kind, variant: Variant) -> Bitboard {
    let color = kind.color();
    if kind.wait().is_some() {
        variant.last_rank(color)
    } else if kind.is_pawn() {
        let stays =
            variant.promotion_wait().is_none() && !variant.promotion_zone(color).intersects(variant.last_rank(color));
        let board = variant.board() - variant.last_rank(!color);
        if stays { board } else { board - variant.last_rank(color) }
    } else {
        variant.board()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        for (id, name) in [
            ("chess", "KRvKN"),
            ("losalamos", "KNNvK"),
            ("losalamos", "KRRRvK"),
            ("gardner", "KPPvKP"),
            ("courier-spiel", "KP2P1vK"),
            ("grand", "KPvKP"),
        ] {
            let variant = Variant::named(id).unwrap();
            let material = Material::read(name, variant).unwrap();
            let layout = Layout::new(variant, material);
            let step = (layout.size / 50_000).max(1);
            for number in (0..2 * layout.size).step_by(step) {
                let (squares, turn) = layout.placement(number);
                assert_eq!(layout.number(squares, turn), Some(number), "{id} {name} {squares:?}");
            }
            let whole: u64 = layout.orbits.iter().sum();
            assert_eq!(whole, u64::from(variant.board().count()));
            assert_eq!(
                layout.outside.iter().map(Vec::len).sum::<usize>() + layout.kings.len(),
                variant.board().count() as usize
            );
            for (number, outside) in layout.outside.iter().enumerate() {
                for Outside { king, image } in outside {
                    let (squares, turn) = layout.placement(number * layout.king_stride + layout.king_stride / 3);
                    let images = layout.mapped(image, squares);
                    assert_eq!((images[0], layout.number(images, turn)), (*king, layout.number(squares, turn)));
                }
            }
        }
    }
}
