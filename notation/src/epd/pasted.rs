//! What stands around a FEN where people have it: in a protocol, a tag, a table, an address, in quotation marks; and fields in
//! other words. What is here has one meaning only.

use std::borrow::Cow;

use campione_variants::variant_id;
use smallvec::SmallVec;

use crate::moves::{is_unusual_space, plain_character};
use crate::number::is_digits;

/// Pairs of quotation marks.
const QUOTES: [(&str, &str); 6] = [("\"", "\""), ("'", "'"), ("`", "`"), ("“", "”"), ("„", "“"), ("‘", "’")];

/// The operations of EPD, without those with a number (`c0`, `v0`), and `variant`.
const CODES: &str = "acd acn acs am bm ce dm draw_accept draw_claim draw_offer draw_reject eco fmvn hmvc id nic noop pm pv rc \
                     resign sm sv tcgs tcri tcsi variant";

/// Words before a FEN, in small letters.
const WORDS: [&str; 4] = ["position", "fen", "setboard", "epd"];

/// The text without what stands around the FEN and its operations.
pub(super) fn peeled(text: &str) -> &str {
    let is_space = |c: char| c.is_whitespace() || is_unusual_space(c);
    let mut rest = text.trim_matches(is_space);
    // Nearly all texts begin with a placement.
    loop {
        let shorter = without_word(rest).or_else(|| in_brackets(rest)).or_else(|| in_quotes(rest));
        let shorter = shorter.or_else(|| without_address(rest)).or_else(|| without_number(rest));
        let Some(shorter) = shorter.or_else(|| without_columns(rest)) else { return rest };
        rest = shorter.trim_matches(is_space);
    }
}

/// `position fen FEN`, `FEN: FEN`.
fn without_word(text: &str) -> Option<&str> {
    let length = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (word, rest) = text.split_at(length);
    let known = WORDS.iter().any(|known| known.eq_ignore_ascii_case(word));
    let after = rest.strip_prefix([':', '=']).or_else(|| rest.starts_with([' ', '\t']).then_some(rest))?;
    (known && after.contains('/')).then_some(after)
}

/// `[FEN "…"]`
fn in_brackets(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    without_word(inside)
}

fn in_quotes(text: &str) -> Option<&str> {
    QUOTES.iter().find_map(|(opens, closes)| {
        let inside = text.strip_prefix(opens)?.strip_suffix(closes)?;
        (!inside.is_empty()).then_some(inside)
    })
}

/// The FEN of an address: `https://lichess.org/analysis/…`, `…?fen=…`.
fn without_address(text: &str) -> Option<&str> {
    let (_, path) = text.split_once("://").filter(|(scheme, _)| matches!(*scheme, "http" | "https"))?;
    if let Some((_, value)) = path.split_once("fen=") {
        return value.split('&').next();
    }
    let (_, rest) = path.split_once("/analysis/").or_else(|| path.split_once("/editor/"))?;
    match rest.split_once('/') {
        Some((name, fen)) if variant_id(name).is_some() => Some(fen),
        _ => Some(rest),
    }
}

/// `12. FEN`
fn without_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == text.len() {
        return None;
    }
    rest.strip_prefix(['.', ')'])?.strip_prefix(' ')
}

/// `00sHx,FEN`: the columns of a table before the position.
fn without_columns(text: &str) -> Option<&str> {
    let placement = text.split_ascii_whitespace().next()?;
    let comma = placement.rfind(',').filter(|&at| !placement[..at].contains('/') && placement[at..].contains('/'))?;
    Some(&text[comma + 1..])
}

/// Whether operations follow the fields of a FEN although no semicolon ends them: `… - bm Nf6`, `… - 0 1 bm Nf6`.
pub(super) fn has_open_operation(text: &str) -> bool {
    let fields: SmallVec<[&str; 8]> = text.split_ascii_whitespace().take(8).collect();
    // Others may be faults of typing in a field.
    let is_code = |word: &str| {
        let numbered = word.strip_prefix(['c', 'v', 'D']).is_some_and(|rest| rest.len() == 1 && is_digits(rest));
        numbered || CODES.split(' ').any(|code| code == word)
    };
    match fields[..] {
        // A square passed over, behind a field for the king's leap.
        [_, _, _, _, _, half, full] if is_digits(half) && is_digits(full) => false,
        [_, _, _, _, code, _, ..] if is_code(code) => true,
        [_, _, _, _, half, full, code, _] => is_digits(half) && is_digits(full) && is_code(code),
        _ => false,
    }
}

/// Parts a text without operations into the position and a remark behind it: a comment, or other columns of a table.
pub(super) fn without_remark(text: &str) -> (&str, Option<&str>) {
    let remark = |at: usize, length: usize| {
        let rest = text[at + length..].trim();
        (text[..at].trim_end(), (!rest.is_empty()).then_some(rest))
    };
    for sign in [" # ", " // "] {
        if let Some(at) = text.find(sign) {
            return remark(at, sign.len());
        }
    }
    // The list of waiting pawns has commas too, but it is the seventh field.
    let clock = text.split_ascii_whitespace().nth(5).filter(|field| field.contains(','));
    match clock.and_then(|field| Some((field.as_ptr() as usize - text.as_ptr() as usize, field.find(',')?))) {
        Some((start, comma)) => remark(start + comma, 1),
        None => (text, None),
    }
}

/// The FEN with spaces, dashes and fields as we write them.
pub(super) fn respelled(fen: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(fen);
    if !text.is_ascii() {
        text = Cow::Owned(text.chars().filter_map(plain_character).collect());
    }
    if !text.contains([' ', '\t']) && text.contains(['%', '_', '+']) {
        text = Cow::Owned(decoded(&text));
    }
    if !text.contains('/') && text.contains('\\') {
        text = Cow::Owned(text.replace('\\', "/"));
    }
    match with_usual_fields(&text) {
        Some(usual) => Cow::Owned(usual),
        None => text,
    }
}

/// The text of an address, in which spaces are `%20`, `_` or `+`.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let code = after.get(..2).filter(|_| byte == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        bytes.push(match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(u8::is_ascii) {
            Some(code) => {
                rest = &after[2..];
                code
            }
            None if matches!(byte, b'_' | b'+') => b' ',
            None => byte,
        });
    }
    // Only ASCII bytes were put in the place of ASCII bytes.
    String::from_utf8(bytes).unwrap_or_default()
}

/// The side as a word, rights that are only dashes, clocks that are not known, a `/` behind the last rank. `None` if there is
/// nothing of this kind.
fn with_usual_fields(text: &str) -> Option<String> {
    let mut fields: SmallVec<[&str; 8]> = text.split_ascii_whitespace().collect();
    let mut is_changed = false;
    let mut set = |field: &mut &str, to: &'static str| {
        *field = to;
        is_changed = true;
    };
    if let Some(side) = fields.get_mut(1) {
        match side.to_ascii_lowercase().as_str() {
            "w" | "white" if *side != "w" => set(side, "w"),
            "b" | "black" if *side != "b" => set(side, "b"),
            _ => {}
        }
    }
    if let Some(rights) = fields.get_mut(2)
        && rights.len() > 1
        && rights.bytes().all(|byte| byte == b'-')
    {
        set(rights, "-");
    }
    if fields.len() >= 6 && fields.ends_with(&["-", "-"]) {
        fields.truncate(fields.len() - 2);
        is_changed = true;
    }
    if let Some(placement) = fields.first_mut()
        && let Some(shorter) = placement.strip_suffix('/')
        && shorter.contains('/')
    {
        *placement = shorter;
        is_changed = true;
    }
    is_changed.then(|| fields.join(" "))
}
