//! What a position is like: pieces, checks, outcomes, reasons.

use campione::{Bitboard, EndReason};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use super::{Board, color};
use crate::errors;
use crate::moves::{MoveOrText, raise};
use crate::names::{SquareArgument, TypeArgument, bits, square_object, type_number, type_object};
use crate::variant::Whole;

/// A piece: its type, its color, its name. Two pieces are equal if types and colors are.
#[pyclass(frozen, skip_from_py_object, module = "campione")]
pub(crate) struct Piece {
    /// The letter, in upper case.
    letter: char,
    white: bool,
    name: String,
}

/// The names of the piece types of chess.
const CHESS: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

impl Piece {
    fn of(piece: campione::Piece, variant: campione::Variant) -> Piece {
        let letter = variant.role(piece.role).letter.to_ascii_uppercase();
        Piece { letter, white: piece.color == campione::Color::White, name: variant.role_name(piece.role).to_owned() }
    }

    fn of_letter(letter: char, white: bool) -> Piece {
        let letter = letter.to_ascii_uppercase();
        let of_chess = type_number(letter).checked_sub(1).and_then(|at| CHESS.get(at));
        Piece { letter, white, name: of_chess.map_or_else(|| letter.to_string(), |&name| name.to_owned()) }
    }
}

#[pymethods]
impl Piece {
    /// A piece of a type and a color. Its name is that of chess, or its letter; a board knows the names of its variant.
    #[new]
    fn new(piece_type: TypeArgument, color: bool) -> Piece {
        Piece::of_letter(piece_type.0, color)
    }

    /// A piece from its letter as in a FEN. Raises `ArgumentError`.
    #[classmethod]
    fn from_symbol(_class: &Bound<'_, PyType>, symbol: &Bound<'_, PyString>) -> PyResult<Piece> {
        let TypeArgument(letter) = symbol.extract()?;
        let white = symbol.to_cow()?.chars().all(char::is_uppercase);
        Ok(Piece::of_letter(letter, white))
    }

