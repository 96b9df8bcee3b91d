//! Parsers of values that several commands take.

use campione_notation::dialect::Dialect;
use campione_notation::moves::MoveNotation;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// A parser of the names of some notations.
pub(super) fn notations(some: impl IntoIterator<Item = MoveNotation>) -> impl TypedValueParser<Value = MoveNotation> {
    let names = PossibleValuesParser::new(some.into_iter().map(MoveNotation::name));
    names.try_map(|name| name.parse::<MoveNotation>())
}

/// A parser of the names of dialects.
pub(super) fn dialects() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::name)).try_map(|name| name.parse::<Dialect>())
}

/// The notations that can write every move.
pub(super) fn writes_all() -> impl Iterator<Item = MoveNotation> {
    MoveNotation::ALL.into_iter().filter(|notation| *notation != MoveNotation::Xboard)
}
