//! How a piece that does not hop moves, as lists of squares with what must be empty between them.

use campione_core::{Bitboard, Color, Direction, Role, Square, Variant, between, ray};

/// One end of a move, and the squares that must be empty for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) end: Square,
    /// The squares between for a slide, the legs for a lame leap, no squares for a true leap.
    pub(crate) path: Bitboard,
}

/// The moves of a piece of White.
#[derive(Debug)]
pub(crate) struct Ways {
    /// For each square, the squares that a piece on it attacks.
    pub(crate) attacks: Vec<Vec<Way>>,
    /// For each square, the squares from which a piece moves to it quietly.
    pub(crate) arrivals: Vec<Vec<Way>>,
}

impl Ways {
    /// `None` for a piece that hops: whether it gives check depends on more than empty squares.
    pub(crate) fn new(variant: Variant, role: Role) -> Option<Ways> {
        let (info, board) = (variant.role(role), variant.board());
        let class = info.leap_class.and_then(|class| variant.leap_classes().get(usize::from(class)));
        let mut ways = Ways { attacks: vec![Vec::new(); 128], arrivals: vec![Vec::new(); 128] };
        let lines = [(info.orthogonal, Direction::ORTHOGONAL), (info.diagonal, Direction::DIAGONAL)];
        let lines = lines.into_iter().filter(|(slides, _)| *slides).flat_map(|(_, directions)| directions);
        let rays: Vec<Direction> = lines.collect();
        for from in board {
            let special = class.map_or(&[][..], |class| class.special_from(Color::White, from));
            let special = special.iter().filter(|leap| leap.is_of(Some(role)));
            if special.clone().any(|leap| leap.hurdles.any()) {
                return None;
            }
            let special = special.map(|leap| (leap.end, leap.legs & board, leap.quiet, leap.captures));
            let slides = rays.iter().flat_map(|&direction| ray(from, direction) & board);
            let slides = slides.map(|end| (end, between(from, end), true, true));
            let leaps = class.map_or(Bitboard::EMPTY, |class| class.leaps[from.index()]);
            let leaps = leaps.into_iter().map(|end| (end, Bitboard::EMPTY, true, true));
            for (end, path, quiet, captures) in slides.chain(leaps).chain(special) {
                if captures {
                    ways.attacks[from.index()].push(Way { end, path });
                }
                if quiet {
                    ways.arrivals[end.index()].push(Way { end: from, path });
                }
            }
        }
        Some(ways)
    }
}
