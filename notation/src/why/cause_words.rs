//! Causes of illegality in words.

use std::fmt::{self, Display, Formatter};

use campione_core::{CastlingRow, PartnerMove, PawnKind, Role, Square, Variant};

use super::cause::{Cause, Placed};
use crate::squares::Counted;

/// A cause in words: see [`Cause::words`].
#[derive(Clone, Copy, Debug)]
pub struct CauseWords<'c> {
    cause: &'c Cause,
    variant: Variant,
    first_rank: u8,
}

impl Cause {
    /// The cause in words, with the variant's names of pieces, and with ranks counted from `first_rank`.
    pub fn words(&self, variant: Variant, first_rank: u8) -> CauseWords<'_> {
        CauseWords { cause: self, variant, first_rank }
    }
}

/// The ranks from which pawns make double steps, in words.
fn rank_names(ranks: &[u8]) -> String {
    if *ranks == [2] {
        return "its second rank".to_owned();
    }
    let ranks: Vec<String> = ranks.iter().map(u8::to_string).collect();
    format!("rank {} from its own side", ranks.join(" or "))
}

impl CauseWords<'_> {
    fn at(&self, square: Square) -> Counted {
        Counted { square, first_rank: self.first_rank }
    }

    fn name(&self, role: Role) -> &'static str {
        self.variant.role_name(role)
    }

    fn names(&self, roles: &[Role]) -> String {
        roles.iter().map(|&role| self.name(role)).collect::<Vec<_>>().join(", ")
    }

    /// A piece on its square: `the bishop on h5`.
    fn placed(&self, Placed { piece, square }: Placed) -> String {
        format!("the {} on {}", self.name(piece.role), self.at(square))
    }

    fn all(&self, pieces: &[Placed]) -> String {
        pieces.iter().map(|&piece| self.placed(piece)).collect::<Vec<_>>().join(" and ")
    }

    /// A castling or leap, without its targets.
    fn castling(&self, row: &CastlingRow) -> String {
        match row.partner {
            None => format!("the king's leap to {}", self.at(row.king_to)),
            Some(PartnerMove { from, role, .. }) => {
                let castling = self.variant.spec().castling.get(&row.letter);
                let name = castling.map_or("castling", |castling| &castling.name);
                format!("{name} with the {} on {}", self.name(role), self.at(from))
            }
        }
    }
}

