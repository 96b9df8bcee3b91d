//! Numbers as every text of ours writes them: digits, no sign.

use std::str::FromStr;

/// Whether a text is digits and nothing else.
pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number written in digits alone, if it fits.
pub(crate) fn read<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| is_digits(text))
}
