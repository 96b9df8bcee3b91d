//! Legal moves, play, outcome and perft for every variant that `campione-core` can describe.
//!
//! A [`Position`] is always valid: it is made from a checked [`Setup`](campione_core::Setup), or by playing a legal
//! move. Generation is strictly legal: it finds checkers and pinned pieces first. A move is tried only where a rule
//! requires it (en passant, castling, hopping pieces, a capture that makes a waiting pawn promote).
//!
//! ```
//! use campione_core::Variant;
//! use campione_movegen::{Position, perft};
//! let carrera = Variant::named("carrera")?;
//! let start = Position::start(carrera);
//! assert_eq!(start.legal_moves().len(), 28);
//! assert_eq!(perft(&start, 3), 24_944);
//! # Ok::<(), campione_core::UnknownVariant>(())
//! ```

mod attacks;
mod game;
mod generate;
mod memory;
mod moves;
mod outcome;
mod perft;
mod play;
mod position;
mod scan;
#[cfg(feature = "serde")]
mod serialize;
mod validation;
mod waiting;
mod zobrist;

pub use game::{Game, IllegalMove};
pub use memory::Lines;
pub use moves::{FewMoves, Move, MoveKind, MoveList};
pub use outcome::{EndReason, Outcome};
pub use perft::{
    MAX_PERFT_DEPTH, Perft, PerftMonitor, PerftStats, PerftTable, PerftUnit, divide, next_units, perft, perft_units,
};
pub use position::Position;
pub use scan::{Attacks, Scan, prefetch};
pub use validation::{PositionFault, PositionFaults};

#[doc(hidden)]
pub mod internal {
    //! For the tests of this crate.

    pub use crate::perft::is_counted_incrementally;
}

/// What the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
