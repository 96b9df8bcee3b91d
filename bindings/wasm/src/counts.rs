//! Perft.

use campione::{MAX_PERFT_DEPTH, divide, perft};
use serde_json::{Map, Value};
use wasm_bindgen::prelude::*;

use crate::board::{RawBoard, coordinates};
use crate::errors::{self, Result};

pub(crate) fn depth_of(depth: f64) -> Result<u32> {
    let whole = depth as u32;
    if f64::from(whole).to_bits() == depth.to_bits() && whole <= MAX_PERFT_DEPTH {
        return Ok(whole);
    }
    Err(errors::bad_argument("depth", &format!("{depth} is not a number of plies from 0 to {MAX_PERFT_DEPTH}")))
}

/// A whole number, as far as JavaScript has it.
pub(crate) fn count(nodes: u128) -> Value {
    u64::try_from(nodes).map_or_else(|_| Value::from(nodes as f64), Value::from)
}

#[wasm_bindgen]
impl RawBoard {
    /// The number of legal move paths. Numbers above 2^53, which would take weeks, are rounded.
    pub fn perft(&self, depth: f64) -> Result<f64> {
        Ok(perft(self.position(), depth_of(depth)?) as f64)
    }

    /// The same for each legal move, as JSON.
    pub fn divide(&self, depth: f64) -> Result<String> {
        let parts = divide(self.position(), depth_of(depth)?);
        let parts = parts.into_iter().map(|(mv, nodes)| (coordinates(mv, self.position()), count(nodes)));
        Ok(Value::Object(parts.collect::<Map<_, _>>()).to_string())
    }
}
