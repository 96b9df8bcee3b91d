//! The header of a file of games.

use campione_core::Variant;
use campione_variants::{FileFaults, FromToml as _};
use serde::{Deserialize, Serialize};

use super::DataError;

/// The header of a file of games, as TOML. Two runs with the same header play the same games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Name and version of the program.
    pub program: String,
    /// The commit that it was built from, with `-changed` appended if the engine's sources were modified.
    pub commit: String,
    /// The sum of the nodes of a fixed search of each variant. Engines with different sums play differently.
    pub signature: u64,
    /// The first game number of the run, and the first one after the run.
    pub seeds: [u64; 2],
    /// No iteration of a search begins after this many nodes.
    pub nodes: u64,
    /// The most nodes of a search.
    pub hard_nodes: u64,
    /// The size of the engine's table in mebibytes. It is empty before each game.
    pub hash: u64,
    /// The least and the most plies drawn at random.
    pub opening: [u32; 2],
    /// The most centipawns that a side is ahead after the opening.
    pub balanced: i32,
    /// A side resigns if it is this many centipawns behind, by the scores of both sides,
    pub resign: i32,
    /// for this many plies in a row.
    pub resign_plies: u32,
    /// In one of this many games, no side resigns, and mates are played.
    pub played_out: u64,
    /// The number of plies after which a game is drawn.
    pub longest: u32,
    /// The net of the evaluation: the checksum of its file in eight hexadecimal digits, or `none`. If it is missing, the
    /// program's own evaluation for each variant was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// The variants, in the order of their numbers in games.
    pub variants: Vec<Rules>,
}

/// A variant in a header.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Its id.
    pub id: String,
    /// How often it is played, in proportion to the others.
    pub weight: u32,
    /// The CRC-32 of `rules`, in eight hexadecimal digits.
    pub crc32: String,
    /// Its rules as a variant file, without descriptions.
    pub rules: String,
}

impl Rules {
    /// The rules of a variant.
    pub fn of(variant: Variant, weight: u32) -> Rules {
        let rules = variant.spec().without_words().to_toml();
        Rules { id: variant.id().to_owned(), weight, crc32: checksum(&rules), rules }
    }

    /// The variant.
    ///
    /// # Errors
    /// The rules cannot be read.
    pub fn variant(&self) -> Result<Variant, FileFaults> {
        Variant::from_toml(&self.rules, &self.id)
    }

    /// Whether this program has a variant with this id and other rules.
    pub fn have_changed(&self) -> bool {
        Variant::named(&self.id).is_ok_and(|known| Rules::of(known, 0).crc32 != self.crc32)
    }
}

/// The CRC-32 of a text in eight hexadecimal digits.
pub fn checksum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// Refuses a header with an invalid list of variants.
pub(super) fn check_rules(variants: &[Rules]) -> Result<(), DataError> {
    let damaged = |what: String| Err(DataError::Header { what });
    if variants.is_empty() || variants.len() > usize::from(u8::MAX) {
        return damaged("it must name 1 to 255 variants".to_owned());
    }
    match variants.iter().find(|rules| checksum(&rules.rules) != rules.crc32) {
        Some(rules) => damaged(format!("the checksum of the rules of {} is wrong", rules.id)),
        None => Ok(()),
    }
}
