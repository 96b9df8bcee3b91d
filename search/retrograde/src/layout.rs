//! How the placements of the strong side's pieces are numbered.

use campione_core::{Bitboard, Square, Variant};

use crate::piece::Mover;
use crate::symmetry::Symmetry;

/// The squares of the strong side's pieces. With one piece, both squares are the same.
pub(crate) type Pieces = [Square; 2];

/// Which pieces the strong side has besides its king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Army {
    One,
    Two,
    /// Two pieces of one role, which are not distinguished.
    Twins,
}

impl Army {
    pub(crate) fn count(self) -> usize {
        if self == Army::One { 1 } else { 2 }
    }
}

/// How a square of the strong king is mapped to a stored one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Home {
    /// The number of the stored square.
    pub(crate) king: usize,
    /// The number of the symmetry that maps to it.
    pub(crate) symmetry: usize,
}

/// The numbering of placements: the strong king on one square of each orbit of the symmetries, the pieces anywhere.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) board: Bitboard,
    pub(crate) army: Army,
    /// The symmetries of the board under which king and pieces move the same way; the first is the identity.
    pub(crate) symmetries: Vec<Symmetry>,
    /// The squares on which the strong king is stored.
    pub(crate) kings: Vec<Square>,
    /// How many squares of the board each of these squares stands for.
    pub(crate) orbits: Vec<u64>,
    /// For each square of the strong king, every way to map it to a stored square. There are several if the stored
    /// square lies on an axis; then placements that are images of each other are all stored.
    homes: Vec<Vec<Home>>,
    /// For each number of a pair, the squares of the pieces.
    pub(crate) pairs: Vec<Pieces>,
    /// The numbers of the squares of the board, without gaps; 0 for other squares.
    pub(crate) number: [u8; 128],
}

impl Layout {
    pub(crate) fn new(variant: Variant, pieces: &[Mover], army: Army) -> Layout {
        let board = variant.board();
        let mut symmetries = Symmetry::all(variant);
        symmetries
            .retain(|symmetry| symmetry.keeps_king(variant) && pieces.iter().all(|piece| piece.has(symmetry, board)));
        let mut layout = Layout {
            board,
            army,
            symmetries,
            kings: Vec::new(),
            orbits: Vec::new(),
            homes: vec![Vec::new(); 128],
            pairs: Vec::new(),
            number: [0; 128],
        };
        for (number, square) in (0..).zip(board) {
            layout.number[square.index()] = number;
            let orbit: Bitboard = layout.symmetries.iter().map(|symmetry| symmetry.of(square)).collect();
            if orbit.first() == Some(square) {
                layout.kings.push(square);
                layout.orbits.push(u64::from(orbit.count()));
            }
        }
        for square in board {
            for (symmetry, map) in layout.symmetries.iter().enumerate() {
                if let Some(king) = layout.kings.iter().position(|&king| king == map.of(square)) {
                    layout.homes[square.index()].push(Home { king, symmetry });
                }
            }
        }
        layout.pairs = match army {
            Army::One => board.into_iter().map(|square| [square; 2]).collect(),
            Army::Two => board.into_iter().flat_map(|one| board.into_iter().map(move |two| [one, two])).collect(),
            Army::Twins => {
                let below = |high: Square| board.into_iter().take_while(move |&low| low < high);
                board.into_iter().flat_map(|high| below(high).map(move |low| [low, high])).collect()
            }
        };
        debug_assert!(
            layout
                .pairs
                .iter()
                .enumerate()
                .all(|(pair, pieces)| layout.pair(*pieces) == pair || (pieces[0] == pieces[1] && army != Army::One))
        );
        layout
    }

    /// How many squares the board has.
    pub(crate) fn squares(&self) -> usize {
        self.board.count() as usize
    }

    /// How many placements there are, including those with two pieces on one square.
    pub(crate) fn placements(&self) -> usize {
        self.kings.len() * self.pairs.len()
    }

    #[inline]
    pub(crate) fn number(&self, square: Square) -> usize {
        usize::from(self.number[square.index()])
    }

    /// The number of the squares of the pieces.
    #[inline]
    fn pair(&self, pieces: Pieces) -> usize {
        let [one, two] = pieces.map(|square| self.number(square));
        match self.army {
            Army::One => one,
            Army::Two => one * self.squares() + two,
            Army::Twins => {
                let (low, high) = (one.min(two), one.max(two));
                high * high.saturating_sub(1) / 2 + low
            }
        }
    }

    /// The number of a placement whose king stands on the stored square number `king`.
    #[inline]
    pub(crate) fn placement(&self, king: usize, pieces: Pieces) -> usize {
        king * self.pairs.len() + self.pair(pieces)
    }

    /// The squares of king and pieces of a placement.
    #[inline]
    pub(crate) fn squares_of(&self, placement: usize) -> (Square, Pieces) {
        let (king, pair) = (placement / self.pairs.len(), placement % self.pairs.len());
        (self.kings[king], self.pairs[pair])
    }

    /// Every way to map a square of the strong king to a stored one.
    #[inline]
    pub(crate) fn homes(&self, king: Square) -> &[Home] {
        &self.homes[king.index()]
    }

    /// The squares of all pieces of the strong side.
    #[inline]
    pub(crate) fn occupied(king: Square, pieces: Pieces) -> Bitboard {
        Bitboard::of(king).with(pieces[0]).with(pieces[1])
    }

    /// Whether all pieces stand on the board, on different squares.
    pub(crate) fn is_sound(&self, king: Square, pieces: Pieces) -> bool {
        let on_board = (Layout::occupied(king, pieces) - self.board).is_empty();
        on_board && Layout::occupied(king, pieces).count() as usize == 1 + self.army.count()
    }
}
