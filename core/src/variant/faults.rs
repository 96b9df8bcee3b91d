//! What can be wrong with the description of a game.

use std::fmt;

use thiserror::Error;

use super::limits::{MAX_RIGHTS, MAX_ROWS};
use crate::betza::BetzaError;
use crate::color::Color;
use crate::placement::PlacementError;
use crate::role::MAX_ROLES;
use crate::square::Square;

/// One fault of a variant's description. Its text says what is wrong; [`message`](Self::message) has the key before it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VariantFault {
    /// An id that commands could not take.
    #[error("`{0}` must be of small letters, digits and hyphens, such as `my-game`")]
    Id(String),
    /// A name that would break the lines in which it is printed.
    #[error("{name:?} must be one line of printable text")]
    Name {
        /// The key, from the outside in.
        key: Vec<String>,
        /// What stands there.
        name: String,
    },
    /// A size that does not fit.
    #[error("{files}x{ranks} is out of range: 4 to 12 files and 5 to 10 ranks")]
    BoardSize {
        /// Files asked for.
        files: u8,
        /// Ranks asked for.
        ranks: u8,
    },
    /// Neither an array nor a start position, or both.
    #[error("give either `array`, White's first rank, or `start`, the whole start position")]
    ArrayOrStart,
    /// The array does not fill the first rank.
    #[error("`{array}` has {found} pieces for {files} files")]
    ArrayLength {
        /// The array.
        array: String,
        /// Its length.
        found: usize,
        /// Files of the board.
        files: u8,
    },
    /// A letter of the array that is not a piece.
    #[error("`{letter}` is not a piece of the variant: describe it as `[piece.{letter}]`")]
    ArrayLetter {
        /// The letter.
        letter: char,
    },
    /// A start position that cannot be read.
    #[error("{0}")]
    Start(PlacementError),
    /// A pawn where none can stand.
    #[error("a {color} pawn cannot stand on {square}, {reason}")]
    StartPawn {
        /// The side.
        color: Color,
        /// The square.
        square: Square,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Not exactly one king at the start.
    #[error("{color} needs exactly one king (`{letter}`), found {count}")]
    Kings {
        /// `array` or `start`.
        key: &'static str,
        /// The side.
        color: Color,
        /// The king's letter.
        letter: char,
        /// Its kings.
        count: usize,
    },
    /// White could take the king at once.
    #[error("Black is in check by the {piece} on {square}, and White is to move")]
    StartCheck {
        /// `array` or `start`.
        key: &'static str,
        /// The piece that gives check.
        piece: String,
        /// Where it stands.
        square: Square,
    },
    /// Rights of the start position that no castling gives.
    #[error("`{letter}` is not a right of this variant: {known}")]
    Rights {
        /// The letter.
        letter: char,
        /// What there is.
        known: String,
    },
    /// Rights that a check at the start has taken away already.
    #[error("White is in check at the start and so has lost its rights (`lost_by_check`)")]
    RightsInCheck,
    /// A default array that the numbering does not know.
    #[error("`{array}` is not one of these arrays: {error}")]
    Numbering {
        /// The default array.
        array: String,
        /// What is wrong with it.
        error: String,
    },
    /// Numbered arrays and a start position.
    #[error("goes with `array`, not with `start`")]
    NumberedStart,
    /// Not exactly one royal piece.
    #[error("exactly one piece must be `royal = true`, found {0}")]
    Royal(usize),
    /// The royal piece slides or has moves that are not true leaps.
    #[error(
        "the royal piece must move by true leaps to both sides, such as `K` or `KN`; `{moves}` \
         does not"
    )]
    RoyalMoves {
        /// Its letter.
        letter: String,
        /// Its movement.
        moves: String,
    },
    /// A letter that is not one of A to Z.
    #[error("`{letter}` must be one letter A to Z{}", meant(.letter))]
    Letter {
        /// The key, from the outside in.
        key: Vec<String>,
        /// What stands there.
        letter: String,
    },
    /// A letter that two pieces have.
    #[error("`{0}` is the pawn's letter: rename the piece, or set `pawn.letter`")]
    PawnLetter(String),
    /// More pieces than a move can name.
    #[error("{0} kinds of pieces, the pawn included; a move can name {MAX_ROLES}, and there are 26 letters")]
    TooManyRoles(usize),
    /// A movement that is not understood.
    #[error("{error}")]
    Moves {
        /// The piece's letter.
        letter: String,
        /// What is wrong.
        error: BetzaError,
    },
    /// Ranks from which pawns cannot make a double step.
    #[error(
        "rank {rank}: a double step must start on rank 2 or later, counted from the pawn's own \
         side, and end before the pawn promotes{}",
        early(*.promotes)
    )]
    DoubleStepRank {
        /// The rank.
        rank: u8,
        /// The promotion rank that the file gives, if it is not the last.
        promotes: Option<u8>,
    },
    /// A promotion rank that leaves no room for the usual double step.
    #[error(
        "{promotes}: a double step from rank 2 must end before the pawn promotes: name rank 5 or later, or \
         set `pawn.double_step = false`"
    )]
    PromotionTooEarly {
        /// The promotion rank.
        promotes: u8,
    },
    /// A promotion to something impossible.
    #[error("`{letter}` {reason}")]
    PromotionLetter {
        /// The letter.
        letter: char,
        /// Its place in the text, from 0.
        index: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Conditions of a promotion that there is not.
    #[error(
        "name at least one piece, or leave out `rank`, `optional`, `from_stock` and `wait`: where pawns do not \
         promote, these have no effect"
    )]
    NoPromotion,
    /// A first step of an impossible number of squares.
    #[error("`{0}` must be the number of squares that a pawn may go at once, 3 to 9")]
    LongStep(char),
    /// Ranks from which pawns cannot make a long step.
    #[error(
        "{squares} squares from rank {rank}: a step must start on rank 2 or later, counted from the pawn's \
         own side, and end before the pawn promotes"
    )]
    LongStepRank {
        /// How many squares, as a digit.
        squares: char,
        /// The rank.
        rank: u8,
    },
    /// A promotion rank off the board or where pawns start.
    #[error("{rank} is out of range: 3 to {last}, counted from the pawn's own side")]
    PromotionRank {
        /// The rank.
        rank: u8,
        /// The last rank.
        last: u8,
    },
    /// Waiting with what does not go with it.
    #[error(
        "needs `from_stock = true` and promotion on the last rank; at most 2 moves, without `optional` and \
         `limits` (RULES.md §6)"
    )]
    Waiting,
    /// A limit for a piece that a pawn cannot become.
    #[error("`{0}` is not in `promotion.to`")]
    Limit(char),
    /// Limits without a stock.
    #[error("needs `from_stock = true`")]
    LimitsWithoutStock,
    /// A file that is not on the board, or a text of another form.
    #[error("`{text}` is not of the form `f-i`, two files of the board or `*`")]
    CastlingFiles {
        /// Its letter.
        letter: char,
        /// `toward_last_file` or `toward_first_file`.
        side: &'static str,
        /// `king` or `partner`.
        piece: &'static str,
        /// The text.
        text: String,
    },
    /// King and partner would end on one square, or only one of them chooses.
    #[error(
        "king and partner must end on two different files, or both be free (`*` behind both \
         hyphens)"
    )]
    CastlingTargets {
        /// Its letter.
        letter: char,
        /// `toward_last_file` or `toward_first_file`.
        side: &'static str,
    },
    /// A partner on the other side of the king than the key says.
    #[error(
        "the partner on the {file}-file stands on the other side of the king: give this \
         castling under the key `{other}`"
    )]
    CastlingSide {
        /// Its letter.
        letter: char,
        /// `toward_last_file` or `toward_first_file`.
        side: &'static str,
        /// Where the partner stands, from White's side.
        file: char,
        /// The key that it belongs to.
        other: &'static str,
    },
    /// A king that goes away from its partner and does not pass it.
    #[error(
        "the king would go from the {}-file to the {}-file, away from its partner, which goes \
         to the {}-file: name a file nearer to where the partner stands, or let the partner end on the other side of the king",
        .files[0],
        .files[1],
        .files[2]
    )]
    CastlingAway {
        /// Its letter.
        letter: char,
        /// `toward_last_file` or `toward_first_file`.
        side: &'static str,
        /// Where the king starts and ends, and where the partner ends, from White's side.
        files: [char; 3],
    },
    /// A piece that does not start where the castling wants it.
    #[error("no {color} {wanted} starts on {square}")]
    CastlingPiece {
        /// Its letter.
        letter: char,
        /// `toward_last_file` or `toward_first_file`.
        side: &'static str,
        /// `king` or `partner`.
        piece: &'static str,
        /// Whose piece.
        color: Color,
        /// The piece's letter.
        wanted: char,
        /// The square.
        square: Square,
    },
    /// A partner that can be none.
    #[error("`{partner}` is not a piece that castles: name the letter of a piece other than the king")]
    CastlingPartner {
        /// Its letter.
        letter: char,
        /// The partner's letter.
        partner: char,
    },
    /// A key that cannot be written in a move.
    #[error("the key must be one letter A to Z other than L, which the king's leap has")]
    CastlingLetter(char),
    /// A castling without a side.
    #[error("give `toward_last_file`, `toward_first_file` or both")]
    CastlingNowhere(char),
    /// Lengths of free castling that cannot be.
    #[error(
        "`shortest` must be 1 or more, and `longest` not below it; they and `beside` are only for free castling \
         (`*` behind both hyphens)"
    )]
    CastlingLengths(char),
    /// Castlings of which only some are lost by check.
    #[error("must be the same for all castlings: a check ends all rights or none")]
    LostByCheck(char),
    /// Too many rights or rows.
    #[error("{rights} rights and {rows} castling rows a side; the limits are {MAX_RIGHTS} and {MAX_ROWS}")]
    TooManyCastlings {
        /// Rights of a side.
        rights: usize,
        /// Rows of a side.
        rows: usize,
    },
    /// Two rights that a FEN could not tell apart.
    #[error(
        "two rights would both be written `{right}`, those of castling.{} and castling.{}; set \
         `notation.rights_by_file = true`",
        .castlings[0],
        .castlings[1]
    )]
    RightLetter {
        /// The right: `K` toward the last file, `Q` toward the a-file.
        right: char,
        /// The letters of both castlings.
        castlings: [char; 2],
    },
    /// Two castlings with the same partner, where rights are named by the partner's file.
    #[error(
        "two castlings would share the right `{0}`, because their partner is the same; free castling (`f-*`) gives \
         the king a choice of squares"
    )]
    SharedRight(char),
    /// A file letter for a right that is also the king's leap.
    #[error("its right would be written `L` as that of the partner on the l-file; leave `notation.rights_by_file` out")]
    LeapLetter,
    /// Two castlings that coordinates could not tell apart.
    #[error("two castlings of {color} would both be written `{from}{to}`; set `notation.king_takes_rook = true`")]
    SameCastlings {
        /// The side.
        color: Color,
        /// Where its king starts.
        from: Square,
        /// Where it goes in both.
        to: Square,
    },
    /// A leap that the king can make as an ordinary move.
    #[error("the king goes from {from} to {to} by its ordinary moves")]
    LeapIsStep {
        /// Where the king starts.
        from: Square,
        /// Where it leaps.
        to: Square,
    },
    /// A leap off every board.
    #[error("{0} is out of range: 2 to 11")]
    LeapDistance(u8),
    /// A capturing leap where a capture may promote a pawn.
    #[error("does not go with `promotion.wait`")]
    LeapWithWaiting,
    /// Dead positions are drawn although stalemate is not.
    #[error(
        "must be false where stalemate is not a draw or a bare king loses: pieces that cannot mate may \
         still win"
    )]
    DeadWithStalemate,
    /// More moves than a clock of plies is sure to count.
    #[error("{0} is out of range: at most 10000, or 0 for never")]
    MoveRule(u32),
}

