//! Positions as lines of the conformance kit.

use campione_notation::kit::{KitLine, KitPosition};
use wasm_bindgen::prelude::*;

use crate::board::RawBoard;
use crate::errors::{self, Result};

#[wasm_bindgen]
impl RawBoard {
    /// The position now as a line of a kit, with the counts of depth 1, 2, ….
    pub fn kit_line(&self, id: &str, origin: &str, counts: Vec<f64>) -> Result<String> {
        let whole = |&nodes: &f64| nodes >= 0.0 && nodes.fract() == 0.0 && nodes <= 2f64.powi(53);
        if let Some(bad) = counts.iter().find(|nodes| !whole(nodes)) {
            return Err(errors::bad_argument("counts", &format!("{bad} is not a number of nodes from 0 to 2^53")));
        }
        let mut position = KitPosition::new(id.to_owned(), self.position(), origin.to_owned());
        position.agree.insert("campione".to_owned(), counts.len() as u32);
        position.counts = counts.into_iter().map(|nodes| nodes as u64).collect();
        serde_json::to_string(&KitLine::Position(position)).map_err(|error| errors::engine(&error.to_string()))
    }
}
