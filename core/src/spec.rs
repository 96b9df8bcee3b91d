//! The description of a variant, as its file has it, before validation.

pub(crate) mod file;
mod rule_sentences;

pub use rule_sentences::TitledRule;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::crc::ArrayNumbering;
use crate::role::Role;
use crate::similarity::{by_similarity, one_of};

/// A rule in words, its source, and the reason for its reading where the source is not clear.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The rule in a sentence.
    pub rule: String,
    /// Its section of docs/RULES.md and the document behind it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Present where the source is silent or ambiguous: the reason for this reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<String>,
    /// Whether the file has no sentence, and this one was made from the rule.
    #[serde(skip)]
    pub made: bool,
}

impl Provenance {
    fn is_made(&self) -> bool {
        self.made || self.rule.is_empty()
    }

    /// The sentence of the file, or else one made from the rule.
    fn or_made(&self, rule: impl FnOnce() -> String) -> Provenance {
        if self.rule.is_empty() {
            return Provenance { rule: rule(), source: OWN_FILE.to_owned(), settled: None, made: true };
        }
        self.clone()
    }
}

/// The longest id, in characters.
pub(crate) const MAX_ID: usize = 40;

/// The source of a rule that a file gives without a source.
const OWN_FILE: &str = "the variant file";

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_false(value: &bool) -> bool {
    !value
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_true(value: &bool) -> bool {
    *value
}

#[allow(clippy::ref_option, reason = "serde asks so")]
fn says_nothing(why: &Option<Provenance>) -> bool {
    why.as_ref().is_none_or(Provenance::is_made)
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

const fn yes() -> bool {
    true
}

const fn one() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_one(value: &u8) -> bool {
    *value == 1
}

/// A variant as its file describes it. `Variant::compile` validates it and compiles it to tables. docs/reference/variant-files.md
/// describes the format for users.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct VariantSpec {
    /// The id by which commands name the variant: small letters, digits and hyphens.
    pub id: String,
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// Its inventor, its year, and what is special about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Board and start array.
    pub board: BoardSpec,
    /// The pieces other than the pawn by their letter, in the order in which they are listed and numbered.
    pub piece: IndexMap<String, PieceSpec>,
    /// The pawn.
    #[serde(default)]
    pub pawn: PawnSpec,
    /// The promotion of pawns.
    pub promotion: PromotionSpec,
    /// Castlings, moves of the king with a partner, by the letter of their notation: `O` gives `O-O` and `O-O-O`.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub castling: IndexMap<char, CastlingSpec>,
    /// The source for the absence of castling, in a variant without it.
    #[serde(default, skip_serializing_if = "says_nothing")]
    pub no_castling: Option<Provenance>,
    /// The king's leap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub king_leap: Option<KingLeapSpec>,
    /// How games are drawn.
    #[serde(default)]
    pub draws: DrawSpec,
    /// How positions and moves are written, where variants differ.
    #[serde(default, skip_serializing_if = "is_default")]
    pub notation: NotationSpec,
}

/// Board and start array.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BoardSpec {
    /// Files, up to 12.
    pub files: u8,
    /// Ranks, up to 10.
    pub ranks: u8,
    /// White's first rank from the a-file; the second rank is full of pawns. Empty if `start` gives the position.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub array: String,
    /// The start position as the first field of a FEN, if `array` cannot express it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The rights of the start position, as the third field of a FEN. All rights of the castlings if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rights: Option<String>,
    /// How Black's array, and its castlings, are made from White's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub black: BlackArray,
    /// Present if the variant has numbered start arrays; `array` is then the default one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbering: Option<ArrayNumbering>,
    /// The source of board and array.
    #[serde(default, skip_serializing_if = "Provenance::is_made")]
    pub why: Provenance,
}

/// How Black's array is made from White's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, Serialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum BlackArray {
    /// The same piece on the same file.
    #[default]
    Mirrored,
    /// The board turned by 180 degrees.
    Rotated,
}

/// A piece other than the pawn.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PieceSpec {
    /// Its name in this variant.
    #[serde(default)]
    pub name: String,
    /// Its movement in Betza's shorthand.
    pub moves: String,
    /// Whether it is the king.
    #[serde(default, skip_serializing_if = "is_false")]
    pub royal: bool,
    /// The source of its movement.
    #[serde(default, skip_serializing_if = "Provenance::is_made")]
    pub why: Provenance,
}

