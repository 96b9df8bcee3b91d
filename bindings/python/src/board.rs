//! Boards: a game that is played, with all its positions.

mod arrays;
mod counts;
mod facts;
mod picture;

use std::sync::{Arc, Mutex};

use campione::Square;
use campione::dialect::Dialect;
use campione::moves::MoveNotation;
use campione::{Color, Game, Notation, Position, ReadPosition};
use campione::{uci, xboard};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType};

pub(crate) use facts::{Outcome, Piece, Reason};
pub(crate) use picture::{piece_svg, theme_colors};

use crate::errors;
use crate::long::lock;
use crate::moves::{self, LegalMoves, Move, MoveOrText};
use crate::variant::{Variant, VariantOrName};

/// A game that is played: a start position, the moves, and every position between them.
///
/// `campione.Board`, in Python, is its subclass. A copy shares the positions until one of the two is changed. A board may be
/// used by any number of threads; each call sees one position.
#[pyclass(frozen, subclass, name = "RawBoard", module = "campione._campione")]
pub(crate) struct Board {
    variant: Variant,
    game: Mutex<Arc<Game>>,
}

impl Board {
    pub(crate) fn of(game: Game, variant: Variant) -> Board {
        Board { variant, game: Mutex::new(Arc::new(game)) }
    }

    pub(crate) fn from_position(position: &Position) -> Board {
        Board::of(Game::new(*position), Variant::of(position.variant()))
    }

    pub(crate) fn game(&self) -> Arc<Game> {
        Arc::clone(&lock(&self.game))
    }

    pub(crate) fn position(&self) -> Position {
        *lock(&self.game).position()
    }

    /// A move of the position now.
    fn find(&self, py: Python<'_>, mv: &MoveOrText) -> PyResult<(campione::Move, Position)> {
        let position = self.position();
        let found = mv.find(&position).map_err(|error| moves::raise(py, &error, &position, None))?;
        Ok((found, position))
    }

    /// Plays a legal move, whatever other threads did in the meantime.
    fn play(
        &self,
        py: Python<'_>,
        read: impl Fn(&Position) -> Result<campione::Move, campione::moves::MoveError>,
    ) -> PyResult<Move> {
        let mut game = lock(&self.game);
        let position = *game.position();
        match read(&position) {
            Ok(mv) => {
                Arc::make_mut(&mut game).play_unchecked(mv);
                Ok(Move::of(mv, &position))
            }
            Err(error) => {
                drop(game);
                Err(moves::raise(py, &error, &position, None))
            }
        }
    }
}

pub(crate) fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// A position from a FEN, or the start.
fn position_of(py: Python<'_>, variant: Variant, fen: Option<&str>) -> PyResult<Position> {
    match fen {
        None => variant.start(py),
        Some(fen) => variant.rules.position(fen).map_err(|error| errors::fen(py, &error)),
    }
}

/// The variant that castles from any array: `chess` is Chess960, `capablanca` Capablanca Random Chess.
pub(crate) fn with_random_arrays(py: Python<'_>, variant: Variant) -> PyResult<Variant> {
    if variant.rules.has_random_arrays() || variant.rules.king_takes_rook() {
        return Ok(variant);
    }
    let id = match variant.rules.id() {
        "chess" if variant.rules.is_built_in() => "chess960",
        "capablanca" if variant.rules.is_built_in() => "crc",
        id => {
            let reason = format!("{id} has no castling from any array; chess, chess960, capablanca and crc have");
            return Err(errors::bad_argument(py, "chess960", reason));
        }
    };
    crate::variant::named(py, id).map(Variant::of)
}

