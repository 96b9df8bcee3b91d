//! Moves and lists of moves.

use std::num::NonZeroU32;

use campione_core::{Role, Square};
use smallvec::SmallVec;

/// What kind of move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum MoveKind {
    /// A move to an empty square, also that of a pawn that will wait on the last rank.
    Quiet = 0,
    /// A move to the square of an enemy piece.
    Capture = 1,
    /// A pawn's two squares from its second rank.
    DoubleStep = 2,
    /// A pawn captures a pawn that has just passed over the target square.
    EnPassant = 3,
    /// A pawn reaches the last rank and becomes another piece.
    Promotion = 4,
    /// A promotion with a capture.
    PromotionCapture = 5,
    /// Any row of the castling table: castling, championing, free castling, king's leap.
    Castling = 6,
    /// A capture en passant on a rank where pawns promote.
    EnPassantPromotion = 7,
    /// No move: the side to move passes. It is never legal, but lines of analysis have it.
    Null = 8,
}

impl MoveKind {
    /// Whether the moving pawn becomes another piece.
    #[inline(always)]
    pub const fn promotes(self) -> bool {
        matches!(self, MoveKind::Promotion | MoveKind::PromotionCapture | MoveKind::EnPassantPromotion)
    }

    /// Whether the move captures en passant.
    ///
    /// ```
    /// use campione_core::{Role, Setup, Variant};
    /// use campione_movegen::{MoveKind, Position};
    /// let gothic = Variant::named("gothic")?;
    /// let board = gothic.read_placement("4k5/10/10/3pP5/10/10/10/4K5").unwrap();
    /// let d6 = "d6".parse()?;
    /// let position = Position::new(&Setup { board, en_passant: Some(d6), ..Setup::empty() }, gothic)?;
    /// let mv = position.legal_moves_to(Role::PAWN, d6)[0];
    /// assert_eq!(mv.kind(), MoveKind::EnPassant);
    /// assert!(mv.kind().is_en_passant() && mv.is_capture());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        matches!(self, MoveKind::EnPassant | MoveKind::EnPassantPromotion)
    }
}

/// A move, in 32 bits: from 7, to 7, kind 4, role 5, castling row 7.
///
/// It means something only in the position for which it was generated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

const TO: u32 = 7;
const KIND: u32 = 14;
const ROLE: u32 = 18;
const ROW: u32 = 23;

/// The kinds by their four bits. Numbers that no move has are quiet moves.
const KINDS: [MoveKind; 16] = {
    let mut kinds = [MoveKind::Quiet; 16];
    let known = [
        MoveKind::Capture,
        MoveKind::DoubleStep,
        MoveKind::EnPassant,
        MoveKind::Promotion,
        MoveKind::PromotionCapture,
        MoveKind::Castling,
        MoveKind::EnPassantPromotion,
        MoveKind::Null,
    ];
    let mut index = 0;
    while index < known.len() {
        kinds[known[index] as usize] = known[index];
        index += 1;
    }
    kinds
};

impl Move {
    /// The null move: the side to move passes. No rule allows it, and no list of legal moves has it;
    /// [`Position::pass`](crate::Position::pass) says where it is possible. Lines of analysis have it.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Move, Position};
    /// let start = Position::start(Variant::named("gothic")?);
    /// assert!(Move::NULL.is_null() && !start.is_legal(Move::NULL));
    /// assert_eq!(Some(start.play_unchecked(Move::NULL)), start.pass());
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub const NULL: Move = Move::new(Square::wrapping(0), Square::wrapping(0), MoveKind::Null);

    /// Whether it is the null move, whose squares mean nothing.
    #[inline(always)]
    pub const fn is_null(self) -> bool {
        matches!(self.kind(), MoveKind::Null)
    }

    /// A move of a piece from one square to another.
    #[inline(always)]
    pub(crate) const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let bits = from.index() as u32 | (to.index() as u32) << TO | (kind as u32) << KIND;
        // The highest bit is always set, so the number is never zero.
        match NonZeroU32::new(bits | 1 << 31) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// A castling or leap: row number `row` of the side's table.
    #[inline(always)]
    pub(crate) const fn castling(king_from: Square, king_to: Square, row: usize) -> Move {
        let Move(bits) = Move::new(king_from, king_to, MoveKind::Castling);
        // These bits are still 0, so adding sets them, and the number stays above 0 without a test.
        Move(bits.saturating_add(((row & 127) as u32) << ROW))
    }