/// The pawn.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a rule with a name")]
pub struct PawnSpec {
    /// Its letter.
    pub letter: String,
    /// Its name.
    pub name: String,
    /// Which way it steps and captures.
    #[serde(skip_serializing_if = "is_default")]
    pub kind: PawnKind,
    /// Whether a pawn may step two squares in one direction from some ranks.
    pub double_step: bool,
    /// From which ranks, counted from its own side.
    #[serde(skip_serializing_if = "is_second_rank")]
    pub double_step_ranks: Vec<u8>,
    /// Longer first steps: how many squares in one direction, a digit, and from which ranks.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub long_steps: IndexMap<char, Vec<u8>>,
    /// Whether the double step is forbidden in check when the pawn would land beside an enemy pawn (RULES.md §1).
    #[serde(skip_serializing_if = "is_false")]
    pub double_step_barred_in_check_beside_pawn: bool,
    /// Whether such an enemy pawn counts when it is pinned to its king.
    #[serde(skip_serializing_if = "is_true")]
    pub pinned_pawn_bars: bool,
    /// Whether a pawn that made a double step, or a longer one, may be captured on a square it passed.
    pub en_passant: bool,
    /// The source of these rules.
    #[serde(skip_serializing_if = "Provenance::is_made")]
    pub why: Provenance,
}

/// Which way pawns step and capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PawnKind {
    /// Steps straight ahead, captures diagonally.
    #[default]
    Orthodox,
    /// Steps diagonally ahead, captures straight ahead (RULES.md §7, berolina).
    Berolina,
}

fn is_second_rank(ranks: &Vec<u8>) -> bool {
    *ranks == [2]
}

impl Default for PawnSpec {
    /// The pawn of orthodox chess.
    fn default() -> PawnSpec {
        PawnSpec {
            letter: "P".to_owned(),
            name: "pawn".to_owned(),
            kind: PawnKind::Orthodox,
            double_step: true,
            double_step_ranks: vec![2],
            long_steps: IndexMap::new(),
            double_step_barred_in_check_beside_pawn: false,
            pinned_pawn_bars: true,
            en_passant: true,
            why: Provenance::default(),
        }
    }
}

/// The promotion of pawns.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PromotionSpec {
    /// Letters of the pieces that it may become; empty where pawns do not promote and stay on the last rank.
    pub to: String,
    /// The first rank, counted from its own side, on which it promotes. The last rank of the board if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u8>,
    /// Whether it may stay a pawn on the ranks before the last.
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// Present if the pawn waits: the number of moves of its owner before it promotes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<u8>,
    /// Whether it may only become a piece that its owner has lost. If there is no such piece, the pawn cannot move to a
    /// square on which it must promote, unless it may wait there.
    #[serde(default, skip_serializing_if = "is_false")]
    pub from_stock: bool,
    /// For `from_stock`: how many pieces of a role the owner may have, by letter. The number at the start if absent.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub limits: IndexMap<char, u8>,
    /// The source of this rule.
    #[serde(default, skip_serializing_if = "Provenance::is_made")]
    pub why: Provenance,
}

/// A castling: a move of the king with a partner.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a rule with a name")]
pub struct CastlingSpec {
    /// What it is called.
    #[serde(default = "castling_name")]
    pub name: String,
    /// Letter of the partner.
    pub partner: char,
    /// Toward the last file, seen from White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward_last_file: Option<CastlingSide>,
    /// Toward the a-file, seen from White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward_first_file: Option<CastlingSide>,
    /// Which squares may not be attacked.
    #[serde(default)]
    pub safe: SafeSquares,
    /// Whether it may be played out of check.
    #[serde(default, skip_serializing_if = "is_false")]
    pub in_check: bool,
    /// Whether the right is lost as soon as the king is put in check.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lost_by_check: bool,
    /// In free castling, whether king and partner always end on each other's former side.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub crossing: bool,
    /// In free castling, whether the partner always ends beside the king, on the king's former side of it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub beside: bool,
    /// In free castling, the fewest squares that the king goes.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub shortest: u8,
    /// In free castling, the most squares that the king goes. Up to the partner's square if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<u8>,
    /// The source of this rule.
    #[serde(default, skip_serializing_if = "Provenance::is_made")]
    pub why: Provenance,
}