#[pymethods]
impl Board {
    /// The start position of a variant, or the position of a FEN in any dialect that needs no naming.
    ///
    /// Of another board it is a copy. `chess960=True` is castling from any array: Chess960 for `chess`, Capablanca Random Chess for `capablanca`.
    /// Raises `UnknownVariantError`, `FenError`, `ArgumentError`.
    #[new]
    #[pyo3(signature = (variant = None, fen = None, chess960 = false))]
    fn new(py: Python<'_>, variant: Option<&Bound<'_, PyAny>>, fen: Option<&str>, chess960: bool) -> PyResult<Board> {
        if let Some(Ok(board)) = variant.map(|variant| variant.cast::<Board>()) {
            let board = board.get();
            return Ok(Board { variant: board.variant, game: Mutex::new(board.game()) });
        }
        let mut variant = match variant {
            Some(variant) => variant.extract::<VariantOrName>()?.get(py)?,
            None => Variant::of(crate::variant::named(py, "chess")?),
        };
        if chess960 {
            variant = with_random_arrays(py, variant)?;
        }
        Ok(Board::of(Game::new(position_of(py, variant, fen)?), variant))
    }

    /// The variant that is played.
    #[getter]
    fn variant(&self) -> Variant {
        self.variant
    }

    /// Whether kings castle from any array.
    #[getter]
    fn chess960(&self) -> bool {
        self.variant.rules.has_random_arrays()
    }

    /// The side to move: `WHITE` (`True`) or `BLACK` (`False`).
    #[getter]
    fn turn(&self) -> bool {
        self.position().turn() == Color::White
    }

