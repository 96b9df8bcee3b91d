//! A UCI engine as a player.

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use campione_core::Color;
use campione_movegen::Position;
use campione_notation::dialect::Dialect;
use campione_notation::moves::MoveNotation;
use campione_notation::uci;

use super::contestant::{Program, Setting};
use super::described::Described;
use super::names;
use super::pace::{Clock, Pace};
use super::player::{Answer, FAR, LONG, PATIENCE, Player, Reply, Thoughts, Told};
use super::source::VariantSource;
use crate::crosscheck::SetUp;
use crate::engine::Engine;

/// A UCI engine.
pub(crate) struct Uci {
    engine: Engine,
    pace: Pace,
    tongue: Tongue,
    /// The description of the variant, if the engine needed one.
    described: Option<Described>,
}

/// Its dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tongue {
    dialect: Dialect,
    /// Castling fields by file letters.
    letters: bool,
    notation: MoveNotation,
}

impl Tongue {
    const OURS: Tongue = Tongue { dialect: Dialect::Xfen, letters: false, notation: MoveNotation::Uci };
    const FAIRY: Tongue = Tongue { dialect: Dialect::Fairy, ..Tongue::OURS };
}

impl Uci {
    /// Starts it and chooses the variant.
    pub(crate) fn start(program: &Program<'_>, pace: Pace) -> anyhow::Result<Uci> {
        let (mut engine, lines) = Engine::start_uci(&program.path, &program.args, program.hash, PATIENCE)?;
        check_options(&lines, program.options)?;
        for Setting { name, value } in program.options {
            engine.set_option(name, value);
        }
        let mut uci = Uci { engine, pace, tongue: Tongue::FAIRY, described: None };
        // A file may have added variants.
        let lines = uci.engine.ask("uci", PATIENCE, |line| line == "uciok")?;
        if lines.iter().any(|line| line.starts_with("id name Campione")) {
            uci.tongue = Tongue::OURS;
            uci.choose_ours(program.game)?;
        } else {
            uci.choose(program, &lines)?;
        }
        Ok(uci)
    }

    /// Chooses the variant in our engine, perhaps of another version.
    fn choose_ours(&mut self, game: &VariantSource) -> anyhow::Result<()> {
        if let Some(file) = &game.file {
            self.engine.set_option("VariantPath", &file.path.display().to_string());
        }
        self.engine.set_option("UCI_Variant", game.variant.id());
        let lines = self.engine.ask("isready", PATIENCE, |line| line == "readyok")?;
        // Other lines do not matter here.
        let complaint = lines.iter().find(|line| line.starts_with("info string setoption"));
        complaint.map_or(Ok(()), |complaint| bail!("it does not accept the variant: {complaint}"))
    }

    /// Chooses the variant in another engine.
    fn choose(&mut self, program: &Program<'_>, lines: &[String]) -> anyhow::Result<()> {
        let game = program.game;
        let offers = |option: &str| lines.iter().any(|line| line.starts_with(&format!("option name {option} ")));
        let offered = lines.iter().find_map(|line| line.strip_prefix("option name UCI_Variant "));
        let mut names: Vec<&str> =
            offered.map_or_else(Vec::new, |offered| offered.split(" var ").skip(1).map(str::trim).collect());
        if offered.is_none() {
            names.push("chess");
        }
        // A file loaded by the user defines its own variants.
        let has_file = program.options.iter().any(|option| option.name.eq_ignore_ascii_case("VariantPath"));
        let described = program.game_name.is_none() && !has_file && offers("VariantPath");
        // Its variant of that name may have other rules.
        if game.file.is_some() && program.game_name.is_none() && !has_file && !described {
            bail!("{}", names::NOT_TOLD);
        }
        let known = names::choose(game, program.game_name, &names);
        let name = match known {
            Ok(name) if game.file.is_none() || !described => name.to_owned(),
            Err(error) if !described => return Err(error),
            _ => {
                let described = Described::new(game)?;
                self.engine.set_option("VariantPath", &described.path.display().to_string());
                self.described.insert(described).name.clone()
            }
        };
        if offered.is_some() {
            self.engine.set_option("UCI_Variant", &name);
        }
        let random = game.variant.has_random_arrays();
        if offers("UCI_Chess960") {
            self.engine.set_option("UCI_Chess960", &random.to_string());
        } else {
            ensure!(!random, "it has no option UCI_Chess960, so it castles from one array only");
        }
        if random {
            self.tongue = Tongue { letters: true, notation: MoveNotation::Uci960, ..self.tongue };
        }
        self.engine.wait_until_ready(PATIENCE).context("after the variant was chosen")?;
        if self.described.is_some() { self.check_start(game) } else { Ok(()) }
    }

