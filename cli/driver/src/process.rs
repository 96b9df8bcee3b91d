//! A program that is driven line by line.
//!
//! Two threads write to the program and read its output, so that neither side waits for the other to empty a pipe. Every
//! wait has a limit, and so has the output for one question. The program is killed when it is dropped. Its last lines are
//! kept for errors.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use thiserror::Error;

/// How often a wait checks whether it is called off.
const TICK: Duration = Duration::from_millis(50);

/// The time that a program may take to end after it has closed its output.
const LAST_BREATH: Duration = Duration::from_secs(2);

/// The most unread lines; a program that prints more has to wait.
const WAITING: usize = 256;

/// The longest line in bytes; longer ones are cut.
const LONGEST_LINE: u64 = 1 << 16;

/// The most lines of an answer.
const MOST_LINES: usize = 1 << 17;

/// The most MiB of an answer.
const MOST_MIB: usize = 16;

/// The number of last lines in an error.
const LAST_LINES: usize = 6;

/// The most characters of each.
const LAST_WIDTH: usize = 200;

/// Why a program can no longer be driven.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProcessFault {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// It ended, or closed its output.
    #[error("has ended{}{}", after(.question), ending(*.status))]
    Ended {
        /// The last line sent to it; empty if there was none.
        question: String,
        /// Its exit status; `None` if it still runs without an output.
        status: Option<ExitStatus>,
    },
    /// It did not answer in time.
    #[error("has not answered{} within {} s", after(.question), .limit.as_secs_f64())]
    Silent {
        /// The last line sent to it.
        question: String,
        /// The limit.
        limit: Duration,
    },
    /// Its answer is too long.
    #[error("has printed more than {MOST_LINES} lines or {MOST_MIB} MiB{} without ending an answer", after(.question))]
    Flood {
        /// The last line sent to it.
        question: String,
    },
    /// The wait was called off.
    #[error("is no longer waited for")]
    Stopped,
}

fn after(question: &str) -> String {
    if question.is_empty() { String::new() } else { format!(" after `{question}`") }
}

fn ending(status: Option<ExitStatus>) -> String {
    status.map_or_else(|| ": it has closed its output".to_owned(), |status| format!(" ({status})"))
}

/// Why a program can no longer be driven, and its last lines.
#[derive(Debug)]
pub struct ProcessError {
    /// The program.
    pub program: String,
    /// What happened.
    pub fault: ProcessFault,
    /// Its last lines, of standard output and standard error.
    pub last: Vec<String>,
}

impl fmt::Display for ProcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.program, self.fault)?;
        match &self.last[..] {
            [] if matches!(self.fault, ProcessFault::Start(_) | ProcessFault::Stopped) => Ok(()),
            [] => f.write_str("; it has printed nothing"),
            [line] => write!(f, "; its last line: {line}"),
            lines => write!(f, "; its last lines: {}", lines.join(" | ")),
        }
    }
}

impl std::error::Error for ProcessError {}

/// The last lines of a program.
#[derive(Clone, Default)]
struct LastWords(Arc<Mutex<VecDeque<String>>>);

impl LastWords {
    fn add(&self, line: &str) {
        if line.is_empty() {
            return;
        }
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == LAST_LINES {
            lines.pop_front();
        }
        let printable = line.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
        lines.push_back(printable.take(LAST_WIDTH).collect());
    }

    fn get(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// The output of a program for one question.
#[derive(Default)]
struct Answer {
    lines: Vec<String>,
    bytes: usize,
}

impl Answer {
    fn push(&mut self, line: String) {
        self.bytes += line.len();
        self.lines.push(line);
    }

    /// Whether it is too long.
    fn is_flood(&self) -> bool {
        self.lines.len() >= MOST_LINES || self.bytes >= MOST_MIB << 20
    }
}

/// What a program has left when it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Its output.
    pub lines: Vec<String>,
    /// Its exit status; `None` if it still runs without an output.
    pub status: Option<ExitStatus>,
    /// Its last lines, of standard output and standard error.
    pub last: Vec<String>,
}

/// A running program.
pub struct Process {
    name: String,
    child: Child,
    /// The program's input; `None` when it is closed.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    last: LastWords,
    /// Reads its standard error.
    errors: Option<JoinHandle<()>>,
    question: String,
}

impl Process {
    /// Starts a program. `name` stands for it in errors.
    ///
    /// # Errors
    /// [`ProcessFault::Start`], if it cannot be started.
    pub fn start(name: &str, program: &OsStr, args: &[OsString]) -> Result<Process, ProcessError> {
        let name = name.to_owned();
        let failed =
            |error| ProcessError { program: name.clone(), fault: ProcessFault::Start(error), last: Vec::new() };
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let last = LastWords::default();
        let (send, output) = sync_channel(WAITING);
        let (input, lines) = channel();
        let mut errors = None;
        if let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            thread::spawn(move || write_lines(stdin, &lines));
            let words = last.clone();
            thread::spawn(move || read_lines(stdout, &words, Some(&send)));
            let words = last.clone();
            errors = Some(thread::spawn(move || read_lines(stderr, &words, None)));
        }
        Ok(Process { name, child, input: Some(input), output, last, errors, question: String::new() })
    }

