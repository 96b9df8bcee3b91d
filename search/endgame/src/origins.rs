//! Where a piece can have come from: quiet moves, backwards.

use campione_core::{Bitboard, Color, Role, SpecialLeap, Square, Variant};

use crate::material::Kind;

/// What slides see, for a few pieces on the board.
pub(crate) struct Rays {
    orthogonal: Vec<Bitboard>,
    diagonal: Vec<Bitboard>,
    /// For a square and a piece on another one, all that the piece hides, itself included; at 128 times the first.
    hidden: Vec<Bitboard>,
}

impl Rays {
    pub(crate) fn new(variant: Variant) -> Rays {
        let board = variant.board();
        let mut rays = Rays {
            orthogonal: vec![Bitboard::EMPTY; 128],
            diagonal: vec![Bitboard::EMPTY; 128],
            hidden: vec![Bitboard::EMPTY; 128 * 128],
        };
        let directions = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
        for (files, ranks) in directions.filter(|&step| step != (0, 0)) {
            for square in board {
                let mut ray = Vec::new();
                let mut at = square;
                while let Some(next) = at.offset(files, ranks).filter(|&next| board.contains(next)) {
                    ray.push(next);
                    at = next;
                }
                let seen: Bitboard = ray.iter().copied().collect();
                let all = if files == 0 || ranks == 0 { &mut rays.orthogonal } else { &mut rays.diagonal };
                all[square.index()] |= seen;
                let mut rest = seen;
                for next in ray {
                    rays.hidden[square.index() * 128 + next.index()] = rest;
                    rest = rest.without(next);
                }
            }
        }
        rays
    }

    /// The empty squares that a slide from `square` reaches; `others` are all other pieces.
    #[inline(always)]
    fn slides(&self, orthogonal: bool, diagonal: bool, square: Square, others: Bitboard) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        if orthogonal {
            seen |= self.orthogonal[square.index()];
        }
        if diagonal {
            seen |= self.diagonal[square.index()];
        }
        // The order does not matter: what a hidden piece hides is hidden already.
        for other in others & seen {
            seen -= self.hidden[square.index() * 128 + other.index()];
        }
        seen
    }
}

/// The quiet moves of a kind of piece other than a moving pawn, backwards.
pub(crate) struct Origins {
    orthogonal: bool,
    diagonal: bool,
    /// True leaps; their reverse is a leap too.
    leaps: Vec<Bitboard>,
    /// For each square, the special leaps that end there; `end` is their start.
    special: Vec<Vec<SpecialLeap>>,
}

impl Origins {
    /// The king's.
    pub(crate) fn king(variant: Variant) -> Origins {
        let mut leaps = vec![Bitboard::EMPTY; 128];
        for square in variant.board() {
            leaps[square.index()] = variant.king_steps(square);
        }
        Origins { orthogonal: false, diagonal: false, leaps, special: Vec::new() }
    }

    /// Those of a kind; none for pawns.
    pub(crate) fn new(variant: Variant, kind: Kind) -> Origins {
        let mut origins =
            Origins { orthogonal: false, diagonal: false, leaps: vec![Bitboard::EMPTY; 128], special: Vec::new() };
        let (color, role) = (kind.color(), kind.role());
        if role == Role::PAWN {
            return origins;
        }
        let info = variant.role(role);
        origins.orthogonal = info.orthogonal;
        origins.diagonal = info.diagonal;
        let Some(class) = info.leap_class.and_then(|class| variant.leap_classes().get(usize::from(class))) else {
            return origins;
        };
        for square in variant.board() {
            origins.leaps[square.index()] = class.leaps[square.index()];
        }
        if class.is_special() {
            origins.special = vec![Vec::new(); 128];
            for from in variant.board() {
                for leap in class.special_from(color, from).iter().filter(|leap| leap.is_of(Some(role)) && leap.quiet) {
                    origins.special[leap.end.index()].push(SpecialLeap { end: from, ..*leap });
                }
            }
        }
        origins
    }

