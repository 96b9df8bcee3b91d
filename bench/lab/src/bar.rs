//! A bar on the terminal.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar of `total` steps with a message after it; `None` without a terminal.
pub(crate) fn bar(total: u64) -> Option<ProgressBar> {
    stderr().is_terminal().then(|| {
        let style = ProgressStyle::with_template("{bar:12} {wide_msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ");
        ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr()).with_style(style)
    })
}
