//! Long perft counts.
//!
//! A count on one machine keeps its results in a [`Checkpoint`] file and can be killed at any moment. A count on many
//! machines is a list of units, lines of text ([`campione_notation::unit`]): [`UnitCounter`] counts them, [`UnitFile`]
//! keeps the results in the file of the units, [`filter`] passes units and results through a pipe, and [`Ledger`] adds up
//! what came back and finds what is missing, repeated or contradictory.
//!
//! Nothing here schedules work or prints. Messages go to a function of the caller ([`Warn`]); work is watched and stopped
//! through its [`PerftMonitor`](campione_movegen::PerftMonitor).
//!
//! ```
//! use campione_cli::count::Ledger;
//! let mut ledger = Ledger::new(&|message| eprintln!("{message}"));
//! let unit = "chess\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t3\t1";
//! ledger.read(None, format!("{unit}\n{unit}\t8902\n").as_bytes())?;
//! ledger.settle();
//! let total = ledger.total();
//! assert!(total.complete);
//! assert_eq!(total.nodes, Some(8902));
//! # Ok::<(), std::io::Error>(())
//! ```

mod checkpoint;
mod counter;
mod durable;
mod file;
mod filter;
pub mod input;
mod ledger;

#[cfg(fuzzing)]
pub use checkpoint::fuzzing;
pub use checkpoint::{Checkpoint, CheckpointCount, Tally};
pub use counter::{CountedVariant, UnitCounter};
pub use durable::Durable;
pub use file::{UnitCounts, UnitFile};
pub use filter::{FilterError, UnitAnswer, filter};
pub use ledger::{Ledger, Problem, Total};

/// Takes a message for the user: one line without its end.
pub type Warn<'w> = &'w (dyn Fn(&str) + Sync);
