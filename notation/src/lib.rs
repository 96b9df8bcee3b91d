//! Positions, moves and games of large-board chess as text: docs/NOTATION.md.
//!
//! ```
//! use campione_core::Variant;
//! use campione_notation::{fen, uci};
//! let game = Variant::named("herb-garden")?;
//! let position = fen::read("r4k5r/12/12/12/12/12/R5K4R w ALal - 0 1", game)?;
//! let castling = uci::read("g1i1", &position)?;
//! let next = position.play(castling).expect("legal");
//! assert_eq!(fen::write(&next), "r4k5r/12/12/12/12/12/R6RK3 b al - 1 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arrays;
pub mod dialect;
pub mod epd;
mod ext;
pub mod fen;
pub mod mirror;
pub mod moves;
mod number;
pub mod pgn;
pub mod random;
pub mod san;
pub mod suite;
pub mod uci;
pub mod unit;
pub mod why;
pub mod xboard;

pub use ext::{Notation, ReadPosition};

/// What the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
