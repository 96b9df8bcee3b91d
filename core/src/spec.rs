//! A game as its file says it, not yet checked.

use indexmap::IndexMap;
use serde::Deserialize;
use thiserror::Error;

use crate::crc::ArrayNumbering;

/// What a rule is, where it comes from, and why it was settled so where the source leaves room.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The rule in a sentence.
    pub rule: String,
    /// Its section of docs/RULES.md and the document behind it.
    pub source: String,
    /// Present where the source is silent or ambiguous: the reason for this reading.
    pub settled: Option<String>,
}

/// A game as written in its file: `Variant::compile` checks it and turns it into tables.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantSpec {
    /// The id by which commands name the game: small letters, digits and hyphens.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Who, when, and what sets it apart.
    pub about: String,
    /// Board and start array.
    pub board: BoardSpec,
    /// The men other than the pawn by their letter, in the order in which they are listed and numbered.
    pub piece: IndexMap<String, PieceSpec>,
    /// The pawn.
    pub pawn: PawnSpec,
    /// What becomes of a pawn on the last rank.
    pub promotion: PromotionSpec,
    /// Manoeuvres of the king with a partner.
    #[serde(default)]
    pub castling: Vec<CastlingSpec>,
    /// Where it comes from that there is no castling, in a game that has none.
    pub no_castling: Option<Provenance>,
    /// The king's leap.
    pub king_leap: Option<KingLeapSpec>,
    /// How games are drawn.
    pub draws: DrawSpec,
    /// How positions and moves of the game are written where the games differ.
    #[serde(default)]
    pub notation: NotationSpec,
}

/// Board and start array.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardSpec {
    /// Files, up to 12.
    pub files: u8,
    /// Ranks, up to 10.
    pub ranks: u8,
    /// White's first rank from the a-file; the second rank is full of pawns.
    pub array: String,
    /// How Black's array is made from White's.
    #[serde(default)]
    pub black: BlackArray,
    /// Present when the game has numbered start arrays; `array` is then the default one.
    pub numbering: Option<ArrayNumbering>,
    /// Where board and array come from.
    pub why: Provenance,
}

/// How Black's array is made from White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum BlackArray {
    /// The same man on the same file.
    #[default]
    Mirrored,
    /// The board turned by half a circle.
    Rotated,
}

/// A man other than the pawn.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceSpec {
    /// Its name in this game.
    pub name: String,
    /// Its movement in Betza's shorthand.
    pub moves: String,
    /// Whether it is the king.
    #[serde(default)]
    pub royal: bool,
    /// Where its movement comes from.
    pub why: Provenance,
}

/// The pawn.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PawnSpec {
    /// Its letter.
    pub letter: String,
    /// Its name.
    pub name: String,
    /// Whether a pawn on its own second rank may move two squares straight ahead.
    pub double_step: bool,
    /// Whether the double step is forbidden in check when the pawn would land beside an enemy pawn (RULES.md §1).
    #[serde(default)]
    pub double_step_barred_in_check_beside_pawn: bool,
    /// Whether a pawn that made a double step may be captured on the square it passed.
    pub en_passant: bool,
    /// Where these rules come from.
    pub why: Provenance,
}

/// What becomes of a pawn on the last rank.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromotionSpec {
    /// Letters of the men that it may become.
    pub to: String,
    /// Present when the pawn waits: moves of its owner before it promotes.
    pub wait: Option<u8>,
    /// Whether it may only become a man that its owner has lost. Goes with `wait`.
    #[serde(default)]
    pub from_stock: bool,
    /// Where this comes from.
    pub why: Provenance,
}

/// A manoeuvre of the king with a partner.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CastlingSpec {
    /// What it is called.
    pub name: String,
    /// The letter of its notation: `O` gives `O-O` and `O-O-O`.
    pub letter: char,
    /// Letter of the partner.
    pub partner: char,
    /// Toward the last file, seen from White.
    pub toward_last_file: Option<CastlingSide>,
    /// Toward the a-file, seen from White.
    pub toward_first_file: Option<CastlingSide>,
    /// Which squares may not be attacked.
    pub safe: SafeSquares,
    /// Whether it may be played out of check.
    #[serde(default)]
    pub in_check: bool,
    /// Whether the right is lost as soon as the king is put in check.
    #[serde(default)]
    pub lost_by_check: bool,
    /// Where this comes from.
    pub why: Provenance,
}

/// From where to where king and partner go, as files from White's side: `f-i`.
///
/// `*` before the hyphen is "wherever the array has put it", `*` behind it "where the player likes" (free castling).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CastlingSide {
    /// The king's files.
    pub king: String,
    /// The partner's files.
    pub partner: String,
}

/// Which squares may not be attacked when king and partner castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SafeSquares {
    /// From the king's start to its target, both included.
    KingPath,
    /// From the king's start to the partner's start, both included.
    KingToPartner,
    /// Strictly between the king's start and its target. (The target is judged when the move is made, as always.)
    KingCrossing,
}

/// The king's leap: a jump to an empty square, instead of castling.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KingLeapSpec {
    /// Squares that it goes.
    pub distance: u8,
    /// Whether it may go straight ahead.
    pub forward: bool,
    /// Whether it may go sideways, to the left and to the right.
    pub sideways: bool,
    /// Whether it may be played out of check.
    pub in_check: bool,
    /// Where this comes from.
    pub why: Provenance,
}