impl Display for CauseWords<'_> {
    #[allow(clippy::too_many_lines, reason = "one row for each cause")]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let variant = self.variant;
        let capture = match variant.pawn_kind() {
            PawnKind::Orthodox => "diagonally",
            PawnKind::Berolina => "straight",
        };
        match self.cause {
            Cause::BareKing { loser } => {
                write!(f, "the game is over: {loser} has nothing but its king, and so has lost")
            }
            Cause::NullMove => f.write_str("a null move is not a move: a side may not pass its turn"),
            Cause::NullMoveInCheck { checkers } => write!(
                f,
                "a null move is not a move, and not possible in check: the king is attacked by {}",
                self.all(checkers)
            ),
            Cause::OffBoard { square } => write!(f, "{} is not on the board of {}", self.at(*square), variant.id()),
            Cause::EmptySquare { square } => write!(f, "{} is empty", self.at(*square)),
            Cause::EnemyPiece { piece } => {
                let owner = piece.piece.color;
                write!(f, "{} is {owner}'s, but {} is to move", self.placed(*piece), !owner)
            }
            Cause::NoPiece { piece, there } => {
                let there = if *there { " there" } else { "" };
                write!(f, "{} has no {}{there}", piece.color, self.name(piece.role))
            }
            Cause::NoPawn { color, to } => write!(f, "{color} has no pawn that could move to {}", self.at(*to)),
            Cause::SameSquare { mover } => write!(f, "{} does not stay where it is", self.placed(*mover)),
            Cause::OwnPiece { mover, captured } => {
                write!(f, "{} cannot take {} of its own side", self.placed(*mover), self.placed(*captured))
            }
            Cause::KingCapture { .. } => f.write_str("no move captures a king"),
            Cause::WaitingPawnCapture { square } => {
                write!(f, "the pawn on {} waits for its promotion and cannot be captured", self.at(*square))
            }
            Cause::WaitingPawnMove { square } => {
                write!(f, "the pawn on {} waits for its promotion and cannot move", self.at(*square))
            }
            Cause::Movement { mover, to, rule } => {
                write!(f, "{} does not move to {}: {rule}", self.placed(*mover), self.at(*to))
            }
            Cause::Blocked { mover, to, by } => {
                write!(f, "{} does not reach {}: ", self.placed(*mover), self.at(*to))?;
                match by.as_slice() {
                    [] => f.write_str("its way there is blocked"),
                    by => write!(f, "{} stands in the way", self.all(by)),
                }
            }
            Cause::PawnMovement { from, to, double_step_ranks } => {
                let step = match variant.pawn_kind() {
                    PawnKind::Orthodox => "ahead",
                    PawnKind::Berolina => "diagonally ahead",
                };
                write!(f, "a pawn on {} does not move to {}: one square {step}", self.at(*from), self.at(*to))?;
                if !double_step_ranks.is_empty() {
                    write!(f, ", two from {}", rank_names(double_step_ranks))?;
                }
                write!(f, ", captures {capture} ahead")
            }
            Cause::PawnBlocked { from, by } => {
                write!(f, "the pawn on {} is blocked by {}", self.at(*from), self.all(by))
            }
            Cause::PawnCapture { to } => write!(f, "a pawn captures {capture}, and {} is empty", self.at(*to)),
            Cause::NoDoubleStep => write!(f, "a pawn never moves two squares in {}", variant.id()),
            Cause::DoubleStepRank { from, ranks } => {
                write!(f, "a pawn moves two squares from {} only, not from {}", rank_names(ranks), self.at(*from))
            }
            Cause::DoubleStepBlocked { from, by } => {
                write!(f, "the double step from {} is blocked by {}", self.at(*from), self.all(by))
            }
            Cause::DoubleStepBarred { pawn } => write!(
                f,
                "in check a pawn may not make the double step when it would land beside the enemy pawn on {}",
                self.at(*pawn)
            ),
            Cause::LongStep { from, squares, rule } => {
                write!(f, "a pawn does not move {squares} squares from {}: {rule}", self.at(*from))
            }
            Cause::LongStepBlocked { from, squares, by } => {
                write!(f, "the step of {squares} squares from {} is blocked by {}", self.at(*from), self.all(by))
            }
            Cause::NoEnPassant { pawn } => write!(
                f,
                "the pawn on {} cannot be captured en passant: there is no such capture in {}",
                self.at(*pawn),
                variant.id()
            ),
            Cause::EnPassantTooLate { to, pawn } => write!(
                f,
                "a pawn captures {capture}, and {} is empty; en passant it captures the turn after the double step \
                 only, and the pawn on {} has not just made one",
                self.at(*to),
                self.at(*pawn)
            ),
            Cause::KingAttacked { to, by } => {
                write!(f, "the king would be attacked on {} by {}", self.at(*to), self.all(by))
            }
            Cause::InCheck { king, by } => {
                write!(f, "the king on {} is in check by {}, and this does not parry it", self.at(*king), self.all(by))
            }
            Cause::Pinned { mover, king, by } => write!(
                f,
                "{} is pinned: moving it opens a line to the king on {} for {}",
                self.placed(*mover),
                self.at(*king),
                self.all(by)
            ),
            Cause::Exposed { mover, king, by } => write!(
                f,
                "after the move of {} the king on {} is attacked by {}",
                self.placed(*mover),
                self.at(*king),
                self.all(by)
            ),
            Cause::EnPassantPinned { king, by } => {
                write!(f, "capturing en passant opens a line to the king on {} for {}", self.at(*king), self.all(by))
            }
            Cause::PromotionMissing { to, roles } => {
                write!(f, "a pawn on {} becomes another piece at once: say which ({})", self.at(*to), self.names(roles))
            }
            Cause::PromotionOnArrival { to } => {
                write!(f, "a pawn on {} waits there and is not promoted as it arrives", self.at(*to))
            }
            Cause::PromotionRole { letter, roles } => {
                write!(f, "a pawn cannot become `{letter}` in {}, only: {}", variant.id(), self.names(roles))
            }
            Cause::PromotionStock { piece } => {
                write!(f, "{} has every {} that it may have", piece.color, self.name(piece.role))
            }
            Cause::PromotionElsewhere { letter, to } => {
                write!(f, "`{letter}` is not allowed here: no pawn is promoted on {}", self.at(*to))
            }
            Cause::PromotionDue { pawn, roles, algebraic } => {
                let pawn = self.at(*pawn);
                write!(
                    f,
                    "the pawn on {pawn} has waited long enough and becomes another piece at the start of this turn ({}): ",
                    self.names(roles)
                )?;
                // Any role is an example.
                let letter = roles.first().map_or('Q', |&role| variant.role(role).letter);
                if *algebraic {
                    write!(f, "write it as `{pawn}={letter}:` before the move")
                } else {
                    write!(f, "write it as `,{pawn}{}` after the move", letter.to_ascii_lowercase())
                }
            }
            Cause::NoWaitingPawns { square } => {
                write!(f, "no pawn waits for its promotion in {}, on {} or elsewhere", variant.id(), self.at(*square))
            }
            Cause::NothingLost { pawn, color } => {
                write!(f, "the pawn on {} goes on waiting, because {color} has lost no piece", self.at(*pawn))
            }
            Cause::NotLost { pawn, piece, lost } => write!(
                f,
                "the pawn on {} can become what {} has lost ({}), not a {}",
                self.at(*pawn),
                piece.color,
                self.names(lost),
                self.name(piece.role)
            ),
            Cause::StillWaiting { pawn, wait } => {
                write!(f, "the pawn on {} still waits ({wait} of its owner's moves)", self.at(*pawn))
            }
            Cause::WaitsLess { pawn, first } => {
                write!(f, "the pawn on {} has waited longer than that on {}", self.at(*first), self.at(*pawn))
            }
            Cause::NotWaiting { square, color } => write!(f, "no pawn of {color} waits on {}", self.at(*square)),
            Cause::InstantPromotion { pawn, role, king } => write!(
                f,
                "the pawn waiting on {} becomes the captured {} at once, and attacks the king on {}",
                self.at(*pawn),
                self.name(*role),
                self.at(*king)
            ),
            Cause::NoCastling => write!(f, "there is no castling in {}", variant.id()),
            Cause::NoSuchCastling { king, rule } => {
                write!(f, "{}'s king on {} has no such castling: {rule}", king.piece.color, self.at(king.square))
            }
            Cause::PartnerTargetMissing { row } => {
                f.write_str("a free castling must say where the partner goes too, such as `")?;
                write!(f, "{}{}", self.at(row.king_from), self.at(row.king_to))?;
                if let Some(partner) = row.partner {
                    write!(f, ",{}{}", self.at(partner.from), self.at(partner.to))?;
                }
                f.write_str("`")
            }
            Cause::NoCastlingRight { color } => {
                write!(f, "{color} has no right to castle on that side: the castling field of the FEN grants none")
            }
            Cause::CastlingRightLost { color, row } => write!(
                f,
                "{color} may no longer play {}: the castling field of the FEN grants no such right, as when {}{}",
                self.castling(row),
                if row.partner.is_none() { "its king has moved" } else { "one of the two has moved or was captured" },
                if variant.rights_lost_by_check() { ", or the king has been in check" } else { "" }
            ),
            Cause::CastlingBlocked { row, squares } => {
                let squares: Vec<String> = squares.into_iter().map(|square| self.at(square).to_string()).collect();
                write!(f, "{}: these squares are not empty: {}", self.castling(row), squares.join(", "))
            }
            Cause::CastlingInCheck { row, checkers } => {
                write!(f, "{}: the king is in check by {}", self.castling(row), self.all(checkers))
            }
            Cause::CastlingThroughCheck { row, square, by } => {
                write!(f, "{}: {} is attacked by {}", self.castling(row), self.at(*square), self.all(by))
            }
            Cause::CastlingIntoCheck { row, by } => {
                let (castling, to) = (self.castling(row), self.at(row.king_to));
                write!(f, "{castling}: the king would be attacked on {to} by {}", self.all(by))
            }
        }
    }
}
