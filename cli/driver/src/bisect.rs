//! The first position where another program's moves and ours differ.
//!
//! [`Bisection`] compares the counts of a program that this crate drives with ours, depth by depth. Where they
//! differ, it goes down the moves whose counts differ, and reports the moves that only one of the two has, the rules that
//! they concern, and what the program does wrongly ([`BisectReport`]). docs/guide/bisect.md describes it for users.
//!
//! ```
//! use campione_core::Variant;
//! use campione_driver::bisect::{BisectSettings, Bisection, count};
//! use campione_driver::{CounterOptions, Patience, open};
//! use campione_movegen::Position;
//! let chess = Variant::named("chess")?;
//! // A "program" that finds only one move in every position.
//! let command = "echo 'a2a3: 1' {depth} {fen}".parse()?;
//! let counter = open(&command, chess, &CounterOptions::default(), Patience::default())?;
//! let mut bisection = Bisection::new(counter, BisectSettings::to_depth(1), chess, &count);
//! let report = bisection.walk(&Position::start(chess))?;
//! assert_eq!((report.agrees, report.missing.len()), (false, 19));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod divergence;
mod report;
mod rule;
mod walk;

pub use divergence::BisectProgress;
pub use report::{BisectReport, BrokenRule, MoveItem, PathStep};
pub use walk::{BisectError, BisectSettings, Bisection, CountFn, count};
