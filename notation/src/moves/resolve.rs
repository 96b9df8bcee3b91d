//! Finds the legal move that a parsed text means.

use std::borrow::Cow;

use campione_core::{Bitboard, CastlingRow, Role, Square, Variant};
use campione_movegen::{FewMoves, Move, Position};

use super::error::{MoveError, MoveFault};
use super::format;
use super::notation::MoveNotation;
use super::pawns::quiet_origins;
use super::rows::{beside, castling, hidden, ready_pawn, stands_between};
use super::spelling::COMPOUNDS;
use super::text::{CastlingText, CoordinatesText, MoveStyle, MoveText, Said, StepText, Way};
use crate::letters::{FOREIGN, Letters, Program};
use crate::roles::moving_as;

/// Why a parsed text means no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unresolved {
    /// No piece of the variant has this letter.
    Piece(char),
    /// No legal move matches.
    Illegal,
    /// Several legal moves match.
    Ambiguous(FewMoves),
    /// It is a null move, which no rule allows.
    Null,
}

/// How far the king moves in a free castling that `XBoard` writes without squares.
const XBOARD_CASTLES: u8 = 3;

/// The most candidates that an error lists when the text does not narrow them down.
const MOST_CANDIDATES: usize = 40;

impl MoveText {
    /// The one legal move of `position` that matches.
    ///
    /// # Errors
    /// [`Unresolved`] if none matches, or several.
    #[inline]
    pub fn resolve(&self, position: &Position, style: MoveStyle) -> Result<Move, Unresolved> {
        let turn_promotion = match self.turn_promotion {
            None => None,
            Some(promotion) => {
                let role = role(promotion.letter, position.variant(), style)?;
                Some((promotion.square, role))
            }
        };
        let query = Query { position, style, turn_promotion };
        let found = match &self.said {
            Said::Step(step) => {
                let wanted = query.wanted(step)?;
                if wanted.role == Role::PAWN
                    && let Some(letter) = step.piece
                    && let Some(role) = foreign_role(letter, position.variant(), style)
                {
                    return query.pawn_or_piece(step, &wanted, letter, role);
                }
                // The fast path for nearly all moves. A king's move may mean a castling in XBoard's notation.
                if turn_promotion.is_none()
                    && !(style.partner_beside && wanted.role == Role::KING)
                    && let Some(mv) = position.unique_move(wanted.role, wanted.origins, step.to, wanted.promotion)
                {
                    return Ok(mv);
                }
                // No verdict yet: several moves may match, or a castling may be written so.
                query.step(step, &wanted)
            }
            Said::Coordinates(coordinates) => query.coordinates(coordinates),
            Said::Castling(text) => query.castling(text)?,
            Said::Null => return Err(Unresolved::Null),
        };
        match found[..] {
            [] => Err(Unresolved::Illegal),
            [mv] => Ok(mv),
            _ => Err(Unresolved::Ambiguous(found)),
        }
    }
}

/// The role with a letter.
pub(crate) fn role(letter: char, variant: Variant, style: MoveStyle) -> Result<Role, Unresolved> {
    let found = match letter {
        letter if letter.is_ascii() => variant.role_by_letter(style.letters.ours(letter)),
        figurine => {
            let compound = COMPOUNDS.iter().find(|(compound, _)| *compound == figurine);
            compound.and_then(|(_, movement)| moving_as(movement, variant))
        }
    };
    found.ok_or(Unresolved::Piece(letter))
}

/// The role that other programs give this letter, if no piece has it here.
fn foreign_role(letter: char, variant: Variant, style: MoveStyle) -> Option<Role> {
    if style.letters.ours(letter) != letter || variant.role_by_letter(letter).is_some() {
        return None;
    }
    role(letter, variant, MoveStyle { letters: Letters::foreign(&[Program::Chessv], variant), ..style }).ok()
}

impl StepText {
    /// The role that moves, and the file of its origin. Without a letter it is a pawn, or the piece on the origin if
    /// that is given whole.
    pub(crate) fn mover(
        &self,
        role_of: impl Fn(Square) -> Option<Role>,
        variant: Variant,
        style: MoveStyle,
    ) -> Result<(Role, Option<u8>), Unresolved> {
        let Some(letter) = self.piece else {
            let origin = self.file.zip(self.rank).and_then(|(file, rank)| Square::new(file, rank));
            return Ok((origin.and_then(role_of).unwrap_or(Role::PAWN), self.file));
        };
        role(letter, variant, style).map(|role| (role, self.file)).or_else(|unknown| {
            // `Exd5`, if no piece is called E: the file of a capturing pawn in upper case.
            let file = self.capture && matches!(letter, 'A'..='L') && self.file.is_none() && self.rank.is_none();
            let other = matches!(letter, 'A' | 'C' | 'J');
            if file && !other { Ok((Role::PAWN, Some(letter as u8 - b'A'))) } else { Err(unknown) }
        })
    }
}

