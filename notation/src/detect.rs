//! Which variant a position is of, where nobody says it, or where what is said does not fit.
//!
//! A FEN does not name its variant, and other programs name variants by words that mean several of ours: pychess.org's
//! `Capablanca` is any array of Capablanca's army. The variant follows from board, army and castling rights, read from the
//! variants' own descriptions. What was found is a [`DetectNote`], and what remains ambiguous is an error.

use std::fmt;

use campione_core::internal::one_of;
use campione_core::{CastlingSide, Color, NotationSpec, PlacementError, Role, UnknownVariant, Variant, VariantSpec};
use campione_movegen::{Position, PositionFault};
use campione_variants::variant_id;
use smallvec::SmallVec;
use thiserror::Error;

use crate::dialect::{Dialect, Swap, foreign_letters, has_known_letters, letters_of};
use crate::epd::PositionText;
use crate::fen::{self, FenError, FenFault, MissingFields, StartError};
use crate::letters::Letters;

/// Who says which variant a position is of.
#[derive(Clone, Copy, Debug)]
pub enum Claim {
    /// The user. No other variant is tried.
    Named(Variant),
    /// A tag. Variants that differ from it in castling and array alone are tried too.
    Tagged(Variant),
    /// Nobody. These variants are tried first, in this order, then all that are built in.
    Assumed(Variant, Option<Variant>),
}

impl Claim {
    /// The variant that is tried first.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::detect::Claim;
    /// let chess = Variant::named("chess")?;
    /// assert_eq!(Claim::Assumed(chess, None).first(), chess);
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn first(self) -> Variant {
        match self {
            Claim::Named(variant) | Claim::Tagged(variant) | Claim::Assumed(variant, _) => variant,
        }
    }

    /// The variant that is tried next, if any.
    fn second(self) -> Option<Variant> {
        match self {
            Claim::Named(_) | Claim::Tagged(_) => None,
            Claim::Assumed(_, second) => second,
        }
    }
}

/// A position, and how it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detected {
    /// The position; its variant is the one that was found.
    pub position: Position,
    /// The dialect of the FEN.
    pub dialect: Dialect,
    /// What was assumed.
    pub notes: Vec<DetectNote>,
}

/// Something that was assumed in reading a position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DetectNote {
    /// The position is of another variant than the claimed one.
    Variant {
        /// Id of the variant that was found.
        found: &'static str,
        /// Id of the variant that was claimed first.
        claimed: &'static str,
        /// What of the text does not fit that variant.
        misfit: Misfit,
    },
    /// Letters of another program: theirs and ours, upper case.
    Letters(Vec<(char, char)>),
    /// Fields that are not there.
    Missing(MissingFields),
    /// Text after the position that is not a list of operations.
    Unread(String),
    /// A side has more pieces than the array and the promotions of all its missing pawns give it. Said only if nobody names the
    /// variant: another may be meant, with other pieces of the same letters.
    TooMany {
        /// Id of the variant as which the position is read.
        variant: &'static str,
        /// The side.
        color: Color,
    },
}

impl fmt::Display for DetectNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DetectNote::Variant { found, claimed, misfit } => {
                write!(f, "{misfit} of {claimed}; it is read as {found}")
            }
            DetectNote::Letters(letters) => {
                f.write_str("letters of another program: ")?;
                for (index, (theirs, ours)) in letters.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}`{theirs}` is read as our `{ours}`")?;
                }
                Ok(())
            }
            DetectNote::Missing(missing) => missing.fmt(f),
            DetectNote::Unread(text) => write!(f, "text behind the position is not read: `{text}`"),
            DetectNote::TooMany { variant, color } => {
                write!(f, "{color} has more pieces than a game of {variant} gives; it is read as {variant}")
            }
        }
    }
}

/// What of a position does not fit a variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Misfit {
    /// The size of its board.
    Board,
    /// Its pieces.
    Army,
    /// Its castling rights.
    Castling,
    /// Other fields: en passant, waiting pawns.
    Fields,
}

impl Misfit {
    fn of(error: &FenError) -> Misfit {
        let has = |kind: fn(&FenFault) -> bool| error.faults.iter().any(kind);
        if has(is_of_board) {
            Misfit::Board
        } else if has(|fault| matches!(fault, FenFault::Placement(_))) {
            Misfit::Army
        } else if has(|fault| matches!(fault, FenFault::Castling { .. } | FenFault::Position(PositionFault::Right(_))))
        {
            Misfit::Castling
        } else {
            Misfit::Fields
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Misfit::Board => "the board of the FEN is not that",
            Misfit::Army => "the pieces of the FEN are not those",
            Misfit::Castling => "the castling rights of the FEN fit no castling",
            Misfit::Fields => "the fields of the FEN are not those",
        })
    }
}

