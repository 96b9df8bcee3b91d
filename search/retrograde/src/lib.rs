//! Endings of king and one or two pieces against a bare king, solved completely, for the variants that `campione-core`
//! can describe ([`EndingError`] lists the exceptions).
//!
//! An [`Ending`] is solved backwards from its mates, with whole sets of squares of the weak king at a time
//! (`solve.rs`). It knows the distance to mate of each position, plays a perfect defence, and samples random won
//! positions. The engine plays such endings with it, the tests compare the engine with it, and the table of endings is
//! generated with it.
//!
//! ```
//! use campione_core::Variant;
//! use campione_retrograde::{Ending, Shades};
//! let chess = Variant::named("chess")?;
//! let rook = Ending::solve(chess, &[chess.role_by_letter('R').unwrap()])?;
//! assert_eq!(rook.tally(Shades::Any).longest, Some(31), "mate on move 16");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ending;
mod layout;
mod piece;
mod sample;
mod solve;
mod symmetry;
mod table;
mod tally;

pub use ending::{Ending, EndingError, Solution, Solving};
pub use tally::{Shades, Tally};

/// What the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
