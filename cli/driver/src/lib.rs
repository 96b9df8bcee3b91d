//! A program that is driven line by line.
//!
//! Threads of their own write to the program and read what it prints, so that neither side ever waits for the other to
//! empty a pipe. Every wait has a limit, what a program may print for one question has one too, and a program that is no
//! longer needed is killed. What it said last is kept for the error.
//!
//! ```no_run
//! use std::time::Duration;
//! use campione_driver::Engine;
//! let mut engine = Engine::start("stockfish".as_ref(), &[])?;
//! engine.send("uci");
//! let lines = engine.read(Duration::from_secs(20), &|| false, |line| line == "uciok")?;
//! # Ok::<(), campione_driver::EngineError>(())
//! ```

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

/// What the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// How often a wait looks whether it is to go on.
const TICK: Duration = Duration::from_millis(50);

/// How long a program that has closed its output may take to end.
const LAST_BREATH: Duration = Duration::from_secs(2);

/// Lines of a program that wait to be read; it waits when there are more.
const WAITING: usize = 256;

/// A longer line is cut here.
const LONGEST_LINE: u64 = 1 << 16;

/// The most lines that may answer one question.
const MOST_LINES: usize = 1 << 17;

/// The most bytes that may answer one question, in MiB.
const MOST_MIB: usize = 16;

/// This many of the last lines are told when a program ends or falls silent.
const LAST_LINES: usize = 6;

/// Of each of them this many characters.
const LAST_WIDTH: usize = 200;

/// Why a program cannot be driven on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EngineFault {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// It has ended, or has closed its output.
    #[error("has ended{}{}", after(.question), ending(*.status))]
    Ended {
        /// What it was told last; empty before anything was.
        question: String,
        /// How it ended; none if it still runs without an output.
        status: Option<ExitStatus>,
    },
    /// It has not answered in time.
    #[error("has not answered{} within {} s", after(.question), .limit.as_secs_f64())]
    Silent {
        /// What it was told last.
        question: String,
        /// The limit.
        limit: Duration,
    },
    /// Its answer is longer than any answer can be.
    #[error("has printed more than {MOST_LINES} lines or {MOST_MIB} MiB{}, and none that ends an answer", after(.question))]
    Flood {
        /// What it was told last.
        question: String,
    },
    /// The wait was called off.
    #[error("was no longer asked")]
    Stopped,
}

fn after(question: &str) -> String {
    if question.is_empty() { String::new() } else { format!(" after `{question}`") }
}

fn ending(status: Option<ExitStatus>) -> String {
    status.map_or_else(|| ": it has closed its output".to_owned(), |status| format!(" ({status})"))
}

/// Why a program cannot be driven on, and what it said last.
#[derive(Debug)]
pub struct EngineError {
    /// The program.
    pub engine: String,
    /// What happened.
    pub fault: EngineFault,
    /// Its last lines, of output and of errors, as they came.
    pub last: Vec<String>,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.engine, self.fault)?;
        match &self.last[..] {
            [] if matches!(self.fault, EngineFault::Start(_) | EngineFault::Stopped) => Ok(()),
            [] => f.write_str("; it has said nothing"),
            [line] => write!(f, "; its last line: {line}"),
            lines => write!(f, "; its last lines: {}", lines.join(" | ")),
        }
    }
}

impl std::error::Error for EngineError {}

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

/// What a program prints for one question.
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

    /// Whether it is longer than any answer can be.
    fn is_flood(&self) -> bool {
        self.lines.len() >= MOST_LINES || self.bytes >= MOST_MIB << 20
    }
}

/// A running program.
pub struct Engine {
    name: String,
    child: Child,
    /// Closed when the program is to get no more.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    last: LastWords,
    /// Reads what it complains about.
    errors: Option<JoinHandle<()>>,
    question: String,
}

impl Engine {
    /// Starts a program.
    ///
    /// # Errors
    /// [`EngineFault::Start`].
    pub fn start(program: &OsStr, args: &[OsString]) -> Result<Engine, EngineError> {
        let name = program.to_string_lossy().into_owned();
        let failed = |error| EngineError { engine: name.clone(), fault: EngineFault::Start(error), last: Vec::new() };
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
        Ok(Engine { name, child, input: Some(input), output, last, errors, question: String::new() })
    }

