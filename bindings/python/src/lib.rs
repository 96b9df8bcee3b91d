//! The Python package `campione`: the module `campione._campione`.
//!
//! What is here is what needs Rust; exceptions and small classes are Python's, beside it in `python/campione`. No function
//! here panics by design; if one did, Python would get an exception of it, since the crate unwinds.

mod board;
mod crc;
mod engine;
mod errors;
mod fish;
mod long;
mod moves;
mod pgn;
mod variant;

use pyo3::prelude::*;

#[pymodule]
mod _campione {
    #[pymodule_export]
    use super::board::{Board, Outcome, Piece};
    #[pymodule_export]
    use super::crc::{array, array_count, array_number, array_steps, array_traits, choose_array, filtered_arrays, passes_filter};
    #[pymodule_export]
    use super::engine::{RawEngine, RawSearch};
    #[pymodule_export]
    use super::fish::{bare_facts, fish_board, fish_fen, fish_moves, fish_san_moves};
    #[pymodule_export]
    use super::moves::{LegalMoves, Move};
    #[pymodule_export]
    use super::pgn::{GameReader, GameText, write_game};
    #[pymodule_export]
    use super::variant::{Variant, ini_names, variant_id, variant_ids};
}
