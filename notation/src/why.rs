//! Explains why a move is not legal: the rule that forbids it, with its source.

mod castling;
mod cause;
mod cause_words;
mod step;
mod waiting;

use std::fmt;

use campione_core::{Bitboard, CastlingRow, Color, Piece, Provenance, Role, Square, Variant};
use campione_movegen::{Move, Position};

use crate::moves::pawns::quiet_origins;
use crate::moves::{self, CastlingText, CoordinatesText, MoveError, MoveStyle, MoveText, Said, StepText, Unresolved};

pub use self::cause::{Cause, Placed};
pub use self::cause_words::CauseWords;

/// One reason why a move is not legal. `{}` writes the cause in words; [`Cause::code`] names it for programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// What is wrong.
    pub cause: Cause,
    /// Where the rule comes from: `RULES.md §3; source 001`.
    pub source: &'static str,
    /// The variant of the position.
    pub variant: Variant,
}

impl Reason {
    /// The cause in words, with ranks counted from `first_rank`: 1 except in dialects such as `XBoard`'s.
    pub fn counted_from(&self, first_rank: u8) -> CauseWords<'_> {
        self.cause.words(self.variant, first_rank)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.counted_from(1).fmt(f)
    }
}

/// Whether a move is legal; if not, why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The legal moves that match the text: none, one, or several if the text is ambiguous.
    pub legal: Vec<Move>,
    /// Why the move is not legal. At least one reason if `legal` is empty.
    pub reasons: Vec<Reason>,
}

/// The section of RULES.md with the general rules, common to all variants.
const GENERAL: &str = "RULES.md, Words used throughout";
/// The section of RULES.md that lists boards and pieces.
const PIECES: &str = "RULES.md, Board and pieces";

/// Explains whether a move in any notation is legal, and if not, which rules forbid it.
///
/// # Errors
/// [`MoveError`] for text that cannot be read as a move.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::{fen, why};
/// let variant = Variant::named("carrera")?;
/// let position = fen::read("4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1", variant)?;
/// let reason = &why::explain("b2b4", &position)?.reasons[0];
/// assert_eq!(reason.cause, why::Cause::DoubleStepBarred { pawn: "c4".parse()? });
/// assert_eq!(reason.cause.code(), "illegal.double-step-barred");
/// assert!(reason.to_string().ends_with("beside the enemy pawn on c4") && reason.source.contains("RULES.md §1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(text: &str, position: &Position) -> Result<Explanation, MoveError> {
    let (style, notation) = (MoveStyle::NATIVE, moves::detect(text));
    let unreadable = |error| MoveError { notation: None, ..error };
    let parsed = MoveText::parse(text, style).ok_or_else(|| unreadable(MoveError::unreadable(text, notation)))?;
    match parsed.resolve(position, style) {
        Ok(mv) => Ok(Explanation { legal: vec![mv], reasons: Vec::new() }),
        Err(Unresolved::Ambiguous(moves)) => Ok(Explanation { legal: moves.to_vec(), reasons: Vec::new() }),
        Err(why @ Unresolved::Piece(_)) => {
            Err(unreadable(MoveError::unresolved(text, &parsed, &why, notation, position)))
        }
        Err(Unresolved::Illegal | Unresolved::Null) => {
            Ok(Explanation { legal: Vec::new(), reasons: reasons(&parsed, position, style) })
        }
    }
}

/// Why a move that was parsed in a style is not legal. Empty if it is legal.
pub fn reasons(parsed: &MoveText, position: &Position, style: MoveStyle) -> Vec<Reason> {
    let variant = position.variant();
    let algebraic = parsed.said.is_algebraic();
    let mut case = Case { position, variant, us: position.turn(), reasons: Vec::new(), algebraic, becomes: None };
    if let Some(loser) = position.lost_by_bare_king() {
        case.add(Cause::BareKing { loser }, GENERAL);
    } else {
        case.text(parsed, style);
    }
    // Castlings that differ in a target alone have the same words.
    case.reasons.dedup_by(|a, b| a.source == b.source && a.to_string() == b.to_string());
    case.reasons
}