    /// Tells it a line. Whether it takes it shows when it answers or not.
    pub fn send(&mut self, line: &str) {
        line.clone_into(&mut self.question);
        if let Some(input) = &self.input {
            // The writer ends when the program does, and that is told when its answer is missed.
            let _ = input.send(line.to_owned());
        }
    }

    /// Reads up to the first line for which `last` holds, that one included.
    ///
    /// # Errors
    /// The program has ended, has not printed such a line within the limit or prints without end; `stop` called it off.
    pub fn read(
        &mut self,
        limit: Duration,
        stop: &dyn Fn() -> bool,
        mut last: impl FnMut(&str) -> bool,
    ) -> Result<Vec<String>, EngineError> {
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
                Next::Late => return Err(self.error(EngineFault::Silent { question: self.question.clone(), limit })),
                Next::End => {
                    let status = self.wait(Instant::now() + LAST_BREATH, stop)?;
                    return Err(self.error(EngineFault::Ended { question: self.question.clone(), status }));
                }
            }
        }
        Err(self.error(EngineFault::Flood { question: self.question.clone() }))
    }

    /// Tells it that nothing more will come, and reads until it ends.
    ///
    /// # Errors
    /// It has not ended within the limit or prints without end; `stop` called it off.
    pub fn finish(
        mut self,
        limit: Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Vec<String>, Option<ExitStatus>), EngineError> {
        self.input = None;
        let end = Instant::now() + limit;
        let mut answer = Answer::default();
        while !answer.is_flood() {
            match self.next_line(end, stop)? {
                Next::Line(line) => answer.push(line),
                Next::Late => return Err(self.error(EngineFault::Silent { question: self.question.clone(), limit })),
                Next::End => return Ok((answer.lines, self.wait(end.max(Instant::now() + LAST_BREATH), stop)?)),
            }
        }
        Err(self.error(EngineFault::Flood { question: self.question.clone() }))
    }

    /// Reads what it prints until it has been quiet for so long or the limit is reached.
    ///
    /// # Errors
    /// `stop` called it off.
    pub fn read_until_quiet(
        &mut self,
        quiet: Duration,
        limit: Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<String>, EngineError> {
        let end = Instant::now() + limit;
        let mut answer = Answer::default();
        while Instant::now() < end
            && !answer.is_flood()
            && let Next::Line(line) = self.next_line(end.min(Instant::now() + quiet), stop)?
        {
            answer.push(line);
        }
        Ok(answer.lines)
    }

    /// An error of this program, with what it said last.
    pub fn error(&self, fault: EngineFault) -> EngineError {
        EngineError { engine: self.name.clone(), fault, last: self.last.get() }
    }

    /// What it said last.
    pub fn last_lines(&self) -> Vec<String> {
        self.last.get()
    }

    fn next_line(&self, end: Instant, stop: &dyn Fn() -> bool) -> Result<Next, EngineError> {
        loop {
            if stop() {
                return Err(self.error(EngineFault::Stopped));
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

    /// How it ended, when all that it has complained about is read; none if it has not ended by then.
    fn wait(&mut self, mut end: Instant, stop: &dyn Fn() -> bool) -> Result<Option<ExitStatus>, EngineError> {
        let mut ended = false;
        loop {
            let status = self.child.try_wait().ok().flatten();
            if status.is_some() && !ended {
                // What it has started itself may go on and hold its error output.
                ended = true;
                end = end.min(Instant::now() + LAST_BREATH);
            }
            let all_read = self.errors.as_ref().is_none_or(JoinHandle::is_finished);
            if ended && all_read || Instant::now() >= end {
                return Ok(status);
            }
            if stop() {
                return Err(self.error(EngineFault::Stopped));
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // What it has started itself ends when its input does.
        self.input = None;
        // It may have ended by itself, and there is nobody to tell about anything else.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("name", &self.name).field("question", &self.question).finish_non_exhaustive()
    }
}

/// What a wait for a line brings.
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

/// Reads lines until the end. A program may print what is no UTF-8; such a line is no answer, but no reason to stop.
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
