//! Positions, moves and games of large-board chess as text. docs/NOTATION.md defines every format.
//!
//! [`ReadPosition`] and [`Notation`] are the short way: they add reading and writing to variants and positions. The
//! modules offer all options:
//!
//! - Positions: [`fen`] (our FEN), [`dialect`] (the FENs of other programs), [`detect`] (which variant they are of), [`epd`], [`mirror`] (colors exchanged).
//! - Moves: [`moves`] (any notation), [`uci`] (coordinates), [`san`], [`why`] (the rule that forbids a move).
//! - Games: [`pgn`], [`random`] (random games), [`arrays`] (filters of the start arrays of `crc`).
//! - [`xboard`] (the texts of `XBoard`'s protocol), [`suite`] and [`unit`](mod@unit) (files of perft counts and work units), `kit` (the conformance kit; feature `serde`).
//!
//! ```
//! use campione_core::Variant;
//! use campione_notation::{fen, uci};
//! let variant = Variant::named("herb-garden")?;
//! let position = fen::read("r4k5r/12/12/12/12/12/R5K4R w ALal - 0 1", variant)?;
//! let castling = uci::read("g1i1", &position)?;
//! let next = position.play(castling).expect("legal");
//! assert_eq!(fen::write(&next), "r4k5r/12/12/12/12/12/R6RK3 b al - 1 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arrays;
pub mod detect;
pub mod dialect;
pub mod epd;
pub mod fen;
#[cfg(feature = "serde")]
pub mod kit;
mod letters;
pub mod mirror;
pub mod moves;
mod number;
pub mod pgn;
pub mod random;
mod roles;
pub mod san;
#[cfg(feature = "serde")]
pub mod serde;
mod squares;
pub mod suite;
mod traits;
pub mod uci;
pub mod unit;
pub mod why;
pub mod xboard;

pub use traits::{Notation, ReadPosition};

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
