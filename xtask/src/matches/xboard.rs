//! An engine of `XBoard`'s protocol, version 2, as a player.

use std::time::{Duration, Instant};

use anyhow::{anyhow, bail, ensure};
use campione_core::{Color, Variant};
use campione_driver::EngineFault;
use campione_movegen::{EndReason, Move, Outcome, Position};
use campione_notation::dialect::Dialect;
use campione_notation::{san, xboard};

use super::contestant::{Program, Setting};
use super::features::Features;
use super::names;
use super::pace::{Clock, Pace};
use super::player::{Answer, FAR, LONG, PATIENCE, Player, Reply, Thoughts, Told};
use crate::engine::Engine;

/// How long an engine may take to send its features.
const FIRST_WORDS: Duration = Duration::from_secs(10);

/// The same for an engine that has asked for more time (`done=0`).
const MORE_WORDS: Duration = Duration::from_secs(60);

/// Longer than any search. The protocol cannot express "no limit".
const NO_TIME_LIMIT: &str = "st 36000";

/// An `XBoard` engine.
pub(crate) struct Xboard {
    engine: Engine,
    pace: Pace,
    features: Features,
    /// Its name for the variant.
    game: String,
    /// Whether it should send its thinking.
    post: bool,
    pings: u32,
    /// The number of moves that it has been sent.
    known: usize,
    /// Whether it is in force mode.
    forced: bool,
}

impl Xboard {
    /// Starts it and reads its features.
    pub(crate) fn start(program: &Program<'_>, pace: Pace, post: bool) -> anyhow::Result<Xboard> {
        check_pace(pace)?;
        if let Some(what) = unsayable(program.game.variant) {
            bail!("{what}, which XBoard's protocol cannot express");
        }
        // Its variant of that name may have other rules.
        if program.game.file.is_some() && program.game_name.is_none() && program.options.is_empty() {
            bail!("{}", names::NOT_TOLD);
        }
        let mut engine = Engine::start(&program.path, &program.args)?;
        let features = features(&mut engine)?;
        ensure!(
            features.time || !matches!(pace, Pace::Clock(_)),
            "it does not accept `time` before a move, so it would not know its clock"
        );
        names::check_options(program.options, &features.options)?;
        let offered: Vec<&str> = features.variants.iter().map(String::as_str).collect();
        let game = names::choose(program.game, program.game_name, &offered)?.to_owned();
        if features.memory {
            engine.send(&format!("memory {}", program.hash));
        }
        if features.smp {
            engine.send("cores 1");
        }
        for Setting { name, value } in program.options {
            engine.send(&format!("option {name}={value}"));
        }
        Ok(Xboard { engine, pace, features, game, post, pings: 0, known: 0, forced: true })
    }

