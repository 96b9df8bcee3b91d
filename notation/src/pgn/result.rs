//! Results as text.

use campione_core::Color;
use campione_movegen::{EndReason, Outcome};
use thiserror::Error;

use crate::moves::{dash, spaces};

/// A word that is not a result: expected `1-0`, `0-1`, `1/2-1/2` or `*`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected `1-0`, `0-1`, `1/2-1/2` or `*`")]
pub struct NotAResult;

/// The result of a game as written after the moves; `*` if it is unknown or the game goes on.
///
/// ```
/// use campione_core::Color;
/// use campione_movegen::{EndReason, Outcome};
/// use campione_notation::pgn::{read_result, result_text};
/// let won = Outcome::win(Color::White, EndReason::Checkmate);
/// assert_eq!((result_text(Some(won)), result_text(None)), ("1-0", "*"));
/// assert_eq!(read_result(b"1-0"), Ok(Some(Outcome::win(Color::White, EndReason::Declared))));
/// ```
pub const fn result_text(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(outcome) => outcome.text(),
        None => "*",
    }
}

/// Reads a result. Besides the four of the PGN standard these are read: `1/2`, `½`, `½-½`, and results with spaces,
/// other dashes or a colon: `1 - 0`, `0–1`, `1:0`. The reason of the outcome is [`EndReason::Declared`].
///
/// # Errors
/// [`NotAResult`] for every other text.
pub fn read_result(text: &[u8]) -> Result<Option<Outcome>, NotAResult> {
    match result_at(text) {
        Some((length, result)) if length == text.len() => Ok(result),
        _ => Err(NotAResult),
    }
}

/// A result at the start of a text, with its length in bytes.
pub(super) fn result_at(text: &[u8]) -> Option<(usize, Option<Outcome>)> {
    if text.first() == Some(&b'*') {
        return Some((1, None));
    }
    let (white, length) = points_at(text)?;
    let half = || (white == Points::Half).then_some((length, Some(Outcome::draw(EndReason::Declared))));
    let sign = length + spaces(&text[length..]);
    // `1:0`, as German books have it.
    let colon = usize::from(text.get(sign) == Some(&b':'));
    let after = match dash(&text[sign..]).max(colon) {
        0 => return half(),
        length => sign + length + spaces(&text[sign + length..]),
    };
    let Some((black, length)) = points_at(&text[after..]) else { return half() };
    let outcome = match (white, black) {
        (Points::Win, Points::Loss) => Outcome::win(Color::White, EndReason::Declared),
        (Points::Loss, Points::Win) => Outcome::win(Color::Black, EndReason::Declared),
        (Points::Half, Points::Half) => Outcome::draw(EndReason::Declared),
        _ => return None,
    };
    Some((after + length, Some(outcome)))
}

/// The points of one side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Points {
    Win,
    Loss,
    Half,
}

fn points_at(text: &[u8]) -> Option<(Points, usize)> {
    match text {
        [b'1', b'/', b'2', ..] => Some((Points::Half, 3)),
        [0xc2, 0xbd, ..] => Some((Points::Half, 2)),
        [b'1', ..] => Some((Points::Win, 1)),
        [b'0', ..] => Some((Points::Loss, 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_many_spellings() {
        for (text, expected) in [
            ("1-0", Some("1-0")),
            ("1 - 0", Some("1-0")),
            ("1–0", Some("1-0")),
            ("0 — 1", Some("0-1")),
            ("1/2", Some("1/2-1/2")),
            ("½", Some("1/2-1/2")),
            ("½-½", Some("1/2-1/2")),
            ("1/2 - 1/2", Some("1/2-1/2")),
            ("½–1/2", Some("1/2-1/2")),
            ("1:0", Some("1-0")),
            ("½:½", Some("1/2-1/2")),
            ("1:1", None),
            ("*", Some("*")),
            ("0-0", None),
            ("1-1", None),
            ("1-1/2", None),
            ("1", None),
            ("0", None),
            ("1-0 ", None),
            ("", None),
            ("+-", None),
        ] {
            assert_eq!(read_result(text.as_bytes()).ok().map(result_text), expected, "{text}");
        }
    }
}
