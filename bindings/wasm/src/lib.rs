//! The npm package `campione`: what needs Rust.
//!
//! The classes that users see are written in TypeScript, in `ts`. Texts go in and out; lists are words with spaces between
//! them, and what has more parts is JSON. An error is the JSON of [`errors`], which TypeScript throws as an `Error` of its class. No
//! input makes a function panic.

mod bisect;
mod board;
mod counts;
mod endgames;
mod engine;
mod errors;
mod facts;
mod kit;
mod moves;
mod nets;
mod pgn;
mod picture;
mod setup;
mod variant;
