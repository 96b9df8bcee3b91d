//! A file of games, cut between games into parts that can be read for themselves.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use super::source::{CHUNK, Source};

/// A part has about this many bytes.
const PART: usize = 1 << 20;

/// A file in which no game ends for this many bytes is no longer cut.
const MOST: usize = 1 << 26;

/// The line that begins a game where the file may be cut.
const EVENT: &[u8] = b"\n[Event \"";

/// Some games.
pub(super) struct Part {
    /// Their text.
    pub(super) text: BufReader<Chain<Cursor<Vec<u8>>, Rest>>,
    /// The number of lines before it.
    pub(super) lines: u64,
}

/// What follows the text of a part.
pub(super) enum Rest {
    /// Nothing: it was cut there, or the file ends.
    Nothing,
    /// The rest of the file, which was not cut.
    File(BufReader<Source>),
    /// The file could not be read any further. The games before that place are read all the same.
    Error(io::Error),
}

impl Read for Rest {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Rest::Nothing => Ok(0),
            Rest::File(rest) => rest.read(into),
            Rest::Error(_) => match std::mem::replace(self, Rest::Nothing) {
                Rest::Error(error) => Err(error),
                _ => Ok(0),
            },
        }
    }
}

/// Cuts a file.
pub(super) struct Parts {
    input: Option<BufReader<Source>>,
    text: Vec<u8>,
    lines: u64,
}

impl Parts {
    pub(super) fn new(input: BufReader<Source>) -> Parts {
        Parts { input: Some(input), text: Vec::new(), lines: 0 }
    }

    /// The next part; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Option<Part> {
        let mut input = self.input.take()?;
        let mut wanted = PART;
        while self.text.len() < MOST {
            match fill(&mut input, &mut self.text, wanted) {
                Ok(true) => {}
                Ok(false) => {
                    let found = !self.text.is_empty() || self.lines == 0;
                    return found.then(|| self.part(self.text.len(), Rest::Nothing));
                }
                Err(error) => return Some(self.part(self.text.len(), Rest::Error(error))),
            }
            if let Some(end) = last_cut(&self.text) {
                self.input = Some(input);
                return Some(self.part(end, Rest::Nothing));
            }
            wanted = 2 * self.text.len();
        }
        Some(self.part(self.text.len(), Rest::File(input)))
    }

    /// The text up to `end`, and the rest of the file.
    fn part(&mut self, end: usize, rest: Rest) -> Part {
        let after = self.text.split_off(end);
        let text = std::mem::replace(&mut self.text, after);
        let lines = self.lines;
        self.lines += count_lines(&text);
        Part { text: BufReader::with_capacity(CHUNK, Cursor::new(text).chain(rest)), lines }
    }
}

/// Adds bytes until there are `wanted`; false at the end of the file.
fn fill(input: &mut impl BufRead, text: &mut Vec<u8>, wanted: usize) -> io::Result<bool> {
    while text.len() < wanted {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok(false);
        }
        text.extend_from_slice(chunk);
        let length = chunk.len();
        input.consume(length);
    }
    Ok(true)
}

/// The last place where the text may be cut, so that both parts are read as the whole would be: before the tag `Event`,
/// after a blank line and a line that ends with a result. There the reader begins a game whatever came before: such a tag
/// ends an open comment or variation, with the same fault as the end of the text. The line with the result begins with a
/// letter or a digit, so it is not a tag, remark or comment: after those a tag may belong to the game before it.
fn last_cut(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    while let Some(at) = text[..end].windows(EVENT.len()).rposition(|window| window == EVENT) {
        let before = text[..at].trim_ascii_end();
        let blank = count_lines(&text[before.len()..=at]) > 1;
        let line = &before[before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)..];
        let moves = line.first().is_some_and(u8::is_ascii_alphanumeric) && !line.contains(&b';');
        if blank && moves && ends_with_result(line) && is_whole_tag(&text[at + 1..]) {
            return Some(at + 1);
        }
        end = at;
    }
    None
}

/// Whether the first line is a tag to its end. Only such a line ends a comment that is open.
fn is_whole_tag(text: &[u8]) -> bool {
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    line.trim_ascii_end().ends_with(b"\"]")
}

/// The number of lines; the last need not end.
fn count_lines(mut text: &[u8]) -> u64 {
    let mut lines = 0;
    while text.skip_until(b'\n').is_ok_and(|read| read > 0) {
        lines += 1;
    }
    lines
}

fn ends_with_result(line: &[u8]) -> bool {
    let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
    let last = line.rsplit(|&byte| byte == b' ').next().unwrap_or(line);
    results.contains(&last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_texts_are_cut() {
        let cut = |text: &str| last_cut(text.as_bytes()).map(|at| text[at..].to_owned());
        let two = "[Event \"a\"]\n\n1. e4 1-0\n\n[Event \"b\"]\n\n1. d4 *\n";
        assert_eq!(cut(two).as_deref(), Some("[Event \"b\"]\n\n1. d4 *\n"));
        let carriage = two.replace('\n', "\r\n");
        assert_eq!(cut(&carriage).as_deref(), Some("[Event \"b\"]\r\n\r\n1. d4 *\r\n"));
        for whole in [
            "[Event \"a\"]\n\n1. e4 1-0\n",
            // Behind a tag, a remark, a comment, or moves without a result, and without a blank line.
            "[Site \"a\"]\n\n[Event \"b\"]\n\n1. d4 *\n",
            "[Site \"a\"]\n# 1-0\n\n[Event \"b\"]\n\n1. d4 *\n",
            "[Site \"a\"]\n; it ended 1-0\n\n[Event \"b\"]\n\n1. d4 *\n",
            "[Site \"a\"]\n{ 1-0 }\n\n[Event \"b\"]\n\n1. d4 *\n",
            "1. e4\n\n[Event \"b\"]\n\n1. d4 *\n",
            "1. e4 *\n[Event \"b\"]\n\n1. d4 *\n",
            // What looks like a tag in a comment, and what is a tag, a comment or a remark behind spaces.
            "1. e4 { so\nit was 1-0\n\n[Event \"b\" said] } e5 *\n",
            "[White \"w\"]\n [Bad 1-0\n\n[Event \"b\"]\n\n1. d4 *\n",
            "[White \"w\"]\n{c} [Bad 1-0\n\n[Event \"b\"]\n\n1. d4 *\n",
            "{intro}\n # round 1-0\n\n[Event \"b\"]\n\n1. d4 *\n",
        ] {
            assert_eq!(cut(whole), None, "{whole}");
        }
    }
}
