//! Symmetries of a board under which all pieces of an ending move the same way.

use std::collections::HashSet;

use campione_core::{Bitboard, Color, Role, SpecialLeap, Square, Variant};

/// Where each square goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry {
    to: [Square; 128],
}

impl Symmetry {
    fn new(variant: Variant, map: impl Fn(u8, u8) -> (u8, u8)) -> Symmetry {
        let mut to = [Square::wrapping(127); 128];
        for square in variant.board() {
            let (file, rank) = map(square.file(), square.rank());
            if let Some(image) = Square::new(file, rank) {
                to[square.index()] = image;
            }
        }
        Symmetry { to }
    }

    #[inline(always)]
    pub(crate) fn of(&self, square: Square) -> Square {
        self.to[square.index()]
    }

    pub(crate) fn of_all(&self, squares: Bitboard) -> Bitboard {
        squares.into_iter().map(|square| self.of(square)).collect()
    }

    /// The symmetry that takes it back.
    pub(crate) fn inverse(&self, variant: Variant) -> Symmetry {
        let mut to = self.to;
        for square in variant.board() {
            to[self.of(square).index()] = square;
        }
        Symmetry { to }
    }

    /// The symmetries of endings with pieces of these roles. With pawns there are the identity and the mirror that swaps
    /// the wings; without, all that the board has. The first is the identity.
    pub(crate) fn all(variant: Variant, roles: &[Role], pawns: bool) -> Vec<Symmetry> {
        let (last_file, last_rank) = (variant.files() - 1, variant.ranks() - 1);
        let mut all = vec![Symmetry::new(variant, |file, rank| (file, rank))];
        all.push(Symmetry::new(variant, |file, rank| (last_file - file, rank)));
        if !pawns {
            all.push(Symmetry::new(variant, |file, rank| (file, last_rank - rank)));
            all.push(Symmetry::new(variant, |file, rank| (last_file - file, last_rank - rank)));
            if last_file == last_rank {
                all.push(Symmetry::new(variant, |file, rank| (rank, file)));
                all.push(Symmetry::new(variant, |file, rank| (last_file - rank, file)));
                all.push(Symmetry::new(variant, |file, rank| (rank, last_file - file)));
                all.push(Symmetry::new(variant, |file, rank| (last_file - rank, last_file - file)));
            }
        }
        all.retain(|symmetry| {
            symmetry.keeps_king(variant)
                && roles.iter().all(|&role| symmetry.keeps(variant, role))
                && (!pawns || symmetry.keeps_pawns(variant))
        });
        // Only a group of symmetries folds a board: each product must be there.
        let closed = all.iter().all(|one| {
            all.iter().all(|two| {
                let product = |square: Square| one.of(two.of(square));
                all.iter().any(|three| variant.board().into_iter().all(|square| three.of(square) == product(square)))
            })
        });
        if !closed {
            all.truncate(1);
        }
        all
    }

    fn keeps_king(&self, variant: Variant) -> bool {
        variant
            .board()
            .into_iter()
            .all(|square| variant.king_steps(self.of(square)) == self.of_all(variant.king_steps(square)))
    }

    fn keeps_pawns(&self, variant: Variant) -> bool {
        Color::ALL.into_iter().all(|color| {
            let zones = [
                variant.double_step_from(color),
                variant.last_rank(color),
                variant.promotion_zone(color),
                variant.arrival_zone(color),
            ];
            let steps = variant.long_steps().iter().map(|step| step.from[color.index()]);
            zones.into_iter().chain(steps).all(|zone| self.of_all(zone) == zone)
        })
    }

    fn keeps(&self, variant: Variant, role: Role) -> bool {
        // Slides need no test: each symmetry takes ranks and files to ranks or files, and diagonals to diagonals.
        let class = variant.role(role).leap_class;
        let Some(class) = class.and_then(|class| variant.leap_classes().get(usize::from(class))) else { return true };
        let same = |leap: &SpecialLeap, end: Square, legs: Bitboard, hurdles: Bitboard| {
            (end, legs, hurdles, leap.quiet, leap.captures)
        };
        variant.board().into_iter().all(|square| {
            let image = self.of(square);
            class.leaps[image.index()] == self.of_all(class.leaps[square.index()])
                && Color::ALL.into_iter().all(|color| {
                    let own = |square| class.special_from(color, square).iter().filter(|leap| leap.is_of(Some(role)));
                    let here: HashSet<_> =
                        own(image).map(|leap| same(leap, leap.end, leap.legs, leap.hurdles)).collect();
                    let moved = |leap: &SpecialLeap| {
                        same(leap, self.of(leap.end), self.of_all(leap.legs), self.of_all(leap.hurdles))
                    };
                    here == own(square).map(moved).collect()
                })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use campione_variants::FromToml as _;

    fn count(id: &str, letters: &str, pawns: bool) -> usize {
        let variant = Variant::named(id).unwrap();
        let roles: Vec<Role> = letters.chars().map(|letter| variant.role_by_letter(letter).unwrap()).collect();
        Symmetry::all(variant, &roles, pawns).len()
    }

    #[test]
    fn how_often_boards_are_folded() {
        assert_eq!((count("chess", "QR", false), count("chess", "Q", true)), (8, 2));
        assert_eq!((count("capablanca", "QAC", false), count("capablanca", "QAC", true)), (4, 2));
        assert_eq!((count("archchess", "CD", false), count("shako", "C", false)), (8, 8));
        let text = "extends = \"chess\"\n[piece.S]\nmoves = \"fFbW\"\n[piece.L]\nmoves = \"lWfF\"\n";
        let variant = Variant::from_toml(text, "odd").unwrap();
        let role = |letter| variant.role_by_letter(letter).unwrap();
        assert_eq!(Symmetry::all(variant, &[role('S')], false).len(), 2, "the wings are alike");
        assert_eq!(Symmetry::all(variant, &[role('L'), role('Q')], false).len(), 1);
    }
}
