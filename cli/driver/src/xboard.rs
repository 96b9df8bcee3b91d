//! An engine of `XBoard`'s protocol, version 2.

use std::thread;
use std::time::{Duration, Instant};

use campione_core::Color;

use crate::command::EngineCommand;
use crate::features::Features;
use crate::limit::GoLimit;
use crate::options::{EngineOption, Setting};
use crate::report::SearchReport;
use crate::session::{DriverError, Patience, Session, complaints, find_fen};

/// The time for the features of an engine that has asked for more time (`done=0`).
const MORE_TIME: Duration = Duration::from_secs(60);

/// How long `protover 2` comes after the first line.
const AFTER_FIRST: Duration = Duration::from_millis(100);

/// Longer than any search. The protocol cannot express "no limit".
const NO_TIME_LIMIT: &str = "st 36000";

/// A running engine of `XBoard`'s protocol.
///
/// ```no_run
/// use campione_driver::{EngineCommand, Patience, Xboard};
/// let mut engine = Xboard::start(&"sjaakii".parse::<EngineCommand>()?, Patience::default())?;
/// engine.new_game(Some("capablanca"))?;
/// engine.set_board("4k5/10/10/10/10/10/10/4K5 w - - 0 1")?;
/// println!("{:?}", engine.divide_by("perft 3 1")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Xboard {
    session: Session,
    program: String,
    features: Features,
    pings: u32,
}

/// The reply of an engine to its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum XboardReply {
    /// A move, as it writes it.
    Move(String),
    /// It resigns.
    Resigns,
    /// It claims a result; its line.
    Claims(String),
    /// It rejects a move; its line.
    Refuses(String),
}

impl Xboard {
    /// Starts an engine and reads its features.
    ///
    /// # Errors
    /// It cannot be started, or does not support version 2 of the protocol.
    pub fn start(command: &EngineCommand, patience: Patience) -> Result<Xboard, DriverError> {
        Xboard::begin(command, patience, false)
    }

