//! Boards: a game that is played, with all its positions.

use campione::dialect::Dialect;
use campione::moves::{self as notation, MoveNotation};
use campione::{Color, Square, Variant};
use campione::{Game, Move, Position};
use campione::{Notation, ReadPosition};
use wasm_bindgen::prelude::*;

use crate::errors::{self, Result};
use crate::moves::{append, raise};
use crate::variant::RawVariant;

/// A game that is played.
#[wasm_bindgen]
pub struct RawBoard {
    pub(crate) game: Game,
    pub(crate) variant: RawVariant,
}

impl RawBoard {
    pub(crate) fn of(game: Game, variant: RawVariant) -> RawBoard {
        RawBoard { game, variant }
    }

    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }

    /// A legal move of the position now.
    pub(crate) fn find(&self, text: &str) -> Result<Move> {
        notation::read(text, self.position()).map_err(|error| raise(&error, self.position(), None))
    }

    pub(crate) fn rules(&self) -> Variant {
        self.variant.rules
    }

    pub(crate) fn square(&self, text: &str) -> Result<Square> {
        let square = text.parse::<Square>().ok().filter(|&square| self.rules().board().contains(square));
        square.ok_or_else(|| errors::square(text, self.rules()))
    }
}

pub(crate) fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// A position from a FEN, or the start.
fn position_of(variant: RawVariant, fen: Option<&str>) -> Result<Position> {
    match fen {
        None => variant.first_position(),
        Some(fen) => variant.rules.position(fen).map_err(|error| errors::fen(&error)),
    }
}

fn move_notation(name: &str) -> Result<MoveNotation> {
    name.parse().map_err(|error| errors::unknown_notation(&error))
}

/// A move in coordinates.
pub(crate) fn coordinates(mv: Move, position: &Position) -> String {
    let mut text = String::new();
    append(&mut text, mv, position);
    text
}

