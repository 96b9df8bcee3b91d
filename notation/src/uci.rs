//! Moves in coordinates (NOTATION.md, "Moves": columns `uci`, `crc` and `uci960`, and `xboard`).

use std::fmt::{self, Write};

use campione_core::{CastlingRow, Square, Variant};
use campione_movegen::{Move, Position};
use smallvec::SmallVec;

use crate::moves::{MoveError, MoveFault, MoveNotSaid, MoveNotation, no_move, only};
use crate::san;

/// A square, written with ranks counted from `first_rank`.
struct Counted {
    square: Square,
    first_rank: u8,
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.square.file_letter(), self.square.rank() + self.first_rank)
    }
}

/// The castling row of a move, and the start and target of the partner. `None` for a king's leap and for other moves.
pub(crate) fn castling(mv: Move, position: &Position) -> Option<(&'static CastlingRow, Square, Square)> {
    let row = position.castling_row(mv)?;
    row.partner.map(|partner| (row, partner.from, partner.to))
}

/// The waiting pawn that a move promotes at the start of the turn; `None` if it promotes no such pawn.
pub(crate) fn ready_pawn(mv: Move, position: &Position) -> Option<Square> {
    mv.turn_promotion()?;
    position.waiting_pawns(position.turn()).next().map(|pawn| pawn.square)
}

/// Whether the coordinates of the king do not show that it castles: it moves one file at most, or its ordinary moves or
/// its leap lead to the same square.
pub(crate) fn hidden(row: &CastlingRow, position: &Position) -> bool {
    let leaps = || position.castling(position.turn()).rows.iter().filter(|other| other.partner.is_none());
    row.king_from.file().abs_diff(row.king_to.file()) <= 1
        || position.variant().king_steps(row.king_from).contains(row.king_to)
        || leaps().any(|leap| leap.king_to == row.king_to)
}

fn write_as(mv: Move, position: &Position, king_takes_partner: bool, first_rank: u8) -> String {
    let variant = position.variant();
    let counted = |square| Counted { square, first_rank };
    let mut text = String::with_capacity(8);
    let castling = castling(mv, position);
    let to = match castling {
        Some((row, partner, _)) if king_takes_partner && !row.free => partner,
        _ => mv.to(),
    };
    let _ = write!(text, "{}{}", counted(mv.from()), counted(to));
    match castling {
        Some((row, from, to)) if row.free => {
            let _ = write!(text, ",{}{}", counted(from), counted(to));
        }
        Some((row, ..)) if !king_takes_partner && hidden(row, position) => text.push('k'),
        _ => {}
    }
    if let Some(role) = mv.promotion() {
        text.push(variant.role(role).letter.to_ascii_lowercase());
    }
    if let (Some(role), Some(pawn)) = (mv.turn_promotion(), ready_pawn(mv, position)) {
        let _ = write!(text, ",{}{}", counted(pawn), variant.role(role).letter.to_ascii_lowercase());
    }
    text
}

/// Writes a legal move of `position` in coordinates, as engine protocols do: `e2e4`, `i7i8c`, `e1i1,j1g1`.
pub fn write(mv: Move, position: &Position) -> String {
    write_as(mv, position, position.variant().king_takes_rook(), 1)
}

/// Writes a legal move, with a castling as the king taking its own partner.
pub(crate) fn write_king_takes_partner(mv: Move, position: &Position) -> String {
    write_as(mv, position, true, 1)
}

pub(crate) fn write_xboard(mv: Move, position: &Position) -> Result<String, MoveNotSaid> {
    let variant = position.variant();
    let notation = MoveNotation::Xboard;
    let not_said = |what| MoveNotSaid { mv: write(mv, position), what, notation };
    if castling(mv, position).is_some_and(|(row, ..)| row.free) {
        return Err(not_said("a castling with targets of the player's choice"));
    }
    if mv.turn_promotion().is_some() {
        return Err(not_said("a promotion at the start of a turn"));
    }
    Ok(write_as(mv, position, variant.king_takes_rook(), notation.first_rank(variant)))
}

/// Reads a move of `position` in coordinates. A castling can be written in several ways:
///
/// - The king's move to its target, followed by `k`. The `k` is optional if the king could not move there otherwise.
/// - The king taking its own partner.
/// - In random arrays, any king's move of two squares or more toward its partner that is not otherwise a move
///   (source 003, rule d).
/// - Its name: `O-O`, `H-H-H`, `O-O:i1g1`. It has letters, never zeros (source 003, rule f).
///
/// # Errors
/// [`MoveError`]; for an illegal move it lists the legal moves from the same square.
pub fn read(text: &str, position: &Position) -> Result<Move, MoveError> {
    read_in(MoveNotation::Uci, text, position)
}