    /// Checks that the engine has understood the description: many do not report an error.
    fn check_start(&mut self, game: &VariantSource) -> anyhow::Result<()> {
        let sent = self.tongue.dialect.write(&Position::start(game.variant), self.tongue.letters)?;
        self.engine.send(&format!("position fen {sent}"));
        self.engine.send("d");
        let lines = self.engine.ask("isready", PATIENCE, |line| line == "readyok")?;
        match lines.iter().find_map(|line| line.strip_prefix("Fen: ")).map(|read| SetUp::compare(&sent, read, 4)) {
            Some(SetUp::Different(read)) => {
                bail!("its version cannot play {}: it reads the start position as {read}", game.variant.id())
            }
            _ => Ok(()),
        }
    }
}

/// Checks that an engine lists an option.
fn check_options(lines: &[String], options: &[Setting]) -> anyhow::Result<()> {
    let name = |line: &String| Some(line.strip_prefix("option name ")?.split_once(" type ")?.0.trim().to_owned());
    let offered: Vec<String> = lines.iter().filter_map(name).collect();
    names::check_options(options, &offered)
}

impl Player for Uci {
    fn new_game(&mut self, start: &Position) -> anyhow::Result<()> {
        self.tongue.dialect.write(start, self.tongue.letters)?;
        self.engine.send("ucinewgame");
        self.engine.wait_until_ready(PATIENCE)
    }

    fn go(&mut self, told: &Told<'_>) -> anyhow::Result<Answer> {
        let Tongue { dialect, letters, notation } = self.tongue;
        let mut line = format!("position fen {}", dialect.write(told.game.start(), letters)?);
        let mut position = *told.game.start();
        for (index, &mv) in told.game.moves().iter().enumerate() {
            line += if index == 0 { " moves " } else { " " };
            line += &notation.write(mv, &position)?;
            position = position.play_unchecked(mv);
        }
        self.engine.send(&line);
        let (go, limit) = go(self.pace, told);
        let begin = Instant::now();
        let lines = self.engine.ask(&go, limit + PATIENCE, |line| line.starts_with("bestmove"))?;
        let spent = begin.elapsed();
        let best = lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or_default();
        let reply = uci::read(best, told.game.position()).map_or_else(|_| Reply::Illegal(best.to_owned()), Reply::Move);
        Ok(Answer { reply, thoughts: thoughts(&lines), spent })
    }

    fn note(&self) -> Option<&str> {
        self.described.as_ref()?.note.as_deref()
    }
}

/// The command `go`, and the time limit for the answer.
fn go(pace: Pace, told: &Told<'_>) -> (String, Duration) {
    match pace {
        Pace::Nodes(nodes) => (format!("go nodes {nodes}"), LONG),
        Pace::Depth(plies) => (format!("go depth {plies}"), LONG),
        Pace::MoveTime(time) => (format!("go movetime {}", time.as_millis()), time),
        Pace::Clock(_) => {
            let side = told.game.turn();
            let mut command = "go".to_owned();
            for (color, letter) in Color::ALL.into_iter().zip(['w', 'b']) {
                let Some(Clock { left, .. }) = told.clock(color) else { continue };
                command += &format!(" {letter}time {}", left.as_millis());
            }
            for (color, letter) in Color::ALL.into_iter().zip(['w', 'b']) {
                let Some(Clock { increment, .. }) = told.clock(color) else { continue };
                command += &format!(" {letter}inc {}", increment.as_millis());
            }
            (command, told.clock(side).map_or(LONG, |clock| clock.left))
        }
    }
}

/// The last report in the `info` lines. Bounds are skipped: a later line has the score.
fn thoughts(lines: &[String]) -> Thoughts {
    let mut thoughts = Thoughts::default();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() != Some(&"info") || words.get(1) == Some(&"string") {
            continue;
        }
        let after = |key: &str| words.iter().position(|&word| word == key).map(|at| &words[at + 1..]);
        let number = |key: &str| after(key)?.first()?.parse::<u64>().ok();
        if number("multipv").is_some_and(|line| line > 1) {
            continue;
        }
        thoughts.nodes = number("nodes").or(thoughts.nodes);
        if words.iter().any(|&word| word == "lowerbound" || word == "upperbound") {
            continue;
        }
        let score = after("score").and_then(|words| match words {
            ["cp", value, ..] => value.parse().ok(),
            ["mate", value, ..] => Some(if value.starts_with('-') || *value == "0" { -FAR } else { FAR }),
            _ => None,
        });
        if score.is_some() {
            thoughts.score = score;
            thoughts.depth = number("depth").and_then(|depth| depth.try_into().ok()).or(thoughts.depth);
        }
    }
    thoughts
}

#[cfg(test)]
mod tests;