impl CastlingText {
    /// Whether it names this castling of the side to move. `partner_to` is the partner's target.
    pub(crate) fn names(
        &self,
        row: &CastlingRow,
        partner_to: Square,
        position: &Position,
        style: MoveStyle,
    ) -> Result<bool, Unresolved> {
        if row.letter != self.letter {
            return Ok(false);
        }
        let way = match self.way {
            Way::Short => !row.long,
            Way::Long => row.long,
            Way::Of(letter) => {
                let variant = position.variant();
                stands_between(role(letter, variant, style)?, row, position.turn(), variant)
            }
        };
        let squares = self.king_to.is_none_or(|king| {
            king == row.king_to
                && self.partner_to.map_or_else(|| beside(row, partner_to), |partner| partner == partner_to)
        });
        // Without squares, XBoard's king moves three squares in a free castling.
        let three = || beside(row, partner_to) && row.king_from.file().abs_diff(row.king_to.file()) == XBOARD_CASTLES;
        Ok(way && squares && (!style.partner_beside || !row.free || self.king_to.is_some() || three()))
    }
}

impl CoordinatesText {
    /// Whether it is a king's move of two squares or more along its rank in a variant with random arrays. People castle
    /// so.
    pub(crate) fn castles_by_hand(&self, position: &Position) -> bool {
        position.variant().has_random_arrays()
            && self.from == position.king(position.turn())
            && self.to.rank() == self.from.rank()
            && self.to.file().abs_diff(self.from.file()) > 1
            && self.letter.is_none()
            && self.partner.is_none()
    }

    /// Whether it leads from `king` toward the partner.
    pub(crate) fn goes_toward(&self, king: Square, partner: Square) -> bool {
        (self.to > king) == (partner > king)
    }

    /// Whether the letter says that it is a castling.
    pub(crate) fn says_castling(&self) -> bool {
        matches!(self.letter, Some('k' | 'K'))
    }
}

/// What an algebraic text says of the move.
struct Wanted {
    role: Role,
    /// Where the piece may stand.
    origins: Bitboard,
    promotion: Option<Role>,
}

/// A search for legal moves.
struct Query<'p> {
    position: &'p Position,
    style: MoveStyle,
    turn_promotion: Option<(Square, Role)>,
}

