//! How the pieces of an ending move, as lists of squares.

use campione_core::{Bitboard, Color, Direction, Role, Variant, between, ray};

use crate::symmetry::Symmetry;

/// One end of a move, and the squares that must be empty for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) end: campione_core::Square,
    /// The squares between for a slide, the legs for a lame leap, no squares for a true leap.
    pub(crate) path: Bitboard,
}

/// A piece of the strong side, which is White here. It never captures, since the weak side has only its king.
#[derive(Clone, Debug)]
pub(crate) struct Mover {
    /// For each square, the squares that a piece on it attacks.
    pub(crate) attacks: Vec<Vec<Way>>,
    /// For each square, the squares from which a piece moves to it.
    pub(crate) arrivals: Vec<Vec<Way>>,
    pub(crate) colorbound: bool,
    pub(crate) knight: bool,
}

impl Mover {
    /// # Panics
    /// If the variant does not have the role.
    pub(crate) fn new(variant: Variant, role: Role) -> Mover {
        let (info, board) = (variant.role(role), variant.board());
        let class = info.leap_class.and_then(|class| variant.leap_classes().get(usize::from(class)));
        let mut piece = Mover {
            attacks: vec![Vec::new(); 128],
            arrivals: vec![Vec::new(); 128],
            colorbound: info.colorbound,
            knight: info.knight,
        };
        let lines = [(info.orthogonal, Direction::ORTHOGONAL), (info.diagonal, Direction::DIAGONAL)];
        let lines = lines.into_iter().filter(|(slides, _)| *slides).flat_map(|(_, directions)| directions);
        let rays: Vec<Direction> = lines.collect();
        for from in board {
            let slides = rays.iter().flat_map(|&direction| ray(from, direction) & board);
            let slides = slides.map(|end| (end, between(from, end), true, true));
            let leaps = class.map_or(Bitboard::EMPTY, |class| class.leaps[from.index()]);
            let leaps = leaps.into_iter().map(|end| (end, Bitboard::EMPTY, true, true));
            let special = class.map_or(&[][..], |class| class.special_from(Color::White, from));
            let special = special.iter().filter(|leap| leap.is_of(Some(role)));
            let special = special.map(|leap| (leap.end, leap.legs & board, leap.quiet, leap.captures));
            for (end, path, quiet, captures) in slides.chain(leaps).chain(special) {
                if captures {
                    piece.attacks[from.index()].push(Way { end, path });
                }
                if quiet {
                    piece.arrivals[end.index()].push(Way { end: from, path });
                }
            }
        }
        piece
    }

    /// Whether the piece moves the same way after a symmetry is applied to the board.
    pub(crate) fn has(&self, symmetry: &Symmetry, board: Bitboard) -> bool {
        board.into_iter().all(|square| {
            let there = symmetry.of(square);
            [&self.attacks, &self.arrivals].into_iter().all(|ways| {
                let key = |way: &Way| (way.end, way.path.bits());
                let image = |way: &Way| (symmetry.of(way.end), symmetry.of_set(way.path).bits());
                let mut here: Vec<_> = ways[square.index()].iter().map(image).collect();
                let mut there: Vec<_> = ways[there.index()].iter().map(key).collect();
                here.sort_unstable();
                there.sort_unstable();
                here == there
            })
        })
    }
}