fn is_of_board(fault: &FenFault) -> bool {
    matches!(fault, FenFault::Placement(PlacementError::Size { .. } | PlacementError::Ranks { .. }))
}

/// Why a position cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum DetectError {
    /// The text is not a position of the variant, nor of another that may be meant.
    #[error("{error}")]
    Fen {
        /// The faults of the text.
        error: FenError,
        /// Id of the variant as which it was read.
        variant: &'static str,
    },
    /// The text is a position of several variants.
    #[error("`{fen}` may be a position of {variants}", variants = one_of(.variants))]
    Ambiguous {
        /// The text.
        fen: String,
        /// Their ids, two at least.
        variants: Vec<&'static str>,
    },
    /// The operation `variant` after the position names another variant than the user does.
    #[error("variant: the position belongs to `{named}`, not to {variant}")]
    OtherVariant {
        /// The name in the text.
        named: String,
        /// Id of the variant that the user has named.
        variant: &'static str,
    },
    /// The operation `variant` after the position names an unknown variant.
    #[error("variant: {0}")]
    Unknown(UnknownVariant),
    /// The text names a start position that is not there.
    #[error(transparent)]
    Start(StartError),
}

campione_core::codes!(DetectError {
    Ambiguous => "detect.ambiguous",
    OtherVariant => "detect.other-variant",
    ; Fen.error, Unknown.0, Start.0
});

/// Reads a position as users have it, and finds its variant: a FEN in any dialect except `xboard`, with or without
/// operations after it, or the name of a start position ([`fen::read_start`]).
///
/// # Errors
/// [`DetectError`].
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::detect::{self, Claim};
/// let nobody = Claim::Assumed(Variant::named("chess")?, None);
/// let found = detect::read("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq -; ply 0;", nobody)?;
/// assert_eq!(found.position.variant().id(), "chess960");
/// assert_eq!(
///     found.notes[0].to_string(),
///     "the castling rights of the FEN fit no castling of chess; it is read as chess960"
/// );
/// // The king starts on e in Embassy and Janus Chess, and may in crc.
/// let ambiguous = detect::read("4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1", nobody).unwrap_err();
/// assert!(ambiguous.to_string().ends_with("may be a position of embassy, janus or crc"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, claim: Claim) -> Result<Detected, DetectError> {
    // Complete, in our letters and of the variant that is tried first: nothing is assumed.
    if let Some((dialect, position)) = Dialect::detect_plain(text, claim.first()) {
        return Ok(Detected { position, dialect, notes: too_many(&position, claim).into_iter().collect() });
    }
    if let Some(start) = fen::read_start(text, claim.first()) {
        let position = start.map_err(DetectError::Start)?;
        return Ok(Detected { position, dialect: Dialect::Xfen, notes: Vec::new() });
    }
    let part = PositionText::of(text);
    let said = part.variant.as_deref().map(|name| said_variant(name, claim)).transpose()?;
    let claim = said.unwrap_or(claim);
    let fen: &str = &part.fen;
    let (read, note) = match attempt(fen, claim) {
        Attempt::Claimed(read) => (*read, None),
        Attempt::Found(candidates) => match candidates.reads.first() {
            Some(read) if candidates.is_decided => (read.clone(), Some(candidates.note(read.position.variant()))),
            _ => {
                let variants = candidates.reads.iter().map(|read| read.position.variant().id()).collect();
                return Err(DetectError::Ambiguous { fen: fen.to_owned(), variants });
            }
        },
        Attempt::Failed { error, variant } => return Err(DetectError::Fen { error, variant: variant.id() }),
    };
    let Read { position, dialect } = read;
    let mut notes: Vec<DetectNote> = note.into_iter().collect();
    notes.extend(assumed_in(&part, position.variant()));
    notes.extend(too_many(&position, claim));
    Ok(Detected { position, dialect, notes })
}

/// The note that no game of its variant leads to the pieces of a position, if nobody names the variant.
fn too_many(position: &Position, claim: Claim) -> Option<DetectNote> {
    if !matches!(claim, Claim::Assumed(..)) {
        return None;
    }
    let variant = position.variant();
    let board = &variant.start().board;
    let color = Color::ALL.into_iter().find(|&color| {
        let count = |role| position.pieces(color, role).count();
        let gained = |role| count(role).saturating_sub(board.pieces(color, role).count());
        let pieces: u32 = variant.all_roles().filter(|&role| role != Role::PAWN).map(gained).sum();
        count(Role::PAWN) + pieces > board.pieces(color, Role::PAWN).count()
    })?;
    Some(DetectNote::TooMany { variant: variant.id(), color })
}