impl Query<'_> {
    /// What an algebraic text says, in terms of the position.
    #[inline]
    fn wanted(&self, step: &StepText) -> Result<Wanted, Unresolved> {
        let variant = self.position.variant();
        let (role, file) = match step.piece {
            // The fast path for nearly all moves of pawns.
            None if step.rank.is_none() => (Role::PAWN, step.file),
            _ => step.mover(|square| self.role_on(square), variant, self.style)?,
        };
        let promotion = match step.promotion {
            None => None,
            Some(letter) => Some(self::role(letter, variant, self.style)?),
        };
        let mut origins = variant.board();
        if let Some(file) = file {
            origins &= Bitboard::file(file);
        } else if role == Role::PAWN && !step.capture {
            // Without its file a pawn that is not said to capture does not.
            origins &= quiet_origins(variant.rules(), step.to);
        }
        if let Some(rank) = step.rank {
            origins &= Bitboard::rank(rank);
        }
        Ok(Wanted { role, origins, promotion })
    }

    /// `Exd5`: the pawn of a file in upper case, or a piece that another program calls so.
    fn pawn_or_piece(&self, step: &StepText, pawn: &Wanted, letter: char, role: Role) -> Result<Move, Unresolved> {
        let mut moves = self.step(step, pawn);
        let piece = Wanted { role, origins: self.position.variant().board(), promotion: pawn.promotion };
        let others = self.step(step, &piece);
        match (&moves[..], others.is_empty()) {
            (&[mv], true) => Ok(mv),
            (_, true) => Err(Unresolved::Illegal),
            ([], false) => Err(Unresolved::Piece(letter)),
            (_, false) => {
                moves.extend(others);
                Err(Unresolved::Ambiguous(moves))
            }
        }
    }

    fn step(&self, step: &StepText, wanted: &Wanted) -> FewMoves {
        let fits = |mv: Move| mv.promotion() == wanted.promotion && self.fits_turn(mv);
        let mut moves = self.position.legal_moves_from(wanted.role, wanted.origins, step.to);
        if wanted.role == Role::KING {
            let found = self.king_step(&moves, step, fits);
            if !found.is_empty() || step.file.is_none() || step.rank.is_none() {
                return found;
            }
            // `Ke1-h1`, `e1xh1`: the king takes its own rook, as coordinates have it (pgn-extract, in Chess960).
            let onto = |mv: Move| {
                castling(mv, self.position).is_some_and(|(row, from, _)| {
                    !row.free && from == step.to && wanted.origins.contains(row.king_from) && fits(mv)
                })
            };
            return self.castlings().filter(|&mv| onto(mv)).collect();
        }
        moves.retain(|mv| fits(*mv));
        moves
    }

    /// Moves of the king that match, and castlings that are written as such a move.
    fn king_step(&self, moves: &[Move], step: &StepText, fits: impl Fn(Move) -> bool) -> FewMoves {
        let position = self.position;
        let with =
            |wanted: &dyn Fn(Move) -> bool| -> FewMoves { moves.iter().copied().filter(|&mv| wanted(mv)).collect() };
        let castles = |mv: Move, free: bool| {
            castling(mv, position).is_some_and(|(row, _, partner_to)| {
                let far = row.king_from.file().abs_diff(row.king_to.file()) > 1;
                let shown = if free { far && beside(row, partner_to) } else { !hidden(row, position) };
                row.free == free && shown && !step.capture && fits(mv)
            })
        };
        let mut found = FewMoves::new();
        if self.style.partner_beside {
            // In XBoard's notation, such a king's move is a free castling and not a king's leap.
            found = with(&|mv| castles(mv, true));
        }
        if found.is_empty() {
            found = with(&|mv| castling(mv, position).is_none() && fits(mv));
        }
        if found.is_empty() {
            // A castling whose coordinates cannot be another move of the king.
            found = with(&|mv| castles(mv, false));
        }
        found
    }

    fn castling(&self, text: &CastlingText) -> Result<FewMoves, Unresolved> {
        let mut found = FewMoves::new();
        for mv in self.castlings() {
            if let Some((row, _, partner_to)) = castling(mv, self.position)
                && text.names(row, partner_to, self.position, self.style)?
                && self.fits_turn(mv)
            {
                found.push(mv);
            }
        }
        Ok(found)
    }

    /// All legal castlings.
    fn castlings(&self) -> impl Iterator<Item = Move> {
        let position = self.position;
        position.legal_castlings().into_iter().filter(|&mv| castling(mv, position).is_some())
    }

    fn coordinates(&self, wanted: &CoordinatesText) -> FewMoves {
        let position = self.position;
        let variant = position.variant();
        let Some(piece) = self.role_on(wanted.from) else { return FewMoves::new() };
        if piece == Role::KING && wanted.from == position.king(position.turn()) {
            return self.king_coordinates(wanted);
        }
        let promotion = match wanted.letter {
            None => None,
            // No castling begins on this square, and no pawn becomes a king, so the letter `k` names nothing here.
            Some(letter) => match role(letter.to_ascii_uppercase(), variant, self.style) {
                Ok(role) => Some(role),
                Err(_) => return FewMoves::new(),
            },
        };
        let mut moves = position.legal_moves_from(piece, Bitboard::of(wanted.from), wanted.to);
        moves.retain(|mv| wanted.partner.is_none() && mv.promotion() == promotion && self.fits_turn(*mv));
        moves
    }

    /// Coordinates that begin on the king's square: its move, or a castling in one of several forms.
    fn king_coordinates(&self, wanted: &CoordinatesText) -> FewMoves {
        let position = self.position;
        let named = wanted.says_castling();
        let fits = |mv: &Move| {
            if !self.fits_turn(*mv) {
                return false;
            }
            let Some((row, from, to)) = castling(*mv, position) else {
                return mv.to() == wanted.to && wanted.partner.is_none() && wanted.letter.is_none();
            };
            (named || wanted.letter.is_none())
                && match wanted.partner {
                    Some(partner) => row.free && partner == (from, to) && wanted.to == row.king_to,
                    None if row.free => false,
                    None => wanted.to == from || wanted.to == row.king_to && (named || !hidden(row, position)),
                }
        };
        let mut found: FewMoves = position.legal_moves_to(Role::KING, wanted.to).into_iter().filter(fits).collect();
        // A castling may name the square of the partner instead. Those that end on the named square were among the
        // moves.
        found.extend(self.castlings().filter(|mv| mv.to() != wanted.to && fits(mv)));
        // Last, since a king's leap may go as far.
        if found.is_empty() && self.turn_promotion.is_none() && wanted.castles_by_hand(position) {
            found.extend(self.castlings().filter(|&mv| {
                castling(mv, position).is_some_and(|(row, partner, _)| wanted.goes_toward(row.king_from, partner))
            }));
        }
        found
    }

    /// The role of our piece on a square after the promotion at the start of the turn.
    fn role_on(&self, square: Square) -> Option<Role> {
        match self.turn_promotion {
            Some((pawn, role)) if pawn == square => Some(role),
            _ => {
                self.position.role_at(square).filter(|_| self.position.by_color(self.position.turn()).contains(square))
            }
        }
    }

    #[inline]
    fn fits_turn(&self, mv: Move) -> bool {
        match (self.turn_promotion, mv.turn_promotion()) {
            (None, None) => true,
            (Some((square, role)), Some(becomes)) => role == becomes && ready_pawn(mv, self.position) == Some(square),
            _ => false,
        }
    }
}

