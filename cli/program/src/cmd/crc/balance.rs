//! What a start array is worth for White.

use std::fmt;

use anyhow::Context;
use campione_movegen::{Game, Position};
use campione_notation::san;
use campione_search::{Control, Engine, EngineConfig, Limits, Score};
use serde_json::Value;
use thousands::Separable;

use crate::analysis::score_json;
use crate::messages;

/// Mebibytes of the table of each search: enough for some hundred thousand nodes.
const HASH: usize = 8;

/// The result of a search of a start position, in which White moves.
pub(super) struct Balance {
    nodes: u64,
    pub(super) score: Score,
    /// The best move, in SAN.
    pub(super) best: String,
}

impl Balance {
    /// Searches a position with this many nodes, by one thread with an empty table.
    pub(super) fn of(start: &Position, nodes: u64) -> anyhow::Result<Balance> {
        let mut engine = Engine::new(&EngineConfig::default().with_hash(HASH))?;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let result = engine.search(&Game::new(*start), &limits, &Control::new(), &mut |_| {});
        let line = result.lines.first().context("a start position without a legal move has no balance")?;
        let best = line.pv.first().map_or_else(String::new, |&mv| san::write(mv, start));
        Ok(Balance { nodes, score: line.score, best })
    }

    pub(super) fn json(&self) -> Value {
        let mut object = score_json(self.score);
        object["nodes"] = messages::count(self.nodes.into());
        object["best"] = self.best.as_str().into();
        object
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for White after {} nodes; best {}", self.score, self.nodes.separate_with_commas(), self.best)
    }
}
