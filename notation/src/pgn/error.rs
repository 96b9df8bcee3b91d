//! What can be wrong with a game.

use std::fmt;

use campione_core::UnknownVariant;
use thiserror::Error;

use super::reading::Reading;
use crate::fen::FenError;
use crate::moves::MoveError;
use crate::why::Reason;

/// One fault of a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PgnFault {
    /// A move that is none of the position, or may be several.
    #[error(transparent)]
    Move(MoveError),
    /// `--` and its like.
    #[error("`{0}` is a null move, which no game here allows and no notation of it can keep")]
    NullMove(String),
    /// The `FEN` tag is no position of the game.
    #[error("tag FEN: {0}")]
    Fen(FenError),
    /// The `Variant` tag names no game.
    #[error("tag Variant: {0}")]
    Variant(UnknownVariant),
    /// The game cannot be read as we write it, but in several other ways, and these are different games.
    #[error("the game cannot be read as it stands, but in several other ways, as different games: {}", of(.0))]
    Readings(Vec<Reading>),
    /// A tag that is not of the form `[Name "value"]` on one line.
    #[error("`{0}` is no tag: expected `[Name \"value\"]` on one line")]
    Tag(String),
    /// A comment or variation that the stream, or the next game, cuts off.
    #[error("this {0} is never closed")]
    Unterminated(&'static str),
    /// A sign that opens or closes nothing.
    #[error("`{0}` has nothing to do here")]
    Stray(char),
    /// A variation where there is no move that it could replace.
    #[error("a variation before the first move of its line")]
    NothingToVary,
    /// A result inside a variation.
    #[error("the result `{0}` inside a variation")]
    ResultInVariation(String),
    /// An annotation glyph that is no number up to 65535, or signs that stand for none.
    #[error("`{0}` is no annotation: expected $0 to $65535 or one of ! ? !! ?? !? ?!")]
    Glyph(String),
    /// Something larger than is read.
    #[error("this {what} is too large: more than {most} {unit}")]
    Limit {
        /// `line`, `game` …
        what: &'static str,
        /// How much would have been read.
        most: u64,
        /// What is counted.
        unit: &'static str,
    },
}

/// Readings in words.
fn of(readings: &[Reading]) -> String {
    let words = readings.iter().map(|reading| format!("{} (`{reading}`)", reading.about()));
    words.collect::<Vec<_>>().join(", ")
}

impl PgnFault {
    /// Whether it may be none if the text is meant as another program writes it.
    pub(super) fn is_of_reading(&self) -> bool {
        matches!(self, PgnFault::Move(_) | PgnFault::Fen(_))
    }
}

/// A game that cannot be read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnError {
    /// The number of the game in its stream, from 1.
    pub game: u64,
    /// The line of the fault, from 1; for what is never closed, where it was opened.
    pub line: u64,
    /// The ply of a bad move, counted from the start position of the game, from 1.
    pub ply: Option<u64>,
    /// Whether it stands in a variation.
    pub in_variation: bool,
    /// What is wrong.
    pub fault: PgnFault,
    /// The position in which a bad move stands.
    pub fen: Option<String>,
    /// The rule that forbids a bad move, if one does.
    pub reason: Option<Reason>,
    /// Id of the game that was assumed because the tags name none.
    pub assumed: Option<String>,
    /// What the `Variant` tag says, if the game is read as another whatever it says ([`PgnOptions::overrule`](super::PgnOptions)).
    pub overruled: Option<String>,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}", self.game, self.line)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        if self.in_variation {
            f.write_str(" of a variation")?;
        }
        write!(f, ": {}", self.fault)?;
        if let Some(fen) = &self.fen {
            write!(f, "; the position is {fen}")?;
        }
        if let Some(Reason { text, source }) = &self.reason {
            write!(f, "; {text} [{source}]")?;
        }
        Ok(())
    }
}

impl std::error::Error for PgnError {}

/// What is odd about a game that can be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PgnNote {
    /// The `Result` tag and the end of the moves disagree.
    #[error("the Result tag says {tag}, the end of the moves {end}")]
    Results {
        /// The tag's value.
        tag: String,
        /// The result behind the moves.
        end: &'static str,
    },
    /// There is no result behind the moves.
    #[error("no result behind the moves; it is taken as {0}")]
    NoResult(&'static str),
    /// The moves end in checkmate, the result says something else.
    #[error("ends in checkmate of {loser}, but the result says {result}")]
    Mate {
        /// Who is mated.
        loser: campione_core::Color,
        /// The result.
        result: &'static str,
    },
    /// The moves end where a bare king has lost, the result says something else.
    #[error("ends with nothing but the king for {loser}, who has lost, but the result says {result}")]
    BareKing {
        /// Who has lost.
        loser: campione_core::Color,
        /// The result.
        result: &'static str,
    },
    /// A tag that is there more than once.
    #[error("the tag {0} is there more than once; the first counts")]
    RepeatedTag(String),
    /// The game cannot be read as we write it; it is read as another program writes it.
    #[error("it cannot be read as it stands, and is read {about} (reading `{name}`)", about = .0.about(), name = .0.name())]
    Read(Reading),
    /// The `Variant` tag names another game than the one that is read whatever it says.
    #[error("the Variant tag says {tag}, but the game is read as {variant}")]
    Overruled {
        /// The tag's value.
        tag: String,
        /// Id of the game that is read.
        variant: String,
    },
    /// Bytes that are no UTF-8.
    #[error("bytes that are no UTF-8 are read as Latin-1")]
    Latin1,
}
