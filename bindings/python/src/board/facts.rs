//! What a position is like: pieces, checks, outcomes, reasons.

use campione::Square;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{Board, color, square};
use crate::moves::{MoveOrText, raise};

/// A piece: its letter as in a FEN, its color, its name.
#[pyclass(frozen, eq, hash, get_all, skip_from_py_object, module = "campione")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    /// The letter, lower case for Black.
    symbol: char,
    /// `WHITE` (`True`) or `BLACK` (`False`).
    color: bool,
    /// The name in this variant, such as `"centaur"`.
    name: String,
}

impl Piece {
    fn of(piece: campione::Piece, variant: campione::Variant) -> Piece {
        let color = piece.color == campione::Color::White;
        Piece { symbol: variant.piece_letter(piece), color, name: variant.role_name(piece.role).to_owned() }
    }
}

#[pymethods]
impl Piece {
    fn __str__(&self) -> char {
        self.symbol
    }

    fn __repr__(&self) -> String {
        format!("<Piece {} ({} {})>", self.symbol, if self.color { "white" } else { "black" }, self.name)
    }
}

/// Why a move is not legal.
#[pyclass(frozen, eq, hash, get_all, skip_from_py_object, module = "campione")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Reason {
    /// The reason for programs: `"illegal.pinned"`. Stable, unlike `text`.
    code: &'static str,
    /// What is wrong, in words.
    text: String,
    /// Where the rule comes from.
    source: &'static str,
}

impl Reason {
    fn of(reason: &campione::why::Reason) -> Reason {
        Reason { code: reason.cause.code(), text: reason.to_string(), source: reason.source }
    }
}

#[pymethods]
impl Reason {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Reason {}: {}>", self.code, self.text)
    }
}

/// How a game ended.
#[pyclass(frozen, eq, hash, get_all, skip_from_py_object, module = "campione")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// `WHITE` (`True`), `BLACK` (`False`), or `None` for a draw.
    winner: Option<bool>,
    /// Why: `"checkmate"`, `"stalemate"`, `"bare king"`, `"repetition"`, `"50-move rule"`, `"dead position"`.
    reason: String,
    /// The reason for programs: `"checkmate"`, `"move-rule"`. Stable, unlike `reason`.
    code: &'static str,
}

impl Outcome {
    pub(crate) fn of(outcome: campione::Outcome) -> Outcome {
        let winner = outcome.winner.map(|winner| winner == campione::Color::White);
        Outcome { winner, reason: outcome.reason.to_string(), code: outcome.reason.code() }
    }
}

#[pymethods]
impl Outcome {
    /// `"1-0"`, `"0-1"` or `"1/2-1/2"`.
    fn result(&self) -> &'static str {
        match self.winner {
            Some(true) => "1-0",
            Some(false) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// The reason as a `campione.Termination`.
    #[getter]
    fn termination<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("campione.errors")?.getattr("Termination")?.call1((self.code,))
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}, {}>", self.result(), self.reason)
    }
}

#[pymethods]
impl Board {
    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.position().in_check()
    }

    /// Whether the side to move is checkmated.
    fn is_checkmate(&self) -> bool {
        self.position().is_checkmate()
    }

    /// Whether the side to move has no legal move and is not in check.
    fn is_stalemate(&self) -> bool {
        let position = self.position();
        !position.in_check() && position.lost_by_bare_king().is_none() && position.legal_moves().is_empty()
    }

    /// Whether neither side has the pieces to mate.
    fn is_insufficient_material(&self) -> bool {
        self.position().is_dead()
    }

    /// Whether the position now has occurred at least `count` times in this game, this time included.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.repetitions() >= count
    }

    /// How often the position now has occurred in this game, this time included.
    fn repetitions(&self) -> usize {
        self.game().repetitions()
    }

    /// How the game ended by the rules of its variant, repetitions included; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome().map(Outcome::of)
    }

    /// Whether the game has ended by the rules of its variant.
    fn is_game_over(&self) -> bool {
        self.game().outcome().is_some()
    }

    /// `"1-0"`, `"0-1"`, `"1/2-1/2"`, or `"*"` while the game goes on.
    fn result(&self) -> &'static str {
        campione::pgn::result_text(self.game().outcome())
    }

    /// Whether a move, or a text in any notation, is legal.
    fn is_legal(&self, mv: MoveOrText) -> bool {
        mv.find(&self.position()).is_ok()
    }

    /// Why a move is not legal; empty if it is legal.
    ///
    /// Raises `InvalidMoveError` for a text that cannot be read as a move.
    fn why(&self, py: Python<'_>, mv: MoveOrText) -> PyResult<Vec<Reason>> {
        let position = self.position();
        let text = match &mv {
            MoveOrText::Move(mv) => mv.get().as_str().to_owned(),
            MoveOrText::Text(text) => text.clone(),
        };
        let explanation = campione::why::explain(&text, &position);
        let explanation = explanation.map_err(|error| raise(py, &error, &position, None))?;
        Ok(explanation.reasons.iter().map(Reason::of).collect())
    }

    /// Whether a legal move takes something. Raises `MoveError`.
    fn is_capture(&self, py: Python<'_>, mv: MoveOrText) -> PyResult<bool> {
        let (mv, position) = self.find(py, &mv)?;
        Ok(position.captured_role(mv).is_some())
    }

    /// Whether a legal move is a castling. Raises `MoveError`.
    fn is_castling(&self, py: Python<'_>, mv: MoveOrText) -> PyResult<bool> {
        Ok(self.find(py, &mv)?.0.kind() == campione::MoveKind::Castling)
    }

    /// Whether a legal move takes a pawn in passing. Raises `MoveError`.
    fn is_en_passant(&self, py: Python<'_>, mv: MoveOrText) -> PyResult<bool> {
        Ok(self.find(py, &mv)?.0.kind().is_en_passant())
    }

    /// Whether a legal move gives check. Raises `MoveError`.
    fn gives_check(&self, py: Python<'_>, mv: MoveOrText) -> PyResult<bool> {
        let (mv, position) = self.find(py, &mv)?;
        Ok(position.play_unchecked(mv).in_check())
    }

    /// The piece on a square, or `None`. Raises `ArgumentError` for a square that the board does not have.
    fn piece_at(&self, py: Python<'_>, square: &str) -> PyResult<Option<Piece>> {
        let square = self::square(py, square, self.variant.rules)?;
        Ok(self.position().piece_at(square).map(|piece| Piece::of(piece, self.variant.rules)))
    }

    /// All pieces by their squares.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for (square, piece) in &self.position().board() {
            pieces.set_item(square.to_string(), Piece::of(piece, self.variant.rules))?;
        }
        Ok(pieces)
    }

    /// The square of a king.
    fn king(&self, color: bool) -> String {
        self.position().king(self::color(color)).to_string()
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        self.position().checkers().into_iter().map(|square| square.to_string()).collect()
    }

    /// The squares of the pieces of a color that attack a square. Raises `ArgumentError`.
    fn attackers(&self, py: Python<'_>, color: bool, square: &str) -> PyResult<Vec<String>> {
        let square: Square = self::square(py, square, self.variant.rules)?;
        let attackers = self.position().attackers_to(square, self::color(color));
        Ok(attackers.into_iter().map(|square| square.to_string()).collect())
    }

    /// The square on which a pawn may be taken in passing, or `None`.
    #[getter]
    fn ep_square(&self) -> Option<String> {
        self.position().en_passant().map(|square| square.to_string())
    }

    /// A number of 64 bits of the position: the same for the same pieces, side to move and rights.
    fn zobrist_hash(&self) -> u64 {
        self.position().zobrist()
    }
}
