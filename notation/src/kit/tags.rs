//! What is special about a position, as tags.

use std::collections::BTreeSet;
use std::fmt;

use campione_core::{Bitboard, Color, Piece, Role, Square};
use campione_movegen::{Move, MoveKind, Position};

use crate::uci;
use crate::why::{self, Cause};

/// Declares [`Tag`] with the name and the meaning of each.
macro_rules! tags {
    ($(#[doc = $meaning:literal] $tag:ident => $name:literal,)*) => {
        /// Something in a position that a move generator may get wrong. The side to move is meant unless the other is named.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        #[non_exhaustive]
        pub enum Tag {
            $(#[doc = $meaning] $tag,)*
        }

        impl Tag {
            /// All tags, in the order of the documentation.
            pub const ALL: &'static [Tag] = &[$(Tag::$tag),*];

            /// Its name in files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Tag::$tag => $name,)*
                }
            }

            /// Its meaning, in a sentence.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Tag::$tag => $meaning.trim_ascii(),)*
                }
            }
        }
    };
}

tags! {
    /// The king is in check.
    Check => "check",
    /// Two or more pieces give check.
    DoubleCheck => "double-check",
    /// There is no legal move, in check.
    Checkmate => "checkmate",
    /// There is no legal move, and no check.
    Stalemate => "stalemate",
    /// A bare king has lost: there are no moves, although pieces could move.
    BareKing => "bare-king",
    /// The game is drawn by material or by the move rule, and there are legal moves. Perft counts them.
    Drawn => "drawn",
    /// A piece other than a pawn is pinned.
    Pinned => "pinned",
    /// A pawn is pinned.
    PinnedPawn => "pinned-pawn",
    /// A legal move gives check by a piece that does not move.
    DiscoveredCheck => "discovered-check",
    /// A legal move gives check by two pieces or more.
    GivesDoubleCheck => "gives-double-check",
    /// A pawn's double step, or a longer one, is legal.
    DoubleStep => "double-step",
    /// A double step would parry the check, but the enemy pawn beside its target forbids it.
    DoubleStepBarred => "double-step-barred",
    /// A capture en passant is legal.
    EnPassant => "en-passant",
    /// A capture en passant parries a check.
    EnPassantEvasion => "en-passant-evasion",
    /// A pawn stands ready to capture en passant, but that would leave the king attacked.
    EnPassantIllegal => "en-passant-illegal",
    /// A promotion without a capture is legal.
    Promotion => "promotion",
    /// A promotion with a capture is legal.
    PromotionCapture => "promotion-capture",
    /// A pawn may be promoted to some roles only, because of the pieces that its side has.
    PromotionLimited => "promotion-limited",
    /// A pawn may also reach the zone of promotion without promotion.
    PromotionDeclined => "promotion-declined",
    /// A pawn may reach the last rank, where it will wait for its promotion.
    StartsWaiting => "starts-waiting",
    /// A pawn of either side waits for its promotion.
    WaitingPawn => "waiting-pawn",
    /// A waiting pawn is promoted at the start of this turn.
    WaitingPromotion => "waiting-promotion",
    /// A castling is legal.
    Castling => "castling",
    /// A castling with another piece than a rook is legal.
    CastlingOtherPartner => "castling-other-partner",
    /// A castling is legal in which king or partner chooses its target.
    FreeCastling => "free-castling",
    /// A castling out of check is legal.
    CastlingOutOfCheck => "castling-out-of-check",
    /// A castling gives check.
    CastlingGivesCheck => "castling-gives-check",
    /// There is a right to castle, but a piece stands in the way.
    CastlingBlocked => "castling-blocked",
    /// A castling is illegal only because the king is in check.
    CastlingInCheck => "castling-in-check",
    /// A castling is illegal only because a square on the way is attacked.
    CastlingThroughCheck => "castling-through-check",
    /// A castling is illegal only because the king would be in check after it.
    CastlingIntoCheck => "castling-into-check",
    /// The king's leap is legal.
    KingLeap => "king-leap",
    /// The king's leap is illegal only because its target or way is attacked.
    KingLeapAttacked => "king-leap-attacked",
    /// A legal capture takes a right to castle from the other side.
    RightCaptured => "right-captured",
    /// A legal check takes rights to castle from the other side.
    RightLostByCheck => "right-lost-by-check",
    /// A legal move, or a check, needs a piece to jump over.
    Hop => "hop",
    /// A piece is stopped by another on the way of its leap.
    LameBlocked => "lame-blocked",
    /// There are 100 legal moves or more.
    ManyMoves => "many-moves",
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// All tags of a position, each once, in the order of [`Tag::ALL`].
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::fen;
/// use campione_notation::kit::{Tag, tags};
/// let carrera = Variant::named("carrera")?;
/// let position = fen::read("4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1", carrera)?;
/// assert_eq!(tags(&position), [Tag::Check, Tag::DoubleStepBarred]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tags(position: &Position) -> Vec<Tag> {
    let us = position.turn();
    let moves = position.legal_moves();
    let mut case = Case { position, us, in_check: position.in_check(), found: BTreeSet::new() };
    case.end(&moves);
    case.pins();
    for &mv in &moves {
        case.legal(mv);
    }
    case.promotions(&moves);
    case.illegal_pawn_moves(&moves);
    case.illegal_castlings();
    case.blocked_leaps();
    case.add_if(moves.len() >= 100, Tag::ManyMoves);
    case.found.into_iter().collect()
}

