//! The width of text for people.

use console::Term;
use textwrap::{Options, WordSplitter};

/// The largest width, because wider lines are hard to read.
const MOST: usize = 100;

/// The columns of standard output, if it is a terminal.
pub(crate) fn terminal() -> Option<usize> {
    let (_, columns) = Term::stdout().size_checked()?;
    (columns > 0).then(|| usize::from(columns))
}

/// Whether standard output is a terminal with fewer columns than a table has.
pub(crate) fn is_below(columns: usize) -> bool {
    terminal().is_some_and(|width| width < columns)
}

/// The columns of pages: those of the terminal, but at most 100, and 100 without a terminal.
pub(crate) fn of_pages() -> usize {
    terminal().map_or(MOST, |columns| columns.min(MOST))
}

/// A wrapped paragraph, with a line feed at its end.
pub(crate) fn wrapped(text: &str, indent: &str) -> String {
    textwrap::fill(text, Options::new(of_pages()).initial_indent(indent).subsequent_indent(indent)) + "\n"
}

/// A line that is wrapped only on a terminal, with the following lines indented. Elsewhere it stays one line, for
/// programs.
pub(crate) fn line(text: &str, indent: &str) -> String {
    match terminal() {
        Some(columns) => folded(text, columns, indent),
        None => format!("{text}\n"),
    }
}

/// Wraps a line at spaces only, so that no move is split at its hyphens.
fn folded(text: &str, columns: usize, indent: &str) -> String {
    let options = Options::new(columns).subsequent_indent(indent).word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options.break_words(false)) + "\n"
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn what_does_not_fit_goes_below() {
        assert_eq!(folded("best: e4, score +0.20", 12, "  "), "best: e4,\n  score\n  +0.20\n");
        assert_eq!(folded("1. e4 O-O-O", 8, "  "), "1. e4\n  O-O-O\n");
        assert_eq!(folded("best: e4", 80, "  "), "best: e4\n");
    }
}
