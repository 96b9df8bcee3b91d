//! Our engine, in this process.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use campione_driver::{ClockTimes, MATE_CP, SearchReport, Setting};
use campione_movegen::Position;
use campione_search::{Clock as SearchClock, Control, Engine, Fitted, Limits, Net, NetChoice, Score, Strength};

use super::player::{Answer, Player, Reply, Situation};
use super::time_control::TimeControl;

/// The time of a move besides the search.
const OVERHEAD: Duration = Duration::from_millis(5);

/// The options that it has.
const OPTIONS: &str = "Hash, Threads, EvalFile, Use NNUE, Skill Level, UCI_LimitStrength, UCI_Elo and Skill Seed";

/// Our engine as a player.
pub(crate) struct Own {
    engine: Engine,
    control: TimeControl,
    strength: Strength,
    /// The seed of all games.
    seed: u64,
}

impl Own {
    /// Starts it with a table of this many mebibytes and one thread; its options may change both.
    pub(crate) fn start(hash: usize, options: &[Setting], control: TimeControl) -> anyhow::Result<Own> {
        let (mut hash, mut threads) = (hash, 1);
        let (mut used, mut given) = (true, None);
        let (mut level, mut elo, mut limited, mut seed) =
            (*Strength::LEVELS.end(), *Strength::elo_range().end(), false, 0);
        for Setting { name, value } in options {
            let wanted = match name.to_ascii_lowercase().as_str() {
                "hash" => &mut hash,
                "threads" => &mut threads,
                "evalfile" => {
                    given = Some(net(Path::new(value)).with_context(|| format!("option {name}={value}"))?);
                    continue;
                }
                "use nnue" => {
                    used = check(name, value)?;
                    continue;
                }
                "skill level" => {
                    level = number(name, value, Strength::LEVELS)?;
                    continue;
                }
                "uci_limitstrength" => {
                    limited = check(name, value)?;
                    continue;
                }
                "uci_elo" => {
                    elo = number(name, value, Strength::elo_range())?;
                    continue;
                }
                "skill seed" => {
                    seed = number(name, value, 0..=u32::MAX)?.into();
                    continue;
                }
                _ => bail!("option {name}: `own` has only {OPTIONS}"),
            };
            let Some(number) = value.parse().ok().filter(|&number| number > 0) else {
                bail!("option {name}={value}: expected a whole number, 1 or more");
            };
            *wanted = number;
        }
        let mut engine = Engine::new(hash, threads)?;
        engine.set_nets(match given {
            _ if !used => NetChoice::Off,
            None => NetChoice::Embedded,
            Some(net) => NetChoice::Given(net),
        });
        let strength = if limited { Strength::of_elo(elo) } else { Strength::of_level(level) };
        Ok(Own { engine, control, strength: strength.unwrap_or_default(), seed })
    }
}

/// A value that is true or false.
fn check(name: &str, value: &str) -> anyhow::Result<bool> {
    value.parse().with_context(|| format!("option {name}={value}: expected `true` or `false`"))
}

/// A value that is a number of a range.
fn number(name: &str, value: &str, range: RangeInclusive<u32>) -> anyhow::Result<u32> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    let (low, high) = range.into_inner();
    number.with_context(|| format!("option {name}={value}: expected a whole number from {low} to {high}"))
}

/// Reads the net in a file.
fn net(path: &Path) -> anyhow::Result<Arc<Net>> {
    Ok(Arc::new(Net::from_bytes(&std::fs::read(path)?)?))
}

impl Player for Own {
    fn name(&self) -> String {
        format!("Campione {}", env!("CARGO_PKG_VERSION"))
    }

    fn is_ours(&self) -> bool {
        true
    }

    fn new_game(&mut self, start: &Position) -> anyhow::Result<()> {
        if let NetChoice::Given(net) = self.engine.nets() {
            Fitted::new(net.clone(), start.variant()).context("option EvalFile: the net does not fit the variant")?;
        }
        self.engine.clear();
        // Every game has its own errors, and the same match the same games.
        self.engine.set_strength(self.strength, self.seed ^ start.zobrist());
        Ok(())
    }

    fn go(&mut self, situation: &Situation<'_>) -> anyhow::Result<Answer> {
        let begin = Instant::now();
        let mut limits = Limits::default();
        match self.control {
            TimeControl::Nodes(nodes) => limits.nodes = Some(nodes),
            TimeControl::Depth(plies) => limits.depth = Some(plies),
            TimeControl::MoveTime(time) => limits.time = Some(time),
            TimeControl::Clock(_) => limits.clock = situation.clock(situation.game.turn()).map(clock),
        }
        let result = self.engine.search(situation.game, &limits, &Control::new(), &mut |_| {});
        let line = result.lines.first();
        let report = SearchReport {
            score: line.map(|line| score(line.score)),
            depth: line.map(|line| line.depth),
            nodes: Some(result.nodes),
        };
        let reply = result.best.map_or_else(|| Reply::Illegal("(none)".to_owned()), Reply::Move);
        Ok(Answer { reply, report, spent: begin.elapsed() })
    }
}

/// A score in centipawns.
pub(crate) fn score(score: Score) -> i32 {
    match score {
        Score::Cp(score) => score,
        Score::Mate(moves) if moves > 0 => MATE_CP,
        Score::Mate(_) => -MATE_CP,
    }
}

/// A clock as the search takes it.
fn clock(ClockTimes { left, increment }: ClockTimes) -> SearchClock {
    SearchClock { remaining: left, increment, moves_to_go: None, overhead: OVERHEAD }
}