    /// Starts an engine. With `may_be_old` it need not send features.
    pub(crate) fn begin(command: &EngineCommand, patience: Patience, may_be_old: bool) -> Result<Xboard, DriverError> {
        let mut session = Session::start(command, patience)?;
        session.send("xboard");
        // GNU Chess loses a line that comes together with the first one.
        thread::sleep(AFTER_FIRST);
        let mut features = Features::default();
        let mut is_first = true;
        while features.done != Some(true) {
            let limit = if features.done == Some(false) { MORE_TIME } else { patience.short };
            let mut sent = Vec::new();
            let mut is_feature = |line: &str| {
                sent = features.read(line);
                !sent.is_empty()
            };
            let read = if is_first {
                session.greet("protover 2", &mut is_feature)
            } else {
                session.read(limit, &mut is_feature)
            };
            is_first = false;
            match read {
                Ok(_) => {
                    for (name, known) in sent {
                        session.send(&format!("{} {name}", if known { "accepted" } else { "rejected" }));
                    }
                }
                // It has sent everything, but no `done=1`; or it is too old for features.
                Err(error) if error.is_silence() && features.done.is_none() && (features.any || may_be_old) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(Xboard { session, program: command.program().to_owned(), features, pings: 0 })
    }

    /// Its name, with its version.
    pub fn name(&self) -> &str {
        self.features.name.as_deref().unwrap_or(&self.program)
    }

    /// Its options.
    pub fn options(&self) -> &[EngineOption] {
        &self.features.options
    }

    /// The variants that it offers; empty if it has sent no list.
    pub fn variants(&self) -> &[String] {
        &self.features.variants
    }

    /// Whether it answers `ping`.
    pub fn has_ping(&self) -> bool {
        self.features.ping
    }

    /// Whether it accepts positions (`setboard`).
    pub fn has_setboard(&self) -> bool {
        self.features.setboard
    }

    /// Whether it accepts its clock before a move (`time`).
    pub fn has_time(&self) -> bool {
        self.features.time
    }

    /// Whether it wants moves as SAN.
    pub fn wants_san(&self) -> bool {
        self.features.san
    }

    /// Whether it can play another game without a restart.
    pub fn is_reusable(&self) -> bool {
        self.features.reuse
    }

    /// Sets the memory of its tables in mebibytes, and one thread, as far as it supports these commands.
    pub fn set_memory(&mut self, mebibytes: usize) {
        if self.features.memory {
            self.session.send(&format!("memory {mebibytes}"));
        }
        if self.features.smp {
            self.session.send("cores 1");
        }
    }

    /// Sets options, and reads the features again, because one of them may have loaded a file with variants.
    ///
    /// # Errors
    /// It does not answer.
    pub fn set_all(&mut self, settings: &[Setting]) -> Result<(), DriverError> {
        for Setting { name, value } in settings {
            self.session.send(&format!("option {name}={value}"));
        }
        if !settings.is_empty() && self.features.ping {
            self.session.send("protover 2");
            let features = &mut self.features;
            self.session.send("ping 0");
            let limit = self.session.patience().short;
            self.session.read(limit, |line| {
                features.read(line);
                line == "pong 0"
            })?;
        }
        Ok(())
    }

    /// The line that asks whether it is ready, and the answer; `None` if it does not support `ping`.
    fn ping(&mut self) -> Option<(String, String)> {
        self.pings += 1;
        self.features.ping.then(|| (format!("ping {}", self.pings), format!("pong {}", self.pings)))
    }

    /// Sends a line without reading an answer.
    pub fn send(&mut self, line: &str) {
        self.session.send(line);
    }

    /// Waits until it has handled everything sent before, and returns its lines; nothing if it does not support `ping`.
    ///
    /// # Errors
    /// It does not answer.
    pub fn wait(&mut self) -> Result<Vec<String>, DriverError> {
        match self.ping() {
            Some((question, answer)) => self.session.ask(&question, |line| line == answer),
            None => Ok(Vec::new()),
        }
    }

    /// Sends a line and waits; returns its lines.
    ///
    /// # Errors
    /// It does not answer.
    pub fn tell(&mut self, line: &str) -> Result<Vec<String>, DriverError> {
        self.session.send(line);
        self.wait()
    }

    /// Reads further output until there is a pause.
    pub(crate) fn quiet(&mut self) -> Result<Vec<String>, DriverError> {
        self.session.quiet()
    }

    /// Begins a new game of a variant, by the engine's name for it (`None` for orthodox chess), in force mode. Returns its
    /// lines.
    ///
    /// # Errors
    /// It does not answer, or rejects the variant.
    pub fn new_game(&mut self, variant: Option<&str>) -> Result<Vec<String>, DriverError> {
        let mut lines = self.tell("new")?;
        if let Some(name) = variant {
            let sent = format!("variant {name}");
            let answer = self.tell(&sent)?;
            if let Some(complaint) = complaints(&answer).into_iter().next() {
                return Err(DriverError::Rejected { sent, complaint });
            }
            lines.extend(answer);
        }
        // Otherwise it would play moves of its own.
        lines.extend(self.tell("force")?);
        Ok(lines)
    }

    /// Sends a position as a FEN in its dialect; returns its lines.
    ///
    /// # Errors
    /// It does not answer.
    pub fn set_board(&mut self, fen: &str) -> Result<Vec<String>, DriverError> {
        self.tell(&format!("setboard {fen}"))
    }

    /// The line by which a move is sent to it.
    pub fn move_line(&self, text: &str) -> String {
        if self.features.usermove { format!("usermove {text}") } else { text.to_owned() }
    }

    /// The FEN of its position, of a board with this many ranks, if `command` (usually `fen`) prints one.
    ///
    /// # Errors
    /// It does not answer.
    pub fn printed_fen(&mut self, command: &str, ranks: u8) -> Result<Option<String>, DriverError> {
        let mut lines = self.tell(command)?;
        if !self.features.ping {
            lines.extend(self.quiet()?);
        }
        Ok(find_fen(&lines, ranks))
    }

    /// The lines that it prints for a divide by a command; see [`divide::parse`](crate::divide::parse).
    ///
    /// # Errors
    /// It does not answer.
    pub fn divide_by(&mut self, command: &str) -> Result<Vec<String>, DriverError> {
        let sync = self.ping();
        self.session.divide(command, sync)
    }

    /// Sends the limit of all searches of a game. Nodes have no command.
    pub fn set_limit(&mut self, limit: GoLimit) {
        match limit {
            GoLimit::Nodes(_) => {}
            GoLimit::Depth(plies) => {
                self.send(NO_TIME_LIMIT);
                self.send(&format!("sd {plies}"));
            }
            GoLimit::MoveTime(time) => self.send(&format!("st {}", time.as_secs())),
            GoLimit::Clock(clocks, turn) => {
                let Some(clock) = clocks[turn as usize] else { return };
                // `level` takes whole seconds; `time` sends the exact clock before each move.
                let seconds = clock.left.as_secs().max(1);
                let (minutes, seconds) = (seconds / 60, seconds % 60);
                self.send(&format!("level 0 {minutes}:{seconds:02} {}", clock.increment.as_secs_f64()));
            }
        }
    }

    /// Asks for a move: after the move `last` of the other side, or, in force mode, by `go`. Returns its reply, its last
    /// report, and the time from the last line to the reply.
    ///
    /// # Errors
    /// It does not answer within its time and the limit of an answer.
    pub fn go(
        &mut self,
        limit: GoLimit,
        turn: Color,
        last: Option<&str>,
    ) -> Result<(XboardReply, SearchReport, Duration), DriverError> {
        if let GoLimit::Clock(clocks, _) = limit {
            for (command, color) in [("time", turn), ("otim", !turn)] {
                if let Some(clock) = clocks[color as usize] {
                    self.send(&format!("{command} {}", clock.left.as_millis() / 10));
                }
            }
        }
        let Patience { long, short, .. } = self.session.patience();
        let begin = Instant::now();
        if let Some(text) = last {
            let line = self.move_line(text);
            self.send(&line);
        } else {
            if self.features.colors {
                self.send(if turn == Color::White { "white" } else { "black" });
            }
            self.send("go");
        }
        let asked: Vec<&str> = last.into_iter().collect();
        let mut reply = None;
        let lines = self.session.read(limit.time().unwrap_or(long) + short, |line| {
            reply = moved(line).or_else(|| Xboard::end_of_game(line, turn, &asked));
            reply.is_some()
        })?;
        let spent = begin.elapsed();
        let reply = reply.unwrap_or_else(|| XboardReply::Claims(String::new()));
        Ok((reply, SearchReport::of_xboard(&lines), spent))
    }

    /// Reads a line that ends the game of an engine that plays `side`: it resigns, claims a result, or rejects one of the
    /// moves that it was sent. `None` for any other line.
    ///
    /// ```
    /// use campione_core::Color;
    /// use campione_driver::{Xboard, XboardReply};
    /// assert_eq!(Xboard::end_of_game("0-1 {White resigns}", Color::White, &[]), Some(XboardReply::Resigns));
    /// let refused = Xboard::end_of_game("Illegal move: e2e5", Color::White, &["e2e5"]);
    /// assert!(matches!(refused, Some(XboardReply::Refuses(_))));
    /// ```
    pub fn end_of_game(line: &str, side: Color, moves: &[&str]) -> Option<XboardReply> {
        let lost = if side == Color::White { "0-1" } else { "1-0" };
        match line.split_whitespace().next() {
            Some("resign") => return Some(XboardReply::Resigns),
            Some(word @ ("1-0" | "0-1")) if word == lost => return Some(XboardReply::Resigns),
            Some("1-0" | "0-1" | "1/2-1/2") => return Some(XboardReply::Claims(line.to_owned())),
            _ => {}
        }
        let refused = moves.iter().any(|text| Xboard::rejects(line, text));
        refused.then(|| XboardReply::Refuses(line.to_owned()))
    }

    /// Whether a line rejects something that was sent: `Illegal move: e2e5`, `Error (unknown command): e2e5`.
    ///
    /// ```
    /// use campione_driver::Xboard;
    /// assert!(Xboard::rejects("Error (unknown command): variant", "variant"));
    /// assert!(!Xboard::rejects("# illegal e9e9", "e9e9"));
    /// ```
    pub fn rejects(line: &str, sent: &str) -> bool {
        let lower = line.to_ascii_lowercase();
        let complains = ["illegal", "error", "tellusererror"].iter().any(|&word| lower.starts_with(word));
        complains && (lower.contains(&sent.to_ascii_lowercase()) || lower.starts_with("illegal position"))
    }

    /// Its last lines.
    pub fn last_lines(&self) -> Vec<String> {
        self.session.last_lines()
    }
}

/// The engine's move, as `move e2e4` or in the older form, `1. ... e2e4`, which GNU Chess has.
fn moved(line: &str) -> Option<XboardReply> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mv = match words.as_slice() {
        ["move", mv] => mv,
        [number, "...", mv] if number.trim_end_matches('.').parse::<u32>().is_ok() => mv,
        _ => return None,
    };
    Some(XboardReply::Move((*mv).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejected_moves() {
        for (line, about, is_complaint) in [
            ("Illegal move:f2f6", "f2f6", true),
            ("Illegal move (in check): f2f6", "f2f6", true),
            ("Error (Illegal move or unknown command): e9e9", "e9e9", true),
            ("Error (unknown command): white", "e9e9", false),
            ("# illegal e9e9", "e9e9", false),
            ("tellusererror Illegal position", "setboard", false),
            ("Illegal position: no king", "setboard", true),
        ] {
            assert_eq!(Xboard::rejects(line, about), is_complaint, "{line}");
        }
    }

    #[test]
    fn moves_in_both_forms() {
        let mv = |text: &str| Some(XboardReply::Move(text.to_owned()));
        assert_eq!(moved("move e7e8q"), mv("e7e8q"));
        assert_eq!(moved("4. ... b8c6"), mv("b8c6"));
        for other in ["4. b8c6", "My move is : b8c6", "move", "1 -30 0 82 Nc6", "Nf3 ... e5"] {
            assert_eq!(moved(other), None, "{other}");
        }
    }
}
