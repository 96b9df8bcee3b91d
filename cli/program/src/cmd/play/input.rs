//! Reads what people type: with a line editor on a terminal, else line by line.

use std::io::{BufReader, IsTerminal, Stdin, stdin, stdout};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, bail};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use super::say::say;
use crate::interrupt;
use crate::lines;
use crate::lines::LineRead;
use crate::messages;

/// How long a signal may go unnoticed.
const TICK: Duration = Duration::from_millis(50);

/// The source of lines. A thread waits for them, so that a signal is noticed meanwhile and the game can be saved.
pub(super) struct Input {
    /// The next prompt, and the words that can be completed.
    questions: Sender<(String, Vec<String>)>,
    /// The line that was typed; `None` at the end of the input.
    answers: Receiver<anyhow::Result<Option<String>>>,
    is_terminal: bool,
    /// Dropped last. The thread may still wait for a line then; it is not joined.
    _modes: Modes,
}

impl Input {
    pub(super) fn open() -> anyhow::Result<Input> {
        let (is_terminal, modes) = (is_conversation(), Modes::save());
        let mut source = if is_terminal {
            Source::Terminal(Box::new(Editor::new().context("the terminal")?))
        } else {
            Source::Lines(BufReader::new(stdin()))
        };
        let (questions, asked) = mpsc::channel::<(String, Vec<String>)>();
        let (answer, answers) = mpsc::channel();
        let read = move || {
            for (prompt, words) in asked {
                if answer.send(source.read(&prompt, words)).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().name("input".to_owned()).spawn(read).context("cannot start a thread")?;
        Ok(Input { questions, answers, is_terminal, _modes: modes })
    }

    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// The next line, `None` at the end of the input; an error once a signal has come. `words` are those that can be
    /// completed.
    pub(super) fn next(&self, prompt: String, words: impl FnOnce() -> Vec<String>) -> anyhow::Result<Option<String>> {
        let words = if self.is_terminal { words() } else { Vec::new() };
        self.questions.send((prompt, words)).context("the thread that reads the input has ended")?;
        loop {
            interrupt::check()?;
            match self.answers.recv_timeout(TICK) {
                Ok(Ok(Some(line))) => return Ok(Some(line)),
                Ok(end) => {
                    // A terminal that is gone ends the input a little before the signal comes.
                    thread::sleep(TICK);
                    interrupt::check()?;
                    return end;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => bail!("the thread that reads the input has ended"),
            }
        }
    }
}

/// How lines are read.
enum Source {
    /// A terminal: lines can be edited, and the Tab key completes words and moves.
    Terminal(Box<Editor<Words, DefaultHistory>>),
    /// A file or a program.
    Lines(BufReader<Stdin>),
}

impl Source {
    fn read(&mut self, prompt: &str, words: Vec<String>) -> anyhow::Result<Option<String>> {
        match self {
            Source::Terminal(editor) => {
                editor.set_helper(Some(Words(words)));
                match editor.readline(prompt) {
                    Ok(line) => {
                        // It does not matter if the history cannot take the line.
                        let _ = editor.add_history_entry(&line);
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(error).context("the terminal"),
                }
            }
            Source::Lines(input) => {
                say(prompt)?;
                let mut line = Vec::new();
                match lines::read_line(input, &mut line).context("standard input")? {
                    LineRead::End => {
                        say("\n")?;
                        Ok(None)
                    }
                    LineRead::Whole => {
                        // Printed as if it had been typed on a terminal.
                        let line = String::from_utf8_lossy(&line).trim().to_owned();
                        say(&format!("{}\n", messages::printable(&line)))?;
                        Ok(Some(line))
                    }
                    LineRead::TooLong => bail!("standard input, a line: {}", lines::too_long()),
                }
            }
        }
    }
}

/// The modes of the terminal at the start, restored on drop: the line editor may still wait for a line then.
#[cfg(unix)]
struct Modes(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Modes {
    fn save() -> Modes {
        Modes(if is_conversation() { rustix::termios::tcgetattr(stdin()).ok() } else { None })
    }
}

#[cfg(unix)]
impl Drop for Modes {
    fn drop(&mut self) {
        if let Some(modes) = &self.0 {
            // Errors are ignored: the terminal may be gone. The sequence ends the marking of pasted text, which the
            // editor needs.
            let _ = say("\x1b[?2004l");
            let _ = rustix::termios::tcsetattr(stdin(), rustix::termios::OptionalActions::Now, modes);
        }
    }
}

/// Other systems have no such modes.
#[cfg(not(unix))]
struct Modes;

#[cfg(not(unix))]
impl Modes {
    fn save() -> Modes {
        Modes
    }
}

/// The words that can be completed.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begin = line.get(..at).and_then(|text| text.rfind(' ')).map_or(0, |space| space + 1);
        let typed = line.get(begin..at).unwrap_or_default();
        Ok((begin, self.0.iter().filter(|word| word.starts_with(typed)).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// Whether input and output are terminals.
fn is_conversation() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}
