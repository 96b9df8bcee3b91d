//! The laboratory: it records games of the engine against itself, checks them, and turns them into training data for
//! nets.
//!
//! docs/data.md describes the formats of the files.

// `say!` is for every module.
#[macro_use(say)]
extern crate campione_workspace;

mod bar;
pub mod data;
pub mod inspect;
pub mod net;
pub mod pack;
pub mod selfplay;
pub mod train;
pub mod wdl;