    /// The same move with a role: the piece that a pawn becomes, or that a waiting pawn became before this move.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn with_role(self, role: Role) -> Move {
        // Adding a role to a move without one cannot overflow: `ROLE` has five bits, and a role is below 31.
        Move(self.0.saturating_add((role.index() as u32 + 1) << ROLE))
    }

    /// Start square; the king's in a castling.
    ///
    /// ```
    /// use campione_core::{Role, Variant};
    /// use campione_movegen::{Move, MoveKind, Position};
    /// let start = Position::start(Variant::named("gothic")?);
    /// let mv = start.legal_moves_to(Role::PAWN, "e4".parse()?)[0];
    /// assert_eq!((mv.from(), mv.to()), ("e2".parse()?, "e4".parse()?));
    /// assert_eq!((mv.kind(), mv.is_capture()), (MoveKind::DoubleStep, false));
    /// assert_eq!(Move::from_bits(mv.bits()), Some(mv));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0.get())
    }

    /// Target square; the king's in a castling.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::wrapping(self.0.get() >> TO)
    }

    /// What kind of move it is.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        KINDS[((self.0.get() >> KIND) & 15) as usize]
    }

    /// The move as a number, never 0, for tables.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// The move with this number; `None` for 0. Any other number is accepted, even if no position has such a move:
    /// check it with [`Position::is_legal`](crate::Position::is_legal).
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Option<Move> {
        match NonZeroU32::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    #[inline(always)]
    const fn role(self) -> Option<Role> {
        match (self.0.get() >> ROLE) & 31 {
            0 => None,
            number => Role::from_index(number as usize - 1),
        }
    }

    /// What the pawn becomes, in a variant where pawns promote on arrival.
    ///
    /// ```
    /// use campione_core::{Role, Setup, Variant};
    /// use campione_movegen::Position;
    /// let herb_garden = Variant::named("herb-garden")?;
    /// let board = herb_garden.read_placement("11k/P11/12/12/12/12/11K").unwrap();
    /// let position = Position::new(&Setup { board, ..Setup::empty() }, herb_garden)?;
    /// let moves = position.legal_moves_to(Role::PAWN, "a7".parse()?);
    /// assert!(moves.iter().all(|mv| mv.kind().promotes() && mv.turn_promotion().is_none()));
    /// let mut names: Vec<_> = moves.iter().map(|mv| herb_garden.role_name(mv.promotion().unwrap())).collect();
    /// names.sort();
    /// assert_eq!(names, ["centaur", "champion", "queen"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub const fn promotion(self) -> Option<Role> {
        if self.kind().promotes() { self.role() } else { None }
    }

    /// What the first waiting pawn of the mover becomes at the start of this turn (RULES.md §6).
    ///
    /// The waiting pawn on e8 becomes one of the seven roles that White has lost, and then White moves:
    ///
    /// ```
    /// use campione_core::{Setup, Variant, WaitingPawn};
    /// use campione_movegen::Position;
    /// let courier = Variant::named("courier-spiel")?;
    /// let board = courier.read_placement("4P7/11k/12/12/12/12/12/4K7").unwrap();
    /// let waiting = vec![WaitingPawn { square: "e8".parse()?, wait: 0 }];
    /// let position = Position::new(&Setup { board, waiting, ..Setup::empty() }, courier)?;
    /// let mut roles: Vec<_> = position.legal_moves().iter().map(|mv| mv.turn_promotion().unwrap()).collect();
    /// roles.sort();
    /// roles.dedup();
    /// assert_eq!(roles.len(), 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub const fn turn_promotion(self) -> Option<Role> {
        if self.kind().promotes() { None } else { self.role() }
    }

    /// The row of the side's castling table that this move plays.
    #[inline(always)]
    pub const fn castling_row(self) -> Option<usize> {
        if matches!(self.kind(), MoveKind::Castling) { Some(((self.0.get() >> ROW) & 127) as usize) } else { None }
    }

    /// Whether the move captures an enemy piece.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        matches!(
            self.kind(),
            MoveKind::Capture | MoveKind::EnPassant | MoveKind::PromotionCapture | MoveKind::EnPassantPromotion
        )
    }
}

/// Moves of one position. Up to 192 moves are on the stack, more than any usual position has. A longer list, such as
/// that of a FEN with forty queens, moves to the heap.
pub type MoveList = SmallVec<[Move; 192]>;

/// The few moves that one text in a notation can mean.
pub type FewMoves = SmallVec<[Move; 8]>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_reads_back() {
        let kinds = [
            MoveKind::Quiet,
            MoveKind::Capture,
            MoveKind::DoubleStep,
            MoveKind::EnPassant,
            MoveKind::EnPassantPromotion,
            MoveKind::Promotion,
            MoveKind::PromotionCapture,
            MoveKind::Null,
        ];
        for from in Square::all() {
            for to in Square::all() {
                for kind in kinds {
                    let mv = Move::new(from, to, kind);
                    assert_eq!((mv.from(), mv.to(), mv.kind(), mv.promotion()), (from, to, kind, None));
                    assert_eq!(mv.turn_promotion(), None);
                }
            }
        }
    }

    #[test]
    fn roles_and_rows() {
        let a1 = Square::new(0, 0).unwrap();
        for index in 0..30 {
            let role = Role::from_index(index).unwrap();
            let promotion = Move::new(a1, a1, MoveKind::PromotionCapture).with_role(role);
            assert_eq!((promotion.promotion(), promotion.turn_promotion()), (Some(role), None));
            for row in 0..128 {
                let castling = Move::castling(a1, a1, row).with_role(role);
                assert_eq!((castling.castling_row(), castling.turn_promotion()), (Some(row), Some(role)));
                assert_eq!((castling.from(), castling.to(), castling.kind()), (a1, a1, MoveKind::Castling));
            }
        }
    }
}
