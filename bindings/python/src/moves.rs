//! Moves and lists of them.

use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use campione::moves::{MoveError, MoveFault, MoveNotation};
use campione::{MoveKind, Notation, Position, Square};
use campione::{uci, xboard};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice, PyString, PyTuple, PyType};

use crate::errors;
use crate::names::{SquareArgument, TypeArgument, square_object, type_object};

/// The null move in coordinates.
const NULL: &str = "0000";

/// The longest move in coordinates: `a10b10,c10d10,e10q`.
const LONGEST: usize = 20;

/// A short text without memory of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Text {
    bytes: [u8; LONGEST],
    length: u8,
}

impl Text {
    const EMPTY: Text = Text { bytes: [0; LONGEST], length: 0 };

    fn new(text: &str) -> Option<Text> {
        let mut own = Text::EMPTY;
        own.write_str(text).ok().map(|()| own)
    }

    fn as_str(&self) -> &str {
        self.bytes.get(..usize::from(self.length)).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let start = usize::from(self.length);
        let end = start + text.len();
        self.bytes.get_mut(start..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.length = end as u8;
        Ok(())
    }
}

/// A move in coordinates: `e2e4`, `i7i8c`, `f1i1`.
///
/// Two moves are equal if their coordinates are. A move that came from a board is played again faster than one made of a
/// text, and knows whether it castles.
#[pyclass(frozen, skip_from_py_object, module = "campione")]
#[derive(Clone, Copy)]
pub(crate) struct Move {
    text: Text,
    known: Option<(campione::Variant, campione::Move)>,
}

impl Move {
    /// A legal move of a position, or a null move.
    pub(crate) fn of(mv: campione::Move, position: &Position) -> Move {
        let variant = position.variant();
        let special = mv.kind() == MoveKind::Castling || mv.turn_promotion().is_some() || mv.is_null();
        let text = if special {
            Text::new(&uci::write(mv, position))
        } else {
            let mut text = Text::EMPTY;
            let written = write!(text, "{}{}", mv.from(), mv.to()).and_then(|()| match mv.promotion() {
                Some(role) => text.write_char(variant.role(role).letter.to_ascii_lowercase()),
                None => Ok(()),
            });
            written.ok().map(|()| text)
        };
        Move { text: text.unwrap_or(Text::EMPTY), known: Some((variant, mv)) }
    }

    pub(crate) fn as_str(&self) -> &str {
        self.text.as_str()
    }

    /// The move in a position.
    pub(crate) fn find(&self, position: &Position) -> Result<campione::Move, MoveError> {
        if let Some((variant, mv)) = self.known
            && variant == position.variant()
            && position.is_legal(mv)
            // The same bits may be another castling where the partner stands elsewhere.
            && Move::of(mv, position).text == self.text
        {
            return Ok(mv);
        }
        uci::read(self.as_str(), position)
    }

    /// The same, or a null move where it is possible.
    pub(crate) fn find_or_pass(&self, position: &Position) -> Result<campione::Move, MoveError> {
        if self.is_null() { uci::read_or_pass(NULL, position) } else { self.find(position) }
    }

    fn is_null(&self) -> bool {
        self.as_str() == NULL
    }

    fn parse(text: &str) -> Option<Move> {
        let text = text.trim();
        if text == NULL {
            return Text::new(text).map(|text| Move { text, known: None });
        }
        uci::squares(text)?;
        let well_formed = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b',');
        well_formed.then(|| Text::new(text))?.map(|text| Move { text, known: None })
    }

    /// A text that is no move in coordinates.
    fn unreadable(py: Python<'_>, text: &str) -> PyErr {
        let hint = Some("no move in coordinates, such as `e2e4` or `i7i8c`".to_owned());
        let (text, candidates) = (text.chars().take(200).collect(), Vec::new());
        let error = MoveError { text, fault: MoveFault::Unreadable, notation: None, candidates, hint, letter: None };
        errors::mv(py, &error, String::new(), None, None)
    }

    pub(crate) fn squares(&self) -> Option<(Square, Square)> {
        uci::squares(self.as_str())
    }
}

/// A move or its text in any notation.
pub(crate) enum MoveOrText {
    Move(Py<Move>),
    Text(String),
}