    /// Waits until it has handled everything sent before, and returns its lines; nothing if it does not support `ping`.
    fn wait(&mut self) -> anyhow::Result<Vec<String>> {
        if !self.features.ping {
            return Ok(Vec::new());
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.engine.ask(&format!("ping {}", self.pings), PATIENCE, |line| line == pong)
    }

    fn send_move(&mut self, text: &str) {
        let line = if self.features.usermove { format!("usermove {text}") } else { text.to_owned() };
        self.engine.send(&line);
    }

    /// Sends the time control, at the start of a game.
    fn send_pace(&mut self) {
        match self.pace {
            // Was refused at the start.
            Pace::Nodes(_) => {}
            Pace::Depth(plies) => {
                self.engine.send(NO_TIME_LIMIT);
                self.engine.send(&format!("sd {plies}"));
            }
            Pace::MoveTime(time) => self.engine.send(&format!("st {}", time.as_secs())),
            Pace::Clock(Clock { left, increment }) => {
                // `level` takes whole seconds; `time` sends the exact clock before each move.
                let seconds = left.as_secs().max(1);
                let (minutes, seconds) = (seconds / 60, seconds % 60);
                self.engine.send(&format!("level 0 {minutes}:{seconds:02} {}", increment.as_secs_f64()));
            }
        }
    }

    fn send_clocks(&mut self, told: &Told<'_>) {
        if !matches!(self.pace, Pace::Clock(_)) {
            return;
        }
        let side = told.game.turn();
        for (command, color) in [("time", side), ("otim", !side)] {
            if let Some(clock) = told.clock(color) {
                self.engine.send(&format!("{command} {}", clock.left.as_millis() / 10));
            }
        }
    }

    fn limit(&self, told: &Told<'_>) -> Duration {
        PATIENCE
            + match self.pace {
                Pace::MoveTime(time) => time,
                Pace::Clock(_) => told.clock(told.game.turn()).map_or(LONG, |clock| clock.left),
                _ => LONG,
            }
    }
}

/// Checks the time control: the protocol knows whole seconds a move, and no nodes.
fn check_pace(pace: Pace) -> anyhow::Result<()> {
    match pace {
        // There is `nps`, but engines that announce it may ignore it.
        Pace::Nodes(_) => bail!("XBoard's protocol has no limit of nodes: use a clock, a time or a depth"),
        Pace::MoveTime(time) if time.subsec_nanos() > 0 => {
            bail!("XBoard's protocol has whole seconds for a move: `1000ms`, or a clock such as `1+0.02`")
        }
        _ => Ok(()),
    }
}

/// The moves of a variant that the protocol cannot express.
fn unsayable(variant: Variant) -> Option<&'static str> {
    let free = Color::ALL.iter().any(|&color| variant.default_castling(color).rows.iter().any(|row| row.free));
    if free {
        Some("king and partner choose their targets in castling")
    } else {
        variant.promotion_wait().map(|_| "pawns promote at the start of a turn")
    }
}

/// Asks an engine for its features.
fn features(engine: &mut Engine) -> anyhow::Result<Features> {
    let mut features = Features::default();
    engine.send("xboard");
    engine.send("protover 2");
    loop {
        let patience = if features.done == Some(false) { MORE_WORDS } else { FIRST_WORDS };
        let mut said = Vec::new();
        let read = engine.read(patience, |line| {
            said = features.read(line);
            !said.is_empty()
        });
        match read {
            Ok(_) => {
                for (name, known) in said {
                    engine.send(&format!("{} {name}", if known { "accepted" } else { "rejected" }));
                }
                if features.done == Some(true) {
                    return Ok(features);
                }
            }
            // It has sent everything, but no `done=1`.
            Err(error)
                if matches!(error.fault, EngineFault::Silent { .. }) && features.done.is_none() && features.any =>
            {
                return Ok(features);
            }
            Err(error) => {
                return Err(anyhow!(error).context("it does not support version 2 of XBoard's protocol"));
            }
        }
    }
}

impl Player for Xboard {
    fn new_game(&mut self, start: &Position) -> anyhow::Result<()> {
        self.engine.send("new");
        if self.game != "normal" {
            self.engine.send(&format!("variant {}", self.game));
        }
        self.engine.send("force");
        self.engine.send("easy");
        self.engine.send(if self.post { "post" } else { "nopost" });
        self.send_pace();
        if !names::stands_at(&self.game, start) {
            ensure!(
                self.features.setboard,
                "it accepts no positions (setboard=0), so its games must begin at the start position of {}",
                self.game
            );
            self.engine.send(&format!("setboard {}", Dialect::Xboard.write(start, false)?));
        }
        let lines = self.wait()?;
        if let Some(line) = lines.iter().find(|line| refuses(line, "variant") || refuses(line, "setboard")) {
            bail!("it does not accept the variant or its position: {line}");
        }
        (self.known, self.forced) = (0, true);
        Ok(())
    }

