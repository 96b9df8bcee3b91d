//! Endgame tables: every ending of up to five pieces of any variant that `campione-core` can describe, solved to the exact
//! distance to mate, for both sides to move.
//!
//! [`Tables`] solves endings in memory and answers for positions. docs/guide/endgame.md describes what is solved and the format of
//! the files.
//!
//! ```
//! use campione_core::{Color, Variant};
//! use campione_endgame::{Material, Monitor, Tables};
//! let chess = Variant::named("chess")?;
//! let mut tables = Tables::new(chess);
//! let rook = tables.build(Material::read("KRvK", chess)?, &Monitor::new())?;
//! let (plies, _) = rook.tally(Color::White).longest_win.unwrap();
//! assert_eq!(plies, 31, "mate on move 16");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bare;
mod build;
mod closure;
mod dead;
mod error;
#[cfg(feature = "files")]
mod file;
#[cfg(feature = "files")]
mod fingerprint;
#[cfg(feature = "files")]
mod folder;
mod goal;
mod layout;
mod material;
mod monitor;
mod origins;
mod place;
mod ply;
mod solve;
mod symmetry;
mod table;
mod tables;
mod value;
mod verify;
mod ways;

pub use bare::Solving;
pub use dead::{Mating, prove_dead};
pub use error::{EndgameError, FormatFault};
#[cfg(feature = "files")]
pub use file::{Header, TableFile, TableSource};
#[cfg(feature = "files")]
pub use folder::Folder;
pub use material::Material;
pub use monitor::Monitor;
pub use table::{Table, Tally};
pub use tables::{Step, Tables};
pub use value::Value;
pub use verify::{Mismatch, Verified};

/// What the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
