//! Squares in text.

use std::fmt;

use campione_core::Square;

use crate::number;

/// A square as text, with ranks counted from `first_rank`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counted {
    pub(crate) square: Square,
    pub(crate) first_rank: u8,
}

impl Counted {
    /// Appends the square to a text.
    pub(crate) fn append(self, text: &mut String) {
        text.push(self.square.file_letter());
        number::write(text, u32::from(self.square.rank() + self.first_rank));
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.square.file_letter(), self.square.rank() + self.first_rank)
    }
}

/// Reads a square at the start of a text, and removes it. `first_rank` is the number of the first rank.
#[inline]
pub(crate) fn take_square(text: &mut &[u8], first_rank: u8) -> Option<Square> {
    let (&letter, rest) = text.split_first()?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, after) = rest.split_at(digits);
    let square = square_of(letter, number, first_rank)?;
    *text = after;
    Some(square)
}

/// The same for text that may not be ASCII.
pub(crate) fn square(text: &mut &str, first_rank: u8) -> Option<Square> {
    let mut bytes = text.as_bytes();
    let square = take_square(&mut bytes, first_rank)?;
    *text = &text[text.len() - bytes.len()..];
    Some(square)
}

/// Splits a square from the end of a text; returns the text before it.
#[inline]
pub(crate) fn last_square(text: &[u8], first_rank: u8) -> Option<(&[u8], Square)> {
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (rest, number) = text.split_at(text.len() - digits);
    let (&letter, rest) = rest.split_last()?;
    Some((rest, square_of(letter, number, first_rank)?))
}

/// Reads a text that is exactly one square.
pub(crate) fn whole_square(text: &[u8], first_rank: u8) -> Option<Square> {
    last_square(text, first_rank).filter(|(rest, _)| rest.is_empty()).map(|(_, square)| square)
}

/// Reads the number of a rank, and counts it from 0.
#[inline]
pub(crate) fn rank_of(number: &[u8], first_rank: u8) -> Option<u8> {
    let number = match *number {
        [digit @ b'0'..=b'9'] => digit - b'0',
        [tens @ b'1'..=b'9', digit @ b'0'..=b'9'] => (tens - b'0') * 10 + (digit - b'0'),
        _ => return None,
    };
    number.checked_sub(first_rank)
}

#[inline]
fn square_of(letter: u8, number: &[u8], first_rank: u8) -> Option<Square> {
    let file = letter.checked_sub(b'a').filter(|&file| file < 26)?;
    Square::new(file, rank_of(number, first_rank)?)
}
