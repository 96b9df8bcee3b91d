//! The causes of illegality as data.

use campione_core::{Bitboard, CastlingRow, Color, Piece, Role, Square};

/// A piece on its square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placed {
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub square: Square,
}

/// What makes a move illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// The game is over: a side has nothing but its king, and so has lost.
    BareKing {
        /// The side that has lost.
        loser: Color,
    },
    /// A null move.
    NullMove,
    /// A null move in check.
    NullMoveInCheck {
        /// The pieces that give check.
        checkers: Vec<Placed>,
    },
    /// A square that the board does not have.
    OffBoard {
        /// The square.
        square: Square,
    },
    /// Nothing stands where the move starts.
    EmptySquare {
        /// The square.
        square: Square,
    },
    /// The piece belongs to the side that is not to move.
    EnemyPiece {
        /// The piece.
        piece: Placed,
    },
    /// The side has no piece of that role, or none on the file or rank that the move names.
    NoPiece {
        /// The side to move.
        piece: Piece,
        /// Whether the move names a file or rank.
        there: bool,
    },
    /// The side has no pawn that could move to the square.
    NoPawn {
        /// The side to move.
        color: Color,
        /// The target.
        to: Square,
    },
    /// The move ends where it starts.
    SameSquare {
        /// The piece.
        mover: Placed,
    },
    /// A capture of a piece of one's own.
    OwnPiece {
        /// The piece that would move.
        mover: Placed,
        /// The piece on its target.
        captured: Placed,
    },
    /// A capture of a king.
    KingCapture {
        /// The king's square.
        square: Square,
    },
    /// A capture of a pawn that waits for its promotion.
    WaitingPawnCapture {
        /// The pawn's square.
        square: Square,
    },
    /// A move of a pawn that waits for its promotion.
    WaitingPawnMove {
        /// The pawn's square.
        square: Square,
    },
    /// The piece does not move like that.
    Movement {
        /// The piece.
        mover: Placed,
        /// The target.
        to: Square,
        /// How it moves, in words.
        rule: &'static str,
    },
    /// The way of the piece is blocked.
    Blocked {
        /// The piece.
        mover: Placed,
        /// The target.
        to: Square,
        /// The pieces between; empty if the way is not a line.
        by: Vec<Placed>,
    },
    /// A pawn does not move like that.
    PawnMovement {
        /// The pawn's square.
        from: Square,
        /// The target.
        to: Square,
        /// The ranks of double steps, counted from 1 at the pawn's own side; empty if there are none.
        double_step_ranks: &'static [u8],
    },
    /// A pawn's step is blocked.
    PawnBlocked {
        /// The pawn's square.
        from: Square,
        /// The piece before it.
        by: Vec<Placed>,
    },
    /// A diagonal move of a pawn to an empty square.
    PawnCapture {
        /// The empty square.
        to: Square,
    },
    /// A double step in a variant that has none.
    NoDoubleStep,
    /// A double step from another rank.
    DoubleStepRank {
        /// The pawn's square.
        from: Square,
        /// The ranks of double steps, counted from 1 at the pawn's own side.
        ranks: &'static [u8],
    },
    /// A double step is blocked.
    DoubleStepBlocked {
        /// The pawn's square.
        from: Square,
        /// The pieces before it.
        by: Vec<Placed>,
    },
    /// A double or longer step, in check, to a square beside an enemy pawn.
    DoubleStepBarred {
        /// The square of the enemy pawn.
        pawn: Square,
    },
    /// A step of more than two squares that the pawn does not make.
    LongStep {
        /// The pawn's square.
        from: Square,
        /// The length of the step.
        squares: u8,
        /// How pawns move, in words.
        rule: &'static str,
    },
    /// A step of more than two squares is blocked.
    LongStepBlocked {
        /// The pawn's square.
        from: Square,
        /// The length of the step.
        squares: u8,
        /// The pieces before it.
        by: Vec<Placed>,
    },
    /// A capture en passant in a variant that has none.
    NoEnPassant {
        /// The square of the enemy pawn.
        pawn: Square,
    },
    /// A capture en passant of a pawn that has not just made a double step.
    EnPassantTooLate {
        /// The empty target.
        to: Square,
        /// The square of the enemy pawn.
        pawn: Square,
    },
    /// A pawn must be promoted, and the move does not say to what.
    PromotionMissing {
        /// The target.
        to: Square,
        /// The roles of promotion.
        roles: &'static [Role],
    },
    /// A promotion on arrival in a variant whose pawns wait.
    PromotionOnArrival {
        /// The target.
        to: Square,
    },
    /// A promotion to a role that is not allowed.
    PromotionRole {
        /// The letter of the move.
        letter: char,
        /// The roles of promotion.
        roles: &'static [Role],
    },
    /// A promotion to a piece of which the side has lost none.
    PromotionStock {
        /// The piece.
        piece: Piece,
    },
    /// A promotion where there is none.
    PromotionElsewhere {
        /// The letter of the move.
        letter: char,
        /// The target.
        to: Square,
    },
    /// A waiting pawn must be promoted at the start of the turn, and the move does not do so.
    PromotionDue {
        /// The pawn's square.
        pawn: Square,
        /// The roles of which its side has lost pieces.
        roles: Vec<Role>,
        /// Whether the move is algebraic.
        algebraic: bool,
    },
    /// A promotion at the start of the turn in a variant without waiting pawns.
    NoWaitingPawns {
        /// The square.
        square: Square,
    },
    /// A promotion at the start of the turn of a side that has lost no piece.
    NothingLost {
        /// The pawn's square.
        pawn: Square,
        /// The side to move.
        color: Color,
    },
    /// A promotion at the start of the turn to a piece of which the side has lost none.
    NotLost {
        /// The pawn's square.
        pawn: Square,
        /// The piece.
        piece: Piece,
        /// The roles of which the side has lost pieces.
        lost: Vec<Role>,
    },
    /// A promotion of a pawn that still waits.
    StillWaiting {
        /// The pawn's square.
        pawn: Square,
        /// The number of its owner's moves that it waits.
        wait: u8,
    },
    /// A promotion at the start of the turn while another pawn has waited longer.
    WaitsLess {
        /// The pawn's square.
        pawn: Square,
        /// The square of the other pawn.
        first: Square,
    },
    /// A promotion at the start of the turn where no pawn of the side waits.
    NotWaiting {
        /// The square.
        square: Square,
        /// The side to move.
        color: Color,
    },
    /// The captured piece promotes a waiting pawn at once, which then attacks the king.
    InstantPromotion {
        /// The pawn's square.
        pawn: Square,
        /// The captured role.
        role: Role,
        /// The king's square.
        king: Square,
    },
    /// The king moves to an attacked square.
    KingAttacked {
        /// The king's target.
        to: Square,
        /// The attackers.
        by: Vec<Placed>,
    },
    /// The king is in check, and the move does not parry it.
    InCheck {
        /// The king's square.
        king: Square,
        /// The attackers after the move.
        by: Vec<Placed>,
    },
    /// The piece is pinned.
    Pinned {
        /// The piece.
        mover: Placed,
        /// The king's square.
        king: Square,
        /// The attackers after the move.
        by: Vec<Placed>,
    },
    /// The king is attacked after the move, in a variant with pieces that need a piece to jump over.
    Exposed {
        /// The piece.
        mover: Placed,
        /// The king's square.
        king: Square,
        /// The attackers after the move.
        by: Vec<Placed>,
    },
    /// A capture en passant opens a line to the king.
    EnPassantPinned {
        /// The king's square.
        king: Square,
        /// The attackers after the move.
        by: Vec<Placed>,
    },
    /// A castling in a variant that has none.
    NoCastling,
    /// A castling that the king does not have.
    NoSuchCastling {
        /// The king.
        king: Placed,
        /// How it castles, in words.
        rule: &'static str,
    },
    /// A free castling without the target of the partner.
    PartnerTargetMissing {
        /// A castling that is meant.
        row: &'static CastlingRow,
    },
    /// No right to castle on that side, in a variant with many start arrays.
    NoCastlingRight {
        /// The side to move.
        color: Color,
    },
    /// The right to a castling or leap is lost.
    CastlingRightLost {
        /// The side to move.
        color: Color,
        /// The castling.
        row: &'static CastlingRow,
    },
    /// Pieces stand between or on the targets of king and partner.
    CastlingBlocked {
        /// The castling.
        row: &'static CastlingRow,
        /// The squares that are not empty.
        squares: Bitboard,
    },
    /// A castling out of check.
    CastlingInCheck {
        /// The castling.
        row: &'static CastlingRow,
        /// The pieces that give check.
        checkers: Vec<Placed>,
    },
    /// A square of the king's way or its target is attacked.
    CastlingThroughCheck {
        /// The castling.
        row: &'static CastlingRow,
        /// The square.
        square: Square,
        /// The attackers.
        by: Vec<Placed>,
    },
    /// The king is attacked after the castling.
    CastlingIntoCheck {
        /// The castling.
        row: &'static CastlingRow,
        /// The attackers.
        by: Vec<Placed>,
    },
}

