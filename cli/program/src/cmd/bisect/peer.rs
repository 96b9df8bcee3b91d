//! The other program, in any protocol.

use std::ffi::OsString;
use std::fmt;
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use campione_core::Variant;
use campione_driver::{Engine, EngineError, EngineFault};

use super::answer::{self, Line};
use super::options::{BisectOptions, Protocol};
use super::template::Template;
use super::uci::Uci;
use super::xboard::Xboard;
use crate::interrupt;
use crate::io::complain;

/// The longest time for an answer that needs no counting.
const SHORT: Duration = Duration::from_secs(10);

/// After this time without an answer the user gets a message.
const PATIENCE: Duration = Duration::from_secs(2);

/// Output has ended when nothing comes for this long.
const QUIET: Duration = Duration::from_millis(300);

/// A signal may reach us this much later than the other program.
const NOTED: Duration = Duration::from_millis(50);

/// The position that the other program is to set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// A position in its dialect; `None` for its own start position.
    pub(super) fen: Option<String>,
    /// Moves from there, as it writes them.
    pub(super) moves: Vec<String>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.fen.as_deref().unwrap_or("its start position"))?;
        if self.moves.is_empty() { Ok(()) } else { write!(f, " and moves {}", self.moves.join(" ")) }
    }
}

/// The answer of the other program when it sets up a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SetUp {
    /// The FEN that it prints afterwards.
    pub(super) fen: Option<String>,
    /// Its complaints.
    pub(super) complaints: Vec<String>,
}

/// Another program that counts.
pub(super) trait Peer {
    /// Its name.
    fn name(&self) -> &str;

    /// Its protocol.
    fn protocol(&self) -> Protocol;

    /// Notes for the user about how it was started.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether it accepts moves after a position.
    fn takes_moves(&self) -> bool {
        true
    }

    /// Sends it a position. The answer may be empty.
    fn set_up(&mut self, place: &Place) -> anyhow::Result<SetUp>;

    /// What it prints when asked for a divide of `depth` plies from that position.
    fn divide(&mut self, depth: u32) -> anyhow::Result<Vec<String>>;
}

/// The answer to a question; an interruption by the user takes precedence over an error.
pub(super) fn answered<T>(result: Result<T, EngineError>) -> anyhow::Result<T> {
    result.map_err(|error| {
        if matches!(error.fault, EngineFault::Ended { .. }) {
            // A signal from the keyboard also ends the other program, perhaps before we have noticed it.
            thread::sleep(NOTED);
        }
        match interrupt::check() {
            Err(interrupted) => interrupted.into(),
            Ok(()) => error.into(),
        }
    })
}

/// Whether the user has interrupted us.
pub(super) fn stop() -> bool {
    interrupt::check().is_err()
}

/// A program that answers line by line.
pub(super) struct Talk {
    /// Its command.
    program: String,
    engine: Engine,
    /// How long a count may take.
    pub(super) long: Duration,
    /// How long anything else may take.
    pub(super) short: Duration,
    has_divided: bool,
    /// It has printed a total.
    has_totals: bool,
}

impl Talk {
    /// Starts a program.
    pub(super) fn start(command: &[String], timeout: Duration) -> anyhow::Result<Talk> {
        let Some((program, args)) = command.split_first() else { bail!("--engine: there is no command") };
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let engine = answered(Engine::start(program.as_ref(), &args)).context("--engine")?;
        let program = command.join(" ");
        Ok(Talk { program, engine, long: timeout, short: timeout.min(SHORT), has_divided: false, has_totals: false })
    }

    /// Sends a line that needs no answer.
    pub(super) fn send(&mut self, line: &str) {
        self.engine.send(line);
    }

    /// Reads up to the first line for which `last` holds.
    pub(super) fn read(&mut self, last: impl FnMut(&str) -> bool) -> anyhow::Result<Vec<String>> {
        answered(self.engine.read(self.short, &stop, last))
    }

    /// Sends a line and reads up to the first line for which `last` holds.
    pub(super) fn ask(&mut self, line: &str, last: impl FnMut(&str) -> bool) -> anyhow::Result<Vec<String>> {
        self.engine.send(line);
        self.read(last)
    }

    /// Sends the first line and reads up to the first line for which `last` holds. If that takes long, the user gets a
    /// message.
    pub(super) fn greet(&mut self, line: &str, mut last: impl FnMut(&str) -> bool) -> anyhow::Result<Vec<String>> {
        self.engine.send(line);
        let mut lines = Vec::new();
        let mut read = |engine: &mut Engine, limit| {
            engine.read(limit, &stop, |line| {
                lines.push(line.to_owned());
                last(line)
            })
        };
        let patience = PATIENCE.min(self.short);
        let done = match read(&mut self.engine, patience) {
            Err(error) if matches!(error.fault, EngineFault::Silent { .. }) && self.short > patience => {
                let most = self.short.as_secs();
                complain(&format!("`{}` has not answered `{line}` yet: it has {most} s", self.program));
                read(&mut self.engine, self.short.saturating_sub(patience))
            }
            done => done,
        };
        answered(done)?;
        Ok(lines)
    }

