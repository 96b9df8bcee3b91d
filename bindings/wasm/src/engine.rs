//! The engine, as its worker calls it.

use std::sync::Arc;
use std::time::Duration;

use campione::{Clock, Color, Position};
use campione::{Control, Engine, EngineConfig, Limits, Net, NetChoice, Report, Score, Strength};
use campione::{Notation, moves};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::board::{RawBoard, coordinates};
use crate::errors::{self, Result};
use crate::moves::raise;

/// The most mebibytes of a table: what 32 bits can address, less what else there is.
const MAX_HASH: u32 = 2048;

/// Whoever has more milliseconds than ten years means no limit.
const NO_LIMIT: f64 = 3.2e11;

/// What a move takes besides the search: two messages, and the page's turn.
const OVERHEAD: Duration = Duration::from_millis(10);

/// An engine with one thread.
#[wasm_bindgen]
pub struct RawEngine {
    engine: Engine,
}

impl RawEngine {
    fn configure(&mut self, change: impl FnOnce(EngineConfig) -> EngineConfig) -> Result<()> {
        let config = change(self.engine.config().clone());
        self.engine.configure(&config).map_err(|error| errors::engine(&error.to_string()))
    }
}

#[wasm_bindgen]
impl RawEngine {
    #[wasm_bindgen(constructor)]
    pub fn new(hash: u32) -> Result<RawEngine> {
        if !(1..=MAX_HASH).contains(&hash) {
            return Err(errors::bad_argument(
                "hash",
                &format!("{hash} is not a number of mebibytes from 1 to {MAX_HASH}"),
            ));
        }
        let engine = Engine::new(&EngineConfig::default().with_hash(hash as usize))
            .map_err(|error| errors::engine(&error.to_string()))?;
        Ok(RawEngine { engine })
    }

    /// Evaluates with the net of a file where it fits.
    pub fn set_net(&mut self, bytes: &[u8]) -> Result<()> {
        let net = Net::from_bytes(bytes).map_err(|error| errors::bad_argument("net", &error.to_string()))?;
        self.configure(|config| config.with_nets(NetChoice::Given(Arc::new(net))))
    }

    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// Plays at a level, 20 for full strength; the seed determines the errors of a weaker one.
    pub fn set_level(&mut self, level: u32, seed: u32) -> Result<()> {
        let (first, last) = Strength::LEVELS.into_inner();
        let Some(strength) = Strength::of_level(level) else {
            return Err(errors::bad_argument("level", &format!("{level} is not a level from {first} to {last}")));
        };
        self.configure(|config| config.with_strength(strength, seed.into()))
    }

    /// Searches and returns the result as JSON. `limits` is JSON, with `0` or nothing for no limit; `report` is called with the
    /// JSON of each line of each iteration.
    pub fn go(&mut self, board: &RawBoard, limits: &str, report: &js_sys::Function) -> Result<String> {
        let position = *board.position();
        let limits = read_limits(limits, &position)?;
        let mut each = |found: &Report| {
            // An exception of the page's function is not ours to handle.
            let _ = report.call1(&JsValue::NULL, &JsValue::from_str(&told(found, &position).to_string()));
        };
        let result = self.engine.search(&board.game, &limits, &Control::new(), &mut each);
        let best = result.best.map(|mv| (coordinates(mv, &position), position.san(mv)));
        let ponder = result.best.zip(result.ponder).map(|(best, mv)| coordinates(mv, &position.play_unchecked(best)));
        let lines: Vec<Value> = result.lines.iter().map(|line| told(line, &position)).collect();
        Ok(json!({
            "best": best.as_ref().map(|(uci, _)| uci),
            "san": best.as_ref().map(|(_, san)| san),
            "ponder": ponder,
            "lines": lines,
            "nodes": result.nodes,
            "time": milliseconds(result.time),
            "noMateIn": result.no_mate_in,
        })
        .to_string())
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn duration(milliseconds: f64) -> Duration {
    Duration::from_secs_f64(milliseconds / 1000.0)
}

fn read_limits(text: &str, position: &Position) -> Result<Limits> {
    let limits: Value =
        serde_json::from_str(text).map_err(|error| errors::bad_argument("limits", &error.to_string()))?;
    let number = |name: &str| limits.get(name).and_then(Value::as_f64).filter(|&number| number > 0.0);
    let whole = |name: &str| number(name).map(|number| number as u64);
    let mut search_moves = Vec::new();
    for (at, text) in limits.get("moves").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let text = text.as_str().unwrap_or_default();
        search_moves.push(moves::read(text, position).map_err(|error| raise(&error, position, Some(at)))?);
    }
    let (left, increment) = match position.turn() {
        Color::White => ("wtime", "winc"),
        Color::Black => ("btime", "binc"),
    };
    Ok(Limits {
        depth: whole("depth").map(|depth| depth.min(u64::from(u32::MAX)) as u32),
        nodes: whole("nodes"),
        time: number("movetime").filter(|&time| time < NO_LIMIT).map(duration),
        clock: limits.get(left).and_then(Value::as_f64).filter(|&time| time < NO_LIMIT).map(|remaining| Clock {
            remaining: duration(remaining),
            increment: number(increment).map(|time| duration(time.min(NO_LIMIT))).unwrap_or_default(),
            moves_to_go: whole("movestogo").map(|moves| moves.min(u64::from(u32::MAX)) as u32),
            overhead: OVERHEAD,
        }),
        mate: whole("mate").map(|moves| moves.min(1000) as u32),
        multipv: whole("multipv").unwrap_or(1).min(500) as usize,
        search_moves,
        ..Limits::default()
    })
}

/// A line of the search. Scores are those of the side to move.
fn told(report: &Report, position: &Position) -> Value {
    let (cp, mate) = match report.score {
        Score::Cp(cp) => (Some(cp), None),
        Score::Mate(moves) => (None, Some(moves)),
    };
    let mut next = *position;
    let (mut pv, mut san) = (Vec::new(), Vec::new());
    for &mv in &report.pv {
        pv.push(coordinates(mv, &next));
        san.push(next.san(mv));
        next = next.play_unchecked(mv);
    }
    json!({
        "depth": report.depth,
        "seldepth": report.seldepth,
        "multipv": report.multipv,
        "cp": cp,
        "mate": mate,
        "nodes": report.nodes,
        "time": milliseconds(report.time),
        "nps": report.nps(),
        "hashfull": report.hashfull,
        "pv": pv,
        "san": san,
    })
}
