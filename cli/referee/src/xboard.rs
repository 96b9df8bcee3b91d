//! An engine of `XBoard`'s protocol, version 2, as a player.

use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use campione_core::{Color, Variant};
use campione_driver::{DriverError, SearchReport, Xboard, XboardReply, check_settings, names};
use campione_movegen::{EndReason, Move, Outcome, Position};
use campione_notation::dialect::Dialect;
use campione_notation::{san, xboard};
use campione_variants::variant_id;

use super::player::{Answer, Player, Reply, Situation};
use super::program::{NotPlayed, Program};
use super::time_control::TimeControl;
use super::uci::NO_FILES;

/// An `XBoard` engine.
pub(crate) struct XboardPlayer {
    engine: Xboard,
    control: TimeControl,
    /// Its name for the variant.
    name: String,
    /// Whether it should send its thinking.
    post: bool,
    /// The number of moves that it has been sent.
    known: usize,
    /// Whether it is in force mode.
    forced: bool,
}

impl XboardPlayer {
    /// Starts it and chooses the variant.
    pub(crate) fn start(program: &Program<'_>, control: TimeControl, post: bool) -> anyhow::Result<XboardPlayer> {
        check_control(control)?;
        let variant = program.source.variant;
        if let Some(what) = unsayable(variant) {
            bail!(NotPlayed(format!("{what}, which XBoard's protocol cannot express")));
        }
        // Its variant of that name may have other rules.
        if program.source.file.is_some() && program.variant_name.is_none() && program.options.is_empty() {
            bail!("{NO_FILES}");
        }
        let started = Xboard::start(program.command, program.patience());
        let mut engine = started.context("it does not support version 2 of XBoard's protocol")?;
        ensure!(
            engine.has_time() || !matches!(control, TimeControl::Clock(_)),
            "it does not accept `time` before a move, so it would not know its clock"
        );
        check_settings(program.options, engine.options()).map_err(|fault| anyhow!("option {fault}"))?;
        engine.set_memory(program.hash);
        engine.set_all(program.options)?;
        // An engine without a list of variants plays orthodox chess.
        let offered = if engine.variants().is_empty() { &["normal".to_owned()][..] } else { engine.variants() };
        let name =
            names::choose(variant, program.variant_name, offered, false).map_err(|error| NotPlayed::unknown(&error))?;
        Ok(XboardPlayer { engine, control, name, post, known: 0, forced: true })
    }
}

/// Whether an engine that knows the variant's name is at `start` without a further command.
fn stands_at(name: &str, start: &Position) -> bool {
    let variant: Variant = start.variant();
    let known = variant_id(name).or((name == variant.id()).then_some(name));
    known == Some(variant.id()) && !variant.has_random_arrays() && *start == Position::start(variant)
}

/// Checks the time control: the protocol knows whole seconds a move, and no nodes.
fn check_control(control: TimeControl) -> anyhow::Result<()> {
    match control {
        // There is `nps`, but engines that announce it may ignore it.
        TimeControl::Nodes(_) => bail!("XBoard's protocol has no node limit: use a clock, a time or a depth"),
        TimeControl::MoveTime(time) if time.subsec_nanos() > 0 => {
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

impl Player for XboardPlayer {
    fn new_game(&mut self, start: &Position) -> anyhow::Result<()> {
        let name = Some(self.name.as_str()).filter(|&name| name != "normal");
        self.engine.new_game(name).map_err(|error| match error {
            DriverError::Rejected { .. } => NotPlayed(format!("it does not accept the variant: {error}")).into(),
            error => anyhow::Error::new(error),
        })?;
        self.engine.send("easy");
        self.engine.send(if self.post { "post" } else { "nopost" });
        self.engine.set_limit(self.control.limit([self.control.clock(); 2], Color::White));
        if !stands_at(&self.name, start) {
            ensure!(
                self.engine.has_setboard(),
                NotPlayed(format!(
                    "it accepts no positions (setboard=0), so its games must begin at the start position of {}",
                    self.name
                ))
            );
            self.engine.send(&format!("setboard {}", Dialect::Xboard.write(start, false)?));
        }
        let lines = self.engine.wait()?;
        if let Some(line) = lines.iter().find(|line| Xboard::rejects(line, "setboard")) {
            bail!(NotPlayed(format!("it does not accept the variant or its position: {line}")));
        }
        (self.known, self.forced) = (0, true);
        Ok(())
    }

    fn go(&mut self, situation: &Situation<'_>) -> anyhow::Result<Answer> {
        let side = situation.game.turn();
        // Its lines since its last move, and its answers to moves sent in force mode.
        let mut texts = moves(situation, self.known, self.engine.wants_san())?;
        let last = if self.forced { None } else { texts.pop() };
        for text in &texts {
            let line = self.engine.move_line(text);
            self.engine.send(&line);
        }
        let lines = self.engine.wait()?;
        let forced: Vec<&str> = texts.iter().map(String::as_str).collect();
        let position = situation.game.position();
        if let Some(reply) = lines.iter().find_map(|line| Xboard::end_of_game(line, side, &forced)) {
            let reply = translated(reply, position);
            return Ok(Answer { reply, report: SearchReport::default(), spent: Duration::ZERO });
        }
        let (reply, report, spent) = self.engine.go(situation.limit(self.control), side, last.as_deref())?;
        (self.known, self.forced) = (situation.game.moves().len() + 1, false);
        Ok(Answer { reply: translated(reply, position), report, spent })
    }

    fn end_game(&mut self, winner: Option<Color>, why: &str) {
        let result = Outcome { winner, reason: EndReason::Declared };
        self.engine.send(&format!("result {result} {{{why}}}"));
        self.engine.send("force");
    }

    fn is_reusable(&self) -> bool {
        self.engine.is_reusable()
    }

    fn name(&self) -> String {
        self.engine.name().to_owned()
    }
}

/// A reply with its move.
fn translated(reply: XboardReply, position: &Position) -> Reply {
    match reply {
        XboardReply::Move(text) => read(&text, position),
        XboardReply::Resigns => Reply::Resigns,
        XboardReply::Claims(line) => Reply::Claims(line),
        XboardReply::Refuses(line) => Reply::Refuses(line),
    }
}

/// The moves that the engine has not been sent yet, in its notation.
fn moves(situation: &Situation<'_>, known: usize, as_san: bool) -> anyhow::Result<Vec<String>> {
    let mut position = *situation.game.start();
    let mut texts = Vec::new();
    for (index, &mv) in situation.game.moves().iter().enumerate() {
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

#[cfg(test)]
mod tests;