impl<'a, 'py> FromPyObject<'a, 'py> for MoveOrText {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<MoveOrText> {
        if let Ok(mv) = object.cast::<Move>() {
            return Ok(MoveOrText::Move(mv.to_owned().unbind()));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(MoveOrText::Text(text.to_cow()?.into_owned()));
        }
        let reason = format!("a move is a Move or a text such as 'e2e4' or 'Nf3', not {}", object.get_type().name()?);
        Err(PyTypeError::new_err(reason))
    }
}

impl MoveOrText {
    pub(crate) fn find(&self, position: &Position) -> Result<campione::Move, MoveError> {
        match self {
            MoveOrText::Move(mv) => mv.get().find(position),
            MoveOrText::Text(text) => position.parse_move(text),
        }
    }

    /// The same, or a null move where it is possible.
    pub(crate) fn find_or_pass(&self, position: &Position) -> Result<campione::Move, MoveError> {
        match self {
            MoveOrText::Move(mv) => mv.get().find_or_pass(position),
            MoveOrText::Text(text) => campione::moves::read_or_pass(text, position),
        }
    }
}

/// The exception of a text that is no move, with the rule that forbids it where one does.
pub(crate) fn raise(py: Python<'_>, error: &MoveError, position: &Position, at: Option<usize>) -> PyErr {
    let rule =
        (error.fault == MoveFault::Illegal).then(|| campione::why::explain(&error.text, position).ok()).flatten();
    let rule =
        rule.and_then(|why| why.reasons.into_iter().next()).map(|reason| format!("{reason} [{}]", reason.source));
    errors::mv(py, error, position.fen(), at, rule)
}

/// The same of a text in `XBoard`'s count of ranks.
pub(crate) fn raise_xboard(py: Python<'_>, error: &MoveError, position: &Position) -> PyErr {
    let first_rank = MoveNotation::Xboard.first_rank(position.variant());
    let rule = xboard::reasons(&error.text, position).into_iter().next();
    let rule = rule.map(|reason| format!("{} [{}]", reason.counted_from(first_rank), reason.source));
    errors::mv(py, error, position.fen(), None, rule)
}

#[pymethods]
impl Move {
    /// A move from two squares and the type of a promotion, or from its coordinates alone: `Move(E2, E4)`, `Move("e2e4")`.
    /// Whether it is legal is for a board to say.
    ///
    /// Raises `InvalidMoveError` if the text is no move on any board.
    #[new]
    #[pyo3(signature = (from_square, to_square = None, promotion = None))]
    fn new(
        py: Python<'_>,
        from_square: SquareArgument,
        to_square: Option<SquareArgument>,
        promotion: Option<TypeArgument>,
    ) -> PyResult<Move> {
        let Some(to_square) = to_square else {
            let Some(text) = from_square.text() else {
                return Err(PyTypeError::new_err("a move needs two squares: Move(from_square, to_square)"));
            };
            return Move::parse(text).ok_or_else(|| Move::unreadable(py, text));
        };
        let bad = |field: &str| errors::bad_argument(py, field, "expected a square such as campione.E4 or 'e4'");
        let from = from_square.of_a_move().ok_or_else(|| bad("from_square"))?;
        let to = to_square.of_a_move().ok_or_else(|| bad("to_square"))?;
        let letter = promotion.map(|promotion| promotion.0.to_ascii_lowercase().to_string()).unwrap_or_default();
        let text = format!("{from}{to}{letter}");
        Move::parse(&text).ok_or_else(|| Move::unreadable(py, &text))
    }

    /// A move from its coordinates. Raises `InvalidMoveError` if the text is no move on any board.
    #[classmethod]
    fn from_uci(_class: &Bound<'_, PyType>, py: Python<'_>, uci: &str) -> PyResult<Move> {
        Move::parse(uci).ok_or_else(|| Move::unreadable(py, uci))
    }

    /// The null move: the side to move passes. It is never legal, but a board can play it where its king is not in check.
    #[staticmethod]
    fn null() -> Move {
        Move { text: Text::new(NULL).unwrap_or(Text::EMPTY), known: None }
    }

    /// False for the null move.
    fn __bool__(&self) -> bool {
        !self.is_null()
    }

