//! A UCI engine.

use std::time::{Duration, Instant};

use crate::command::EngineCommand;
use crate::limit::{ClockTimes, GoLimit};
use crate::options::{EngineOption, Setting, uci_variants};
use crate::report::SearchReport;
use crate::session::{DriverError, Patience, Session, find_fen};

/// A running UCI engine.
///
/// ```no_run
/// use campione_driver::{EngineCommand, GoLimit, Patience, Uci};
/// let mut engine = Uci::start(&"fairy-stockfish".parse::<EngineCommand>()?, Patience::default())?;
/// engine.choose(Some("capablanca"), false)?;
/// engine.set_position(None, &[]);
/// let (best, report, _) = engine.go(GoLimit::Nodes(10_000), &mut |_| {})?;
/// println!("{best} {:?}", report.score);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Uci {
    session: Session,
    program: String,
    /// Its answer to `uci`.
    lines: Vec<String>,
}

/// The command `go` for a limit.
fn go_command(limit: GoLimit) -> String {
    match limit {
        GoLimit::Nodes(nodes) => format!("go nodes {nodes}"),
        GoLimit::Depth(plies) => format!("go depth {plies}"),
        GoLimit::MoveTime(time) => format!("go movetime {}", time.as_millis()),
        GoLimit::Clock(clocks, _) => {
            let mut command = "go".to_owned();
            for (clock, letter) in clocks.iter().zip(['w', 'b']) {
                let Some(ClockTimes { left, .. }) = clock else { continue };
                command += &format!(" {letter}time {}", left.as_millis());
            }
            for (clock, letter) in clocks.iter().zip(['w', 'b']) {
                let Some(ClockTimes { increment, .. }) = clock else { continue };
                command += &format!(" {letter}inc {}", increment.as_millis());
            }
            command
        }
    }
}

/// Whether a line says that a command is not known.
fn refuses(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    lower.starts_with("error") || lower.starts_with("illegal move") || lower.contains("unknown command")
}

impl Uci {
    /// Starts an engine and reads its answer to `uci`.
    ///
    /// # Errors
    /// It cannot be started, or does not answer as a UCI engine.
    pub fn start(command: &EngineCommand, patience: Patience) -> Result<Uci, DriverError> {
        Uci::begin(command, patience, false)
    }

    /// Starts an engine. If the protocol is a guess, an engine that rejects `uci` is an error at once.
    pub(crate) fn begin(command: &EngineCommand, patience: Patience, guess: bool) -> Result<Uci, DriverError> {
        let mut session = Session::start(command, patience)?;
        // An engine of the other protocol reports an unknown command.
        let mut lines = session.greet("uci", |line| matches!(line, "uciok" | "uci") || guess && refuses(line))?;
        if lines.last().is_some_and(|line| line == "uci") {
            lines = session.after_echo("uci", |line| line == "uciok" || guess && refuses(line))?;
        }
        if lines.last().is_none_or(|line| line != "uciok") {
            return Err(DriverError::Protocol { question: "uci".to_owned(), lines });
        }
        Ok(Uci { session, program: command.program().to_owned(), lines })
    }

    /// Its name, with its version.
    pub fn name(&self) -> &str {
        self.lines.iter().find_map(|line| line.strip_prefix("id name ")).unwrap_or(&self.program)
    }

    /// Its options.
    pub fn options(&self) -> Vec<EngineOption> {
        self.lines.iter().filter_map(|line| EngineOption::of_uci(line)).collect()
    }

    /// Whether it has an option of this name.
    pub fn offers(&self, option: &str) -> bool {
        self.lines.iter().any(|line| line.starts_with(&format!("option name {option} ")))
    }

    /// The variants that it offers; `None` if it has no option `UCI_Variant`.
    pub fn variants(&self) -> Option<Vec<String>> {
        uci_variants(&self.lines)
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: &str) {
        self.session.send(&format!("setoption name {name} value {value}"));
    }

    /// Sets options, and reads the variants again, because one of them may have loaded a file. Returns what it says of them.
    ///
    /// # Errors
    /// It does not answer.
    pub fn set_all(&mut self, settings: &[Setting]) -> Result<Vec<String>, DriverError> {
        if settings.is_empty() {
            return Ok(Vec::new());
        }
        for Setting { name, value } in settings {
            self.set(name, value);
        }
        let mut said = self.ready()?;
        // The last line is `readyok`.
        said.pop();
        self.lines = self.session.ask("uci", |line| line == "uciok")?;
        Ok(said)
    }

