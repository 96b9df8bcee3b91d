//! Our errors as Python exceptions of `campione.errors`.

use campione::dialect::{PositionNotSaid, UnknownDialect};
use campione::fen::{FenError, FenFault, StartError};
use campione::moves::{MoveError, MoveFault, MoveNotSaid, UnknownNotation};
use campione::pgn::PgnError;
use campione::{FileFault, FileFaults, SetupField, UnknownVariant};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// One fault: field, place and reason.
type Fault = (Option<String>, Option<(usize, usize)>, String);

/// An exception of `campione.errors` with attributes.
struct Exception<'py> {
    class: &'static str,
    message: String,
    attributes: Bound<'py, PyDict>,
}

impl<'py> Exception<'py> {
    fn new(py: Python<'py>, class: &'static str, message: impl Into<String>) -> Exception<'py> {
        Exception { class, message: message.into(), attributes: PyDict::new(py) }
    }

    fn with(self, name: &str, value: impl IntoPyObjectExt<'py>) -> Exception<'py> {
        let py = self.attributes.py();
        // Texts and numbers can always be converted; without memory, the message alone must do.
        if let Ok(value) = value.into_bound_py_any(py) {
            let _ = self.attributes.set_item(name, value);
        }
        self
    }

    /// `field`, `place` and `reason` of the first fault, and all of them as `faults`.
    fn with_faults(self, faults: Vec<Fault>) -> Exception<'py> {
        let (field, place, reason) = faults.first().cloned().unwrap_or_default();
        self.with("field", field).with("place", place).with("reason", reason).with("faults", faults)
    }

    fn raise(self) -> PyErr {
        let py = self.attributes.py();
        let made = py
            .import("campione.errors")
            .and_then(|module| module.getattr(self.class))
            .and_then(|class| class.call((self.message,), Some(&self.attributes)));
        match made {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    }
}

/// A value that an argument must not have.
pub(crate) fn bad_argument(py: Python<'_>, field: &str, reason: impl Into<String>) -> PyErr {
    bad_word(py, field, reason, None)
}

/// As [`bad_argument`], of a fault that may have a code.
pub(crate) fn bad_word(py: Python<'_>, field: &str, reason: impl Into<String>, code: Option<&str>) -> PyErr {
    let reason = reason.into();
    Exception::new(py, "ArgumentError", format!("{field}: {reason}"))
        .with("code", code)
        .with("field", field)
        .with("reason", reason)
        .raise()
}

/// What the machine cannot give: memory, threads, an engine that is busy.
pub(crate) fn engine(py: Python<'_>, reason: impl Into<String>) -> PyErr {
    Exception::new(py, "EngineError", reason).raise()
}

/// A panic of ours: a bug, but no crash.
pub(crate) fn bug() -> PyErr {
    PyRuntimeError::new_err("a bug of campione: a thread of it has panicked; please report what you did")
}

pub(crate) fn square(py: Python<'_>, text: &str, variant: campione::Variant) -> PyErr {
    let reason = format!("`{text}` is no square of {}, whose squares are a1 to {}", variant.id(), last_square(variant));
    Exception::new(py, "ArgumentError", reason.clone()).with("field", "square").with("reason", reason).raise()
}

fn last_square(variant: campione::Variant) -> String {
    campione::Square::new(variant.files().saturating_sub(1), variant.ranks().saturating_sub(1))
        .map_or_else(String::new, |square| square.to_string())
}

pub(crate) fn unknown_variant(py: Python<'_>, error: &UnknownVariant) -> PyErr {
    let reason = error.to_string();
    Exception::new(py, "UnknownVariantError", reason.clone())
        .with("id", error.id.as_str())
        .with("near", error.near.clone())
        .with("code", error.code())
        .with("codes", vec![error.code()])
        .with("field", "variant")
        .with("reason", reason)
        .raise()
}

/// A file of variants; places are line and column, from 1.
pub(crate) fn file(py: Python<'_>, error: &FileFaults) -> PyErr {
    let faults = error.0.iter().map(|fault| {
        let field = Some(fault.key.join(".")).filter(|key| !key.is_empty());
        (field, Some((fault.line, fault.column)), fault.reason())
    });
    Exception::new(py, "VariantError", error.to_string())
        .with("code", error.0.first().map(FileFault::code))
        .with("codes", error.0.iter().map(FileFault::code).collect::<Vec<_>>())
        .with_faults(faults.collect())
        .raise()
}

/// The attribute names of the fields.
fn name(field: SetupField) -> &'static str {
    match field {
        SetupField::Side => "side",
        SetupField::Castling => "castling",
        SetupField::EnPassant => "en_passant",
        SetupField::HalfmoveClock => "halfmove_clock",
        SetupField::FullmoveNumber => "fullmove_number",
        SetupField::Waiting => "waiting",
        _ => "placement",
    }
}

