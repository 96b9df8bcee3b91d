//! Errors of games, and notes on odd texts.

use std::sync::Arc;
use std::{fmt, io};

use campione_core::UnknownVariant;
use campione_core::internal::one_of;
use thiserror::Error;

use super::reading::Reading;
use crate::detect::DetectNote;
use crate::fen::FenError;
use crate::moves::MoveError;
use crate::why::Reason;

/// The stream cannot be read. No further game can be read from it.
#[derive(Debug, Clone)]
pub struct StreamFault(Arc<io::Error>);

impl StreamFault {
    pub(super) fn new(error: io::Error) -> StreamFault {
        StreamFault(Arc::new(error))
    }

    /// The error of the stream.
    pub fn error(&self) -> &io::Error {
        &self.0
    }
}

impl fmt::Display for StreamFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for StreamFault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

impl PartialEq for StreamFault {
    fn eq(&self, other: &StreamFault) -> bool {
        self.0.kind() == other.0.kind() && self.to_string() == other.to_string()
    }
}

impl Eq for StreamFault {}

/// A fault in the text of a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PgnFault {
    /// The stream cannot be read; this is the last item of the reader.
    #[error(transparent)]
    Stream(StreamFault),
    /// A move that cannot be read, is illegal or is ambiguous.
    #[error(transparent)]
    Move(MoveError),
    /// The `FEN` tag is not a position of the variant.
    #[error("tag FEN: {0}")]
    Fen(FenError),
    /// The `Variant` tag does not name a variant.
    #[error("tag Variant: {0}")]
    Variant(UnknownVariant),
    /// The game cannot be read as we write it. Several other readings fit, and they give different games.
    #[error("the game cannot be read as it stands; several other readings give different games: {}", of(.0))]
    Readings(Vec<Reading>),
    /// The `FEN` tag is a position of several variants, none of them the one that the game claims. The moves are legal in
    /// several of them, or in none.
    #[error("tag FEN: it may be a position of {ids}, and the moves do not tell which", ids = one_of(.0))]
    Variants(Vec<&'static str>),
    /// A tag that does not have the form `[Name "value"]` on one line.
    #[error("`{0}` is not a tag: expected `[Name \"value\"]` on one line")]
    Tag(String),
    /// A comment or variation that is not closed before the end of the stream or the next game.
    #[error("this {0} is never closed")]
    Unterminated(&'static str),
    /// A character that is not expected here, such as a closing bracket without an opening one.
    #[error("unexpected `{0}`")]
    Stray(char),
    /// A variation without a move before it that it could replace.
    #[error("a variation before the first move of its line")]
    NothingToVary,
    /// A result inside a variation.
    #[error("the result `{0}` inside a variation")]
    ResultInVariation(String),
    /// An annotation glyph that is not a number up to 65535, or an unknown suffix such as `!!!`.
    #[error("`{0}` is not an annotation: expected $0 to $65535 or one of ! ? !! ?? !? ?!")]
    Glyph(String),
    /// Something that exceeds a limit of the reader.
    #[error("this {what} is too large: more than {most} {unit}")]
    Limit {
        /// `line`, `game` …
        what: &'static str,
        /// The limit.
        most: u64,
        /// The unit of the limit.
        unit: &'static str,
    },
}

campione_core::codes!(PgnFault {
    Stream => "pgn.stream",
    Move => "pgn.move",
    Fen => "pgn.fen",
    Variant => "pgn.variant",
    Readings => "pgn.readings",
    Variants => "pgn.variants",
    Tag => "pgn.tag",
    Unterminated => "pgn.unterminated",
    Stray => "pgn.stray",
    NothingToVary => "pgn.nothing-to-vary",
    ResultInVariation => "pgn.result-in-variation",
    Glyph => "pgn.glyph",
    Limit => "pgn.limit",
});

/// Readings in words, for a message.
fn of(readings: &[Reading]) -> String {
    let words = readings.iter().map(|reading| format!("{} (`{reading}`)", reading.about()));
    words.collect::<Vec<_>>().join(", ")
}

impl PgnFault {
    /// Whether the fault may disappear if the text is read as another program writes it.
    pub(super) fn is_of_reading(&self) -> bool {
        matches!(self, PgnFault::Move(_) | PgnFault::Fen(_) | PgnFault::Variants(_))
    }
}

/// A game that cannot be read, with the place of the fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnError {
    /// The number of the game in its stream, from 1.
    pub game: u64,
    /// The line of the fault, from 1. For something that is never closed, the line where it was opened.
    pub line: u64,
    /// The ply of a bad move, counted from the start position of the game, from 1.
    pub ply: Option<u64>,
    /// Whether the bad move is in a variation.
    pub in_variation: bool,
    /// The fault.
    pub fault: PgnFault,
    /// The position before a bad move.
    pub fen: Option<String>,
    /// The rule that forbids a bad move, if there is one.
    pub reason: Option<Reason>,
    /// Id of the variant that was assumed because no tag names one.
    pub assumed: Option<String>,
    /// The value of the `Variant` tag, if [`PgnOptions::overrule`](super::PgnOptions) made the game be read as another
    /// variant.
    pub overruled: Option<String>,
}