codes!(VariantFault {
    Id => "variant.id",
    Name => "variant.name",
    BoardSize => "variant.board-size",
    ArrayOrStart => "variant.array-or-start",
    ArrayLength => "variant.array-length",
    ArrayLetter => "variant.array-letter",
    Start => "variant.start",
    StartPawn => "variant.start-pawn",
    Kings => "variant.kings",
    StartCheck => "variant.start-check",
    Rights => "variant.rights",
    RightsInCheck => "variant.rights-in-check",
    Numbering => "variant.numbering",
    NumberedStart => "variant.numbered-start",
    Royal => "variant.royal",
    RoyalMoves => "variant.royal-moves",
    Letter => "variant.letter",
    PawnLetter => "variant.pawn-letter",
    TooManyRoles => "variant.too-many-roles",
    Moves => "variant.moves",
    DoubleStepRank => "variant.double-step-rank",
    PromotionTooEarly => "variant.promotion-too-early",
    PromotionLetter => "variant.promotion-letter",
    NoPromotion => "variant.no-promotion",
    LongStep => "variant.long-step",
    LongStepRank => "variant.long-step-rank",
    PromotionRank => "variant.promotion-rank",
    Waiting => "variant.waiting",
    Limit => "variant.limit",
    LimitsWithoutStock => "variant.limits-without-stock",
    CastlingFiles => "variant.castling-files",
    CastlingTargets => "variant.castling-targets",
    CastlingSide => "variant.castling-side",
    CastlingAway => "variant.castling-away",
    CastlingPiece => "variant.castling-man",
    CastlingPartner => "variant.castling-partner",
    CastlingLetter => "variant.castling-letter",
    CastlingNowhere => "variant.castling-nowhere",
    CastlingLengths => "variant.castling-lengths",
    LostByCheck => "variant.lost-by-check",
    TooManyCastlings => "variant.too-many-castlings",
    RightLetter => "variant.right-letter",
    SharedRight => "variant.shared-right",
    LeapLetter => "variant.leap-letter",
    SameCastlings => "variant.same-castlings",
    LeapIsStep => "variant.leap-is-step",
    LeapDistance => "variant.leap-distance",
    LeapWithWaiting => "variant.leap-with-waiting",
    DeadWithStalemate => "variant.dead-with-stalemate",
    MoveRule => "variant.move-rule",
});

