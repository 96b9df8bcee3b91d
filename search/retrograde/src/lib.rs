//! Endings of king and one or two men against a bare king, solved to the last position, for every game that
//! `campione-core` can describe.
//!
//! An [`Ending`] is worked out backwards from its mates, a set of squares of the weak king at a time (`solve.rs`). It knows
//! the distance to mate of each position, defends without a fault, and draws positions that are won. The engine plays such
//! endings by it, and its tests measure by it what the engine can do; the table of endings is written with it.
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
mod man;
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
