//! A program that speaks UCI.

use anyhow::Context;
use campione_core::Variant;
use campione_driver::EngineError;

use super::answer;
use super::offers::{self, Offer, choose, names};
use super::options::{BisectOptions, Protocol};
use super::peer::{Peer, Place, SetUp, Talk, complaints, find_fen};
use crate::io::Usage;

/// A UCI program for which the variant has been chosen.
pub(super) struct Uci {
    talk: Talk,
    name: String,
    ranks: u8,
    divide_command: String,
    /// `None` if no command prints a FEN.
    fen_command: Option<String>,
    notes: Vec<String>,
    /// The name of the variant that it was sent, if any.
    game: Option<String>,
}

impl Uci {
    /// Starts the program and chooses the variant. If the protocol is a guess, a program that does not answer `uci`, or
    /// prints no divide, is not of this kind: the inner error says what it does instead.
    pub(super) fn open(
        words: &[String],
        options: &BisectOptions,
        variant: Variant,
        guess: bool,
    ) -> anyhow::Result<Result<Uci, String>> {
        let mut talk = Talk::start(words, options.timeout)?;
        // A program of the other protocol reports an unknown command.
        let mut answer = talk.greet("uci", |line| matches!(line, "uciok" | "uci") || guess && refuses(line));
        if answer.as_ref().is_ok_and(|lines| lines.last().is_some_and(|line| line == "uci")) {
            answer = Ok(talk.behind_echo("uci", |line| line == "uciok" || guess && refuses(line))?);
        }
        let mut lines = match answer {
            Ok(lines) if lines.last().is_some_and(|line| line == "uciok") => lines,
            Ok(lines) => return Ok(Err(format!("after `uci` it says: {}", lines.join(" | ")))),
            Err(error) if guess && error.is::<EngineError>() => return Ok(Err(error.to_string())),
            Err(error) => return Err(error.context("it does not speak UCI")),
        };
        let offered: Vec<Offer> = lines.iter().filter_map(|line| Offer::of_uci(line)).collect();
        let mut notes: Vec<String> = offers::check(&options.settings, &offered)?.into_iter().collect();
        for (name, value) in &options.settings {
            talk.send(&format!("setoption name {name} value {value}"));
        }
        if !options.settings.is_empty() {
            talk.ask("isready", |line| line == "readyok")?;
            // An option may have loaded a file with more variants.
            lines = talk.ask("uci", |line| line == "uciok")?;
        }
        let mut game = None;
        if let Some(offered) = offers::uci_variants(&lines) {
            let asked = options.engine_variant.as_deref();
            let name = match choose(variant.id(), asked, &offered) {
                Ok(name) => name,
                // It may offer the variant in the other protocol. A name that the user gave is mistyped.
                Err(error) if guess && asked.is_none() => return Ok(Err(error.to_string())),
                Err(error) => return Err(error),
            };
            talk.send(&format!("setoption name UCI_Variant value {name}"));
            game = Some(name.to_owned());
        } else if let Some(name) = &options.engine_variant {
            let text = format!(
                "--engine-variant {name}: the engine has no option UCI_Variant, so its variant cannot be chosen"
            );
            return Err(Usage(text).into());
        } else if !matches!(variant.id(), "chess" | "chess960") {
            notes.push(format!("the engine has no option UCI_Variant: it is assumed to play {}", variant.id()));
        }
        if lines.iter().any(|line| line.starts_with("option name UCI_Chess960 ")) {
            talk.send(&format!("setoption name UCI_Chess960 value {}", names(variant.id()).1));
        }
        talk.ask("isready", |line| line == "readyok").context("after the game was chosen")?;
        let name = lines.iter().find_map(|line| line.strip_prefix("id name ")).unwrap_or(&words[0]).to_owned();
        let divide_command = options.divide_command.clone().unwrap_or_else(|| "go perft {depth}".to_owned());
        let fen_command = Some(options.fen_command.clone().unwrap_or_else(|| "d".to_owned()));
        let fen_command = fen_command.filter(|command| command != "-");
        let mut uci = Uci { talk, name, ranks: variant.ranks(), divide_command, fen_command, notes, game };
        // Some programs speak both protocols, but print divides only in the other one.
        if guess {
            let lines = uci.divide(1)?;
            if answer::read(&lines).is_none() {
                let last = &lines[lines.len().saturating_sub(6)..];
                return Ok(Err(format!("it speaks UCI, but prints no divide: {}", last.join(" | "))));
            }
        }
        Ok(Ok(uci))
    }
}

/// Whether a line says that a command is not known.
fn refuses(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    lower.starts_with("error") || lower.starts_with("illegal move") || lower.contains("unknown command")
}

impl Peer for Uci {
    fn name(&self) -> &str {
        &self.name
    }

    fn protocol(&self) -> Protocol {
        Protocol::Uci
    }

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    fn set_up(&mut self, place: &Place) -> anyhow::Result<SetUp> {
        let mut command =
            place.fen.as_ref().map_or("position startpos".to_owned(), |fen| format!("position fen {fen}"));
        if !place.moves.is_empty() {
            command += &format!(" moves {}", place.moves.join(" "));
        }
        self.talk.send(&command);
        let game = self.game.as_ref().map_or_else(String::new, |name| format!(" in its game `{name}`"));
        let told = || format!("the engine was told `{command}`{game}");
        let mut complaints = complaints(&self.talk.ask("isready", |line| line == "readyok").with_context(told)?);
        let mut fen = None;
        if let Some(command) = &self.fen_command {
            self.talk.send(command);
            let lines = self.talk.ask("isready", |line| line == "readyok").with_context(told)?;
            fen = find_fen(&lines, self.ranks);
            if fen.is_none() {
                // It does not know the command, or prints something else, such as a FEN of another board.
                self.fen_command = None;
            }
        }
        complaints.dedup();
        Ok(SetUp { fen, complaints })
    }

    fn divide(&mut self, depth: u32) -> anyhow::Result<Vec<String>> {
        let command = self.divide_command.replace("{depth}", &depth.to_string());
        self.talk.divide(&command, Some(("isready".to_owned(), "readyok".to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals() {
        assert!(refuses("Error (unknown command): uci") && refuses("Illegal move: uci") && !refuses("id name Error"));
    }
}
