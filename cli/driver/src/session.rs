//! A running engine of any protocol: questions, answers, and how long they may take.

use std::time::Duration;

use thiserror::Error;

use crate::command::{CommandFault, EngineCommand};
use crate::divide;
use crate::process::{Process, ProcessError, ProcessFault};

/// Output has ended when nothing comes for this long.
const QUIET: Duration = Duration::from_millis(300);

/// How long an engine may take, and how a wait is called off.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The limit for a count.
    pub long: Duration,
    /// The limit for any other answer.
    pub short: Duration,
    /// After this time without an answer to the first question, `slow` is called.
    pub notice: Duration,
    /// Checked all the time; when it returns true, a wait ends with [`ProcessFault::Stopped`].
    pub stop: fn() -> bool,
    /// Called with the command, the first question and the limit, when the answer is late.
    pub slow: fn(&str, &str, Duration),
}

impl Default for Patience {
    /// Ten minutes for a count, ten seconds for any other answer.
    fn default() -> Patience {
        Patience {
            long: Duration::from_secs(600),
            short: Duration::from_secs(10),
            notice: Duration::from_secs(2),
            stop: || false,
            slow: |_, _, _| {},
        }
    }
}

/// Why an engine cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DriverError {
    /// The command cannot be started.
    #[error(transparent)]
    Command(#[from] CommandFault),
    /// The program ended, or did not answer.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// The program only repeats its input.
    #[error("`{program}` only echoes what it is sent (`{line}`): it is not a chess engine")]
    Echo {
        /// The command.
        program: String,
        /// The line.
        line: String,
    },
    /// Another answer than that of an engine of the protocol.
    #[error("after `{question}` it prints: {}", .lines.join(" | "))]
    Protocol {
        /// The line sent to it.
        question: String,
        /// Its answer.
        lines: Vec<String>,
    },
    /// A count was expected.
    #[error("it prints no divide; its last lines: {}", last(.lines))]
    NoDivide {
        /// Its answer.
        lines: Vec<String>,
    },
    /// A count was expected, and one or several commands were tried.
    #[error("{engine} prints no divide after `{}`; its last lines: {}", .tried.join("`, `"), last(.lines))]
    NoDivideBy {
        /// The engine's name.
        engine: String,
        /// The commands.
        tried: Vec<String>,
        /// Its answers.
        lines: Vec<String>,
    },
    /// The answers are given beforehand, and there is none for this count.
    #[error("there is no answer to this question yet")]
    NotRecorded,
    /// A command that is run for each question failed.
    #[error("`{command}` {how}; {last}")]
    Run {
        /// The command.
        command: String,
        /// How it failed.
        how: String,
        /// Its last lines, in words.
        last: String,
    },
    /// A command that is run for each question ended well, but a count was expected.
    #[error("`{command}` prints no divide; {last}")]
    RunWithoutDivide {
        /// The command.
        command: String,
        /// Its last lines, in words.
        last: String,
    },
    /// A command that is run for each question says that it does not play the variant.
    #[error("`{command}` does not play the variant: its exit status is 77")]
    Declined {
        /// The command.
        command: String,
    },
    /// An engine searches, where it should count.
    #[error("after `{command}` it searches, and does not count: {line}")]
    Searches {
        /// The command.
        command: String,
        /// A line of the search.
        line: String,
    },
    /// A count was not answered.
    #[error("no answer to `{command}`")]
    Unanswered {
        /// The command.
        command: String,
        /// What happened.
        source: Box<DriverError>,
    },
    /// An error after a position was sent.
    #[error("the engine was sent `{sent}")]
    Sent {
        /// The line, with its closing quotation mark.
        sent: String,
        /// What happened.
        source: Box<DriverError>,
    },
    /// The engine rejects something that it was sent.
    #[error("the engine rejects `{sent}`: {complaint}")]
    Rejected {
        /// The line sent to it.
        sent: String,
        /// Its answer.
        complaint: String,
    },
}

impl DriverError {
    /// The error of the program, if it is one.
    ///
    /// ```
    /// use campione_driver::{DriverError, EngineCommand, Patience, ProcessFault, Uci};
    /// let error = Uci::start(&"true".parse::<EngineCommand>()?, Patience::default()).unwrap_err();
    /// let died = error.process().is_some_and(|error| matches!(error.fault, ProcessFault::Ended { .. }));
    /// assert!(died || matches!(error, DriverError::Command(_)));
    /// # Ok::<(), campione_driver::CommandFault>(())
    /// ```
    pub fn process(&self) -> Option<&ProcessError> {
        match self {
            DriverError::Process(error) => Some(error),
            DriverError::Unanswered { source, .. } | DriverError::Sent { source, .. } => source.process(),
            _ => None,
        }
    }

    /// Whether the program has answered, but printed no divide.
    pub(crate) fn is_without_divide(&self) -> bool {
        matches!(self, DriverError::NoDivideBy { .. } | DriverError::RunWithoutDivide { .. })
    }

    /// Whether the engine did not answer in time.
    pub(crate) fn is_silence(&self) -> bool {
        self.process().is_some_and(|error| matches!(error.fault, ProcessFault::Silent { .. }))
    }
}

