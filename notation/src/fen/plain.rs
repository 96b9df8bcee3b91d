//! FENs of the usual form, which are read without collecting faults.

use campione_core::{Board, Color, Partner, RightName, Role, Setup, Square, Variant};
use campione_movegen::Position;

use super::passed::read_passed;
use super::rights::{can_castle, file_of, home_rank};
use crate::number;

/// A position of a FEN, and what its castling field has.
pub(crate) struct PlainFen {
    pub(crate) position: Position,
    /// The field has file letters, and no `K` or `Q`.
    pub(crate) has_letters_alone: bool,
    /// The length of the placement, which is written as it was read.
    pub(crate) placement: usize,
}

/// Reads a FEN of four or six fields, with single spaces between them and no suffixes behind `K` and `Q`. `None` says
/// nothing: the reader that collects faults then decides. What is read here, it reads in the same way.
#[inline]
pub(crate) fn read(text: &str, variant: Variant) -> Option<PlainFen> {
    let mut rest = Some(text);
    let placement = next_field(&mut rest)?;
    let (side, castling, en_passant) = (next_field(&mut rest)?, next_field(&mut rest)?, next_field(&mut rest)?);
    let clocks = match next_field(&mut rest) {
        Some(halfmove) => Some([halfmove, next_field(&mut rest)?]),
        None => None,
    };
    if rest.is_some() {
        return None;
    }
    let mut setup = Setup::empty();
    variant.read_own_placement(placement, &mut setup.board).then_some(())?;
    setup.turn = match side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return None,
    };
    // Two spaces: the other reader takes them for one, and the fields are others.
    (!castling.is_empty()).then_some(())?;
    let mut has_letters_alone = false;
    if castling != "-" {
        has_letters_alone = rights(castling, variant, &mut setup)?;
    }
    if en_passant != "-" {
        read_passed(en_passant, 1, variant, &mut setup)?;
    }
    if let Some([halfmove, fullmove]) = clocks {
        setup.halfmove_clock = number::read(halfmove)?;
        setup.fullmove_number = number::read(fullmove)?;
    }
    let position = Position::new(&setup, variant).ok()?;
    Some(PlainFen { position, has_letters_alone, placement: placement.len() })
}

/// Takes the text up to the next space, or the last field. Nearly all fields have a few characters, so looking at each of
/// them is faster than a search made for long texts.
#[inline(always)]
fn next_field<'t>(rest: &mut Option<&'t str>) -> Option<&'t str> {
    let text = rest.take()?;
    let Some(length) = text.bytes().position(|byte| byte == b' ') else { return Some(text) };
    *rest = Some(&text[length + 1..]);
    Some(&text[..length])
}

/// Reads the castling field. Returns whether it has file letters and no markers.
fn rights(field: &str, variant: Variant, setup: &mut Setup) -> Option<bool> {
    let leaps = variant.spec().king_leap.is_some();
    let (mut markers, mut letters) = (false, false);
    let bytes = field.as_bytes();
    for (index, &byte) in bytes.iter().enumerate() {
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        let right = match byte.to_ascii_uppercase() {
            b'L' if leaps => RightName::Leap(color),
            upper @ (b'K' | b'Q') if !variant.rights_by_file() => {
                markers = true;
                // A letter behind it may be its suffix.
                let next = bytes.get(index + 1).map_or(b'K', u8::to_ascii_uppercase);
                let is_marker = matches!(next, b'K' | b'Q') || leaps && next == b'L';
                is_marker.then_some(())?;
                RightName::Partner(color, partner(color, upper == b'K', variant, &setup.board)?)
            }
            _ => {
                letters = true;
                let square = Square::new(file_of(char::from(byte), variant)?, home_rank(color, variant))?;
                let is_known =
                    variant.has_random_arrays() || variant.default_castling(color).right_of_partner(square).is_some();
                is_known.then_some(())?;
                RightName::Partner(color, square)
            }
        };
        if setup.rights.contains(&right) {
            return None;
        }
        setup.rights.push(right);
    }
    Some(letters && !markers && !variant.rights_by_file())
}

/// The partner of `K` (`last`) or `Q`.
fn partner(color: Color, last: bool, variant: Variant, board: &Board) -> Option<Square> {
    let side = variant.default_castling(color);
    if !variant.has_random_arrays() {
        let wanted = if last { 'K' } else { 'Q' };
        let right = side.rights.iter().find(|right| right.letter == wanted)?;
        return right.partner.map(|Partner { square, .. }| square);
    }
    // The outermost partner beyond the king, met first from the end of the rank.
    let rank = side.king.rank();
    let files = variant.files();
    let mut found = None;
    for index in 0..files {
        let square = Square::new(if last { files - 1 - index } else { index }, rank)?;
        match board.piece_at(square).filter(|piece| piece.color == color) {
            Some(piece) if piece.role == Role::KING => return found,
            Some(piece) if found.is_none() && can_castle(piece.role, variant) => found = Some(square),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;
