//! Parses the text of a move. No position is needed.

use std::borrow::Cow;

use campione_core::{MAX_RANKS, Square};

use super::spelling;
use super::text::{
    CastlingText, CheckMark, CoordinatesText, MoveStyle, MoveText, Said, StepText, Syntax, TurnPromotion, Way,
};
use crate::squares::{last_square, rank_of, take_square, whole_square};

impl MoveText {
    /// Parses the text of a move; `None` if it is a move in no position. More spellings are read than are written
    /// (NOTATION.md, "Reading is wider than writing").
    #[inline]
    pub fn parse(text: &str, style: MoveStyle) -> Option<MoveText> {
        MoveText::parse_bytes(text.as_bytes(), style)
    }

    /// The same for a text that may not be UTF-8.
    #[inline]
    pub(crate) fn parse_bytes(text: &[u8], style: MoveStyle) -> Option<MoveText> {
        plain(text, style).or_else(|| {
            if style.syntax == Syntax::Coordinates {
                // Programs send coordinates exactly; only a castling by name may have spaces.
                let text: Vec<u8> = text.iter().copied().filter(|&byte| byte != b' ').collect();
                let (body, check) = without_check(text.trim_ascii_end());
                return castling_alone(body, check, style);
            }
            // Only unusual spellings come here, so this path may be slow. No move has a character of Latin-1 that is not
            // ASCII, but `×` and `½` stand beside moves.
            let latin1 = || text.iter().map(|&byte| char::from(byte)).collect();
            let text = std::str::from_utf8(text).map_or_else(|_| Cow::Owned(latin1()), Cow::Borrowed);
            let spelled = spelling::plain_text(&text, style);
            let parsed = plain(spelled.text.as_bytes(), style)?;
            Some(MoveText { check: spelled.check.or(parsed.check), glyph: spelled.glyph, ..parsed })
        })
    }

    fn of(said: Said) -> MoveText {
        MoveText { said, turn_promotion: None, check: None, glyph: None }
    }
}

/// Parses a text as programs write it: ASCII, without spaces.
#[inline]
fn plain(text: &[u8], style: MoveStyle) -> Option<MoveText> {
    let (body, check) = without_check(text);
    // Nine of ten moves of games are one of these. What is found here, the code below finds too.
    if style.syntax != Syntax::Coordinates
        && let Some(step) = usual(body, style.first_rank)
    {
        return Some(MoveText { check, ..MoveText::of(Said::Step(step)) });
    }
    match style.syntax {
        Syntax::Coordinates => {
            let castling = || castling_alone(body, check, style);
            return coordinates(text, style).or_else(castling).or_else(|| null(body));
        }
        // Two squares at the start: no algebraic text has them, except a long one without its hyphen.
        Syntax::Any if starts_with_two_squares(body, style.first_rank) => {
            if let Some(found) = coordinates(body, style) {
                return Some(MoveText { check, ..found });
            }
        }
        Syntax::Any | Syntax::Algebraic => {}
    }
    algebraic(body, check, style).or_else(|| null(body))
}

/// Parses `e4`, `exd5`, `Nf3`, `Nxf3` and `Nbd2`, with a rank of one digit.
#[inline]
fn usual(text: &[u8], first_rank: u8) -> Option<StepText> {
    let [head @ .., file @ b'a'..=b'l', rank @ b'0'..=b'9'] = text else { return None };
    let to = Square::new(file - b'a', (rank - b'0').checked_sub(first_rank)?)?;
    let step = StepText { piece: None, file: None, rank: None, capture: false, to, promotion: None };
    Some(match *head {
        [] => step,
        [piece @ b'A'..=b'Z'] => StepText { piece: Some(char::from(piece)), ..step },
        [piece @ b'A'..=b'Z', b'x'] => StepText { piece: Some(char::from(piece)), capture: true, ..step },
        [from @ b'a'..=b'l', b'x'] => StepText { file: Some(from - b'a'), capture: true, ..step },
        [piece @ b'A'..=b'Z', from @ b'a'..=b'l'] => {
            StepText { piece: Some(char::from(piece)), file: Some(from - b'a'), ..step }
        }
        _ => return None,
    })
}

/// Takes the marks of check off the end.
#[inline]
fn without_check(text: &[u8]) -> (&[u8], Option<CheckMark>) {
    let mut body = text;
    let mut check = None;
    while let [rest @ .., mark @ (b'+' | b'#')] = body {
        let found = if *mark == b'#' { CheckMark::Mate } else { CheckMark::Check };
        if check != Some(CheckMark::Mate) {
            check = Some(found);
        }
        body = rest;
    }
    (body, check)
}