/// A FEN; places are the first character of the field and the one behind it, from 0.
pub(crate) fn fen(py: Python<'_>, error: &FenError) -> PyErr {
    let faults = error.faults.iter().map(|fault| {
        let field = fault.field().map_or("fields", name);
        let place = fault.field().and_then(|field| field_place(&error.fen, field.index()));
        (Some(field.to_owned()), place, fault.to_string())
    });
    Exception::new(py, "FenError", error.to_string())
        .with("fen", error.fen.as_str())
        .with("codes", error.faults.iter().map(FenFault::code).collect::<Vec<_>>())
        .with("code", error.faults.first().map(FenFault::code))
        .with_faults(faults.collect())
        .raise()
}

/// Where the field with that index stands, in characters.
fn field_place(fen: &str, index: usize) -> Option<(usize, usize)> {
    let mut fields = Vec::new();
    let mut start = None;
    let mut length = 0;
    for (at, c) in fen.chars().enumerate() {
        length = at + 1;
        match (c.is_ascii_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                fields.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    fields.extend(start.map(|from| (from, length)));
    fields.get(index).copied()
}

pub(crate) fn start(py: Python<'_>, error: &StartError) -> PyErr {
    array_number(py, error.to_string(), error.code())
}

pub(crate) fn array_number(py: Python<'_>, reason: String, code: &str) -> PyErr {
    Exception::new(py, "ArrayError", reason.clone())
        .with("code", code)
        .with("field", "number")
        .with("reason", reason)
        .raise()
}

/// An array; places are the letter and the one behind it, from 0.
pub(crate) fn array(py: Python<'_>, error: &campione::ArrayError) -> PyErr {
    let faults = error.faults.iter().map(|fault| {
        let place = match fault {
            campione::ArrayFault::Letter { place, .. } => Some((place.saturating_sub(1), *place)),
            _ => None,
        };
        (Some("array".to_owned()), place, fault.to_string())
    });
    Exception::new(py, "ArrayError", error.to_string())
        .with("array", error.array.as_str())
        .with("code", error.code())
        .with("codes", error.faults.iter().map(campione::ArrayFault::code).collect::<Vec<_>>())
        .with_faults(faults.collect())
        .raise()
}

/// The text of a move. `at` is its index in a list of moves, `fen` the position.
pub(crate) fn mv(py: Python<'_>, error: &MoveError, fen: String, at: Option<usize>, rule: Option<String>) -> PyErr {
    let class = match error.fault {
        MoveFault::Unreadable => "InvalidMoveError",
        MoveFault::Ambiguous => "AmbiguousMoveError",
        _ => "IllegalMoveError",
    };
    let mut message = error.to_string();
    if let Some(rule) = &rule {
        message = format!("{message}; {rule}");
    }
    if let Some(at) = at {
        message = format!("move {}: {message}", at + 1);
    }
    // The reason is the message without the candidates, which have an attribute of their own.
    let reason =
        rule.unwrap_or_else(|| MoveError { candidates: candidates_of_reason(error), ..error.clone() }.to_string());
    Exception::new(py, class, message)
        .with("code", error.fault.code())
        .with("text", error.text.as_str())
        .with("candidates", error.candidates.clone())
        .with("fen", fen)
        .with("field", "move")
        .with("place", at.map(|at| (at, at + 1)))
        .with("reason", reason)
        .raise()
}

/// What an ambiguous text may be is the reason itself.
fn candidates_of_reason(error: &MoveError) -> Vec<String> {
    if error.fault == MoveFault::Ambiguous { error.candidates.clone() } else { Vec::new() }
}

pub(crate) fn position_not_said(py: Python<'_>, error: &PositionNotSaid) -> PyErr {
    let reason = error.to_string();
    not_said(py, "dialect", reason, error.code())
}

pub(crate) fn move_not_said(py: Python<'_>, error: &MoveNotSaid) -> PyErr {
    let reason = error.to_string();
    not_said(py, "notation", reason, error.code())
}

fn not_said(py: Python<'_>, field: &str, reason: String, code: &str) -> PyErr {
    Exception::new(py, "NotationError", reason.clone())
        .with("code", code)
        .with("field", field)
        .with("reason", reason)
        .raise()
}

pub(crate) fn unknown_dialect(py: Python<'_>, error: &UnknownDialect) -> PyErr {
    bad_word(py, "dialect", error.to_string(), Some(error.code()))
}

pub(crate) fn unknown_notation(py: Python<'_>, error: &UnknownNotation) -> PyErr {
    bad_word(py, "notation", error.to_string(), Some(error.code()))
}

/// A game of a PGN stream; the place is the number of the game and the line, from 1.
pub(crate) fn pgn(py: Python<'_>, error: &PgnError) -> PyErr {
    let field = match &error.fault {
        campione::pgn::PgnFault::Move(_) => "move",
        campione::pgn::PgnFault::Fen(_) => "FEN",
        campione::pgn::PgnFault::Variant(_) => "Variant",
        campione::pgn::PgnFault::Tag(_) => "tag",
        _ => "text",
    };
    let reason = error.reason.as_ref().map_or_else(|| error.fault.to_string(), ToString::to_string);
    Exception::new(py, "PgnError", error.to_string())
        .with("code", error.fault.code())
        .with("game", error.game)
        .with("line", error.line)
        .with("ply", error.ply)
        .with("in_variation", error.in_variation)
        .with("fen", error.fen.clone())
        .with("field", field)
        .with("place", (error.game, error.line))
        .with("reason", reason)
        .raise()
}