fn castling_name() -> String {
    "castling".to_owned()
}

/// The start and target files of king and partner, as White sees them: `f-i`.
///
/// `*` before the hyphen: any file, as the array has it. `*` after it: the player chooses (free castling).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CastlingSide {
    /// The king's files.
    pub king: String,
    /// The partner's files.
    pub partner: String,
}

/// Which squares may not be attacked when king and partner castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SafeSquares {
    /// From the king's start to its target, both included.
    #[default]
    KingPath,
    /// From the king's start to the partner's start, both included.
    KingToPartner,
    /// Strictly between the king's start and its target. (The target is tested when the move is made, as for every move.)
    KingCrossing,
}

/// The king's leap: a jump, instead of castling.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a rule with a name")]
pub struct KingLeapSpec {
    /// How many squares it goes.
    pub distance: u8,
    /// Whether it may go straight ahead.
    #[serde(default)]
    pub forward: bool,
    /// Whether it may go sideways, to the left and to the right.
    #[serde(default)]
    pub sideways: bool,
    /// Whether it may be played out of check.
    #[serde(default)]
    pub in_check: bool,
    /// Whether it may jump over pieces.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub over_pieces: bool,
    /// Whether it may capture.
    #[serde(default, skip_serializing_if = "is_false")]
    pub captures: bool,
    /// The source of this rule.
    #[serde(default, skip_serializing_if = "Provenance::is_made")]
    pub why: Provenance,
}

/// How games end without checkmate.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct DrawSpec {
    /// What stalemate is for the side that cannot move.
    #[serde(skip_serializing_if = "is_default")]
    pub stalemate: StalemateResult,
    /// Whether a side with a bare king has lost. If the other side has a single piece besides its king, the next move may
    /// still save the game by taking it (RULES.md, "Bare king").
    #[serde(skip_serializing_if = "is_false")]
    pub bare_king: bool,
    /// How often a position must occur for a draw; 0 for never.
    pub repetition: u32,
    /// Moves by each side without capture, pawn move or promotion for a draw; 0 for never.
    pub moves: u32,
    /// Whether a position in which no sequence of moves can mate, by material, is a draw.
    pub dead_position: bool,
    /// The source of this rule.
    #[serde(skip_serializing_if = "Provenance::is_made")]
    pub why: Provenance,
}

impl Default for DrawSpec {
    /// The draws of orthodox chess, without claims.
    fn default() -> DrawSpec {
        DrawSpec {
            stalemate: StalemateResult::Draw,
            bare_king: false,
            repetition: 3,
            moves: 50,
            dead_position: true,
            why: Provenance::default(),
        }
    }
}

/// What stalemate is for the side that cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StalemateResult {
    /// A draw.
    #[default]
    Draw,
    /// The side that cannot move has lost.
    Loss,
    /// The side that cannot move has won.
    Win,
}

/// How positions and moves are written, where variants differ.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Deserialize, Serialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct NotationSpec {
    /// Whether the castling field of a FEN has the partners' file letters instead of K and Q.
    #[serde(skip_serializing_if = "is_false")]
    pub rights_by_file: bool,
    /// Whether a castling is written in coordinates as the king taking its own rook.
    #[serde(skip_serializing_if = "is_false")]
    pub king_takes_rook: bool,
}

/// No built-in variant has this id.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no variant `{id}`{}", hint(.near))]
pub struct UnknownVariant {
    /// The id asked for.
    pub id: String,
    /// Similar ids, the most similar first.
    pub near: Vec<&'static str>,
}

codes!(UnknownVariant => "variant.unknown");

fn hint(near: &[&str]) -> String {
    if near.is_empty() { String::new() } else { format!("; did you mean {}?", one_of(near)) }
}

macro_rules! files {
    ($($id:literal)*) => { &[$(($id, include_str!(concat!("../variants/", $id, ".toml")))),*] };
}

