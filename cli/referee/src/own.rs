//! Our engine, in this process.

use std::time::{Duration, Instant};

use anyhow::Context;
use campione_driver::{ClockTimes, MATE_CP, SearchReport};
use campione_movegen::Position;
use campione_search::{Clock as SearchClock, Control, Engine, EngineConfig, Fitted, Limits, NetChoice, Score};

use super::player::{Answer, Player, Reply, Situation};
use super::time_control::TimeControl;

/// The time of a move besides the search.
const OVERHEAD: Duration = Duration::from_millis(5);

/// Our engine as a player.
pub(crate) struct Own {
    engine: Engine,
    /// Its settings; the seed is that of all games.
    config: EngineConfig,
    control: TimeControl,
}

impl Own {
    /// Starts it.
    pub(crate) fn start(config: &EngineConfig, control: TimeControl) -> anyhow::Result<Own> {
        Ok(Own { engine: Engine::new(config)?, config: config.clone(), control })
    }
}

impl Player for Own {
    fn name(&self) -> String {
        format!("Campione {}", env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self, start: &Position) -> anyhow::Result<()> {
        if let NetChoice::Given(net) = &self.config.nets {
            Fitted::new(net.clone(), start.variant()).context("option EvalFile: the net does not fit the variant")?;
        }
        self.engine.clear();
        // Every game has its own errors, and the same match the same games.
        let EngineConfig { strength, seed, .. } = self.config;
        Ok(self.engine.configure(&self.config.clone().with_strength(strength, seed ^ start.zobrist()))?)
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
