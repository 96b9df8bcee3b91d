//! This engine, in this process.

use std::time::{Duration, Instant};

use anyhow::bail;
use campione_movegen::Position;
use campione_search::{Clock as SearchClock, Control, Engine, Limits, Score};

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
    /// Starts it with a table of so many mebibytes and one thread, unless its options say otherwise.
    pub(crate) fn start(hash: usize, options: &[Setting], pace: Pace) -> anyhow::Result<Own> {
        let (mut hash, mut threads) = (hash, 1);
        for Setting { name, value } in options {
            let wanted = match name.to_ascii_lowercase().as_str() {
                "hash" => &mut hash,
                "threads" => &mut threads,
                _ => bail!("option {name}: `own` has Hash and Threads alone"),
            };
            let Some(number) = value.parse().ok().filter(|&number| number > 0) else {
                bail!("option {name}={value}: expected a whole number, 1 or more");
            };
            *wanted = number;
        }
        Ok(Own { engine: Engine::new(hash, threads)?, pace })
    }
}

impl Player for Own {
    fn new_game(&mut self, _start: &Position<'_>) -> anyhow::Result<()> {
        self.engine.clear();
        Ok(())
    }

    fn go(&mut self, told: &Told<'_, '_>) -> anyhow::Result<Answer> {
        let begin = Instant::now();
        let mut limits = Limits::default();
        match self.pace {
            Pace::Nodes(nodes) => limits.nodes = Some(nodes),
            Pace::Depth(plies) => limits.depth = Some(plies),
            Pace::MoveTime(time) => limits.time = Some(time),
            Pace::Clock(_) => limits.clock = told.clock(told.position.turn()).map(clock),
        }
        let result = self.engine.search(told.position, told.history, &limits, &Control::new(), &mut |_| {});
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
    SearchClock { left, increment, moves_to_go: None, overhead: OVERHEAD }
}
