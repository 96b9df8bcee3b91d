//! The laboratory, where the engine is measured and made: the speed, matches and test suites of the engine, tuning, games
//! of the engine against itself, training data and nets.
//!
//! docs/reference/data.md describes the formats of the files.

// `say!` is for every module.
#[macro_use(say)]
extern crate campione_workspace;

mod bar;
mod commands;
mod compare;
mod convert;
pub mod data;
mod endings;
pub mod inspect;
mod ladder;
mod levels;
mod matches;
pub mod net;
mod openings;
pub mod pack;
pub mod proof;
pub mod puzzles;
mod revision;
pub mod selfplay;
mod speed;
mod suites;
mod tables;
pub mod train;
mod tune;
pub mod wdl;
mod worth;

pub use commands::main;