    /// Reads on after the program has echoed `line`, as programs do that speak no protocol at all.
    pub(super) fn behind_echo(&mut self, line: &str, last: impl FnMut(&str) -> bool) -> anyhow::Result<Vec<String>> {
        match self.engine.read(PATIENCE.min(self.short), &stop, last) {
            Err(error) if matches!(error.fault, EngineFault::Silent { .. }) => {
                bail!("--engine: `{}` only echoes what it is sent (`{line}`): it is no chess engine", self.program)
            }
            done => answered(done),
        }
    }

    /// Reads further output until there is a pause.
    pub(super) fn quiet(&mut self) -> anyhow::Result<Vec<String>> {
        answered(self.engine.read_until_quiet(QUIET, self.short, &stop))
    }

    /// Asks for a divide. `sync` is a line that follows the command, and the answer to it. A program that handles one
    /// command after the other shows by this answer that it has finished. One that counts in the background has
    /// finished when it prints a total.
    pub(super) fn divide(&mut self, command: &str, sync: Option<(String, String)>) -> anyhow::Result<Vec<String>> {
        self.engine.send(command);
        let (question, answer) = sync.map_or((None, None), |(question, answer)| (Some(question), Some(answer)));
        if let Some(question) = &question {
            self.engine.send(question);
        }
        let (mut ready, mut total) = (answer.is_none(), false);
        let limit = if self.has_divided { self.long } else { self.short };
        let mut lines = answered(self.engine.read(limit, &stop, |line| {
            ready |= answer.as_deref() == Some(line);
            total |= is_total(line) || line.starts_with("bestmove");
            ready && total || answer.as_deref() == Some(line)
        }))
        .with_context(|| format!("no answer to `{command}`"))?;
        if !total {
            // Nothing follows, or it counts in the background.
            let late = self.quiet()?;
            // Lines after the answer to `isready` show that it does. Then a pause is not the end, only a total is.
            let on_the_side = answer.is_some() && !late.is_empty();
            lines.extend(late);
            if (self.has_totals || on_the_side) && !lines.iter().any(|line| is_total(line)) {
                lines.extend(answered(self.engine.read(self.long, &stop, is_total))?);
            }
        }
        self.has_divided |= answer::read(&lines).is_some();
        self.has_totals |= lines.iter().any(|line| is_total(line));
        Ok(lines)
    }

    /// Its last lines.
    pub(super) fn last_lines(&self) -> Vec<String> {
        self.engine.last_lines()
    }
}

fn is_total(line: &str) -> bool {
    matches!(answer::line(line), Line::Total(_))
}

/// Lines in which a program complains.
pub(super) fn complaints(lines: &[String]) -> Vec<String> {
    let bad = |line: &&String| {
        let lower = line.to_ascii_lowercase();
        ["illegal", "invalid", "error", "unknown", "cannot"].iter().any(|&word| lower.contains(word))
    };
    lines.iter().filter(bad).cloned().collect()
}

/// The first text in some lines that looks like a FEN of a board with this many ranks.
pub(super) fn find_fen(lines: &[String], ranks: u8) -> Option<String> {
    lines.iter().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.windows(2).position(|pair| {
            pair[0].matches('/').count() + 1 == usize::from(ranks) && matches!(pair[1], "w" | "b" | "white" | "black")
        })?;
        Some(words[at..].join(" "))
    })
}

/// The words of a command, as a shell would find them.
pub(super) fn words(command: &str) -> anyhow::Result<Vec<String>> {
    let words = shlex::split(command).ok_or_else(|| anyhow!("--engine: a quote in `{command}` does not end"))?;
    if words.is_empty() {
        bail!("--engine: there is no command");
    }
    Ok(words)
}

/// Starts the other program and chooses the variant.
pub(super) fn open(options: &BisectOptions, variant: Variant) -> anyhow::Result<Box<dyn Peer>> {
    let words = words(&options.engine)?;
    let protocol = match options.protocol {
        Some(protocol) => Some(protocol),
        None if Template::fits(&words) => Some(Protocol::Template),
        None => None,
    };
    if protocol == Some(Protocol::Template) {
        return Ok(Box::new(Template::new(words, options, variant)?));
    }
    if protocol == Some(Protocol::Xboard) {
        return Ok(Box::new(Xboard::open(&words, options, variant)?));
    }
    let no_uci = match Uci::open(&words, options, variant, protocol.is_none())? {
        Ok(uci) => return Ok(Box::new(uci)),
        Err(instead) => instead,
    };
    let mut xboard = Xboard::open(&words, options, variant)
        .with_context(|| format!("as a UCI engine: {no_uci}; as an XBoard engine (--protocol says which it is)"))?;
    // The guess is right if it prints a divide.
    xboard.divide(1).with_context(|| format!("as a UCI engine: {no_uci}; as an XBoard engine"))?;
    Ok(Box::new(xboard))
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

    #[test]
    fn commands_are_split_as_by_a_shell() {
        assert_eq!(words("engine -x 'a b' \"c d\"").unwrap(), ["engine", "-x", "a b", "c d"]);
        assert!(words("engine 'a").is_err() && words(" ").is_err());
    }
}
