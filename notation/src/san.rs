//! Algebraic moves, short and long (NOTATION.md, "Moves", column `san`, and `lan`).

use std::borrow::Cow;
use std::fmt::Write;

use campione_core::{Role, Square, Variant};
use campione_movegen::{Move, Position};
use smallvec::SmallVec;

use crate::moves::{MoveError, MoveFault, MoveNotation, moving_role, no_move, only};
use crate::uci::{castling, ready_pawn};

/// Writes a legal move of `position` in short algebraic notation, with its check or mate.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::{fen, san, uci};
/// let game = Variant::named("capablanca")?;
/// let position = fen::read("4k5/10/10/10/10/10/10/1N1N1K4 w - - 0 1", &game)?;
/// assert_eq!(san::write(uci::read("b1c3", &position)?, &position), "Nbc3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(mv: Move, position: &Position<'_>) -> String {
    let mut text = without_check(mv, position, false);
    write_check(&mut text, mv, position);
    text
}

/// Writes a legal move of `position` in long algebraic notation, with its check or mate.
pub fn write_long(mv: Move, position: &Position<'_>) -> String {
    let mut text = without_check(mv, position, true);
    write_check(&mut text, mv, position);
    text
}

fn write_check(text: &mut String, mv: Move, position: &Position<'_>) {
    let next = position.play_unchecked(mv);
    if next.in_check() {
        text.push(if next.is_checkmate() { '#' } else { '+' });
    }
}

fn without_check(mv: Move, position: &Position<'_>, long: bool) -> String {
    let variant = position.variant();
    let mut text = String::with_capacity(8);
    if let (Some(role), Some(pawn)) = (mv.turn_promotion(), ready_pawn(mv, position)) {
        let _ = write!(text, "{pawn}={}:", variant.role(role).letter);
    }
    if let Some((row, _, partner_to)) = castling(mv, position) {
        let letter = row.letter;
        let _ = write!(text, "{letter}-{letter}");
        if row.long {
            let _ = write!(text, "-{letter}");
        }
        if row.free {
            let _ = write!(text, ":{}{partner_to}", mv.to());
        }
        return text;
    }
    let role = moving_role(mv, position);
    if role != Role::PAWN {
        text.push(variant.role(role).letter);
    }
    if long {
        let _ = write!(text, "{}{}", mv.from(), if mv.is_capture() { 'x' } else { '-' });
    } else {
        write_origin(&mut text, mv, role, position);
        if mv.is_capture() {
            text.push('x');
        }
    }
    let _ = write!(text, "{}", mv.to());
    if let Some(role) = mv.promotion() {
        let _ = write!(text, "={}", variant.role(role).letter);
    }
    text
}

/// The shortest origin that tells the move from the other legal moves of such men to its target: the file, else the rank,
/// else both. A capturing pawn always shows its file.
fn write_origin(text: &mut String, mv: Move, role: Role, position: &Position<'_>) {
    let from = mv.from();
    if role == Role::PAWN {
        if mv.is_capture() {
            text.push(from.file_letter());
        }
        return;
    }
    let (mut others, mut same_file, mut same_rank) = (false, false, false);
    for &other in &position.legal_moves_to(role, mv.to()) {
        let rival = other.to() == mv.to()
            && other.from() != from
            && other.turn_promotion() == mv.turn_promotion()
            && moving_role(other, position) == role
            && castling(other, position).is_none();
        if rival {
            others = true;
            same_file |= other.from().file() == from.file();
            same_rank |= other.from().rank() == from.rank();
        }
    }
    if others && (!same_file || same_rank) {
        text.push(from.file_letter());
    }
    if same_file {
        let _ = write!(text, "{}", from.rank() + 1);
    }
}

