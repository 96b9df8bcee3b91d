//! Numbers as written in all our texts: digits, no sign.

use std::str::FromStr;

/// Whether a text consists of digits only.
pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Appends a number. Small ones, as clocks are, do not go through a formatter.
pub(crate) fn write(text: &mut String, number: u32) {
    let digit = |digit: u32| char::from(b'0' + (digit % 10) as u8);
    match number {
        0..10 => text.push(digit(number)),
        10..100 => text.extend([digit(number / 10), digit(number)]),
        _ => text.push_str(&number.to_string()),
    }
}

/// Reads a number of digits only; `None` if it does not fit the type.
pub(crate) fn read<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| is_digits(text))
}
