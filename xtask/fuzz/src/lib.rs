//! What the fuzz targets share: how bytes choose games, positions and moves, and what must hold for any of them.
//!
//! A target's input is text as far as possible, so that its corpus can be read and written by hand. A game is the letter of
//! its place in the list of built-in games, from `a`; a position is a line of text; moves are bytes, each of which chooses
//! one of the legal moves.

pub mod files;
pub mod lines;
pub mod moves;
#[path = "../../../notation/tests/it/slow_words.rs"]
pub mod slow_words;

use std::sync::LazyLock;

use campione_core::Variant;
use campione_movegen::{Move, Position, perft};
use campione_notation::dialect::Dialect;
use campione_notation::{fen, uci};

/// The built-in games.
static GAMES: LazyLock<Vec<Variant>> =
    LazyLock::new(|| Variant::ids().filter_map(|id| Variant::named(id).ok()).collect());

/// An input that is read from its start to its end.
#[derive(Clone, Copy, Debug)]
pub struct Input<'d>(&'d [u8]);

impl<'d> Input<'d> {
    /// The whole of it.
    pub fn new(data: &'d [u8]) -> Input<'d> {
        Input(data)
    }

    /// The next byte; 0 at the end.
    pub fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or_default()
    }

    /// The game that the next byte chooses.
    pub fn game(&mut self) -> Variant {
        let number = usize::from(self.byte().wrapping_sub(b'a'));
        GAMES[number % GAMES.len()]
    }

    /// The bytes up to the next end of a line, which is passed over.
    pub fn line(&mut self) -> &'d [u8] {
        let end = self.0.iter().position(|&byte| byte == b'\n');
        let line = self.0.split_off(..end.unwrap_or(self.0.len())).unwrap_or_default();
        self.0.split_off_first();
        line
    }

    /// What is left.
    pub fn rest(self) -> &'d [u8] {
        self.0
    }

    /// What is left as text; none if it is no UTF-8.
    pub fn text(self) -> Option<&'d str> {
        std::str::from_utf8(self.0).ok()
    }

    /// The position that a line names, behind the byte that names the game.
    pub fn position_of_game(&mut self) -> Option<Position> {
        let variant = self.game();
        self.position(variant)
    }

    /// The position that a line names: the start position for an empty one, an array by its number, a FEN in any dialect.
    /// None if the line says nothing of it.
    ///
    /// # Panics
    /// The array of a number makes no position.
    pub fn position(&mut self, variant: Variant) -> Option<Position> {
        let text = std::str::from_utf8(self.line()).ok()?.trim();
        if text.is_empty() {
            return Some(Position::start(variant));
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            let setup = variant.numbered_start(text.parse().ok()?)?.ok()?;
            let position = Position::new(&setup, variant);
            return Some(position.unwrap_or_else(|faults| panic!("{} {text}: {faults}", variant.id())));
        }
        Some(Dialect::detect(text, variant).ok()?.1)
    }
}

/// The legal moves, in an order that no generator decides, each with its coordinates.
pub fn sorted_moves(position: &Position) -> Vec<(String, Move)> {
    let moves = position.legal_moves();
    let mut moves: Vec<(String, Move)> = moves.into_iter().map(|mv| (uci::write(mv, position), mv)).collect();
    moves.sort();
    moves
}

/// One of the legal moves, by a byte.
pub fn chosen_move(position: &Position, byte: u8) -> Option<Move> {
    let moves = sorted_moves(position);
    moves.get(usize::from(byte).checked_rem(moves.len())?).map(|&(_, mv)| mv)
}

/// Says which position it is.
pub fn place(position: &Position) -> String {
    format!("{} {}", position.variant().id(), fen::write(position))
}

/// What must hold for every position.
///
/// # Panics
/// It does not.
pub fn check_position(position: &Position) {
    let variant = position.variant();
    let text = fen::write(position);
    let read = fen::read(&text, variant).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(&read, position, "{}: written and read again", place(position));
    assert_eq!(read.zobrist(), position.zobrist(), "{}: key", place(position));
    let again = Position::new(&position.setup(), variant).unwrap_or_else(|faults| panic!("{text}: {faults}"));
    assert_eq!(&again, position, "{}: set up again", place(position));
    assert_eq!(perft(position, 1), position.legal_moves().len() as u128, "{}: counted and listed", place(position));
    let _ = position.outcome();
}