impl PgnError {
    /// The error of the stream, if it is one.
    pub fn stream(&self) -> Option<&io::Error> {
        match &self.fault {
            PgnFault::Stream(fault) => Some(fault.error()),
            _ => None,
        }
    }
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
        if let Some(reason) = &self.reason {
            write!(f, "; {reason} [{}]", reason.source)?;
        }
        Ok(())
    }
}

impl std::error::Error for PgnError {}

/// Something odd about a game that can be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PgnNote {
    /// The `Result` tag and the result after the moves disagree.
    #[error("the Result tag says {tag}, the end of the moves {end}")]
    Results {
        /// The tag's value.
        tag: String,
        /// The result after the moves.
        end: &'static str,
    },
    /// There is no result after the moves.
    #[error("no result after the moves; it is taken as {0}")]
    NoResult(&'static str),
    /// The moves end in checkmate, but the result says something else.
    #[error("ends in checkmate of {loser}, but the result says {result}")]
    Mate {
        /// The side that is checkmated.
        loser: campione_core::Color,
        /// The result.
        result: &'static str,
    },
    /// The moves end with a loss by bare king, but the result says something else.
    #[error("ends with a bare king for {loser}, who has lost, but the result says {result}")]
    BareKing {
        /// The side that has lost.
        loser: campione_core::Color,
        /// The result.
        result: &'static str,
    },
    /// A tag that occurs more than once.
    #[error("the tag {0} occurs more than once; the first counts")]
    RepeatedTag(String),
    /// The game cannot be read as we write it, so it is read as another program writes it.
    #[error("it cannot be read as it stands, and is read {about} (reading `{name}`)", about = .0.about(), name = .0.name())]
    Read(Reading),
    /// The `Variant` tag names another variant than the one that overrules it.
    #[error("the Variant tag says {tag}, but the game is read as {variant}")]
    Overruled {
        /// The tag's value.
        tag: String,
        /// Id of the variant that is used.
        variant: String,
    },
    /// A null move in check, which is not possible, in a variation. The rest of that variation is a comment.
    #[error("line {line}: a null move in check ends a variation; the rest of it is kept as a comment")]
    NullInCheck {
        /// The line of the null move, from 1.
        line: u64,
    },
    /// Something was assumed in reading the `FEN` tag.
    #[error("tag FEN: {0}")]
    Start(DetectNote),
    /// Bytes that are not valid UTF-8.
    #[error("text that is not valid UTF-8 is decoded as Latin-1")]
    Latin1,
}

impl PgnNote {
    /// Adds to the lines that it names, because the text is a part of a file, with this many lines before it.
    pub fn move_down(&mut self, lines: u64) {
        if let PgnNote::NullInCheck { line } = self {
            *line += lines;
        }
    }
}