    /// The empty squares from which the piece that stands on `square` can have moved there quietly; `others` are all other
    /// pieces.
    #[inline(always)]
    pub(crate) fn of(&self, rays: &Rays, square: Square, others: Bitboard) -> Bitboard {
        let mut found = self.leaps[square.index()] - others;
        if self.orthogonal || self.diagonal {
            found |= rays.slides(self.orthogonal, self.diagonal, square, others);
        }
        if let Some(leaps) = self.special.get(square.index()) {
            for leap in leaps {
                // When it leapt, the piece stood on its start, not here.
                if !others.contains(leap.end) && leap.is_open(others.with(leap.end)) {
                    found = found.with(leap.end);
                }
            }
        }
        found
    }
}

/// The squares one step behind a pawn's, from which it may have come without a promotion.
pub(crate) fn step_origins(variant: Variant, color: Color, square: Square) -> Bitboard {
    let arrives = variant.arrival_zone(color).contains(square);
    let stays = variant.promotion_is_optional() && !variant.last_rank(color).contains(square);
    let waits = variant.promotion_wait().is_some() && variant.last_rank(color).contains(square);
    if waits || (arrives && !stays) {
        return Bitboard::EMPTY;
    }
    variant.first_step_origins(color, square, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Material;
    use crate::place::{NOWHERE, Placer};
    use campione_core::SplitMix64;
    use campione_movegen::{Move, MoveKind};
    use campione_variants::FromToml as _;

    /// The quiet moves of random positions, backwards, are those that the generator finds forwards.
    #[test]
    fn backwards_as_forwards() {
        let odd = "extends = \"chess\"\n[piece.S]\nmoves = \"fFbWmN\"\n[piece.L]\nmoves = \"lWrFcR\"\n[piece.G]\nmoves = \
                   \"gQ\"\n[piece.J]\nmoves = \"nNN\"\n[piece.U]\nmoves = \"mRcpR\"\n[piece.X]\nmoves = \"R3pNN\"\n";
        let odd = Variant::from_toml(odd, "odd").unwrap();
        let mut random = SplitMix64::new(3);
        for (variant, letters) in [
            (odd, "SLGJUXQ"),
            (Variant::named("shako").unwrap(), "CE"),
            (Variant::named("arciscacchiere").unwrap(), "CD"),
        ] {
            let rays = Rays::new(variant);
            let squares: Vec<Square> = variant.board().into_iter().collect();
            for letter in letters.chars() {
                for color in Color::ALL {
                    let role = variant.role_by_letter(letter).unwrap();
                    let kind = Kind::piece(color, role);
                    let origins = Origins::new(variant, kind);
                    let other = Kind::piece(!color, variant.role_by_letter('N').unwrap());
                    let material = Material::of(&[kind, other]).unwrap();
                    let place = 2 + material.kinds().iter().position(|&found| found == kind).unwrap();
                    let mut placer = Placer::new(variant, material);
                    let mut moves = 0;
                    for _ in 0..300 {
                        let mut at = NOWHERE;
                        for square in &mut at[..4] {
                            *square = squares[random.index(squares.len())];
                        }
                        let Some(before) = placer.position(at, color, None) else { continue };
                        let own = before.legal_moves().into_iter().filter(|mv| mv.from() == at[place]);
                        let quiet: Bitboard = own.filter(|mv| mv.kind() == MoveKind::Quiet).map(Move::to).collect();
                        let others = before.occupied().without(at[place]);
                        for to in variant.board() - before.occupied() {
                            let mut next = at;
                            next[place] = to;
                            let legal = placer.position(next, !color, None).is_some();
                            let back = origins.of(&rays, to, others).contains(at[place]);
                            assert_eq!(legal && back, quiet.contains(to), "{letter} {color} {at:?} {to}");
                            moves += u32::from(back);
                        }
                    }
                    assert!(moves > 20, "{letter}");
                }
            }
        }
    }
}