/// How games are drawn. Stalemate is a draw in every game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawSpec {
    /// How often a position must occur for a draw; 0 for never.
    pub repetition: u32,
    /// Moves by each side without capture, pawn move or promotion for a draw; 0 for never.
    pub moves: u32,
    /// Whether a position in which no sequence of moves can mate, by material, is a draw.
    pub dead_position: bool,
    /// Where this comes from.
    pub why: Provenance,
}

/// How positions and moves of the game are written where the games differ.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct NotationSpec {
    /// Whether the castling field of a FEN has the partners' file letters instead of K and Q.
    #[serde(default)]
    pub rights_by_file: bool,
    /// Whether a castling is written in coordinates as the king taking its own rook.
    #[serde(default)]
    pub king_takes_rook: bool,
}

/// A file that is no description of a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SpecError {
    /// It is no TOML, or not the expected keys; the message has line and column where they are known.
    #[error("{0}")]
    Toml(String),
    /// It builds on a game that does not exist.
    #[error("`extends`: {0}")]
    Extends(#[from] UnknownVariant),
}

/// An id that no built-in game has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no variant `{id}`{}", hint(.near))]
pub struct UnknownVariant {
    /// The id asked for.
    pub id: String,
    /// Ids that look like it, best first.
    pub near: Vec<&'static str>,
}

fn hint(near: &[&str]) -> String {
    if near.is_empty() {
        format!("; there are {}", VariantSpec::ids().collect::<Vec<_>>().join(", "))
    } else {
        format!("; did you mean {}?", near.join(" or "))
    }
}

macro_rules! built_in {
    ($($id:literal)*) => {
        /// The games' files by id, in the order in which they are listed.
        const BUILT_IN: &[(&str, &str)] = &[$(($id, include_str!(concat!("../variants/", $id, ".toml")))),*];
    };
}

built_in! {
    "carrera" "carrera-qac" "modern-carrera" "archchess" "arciscacchiere" "herb-garden" "herb-garden-2002b" "crc"
    "courier-spiel" "capablanca" "gothic" "embassy" "janus" "bird" "chess" "chess960"
}

impl VariantSpec {
    /// The ids of the built-in games.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|&(id, _)| id)
    }

    /// The text of a built-in game's file.
    ///
    /// # Errors
    /// [`UnknownVariant`], with the ids that look like it.
    pub fn built_in_text(id: &str) -> Result<&'static str, UnknownVariant> {
        BUILT_IN.iter().find(|&&(known, _)| known == id).map(|&(_, text)| text).ok_or_else(|| {
            let mut near: Vec<_> = Self::ids()
                .map(|known| (strsim::jaro_winkler(id, known), known))
                .filter(|&(likeness, known)| likeness > 0.75 || (id.len() > 2 && known.contains(id)))
                .collect();
            near.sort_by(|a, b| b.0.total_cmp(&a.0));
            UnknownVariant { id: id.to_owned(), near: near.into_iter().take(3).map(|(_, known)| known).collect() }
        })
    }

    /// Reads a game's file. `extends = "id"` starts from a built-in game: tables are merged, other values replaced.
    ///
    /// # Errors
    /// [`SpecError`] for text that is no such file.
    pub fn from_toml(text: &str) -> Result<VariantSpec, SpecError> {
        with_base(text)?.try_into().map_err(|error: toml::de::Error| SpecError::Toml(error.to_string()))
    }
}

fn with_base(text: &str) -> Result<toml::Table, SpecError> {
    let mut own: toml::Table = text.parse().map_err(|error: toml::de::Error| SpecError::Toml(error.to_string()))?;
    let Some(base) = own.remove("extends") else { return Ok(own) };
    let base = base.as_str().ok_or_else(|| SpecError::Toml("`extends` must be the id of a game".to_owned()))?;
    let mut merged = with_base(VariantSpec::built_in_text(base)?)?;
    merge(&mut merged, own);
    Ok(merged)
}

fn merge(base: &mut toml::Table, own: toml::Table) {
    for (key, value) in own {
        match (base.get_mut(&key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => merge(below, above),
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_file_is_read_and_has_its_id() {
        for id in VariantSpec::ids() {
            let spec = VariantSpec::from_toml(VariantSpec::built_in_text(id).unwrap());
            assert_eq!(spec.unwrap_or_else(|error| panic!("{id}: {error}")).id, id);
        }
    }

    #[test]
    fn near_misses_are_named() {
        let near = |id: &str| VariantSpec::built_in_text(id).unwrap_err().near;
        assert_eq!(near("carera")[0], "carrera");
        assert_eq!(near("courier")[0], "courier-spiel");
        assert!(near("herbgarden").contains(&"herb-garden"));
        assert_eq!(near("xyzzy"), Vec::<&str>::new());
        assert!(VariantSpec::built_in_text("xyzzy").unwrap_err().to_string().contains("there are carrera, "));
    }

    #[test]
    fn unreadable_files_say_where() {
        let error = VariantSpec::from_toml("id = \"x\"\nname = ").unwrap_err().to_string();
        assert!(error.contains("line 2"), "{error}");
        let error = VariantSpec::from_toml("extends = \"cappablanca\"").unwrap_err().to_string();
        assert!(error.contains("did you mean capablanca"), "{error}");
        let error = VariantSpec::from_toml("extends = \"carrera\"\n[pawn]\nenpassant = true").unwrap_err().to_string();
        assert!(error.contains("enpassant"), "{error}");
    }
}
