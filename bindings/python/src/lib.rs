//! The Python package `campione`: the module `campione._campione`.
//!
//! Here is what needs Rust. Exceptions and small classes are written in Python, in `python/campione`. No input makes a
//! function panic. If a bug did, Python would get an exception: the stack is unwound up to the call.

#[cfg(not(panic = "unwind"))]
compile_error!("a panic must be an exception in Python, not the end of its process: build with `panic = \"unwind\"`");

mod board;
mod crc;
mod engine;
mod errors;
mod fish;
mod long;
mod moves;
mod names;
mod pgn;
mod variant;

use pyo3::prelude::*;

#[pymodule]
mod _campione {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::board::{Board, Outcome, Piece, Reason, piece_svg, theme_colors};
    #[pymodule_export]
    use super::crc::{
        array, array_count, array_number, array_steps, array_traits, choose_array, filtered_arrays, passes_filter,
    };
    #[pymodule_export]
    use super::engine::{RawEngine, RawSearch};
    #[pymodule_export]
    use super::fish::{bare_facts, fish_board, fish_fen, fish_moves, fish_san_moves};
    #[pymodule_export]
    use super::moves::{LegalMoves, Move};
    #[pymodule_export]
    use super::pgn::{GameReader, GameText, needs_fen, write_game};
    #[pymodule_export]
    use super::variant::{Variant, ini_names, variant_id, variant_ids};
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// What tests alone call is no name of the module.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.setattr("_panic_for_tests", wrap_pyfunction!(super::long::panic_for_tests, module)?)
    }
}
