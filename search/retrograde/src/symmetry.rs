//! The symmetries of a board.

use campione_core::{Bitboard, Square, Variant};

/// A mapping of a board to itself: turned, mirrored, or unchanged.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    image: [Square; 128],
}

impl Symmetry {
    /// All symmetries of a board as a rectangle; the first is the identity.
    pub(crate) fn all(variant: Variant) -> Vec<Symmetry> {
        let square_board = variant.files() == variant.ranks();
        let mut all = Vec::new();
        for transposed in [false, true] {
            for upside_down in [false, true] {
                for mirrored in [false, true] {
                    if square_board || !transposed {
                        all.push(Symmetry::new(variant, mirrored, upside_down, transposed));
                    }
                }
            }
        }
        all
    }

    /// The half turn, which maps positions of White's pieces to positions of Black's.
    pub(crate) fn half_turn(variant: Variant) -> Symmetry {
        Symmetry::new(variant, true, true, false)
    }

    fn new(variant: Variant, mirrored: bool, upside_down: bool, transposed: bool) -> Symmetry {
        let mut image = [Square::wrapping(0); 128];
        for square in variant.board() {
            let (mut file, mut rank) = (square.file(), square.rank());
            if mirrored {
                file = variant.files() - 1 - file;
            }
            if upside_down {
                rank = variant.ranks() - 1 - rank;
            }
            if transposed {
                (file, rank) = (rank, file);
            }
            image[square.index()] = Square::new(file, rank).unwrap_or(square);
        }
        Symmetry { image }
    }

    /// The image of a square.
    #[inline]
    pub(crate) fn of(&self, square: Square) -> Square {
        self.image[square.index()]
    }

    /// The image of a set of squares.
    #[inline]
    pub(crate) fn of_set(&self, set: Bitboard) -> Bitboard {
        let mut image = Bitboard::EMPTY;
        set.for_each(|square| image = image.with(self.of(square)));
        image
    }

    /// Whether a king steps the same way after the symmetry is applied.
    pub(crate) fn keeps_king(&self, variant: Variant) -> bool {
        variant
            .board()
            .into_iter()
            .all(|square| self.of_set(variant.king_steps(square)) == variant.king_steps(self.of(square)))
    }

    /// The square whose image is `square`.
    pub(crate) fn origin(&self, square: Square, board: Bitboard) -> Square {
        board.into_iter().find(|&origin| self.of(origin) == square).unwrap_or(square)
    }
}
