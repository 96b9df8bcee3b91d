//! A program that speaks the protocol of `xboard`, and has a command that prints a divide.

use anyhow::{Context, anyhow, bail};
use campione_core::Variant;
use campione_driver::{EngineError, EngineFault};

use super::answer;
use super::offers::{self, Offer, choose, names};
use super::options::{BisectOptions, Protocol};
use super::peer::{Peer, Place, SetUp, Talk, complaints, find_fen};

/// Commands that print a divide in one program or another.
const DIVIDES: &[&str] = &["divide {depth}", "perft {depth} 1", "perft {depth}"];

/// A program of this protocol for which the variant has been chosen.
pub(super) struct Xboard {
    talk: Talk,
    name: String,
    ranks: u8,
    game: Option<String>,
    features: Features,
    pings: u32,
    /// The commands that may print a divide; only one when it is known which of them does.
    divide_commands: Vec<String>,
    /// `None` if no command prints a FEN.
    fen_command: Option<String>,
    notes: Vec<String>,
}

/// The capabilities that a program announces.
#[derive(Debug, Default, PartialEq, Eq)]
struct Features {
    name: Option<String>,
    ping: bool,
    usermove: bool,
    variants: Vec<String>,
    options: Vec<Offer>,
    /// `done=1`: the list is complete.
    done: bool,
}

impl Features {
    /// Reads `feature ping=1 myname="Some Engine" done=1`.
    fn read(&mut self, line: &str) {
        let Some(mut rest) = line.strip_prefix("feature ") else { return };
        while let Some((name, after)) = rest.split_once('=') {
            let (value, next) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => after.split_once(' ').unwrap_or((after, "")),
            };
            match name.trim() {
                "myname" => self.name = Some(value.to_owned()),
                "ping" => self.ping = value == "1",
                "usermove" => self.usermove = value == "1",
                "variants" => self.variants = value.split(',').map(|name| name.trim().to_owned()).collect(),
                "option" => self.options.extend(Offer::of_xboard(value)),
                "done" => self.done = value == "1",
                _ => {}
            }
            rest = next;
        }
    }
}

impl Xboard {
    /// Starts the program and chooses the variant.
    pub(super) fn open(words: &[String], options: &BisectOptions, variant: Variant) -> anyhow::Result<Xboard> {
        let mut talk = Talk::start(words, options.timeout)?;
        talk.send("xboard");
        let mut features = Features::default();
        let answer = talk.greet("protover 2", |line| {
            features.read(line);
            features.done
        });
        if let Err(error) = answer {
            // An old program sends no features.
            let silent = error
                .downcast_ref::<EngineError>()
                .is_some_and(|error| matches!(error.fault, EngineFault::Silent { .. }));
            if !silent || options.protocol.is_none() {
                return Err(error);
            }
        }
        let notes = offers::check(&options.settings, &features.options)?.into_iter().collect();
        for (name, value) in &options.settings {
            talk.send(&format!("option {name}={value}"));
        }
        if !options.settings.is_empty() && features.ping {
            // An option may have loaded a file with more variants.
            talk.send("protover 2");
            talk.ask("ping 0", |line| {
                features.read(line);
                line == "pong 0"
            })?;
        }
        let game = match (variant.id(), options.engine_variant.as_deref()) {
            ("chess", None) => None,
            (_, Some(name)) if features.variants.is_empty() => Some(name.to_owned()),
            (id, Some(name)) => Some(choose(id, Some(name), &features.variants)?.to_owned()),
            (id, None) if features.variants.is_empty() => names(id).0.last().map(|&name| name.to_owned()),
            (id, None) => Some(choose(id, None, &features.variants)?.to_owned()),
        };
        let name = features.name.clone().unwrap_or_else(|| words[0].clone());
        let divide_commands = match &options.divide_command {
            Some(command) => vec![command.clone()],
            // Without a ping there is no way to see that it has skipped an unknown command.
            None if !features.ping => vec![DIVIDES[0].to_owned()],
            None => DIVIDES.iter().map(|&command| command.to_owned()).collect(),
        };
        let usual = features.ping.then(|| "fen".to_owned());
        let fen_command = options.fen_command.clone().or(usual).filter(|command| command != "-");
        let ranks = variant.ranks();
        let mut peer = Xboard { talk, name, ranks, game, features, pings: 0, divide_commands, fen_command, notes };
        peer.new_game()?;
        Ok(peer)
    }

