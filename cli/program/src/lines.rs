//! Lines of standard input and of files.

use std::fs;
use std::io::{self, BufRead, Read as _, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::count::input::{MAX_LINE, read_whole, text_of_line};
use anyhow::{Context, Error};
use campione_notation::epd::is_remark;
use rayon::prelude::*;
use serde_json::json;

use crate::Verdict;
use crate::args::{Common, Format};
use crate::explain::Explained;
use crate::interrupt::{self, Interrupted};
use crate::messages::{Usage, complain};

/// When answers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answers {
    /// Each as soon as it is known, because the next one may take long.
    AtOnce,
    /// Before the command waits for more input. A program that asks line by line gets each answer, and a file is fast.
    BeforeWaiting,
}

/// Runs `each` on each line of standard input, trimmed. Blank lines and comments, which begin with `#` or `%`, are skipped. An
/// error is reported with the line's number, and the next lines are read. If there is no line, a note says that no
/// `what` was found.
pub(crate) fn for_each_line(
    common: &Common,
    answers: Answers,
    what: &str,
    mut each: impl FnMut(&str, &mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<Verdict> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut input = io::BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut verdict = Verdict::Done;
    let mut line = Vec::new();
    let mut found = false;
    for number in 1_u64.. {
        line.clear();
        let at_hand = input.buffer().contains(&b'\n');
        let read = if at_hand {
            interrupt::check()?;
            read_line(&mut input, &mut line)
        } else {
            out.flush()?;
            interrupt::while_waiting(|| read_line(&mut input, &mut line))?
        };
        let text = match read.context("standard input")? {
            LineRead::End => break,
            LineRead::Whole => text_of_line(number, &line).map_err(Error::msg),
            LineRead::TooLong => Err(Error::msg(too_long())),
        };
        let done = text.and_then(|text| {
            let text = text.trim();
            if is_remark(text) {
                return Ok(());
            }
            found = true;
            each(text, &mut out)
        });
        if let Err(error) = done {
            report_line(common, number, error, &mut out)?;
            verdict = Verdict::Failed;
        }
        if answers == Answers::AtOnce {
            out.flush()?;
        }
    }
    out.flush()?;
    if !found && verdict == Verdict::Done {
        complain(&format!("note: standard input contained no {what}"));
    }
    Ok(verdict)
}

/// As [`for_each_line`] with [`Answers::BeforeWaiting`], for work that needs nothing of the lines before. If standard input
/// is a file, all threads work on it; the output has the order of the lines, and memory holds a few thousand lines at most.
/// `each` appends its answer to a text.
pub(crate) fn convert_lines(
    common: &Common,
    what: &str,
    each: impl Fn(&str, &mut String) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<Verdict> {
    if !is_file() {
        let mut text = String::new();
        return for_each_line(common, Answers::BeforeWaiting, what, |line, out| {
            text.clear();
            each(line, &mut text)?;
            Ok(out.write_all(text.as_bytes())?)
        });
    }
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut input = io::BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut batch = Batch::default();
    let (mut verdict, mut found) = (Verdict::Done, false);
    while batch.fill(&mut input).context("standard input")? {
        interrupt::check()?;
        let answers: Vec<Answered> = batch.lines.par_chunks(PART).map(|lines| batch.answers(lines, &each)).collect();
        for Answered { text, errors, is_empty } in answers {
            found |= !is_empty;
            let mut written = 0;
            for LineFault { number, at, error } in errors {
                out.write_all(text.as_bytes().get(written..at).unwrap_or_default())?;
                written = at;
                report_line(common, number, error, &mut out)?;
                verdict = Verdict::Failed;
            }
            out.write_all(text.as_bytes().get(written..).unwrap_or_default())?;
        }
    }
    out.flush()?;
    if !found && verdict == Verdict::Done {
        complain(&format!("note: standard input contained no {what}"));
    }
    Ok(verdict)
}

/// The lines that are worked on at once, and those that one thread takes.
const BATCH: usize = 8192;
const PART: usize = 256;

/// The most bytes of a batch, but for its last line.
const MOST_BYTES: usize = 4 << 20;

/// Lines of the input.
#[derive(Default)]
struct Batch {
    bytes: Vec<u8>,
    lines: Vec<BatchLine>,
    /// The number of the last line.
    number: u64,
}

/// A line of a batch: its number, and its bytes, or `None` if it is longer than [`MAX_LINE`].
struct BatchLine {
    number: u64,
    bytes: Option<Range<usize>>,
}

/// The answers to some lines, in one text.
struct Answered {
    text: String,
    errors: Vec<LineFault>,
    /// All lines are blank or comments.
    is_empty: bool,
}

/// An error of a line, and where its answer would be in the text.
struct LineFault {
    number: u64,
    at: usize,
    error: Error,
}

impl Batch {
    /// Reads the next lines; false if there are none.
    fn fill(&mut self, input: &mut impl BufRead) -> io::Result<bool> {
        self.bytes.clear();
        self.lines.clear();
        let mut line = Vec::new();
        while self.lines.len() < BATCH && self.bytes.len() < MOST_BYTES {
            line.clear();
            let start = self.bytes.len();
            let bytes = match read_line(input, &mut line)? {
                LineRead::End => break,
                LineRead::Whole => {
                    self.bytes.extend_from_slice(&line);
                    Some(start..self.bytes.len())
                }
                LineRead::TooLong => None,
            };
            self.number += 1;
            self.lines.push(BatchLine { number: self.number, bytes });
        }
        Ok(!self.lines.is_empty())
    }

    fn answers(&self, lines: &[BatchLine], each: impl Fn(&str, &mut String) -> anyhow::Result<()>) -> Answered {
        let mut answered = Answered { text: String::new(), errors: Vec::new(), is_empty: true };
        for BatchLine { number, bytes } in lines {
            let bytes = bytes.as_ref().and_then(|range| self.bytes.get(range.clone()));
            let text = bytes.ok_or_else(too_long).and_then(|line| text_of_line(*number, line)).map_err(Error::msg);
            let at = answered.text.len();
            let done = text.and_then(|text| {
                let text = text.trim();
                if is_remark(text) {
                    return Ok(());
                }
                answered.is_empty = false;
                each(text, &mut answered.text)
            });
            if let Err(error) = done {
                answered.text.truncate(at);
                answered.errors.push(LineFault { number: *number, at, error });
            }
        }
        answered
    }
}

/// Whether standard input is a file, so that nobody waits for an answer to a line.
fn is_file() -> bool {
    #[cfg(unix)]
    let owned = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let owned = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    #[cfg(any(unix, windows))]
    let is_file = owned.map(fs::File::from).and_then(|file| file.metadata()).is_ok_and(|data| data.is_file());
    #[cfg(not(any(unix, windows)))]
    let is_file = false;
    is_file
}

/// Reports the error of a line. An error that concerns more than this line is returned.
fn report_line(common: &Common, number: u64, error: Error, out: &mut impl Write) -> anyhow::Result<()> {
    if error.is::<io::Error>() || error.is::<Interrupted>() || error.is::<Usage>() {
        return Err(error);
    }
    let error = Explained::of(&error, common.assumed());
    if common.format == Format::Json {
        writeln!(out, "{}", error.object(json!({ "line": number })))?;
    }
    out.flush()?;
    complain(&format!("line {number}: {error}"));
    Ok(())
}

/// The largest suite that is read, in bytes.
const MAX_SUITE: u64 = 256 << 20;

/// The result of reading a line of input.
pub(crate) enum LineRead {
    /// There are no more lines.
    End,
    /// The line was read.
    Whole,
    /// The line is longer than [`MAX_LINE`]; it has been skipped.
    TooLong,
}

/// The message for a line that is longer than [`MAX_LINE`].
pub(crate) fn too_long() -> String {
    format!("it is longer than {MAX_LINE} bytes")
}

pub(crate) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<LineRead> {
    let mut longer = false;
    loop {
        let read = input.by_ref().take(MAX_LINE + 1).read_until(b'\n', line)? as u64;
        let ended = read == 0 || line.last() == Some(&b'\n');
        if !ended && read > MAX_LINE {
            longer = true;
            line.clear();
            continue;
        }
        return Ok(match (longer, read) {
            (true, _) => LineRead::TooLong,
            (false, 0) => LineRead::End,
            (false, _) => LineRead::Whole,
        });
    }
}

/// The content of a line of a file, or why it cannot be used, with its place.
pub(crate) struct Line<T> {
    /// The file and the number of the line, for messages.
    pub(crate) place: String,
    /// The number of the line, from 1.
    pub(crate) number: u64,
    /// What was read from the line.
    pub(crate) said: Result<T, Explained>,
}

/// The entries of files; `-` is standard input. A line may have several entries or none. If a file has no entry, the
/// message `nothing` (such as `no case in it`) is written, and the second result is false; so it is for binary files.
pub(crate) fn read_files<T>(
    files: &[PathBuf],
    nothing: &str,
    mut read: impl FnMut(&str) -> anyhow::Result<Vec<T>>,
) -> anyhow::Result<(Vec<Line<T>>, bool)> {
    let (mut lines, mut complete) = (Vec::new(), true);
    for file in files {
        let before = lines.len();
        let (name, bytes) = if file == Path::new("-") {
            let bytes = interrupt::while_waiting(|| read_whole(io::stdin().lock(), MAX_SUITE))?;
            (None, bytes.context("standard input")?)
        } else {
            let name = file.display().to_string();
            let bytes = interrupt::while_waiting(|| read_whole(fs::File::open(file)?, MAX_SUITE))?;
            (Some(name.clone()), bytes.context(name)?)
        };
        if bytes.contains(&0) {
            complain(&format!("{}: this is a binary file, not text", name.as_deref().unwrap_or("standard input")));
            complete = false;
            continue;
        }
        for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
            let place = name.as_ref().map_or_else(|| format!("line {number}"), |name| format!("{name}:{number}"));
            let text = if line.len() as u64 > MAX_LINE { Err(too_long()) } else { text_of_line(number, line) };
            let said = text.map_err(Error::msg).and_then(&mut read);
            match said.map_err(|error| Explained::of(&error, None)) {
                Ok(said) => {
                    lines.extend(said.into_iter().map(|said| Line { place: place.clone(), number, said: Ok(said) }));
                }
                Err(error) => lines.push(Line { place, number, said: Err(error) }),
            }
        }
        if lines.len() == before {
            complain(&format!("{}: {nothing}", name.as_deref().unwrap_or("standard input")));
            complete = false;
        }
    }
    Ok((lines, complete))
}
