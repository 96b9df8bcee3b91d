//! A client for chess engines: UCI, `XBoard`'s protocol, and commands that print a divide.
//!
//! [`Uci`] and [`Xboard`] start an engine, read its capabilities, choose a variant ([`names`]), set up positions and read
//! back what the engine made of them ([`ReadBack`]), ask for divides ([`divide`]) and for moves. [`Template`] is a command
//! that is run once for each divide. [`Recorded`] is a program that somebody runs by hand. [`Counter`] is what they have in common, and [`open`] detects which one a
//! command is. Below them is [`Process`], a program that is driven line by line. [`bisect`] finds the first position where a
//! program's moves and ours differ.
//!
//! Every wait has a limit ([`Patience`]), and a program that dies is reported with its last lines ([`ProcessError`]).
//!
//! ```no_run
//! use campione_driver::{EngineCommand, Patience, Uci};
//! let mut engine = Uci::start(&"stockfish".parse::<EngineCommand>()?, Patience::default())?;
//! engine.set_position(None, &["e2e4".to_owned()]);
//! let lines = engine.divide(3)?;
//! println!("{}: {lines:?}", engine.name());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bisect;
mod command;
mod compare;
mod counter;
pub mod describe;
pub mod divide;
mod features;
mod limit;
pub mod names;
mod notation;
mod open;
mod options;
pub mod peers;
mod process;
mod readback;
mod recorded;
mod report;
mod session;
mod template;
mod uci;
mod xboard;

pub use command::{CommandFault, EngineCommand, find, split};
pub use compare::{Comparison, DifferentCount};
pub use counter::{Counter, CounterOptions, OpenError, Place, Protocol, SetUp};
pub use limit::{ClockTimes, GoLimit};
pub use names::UnknownName;
pub use notation::{EngineNotation, Letters};
pub use open::open;
pub use options::{EngineOption, Setting, SettingFault, SettingNote, check_settings};
pub use process::{Finished, Process, ProcessError, ProcessFault};
pub use readback::ReadBack;
pub use recorded::Recorded;
pub use report::{MATE_CP, SearchReport};
pub use session::{DriverError, Patience};
pub use template::Template;
pub use uci::Uci;
pub use xboard::{Xboard, XboardReply};

/// The code in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