#[wasm_bindgen]
impl RawBoard {
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &RawVariant, fen: Option<String>) -> Result<RawBoard> {
        Ok(RawBoard::of(Game::new(position_of(*variant, fen.as_deref())?), *variant))
    }

    #[must_use]
    pub fn copy(&self) -> RawBoard {
        RawBoard::of(self.game.clone(), self.variant)
    }

    /// The board as it was before the first move.
    #[must_use]
    pub fn root(&self) -> RawBoard {
        RawBoard::of(Game::new(*self.game.start()), self.variant)
    }

    /// The variant that is played.
    #[wasm_bindgen(getter)]
    pub fn variant(&self) -> RawVariant {
        self.variant
    }

    /// The legal moves in coordinates.
    pub fn legal_moves(&self) -> String {
        let position = self.position();
        let moves = position.legal_moves();
        let mut text = String::with_capacity(moves.len() * 6);
        for &mv in &moves {
            if !text.is_empty() {
                text.push(' ');
            }
            append(&mut text, mv, position);
        }
        text
    }

    /// The legal moves in a notation.
    pub fn legal_moves_as(&self, notation: &str) -> Result<String> {
        let (position, notation) = (self.position(), move_notation(notation)?);
        let moves = position.legal_moves();
        let texts = moves.iter().map(|&mv| notation.write(mv, position));
        let texts = texts.collect::<std::result::Result<Vec<_>, _>>();
        Ok(texts.map_err(|error| errors::move_not_said(&error))?.join(" "))
    }

    pub fn legal_move_count(&self) -> usize {
        self.position().legal_moves().len()
    }

    /// Plays a move in any notation, or a null move where the king is not in check.
    pub fn push(&mut self, text: &str) -> Result<()> {
        let mv = notation::read_or_pass(text, self.position()).map_err(|error| raise(&error, self.position(), None))?;
        self.game.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move in one notation.
    pub fn push_as(&mut self, text: &str, notation: &str) -> Result<()> {
        let mv = move_notation(notation)?.read_or_pass(text, self.position());
        let mv = mv.map_err(|error| raise(&error, self.position(), None))?;
        self.game.play_unchecked(mv);
        Ok(())
    }

    /// Plays moves with spaces between them; if one of them is not legal, none is played. `notation` is found out if it is empty.
    pub fn push_all(&mut self, texts: &str, notation: &str) -> Result<()> {
        let notation = if notation.is_empty() { None } else { Some(move_notation(notation)?) };
        let mut game = self.game.clone();
        for (at, text) in notation::split(texts).enumerate() {
            let found = match notation {
                None => notation::read_or_pass(text, game.position()),
                Some(notation) => notation.read_or_pass(text, game.position()),
            };
            let mv = found.map_err(|error| raise(&error, game.position(), Some(at)))?;
            game.play_unchecked(mv);
        }
        self.game = game;
        Ok(())
    }

    /// Takes the last move back and returns it.
    pub fn pop(&mut self) -> Option<String> {
        let mv = self.game.undo()?;
        Some(coordinates(mv, self.game.position()))
    }

    /// The moves played, in coordinates.
    pub fn move_stack(&self) -> String {
        let moves = self.game.moves().iter().zip(self.game.positions());
        moves.map(|(&mv, position)| coordinates(mv, position)).collect::<Vec<_>>().join(" ")
    }

    /// The moves played, in algebraic notation.
    pub fn san_stack(&self) -> String {
        let moves = self.game.moves().iter().zip(self.game.positions());
        moves.map(|(&mv, position)| position.san(mv)).collect::<Vec<_>>().join(" ")
    }

    /// How many moves have been played.
    pub fn plies(&self) -> usize {
        self.game.plies()
    }

    /// Goes to the start position of the variant.
    pub fn reset(&mut self) -> Result<()> {
        self.game = Game::new(self.variant.first_position()?);
        Ok(())
    }

    pub fn fen(&self, dialect: &str, letters: bool) -> Result<String> {
        if dialect == "xfen" && !letters {
            return Ok(self.position().fen());
        }
        let dialect: Dialect = dialect.parse().map_err(|error| errors::unknown_dialect(&error))?;
        dialect.write(self.position(), letters).map_err(|error| errors::position_not_said(&error))
    }

    /// The position before the first move.
    pub fn start_fen(&self) -> String {
        self.game.start().fen()
    }

    /// Goes to a position; `dialect` is found out if it is empty.
    pub fn set_fen(&mut self, fen: &str, dialect: &str) -> Result<()> {
        let position = if dialect.is_empty() {
            position_of(self.variant, Some(fen))?
        } else {
            let dialect: Dialect = dialect.parse().map_err(|error| errors::unknown_dialect(&error))?;
            dialect.read(fen, self.rules()).map_err(|error| errors::fen(&error))?
        };
        self.game = Game::new(position);
        Ok(())
    }

    /// A legal move in a notation.
    pub fn move_as(&self, mv: &str, notation: &str) -> Result<String> {
        let notation = move_notation(notation)?;
        notation.write(self.find(mv)?, self.position()).map_err(|error| errors::move_not_said(&error))
    }

    /// Moves from here on, with spaces between them, in a notation, with numbers or without.
    pub fn variation(&self, texts: &str, notation: &str, numbers: bool) -> Result<String> {
        let written = move_notation(notation)?;
        let mut position = *self.position();
        let mut words = Vec::new();
        for (at, text) in notation::split(texts).enumerate() {
            let mv = notation::read_or_pass(text, &position).map_err(|error| raise(&error, &position, Some(at)))?;
            let (word, number) = (written.write(mv, &position), position.fullmove_number());
            let word = word.map_err(|error| errors::move_not_said(&error))?;
            words.push(match position.turn() {
                Color::White if numbers => format!("{number}. {word}"),
                Color::Black if numbers && at == 0 => format!("{number}...{word}"),
                _ => word,
            });
            position = position.play_unchecked(mv);
        }
        Ok(words.join(" "))
    }
}