/// A position whose tags are collected.
struct Case<'p> {
    position: &'p Position,
    /// The side to move.
    us: Color,
    in_check: bool,
    found: BTreeSet<Tag>,
}

impl Case<'_> {
    fn add_if(&mut self, is_so: bool, tag: Tag) {
        if is_so {
            self.found.insert(tag);
        }
    }

    fn end(&mut self, moves: &[Move]) {
        let position = self.position;
        let lost = position.lost_by_bare_king().is_some();
        self.add_if(self.in_check, Tag::Check);
        self.add_if(position.checkers().count() > 1, Tag::DoubleCheck);
        self.add_if(lost, Tag::BareKing);
        self.add_if(!lost && moves.is_empty(), if self.in_check { Tag::Checkmate } else { Tag::Stalemate });
        self.add_if(!moves.is_empty() && position.outcome().is_some(), Tag::Drawn);
        self.add_if(position.all_waiting_pawns().next().is_some(), Tag::WaitingPawn);
        let king = position.king(self.us);
        let by_hop = |square: Square| {
            let piece = position.piece_at(square);
            piece.is_some_and(|piece| self.hops(piece, square, king))
        };
        self.add_if(position.checkers().into_iter().any(by_hop), Tag::Hop);
    }

    /// Whether the piece needs another between for that move.
    fn hops(&self, piece: Piece, from: Square, to: Square) -> bool {
        let class = self.position.variant().role(piece.role).leap_class;
        let class = class.and_then(|class| self.position.variant().leap_classes().get(usize::from(class)));
        class.is_some_and(|class| class.hops)
            && self.position.reaches(piece, from, to, self.position.occupied())
            && !self.position.reaches(piece, from, to, Bitboard::of(from).with(to))
    }

    fn pins(&mut self) {
        let position = self.position;
        let (king, occupied, checkers) = (position.king(self.us), position.occupied(), position.checkers());
        for square in position.by_color(self.us) - Bitboard::of(king) {
            let uncovered = position.attackers_with(king, !self.us, occupied - Bitboard::of(square)) - checkers;
            let is_pawn = position.role_at(square) == Some(Role::PAWN);
            self.add_if(uncovered.any(), if is_pawn { Tag::PinnedPawn } else { Tag::Pinned });
        }
    }

    fn legal(&mut self, mv: Move) {
        let position = self.position;
        match mv.kind() {
            MoveKind::DoubleStep => self.add_if(true, Tag::DoubleStep),
            MoveKind::EnPassant | MoveKind::EnPassantPromotion => {
                self.found.insert(Tag::EnPassant);
                self.add_if(self.in_check, Tag::EnPassantEvasion);
            }
            MoveKind::Promotion => self.add_if(true, Tag::Promotion),
            MoveKind::PromotionCapture => self.add_if(true, Tag::PromotionCapture),
            MoveKind::Quiet | MoveKind::Capture | MoveKind::Castling | MoveKind::Null => {}
        }
        self.add_if(mv.turn_promotion().is_some(), Tag::WaitingPromotion);
        if let Some(piece) = position.piece_at(mv.from()).filter(|_| mv.kind() != MoveKind::Castling) {
            let is_last = position.variant().last_rank(self.us).contains(mv.to());
            let waits = position.variant().promotion_wait().is_some() && piece.role == Role::PAWN && is_last;
            self.add_if(waits, Tag::StartsWaiting);
            self.add_if(self.hops(piece, mv.from(), mv.to()), Tag::Hop);
        }
        self.after(mv, &position.play_unchecked(mv));
    }

    /// What a legal move does to the other side.
    fn after(&mut self, mv: Move, after: &Position) {
        let position = self.position;
        let checkers = after.checkers();
        self.add_if(checkers.count() > 1, Tag::GivesDoubleCheck);
        let stood = |square| position.piece_at(square) == after.piece_at(square);
        self.add_if(checkers.into_iter().any(stood), Tag::DiscoveredCheck);
        if position.castling_rights(!self.us) != after.castling_rights(!self.us) {
            self.found.insert(if mv.is_capture() { Tag::RightCaptured } else { Tag::RightLostByCheck });
        }
        if let Some(row) = position.castling_row(mv) {
            let Some(partner) = row.partner else {
                self.found.insert(Tag::KingLeap);
                return;
            };
            let rook = position.variant().role_by_letter('R');
            self.found.insert(Tag::Castling);
            self.add_if(Some(partner.role) != rook, Tag::CastlingOtherPartner);
            self.add_if(row.free, Tag::FreeCastling);
            self.add_if(self.in_check, Tag::CastlingOutOfCheck);
            self.add_if(checkers.any(), Tag::CastlingGivesCheck);
        }
    }

    fn promotions(&mut self, moves: &[Move]) {
        let variant = self.position.variant();
        let mut by_step: Vec<(Square, Square, Role)> =
            moves.iter().filter_map(|mv| Some((mv.from(), mv.to(), mv.promotion()?))).collect();
        by_step.sort_unstable();
        let steps = by_step.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1));
        let limited = steps.into_iter().any(|roles| roles.len() < variant.promotions().len());
        self.add_if(limited, Tag::PromotionLimited);
        let zone = variant.promotion_zone(self.us);
        let declines = |mv: &Move| {
            mv.promotion().is_none()
                && zone.contains(mv.to())
                && self.position.role_at(mv.from()) == Some(Role::PAWN)
                && by_step.iter().any(|&(from, to, _)| (from, to) == (mv.from(), mv.to()))
        };
        self.add_if(moves.iter().any(declines), Tag::PromotionDeclined);
    }

    fn illegal_pawn_moves(&mut self, moves: &[Move]) {
        let position = self.position;
        let captures = moves.iter().any(|mv| mv.kind().is_en_passant());
        self.add_if(position.en_passant().is_some() && !captures, Tag::EnPassantIllegal);
        let variant = position.variant();
        if !self.in_check || !variant.double_step_barred() || position.checkers().count() > 1 {
            return;
        }
        let forward = if self.us == Color::White { 2 } else { -2 };
        for from in position.pawns(self.us) & variant.double_step_from(self.us) {
            let Some(to) = from.offset(0, forward) else { continue };
            let Ok(explained) = why::explain(&format!("{from}{to}"), position) else { continue };
            let barred = |reason: &why::Reason| matches!(reason.cause, Cause::DoubleStepBarred { .. });
            let others = explained.reasons.iter().any(|reason| !barred(reason));
            self.add_if(!others && explained.reasons.iter().any(barred), Tag::DoubleStepBarred);
        }
    }

    fn illegal_castlings(&mut self) {
        let side = self.position.castling(self.us);
        let rights = self.position.castling_rights(self.us);
        for row in side.rows.iter().filter(|row| rights.intersects(row.right)) {
            let castles = row.partner.is_some();
            let against = why::against_castling(self.position, row);
            let all = |is: fn(&Cause) -> bool| !against.is_empty() && against.iter().all(is);
            if against.iter().any(|cause| matches!(cause, Cause::CastlingBlocked { .. })) {
                self.add_if(castles, Tag::CastlingBlocked);
            } else if all(|cause| matches!(cause, Cause::CastlingInCheck { .. })) {
                self.add_if(castles, Tag::CastlingInCheck);
            } else if all(|cause| matches!(cause, Cause::CastlingThroughCheck { .. })) {
                self.found.insert(if castles { Tag::CastlingThroughCheck } else { Tag::KingLeapAttacked });
            } else if all(|cause| matches!(cause, Cause::CastlingIntoCheck { .. })) {
                self.found.insert(if castles { Tag::CastlingIntoCheck } else { Tag::KingLeapAttacked });
            }
        }
    }

    /// Leaps to squares off the lines of a queen, which nothing but a piece on the way can stop.
    fn blocked_leaps(&mut self) {
        let position = self.position;
        let variant = position.variant();
        let special = |role: Role| {
            let class = variant.role(role).leap_class;
            let class = class.and_then(|class| variant.leap_classes().get(usize::from(class)));
            class.is_some_and(|class| class.special.iter().any(|leaps| leaps.from.iter().any(|from| !from.is_empty())))
        };
        let roles: Vec<Role> =
            variant.all_roles().filter(|&role| role != Role::PAWN && role != Role::KING && special(role)).collect();
        for role in roles {
            let piece = Piece { color: self.us, role };
            for from in position.pieces(self.us, role) {
                let is_blocked = |to: Square| {
                    let (files, ranks) = (to.file().abs_diff(from.file()), to.rank().abs_diff(from.rank()));
                    let on_a_line = files == 0 || ranks == 0 || files == ranks;
                    !on_a_line
                        && position.reaches(piece, from, to, Bitboard::of(from))
                        && !position.reaches(piece, from, to, position.occupied())
                };
                self.add_if(variant.board().into_iter().any(is_blocked), Tag::LameBlocked);
            }
        }
    }
}

/// The coordinates of all legal moves, sorted: the divide of depth 1.
pub fn moves(position: &Position) -> Vec<String> {
    let mut texts: Vec<String> = position.legal_moves().iter().map(|&mv| uci::write(mv, position)).collect();
    texts.sort_unstable();
    texts
}
