//! Writes to the terminal.

use std::io::{Write, stdout};

/// Prints a text at once.
pub(super) fn say(text: &str) -> std::io::Result<()> {
    let mut out = stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