impl Cause {
    /// The squares that it names.
    pub fn squares(&self) -> Bitboard {
        let all = |pieces: &[Placed]| pieces.iter().fold(Bitboard::EMPTY, |squares, piece| squares.with(piece.square));
        match self {
            Cause::BareKing { .. }
            | Cause::NullMove
            | Cause::NoPiece { .. }
            | Cause::NoDoubleStep
            | Cause::PromotionRole { .. }
            | Cause::PromotionStock { .. }
            | Cause::NoCastling
            | Cause::NoCastlingRight { .. } => Bitboard::EMPTY,
            Cause::NullMoveInCheck { checkers } => all(checkers),
            Cause::OffBoard { square }
            | Cause::EmptySquare { square }
            | Cause::KingCapture { square }
            | Cause::WaitingPawnCapture { square }
            | Cause::WaitingPawnMove { square }
            | Cause::NoWaitingPawns { square }
            | Cause::NotWaiting { square, .. }
            | Cause::NoPawn { to: square, .. }
            | Cause::PawnCapture { to: square }
            | Cause::DoubleStepRank { from: square, .. }
            | Cause::LongStep { from: square, .. }
            | Cause::DoubleStepBarred { pawn: square }
            | Cause::NoEnPassant { pawn: square }
            | Cause::PromotionMissing { to: square, .. }
            | Cause::PromotionOnArrival { to: square }
            | Cause::PromotionElsewhere { to: square, .. }
            | Cause::PromotionDue { pawn: square, .. }
            | Cause::NothingLost { pawn: square, .. }
            | Cause::NotLost { pawn: square, .. }
            | Cause::StillWaiting { pawn: square, .. } => Bitboard::of(*square),
            Cause::EnemyPiece { piece }
            | Cause::SameSquare { mover: piece }
            | Cause::NoSuchCastling { king: piece, .. } => Bitboard::of(piece.square),
            Cause::OwnPiece { mover, captured } => all(&[*mover, *captured]),
            Cause::Movement { mover, to, .. } => all(&[*mover]).with(*to),
            Cause::Blocked { mover, to, by } => all(by).with(mover.square).with(*to),
            Cause::PawnMovement { from: first, to: second, .. }
            | Cause::EnPassantTooLate { to: first, pawn: second }
            | Cause::WaitsLess { pawn: first, first: second }
            | Cause::InstantPromotion { pawn: first, king: second, .. } => Bitboard::of(*first).with(*second),
            Cause::PawnBlocked { from: square, by }
            | Cause::DoubleStepBlocked { from: square, by }
            | Cause::LongStepBlocked { from: square, by, .. }
            | Cause::KingAttacked { to: square, by }
            | Cause::InCheck { king: square, by }
            | Cause::EnPassantPinned { king: square, by } => all(by).with(*square),
            Cause::Pinned { mover, king, by } | Cause::Exposed { mover, king, by } => {
                all(by).with(mover.square).with(*king)
            }
            Cause::PartnerTargetMissing { row } => of_row(row).with(row.king_from),
            Cause::CastlingRightLost { row, .. } => of_row(row),
            Cause::CastlingBlocked { row, squares } => of_row(row) | *squares,
            Cause::CastlingInCheck { row, checkers: pieces } | Cause::CastlingIntoCheck { row, by: pieces } => {
                of_row(row) | all(pieces)
            }
            Cause::CastlingThroughCheck { row, square, by } => (of_row(row) | all(by)).with(*square),
        }
    }
}