    /// Sends a line. An error shows only when the answer is read.
    pub fn send(&mut self, line: &str) {
        line.clone_into(&mut self.question);
        if let Some(input) = &self.input {
            // If the program has ended, reading its answer reports that.
            let _ = input.send(line.to_owned());
        }
    }

    /// Reads up to and including the first line for which `last` holds. `stop` calls the wait off when it returns true.
    ///
    /// # Errors
    /// The program ended, did not print such a line within the limit, or printed too much; or `stop` called it off.
    pub fn read(
        &mut self,
        limit: Duration,
        stop: &dyn Fn() -> bool,
        mut last: impl FnMut(&str) -> bool,
    ) -> Result<Vec<String>, ProcessError> {
        let end = Instant::now() + limit;
        let mut answer = Answer::default();
        while !answer.is_flood() {
            match self.next_line(end, stop)? {
                Next::Line(line) => {
                    let done = last(&line);
                    answer.push(line);
                    if done {
                        return Ok(answer.lines);
                    }
                }
                Next::Late => return Err(self.error(ProcessFault::Silent { question: self.question.clone(), limit })),
                Next::End => {
                    let status = self.wait(Instant::now() + LAST_BREATH, stop)?;
                    return Err(self.error(ProcessFault::Ended { question: self.question.clone(), status }));
                }
            }
        }
        Err(self.error(ProcessFault::Flood { question: self.question.clone() }))
    }

    /// Closes its input and reads until it ends.
    ///
    /// # Errors
    /// It did not end within the limit, or printed too much; or `stop` called it off.
    pub fn finish(mut self, limit: Duration, stop: &dyn Fn() -> bool) -> Result<Finished, ProcessError> {
        self.input = None;
        let end = Instant::now() + limit;
        let mut answer = Answer::default();
        while !answer.is_flood() {
            match self.next_line(end, stop)? {
                Next::Line(line) => answer.push(line),
                Next::Late => return Err(self.error(ProcessFault::Silent { question: self.question.clone(), limit })),
                Next::End => {
                    let status = self.wait(end.max(Instant::now() + LAST_BREATH), stop)?;
                    return Ok(Finished { lines: answer.lines, status, last: self.last_lines() });
                }
            }
        }
        Err(self.error(ProcessFault::Flood { question: self.question.clone() }))
    }

    /// Reads its output until there is none for `quiet`, or up to and including the first line for which `last` holds, or
    /// until the limit.
    ///
    /// # Errors
    /// `stop` called it off.
    pub fn read_until_quiet(
        &mut self,
        quiet: Duration,
        limit: Duration,
        stop: &dyn Fn() -> bool,
        mut last: impl FnMut(&str) -> bool,
    ) -> Result<Vec<String>, ProcessError> {
        let end = Instant::now() + limit;
        let mut answer = Answer::default();
        let mut is_last = false;
        while !is_last
            && Instant::now() < end
            && !answer.is_flood()
            && let Next::Line(line) = self.next_line(end.min(Instant::now() + quiet), stop)?
        {
            is_last = last(&line);
            answer.push(line);
        }
        Ok(answer.lines)
    }

    /// An error of this program, with its last lines.
    pub fn error(&self, fault: ProcessFault) -> ProcessError {
        ProcessError { program: self.name.clone(), fault, last: self.last.get() }
    }

    /// Its last lines.
    pub fn last_lines(&self) -> Vec<String> {
        self.last.get()
    }

    fn next_line(&self, end: Instant, stop: &dyn Fn() -> bool) -> Result<Next, ProcessError> {
        loop {
            if stop() {
                return Err(self.error(ProcessFault::Stopped));
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(TICK)) {
                Ok(line) => return Ok(Next::Line(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Next::End),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(Next::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Its exit status, after all of its standard error is read; `None` if it has not ended by then.
    fn wait(&mut self, mut end: Instant, stop: &dyn Fn() -> bool) -> Result<Option<ExitStatus>, ProcessError> {
        let mut ended = false;
        loop {
            let status = self.child.try_wait().ok().flatten();
            if status.is_some() && !ended {
                // Programs that it started may go on and keep standard error open.
                ended = true;
                end = end.min(Instant::now() + LAST_BREATH);
            }
            let all_read = self.errors.as_ref().is_none_or(JoinHandle::is_finished);
            if ended && all_read || Instant::now() >= end {
                return Ok(status);
            }
            if stop() {
                return Err(self.error(ProcessFault::Stopped));
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Programs that it started end when their input is closed.
        self.input = None;
        // It may have ended already; other errors cannot be reported here.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Process").field("name", &self.name).field("question", &self.question).finish_non_exhaustive()
    }
}

/// The result of waiting for a line.
enum Next {
    Line(String),
    Late,
    End,
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.write_all(b"\n")).and_then(|()| stdin.flush()).is_err()
        {
            return;
        }
    }
}

/// Reads lines until the end. Bytes that are not UTF-8 are replaced.
fn read_lines(pipe: impl Read, last: &LastWords, to: Option<&SyncSender<String>>) {
    let mut reader = BufReader::new(pipe);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        last.add(&text);
        if to.is_some_and(|to| to.send(text).is_err()) {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
