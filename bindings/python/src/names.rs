//! Squares and piece types, which are numbers with a name in Python (`campione._names`).

use campione::{Bitboard, Square};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};

use crate::errors;

/// The objects of Python by their numbers.
fn table<'py>(py: Python<'py>, cell: &'static PyOnceLock<Py<PyList>>, name: &str) -> PyResult<&'py Bound<'py, PyList>> {
    let load =
        || -> PyResult<Py<PyList>> { Ok(py.import("campione._names")?.getattr(name)?.cast_into::<PyList>()?.unbind()) };
    Ok(cell.get_or_try_init(py, load)?.bind(py))
}

/// A square in Python.
pub(crate) fn square_object(py: Python<'_>, square: Square) -> PyResult<Bound<'_, PyAny>> {
    static SQUARES: PyOnceLock<Py<PyList>> = PyOnceLock::new();
    table(py, &SQUARES, "SQUARES")?.get_item(square.index())
}

/// The letters of piece types: those of chess, then the others of the alphabet.
const LETTERS: &str = "PNBRQKACDEFGHIJLMOSTUVWXYZ";

/// The number of a piece type, from 1; 0 for a character that is no letter of a piece.
pub(crate) fn type_number(letter: char) -> usize {
    LETTERS.find(letter.to_ascii_uppercase()).map_or(0, |at| at + 1)
}

/// The letter of the piece type of a number, in upper case.
pub(crate) fn type_letter(number: usize) -> Option<char> {
    LETTERS.chars().nth(number.checked_sub(1)?)
}

/// A piece type in Python.
pub(crate) fn type_object(py: Python<'_>, letter: char) -> PyResult<Bound<'_, PyAny>> {
    static TYPES: PyOnceLock<Py<PyList>> = PyOnceLock::new();
    table(py, &TYPES, "TYPES")?.get_item(type_number(letter))
}

/// What Python says of a square: its number, or its name.
pub(crate) struct SquareArgument(Result<usize, String>);

impl<'a, 'py> FromPyObject<'a, 'py> for SquareArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<SquareArgument> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(SquareArgument(Err(text.to_cow()?.chars().take(40).collect())));
        }
        match object.extract::<usize>() {
            Ok(number) => Ok(SquareArgument(Ok(number))),
            Err(_) => Err(PyTypeError::new_err(format!(
                "a square is a Square such as campione.E4, or its name such as 'e4', not {}",
                object.get_type().name()?
            ))),
        }
    }
}

impl SquareArgument {
    /// The square, whether the board of a variant has it or not. Python's loops over all `SQUARES` come here too.
    pub(crate) fn anywhere(&self, py: Python<'_>, variant: campione::Variant) -> PyResult<Square> {
        match &self.0 {
            Ok(number) => Square::from_index(*number)
                .ok_or_else(|| errors::bad_argument(py, "square", format!("{number} is no square: expected 0 to 119"))),
            Err(text) => {
                let square = text.parse::<Square>().ok().filter(|&square| variant.board().contains(square));
                square.ok_or_else(|| errors::square(py, text, variant))
            }
        }
    }

    /// The square, which the board of the variant must have.
    pub(crate) fn on_board(&self, py: Python<'_>, variant: campione::Variant) -> PyResult<Square> {
        let square = self.anywhere(py, variant)?;
        if variant.board().contains(square) {
            Ok(square)
        } else {
            Err(errors::square(py, &square.to_string(), variant))
        }
    }

    /// The square as an argument of a move, which knows no board.
    pub(crate) fn of_a_move(&self) -> Option<Square> {
        match &self.0 {
            Ok(number) => Square::from_index(*number),
            Err(text) => text.parse().ok(),
        }
    }

    /// The text that was given in place of a square.
    pub(crate) fn text(&self) -> Option<&str> {
        self.0.as_ref().err().map(String::as_str)
    }
}

/// What Python says of a piece type: its number, or its letter.
pub(crate) struct TypeArgument(pub(crate) char);

impl<'a, 'py> FromPyObject<'a, 'py> for TypeArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<TypeArgument> {
        let letter = if let Ok(text) = object.cast::<PyString>() {
            let text = text.to_cow()?;
            let mut letters = text.chars();
            letters.next().filter(|&letter| letters.next().is_none() && type_number(letter) > 0)
        } else {
            object.extract::<usize>().ok().and_then(type_letter)
        };
        letter.map(|letter| TypeArgument(letter.to_ascii_uppercase())).ok_or_else(|| {
            // An object of the caller's may have no text, or a long one.
            let shown = object.repr().and_then(|text| Ok(text.to_cow()?.chars().take(40).collect::<String>()));
            let shown = shown.unwrap_or_else(|_| "this object".to_owned());
            let reason = format!("{shown} is neither a piece type such as campione.QUEEN nor a letter");
            errors::bad_argument(object.py(), "piece_type", reason)
        })
    }
}

/// A set of squares as Python's whole number: bit 12 * rank + file.
pub(crate) fn bits(squares: Bitboard) -> u128 {
    squares.bits()
}