/// What was assumed in reading a text as a position of `variant`.
pub(crate) fn assumed_in<'t>(part: &'t PositionText<'_>, variant: Variant) -> impl Iterator<Item = DetectNote> + 't {
    let foreign = foreign_letters(part.fen.split_ascii_whitespace().next().unwrap_or_default(), variant);
    let letters = foreign.iter().map(|&Swap { theirs, ours }| (theirs, ours)).collect();
    let letters = (!foreign.is_empty()).then_some(DetectNote::Letters(letters));
    let missing = MissingFields::of(&part.fen).map(DetectNote::Missing);
    let unread = part.unread.map(|text| DetectNote::Unread(text.to_owned()));
    letters.into_iter().chain(missing).chain(unread)
}

/// The claim of an operation `variant` behind the position.
fn said_variant(name: &str, claim: Claim) -> Result<Claim, DetectError> {
    let id = variant_id(name);
    match claim {
        Claim::Named(variant) | Claim::Tagged(variant) if name == variant.id() || id == Some(variant.id()) => Ok(claim),
        Claim::Named(variant) | Claim::Tagged(variant) => {
            Err(DetectError::OtherVariant { named: name.to_owned(), variant: variant.id() })
        }
        // A program says it, as with a tag.
        Claim::Assumed(..) => Variant::named(id.unwrap_or(name)).map(Claim::Tagged).map_err(DetectError::Unknown),
    }
}

/// A position as one of a variant.
#[derive(Clone)]
pub(crate) struct Read {
    pub(crate) position: Position,
    dialect: Dialect,
}

impl Read {
    pub(crate) fn of(fen: &str, variant: Variant) -> Result<Read, FenError> {
        Dialect::detect(fen, variant).map(|(dialect, position)| Read { position, dialect })
    }

    /// As [`Read::of`], for a variant that nobody names. Unknown letters may be those of another game then, so that only those
    /// of programs that play this one are read.
    fn unnamed(fen: &str, variant: Variant) -> Result<Read, FenError> {
        let read = Read::of(fen, variant)?;
        if read.is_in_our_letters() || has_known_letters(fen, variant) {
            return Ok(read);
        }
        fen::read(fen, variant).map(|position| Read { position, dialect: Dialect::Xfen })
    }

    /// The letters of the text, of which it is made.
    pub(crate) fn letters(&self, fen: &str) -> Letters {
        if self.is_in_our_letters() { Letters::OURS } else { letters_of(fen, self.position.variant()) }
    }

    fn is_in_our_letters(&self) -> bool {
        self.dialect != Dialect::Chessv
    }
}

/// The variants that a text is a position of, where it is none of the claimed one.
pub(crate) struct Candidates {
    reads: Vec<Read>,
    /// Whether the first one is meant, so that the others need not be asked about.
    pub(crate) is_decided: bool,
    /// The variant that was claimed first.
    claimed: Variant,
    misfit: Misfit,
}

impl Candidates {
    /// The note that the position is read as one of `found`.
    pub(crate) fn note(&self, found: Variant) -> DetectNote {
        DetectNote::Variant { found: found.id(), claimed: self.claimed.id(), misfit: self.misfit }
    }

    /// The likeliest reading.
    pub(crate) fn first(&self) -> Option<&Read> {
        self.reads.first()
    }

    /// The variants, at least one, the likeliest first.
    pub(crate) fn variants(&self) -> SmallVec<[Variant; 4]> {
        self.reads.iter().map(|read| read.position.variant()).collect()
    }
}

/// What comes of reading a position.
pub(crate) enum Attempt {
    /// The text is a position of the variant that was claimed first.
    Claimed(Box<Read>),
    Found(Candidates),
    Failed {
        error: FenError,
        variant: Variant,
    },
}

/// Reads a FEN as a position of the claimed variant, or finds the variants of which it may be.
pub(crate) fn attempt(fen: &str, claim: Claim) -> Attempt {
    let claimed = claim.first();
    let read_as = match claim {
        Claim::Assumed(..) => Read::unnamed,
        Claim::Named(_) | Claim::Tagged(_) => Read::of,
    };
    let (mut error, mut variant) = match read_as(fen, claimed) {
        Ok(read) => return Attempt::Claimed(Box::new(read)),
        Err(error) => (error, claimed),
    };
    if matches!(claim, Claim::Named(_)) || !may_be_of_another(&error) {
        return Attempt::Failed { error, variant };
    }
    let misfit = Misfit::of(&error);
    if let Some(second) = claim.second() {
        match read_as(fen, second) {
            // Letters of another program may be the own ones of another variant, so that all are asked.
            Ok(read) if read.is_in_our_letters() => {
                return Attempt::Found(Candidates { reads: vec![read], is_decided: true, claimed, misfit });
            }
            // On the right board an error says more than that the board is wrong.
            Err(other) if misfit == Misfit::Board && Misfit::of(&other) != Misfit::Board => {
                (error, variant) = (other, second);
            }
            _ => {}
        }
        if !may_be_of_another(&error) {
            return Attempt::Failed { error, variant };
        }
    }
    let is_tagged = matches!(claim, Claim::Tagged(_));
    let mut reads: Vec<Read> = Variant::all_ids()
        .filter_map(|id| Variant::named(id).ok())
        .filter(|&other| has_ranks(fen, other) && other != claimed)
        .filter_map(|other| read_as(fen, other).ok())
        .filter(|read| !is_tagged || is_kin(read.position.variant(), claimed))
        .collect();
    if reads.is_empty() {
        return Attempt::Failed { error, variant };
    }
    let is_decided = narrow(&mut reads, is_tagged);
    Attempt::Found(Candidates { reads, is_decided, claimed, misfit })
}

