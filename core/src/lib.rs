//! The vocabulary of large-board chess, and the rules of its variants as data.
//!
//! Everything here is about boards of up to 12 files and 10 ranks in one geometry: a [`Square`] is numbered
//! `rank * 12 + file`, a [`Bitboard`] is a set of squares in a `u128`. A variant is described by a [`VariantSpec`] (a
//! TOML file under `core/variants/`). [`Variant::compile`] validates the description and compiles it to tables. The move
//! generator of `campione-movegen` works with these tables only; it does not know which variant they are for.
//!
//! This crate does no input or output and knows no notation but the placement of pieces ([`Variant::read_placement`]). Files
//! that users write are read by `campione-variants`, which tells every fault with its place.
//!
//! ```
//! use campione_core::{Square, Variant};
//! let variant = Variant::named("archchess")?;
//! assert_eq!((variant.files(), variant.ranks()), (10, 10));
//! let centurion = variant.role_by_letter('C').unwrap();
//! assert_eq!(variant.role_name(centurion), "centurion");
//! let d1: Square = "d1".parse().unwrap();
//! assert_eq!(variant.start().board.piece_at(d1).map(|piece| piece.role), Some(centurion));
//! # Ok::<(), campione_core::UnknownVariant>(())
//! ```

// First: its macro is for the modules below.
#[macro_use]
mod codes;

mod betza;
mod bitboard;
mod board;
mod castling;
mod color;
mod crc;
mod geometry;
mod placement;
mod random;
mod rights;
mod role;
#[cfg(feature = "serde")]
mod serialize;
mod setup;
mod similarity;
mod spec;
mod square;
mod variant;

pub use betza::{Betza, BetzaError, Leap};
pub use bitboard::{Bitboard, Squares};
pub use board::{Board, BoardPieces};
pub use castling::{CastlingRight, CastlingRow, Partner, PartnerMove, Right, SideCastling};
pub use color::Color;
pub use crc::{ArrayError, ArrayFault, ArrayNumberError, ArrayNumbering, PlacingRule, PlacingStep, Shade};
pub use geometry::{Direction, LINES, between, line, ray};
pub use placement::PlacementError;
pub use random::SplitMix64;
pub use rights::Rights;
pub use role::{MAX_ROLES, Piece, Role};
#[cfg(feature = "serde")]
pub use serialize::FaultRecord;
pub use setup::{RightName, Setup, SetupField, WaitingPawn};
pub use spec::{
    BlackArray, BoardSpec, CastlingSide, CastlingSpec, DrawSpec, KingLeapSpec, NotationSpec, PawnKind, PawnSpec,
    PieceSpec, PromotionSpec, Provenance, SafeSquares, StalemateResult, TitledRule, UnknownVariant, VariantSpec,
};
pub use square::{MAX_FILES, MAX_RANKS, ParseSquareError, SQUARES, Square};
pub use variant::{
    DrawRules, LeapClass, LongStep, MAX_LEAP_CLASSES, PawnMove, Pieces, RoleInfo, Rules, SpecialLeap, SpecialLeaps,
    Variant, VariantFault, VariantFaults, VariantWarning, movement, pawn_moves,
};

/// The codes of all faults of this crate, for programs that tell faults apart.
///
/// ```
/// assert!(campione_core::fault_codes().any(|code| code == "variant.board-size"));
/// ```
pub fn fault_codes() -> impl Iterator<Item = &'static str> {
    let families = [
        VariantFault::CODES,
        BetzaError::CODES,
        PlacementError::CODES,
        ArrayFault::CODES,
        ArrayNumberError::CODES,
        ParseSquareError::CODES,
        UnknownVariant::CODES,
    ];
    families.into_iter().flatten().copied()
}

/// Shared with other crates of the workspace. It is not part of the interface and may change at any time.
#[doc(hidden)]
pub mod internal {
    pub use crate::bitboard::relative_ranks;
    pub use crate::similarity::{by_similarity, one_of};
    pub use crate::spec::file::{BaseFault, RENAMED, Renamed, rename, with_base};
    pub use crate::square::file_letter;
    pub use crate::variant::castling_tables;
}

/// What the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