/// Parses a null move.
fn null(text: &[u8]) -> Option<MoveText> {
    matches!(text, b"--" | b"Z0" | b"0000" | b"@@@@" | b"null" | b"pass").then(|| MoveText::of(Said::Null))
}

/// Whether a text begins with two squares, so that it is in coordinates.
#[inline]
pub(crate) fn starts_with_two_squares(text: &[u8], first_rank: u8) -> bool {
    // Nearly all texts of games fail here, at their second or third byte.
    if !matches!(text, [b'a'..=b'l', b'0'..=b'9', b'0'..=b'9' | b'a'..=b'l', ..]) {
        return false;
    }
    let mut rest = text;
    take_square(&mut rest, first_rank).is_some() && take_square(&mut rest, first_rank).is_some()
}

/// Parses `e2e4`, `i7i8c`, `e1i1,j1g1`, `b1c3,e8q`.
fn coordinates(text: &[u8], style: MoveStyle) -> Option<MoveText> {
    let rest = &mut &*text;
    let first_rank = style.first_rank;
    let (from, to) = (take_square(rest, first_rank)?, take_square(rest, first_rank)?);
    let mut found = CoordinatesText { from, to, letter: take_letter(rest), partner: None };
    let mut turn_promotion = None;
    while let Some(part) = rest.strip_prefix(b",") {
        *rest = part;
        let square = take_square(rest, first_rank)?;
        if let Some(second) = take_square(rest, first_rank) {
            found.partner.replace((square, second)).is_none().then_some(())?;
        } else {
            let letter = take_letter(rest)?.to_ascii_uppercase();
            turn_promotion.replace(TurnPromotion { square, letter }).is_none().then_some(())?;
        }
    }
    rest.is_empty().then(|| MoveText { turn_promotion, ..MoveText::of(Said::Coordinates(found)) })
}

fn take_letter(text: &mut &[u8]) -> Option<char> {
    let (&letter, rest) = text.split_first().filter(|(letter, _)| letter.is_ascii_alphabetic())?;
    *text = rest;
    Some(char::from(letter))
}

/// Parses a castling by its name among coordinates.
fn castling_alone(text: &[u8], check: Option<CheckMark>, style: MoveStyle) -> Option<MoveText> {
    let (turn_promotion, text) = split_turn_promotion(text, style);
    let castling = castling(text, style)?;
    Some(MoveText { turn_promotion, check, ..MoveText::of(Said::Castling(castling)) })
}

#[inline]
fn algebraic(text: &[u8], check: Option<CheckMark>, style: MoveStyle) -> Option<MoveText> {
    let (turn_promotion, text) = split_turn_promotion(text, style);
    let said = match castling(text, style) {
        Some(castling) => Said::Castling(castling),
        None => Said::Step(step(text, style)?),
    };
    Some(MoveText { said, turn_promotion, check, glyph: None })
}

/// Splits `e8=Q:` or `e8Q:` from the start of a text.
#[inline]
fn split_turn_promotion(text: &[u8], style: MoveStyle) -> (Option<TurnPromotion>, &[u8]) {
    // A square and a letter before a colon; nearly no move begins so.
    if !matches!(text, [b'a'..=b'l', b'0'..=b'9', _, _, ..]) {
        return (None, text);
    }
    let found = || {
        let colon = text.iter().position(|&byte| byte == b':')?;
        let (&letter, head) = text[..colon].split_last().filter(|(letter, _)| letter.is_ascii_alphabetic())?;
        let square = whole_square(head.strip_suffix(b"=").unwrap_or(head), style.first_rank)?;
        let letter = char::from(letter.to_ascii_uppercase());
        Some((TurnPromotion { square, letter }, &text[colon + 1..]))
    };
    match found() {
        Some((promotion, rest)) => (Some(promotion), rest),
        None => (None, text),
    }
}