    fn go(&mut self, told: &Told<'_>) -> anyhow::Result<Answer> {
        let side = told.game.turn();
        let at_once = |reply| Answer { reply, thoughts: Thoughts::default(), spent: Duration::ZERO };
        // Its lines since its last move, and its answers to moves sent in force mode.
        let mut texts = moves(told, self.known, self.features.san)?;
        let last = if self.forced { None } else { texts.pop() };
        for text in &texts {
            self.send_move(text);
        }
        let lines = self.wait()?;
        if let Some(reply) = lines.iter().find_map(|line| game_over(line, side).or_else(|| refusal(line, &texts))) {
            return Ok(at_once(reply));
        }
        self.send_clocks(told);
        let begin = Instant::now();
        if let Some(text) = &last {
            self.send_move(text);
        } else {
            if self.features.colors {
                self.engine.send(if side == Color::White { "white" } else { "black" });
            }
            self.engine.send("go");
        }
        let asked: Vec<String> = last.into_iter().collect();
        let mut reply = None;
        let lines = self.engine.read(self.limit(told), |line| {
            reply = line
                .strip_prefix("move ")
                .map(|text| read(text.trim(), told.game.position()))
                .or_else(|| game_over(line, side))
                .or_else(|| refusal(line, &asked));
            reply.is_some()
        })?;
        let spent = begin.elapsed();
        (self.known, self.forced) = (told.game.moves().len() + 1, false);
        let reply = reply.ok_or_else(|| anyhow!("no move"))?;
        Ok(Answer { reply, thoughts: thoughts(&lines), spent })
    }

    fn end_game(&mut self, winner: Option<Color>, why: &str) {
        let result = Outcome { winner, reason: EndReason::Declared };
        self.engine.send(&format!("result {result} {{{why}}}"));
        self.engine.send("force");
    }

    fn is_reusable(&self) -> bool {
        self.features.reuse
    }
}

/// The moves that the engine has not been sent yet, in its notation.
fn moves(told: &Told<'_>, known: usize, as_san: bool) -> anyhow::Result<Vec<String>> {
    let mut position = *told.game.start();
    let mut texts = Vec::new();
    for (index, &mv) in told.game.moves().iter().enumerate() {
        if index >= known {
            texts.push(write(mv, &position, as_san)?);
        }
        position = position.play_unchecked(mv);
    }
    Ok(texts)
}

/// A move as it is sent to the engine.
fn write(mv: Move, position: &Position, as_san: bool) -> anyhow::Result<String> {
    if as_san {
        return Ok(san::write(mv, position));
    }
    Ok(xboard::write(mv, position)?)
}

/// Parses a move of the engine. Other engines also write castling with zeros, which ours does not accept.
fn read(text: &str, position: &Position) -> Reply {
    let found = xboard::read(text, position).or_else(|_| san::read(text, position));
    found.map_or_else(|_| Reply::Illegal(text.to_owned()), Reply::Move)
}

/// Parses a line that ends the game: the engine, which plays `side`, resigns or claims a result.
fn game_over(line: &str, side: Color) -> Option<Reply> {
    let word = line.split_whitespace().next()?;
    let lost = if side == Color::White { "0-1" } else { "1-0" };
    match word {
        "resign" => Some(Reply::Resigns),
        "1-0" | "0-1" if word == lost => Some(Reply::Resigns),
        "1-0" | "0-1" | "1/2-1/2" => Some(Reply::Claims(line.to_owned())),
        _ => None,
    }
}

/// The line by which an engine rejects one of these moves, if there is one.
fn refusal(line: &str, moves: &[String]) -> Option<Reply> {
    let refused = moves.iter().any(|text| refuses(line, text));
    refused.then(|| Reply::Refuses(line.to_owned()))
}

/// Whether a line rejects something that was sent: `Illegal move: e2e5`, `Error (unknown command): e2e5`.
fn refuses(line: &str, about: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let complains = ["illegal", "error", "tellusererror"].iter().any(|&word| lower.starts_with(word));
    complains && (lower.contains(&about.to_ascii_lowercase()) || lower.starts_with("illegal position"))
}

/// The last report in the lines of thinking: ply, score, hundredths of a second, nodes, moves.
fn thoughts(lines: &[String]) -> Thoughts {
    lines.iter().rev().find_map(|line| thought(line)).unwrap_or_default()
}

fn thought(line: &str) -> Option<Thoughts> {
    let mut words = line.split_whitespace();
    // Some engines put a sign after the ply.
    let depth = words.next()?.trim_end_matches(|sign: char| !sign.is_ascii_digit()).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let _time: i64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    Some(Thoughts { score: Some(score.clamp(-FAR, FAR)), depth: Some(depth), nodes: Some(nodes) })
}

#[cfg(test)]
mod tests;
