//! The names of the move notations.

use std::fmt;
use std::str::FromStr;

use campione_core::Variant;
use campione_core::internal::one_of;
use thiserror::Error;

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum MoveNotation {
    /// Coordinates as in engine protocols: `e2e4`, `i7i8c`, `e1i1,j1g1`.
    Uci,
    /// Scharnagl's coordinates for random arrays: a castling that looks like an ordinary king's move is followed by `k`
    /// (`h1i1k`). In every other variant castlings are written as in [`MoveNotation::Uci`].
    Crc,
    /// Coordinates, but a castling is written as the king taking its own partner: `f1j1`.
    Uci960,
    /// Short algebraic, following FIDE: `Nh3`, `O-O`, `H-H-H`, `O-O:i1g1`, `e8=Q:Nc3`.
    San,
    /// Long algebraic: `Ng1-h3`, `e4xd5`.
    Lan,
    /// As [`MoveNotation::Uci`], but on boards of exactly ten ranks the ranks are counted from 0. Never detected.
    Xboard,
}

impl MoveNotation {
    /// All notations.
    pub const ALL: [MoveNotation; 6] = [
        MoveNotation::Uci,
        MoveNotation::Crc,
        MoveNotation::Uci960,
        MoveNotation::San,
        MoveNotation::Lan,
        MoveNotation::Xboard,
    ];

    /// The name used on the command line.
    ///
    /// ```
    /// use campione_notation::moves::MoveNotation;
    /// assert_eq!(MoveNotation::Lan.name(), "lan");
    /// assert_eq!("lan".parse(), Ok(MoveNotation::Lan));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            MoveNotation::Uci => "uci",
            MoveNotation::Crc => "crc",
            MoveNotation::Uci960 => "uci960",
            MoveNotation::San => "san",
            MoveNotation::Lan => "lan",
            MoveNotation::Xboard => "xboard",
        }
    }

    /// Whether moves are written algebraically, and not in coordinates.
    pub(crate) const fn is_algebraic(self) -> bool {
        match self {
            MoveNotation::San | MoveNotation::Lan => true,
            MoveNotation::Uci | MoveNotation::Crc | MoveNotation::Uci960 | MoveNotation::Xboard => false,
        }
    }

    /// The number of the first rank: 0 or 1 (NOTATION.md, "`xboard`").
    pub fn first_rank(self, variant: Variant) -> u8 {
        u8::from(!(self == MoveNotation::Xboard && variant.ranks() == 10))
    }
}

impl fmt::Display for MoveNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no notation has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no notation `{0}`: expected {known}", known = one_of(&MoveNotation::ALL.map(MoveNotation::name)))]
pub struct UnknownNotation(pub String);

campione_core::codes!(UnknownNotation => "notation.unknown");

impl FromStr for MoveNotation {
    type Err = UnknownNotation;

    fn from_str(text: &str) -> Result<MoveNotation, UnknownNotation> {
        let found = MoveNotation::ALL.into_iter().find(|notation| notation.name() == text);
        found.ok_or_else(|| UnknownNotation(text.to_owned()))
    }
}
