//! Squares in text.

use campione_core::Square;

/// Reads a square at the start of a text, and removes it. `first_rank` is the number of the first rank.
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
