//! The conformance kit: positions with counts, tags and the moves of depth 1, one JSON object a line.
//!
//! docs/reference/kit.md describes the file for authors of generators. This module has its lines as types for serde, with
//! the feature `serde`, and [`tags`], which says what is special about a position.

mod tags;

use std::collections::BTreeMap;

use campione_core::{Variant, VariantSpec};
use campione_movegen::Position;
use serde::{Deserialize, Serialize};

use crate::dialect::Dialect;
use crate::fen;

pub use tags::{Tag, moves, tags};

/// The version of the format.
pub const VERSION: u32 = 1;

/// What counts as a leaf, as the first line of a kit says it.
pub const LEAF: &str = "A count of depth n is the number of sequences of n legal moves. Draws by repetition, move rule or \
                        material do not end a game. Checkmate and stalemate have no moves, and so has a position in which \
                        a bare king has lost.";

/// A line of a kit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum KitLine {
    /// The first line.
    Kit(KitHeader),
    /// A variant; before its positions.
    Variant(Box<KitVariant>),
    /// A legal position with its counts.
    Position(KitPosition),
    /// A position that a program must refuse.
    Illegal(KitIllegal),
}

/// The first line of a kit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KitHeader {
    /// [`VERSION`].
    pub version: u32,
    /// The program that made it.
    pub made_by: String,
    /// How it can be used.
    pub license: String,
    /// [`LEAF`].
    pub leaf: String,
    /// What each tag means.
    pub tags: BTreeMap<String, String>,
}

impl KitHeader {
    /// The header of a kit made by this version.
    pub fn new() -> KitHeader {
        KitHeader {
            version: VERSION,
            made_by: concat!("campione ", env!("CARGO_PKG_VERSION")).to_owned(),
            license: "CC0-1.0".to_owned(),
            leaf: LEAF.to_owned(),
            tags: Tag::ALL.iter().map(|tag| (tag.name().to_owned(), tag.meaning().to_owned())).collect(),
        }
    }
}

impl Default for KitHeader {
    fn default() -> KitHeader {
        KitHeader::new()
    }
}

/// A variant of a kit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KitVariant {
    /// Its id.
    pub id: String,
    /// Its start position, in native X-FEN.
    pub start: String,
    /// Its rules, with the keys of a variant's file (docs/reference/variant-files.md).
    pub rules: VariantSpec,
}

impl KitVariant {
    /// The line of a variant.
    pub fn new(variant: Variant) -> KitVariant {
        let start = fen::write(&Position::start(variant));
        KitVariant { id: variant.id().to_owned(), start, rules: variant.spec().clone() }
    }
}

/// A legal position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KitPosition {
    /// Its name in this kit.
    pub id: String,
    /// The id of its variant.
    pub variant: String,
    /// The position in native X-FEN.
    pub fen: String,
    /// The same position in the dialects in which it has another text, by [`Dialect::name`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fens: BTreeMap<String, String>,
    /// The perft counts of depth 1, 2, ….
    pub counts: Vec<u64>,
    /// The legal moves in coordinates, as UCI has them, sorted.
    pub moves: Vec<String>,
    /// [`Tag::name`] of each of its tags.
    pub tags: Vec<String>,
    /// Where it comes from.
    pub origin: String,
    /// Who has counted it, and to which depth.
    pub agree: BTreeMap<String, u32>,
}

impl KitPosition {
    /// The line of a position: everything but `counts` and `agree`, which are empty.
    pub fn new(id: String, position: &Position, origin: String) -> KitPosition {
        let native = fen::write(position);
        let others = Dialect::ALL.iter().filter_map(|dialect| {
            let text = dialect.write(position, false).ok()?;
            (text != native).then(|| (dialect.name().to_owned(), text))
        });
        KitPosition {
            id,
            variant: position.variant().id().to_owned(),
            fens: others.collect(),
            counts: Vec::new(),
            moves: moves(position),
            tags: tags(position).iter().map(|tag| tag.name().to_owned()).collect(),
            origin,
            agree: BTreeMap::new(),
            fen: native,
        }
    }
}

/// A position that is illegal, or a text that is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KitIllegal {
    /// Its name in this kit.
    pub id: String,
    /// The id of its variant.
    pub variant: String,
    /// The text.
    pub fen: String,
    /// The codes of its faults (docs/reference/codes.md), each once.
    pub faults: Vec<String>,
    /// Where it comes from.
    pub origin: String,
}

#[cfg(test)]
mod tests;