impl MoveError {
    /// The error for a text that cannot be parsed.
    pub(crate) fn unreadable(text: &str, notation: MoveNotation) -> MoveError {
        MoveError {
            text: text.to_owned(),
            fault: MoveFault::Unreadable,
            notation: Some(notation),
            candidates: Vec::new(),
            hint: None,
            letter: None,
        }
    }

    /// The error for a text that was parsed but means no legal move. It lists what may be meant.
    pub(crate) fn unresolved(
        text: &str,
        parsed: &MoveText,
        why: &Unresolved,
        notation: MoveNotation,
        position: &Position,
    ) -> MoveError {
        let unreadable = MoveError::unreadable(text, notation);
        match why {
            &Unresolved::Piece(letter) => {
                let (hint, ours) = unknown_piece(letter, position.variant());
                MoveError { hint: Some(hint), letter: Some((letter, ours)), ..unreadable }
            }
            Unresolved::Illegal => {
                let near = |mv: Move| is_near(parsed, mv, position);
                MoveError { fault: MoveFault::Illegal, candidates: near_or_few(near, notation, position), ..unreadable }
            }
            Unresolved::Ambiguous(moves) => {
                MoveError { fault: MoveFault::Ambiguous, candidates: written(moves, notation, position), ..unreadable }
            }
            Unresolved::Null => MoveError { fault: MoveFault::Null, ..unreadable },
        }
    }
}

/// Whether a legal move is one that may be meant by an illegal text: of the same piece, or another castling.
fn is_near(parsed: &MoveText, mv: Move, position: &Position) -> bool {
    match &parsed.said {
        Said::Coordinates(wanted) => mv.from() == wanted.from,
        Said::Castling(_) => castling(mv, position).is_some(),
        Said::Step(step) => {
            let role_on = |square| position.role_at(square);
            let mover = step.mover(role_on, position.variant(), MoveStyle::NATIVE);
            mover.is_ok_and(|(role, _)| {
                position.moving_role(mv) == Some(role)
                    && (role != Role::PAWN || mv.to() == step.to)
                    && castling(mv, position).is_none()
            })
        }
        Said::Null => false,
    }
}

/// The legal moves that are near; if there are none, all legal moves, unless they are many.
pub(crate) fn near_or_few(is_near: impl Fn(Move) -> bool, notation: MoveNotation, position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut near: Vec<Move> = moves.iter().copied().filter(|&mv| is_near(mv)).collect();
    if near.is_empty() && moves.len() <= MOST_CANDIDATES {
        near = moves.to_vec();
    }
    written(&near, notation, position)
}

/// Moves in alphabetical order, in a notation, or in coordinates where the notation cannot write them.
fn written(moves: &[Move], notation: MoveNotation, position: &Position) -> Vec<String> {
    let text = |&mv| format::write(mv, notation, position).unwrap_or_else(|_| format::coordinates(mv, position));
    let mut texts: Vec<String> = moves.iter().map(text).collect();
    texts.sort();
    texts
}

/// A hint for a letter that no piece of the variant has, and our letter for the piece that it may mean.
fn unknown_piece(letter: char, variant: Variant) -> (String, Option<char>) {
    let known = FOREIGN.iter().find(|foreign| foreign.letter == letter);
    let meant = known.and_then(|known| Some((known.name, moving_as(known.movement, variant)?)));
    if let Some((name, role)) = meant {
        let (name_here, ours) = (variant.role_name(role), variant.role(role).letter);
        let hint = format!("`{letter}` is not a piece of {}: {name} is its {name_here}, `{ours}`", variant.id());
        return (hint, Some(ours));
    }
    let letters: Vec<Cow<'_, str>> = variant.roles().iter().map(|role| role.letter.to_string().into()).collect();
    (format!("`{letter}` is not a piece of {}, which has {}", variant.id(), letters.join(" ")), None)
}
