//! What the user is told besides answers.

use crate::play::say::{lines_of, say};

/// Sends a warning or a note to the user.
pub(super) fn complain(text: &str) -> std::io::Result<()> {
    say(&lines_of("info string", text))
}
