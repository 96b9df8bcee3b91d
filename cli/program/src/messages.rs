//! Messages.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use serde_json::Value;

/// An argument that turns out to be wrong after the work has begun. It is wrong for every line, so it ends the command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Usage(pub(crate) String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Whether the reader of our output has closed it, which is not a failure.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes a line to standard error. Errors of writing are ignored.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{}", printable(line));
}

/// The number of unusable lines of a file that are reported each with a reason; the others are only counted.
pub(crate) const MOST_UNREAD: usize = 5;

/// The message that counts the unusable lines beyond those reported.
pub(crate) fn more_unread(more: usize, used: &str) -> String {
    format!("{more} more {} cannot be {used}", if more == 1 { "line" } else { "lines" })
}

/// A text that may contain text of others, made safe for a terminal: control characters, except tabs and line feeds,
/// are written as `\u{1b}`.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let commands = |c: char| c.is_control() && !matches!(c, '\t' | '\n');
    if !text.contains(commands) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if commands(c) {
            clean.extend(c.escape_default());
        } else {
            clean.push(c);
        }
    }
    Cow::Owned(clean)
}

/// A count in JSON: a string if a double cannot represent it.
pub(crate) fn count(nodes: u128) -> Value {
    match u64::try_from(nodes) {
        Ok(small) if small <= 1 << 53 => Value::from(small),
        _ => Value::from(nodes.to_string()),
    }
}