/// Which of the board's sizes is out of range: the files, if both are.
fn size_key(files: u8) -> &'static str {
    if (4..=12).contains(&files) { "ranks" } else { "files" }
}

/// Which promotion rank is earlier than the last.
fn early(promotes: Option<u8>) -> String {
    promotes.map_or_else(String::new, |rank| format!(" (`promotion.rank` is {rank})"))
}

/// A question behind a small letter that should be a large one.
fn meant(letter: &str) -> String {
    match letter.as_bytes() {
        [small @ b'a'..=b'z'] => format!("; did you mean `{}`?", char::from(small.to_ascii_uppercase())),
        _ => String::new(),
    }
}

impl VariantFault {
    /// The key of the file that it is about, from the outside in, without the character of a text.
    ///
    /// ```
    /// use campione_core::{Variant, VariantSpec};
    /// let mut spec = VariantSpec::built_in("archchess")?;
    /// spec.piece["D"].moves = "F?".to_owned();
    /// let faults = Variant::compile(spec).unwrap_err();
    /// assert_eq!(faults.0[0].key(), ["piece", "D", "moves"]);
    /// assert_eq!(faults.0[0].index(), Some(1));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn key(&self) -> Vec<String> {
        let own = |parts: &[&str]| parts.iter().map(|&part| part.to_owned()).collect();
        let castling =
            |letter: char, rest: &[&str]| own(&[&["castling", letter.encode_utf8(&mut [0; 4])], rest].concat());
        match self {
            VariantFault::Name { key, .. } | VariantFault::Letter { key, .. } => key.clone(),
            VariantFault::Id(_) => own(&["id"]),
            VariantFault::BoardSize { files, .. } => own(&["board", size_key(*files)]),
            VariantFault::ArrayOrStart => own(&["board"]),
            VariantFault::ArrayLength { .. } | VariantFault::ArrayLetter { .. } => own(&["board", "array"]),
            VariantFault::Start(_) | VariantFault::StartPawn { .. } => own(&["board", "start"]),
            VariantFault::Kings { key, .. } | VariantFault::StartCheck { key, .. } => own(&["board", key]),
            VariantFault::Rights { .. } | VariantFault::RightsInCheck => own(&["board", "rights"]),
            VariantFault::Numbering { .. } | VariantFault::NumberedStart => own(&["board", "numbering"]),
            VariantFault::Royal(_) | VariantFault::TooManyRoles(_) => own(&["piece"]),
            VariantFault::RoyalMoves { letter, .. } | VariantFault::Moves { letter, .. } => {
                own(&["piece", letter, "moves"])
            }
            VariantFault::PawnLetter(letter) => own(&["piece", letter]),
            VariantFault::DoubleStepRank { .. } => own(&["pawn", "double_step_ranks"]),
            VariantFault::LongStep(_) | VariantFault::LongStepRank { .. } => own(&["pawn", "long_steps"]),
            VariantFault::PromotionTooEarly { .. } | VariantFault::PromotionRank { .. } => own(&["promotion", "rank"]),
            VariantFault::PromotionLetter { .. } | VariantFault::NoPromotion => own(&["promotion", "to"]),
            VariantFault::Waiting => own(&["promotion", "wait"]),
            VariantFault::Limit(letter) => own(&["promotion", "limits", letter.encode_utf8(&mut [0; 4])]),
            VariantFault::LimitsWithoutStock => own(&["promotion", "limits"]),
            VariantFault::CastlingFiles { letter, side, piece, .. }
            | VariantFault::CastlingPiece { letter, side, piece, .. } => castling(*letter, &[side, piece]),
            VariantFault::CastlingTargets { letter, side } => castling(*letter, &[side]),
            VariantFault::CastlingSide { letter, side, .. } => castling(*letter, &[side, "partner"]),
            VariantFault::CastlingAway { letter, side, .. } => castling(*letter, &[side, "king"]),
            VariantFault::CastlingPartner { letter, .. } => castling(*letter, &["partner"]),
            VariantFault::CastlingLetter(letter)
            | VariantFault::CastlingNowhere(letter)
            | VariantFault::CastlingLengths(letter) => castling(*letter, &[]),
            VariantFault::LostByCheck(letter) => castling(*letter, &["lost_by_check"]),
            VariantFault::TooManyCastlings { .. }
            | VariantFault::RightLetter { .. }
            | VariantFault::SharedRight(_)
            | VariantFault::SameCastlings { .. } => own(&["castling"]),
            VariantFault::LeapLetter | VariantFault::LeapIsStep { .. } => own(&["king_leap"]),
            VariantFault::LeapDistance(_) => own(&["king_leap", "distance"]),
            VariantFault::LeapWithWaiting => own(&["king_leap", "captures"]),
            VariantFault::DeadWithStalemate => own(&["draws", "dead_position"]),
            VariantFault::MoveRule(_) => own(&["draws", "moves"]),
        }
    }

    /// The key, `: `, and what is wrong.
    ///
    /// ```
    /// use campione_core::VariantFault;
    /// let fault = VariantFault::MoveRule(10_001);
    /// assert_eq!(fault.to_string(), "10001 is out of range: at most 10000, or 0 for never");
    /// assert_eq!(fault.message(), format!("draws.moves: {fault}"));
    /// ```
    pub fn message(&self) -> String {
        format!("{}: {self}", self.key().join("."))
    }

    /// The character of a text, from 0, at which it is wrong, if that is known.
    pub fn index(&self) -> Option<usize> {
        match self {
            VariantFault::Moves { error, .. } => Some(error.index()),
            VariantFault::PromotionLetter { index, .. } => Some(*index),
            _ => None,
        }
    }
}

/// All faults of a variant's description.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct VariantFaults(pub Vec<VariantFault>);

impl fmt::Display for VariantFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(VariantFault::message).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for VariantFaults {}
