//! Positions, games and moves for serde, with the feature `serde`.
//!
//! A position is its variant and its FEN; a game has its moves in coordinates besides. Fields of that type name the module:
//!
//! ```
//! use campione_core::Variant;
//! use campione_movegen::Position;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Puzzle {
//!     title: String,
//!     #[serde(with = "campione_notation::serde::position")]
//!     position: Position,
//! }
//!
//! let position = Position::start(Variant::named("gothic")?);
//! let text = serde_json::to_string(&Puzzle { title: "the first move".to_owned(), position })?;
//! assert!(text.contains(r#"{"variant":"gothic","fen":"rnbqckabnr/"#), "{text}");
//! assert_eq!(serde_json::from_str::<Puzzle>(&text)?.position, position);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use campione_core::{FaultRecord, SetupField, Variant};
use campione_movegen::{Move, Position};
use serde::ser::{Error, Serialize, Serializer};

use crate::fen::{self, FenFault};
use crate::moves::{MoveError, MoveNotation};
use crate::pgn::PgnError;

/// A position as text.
#[derive(serde::Serialize, serde::Deserialize)]
struct PositionText {
    variant: Variant,
    fen: String,
}

impl PositionText {
    fn of(position: &Position) -> PositionText {
        PositionText { variant: position.variant(), fen: fen::write(position) }
    }

    fn read<E: serde::de::Error>(&self) -> Result<Position, E> {
        fen::read(&self.fen, self.variant).map_err(E::custom)
    }
}

/// A [`Position`] as `{ variant, fen }`, for `#[serde(with = "…")]`. See [the module](super::serde) for an example.
pub mod position {
    use campione_movegen::Position;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::PositionText;

    /// Writes a position.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(position: &Position, serializer: S) -> Result<S::Ok, S::Error> {
        PositionText::of(position).serialize(serializer)
    }

    /// Reads a position, whose FEN is ours (NOTATION.md, "Positions").
    ///
    /// # Errors
    /// Those of the deserializer; an unknown variant; a FEN with faults.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        PositionText::deserialize(deserializer)?.read()
    }
}

/// A [`Game`](campione_movegen::Game) as `{ variant, fen, moves }`, for `#[serde(with = "…")]`: where it began, and its moves
/// in coordinates.
pub mod game {
    use campione_movegen::Game;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::PositionText;
    use crate::moves::MoveNotation;
    use crate::uci;

    #[derive(Serialize, Deserialize)]
    struct GameText {
        #[serde(flatten)]
        start: PositionText,
        moves: Vec<String>,
    }

    /// Writes a game.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(game: &Game, serializer: S) -> Result<S::Ok, S::Error> {
        let moves = game.positions().zip(game.moves()).map(|(position, &mv)| uci::write(mv, position)).collect();
        GameText { start: PositionText::of(game.start()), moves }.serialize(serializer)
    }

    /// Reads a game.
    ///
    /// # Errors
    /// As for a position; and the first move that is not legal.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        let GameText { start, moves } = GameText::deserialize(deserializer)?;
        let mut game = Game::new(start.read()?);
        for text in moves {
            let mv = MoveNotation::Uci.read_or_pass(&text, game.position()).map_err(Error::custom)?;
            if mv.is_null() { game.pass() } else { game.play(mv) }.map_err(Error::custom)?;
        }
        Ok(game)
    }
}

/// A move as text in a notation. It can only be written: [`MoveNotation::read`] reads it, in its position.
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::Position;
/// use campione_notation::{Notation, moves::MoveNotation, serde::MoveIn};
/// let position = &Position::start(Variant::named("gothic")?);
/// let mv = position.parse_move("b1c3")?;
/// let text = serde_json::to_string(&MoveIn { position, mv, notation: MoveNotation::San })?;
/// assert_eq!(text, "\"Nc3\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MoveIn<'p> {
    /// The position in which it is legal.
    pub position: &'p Position,
    /// The move.
    pub mv: Move,
    /// How it is written.
    pub notation: MoveNotation,
}

impl Serialize for MoveIn<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.notation.write(self.mv, self.position).map_err(Error::custom)?;
        serializer.serialize_str(&text)
    }
}

/// A field of a FEN; none if a fault is about all of them.
#[derive(serde::Serialize)]
struct FieldPlace {
    field: Option<SetupField>,
}

impl Serialize for FenFault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = FieldPlace { field: self.field() };
        FaultRecord { code: self.code(), place, text: self.to_string() }.serialize(serializer)
    }
}

/// The text that should be a move.
#[derive(serde::Serialize)]
struct TextPlace<'t> {
    text: &'t str,
}

impl Serialize for MoveError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = TextPlace { text: &self.text };
        FaultRecord { code: self.fault.code(), place, text: self.to_string() }.serialize(serializer)
    }
}

/// A place in a file of games.
#[derive(serde::Serialize)]
struct GamePlace {
    game: u64,
    line: u64,
    ply: Option<u64>,
}

impl Serialize for PgnError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = GamePlace { game: self.game, line: self.line, ply: self.ply };
        FaultRecord { code: self.fault.code(), place, text: self.fault.to_string() }.serialize(serializer)
    }
}