/// Reads an algebraic move of `position`, short or long, more widely than it is written: spaces and zeros in castlings,
/// `x`, `+`, `#` and `=` missing or superfluous, a superfluous origin, and `e.p.`.
///
/// # Errors
/// [`MoveError`] for text that is no move, an illegal move and an ambiguous one, with the moves that may be meant.
pub fn read(text: &str, position: &Position<'_>) -> Result<Move, MoveError> {
    read_in(MoveNotation::San, text, position)
}

/// An algebraic move as it is written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Algebraic {
    pub(crate) turn_promotion: Option<(Square, Role)>,
    pub(crate) body: Body,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Body {
    Castling {
        letter: u8,
        long: bool,
        /// Targets of king and partner.
        targets: Option<(Square, Square)>,
    },
    Step {
        role: Role,
        file: Option<u8>,
        rank: Option<u8>,
        capture: bool,
        to: Square,
        promotion: Option<Role>,
    },
}

/// Splits a square off the end of a text.
fn last_square(text: &str) -> Option<(&str, Square)> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let at = text.len().checked_sub(digits + 1).filter(|&at| text.is_char_boundary(at))?;
    let (rest, square) = text.split_at(at);
    Some((rest, square.parse().ok()?))
}

fn role(letter: u8, variant: &Variant) -> Option<Role> {
    variant.role_by_letter(char::from(letter))
}

impl Algebraic {
    pub(crate) fn parse(text: &str, variant: &Variant) -> Option<Algebraic> {
        // Nearly all moves are like this.
        let plain = !text.bytes().any(|byte| matches!(byte, b' ' | b':' | b'!' | b'?' | b'.'));
        if plain && !matches!(text.as_bytes(), [_, b'-', ..]) {
            let length = text.bytes().rev().take_while(|byte| matches!(byte, b'+' | b'#')).count();
            let body = step_of(&text[..text.len() - length], variant)?;
            return Some(Algebraic { turn_promotion: None, body });
        }
        let text = if text.contains(' ') { Cow::Owned(text.replace(' ', "")) } else { Cow::Borrowed(text) };
        let mut text = text.trim_end_matches(['+', '#', '!', '?']);
        if let Some(shorter) = text.strip_suffix("e.p.") {
            text = shorter.trim_end_matches(['+', '#', '!', '?']);
        }
        let mut turn_promotion = None;
        if let Some((head, rest)) = text.split_once(':')
            && let Some((square, role)) = turn_promotion_of(head, variant)
        {
            turn_promotion = Some((square, role));
            text = rest;
        }
        let body = castling_of(text).or_else(|| step_of(text, variant))?;
        Some(Algebraic { turn_promotion, body })
    }

    #[inline]
    fn fits(&self, mv: Move, position: &Position<'_>) -> bool {
        match self.body {
            Body::Step { role, file, rank, capture, to, promotion } => {
                let from = mv.from();
                mv.to() == to
                    && file.is_none_or(|file| from.file() == file)
                    && rank.is_none_or(|rank| from.rank() == rank)
                    && mv.promotion() == promotion
                    && self.fits_turn(mv, position)
                    && moving_role(mv, position) == role
                    && (role != Role::PAWN || file.is_some() || capture || from.file() == to.file())
                    && castling(mv, position).is_none()
            }
            Body::Castling { letter, long, targets } => castling(mv, position).is_some_and(|(row, _, partner_to)| {
                row.letter == char::from(letter)
                    && row.long == long
                    && targets.is_none_or(|targets| targets == (mv.to(), partner_to))
                    && self.fits_turn(mv, position)
            }),
        }
    }

    #[inline]
    fn fits_turn(&self, mv: Move, position: &Position<'_>) -> bool {
        match (self.turn_promotion, mv.turn_promotion()) {
            (None, None) => true,
            (Some((square, role)), Some(becomes)) => role == becomes && ready_pawn(mv, position) == Some(square),
            _ => false,
        }
    }
}

