//! Answers.

use std::io::{self, Write, stdout};

use crate::io::printable;

/// Longer texts are cut to this many characters.
const LONGEST: usize = 1_000;

/// Writes a text as whole lines, and flushes.
pub(crate) fn say(text: &str) -> io::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// A text, which may contain text of others, in lines that all begin with the same word.
pub(crate) fn lines_of(word: &str, text: &str) -> String {
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    let lines = short.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| format!("{word} {}", printable(line.trim_end()))).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_one_of_the_protocol() {
        assert_eq!(lines_of("info string", "one\n\n  two\r\n"), "info string one\ninfo string   two");
        assert_eq!(lines_of("info string", "\u{1b}[2J"), "info string \\u{1b}[2J");
        let long = lines_of("info string", &"ä".repeat(5_000));
        assert_eq!(long.chars().count(), "info string ".len() + LONGEST + 1);
    }
}
