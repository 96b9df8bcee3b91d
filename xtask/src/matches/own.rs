//! This engine, in this process.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use campione_movegen::Position;
use campione_search::{Clock as SearchClock, Control, Engine, Fitted, Limits, Net, NetChoice, Score};

use super::contestant::Setting;
use super::pace::{Clock, Pace};
use super::player::{Answer, FAR, Player, Reply, Thoughts, Told};

/// What a move takes besides the search.
const OVERHEAD: Duration = Duration::from_millis(5);

/// It.
pub(crate) struct Own {
    engine: Engine,
    pace: Pace,
}

impl Own {
    /// Starts it with a table of this many mebibytes and one thread, unless its options say otherwise.
    pub(crate) fn start(hash: usize, options: &[Setting], pace: Pace) -> anyhow::Result<Own> {
        let (mut hash, mut threads) = (hash, 1);
        let (mut used, mut given) = (true, None);
        for Setting { name, value } in options {
            let wanted = match name.to_ascii_lowercase().as_str() {
                "hash" => &mut hash,
                "threads" => &mut threads,
                "evalfile" => {
                    given = Some(net(Path::new(value)).with_context(|| format!("option {name}={value}"))?);
                    continue;
                }
                "use nnue" => {
                    let said = value.parse();
                    used = said.with_context(|| format!("option {name}={value}: expected `true` or `false`"))?;
                    continue;
                }
                _ => bail!("option {name}: `own` has Hash, Threads, EvalFile and Use NNUE alone"),
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
        Ok(Own { engine, pace })
    }
}

/// The net in a file.
fn net(path: &Path) -> anyhow::Result<Arc<Net>> {
    Ok(Arc::new(Net::from_bytes(&std::fs::read(path)?)?))
}

impl Player for Own {
    fn new_game(&mut self, start: &Position) -> anyhow::Result<()> {
        if let NetChoice::Given(net) = self.engine.nets() {
            Fitted::new(net.clone(), start.variant()).context("option EvalFile: the net does not fit the game")?;
        }
        self.engine.clear();
        Ok(())
    }

    fn go(&mut self, told: &Told<'_>) -> anyhow::Result<Answer> {
        let begin = Instant::now();
        let mut limits = Limits::default();
        match self.pace {
            Pace::Nodes(nodes) => limits.nodes = Some(nodes),
            Pace::Depth(plies) => limits.depth = Some(plies),
            Pace::MoveTime(time) => limits.time = Some(time),
            Pace::Clock(_) => limits.clock = told.clock(told.game.turn()).map(clock),
        }
        let result = self.engine.search(told.game, &limits, &Control::new(), &mut |_| {});
        let line = result.lines.first();
        let thoughts = Thoughts {
            score: line.map(|line| score(line.score)),
            depth: line.map(|line| line.depth),
            nodes: Some(result.nodes),
        };
        let reply = result.best.map_or_else(|| Reply::Illegal("(none)".to_owned()), Reply::Move);
        Ok(Answer { reply, thoughts, spent: begin.elapsed() })
    }
}

/// A score in centipawns.
pub(crate) fn score(score: Score) -> i32 {
    match score {
        Score::Cp(score) => score,
        Score::Mate(moves) if moves > 0 => FAR,
        Score::Mate(_) => -FAR,
    }
}

/// What the search is told of a clock.
fn clock(Clock { left, increment }: Clock) -> SearchClock {
    SearchClock { remaining: left, increment, moves_to_go: None, overhead: OVERHEAD }
}
