//! A game as it was read, with everything that its text contains.

use campione_movegen::{Move, Outcome, Position};

use super::error::PgnNote;
use super::reading::Reading;

/// The greatest depth of nested variations that is read.
pub const MAX_DEPTH: usize = 100;

/// The most moves, comments, annotations and variations of one game that are kept: a hundred times those of games in
/// books.
pub const MAX_KEPT: usize = 250_000;

/// The most tags of a game that are read.
pub const MAX_TAGS: usize = 1000;

/// A tag of a game: `[Name "value"]`.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Tag {
    /// Its name: letters, digits and `_`.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// An annotation after a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// An annotation glyph: `$1` is a good move.
    Nag(u16),
    /// The text of a comment.
    Comment(String),
    /// Moves that replace the move before it.
    Variation(Movetext),
}

/// A move and its remarks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move, legal in its position; or a null move, if the side to move was not in check.
    pub mv: Move,
    /// Annotations, comments and variations in their order.
    pub remarks: Vec<Remark>,
}

/// Moves with their remarks: those of the game or of a variation. The PGN standard calls them movetext.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movetext {
    /// Remarks before the first move; never variations.
    pub remarks: Vec<Remark>,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// A game whose moves are all legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The number of the game in its stream, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The reading by which its text was read.
    pub reading: Reading,
    /// Notes on odd things in its text.
    pub notes: Vec<PgnNote>,
    /// The outcome by the result after the moves, else by the `Result` tag; `None` for `*`.
    pub outcome: Option<Outcome>,
}

/// A game with everything that its text contains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// Its number in the stream, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The tags in their order.
    pub tags: Vec<Tag>,
    /// The start position.
    pub start: Position,
    /// The moves.
    pub moves: Movetext,
    /// The outcome by the result after the moves, else by the `Result` tag; `None` for `*`.
    pub outcome: Option<Outcome>,
    /// How its text was read.
    pub reading: Reading,
    /// What is odd about the text.
    pub notes: Vec<PgnNote>,
}

impl PgnGame {
    /// The value of the first tag with this name. Case is ignored.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::pgn::{PgnOptions, PgnReader};
    /// let text = "[Variant \"Gothic\"]\n[White \"Trice\"]\n\n1. d4 *";
    /// let mut reader = PgnReader::new(text.as_bytes(), PgnOptions::new(Variant::named("chess")?));
    /// let game = reader.next().expect("a game")?;
    /// assert_eq!((game.tag("white"), game.tag("Black")), (Some("Trice"), None));
    /// assert_eq!(game.start.variant().id(), "gothic");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag(&self.tags, name)
    }
}

pub(super) fn tag<'t>(tags: &'t [Tag], name: &str) -> Option<&'t str> {
    tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| tag.value.as_str())
}