    /// The line that asks whether it is ready, and the answer.
    fn ping(&mut self) -> Option<(String, String)> {
        self.pings += 1;
        self.features.ping.then(|| (format!("ping {}", self.pings), format!("pong {}", self.pings)))
    }

    /// Sends a line and returns the answer to it; without a ping the answer is not read.
    fn tell(&mut self, line: &str) -> anyhow::Result<Vec<String>> {
        self.talk.send(line);
        match self.ping() {
            Some((question, answer)) => {
                let said = self.talk.ask(&question, |line| line == answer);
                said.with_context(|| format!("the engine was told `{line}`"))
            }
            None => Ok(Vec::new()),
        }
    }

    fn new_game(&mut self) -> anyhow::Result<Vec<String>> {
        let mut lines = self.tell("new")?;
        if let Some(game) = self.game.clone() {
            let answer = self.tell(&format!("variant {game}"))?;
            if let Some(complaint) = complaints(&answer).first() {
                bail!("the engine does not know the variant {game}: {complaint}");
            }
            lines.extend(answer);
        }
        // Otherwise it would play moves of its own.
        lines.extend(self.tell("force")?);
        Ok(lines)
    }
}

impl Peer for Xboard {
    fn name(&self) -> &str {
        &self.name
    }

    fn protocol(&self) -> Protocol {
        Protocol::Xboard
    }

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    fn set_up(&mut self, place: &Place) -> anyhow::Result<SetUp> {
        let mut lines = match &place.fen {
            None => self.new_game()?,
            Some(fen) => self.tell(&format!("setboard {fen}"))?,
        };
        for mv in &place.moves {
            lines.extend(self.tell(&if self.features.usermove { format!("usermove {mv}") } else { mv.clone() })?);
        }
        let mut fen = None;
        if let Some(command) = self.fen_command.clone() {
            let mut answer = self.tell(&command)?;
            if !self.features.ping {
                answer.extend(self.talk.quiet()?);
            }
            fen = find_fen(&answer, self.ranks);
            if fen.is_none() {
                self.fen_command = None;
            }
        }
        Ok(SetUp { fen, complaints: complaints(&lines) })
    }

    fn divide(&mut self, depth: u32) -> anyhow::Result<Vec<String>> {
        let mut said = Vec::new();
        for command in self.divide_commands.clone() {
            let sync = self.ping();
            let lines = self.talk.divide(&command.replace("{depth}", &depth.to_string()), sync)?;
            if answer::read(&lines).is_some() {
                self.divide_commands = vec![command];
                return Ok(lines);
            }
            said.extend(lines);
        }
        let tried = self.divide_commands.join("`, `").replace("{depth}", &depth.to_string());
        let said: Vec<String> = said.into_iter().filter(|line| !line.starts_with("pong ")).collect();
        let last = if said.is_empty() { self.talk.last_lines() } else { said };
        Err(anyhow!("it said: {}", last.join(" | ")))
            .with_context(|| format!("the engine prints no divide after `{tried}` (--divide-command says how to ask)"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let mut features = Features::default();
        features.read("feature setboard=1 ping=1 myname=\"A = B\" variants=\"normal,janus, crc\"");
        features.read("feature option=\"x -combo a\" usermove=1");
        features.read("tell me done=1");
        assert!(features.ping && features.usermove && !features.done);
        assert_eq!(features.options, [Offer::of_xboard("x -combo a").unwrap()]);
        assert_eq!(features.name.as_deref(), Some("A = B"));
        assert_eq!(features.variants, ["normal", "janus", "crc"]);
        features.read("feature done=1");
        assert!(features.done);
    }
}
