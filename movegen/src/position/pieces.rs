//! The pieces of a position, by square, by color and by role.

use campione_core::{Bitboard, Board, Color, Piece, Role, Square};

use super::Position;

impl Position {
    /// The pieces of both colors.
    ///
    /// ```
    /// use campione_core::{Bitboard, Color, Variant};
    /// use campione_movegen::Position;
    /// let archchess = Variant::named("archchess")?;
    /// let start = Position::start(archchess);
    /// assert_eq!(start.occupied().count(), 40);
    /// let two_ranks = (Bitboard::rank(0) | Bitboard::rank(1)) & archchess.board();
    /// assert_eq!(start.by_color(Color::White), two_ranks);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.state.colors[0] | self.state.colors[1]
    }

    /// The pieces of one color, king and waiting pawns included.
    #[inline(always)]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.state.colors[color.index()]
    }

    /// The pieces of one role, of both colors. Waiting pawns are pawns.
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.occupied().into_iter().filter(|&square| self.role_at(square) == Some(role)).collect()
    }

    /// The pieces of one color and role. Waiting pawns are pawns.
    ///
    /// ```
    /// use campione_core::{Bitboard, Color, Variant};
    /// use campione_movegen::Position;
    /// let gothic = Variant::named("gothic")?;
    /// let start = Position::start(gothic);
    /// let chancellor = gothic.role_by_letter('C').unwrap();
    /// let (e1, e8) = ("e1".parse()?, "e8".parse()?);
    /// assert_eq!(start.pieces(Color::White, chancellor), Bitboard::of(e1));
    /// assert_eq!(start.by_role(chancellor), Bitboard::of(e1).with(e8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.by_color(color) & self.by_role(role)
    }

    /// What stands on each square, as a value that can be changed.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::Position;
    /// let gothic = Variant::named("gothic")?;
    /// let mut board = Position::start(gothic).board();
    /// assert_eq!(board.iter().count(), 40);
    /// let queen = board.set("d1".parse()?, None).unwrap();
    /// assert_eq!(gothic.role_name(queen.role), "queen");
    /// assert_eq!(board, gothic.read_placement("rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNB1CKABNR").unwrap());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn board(&self) -> Board {
        let mut board = Board::default();
        for square in self.occupied() {
            board.set(square, self.piece_at(square));
        }
        board
    }

    /// The role on a square, if a piece stands there. A waiting pawn is a pawn.
    #[inline(always)]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        match self.roles[square.index()] {
            0 => None,
            number => Role::from_index(usize::from(number) - 1),
        }
    }

    /// The piece on a square, if any.
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// use campione_movegen::Position;
    /// let gothic = Variant::named("gothic")?;
    /// let start = Position::start(gothic);
    /// let piece = start.piece_at("e8".parse()?).unwrap();
    /// assert_eq!((piece.color, gothic.role_name(piece.role)), (Color::Black, "chancellor"));
    /// assert_eq!(start.role_at("e1".parse()?), Some(piece.role));
    /// assert_eq!(start.piece_at("e4".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.state.colors[0].contains(square) { Color::White } else { Color::Black };
        Some(Piece { color, role: self.role_at(square)? })
    }

    /// The square of a king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.state.kings[color.index()]
    }
}