    /// Its type, such as `campione.QUEEN`.
    #[getter]
    fn piece_type<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        type_object(py, self.letter)
    }

    /// `WHITE` (`True`) or `BLACK` (`False`).
    #[getter]
    fn color(&self) -> bool {
        self.white
    }

    /// The name in its variant, such as `"centaur"`.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The letter as in a FEN, lower case for Black.
    fn symbol(&self) -> char {
        if self.white { self.letter } else { self.letter.to_ascii_lowercase() }
    }

    /// The piece as a character of Unicode; the letter where Unicode has no common one.
    #[pyo3(signature = (*, invert_color = false))]
    fn unicode_symbol(&self, invert_color: bool) -> char {
        let white = self.white != invert_color;
        let pieces: [char; 6] =
            if white { ['♙', '♘', '♗', '♖', '♕', '♔'] } else { ['♟', '♞', '♝', '♜', '♛', '♚'] };
        let of_chess = type_number(self.letter).checked_sub(1).and_then(|at| pieces.get(at));
        let letter = if white { self.letter } else { self.letter.to_ascii_lowercase() };
        of_chess.copied().unwrap_or(letter)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let key = |piece: &Piece| (piece.letter, piece.white);
        other.cast::<Piece>().is_ok_and(|other| key(other.get()) == key(self))
    }

    fn __hash__(&self) -> usize {
        type_number(self.letter) * 2 + usize::from(self.white)
    }

    fn __str__(&self) -> char {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.symbol())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (char,))> {
        Ok((slf.get_type().getattr("from_symbol")?, (slf.get().symbol(),)))
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
    /// An outcome of a `campione.Termination`, with the color that has won, or `None` for a draw, and the reason in other words.
    #[new]
    #[pyo3(signature = (termination, winner, reason = None))]
    fn new(termination: &Bound<'_, PyAny>, winner: Option<bool>, reason: Option<String>) -> PyResult<Outcome> {
        let value = termination.getattr("value").and_then(|value| value.extract::<String>());
        let code = value.ok().and_then(|value| EndReason::CODES.iter().find(|code| **code == value).copied());
        let code =
            code.ok_or_else(|| PyTypeError::new_err(format!("a termination is a Termination, not {termination}")))?;
        Ok(Outcome { winner, reason: reason.unwrap_or_else(|| code.replace('-', " ")), code })
    }

    /// `"1-0"`, `"0-1"` or `"1/2-1/2"`.
    fn result(&self) -> &'static str {
        match self.winner {
            Some(true) => "1-0",
            Some(false) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let own = slf.get();
        let arguments = (own.termination(slf.py())?, own.winner, own.reason.as_str()).into_pyobject(slf.py())?;
        Ok((slf.get_type().into_any(), arguments))
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
    #[pyo3(signature = (count = Whole(3)), text_signature = "($self, count=3)")]
    fn is_repetition(&self, py: Python<'_>, count: Whole) -> PyResult<bool> {
        let count = u64::try_from(count.0)
            .map_err(|_| errors::bad_argument(py, "count", format!("{} is no number of times", count.0)))?;
        Ok(self.repetitions() as u64 >= count)
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

    /// The piece on a square; `None` on one that is empty or not on the board. Raises `ArgumentError` for the name of a square
    /// that the board does not have.
    fn piece_at(&self, py: Python<'_>, square: SquareArgument) -> PyResult<Option<Piece>> {
        let square = square.anywhere(py, self.variant.rules)?;
        let piece = self.position().board().piece_at(square);
        Ok(piece.map(|piece| Piece::of(piece, self.variant.rules)))
    }

    /// All pieces by their squares.
    fn _piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for (square, piece) in &self.position().board() {
            pieces.set_item(square_object(py, square)?, Piece::of(piece, self.variant.rules))?;
        }
        Ok(pieces)
    }

    /// The square of a king.
    fn king<'py>(&self, py: Python<'py>, color: bool) -> PyResult<Bound<'py, PyAny>> {
        square_object(py, self.position().king(self::color(color)))
    }

    /// The squares of the pieces that give check, as bits.
    fn checkers_mask(&self) -> u128 {
        bits(self.position().checkers())
    }

    /// The squares of the pieces of a color that attack a square, as bits; `occupied` are the squares that block.
    #[pyo3(signature = (color, square, occupied = None))]
    fn attackers_mask(
        &self,
        py: Python<'_>,
        color: bool,
        square: SquareArgument,
        occupied: Option<u128>,
    ) -> PyResult<u128> {
        let square = square.anywhere(py, self.variant.rules)?;
        if !self.variant.rules.board().contains(square) {
            return Ok(0);
        }
        let position = self.position();
        let occupied = occupied.map_or_else(|| position.occupied(), Bitboard::from_bits) & self.variant.rules.board();
        Ok(bits(position.attackers_with(square, self::color(color), occupied)))
    }

    /// The squares that the piece on a square attacks, as bits; 0 if there is none.
    fn attacks_mask(&self, py: Python<'_>, square: SquareArgument) -> PyResult<u128> {
        let from = square.anywhere(py, self.variant.rules)?;
        let position = self.position();
        let Some(piece) = position.board().piece_at(from) else { return Ok(0) };
        let attacked = self
            .variant
            .rules
            .board()
            .into_iter()
            .filter(|&to| to != from && position.attackers_to(to, piece.color).contains(from));
        Ok(bits(attacked.collect()))
    }

    /// The squares of the pieces of a type and a color, as bits.
    fn pieces_mask(&self, piece_type: TypeArgument, color: bool) -> u128 {
        let (rules, position) = (self.variant.rules, self.position());
        let role = rules.all_roles().find(|&role| rules.role(role).letter.to_ascii_uppercase() == piece_type.0);
        role.map_or(0, |role| bits(position.pieces(self::color(color), role)))
    }

    /// The squares of the pieces of a color, or of all, as bits.
    #[pyo3(signature = (color = None))]
    fn _occupied(&self, color: Option<bool>) -> u128 {
        let position = self.position();
        bits(color.map_or_else(|| position.occupied(), |color| position.by_color(self::color(color))))
    }

    /// The rights of a color to castle or leap: letter, name, square of the king, and of the partner if there is one.
    #[allow(clippy::type_complexity, reason = "it is taken apart at once")]
    fn _rights<'py>(
        &self,
        py: Python<'py>,
        color: bool,
    ) -> PyResult<Vec<(char, &'static str, Bound<'py, PyAny>, Option<Bound<'py, PyAny>>)>> {
        let position = self.position();
        let rights = position.rights(self::color(color)).map(|right| {
            let partner = right.partner.map(|partner| square_object(py, partner.square)).transpose()?;
            Ok((right.letter, right.name, square_object(py, right.king)?, partner))
        });
        rights.collect()
    }

    /// The waiting pawns of both sides in order of arrival: squares, and how long each has to wait.
    fn _waiting<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyAny>, u8)>> {
        let position = self.position();
        position.all_waiting_pawns().map(|pawn| Ok((square_object(py, pawn.square)?, pawn.wait))).collect()
    }

    /// The square on which a pawn may be taken in passing, or `None`.
    #[getter]
    fn ep_square<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.position().en_passant().map(|square| square_object(py, square)).transpose()
    }

    /// A number of 64 bits of the position: the same for the same pieces, side to move and rights.
    fn zobrist_hash(&self) -> u64 {
        self.position().zobrist()
    }
}