    /// Chooses a variant by the engine's name for it, with castling as in Chess960 or not, as far as it has options for
    /// these. Returns its lines.
    ///
    /// # Errors
    /// It does not answer.
    pub fn choose(&mut self, name: Option<&str>, chess960: bool) -> Result<Vec<String>, DriverError> {
        if let Some(name) = name.filter(|_| self.offers("UCI_Variant")) {
            self.set("UCI_Variant", name);
        }
        if self.offers("UCI_Chess960") {
            self.set("UCI_Chess960", &chess960.to_string());
        }
        self.ready()
    }

    /// Waits until it has handled everything sent before (`isready`); returns its lines.
    ///
    /// # Errors
    /// It does not answer.
    pub fn ready(&mut self) -> Result<Vec<String>, DriverError> {
        self.session.ask("isready", |line| line == "readyok")
    }

    /// Begins a new game.
    ///
    /// # Errors
    /// It does not answer.
    pub fn new_game(&mut self) -> Result<(), DriverError> {
        self.session.send("ucinewgame");
        self.ready().map(|_| ())
    }

    /// Sends a position: a FEN in its dialect, or its start position for `None`, and moves in its notation. Returns the
    /// command.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> String {
        let mut command = fen.map_or("position startpos".to_owned(), |fen| format!("position fen {fen}"));
        if !moves.is_empty() {
            command += &format!(" moves {}", moves.join(" "));
        }
        self.session.send(&command);
        command
    }

    /// The FEN of its position, of a board with this many ranks, if `command` (usually `d`) prints one.
    ///
    /// # Errors
    /// It does not answer.
    pub fn printed_fen(&mut self, command: &str, ranks: u8) -> Result<Option<String>, DriverError> {
        self.session.send(command);
        Ok(find_fen(&self.ready()?, ranks))
    }

    /// The lines that it prints for a divide of its position, by `go perft`; see [`divide::parse`](crate::divide::parse).
    ///
    /// # Errors
    /// It does not answer.
    pub fn divide(&mut self, depth: u32) -> Result<Vec<String>, DriverError> {
        self.divide_by(&format!("go perft {depth}"))
    }

    /// The lines that it prints for a divide by another command.
    pub(crate) fn divide_by(&mut self, command: &str) -> Result<Vec<String>, DriverError> {
        self.session.divide(command, Some(("isready".to_owned(), "readyok".to_owned())))
    }

    /// Searches. `each` gets its lines as they come. Returns its move, as it writes it (`(none)` if there is none), its
    /// last report, and the time from the command to the answer.
    ///
    /// # Errors
    /// It does not answer within its time and the limit of an answer.
    pub fn go(
        &mut self,
        limit: GoLimit,
        each: &mut dyn FnMut(&str),
    ) -> Result<(String, SearchReport, Duration), DriverError> {
        let Patience { long, short, .. } = self.session.patience();
        self.session.send(&go_command(limit));
        let begin = Instant::now();
        let lines = self.session.read(limit.time().unwrap_or(long) + short, |line| {
            each(line);
            line.starts_with("bestmove")
        })?;
        let spent = begin.elapsed();
        let best = lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or_default().to_owned();
        Ok((best, SearchReport::of_uci(&lines), spent))
    }
}

#[cfg(test)]
mod tests {
    use campione_core::Color;

    use super::*;

    #[test]
    fn refusals() {
        assert!(refuses("Error (unknown command): uci") && refuses("Illegal move: uci") && !refuses("id name Error"));
    }

    #[test]
    fn limits() {
        let clock = |left, increment| {
            Some(ClockTimes { left: Duration::from_millis(left), increment: Duration::from_millis(increment) })
        };
        let limit = GoLimit::Clock([clock(5000, 50), clock(4000, 50)], Color::Black);
        assert_eq!(go_command(limit), "go wtime 5000 btime 4000 winc 50 binc 50");
        assert_eq!(go_command(GoLimit::MoveTime(Duration::from_millis(100))), "go movetime 100");
    }
}
