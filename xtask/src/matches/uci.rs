//! A program that speaks UCI.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use campione_core::Color;
use campione_movegen::Position;
use campione_notation::dialect::Dialect;
use campione_notation::moves::MoveNotation;
use campione_notation::uci;

use super::contestant::{Program, Setting};
use super::names;
use super::pace::{Clock, Pace};
use super::player::{Answer, FAR, LONG, PATIENCE, Player, Reply, Thoughts, Told};
use crate::engine::Engine;

/// Such a program.
pub(crate) struct Uci {
    engine: Engine,
    pace: Pace,
    tongue: Tongue,
}

/// How it writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tongue {
    dialect: Dialect,
    /// Castling fields by file letters.
    letters: bool,
    notation: MoveNotation,
}

impl Uci {
    /// Starts it and tells it the game.
    pub(crate) fn start(program: &Program<'_>, pace: Pace) -> anyhow::Result<Uci> {
        let variant = program.game.variant;
        let (mut engine, lines) = Engine::start_uci(&program.path, &program.args, program.hash, PATIENCE)?;
        check_options(&lines, program.options)?;
        for Setting { name, value } in program.options {
            engine.set_option(name, value);
        }
        // A file may have added games.
        let lines = engine.ask("uci", PATIENCE, |line| line == "uciok")?;
        let ours = lines.iter().any(|line| line.starts_with("id name Campione"));
        let offered = lines.iter().find_map(|line| line.strip_prefix("option name UCI_Variant "));
        let offered: Vec<&str> = match offered {
            Some(offered) => offered.split(" var ").skip(1).map(str::trim).collect(),
            None => vec!["chess"],
        };
        let name = names::choose(program.game, program.game_name, &offered)?;
        let random = variant.has_random_arrays();
        if offered != ["chess"] {
            engine.set_option("UCI_Variant", name);
        }
        if lines.iter().any(|line| line.starts_with("option name UCI_Chess960 ")) {
            engine.set_option("UCI_Chess960", &random.to_string());
        } else {
            ensure!(ours || !random, "it has no option UCI_Chess960, and castles from one array alone");
        }
        engine.wait_until_ready(PATIENCE).context("after the game was chosen")?;
        let tongue = if ours {
            Tongue { dialect: Dialect::Xfen, letters: false, notation: MoveNotation::Uci }
        } else {
            let notation = if random { MoveNotation::Uci960 } else { MoveNotation::Uci };
            Tongue { dialect: Dialect::Fairy, letters: random, notation }
        };
        Ok(Uci { engine, pace, tongue })
    }
}

/// Refuses an option that a program does not list.
fn check_options(lines: &[String], options: &[Setting]) -> anyhow::Result<()> {
    let name = |line: &String| Some(line.strip_prefix("option name ")?.split_once(" type ")?.0.trim().to_owned());
    let offered: Vec<String> = lines.iter().filter_map(name).collect();
    names::check_options(options, &offered)
}

impl Player for Uci {
    fn new_game(&mut self, start: &Position<'_>) -> anyhow::Result<()> {
        self.tongue.dialect.write(start, self.tongue.letters)?;
        self.engine.send("ucinewgame");
        self.engine.wait_until_ready(PATIENCE)
    }

    fn go(&mut self, told: &Told<'_, '_>) -> anyhow::Result<Answer> {
        let Tongue { dialect, letters, notation } = self.tongue;
        let mut line = format!("position fen {}", dialect.write(told.start, letters)?);
        let mut position = *told.start;
        for (index, &mv) in told.moves.iter().enumerate() {
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
        let reply = uci::read(best, told.position).map_or_else(|_| Reply::Illegal(best.to_owned()), Reply::Move);
        Ok(Answer { reply, thoughts: thoughts(&lines), spent })
    }
}

/// The command, and how long the answer may take.
fn go(pace: Pace, told: &Told<'_, '_>) -> (String, Duration) {
    match pace {
        Pace::Nodes(nodes) => (format!("go nodes {nodes}"), LONG),
        Pace::Depth(plies) => (format!("go depth {plies}"), LONG),
        Pace::MoveTime(time) => (format!("go movetime {}", time.as_millis()), time),
        Pace::Clock(_) => {
            let side = told.position.turn();
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

/// What the lines of information say at last. Bounds are passed over: a later line has the score.
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
mod tests {
    use super::*;

    #[test]
    fn the_last_score_counts() {
        let lines = [
            "info depth 1 seldepth 2 multipv 1 score cp 20 nodes 30 pv e2e4",
            "info string depth 9 score cp 99",
            "info depth 5 multipv 2 score cp -300 nodes 400",
            "info depth 6 score cp 50 lowerbound nodes 500",
            "info depth 5 score mate -2 nodes 450 time 1 pv e2e4",
            "info nodes 600 nps 3",
            "bestmove e2e4",
        ];
        let thoughts = thoughts(&lines.map(str::to_owned));
        assert_eq!(thoughts, Thoughts { score: Some(-FAR), depth: Some(5), nodes: Some(600) });
    }
}