    /// Plies since the last capture, pawn move or promotion.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position().halfmove_clock()
    }

    /// The number of the move, from 1; it grows after Black's.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position().fullmove_number()
    }

    /// The legal moves now: iterate, `len()`, `count()`, `move in …`, `san()`, `uci()`.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves::new(&self.position())
    }

    /// The moves played.
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let game = self.game();
        PyList::new(py, game.moves().iter().zip(game.positions()).map(|(&mv, position)| Move::of(mv, position)))?
            .into_any()
            .cast_into()
            .map_err(PyErr::from)
    }

    /// How many moves have been played on this board.
    fn ply(&self) -> usize {
        self.game().plies()
    }

    /// Plays a move: a `Move`, or a text in any notation. A null move is played where the king is not in check. Raises
    /// `MoveError` and leaves the board as it was.
    #[pyo3(name = "push")]
    fn push(&self, py: Python<'_>, mv: MoveOrText) -> PyResult<()> {
        self.play(py, |position| mv.find_or_pass(position)).map(|_| ())
    }

    /// Takes the last move back and returns it. Raises `IndexError` if there is none.
    fn pop(&self) -> PyResult<Move> {
        let mut game = lock(&self.game);
        if game.plies() == 0 {
            return Err(PyIndexError::new_err("no move has been played"));
        }
        let own = Arc::make_mut(&mut game);
        let mv = own.undo();
        mv.map(|mv| Move::of(mv, own.position())).ok_or_else(|| PyIndexError::new_err("no move has been played"))
    }

    /// The last move. Raises `IndexError` if there is none.
    fn peek(&self) -> PyResult<Move> {
        let game = self.game();
        let before = game.positions().rev().nth(1);
        game.moves()
            .last()
            .zip(before)
            .map(|(&mv, before)| Move::of(mv, before))
            .ok_or_else(|| PyIndexError::new_err("no move has been played"))
    }

    /// Plays a move in algebraic notation and returns it. Raises `MoveError`.
    fn push_san(&self, py: Python<'_>, san: &str) -> PyResult<Move> {
        self.play(py, |position| MoveNotation::San.read_or_pass(san, position))
    }

    /// Plays a move in coordinates and returns it. Raises `MoveError`.
    fn push_uci(&self, py: Python<'_>, uci: &str) -> PyResult<Move> {
        self.play(py, |position| uci::read_or_pass(uci, position))
    }

    /// Plays moves in any notation; if one of them is not legal, none is played. `MoveError.place` says which.
    fn push_all(&self, py: Python<'_>, moves: Vec<MoveOrText>) -> PyResult<()> {
        let mut own = Game::clone(&self.game());
        for (at, mv) in moves.iter().enumerate() {
            let found =
                mv.find_or_pass(own.position()).map_err(|error| moves::raise(py, &error, own.position(), Some(at)))?;
            own.play_unchecked(found);
        }
        *lock(&self.game) = Arc::new(own);
        Ok(())
    }

    /// Reads a move in algebraic notation. Raises `MoveError`.
    fn parse_san(&self, py: Python<'_>, san: &str) -> PyResult<Move> {
        let position = self.position();
        let read = MoveNotation::San.read_or_pass(san, &position);
        read.map(|mv| Move::of(mv, &position)).map_err(|error| moves::raise(py, &error, &position, None))
    }

    /// Reads a move in coordinates. Raises `MoveError`.
    fn parse_uci(&self, py: Python<'_>, uci: &str) -> PyResult<Move> {
        let position = self.position();
        let read = uci::read_or_pass(uci, &position);
        read.map(|mv| Move::of(mv, &position)).map_err(|error| moves::raise(py, &error, &position, None))
    }

    /// Reads a move in any notation. Raises `MoveError`.
    fn parse(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let position = self.position();
        let read = campione::moves::read_or_pass(text, &position);
        read.map(|mv| Move::of(mv, &position)).map_err(|error| moves::raise(py, &error, &position, None))
    }

    /// A legal move in Standard Algebraic Notation. Raises `MoveError`.
    fn san(&self, py: Python<'_>, mv: MoveOrText) -> PyResult<String> {
        let position = self.position();
        let mv = mv.find_or_pass(&position).map_err(|error| moves::raise(py, &error, &position, None))?;
        Ok(position.san(mv))
    }

    /// A legal move in long algebraic notation. Raises `MoveError`.
    fn lan(&self, py: Python<'_>, mv: MoveOrText) -> PyResult<String> {
        let (mv, position) = self.find(py, &mv)?;
        MoveNotation::Lan.write(mv, &position).map_err(|error| errors::move_not_said(py, &error))
    }

    /// A legal move in a notation of coordinates: `uci`, `crc`, `uci960` (the king takes its rook), `xboard`; or `san`, `lan`.
    ///
    /// Raises `MoveError`, and `NotationError` for what the notation cannot say.
    #[pyo3(signature = (mv, notation = "uci"))]
    fn uci(&self, py: Python<'_>, mv: MoveOrText, notation: &str) -> PyResult<String> {
        let notation: MoveNotation = notation.parse().map_err(|error| errors::unknown_notation(py, &error))?;
        let (mv, position) = self.find(py, &mv)?;
        notation.write(mv, &position).map_err(|error| errors::move_not_said(py, &error))
    }

    /// A legal move as `XBoard`'s protocol has it. Raises `MoveError`, and `NotationError` for what it cannot say.
    fn xboard(&self, py: Python<'_>, mv: MoveOrText) -> PyResult<String> {
        let (mv, position) = self.find(py, &mv)?;
        xboard::write(mv, &position).map_err(|error| errors::move_not_said(py, &error))
    }

    /// Reads a move as `XBoard`'s protocol has it. Raises `MoveError`.
    fn parse_xboard(&self, py: Python<'_>, xboard: &str) -> PyResult<Move> {
        let position = self.position();
        let read = xboard::read(xboard, &position);
        read.map(|mv| Move::of(mv, &position)).map_err(|error| moves::raise_xboard(py, &error, &position))
    }

    /// Moves from here on as a text with numbers: `1. e4 e5 2. Nf3`. Raises `MoveError`, whose `place` says which.
    fn variation_san(&self, py: Python<'_>, moves: Vec<MoveOrText>) -> PyResult<String> {
        let mut position = self.position();
        let mut words = Vec::new();
        for (at, mv) in moves.iter().enumerate() {
            let mv = mv.find(&position).map_err(|error| moves::raise(py, &error, &position, Some(at)))?;
            let (san, number) = (position.san(mv), position.fullmove_number());
            words.push(match position.turn() {
                Color::White => format!("{number}. {san}"),
                Color::Black if at == 0 => format!("{number}...{san}"),
                Color::Black => san,
            });
            position = position.play_unchecked(mv);
        }
        Ok(words.join(" "))
    }

    /// The position as a FEN, in the dialect `xfen` (ours), `shredder`, `fairy`, `xboard` or `chessv`. `letters` names every
    /// rook by its file in `fairy` and `xboard`.
    ///
    /// Raises `ArgumentError`, and `NotationError` for what a dialect cannot say.
    #[pyo3(signature = (dialect = "xfen", letters = false))]
    fn fen(&self, py: Python<'_>, dialect: &str, letters: bool) -> PyResult<String> {
        let dialect: Dialect = dialect.parse().map_err(|error| errors::unknown_dialect(py, &error))?;
        dialect.write(&self.position(), letters).map_err(|error| errors::position_not_said(py, &error))
    }

    /// Goes to a position; the moves played are forgotten. `dialect` is found out unless it is said.
    ///
    /// Raises `FenError` and leaves the board as it was.
    #[pyo3(signature = (fen, dialect = None))]
    fn set_fen(&self, py: Python<'_>, fen: &str, dialect: Option<&str>) -> PyResult<()> {
        let position = match dialect {
            None => position_of(py, self.variant, Some(fen))?,
            Some(dialect) => {
                let dialect: Dialect = dialect.parse().map_err(|error| errors::unknown_dialect(py, &error))?;
                dialect.read(fen, self.variant.rules).map_err(|error| errors::fen(py, &error))?
            }
        };
        *lock(&self.game) = Arc::new(Game::new(position));
        Ok(())
    }

    /// Goes to the start position of the variant; the moves played are forgotten.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        let start = self.variant.start(py)?;
        *lock(&self.game) = Arc::new(Game::new(start));
        Ok(())
    }

    /// Another board with the same position, and with the same moves unless `stack` is false.
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> Board {
        let game = if stack { self.game() } else { Arc::new(Game::new(self.position())) };
        Board { variant: self.variant, game: Mutex::new(game) }
    }

    /// The board as it was before the first move.
    fn root(&self) -> Board {
        Board::of(Game::new(*self.game().start()), self.variant)
    }

    fn __copy__(&self) -> Board {
        self.copy(true)
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Board {
        let _ = memo;
        self.copy(true)
    }

    /// Whether the positions are the same, clocks included; the moves that led there do not matter.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        // Rust's equality is that of a repetition, which clocks do not change.
        let with_clocks = |position: Position| (position, position.halfmove_clock(), position.fullmove_number());
        other.cast::<Board>().is_ok_and(|other| with_clocks(other.get().position()) == with_clocks(self.position()))
    }

    fn __str__(&self) -> String {
        let position = self.position();
        let (files, ranks) = (position.variant().files(), position.variant().ranks());
        let letter = |rank, file| {
            let piece = Square::new(file, rank).and_then(|square| position.piece_at(square));
            piece.map_or('.', |piece| position.variant().piece_letter(piece)).to_string()
        };
        let rank = |rank| (0..files).map(|file| letter(rank, file)).collect::<Vec<_>>().join(" ");
        (0..ranks).rev().map(rank).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        let (id, fen) = (self.variant.rules.id(), self.position().fen());
        // What is no built-in variant has no name by which it can be made again.
        if self.variant.is_unchanged() { format!("Board({id:?}, {fen:?})") } else { format!("<Board {id} {fen:?}>") }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let game = slf.get().game();
        let moves: Vec<String> =
            game.moves().iter().zip(game.positions()).map(|(&mv, position)| position.uci(mv)).collect();
        let arguments = (slf.get().variant, game.start().fen(), moves).into_pyobject(py)?;
        Ok((py.get_type::<Board>().getattr("_restore")?, arguments))
    }

    /// What unpickling calls.
    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        variant: Py<Variant>,
        fen: &str,
        moves: Vec<String>,
    ) -> PyResult<Board> {
        let variant = *variant.get();
        let mut game = Game::new(position_of(py, variant, Some(fen))?);
        for (at, text) in moves.iter().enumerate() {
            let mv = uci::read_or_pass(text, game.position());
            let mv = mv.map_err(|error| moves::raise(py, &error, game.position(), Some(at)))?;
            game.play_unchecked(mv);
        }
        Ok(Board::of(game, variant))
    }
}