/// A text in coordinates, parsed but not yet matched with a legal move.
pub(crate) struct Coordinates {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The letter after the squares: a promotion, or `k` for a castling.
    pub(crate) letter: Option<char>,
    /// Start and target of the partner in free castling.
    pub(crate) partner: Option<(Square, Square)>,
    /// The pawn that promotes at the start of the turn, and the letter of the piece that it becomes.
    pub(crate) turn_promotion: Option<(Square, char)>,
}

pub(crate) fn square(text: &mut &str, first_rank: u8) -> Option<Square> {
    let file = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let rest = &text[1..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, after) = rest.split_at(digits);
    let rank: u8 = (digits == 1 || digits == 2 && !number.starts_with('0')).then(|| number.parse().ok())??;
    *text = after;
    Square::new(file, rank.checked_sub(first_rank)?)
}

/// Reads a text that is exactly one square.
pub(crate) fn whole_square(text: &str, first_rank: u8) -> Option<Square> {
    let rest = &mut &*text;
    square(rest, first_rank).filter(|_| rest.is_empty())
}

fn letter(text: &mut &str) -> Option<char> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    *text = &text[1..];
    Some(letter)
}

impl Coordinates {
    pub(crate) fn parse(text: &str, first_rank: u8) -> Option<Coordinates> {
        let rest = &mut &*text;
        let (from, to) = (square(rest, first_rank)?, square(rest, first_rank)?);
        let mut coordinates = Coordinates { from, to, letter: letter(rest), partner: None, turn_promotion: None };
        while let Some(part) = rest.strip_prefix(',') {
            *rest = part;
            let first = square(rest, first_rank)?;
            if let Some(second) = square(rest, first_rank) {
                coordinates.partner.replace((first, second)).is_none().then_some(())?;
            } else {
                coordinates.turn_promotion.replace((first, letter(rest)?)).is_none().then_some(())?;
            }
        }
        rest.is_empty().then_some(coordinates)
    }

    /// Whether it is a king's move of two squares or more along its rank in a variant with random arrays. People castle
    /// so.
    pub(crate) fn castles_by_hand(&self, position: &Position) -> bool {
        position.variant().has_random_arrays()
            && self.from == position.king(position.turn())
            && self.to.rank() == self.from.rank()
            && self.to.file().abs_diff(self.from.file()) > 1
            && self.letter.is_none()
            && self.partner.is_none()
            && self.turn_promotion.is_none()
    }

    /// Whether it leads from `king` toward the partner.
    pub(crate) fn goes_toward(&self, king: Square, partner: Square) -> bool {
        (self.to > king) == (partner > king)
    }

    fn fits(&self, mv: Move, position: &Position) -> bool {
        if mv.from() != self.from {
            return false;
        }
        let variant = position.variant();
        let promotion = self.turn_promotion.map(|(square, letter)| (square, letter.to_ascii_uppercase()));
        let turn_promotion = mv.turn_promotion().map(|role| variant.role(role).letter);
        if turn_promotion.zip(ready_pawn(mv, position)).map(|(letter, square)| (square, letter)) != promotion {
            return false;
        }
        if let Some((row, partner_from, partner_to)) = castling(mv, position) {
            let named = matches!(self.letter, Some('k' | 'K'));
            return (named || self.letter.is_none())
                && match self.partner {
                    Some(partner) => row.free && partner == (partner_from, partner_to) && self.to == row.king_to,
                    None if row.free => false,
                    None => self.to == partner_from || self.to == row.king_to && (named || !hidden(row, position)),
                };
        }
        let promotion = mv.promotion().map(|role| variant.role(role).letter);
        mv.to() == self.to
            && self.partner.is_none()
            && self.letter.map(|letter| letter.to_ascii_uppercase()) == promotion
    }
}

/// The two squares at the start of a text in coordinates, with ranks counted from 1; `None` if it does not start so.
pub fn squares(text: &str) -> Option<(Square, Square)> {
    let rest = &mut &*text;
    Some((square(rest, 1)?, square(rest, 1)?))
}

pub(crate) fn read_in(notation: MoveNotation, text: &str, position: &Position) -> Result<Move, MoveError> {
    let variant: Variant = position.variant();
    let Some(coordinates) = Coordinates::parse(text, notation.first_rank(variant)) else {
        return san::read_castling(notation, text, position)
            .unwrap_or_else(|| Err(no_move(text, MoveFault::Unreadable, notation, position, |_| false)));
    };
    let moves = position.legal_moves();
    let mut found: SmallVec<[Move; 4]> = moves.iter().copied().filter(|&mv| coordinates.fits(mv, position)).collect();
    if found.is_empty() && coordinates.castles_by_hand(position) {
        let toward = |mv: &Move| {
            castling(*mv, position).is_some_and(|(row, partner, _)| coordinates.goes_toward(row.king_from, partner))
        };
        found.extend(moves.iter().copied().filter(toward));
    }
    only(text, &found, notation, position).unwrap_or_else(|| {
        Err(no_move(text, MoveFault::Illegal, notation, position, |mv| mv.from() == coordinates.from))
    })
}
