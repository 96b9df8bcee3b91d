//! Which variants the other programs can play, and which of our rules must be left out for that.
//!
//! The omitted rules are named in the table ([`Foreign`]) and printed by the command. Under the remaining rules two programs
//! can be compared in full. A position is counted under the full rules too: if the count is the same, the full rules are
//! confirmed there as well.

mod program;

use campione_core::{Variant, VariantFaults};
use campione_variants::{Foreign, Known};

pub use program::{Opened, PeerProgram, sjaak_fen};

/// A variant that a program can count.
///
/// ```
/// use campione_driver::peers;
/// let carrera = peers::fairy_stockfish().find(|known| known.id == "carrera").expect("it is described");
/// assert_eq!(carrera.note(), " (without: barred double step; absence of en passant)");
/// assert!(carrera.shared()? != carrera.full());
/// # Ok::<(), campione_core::VariantFaults>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct KnownVariant {
    /// Our id.
    pub id: &'static str,
    /// How the program knows the variant.
    pub known: Known,
}

impl KnownVariant {
    /// The variant with our full rules.
    ///
    /// # Panics
    /// Never: the table has built-in variants only.
    pub fn full(self) -> Variant {
        Variant::named(self.id).expect("the table has built-in variants only")
    }

    /// The variant without the omitted rules.
    ///
    /// # Errors
    /// The rules that are left do not make a variant. A test compiles every variant of the table.
    pub fn shared(self) -> Result<Variant, VariantFaults> {
        self.known.shared(self.full())
    }

    /// Whether it is played by all our rules.
    pub fn is_full(self) -> bool {
        self.known.left_out().is_empty()
    }

    /// The omitted rules as text in parentheses; empty if there are none.
    pub fn note(self) -> String {
        let texts: Vec<&str> = self.known.left_out().iter().map(|left_out| left_out.text()).collect();
        if texts.is_empty() { String::new() } else { format!(" (without: {})", texts.join("; ")) }
    }
}

/// The variants that a program can count.
fn known(how: fn(&Foreign) -> Option<Known>) -> impl Iterator<Item = KnownVariant> {
    Foreign::all().filter_map(move |row| Some(KnownVariant { id: row.id, known: how(row)? }))
}

/// The variants that Fairy-Stockfish can count.
pub fn fairy_stockfish() -> impl Iterator<Item = KnownVariant> {
    known(|row| row.fairy_stockfish)
}

/// Variants of Fairy-Stockfish with a board and an army like ours, but other rules.
pub fn fairy_stockfish_kin() -> impl Iterator<Item = KnownVariant> {
    known(|row| row.fairy_stockfish_kin.map(Known::As))
}

/// The variants that Sjaak can count.
pub fn sjaak() -> impl Iterator<Item = KnownVariant> {
    known(|row| row.sjaak)
}
