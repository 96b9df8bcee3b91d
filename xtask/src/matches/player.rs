//! Who plays: this engine in this process, or another program that speaks UCI.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use campione_movegen::{History, Move, Position};
use campione_notation::dialect::Dialect;
use campione_notation::uci;
use campione_search::{Clock, Control, Engine as Search, Limits, Score};

use crate::engine::{Engine, find};

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Pace {
    /// Nodes for a move.
    Nodes(u64),
    /// Time for a move.
    MoveTime(Duration),
    /// Time for the game, and more after each move.
    Clock { base: Duration, increment: Duration },
}

/// What a player answers.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) mv: Option<Move>,
    /// As the player wrote it.
    pub(crate) text: String,
    /// Of the side to move, in centipawns; mates are far away.
    pub(crate) score: Option<i32>,
    pub(crate) spent: Duration,
}

/// A game as players are told it.
pub(crate) struct Told<'g, 'v> {
    pub(crate) start: &'g Position<'v>,
    pub(crate) moves: &'g [Move],
    pub(crate) position: &'g Position<'v>,
    pub(crate) history: &'g History,
    /// What White and Black have left.
    pub(crate) clocks: [Duration; 2],
    pub(crate) increment: Duration,
}

const FAR: i32 = 30_000;
/// How long a program may be silent beyond its time.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) enum Player {
    Own(Box<Search>),
    Uci(Engine),
}

impl Player {
    /// `own`, or the command of a program that speaks UCI, with options `NAME=VALUE`.
    pub(crate) fn start(command: &str, variant: &str, hash: usize, options: &[String]) -> anyhow::Result<Player> {
        if command == "own" {
            return Ok(Player::Own(Box::new(Search::new(hash, 1)?)));
        }
        let words = shlex::split(command).context("unbalanced quotes")?;
        let (program, args) = words.split_first().context("no command")?;
        let program = find(program).with_context(|| format!("{program} is not installed"))?;
        let mut engine = Engine::start_uci(&program, args, (variant, hash), PATIENCE)?;
        for option in options {
            let (name, value) = option.split_once('=').context("options are NAME=VALUE")?;
            engine.set_option(name, value);
        }
        let mut player = Player::Uci(engine);
        player.new_game()?;
        Ok(player)
    }

    pub(crate) fn new_game(&mut self) -> anyhow::Result<()> {
        match self {
            Player::Own(engine) => engine.clear(),
            Player::Uci(engine) => {
                engine.send("ucinewgame");
                engine.wait_until_ready(PATIENCE)?;
            }
        }
        Ok(())
    }

    pub(crate) fn go(&mut self, told: &Told<'_, '_>, pace: Pace) -> anyhow::Result<Answer> {
        let begin = Instant::now();
        match self {
            Player::Own(engine) => {
                let mut limits = Limits::default();
                match pace {
                    Pace::Nodes(nodes) => limits.nodes = Some(nodes),
                    Pace::MoveTime(time) => limits.time = Some(time),
                    Pace::Clock { .. } => limits.clock = Some(clock(told)),
                }
                let result = engine.search(told.position, told.history, &limits, &Control::new(), &mut |_| {});
                let score = result.lines.first().map(|line| match line.score {
                    Score::Cp(score) => score,
                    Score::Mate(moves) => {
                        if moves > 0 {
                            FAR
                        } else {
                            -FAR
                        }
                    }
                });
                let text = result.best.map_or("(none)".to_owned(), |mv| uci::write(mv, told.position));
                Ok(Answer { mv: result.best, text, score, spent: begin.elapsed() })
            }
            Player::Uci(engine) => {
                let mut line = format!("position fen {}", Dialect::Fairy.write(told.start, false)?);
                let mut position = *told.start;
                for (index, &mv) in told.moves.iter().enumerate() {
                    line += if index == 0 { " moves " } else { " " };
                    line += &uci::write(mv, &position);
                    position = position.play_unchecked(mv);
                }
                engine.send(&line);
                let begin = Instant::now();
                let (go, limit) = match pace {
                    Pace::Nodes(nodes) => (format!("go nodes {nodes}"), Duration::from_secs(600)),
                    Pace::MoveTime(time) => (format!("go movetime {}", time.as_millis()), time),
                    Pace::Clock { .. } => {
                        let [white, black] = told.clocks.map(|clock| clock.as_millis());
                        let more = told.increment.as_millis();
                        let own = told.clocks[told.position.turn() as usize];
                        (format!("go wtime {white} btime {black} winc {more} binc {more}"), own)
                    }
                };
                let lines = engine.ask(&go, limit + PATIENCE, |line| line.starts_with("bestmove"))?;
                let spent = begin.elapsed();
                let best = lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or_default();
                ensure!(!best.is_empty(), "no move in {:?}", lines.last());
                let mv = uci::read(best, told.position).ok();
                Ok(Answer { mv, text: best.to_owned(), score: lines.iter().rev().find_map(|line| score(line)), spent })
            }
        }
    }
}

/// The clock of the side to move.
fn clock(told: &Told<'_, '_>) -> Clock {
    let left = told.clocks[told.position.turn() as usize];
    Clock { left, increment: told.increment, moves_to_go: None, overhead: Duration::from_millis(5) }
}

/// The score in a line of information.
fn score(line: &str) -> Option<i32> {
    let mut words = line.split_whitespace().skip_while(|&word| word != "score").skip(1);
    let kind = words.next()?;
    let value: i32 = words.next()?.parse().ok()?;
    match kind {
        "cp" => Some(value),
        "mate" => Some(if value > 0 { FAR } else { -FAR }),
        _ => None,
    }
}