/// Whether the same text may be a position of another variant. Faults that no rules take away are those of the text, and
/// other rules would only hide them: a king that can be captured is safe where knights capture as bishops.
fn may_be_of_another(error: &FenError) -> bool {
    error.faults.iter().any(is_of_board) || error.faults.iter().all(FenFault::is_of_variant)
}

/// Keeps the likeliest readings. Returns whether the first one is meant.
fn narrow(reads: &mut Vec<Read>, is_tagged: bool) -> bool {
    keep_if_any(reads, |read| is_start(&read.position));
    // Letters of ours before those of other programs.
    keep_if_any(reads, Read::is_in_our_letters);
    // Programs that have one name for all arrays castle by the rules of the game that has king and rooks on these squares,
    // if there is one, and else from wherever they stand.
    let is_fixed = |read: &Read| !read.position.variant().has_random_arrays();
    reads.sort_by_key(|read| !is_fixed(read));
    reads.len() == 1 || is_tagged && reads.iter().filter(|read| is_fixed(read)).count() == 1
}

fn keep_if_any(reads: &mut Vec<Read>, keep: impl Fn(&Read) -> bool) {
    if reads.iter().any(&keep) {
        reads.retain(keep);
    }
}

/// Whether all pieces stand as in the start position of a variant with one array.
fn is_start(position: &Position) -> bool {
    let variant = position.variant();
    let board = &variant.start().board;
    !variant.has_random_arrays()
        && board.occupied() == position.occupied()
        && board.iter().all(|(square, piece)| position.piece_at(square) == Some(piece))
}

/// Whether the text has as many ranks as the board, so that reading it is worth a try.
fn has_ranks(fen: &str, variant: Variant) -> bool {
    let placement = fen.split_ascii_whitespace().next().unwrap_or_default();
    placement.bytes().filter(|&byte| byte == b'/').count() + 1 == usize::from(variant.ranks())
}

/// Whether two variants differ in array and castling alone.
fn is_kin(one: Variant, other: Variant) -> bool {
    (one.files(), one.ranks()) == (other.files(), other.ranks()) && without_castling(one) == without_castling(other)
}

/// The variant with random arrays whose rules are else those of `variant`, also to where king and rook castle: `chess960` of
/// `chess`, `crc` of `capablanca`. It is what programs mean that set `UCI_Chess960` with a variant.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::detect::with_random_arrays;
/// assert_eq!(with_random_arrays(Variant::named("capablanca")?), Some(Variant::named("crc")?));
/// assert_eq!(with_random_arrays(Variant::named("embassy")?), None);
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
pub fn with_random_arrays(variant: Variant) -> Option<Variant> {
    let random = Variant::all_ids().filter_map(|id| Variant::named(id).ok()).filter(|other| other.has_random_arrays());
    random.into_iter().find(|&other| is_kin(other, variant) && from_anywhere(other) == from_anywhere(variant))
}

/// The castlings of a variant without the files from which they start.
fn from_anywhere(variant: Variant) -> Vec<[Option<(String, String)>; 2]> {
    let end = |files: &str| files.rsplit('-').next().unwrap_or_default().to_owned();
    let side = |side: &Option<CastlingSide>| side.as_ref().map(|side| (end(&side.king), end(&side.partner)));
    let castlings = variant.spec().castling.values();
    castlings.map(|castling| [side(&castling.toward_last_file), side(&castling.toward_first_file)]).collect()
}

/// The rules of a variant without array and castling, and without words.
fn without_castling(variant: Variant) -> VariantSpec {
    let mut spec = variant.spec().without_words();
    let VariantSpec { id, board, castling, notation, .. } = &mut spec;
    id.clear();
    board.array.clear();
    (board.start, board.rights, board.numbering) = (None, None, None);
    castling.clear();
    *notation = NotationSpec::default();
    spec
}

#[cfg(test)]
mod tests;
