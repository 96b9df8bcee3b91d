//! What a file of games says of itself.

use campione_core::{FileFaults, Variant};
use serde::{Deserialize, Serialize};

use super::DataError;

/// What a file of games says of itself: TOML in the file. Two runs with the same header play the same games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Name and version of the program.
    pub program: String,
    /// The commit that it was built from, with `-changed` behind it where the engine was not as in the commit.
    pub commit: String,
    /// The nodes of a fixed search of each variant, added up: engines that differ here play differently.
    pub signature: u64,
    /// The first game number of the run and the first that is not of it.
    pub seeds: [u64; 2],
    /// No iteration of a search began after this many nodes.
    pub nodes: u64,
    /// No search took more.
    pub hard_nodes: u64,
    /// The engine's table in mebibytes; it was empty before each game.
    pub hash: u64,
    /// Plies drawn at random, at least and at most.
    pub opening: [u32; 2],
    /// Centipawns that nobody was ahead by after them.
    pub balanced: i32,
    /// A side this many centipawns behind in both sides' view resigns...
    pub resign: i32,
    /// ... after this many plies in a row.
    pub resign_plies: u32,
    /// In one of this many games nobody resigns, and mates are played.
    pub played_out: u64,
    /// Plies after which a game is drawn.
    pub longest: u32,
    /// Which net evaluated, as the CRC-32 of its file in eight hexadecimal digits, or `none`; where nothing stands, it was
    /// what that program had for each variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// The variants, by the numbers that games have.
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
    /// Its rules as a file of a game, without the words.
    pub rules: String,
}

impl Rules {
    /// Those of a variant.
    pub fn of(variant: Variant, weight: u32) -> Rules {
        let rules = variant.spec().without_words().to_toml();
        Rules { id: variant.id().to_owned(), weight, crc32: checksum(&rules), rules }
    }

    /// The variant.
    ///
    /// # Errors
    /// The rules are not understood.
    pub fn variant(&self) -> Result<Variant, FileFaults> {
        Variant::from_toml(&self.rules, &self.id)
    }

    /// Whether this program has a variant of that name whose rules are others.
    pub fn have_changed(&self) -> bool {
        Variant::named(&self.id).is_ok_and(|known| Rules::of(known, 0).crc32 != self.crc32)
    }
}

/// The CRC-32 of a text in eight hexadecimal digits.
pub fn checksum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// Refuses a header whose list of variants is of no use.
pub(super) fn check_rules(variants: &[Rules]) -> Result<(), DataError> {
    let damaged = |what: String| Err(DataError::Header { what });
    if variants.is_empty() || variants.len() > usize::from(u8::MAX) {
        return damaged("it must name 1 to 255 variants".to_owned());
    }
    match variants.iter().find(|rules| checksum(&rules.rules) != rules.crc32) {
        Some(rules) => damaged(format!("the rules of {} have another checksum", rules.id)),
        None => Ok(()),
    }
}
