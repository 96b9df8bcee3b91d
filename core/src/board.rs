//! Where the pieces stand.

use crate::bitboard::{Bitboard, Squares};
use crate::color::Color;
use crate::role::{Piece, Role};
use crate::square::{MAX_FILES, SQUARES, Square};

/// A piece or nothing on each of the 120 squares.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pieces: [Option<Piece>; SQUARES],
    /// The squares of `pieces` that are not empty.
    occupied: Bitboard,
}

impl Default for Board {
    fn default() -> Board {
        Board { pieces: [None; SQUARES], occupied: Bitboard::EMPTY }
    }
}

impl Board {
    /// The piece on `square`, if any.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.get(square.index()).copied().flatten()
    }

    /// Puts a piece on `square`, or clears it. Returns the piece that was there.
    ///
    /// ```
    /// use campione_core::{Board, Bitboard, Color, Piece, Role};
    /// let mut board = Board::default();
    /// let (king, f1) = (Piece { color: Color::White, role: Role::KING }, "f1".parse()?);
    /// assert_eq!(board.set(f1, Some(king)), None);
    /// assert_eq!((board.piece_at(f1), board.occupied()), (Some(king), Bitboard::of(f1)));
    /// assert_eq!(board.iter().collect::<Vec<_>>(), [(f1, king)]);
    /// assert_eq!(board.pieces(Color::White, Role::KING), Bitboard::of(f1));
    /// assert_eq!(board.set(f1, None), Some(king));
    /// # Ok::<(), campione_core::ParseSquareError>(())
    /// ```
    pub fn set(&mut self, square: Square, piece: Option<Piece>) -> Option<Piece> {
        self.occupied = if piece.is_some() { self.occupied.with(square) } else { self.occupied.without(square) };
        std::mem::replace(&mut self.pieces[square.index()], piece)
    }

    /// All pieces with their squares, a1 first.
    pub fn iter(&self) -> BoardPieces<'_> {
        BoardPieces { board: self, left: self.occupied.into_iter() }
    }

    /// The squares that are occupied.
    pub fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// Puts a piece on an empty square of a rank. [`Board::occupy`] must follow for the whole rank: the shift of a bitboard
    /// for each piece would take longer than all else.
    #[inline(always)]
    pub(crate) fn put(&mut self, rank: u8, file: usize, piece: Piece) {
        if let Some(square) = self.pieces.get_mut(usize::from(rank) * usize::from(MAX_FILES) + file) {
            *square = Some(piece);
        }
    }

    /// Marks the squares of a rank that [`Board::put`] has filled, the a-file in the lowest bit.
    #[inline(always)]
    pub(crate) fn occupy(&mut self, rank: u8, occupied: u32) {
        self.occupied |= Bitboard::from_bits(u128::from(occupied) << (u32::from(rank) * u32::from(MAX_FILES)));
    }

    /// The squares of the pieces of one color and role.
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.iter().filter(|(_, piece)| *piece == Piece { color, role }).map(|(square, _)| square).collect()
    }
}

impl<'b> IntoIterator for &'b Board {
    type Item = (Square, Piece);
    type IntoIter = BoardPieces<'b>;

    fn into_iter(self) -> BoardPieces<'b> {
        self.iter()
    }
}

/// The pieces of a [`Board`] with their squares, a1 first.
#[derive(Clone, Debug)]
pub struct BoardPieces<'b> {
    board: &'b Board,
    left: Squares,
}

impl Iterator for BoardPieces<'_> {
    type Item = (Square, Piece);

    fn next(&mut self) -> Option<(Square, Piece)> {
        let square = self.left.next()?;
        Some((square, self.board.piece_at(square)?))
    }
}