/// The variants' files by id, in the order in which they are listed.
const BUILT_IN: &[(&str, &str)] = files! {
    "carrera" "carrera-qac" "modern-carrera" "archchess" "arciscacchiere" "herb-garden" "herb-garden-2002b" "crc"
    "courier-spiel" "capablanca" "gothic" "embassy" "janus" "bird" "chess" "chess960"
};

/// The files of guests, in the same way.
const GUESTS: &[(&str, &str)] = files! {
    "grand" "opulent" "tencubed" "shako" "chancellor" "modern" "centaur" "courier" "shatranj" "chaturanga" "almost" "amazon"
    "berolina" "knightmate" "hoppelpoppel" "newzealand" "losalamos" "gardner"
};

impl VariantSpec {
    /// How many variants are built in, the guests included.
    pub(crate) const BUILT_IN: usize = BUILT_IN.len() + GUESTS.len();

    /// The name of a role; roles are numbered: the royal piece, the pawn, then the others in their order. Empty if there is no
    /// such role.
    pub(crate) fn role_name(&self, role: Role) -> &str {
        if role == Role::PAWN { &self.pawn.name } else { self.piece_spec(role).map_or("", |piece| &piece.name) }
    }

    /// The description of a role; `None` for the pawn and for a role that the variant does not have.
    pub(crate) fn piece_spec(&self, role: Role) -> Option<&PieceSpec> {
        let mut royal = self.piece.values().filter(|piece| piece.royal);
        let mut others = self.piece.values().filter(|piece| !piece.royal);
        match role {
            Role::PAWN => None,
            Role::KING => royal.next(),
            _ => others.nth(role.index() - 2),
        }
    }

    /// The ids of the built-in variants, without the guests.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|&(id, _)| id)
    }

    /// The ids of the guests: well-known variants of other boards and programs, built in from files like a user's.
    pub fn guest_ids() -> impl Iterator<Item = &'static str> {
        GUESTS.iter().map(|&(id, _)| id)
    }

    /// The ids of all built-in variants, the guests last.
    pub fn all_ids() -> impl Iterator<Item = &'static str> {
        Self::ids().chain(Self::guest_ids())
    }

    /// The text of a built-in variant's file.
    ///
    /// # Errors
    /// [`UnknownVariant`], with the ids that are similar.
    ///
    /// ```
    /// use campione_core::VariantSpec;
    /// assert!(VariantSpec::built_in_text("gothic")?.starts_with("extends = \"capablanca\"\n"));
    /// assert_eq!(VariantSpec::built_in_text("gothik").unwrap_err().near[0], "gothic");
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn built_in_text(id: &str) -> Result<&'static str, UnknownVariant> {
        BUILT_IN.iter().chain(GUESTS).find(|&&(known, _)| known == id).map(|&(_, text)| text).ok_or_else(|| {
            let near = by_similarity(id, Self::all_ids(), str::to_owned)
                .filter(|&(similarity, known)| similarity > 0.75 || (id.len() > 2 && known.contains(id)));
            UnknownVariant { id: id.to_owned(), near: near.take(3).map(|(_, known)| known).collect() }
        })
    }

    /// A name reduced to the characters that an id may have; `game` if none is left.
    ///
    /// ```
    /// use campione_core::VariantSpec;
    /// assert_eq!(VariantSpec::id_from("Herb Garden"), "herb-garden");
    /// ```
    pub fn id_from(name: &str) -> String {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
        let id: String = name.chars().map(plain).take(MAX_ID).collect();
        if id.trim_matches('-').is_empty() { "game".to_owned() } else { id }
    }

    /// A built-in variant.
    ///
    /// # Errors
    /// [`UnknownVariant`], with the ids that are similar.
    ///
    /// # Panics
    /// Never: a test reads every built-in file.
    ///
    /// ```
    /// use campione_core::VariantSpec;
    /// let spec = VariantSpec::built_in("courier-spiel")?;
    /// assert_eq!((spec.promotion.to.as_str(), spec.promotion.wait), ("QRNCBUF", Some(2)));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn built_in(id: &str) -> Result<VariantSpec, UnknownVariant> {
        let text = Self::built_in_text(id)?;
        Ok(VariantSpec::read(text, id).unwrap_or_else(|fault| unreachable!("{id}: {fault}")))
    }
}