/// Parses `O-O`, `0-0-0`, `H-H`, `O-O:i1g1`, `O-Q-O`; `O-O-d9` as `XBoard` writes it.
#[inline]
fn castling(text: &[u8], style: MoveStyle) -> Option<CastlingText> {
    let &[first, b'-', second, ref rest @ ..] = text else { return None };
    if !(first.is_ascii_uppercase() || first == b'0' && style.zeros) {
        return None;
    }
    let (way, rest) = match rest {
        [b'-', third, rest @ ..] if *third == first && second == first => (Way::Long, rest),
        [b'-', third] if *third == first && second.is_ascii_uppercase() => (Way::Of(char::from(second)), &[][..]),
        rest if second == first => (Way::Short, rest),
        _ => return None,
    };
    let (king_to, partner_to) = match rest {
        [] => (None, None),
        [b':', squares @ ..] => {
            let (king, partner) = last_square(squares, style.first_rank)?;
            (Some(whole_square(king, style.first_rank)?), Some(partner))
        }
        [b'-', square @ ..] if style.partner_beside => (Some(whole_square(square, style.first_rank)?), None),
        _ => return None,
    };
    // The names are swapped only where no squares follow.
    let way = match way {
        Way::Short if style.castlings_swapped && king_to.is_none() => Way::Long,
        Way::Long if style.castlings_swapped && king_to.is_none() => Way::Short,
        way => way,
    };
    let letter = if first == b'0' { 'O' } else { char::from(first) };
    Some(CastlingText { letter, way, king_to, partner_to })
}

/// Parses `Nb1xc3`, `exd5`, `i8=C`.
#[inline]
fn step(text: &[u8], style: MoveStyle) -> Option<StepText> {
    let (rest, promotion) = split_promotion(text);
    let (piece, rest) = piece_of(rest);
    let (origin, to) = last_square(rest, style.first_rank)?;
    let (origin, capture) = match origin {
        [origin @ .., b'x' | b':'] => (origin, true),
        origin => (origin.strip_suffix(b"-").unwrap_or(origin), false),
    };
    let (file, rank) = origin_of(origin, style.first_rank)?;
    Some(StepText { piece, file, rank, capture, to, promotion })
}

/// Splits a promotion from the end of a text: `=Q`, `Q`, `(Q)`, `/Q`, or the same with a small letter. A small letter
/// must follow a digit or one of these signs, so that it is not a file.
#[inline]
fn split_promotion(text: &[u8]) -> (&[u8], Option<char>) {
    let (rest, letter) = match text {
        [rest @ .., b'(', letter, b')'] if letter.is_ascii_alphabetic() => (rest, letter),
        [rest @ .., b'=' | b'/', letter] if letter.is_ascii_alphabetic() => (rest, letter),
        [rest @ .., letter] if letter.is_ascii_uppercase() => (rest, letter),
        [rest @ .., letter] if letter.is_ascii_lowercase() && rest.last().is_some_and(u8::is_ascii_digit) => {
            (rest, letter)
        }
        _ => return (text, None),
    };
    (rest, Some(char::from(letter.to_ascii_uppercase())))
}

/// Splits the letter of the piece from the start of a text. A figurine that stands for no letter is kept as it is.
#[inline]
fn piece_of(text: &[u8]) -> (Option<char>, &[u8]) {
    match text {
        [letter, rest @ ..] if letter.is_ascii_uppercase() => (Some(char::from(*letter)), rest),
        [0xf0, ..] => spelling::split_figurine(text).map_or((None, text), |(figurine, rest)| (Some(figurine), rest)),
        _ => (None, text),
    }
}

/// Parses a part of the origin: nothing, a file, a rank, or both. `None` for anything else.
#[inline]
fn origin_of(text: &[u8], first_rank: u8) -> Option<(Option<u8>, Option<u8>)> {
    let (file, number) = match text {
        [letter @ b'a'..=b'l', number @ ..] => (Some(letter - b'a'), number),
        number => (None, number),
    };
    match number {
        [] => Some((file, None)),
        number => rank_of(number, first_rank).filter(|&rank| rank < MAX_RANKS).map(|rank| (file, Some(rank))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The short way for usual moves finds what the long way finds.
    #[test]
    fn the_short_way_agrees_with_the_long_one() {
        let squares = ["e4", "a1", "l9", "h0", "m3", "e", "4", "e10"];
        let heads = ["", "N", "Nx", "ex", "Nb", "N1", "Nb1", "-", "x", "n", "Q-", "e:", "aa", "X", "ll"];
        let mut found = 0;
        for first_rank in [0, 1] {
            let style = MoveStyle { first_rank, ..MoveStyle::ALGEBRAIC };
            for text in heads.iter().flat_map(|head| squares.map(|square| format!("{head}{square}"))) {
                if let Some(step) = usual(text.as_bytes(), first_rank) {
                    let long = algebraic(text.as_bytes(), None, style).map(|text| text.said);
                    assert_eq!(long, Some(Said::Step(step)), "{text}");
                    found += 1;
                }
            }
        }
        assert!(found > 20, "{found}");
    }
}
