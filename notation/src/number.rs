//! Numbers as written in all our texts: digits, no sign.

use std::str::FromStr;

/// Whether a text consists of digits only.
pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a number of digits only; `None` if it does not fit the type.
pub(crate) fn read<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| is_digits(text))
}