/// The target of the king, and the start square of its partner.
fn of_row(row: &CastlingRow) -> Bitboard {
    Bitboard::of(row.king_to) | row.partner.map_or(Bitboard::EMPTY, |partner| Bitboard::of(partner.from))
}

campione_core::codes!(Cause {
    BareKing => "illegal.bare-king",
    NullMove => "illegal.null-move",
    NullMoveInCheck => "illegal.null-move-in-check",
    OffBoard => "illegal.off-board",
    EmptySquare => "illegal.empty-square",
    EnemyPiece => "illegal.enemy-piece",
    NoPiece => "illegal.no-piece",
    NoPawn => "illegal.no-pawn",
    SameSquare => "illegal.same-square",
    OwnPiece => "illegal.own-piece",
    KingCapture => "illegal.king-capture",
    WaitingPawnCapture => "illegal.waiting-pawn-capture",
    WaitingPawnMove => "illegal.waiting-pawn-move",
    Movement => "illegal.movement",
    Blocked => "illegal.blocked",
    PawnMovement => "illegal.pawn-movement",
    PawnBlocked => "illegal.pawn-blocked",
    PawnCapture => "illegal.pawn-capture",
    NoDoubleStep => "illegal.no-double-step",
    DoubleStepRank => "illegal.double-step-rank",
    DoubleStepBlocked => "illegal.double-step-blocked",
    DoubleStepBarred => "illegal.double-step-barred",
    LongStep => "illegal.long-step",
    LongStepBlocked => "illegal.long-step-blocked",
    NoEnPassant => "illegal.no-en-passant",
    EnPassantTooLate => "illegal.en-passant-too-late",
    PromotionMissing => "illegal.promotion-missing",
    PromotionOnArrival => "illegal.promotion-on-arrival",
    PromotionRole => "illegal.promotion-role",
    PromotionStock => "illegal.promotion-stock",
    PromotionElsewhere => "illegal.promotion-elsewhere",
    PromotionDue => "illegal.promotion-due",
    NoWaitingPawns => "illegal.no-waiting-pawns",
    NothingLost => "illegal.nothing-lost",
    NotLost => "illegal.not-lost",
    StillWaiting => "illegal.still-waiting",
    WaitsLess => "illegal.waits-less",
    NotWaiting => "illegal.not-waiting",
    InstantPromotion => "illegal.instant-promotion",
    KingAttacked => "illegal.king-attacked",
    InCheck => "illegal.in-check",
    Pinned => "illegal.pinned",
    Exposed => "illegal.exposed",
    EnPassantPinned => "illegal.en-passant-pinned",
    NoCastling => "illegal.no-castling",
    NoSuchCastling => "illegal.no-such-castling",
    PartnerTargetMissing => "illegal.partner-target-missing",
    NoCastlingRight => "illegal.no-castling-right",
    CastlingRightLost => "illegal.castling-right-lost",
    CastlingBlocked => "illegal.castling-blocked",
    CastlingInCheck => "illegal.castling-in-check",
    CastlingThroughCheck => "illegal.castling-through-check",
    CastlingIntoCheck => "illegal.castling-into-check",
});