/// `e8=Q` or `e8Q` before a colon.
fn turn_promotion_of(text: &str, variant: &Variant) -> Option<(Square, Role)> {
    let (&letter, rest) = text.as_bytes().split_last()?;
    let role = role(letter, variant)?;
    let rest = &text[..rest.len()];
    let square = rest.strip_suffix('=').unwrap_or(rest).parse().ok()?;
    Some((square, role))
}

/// `O-O`, `0-0-0`, `H-H`, `O-O:i1g1`.
fn castling_of(text: &str) -> Option<Body> {
    let &[first, b'-', second, ref rest @ ..] = text.as_bytes() else { return None };
    if first != second || !(first.is_ascii_uppercase() || first == b'0') {
        return None;
    }
    let (long, rest) = match rest {
        [b'-', third, rest @ ..] if *third == first => (true, rest),
        _ => (false, rest),
    };
    let letter = if first == b'0' { b'O' } else { first };
    let targets = match rest {
        [] => None,
        [b':', ..] => {
            let (king, partner) = last_square(&text[text.len() - rest.len() + 1..])?;
            Some((king.parse().ok()?, partner))
        }
        _ => return None,
    };
    Some(Body::Castling { letter, long, targets })
}

/// `Nb1xc3`, `exd5`, `i8=C`.
fn step_of(text: &str, variant: &Variant) -> Option<Body> {
    let mut rest = text;
    let mut promotion = None;
    if let Some(&last) = rest.as_bytes().last()
        && last.is_ascii_uppercase()
    {
        promotion = Some(role(last, variant)?);
        rest = &rest[..rest.len() - 1];
        rest = rest.strip_suffix('=').unwrap_or(rest);
    }
    let moving = match rest.as_bytes().first() {
        Some(&letter) if letter.is_ascii_uppercase() => {
            rest = &rest[1..];
            role(letter, variant)?
        }
        _ => Role::PAWN,
    };
    let (origin, to) = last_square(rest)?;
    let capture = origin.ends_with('x');
    let origin = origin.strip_suffix(['x', '-']).unwrap_or(origin);
    let (file, number) = match origin.as_bytes() {
        [letter @ b'a'..=b'l', number @ ..] => (Some(letter - b'a'), number),
        number => (None, number),
    };
    let rank = match number {
        [] => None,
        [digit @ b'1'..=b'9'] => Some(digit - b'1'),
        b"10" => Some(9),
        _ => return None,
    };
    Some(Body::Step { role: moving, file, rank, capture, to, promotion })
}

pub(crate) fn read_in(notation: MoveNotation, text: &str, position: &Position<'_>) -> Result<Move, MoveError> {
    read_with(notation, text, false, position)
}

/// Reads a move in which, if `swapped`, the long castling is written as the short one and the reverse.
pub(crate) fn read_with(
    notation: MoveNotation,
    text: &str,
    swapped: bool,
    position: &Position<'_>,
) -> Result<Move, MoveError> {
    let Some(mut algebraic) = Algebraic::parse(text, position.variant()) else {
        return Err(no_move(text, MoveFault::Unreadable, notation, position, |_| false));
    };
    if let Body::Castling { long, .. } = &mut algebraic.body {
        *long ^= swapped;
    }
    let mut found: SmallVec<[Move; 4]> = SmallVec::new();
    match algebraic.body {
        Body::Step { role, to, .. } => {
            found.extend(position.legal_moves_to(role, to).iter().copied().filter(|&mv| algebraic.fits(mv, position)));
        }
        Body::Castling { .. } => {
            found.extend(position.legal_moves().iter().copied().filter(|&mv| algebraic.fits(mv, position)));
        }
    }
    only(text, &found, notation, position).unwrap_or_else(|| {
        Err(no_move(text, MoveFault::Illegal, notation, position, |mv| match algebraic.body {
            Body::Castling { .. } => castling(mv, position).is_some(),
            Body::Step { role, to, .. } => {
                moving_role(mv, position) == role
                    && (role != Role::PAWN || mv.to() == to)
                    && castling(mv, position).is_none()
            }
        }))
    })
}