    /// The square that the piece leaves; a1 for the null move.
    #[getter]
    fn from_square<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        square_object(py, self.squares().map_or(Square::wrapping(0), |(from, _)| from))
    }

    /// The square to which the piece goes; of a castling the king's target, where the coordinates say it so; a1 for the null
    /// move.
    #[getter]
    fn to_square<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        square_object(py, self.squares().map_or(Square::wrapping(0), |(_, to)| to))
    }

    /// The type of what a pawn becomes; `None` if the move promotes nothing.
    #[getter]
    fn promotion<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let letter = self.squares().and_then(|(from, to)| {
            let squares = from.to_string().len() + to.to_string().len();
            // A `k` behind the squares marks a castling.
            self.as_str().get(squares..)?.chars().next().filter(|&letter| letter != ',' && letter != 'k')
        });
        letter.map(|letter| type_object(py, letter)).transpose()
    }

    /// Whether it is a castling. Known of moves that came from a board; `Board.is_castling` knows it of all.
    #[getter]
    fn is_castling(&self) -> bool {
        self.known.is_some_and(|(_, mv)| mv.kind() == MoveKind::Castling)
    }

    /// The move in coordinates, as `str(move)`.
    fn uci(&self) -> &str {
        self.as_str()
    }

    fn __str__(&self) -> &str {
        self.as_str()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci({:?})", self.as_str())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Move>().is_ok_and(|other| other.get().text == self.text)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((slf.get_type().into_any(), (slf.get().as_str(),).into_pyobject(slf.py())?))
    }
}

/// Moves as Python's list.
pub(crate) fn list<'py>(
    py: Python<'py>,
    moves: &[campione::Move],
    position: &Position,
) -> PyResult<Bound<'py, PyList>> {
    let moves: Vec<Py<Move>> = moves.iter().map(|&mv| Py::new(py, Move::of(mv, position))).collect::<PyResult<_>>()?;
    PyList::new(py, moves)
}

/// The legal moves of a board as it was when they were asked for: to iterate, to count, to look a move up in.
#[pyclass(frozen, sequence, module = "campione")]
pub(crate) struct LegalMoves {
    position: Position,
    moves: OnceLock<Vec<campione::Move>>,
}

impl LegalMoves {
    pub(crate) fn new(position: &Position) -> LegalMoves {
        LegalMoves { position: *position, moves: OnceLock::new() }
    }

    fn moves(&self) -> &[campione::Move] {
        self.moves.get_or_init(|| self.position.legal_moves().to_vec())
    }
}

#[pymethods]
impl LegalMoves {
    /// How many moves there are.
    fn count(&self) -> usize {
        self.moves().len()
    }

    /// All moves in Standard Algebraic Notation, in the order of iteration.
    fn san<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.moves().iter().map(|&mv| self.position.san(mv)))
    }

    /// All moves in coordinates, in the order of iteration.
    fn uci<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let texts: Vec<Move> = self.moves().iter().map(|&mv| Move::of(mv, &self.position)).collect();
        PyList::new(py, texts.iter().map(Move::as_str))
    }

    fn __len__(&self) -> usize {
        self.moves().len()
    }

    fn __bool__(&self) -> bool {
        !self.moves().is_empty()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        list(py, self.moves(), &self.position)?.try_iter()
    }

    fn __contains__(&self, mv: &Bound<'_, PyAny>) -> bool {
        mv.cast::<Move>().is_ok_and(|mv| mv.get().find(&self.position).is_ok())
    }

    /// The move at an index, or the moves of a slice as a list.
    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if index.is_instance_of::<PySlice>() {
            return list(py, self.moves(), &self.position)?.as_any().get_item(index);
        }
        let (index, moves): (isize, _) = (index.extract()?, self.moves());
        let at = if index < 0 { index.checked_add_unsigned(moves.len()) } else { Some(index) };
        let mv = at.and_then(|at| usize::try_from(at).ok()).and_then(|at| moves.get(at));
        mv.map(|&mv| Move::of(mv, &self.position))
            .ok_or_else(|| pyo3::exceptions::PyIndexError::new_err(format!("there are {} legal moves", moves.len())))?
            .into_bound_py_any(py)
    }

    fn __repr__(&self) -> String {
        let sans: Vec<String> = self.moves().iter().map(|&mv| self.position.san(mv)).collect();
        format!("<LegalMoves: {}>", sans.join(" "))
    }
}