/// The last lines of a text, in one line.
fn last(lines: &[String]) -> String {
    lines[lines.len().saturating_sub(6)..].join(" | ")
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct Session {
    command: String,
    process: Process,
    patience: Patience,
    has_divided: bool,
    /// It has printed a total.
    has_totals: bool,
}

impl Session {
    /// Starts a program.
    pub(crate) fn start(command: &EngineCommand, patience: Patience) -> Result<Session, DriverError> {
        let process = Process::start(command.program(), command.path()?.as_os_str(), &command.args())?;
        let command = command.words().join(" ");
        Ok(Session { command, process, patience, has_divided: false, has_totals: false })
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        self.process.send(line);
    }

    /// Reads up to and including the first line for which `last` holds.
    pub(crate) fn read(&mut self, limit: Duration, last: impl FnMut(&str) -> bool) -> Result<Vec<String>, DriverError> {
        Ok(self.process.read(limit, &self.patience.stop, last)?)
    }

    /// Sends a line and reads up to and including the first line for which `last` holds.
    pub(crate) fn ask(&mut self, line: &str, last: impl FnMut(&str) -> bool) -> Result<Vec<String>, DriverError> {
        self.send(line);
        self.read(self.patience.short, last)
    }

    /// Sends the first question and reads up to and including the first line for which `last` holds.
    pub(crate) fn greet(&mut self, line: &str, mut last: impl FnMut(&str) -> bool) -> Result<Vec<String>, DriverError> {
        self.send(line);
        let mut lines = Vec::new();
        let mut read = |session: &mut Session, limit| {
            session.read(limit, |line| {
                lines.push(line.to_owned());
                last(line)
            })
        };
        let Patience { short, notice, slow, .. } = self.patience;
        let done = match read(self, notice.min(short)) {
            Err(error) if error.is_silence() && short > notice => {
                slow(&self.command, line, short);
                read(self, short.saturating_sub(notice))
            }
            done => done,
        };
        done?;
        Ok(lines)
    }

    /// Reads on after the program has repeated `line`, as programs of no protocol do.
    pub(crate) fn after_echo(
        &mut self,
        line: &str,
        last: impl FnMut(&str) -> bool,
    ) -> Result<Vec<String>, DriverError> {
        match self.read(self.patience.notice.min(self.patience.short), last) {
            Err(error) if error.is_silence() => {
                Err(DriverError::Echo { program: self.command.clone(), line: line.to_owned() })
            }
            done => done,
        }
    }

    /// Reads further output until there is a pause.
    pub(crate) fn quiet(&mut self) -> Result<Vec<String>, DriverError> {
        self.quiet_or(|_| false)
    }

    /// Reads further output until there is a pause, or up to and including the first line for which `last` holds.
    fn quiet_or(&mut self, last: impl FnMut(&str) -> bool) -> Result<Vec<String>, DriverError> {
        Ok(self.process.read_until_quiet(QUIET, self.patience.short, &self.patience.stop, last)?)
    }

    /// Asks for a divide. `sync` is a line that follows the command, and the answer to it. An engine that handles one
    /// command after the other shows by this answer that it has finished. One that counts in the background has
    /// finished when it prints a total.
    pub(crate) fn divide(&mut self, command: &str, sync: Option<(String, String)>) -> Result<Vec<String>, DriverError> {
        self.send(command);
        let (question, answer) = sync.map_or((None, None), |(question, answer)| (Some(question), Some(answer)));
        if let Some(question) = &question {
            self.send(question);
        }
        let (mut ready, mut total) = (answer.is_none(), false);
        let limit = if self.has_divided { self.patience.long } else { self.patience.short };
        let mut searches = None;
        let read = self.read(limit, |line| {
            if line.starts_with("info ") && line.contains(" score ") && line.contains(" pv ") {
                searches = Some(line.to_owned());
            }
            ready |= answer.as_deref() == Some(line);
            total |= divide::is_total(line) || line.starts_with("bestmove");
            ready && total || answer.as_deref() == Some(line) || searches.is_some()
        });
        if let Some(line) = searches {
            self.send("stop");
            return Err(DriverError::Searches { command: command.to_owned(), line });
        }
        let unanswered = |error| DriverError::Unanswered { command: command.to_owned(), source: Box::new(error) };
        let mut lines = read.map_err(unanswered)?;
        if !total {
            // Nothing follows, or it counts in the background.
            let late = self.quiet_or(divide::is_total)?;
            // Lines after the answer to `isready` show that it does. Then a pause is not the end, only a total is.
            let on_the_side = answer.is_some() && !late.is_empty();
            lines.extend(late);
            if (self.has_totals || on_the_side) && !lines.iter().any(|line| divide::is_total(line)) {
                lines.extend(self.read(self.patience.long, divide::is_total)?);
            }
        }
        self.has_divided |= divide::parse(&lines).is_some();
        self.has_totals |= lines.iter().any(|line| divide::is_total(line));
        Ok(lines)
    }

    /// The engine's last lines.
    pub(crate) fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }

    pub(crate) fn patience(&self) -> Patience {
        self.patience
    }
}

/// Lines in which an engine complains.
pub(crate) fn complaints(lines: &[String]) -> Vec<String> {
    let bad = |line: &&String| {
        let lower = line.to_ascii_lowercase();
        ["illegal", "invalid", "error", "unknown", "cannot"].iter().any(|&word| lower.contains(word))
    };
    lines.iter().filter(bad).cloned().collect()
}

/// The first text in some lines that looks like a FEN of a board with this many ranks.
pub(crate) fn find_fen(lines: &[String], ranks: u8) -> Option<String> {
    lines.iter().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.windows(2).position(|pair| {
            pair[0].matches('/').count() + 1 == usize::from(ranks) && matches!(pair[1], "w" | "b" | "white" | "black")
        })?;
        Some(words[at..].join(" "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fens_are_found_in_any_line() {
        let lines = ["", " |a|b|", "Fen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Key: 1"].map(str::to_owned);
        assert_eq!(find_fen(&lines, 8).as_deref(), Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
        assert_eq!(find_fen(&lines, 7), None);
    }
}