/// What forbids a castling or leap to which the side to move has the right. Empty if it is legal.
#[cfg(feature = "serde")]
pub(crate) fn against_castling(position: &Position, row: &'static CastlingRow) -> Vec<Cause> {
    let (variant, us) = (position.variant(), position.turn());
    let mut case = Case { position, variant, us, reasons: Vec::new(), algebraic: false, becomes: None };
    case.row(row);
    case.reasons.into_iter().map(|reason| reason.cause).collect()
}

/// An ordinary move to be checked. Castlings are handled separately.
#[derive(Clone, Copy)]
struct Step {
    from: Square,
    to: Square,
    role: Role,
    promotion: Option<char>,
}

/// The reasons against a move, as they are collected.
struct Case<'p> {
    position: &'p Position,
    variant: Variant,
    /// The side to move.
    us: Color,
    reasons: Vec<Reason>,
    /// Whether the move was given algebraically.
    algebraic: bool,
    /// The waiting pawn that the move promotes at the start of the turn, and the piece that it becomes.
    becomes: Option<(Square, Role)>,
}

impl Case<'_> {
    fn add(&mut self, cause: Cause, source: &'static str) {
        self.reasons.push(Reason { cause, source, variant: self.variant });
    }

    /// A piece of the side to move.
    fn ours(&self, role: Role) -> Piece {
        Piece { color: self.us, role }
    }

    /// The rule of a role's movement, and its source.
    fn movement(&self, role: Role) -> &'static Provenance {
        let letter = self.variant.role(role).letter.to_string();
        self.variant.spec().piece.get(&letter).map_or(&self.variant.spec().pawn.why, |piece| &piece.why)
    }

    /// The piece on a square.
    fn piece(&self, square: Square) -> Option<Placed> {
        self.position.piece_at(square).map(|piece| Placed { piece, square })
    }

    fn pieces(&self, squares: Bitboard) -> Vec<Placed> {
        squares.into_iter().filter_map(|square| self.piece(square)).collect()
    }

    fn text(&mut self, parsed: &MoveText, style: MoveStyle) {
        let promotion = parsed
            .turn_promotion
            .map(|promotion| (promotion.square, moves::role(promotion.letter, self.variant, style)));
        match promotion {
            // A letter that no piece has is an error of the text.
            Some((_, Err(_))) => return,
            Some((square, Ok(role))) => self.turn_promotion(Some((square, role))),
            None => self.turn_promotion(None),
        }
        match &parsed.said {
            Said::Coordinates(wanted) => self.coordinates(wanted),
            Said::Castling(wanted) => self.castling_text(wanted, style),
            Said::Step(wanted) => self.algebraic(wanted, style),
            Said::Null => {
                let cause = if self.position.in_check() {
                    Cause::NullMoveInCheck { checkers: self.pieces(self.position.checkers()) }
                } else {
                    Cause::NullMove
                };
                self.add(cause, GENERAL);
            }
        }
    }

    fn coordinates(&mut self, wanted: &CoordinatesText) {
        let (from, to) = (wanted.from, wanted.to);
        let named = wanted.says_castling();
        let unnamed = Step { from, to, role: Role::KING, promotion: wanted.letter.filter(|_| !named) };
        if let Some((partner, target)) = wanted.partner {
            self.promotion(unnamed);
            return self.castling(|row| {
                row.free
                    && row.king_to == to
                    && row.partner.is_some_and(|moved| (moved.from, moved.to) == (partner, target))
            });
        }
        let Some(role) = self.mover(from) else { return };
        let takes_partner = self.position.by_color(self.us).contains(to) && from != to;
        let castles = role == Role::KING
            && (named
                || self
                    .rows()
                    .iter()
                    .any(|row| row.king_from == from && row.partner.is_some_and(|partner| partner.from == to))
                    && takes_partner
                || !self.variant.king_steps(from).contains(to)
                    && self.rows().iter().any(|row| row.king_from == from && row.king_to == to && !row.free));
        if !castles && role == Role::KING && wanted.castles_by_hand(self.position) {
            return self.castling(|row| row.partner.is_some_and(|partner| wanted.goes_toward(from, partner.from)));
        }
        if castles {
            self.promotion(unnamed);
            return self.castling(|row| {
                row.king_from == from
                    && !row.free
                    && match row.partner {
                        Some(partner) => row.king_to == to || partner.from == to,
                        // The king's leap has no `k` behind it.
                        None => row.king_to == to && !named,
                    }
            });
        }
        let free = |row: &&CastlingRow| row.free && row.king_from == from && row.king_to == to && role == Role::KING;
        if let Some(row) = self.rows().iter().find(free)
            && !self.position.reaches(self.ours(role), from, to, self.position.occupied())
        {
            return self.add(Cause::PartnerTargetMissing { row }, self.row_source(row));
        }
        self.step(Step { from, to, role, promotion: wanted.letter });
    }

    fn castling_text(&mut self, wanted: &CastlingText, style: MoveStyle) {
        let position = self.position;
        self.castling(|row| {
            let named = |partner_to| wanted.names(row, partner_to, position, style).unwrap_or(false);
            row.partner.is_some_and(|partner| named(partner.to))
        });
    }

    fn algebraic(&mut self, wanted: &StepText, style: MoveStyle) {
        let StepText { rank, capture, to, promotion, .. } = *wanted;
        let Ok((role, file)) = wanted.mover(|square| self.our_role_of(square), self.variant, style) else { return };
        if role == Role::KING && promotion.is_none() && self.king_castles_to(to) {
            // A castling written as the king's move.
            return self.castling(|row| row.king_to == to && !row.free && row.partner.is_some());
        }
        let from = |square: &Square| {
            self.role_of(*square) == Some(role)
                && file.is_none_or(|file| square.file() == file)
                && rank.is_none_or(|rank| square.rank() == rank)
                && (role != Role::PAWN
                    || file.is_some()
                    || capture
                    || quiet_origins(self.variant.rules(), to).contains(*square))
        };
        if !self.variant.board().contains(to) {
            return self.add(Cause::OffBoard { square: to }, PIECES);
        }
        let pieces: Vec<Square> = self.position.by_color(self.us).into_iter().filter(from).collect();
        if pieces.is_empty() {
            let cause = match role {
                Role::PAWN => Cause::NoPawn { color: self.us, to },
                _ => Cause::NoPiece { piece: self.ours(role), there: file.is_some() || rank.is_some() },
            };
            return self.add(cause, &self.movement(role).source);
        }
        // Of several pieces, explain only those that could reach the square on an otherwise empty board.
        let there = self.position.occupied() & Bitboard::of(to);
        let near = |from: &Square| role == Role::PAWN || self.position.reaches(self.ours(role), *from, to, there);
        let mut near: Vec<Square> = pieces.iter().copied().filter(near).collect();
        if near.is_empty() {
            near = pieces;
        }
        for from in near {
            self.step(Step { from, to, role, promotion });
        }
    }

    /// Whether a king's move to this square can only be a castling.
    fn king_castles_to(&self, to: Square) -> bool {
        let king = self.position.king(self.us);
        !self.variant.king_steps(king).contains(to)
            && self.rows().iter().any(|row| row.king_to == to && !row.free && row.partner.is_some())
            && !self.rows().iter().any(|row| row.king_to == to && row.partner.is_none())
    }

    /// The role of the piece on a square after the promotion at the start of the turn.
    fn role_of(&self, square: Square) -> Option<Role> {
        match self.becomes {
            Some((pawn, role)) if pawn == square => Some(role),
            _ => self.position.role_at(square),
        }
    }

    /// The same for our pieces alone.
    fn our_role_of(&self, square: Square) -> Option<Role> {
        self.role_of(square).filter(|_| self.position.by_color(self.us).contains(square))
    }

    /// The role of the piece on `from` if it belongs to the side to move; else adds the reason why it cannot move.
    fn mover(&mut self, from: Square) -> Option<Role> {
        if !self.variant.board().contains(from) {
            self.add(Cause::OffBoard { square: from }, PIECES);
            return None;
        }
        let Some(piece) = self.piece(from) else {
            self.add(Cause::EmptySquare { square: from }, PIECES);
            return None;
        };
        if piece.piece.color != self.us {
            self.add(Cause::EnemyPiece { piece }, GENERAL);
            return None;
        }
        self.role_of(from)
    }
}
