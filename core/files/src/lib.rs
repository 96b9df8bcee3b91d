//! Variants from files that people write, with the place of every fault, and from names that other programs have for them.
//!
//! [`FromToml`] reads a variant's file, [`VariantIni`] a section of Fairy-Stockfish's `variants.ini`; [`variant_id`] finds the
//! built-in variant that a name means, and [`Foreign`] says what other programs call it. What a file describes is a [`VariantSpec`](campione_core::VariantSpec), and compiled a
//! [`Variant`](campione_core::Variant): both are of `campione-core`.

mod file;
mod foreign;
mod ini;
#[cfg(feature = "serde")]
mod serialize;

pub use file::{FileFault, FileFaultKind, FileFaults, ForeignRule, FromToml, IniFault, ValueType, warnings_in};
pub use foreign::{Foreign, Known, LeftOut, variant_id};
pub use ini::VariantIni;

/// The codes of all faults of this crate and of `campione-core`, for programs that tell faults apart.
///
/// ```
/// let codes: Vec<&str> = campione_variants::fault_codes().collect();
/// assert!(codes.contains(&"variant.board-size") && codes.contains(&"file.unknown-key"));
/// ```
pub fn fault_codes() -> impl Iterator<Item = &'static str> {
    let families = [FileFaultKind::CODES, IniFault::CODES, ForeignRule::CODES];
    campione_core::fault_codes().chain(families.into_iter().flatten().copied())
}

/// Shared with other crates of the workspace. It is not part of the interface and may change at any time.
#[doc(hidden)]
pub mod internal {
    pub use crate::ini::known_names;
}

/// What the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
