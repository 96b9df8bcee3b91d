//! Variants.

use campione::{FileFaults, FromToml as _, Notation, Position, ReadPosition, VariantIni, VariantSpec};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::errors;

/// A set of rules, and with it a start position.
///
/// Made by `Variant.named`, `Variant.from_toml`, `Variant.from_ini` or `Variant.crc`. Two variants are equal if their rules
/// and start positions are, whatever their names. A variant stays in memory until the process ends: 12 to 25 KiB for each
/// different set of rules, up to 600 KiB where pieces hop.
#[pyclass(frozen, skip_from_py_object, module = "campione")]
#[derive(Clone, Copy)]
pub(crate) struct Variant {
    pub(crate) rules: campione::Variant,
    /// The number of the start array, if it is not the default one.
    pub(crate) number: Option<u32>,
}

impl Variant {
    pub(crate) fn of(rules: campione::Variant) -> Variant {
        Variant { rules, number: None }
    }

    /// The position in which games begin.
    pub(crate) fn start(self, py: Python<'_>) -> PyResult<Position> {
        match self.number {
            None => Ok(Position::start(self.rules)),
            Some(number) => self.rules.array(number).map_err(|error| errors::start(py, &error)),
        }
    }

    /// Whether `Variant.named` returns it.
    pub(crate) fn is_unchanged(self) -> bool {
        VariantSpec::built_in(self.rules.id()).is_ok_and(|spec| spec == *self.rules.spec())
    }

    fn numbered(py: Python<'_>, id: &str, number: i64) -> PyResult<Variant> {
        let rules = named(py, id)?;
        let number = array_number(py, rules.numbering().unwrap_or(campione::ArrayNumbering::Crc), number)?;
        Ok(Variant { rules, number: Some(number) })
    }
}

/// A whole number of Python's, which has no greatest one: what is too large here is the largest that is here.
pub(crate) struct Whole(pub(crate) i64);

impl<'a, 'py> FromPyObject<'a, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Whole> {
        match object.extract::<i64>() {
            Ok(number) => Ok(Whole(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Whole(if object.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            Err(error) => Err(error),
        }
    }
}

/// A number that an array has; any other whole number is an error with the range.
pub(crate) fn array_number(py: Python<'_>, numbering: campione::ArrayNumbering, number: i64) -> PyResult<u32> {
    let (first, last) = numbering.range();
    u32::try_from(number).ok().filter(|number| (first..=last).contains(number)).ok_or_else(|| {
        errors::array_number(
            py,
            format!("there is no start array {number}: expected {first} to {last}"),
            campione::ArrayNumberError::CODES[0],
        )
    })
}

/// A built-in variant by its id, or by what other programs call it.
pub(crate) fn named(py: Python<'_>, name: &str) -> PyResult<campione::Variant> {
    let id = campione::variant_id(name).unwrap_or(name);
    campione::Variant::named(id).map_err(|error| {
        let error = campione::UnknownVariant { id: name.to_owned(), ..error };
        errors::unknown_variant(py, &error)
    })
}

/// The same, or one with a numbered start array: `crc:27621`, `chess960:518`.
fn by_name(py: Python<'_>, name: &str) -> PyResult<Variant> {
    let is_numbered = |id: &str| named(py, id).is_ok_and(|rules| rules.numbering().is_some());
    match name.split_once(':').map(|(id, number)| (id, number.parse())) {
        Some((id, Ok(number))) if is_numbered(id) => Variant::numbered(py, id, number),
        _ => named(py, name).map(Variant::of),
    }
}

/// A variant or the name of one.
pub(crate) enum VariantOrName {
    Variant(Py<Variant>),
    Name(String),
}

impl<'a, 'py> FromPyObject<'a, 'py> for VariantOrName {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<VariantOrName> {
        if let Ok(variant) = object.cast::<Variant>() {
            return Ok(VariantOrName::Variant(variant.to_owned().unbind()));
        }
        if let Ok(name) = object.cast::<PyString>() {
            return Ok(VariantOrName::Name(name.to_cow()?.into_owned()));
        }
        let reason = format!("a variant is a Variant or its name such as 'gothic', not {}", object.get_type().name()?);
        Err(PyTypeError::new_err(reason))
    }
}

impl VariantOrName {
    pub(crate) fn get(&self, py: Python<'_>) -> PyResult<Variant> {
        match self {
            VariantOrName::Variant(variant) => Ok(*variant.get()),
            VariantOrName::Name(name) => by_name(py, name),
        }
    }
}

#[pymethods]
impl Variant {
    /// A built-in variant by its id (`variants()` lists them) or a name that other programs use (`"caparandom"`). `"crc:27621"` has
    /// that start array.
    ///
    /// Raises `UnknownVariantError`, whose `near` has the ids that look like it.
    #[classmethod]
    #[pyo3(name = "named")]
    fn of_name(_class: &Bound<'_, PyType>, py: Python<'_>, id: &str) -> PyResult<Variant> {
        by_name(py, id)
    }

    /// Reads a variant file (docs/reference/variant-files.md). `id` names the variant if the file does not.
    ///
    /// Raises `VariantError`; its `faults` have key, (line, column) from 1, and reason.
    #[classmethod]
    #[pyo3(signature = (text, id = "custom"))]
    fn from_toml(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str, id: &str) -> PyResult<Variant> {
        let read = py.detach(|| campione::Variant::from_toml(text, id));
        read.map(Variant::of).map_err(|faults| errors::file(py, &faults))
    }

    /// A game of a `variants.ini` of Fairy-Stockfish: the one of that name, or the only one.
    ///
    /// Raises `VariantError` for what is wrong with it or cannot be expressed here.
    #[classmethod]
    #[pyo3(signature = (text, name = None))]
    fn from_ini(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str, name: Option<&str>) -> PyResult<Variant> {
        let read = py.detach(|| -> Result<Result<campione::Variant, String>, FileFaults> {
            let ini = VariantIni::parse(text)?;
            let names: Vec<&str> = ini.names().collect();
            let name = match (name, names.as_slice()) {
                (Some(name), _) => name,
                (None, [only]) => only,
                (None, _) => return Ok(Err(format!("the file has several games, say which: {}", names.join(", ")))),
            };
            match ini.variant(name) {
                Some(variant) => variant.map(Ok),
                None => Ok(Err(format!("the file has no game `{name}`; it has {}", names.join(", ")))),
            }
        });
        match read {
            Ok(Ok(variant)) => Ok(Variant::of(variant)),
            Ok(Err(reason)) => Err(errors::bad_argument(py, "name", reason)),
            Err(faults) => Err(errors::file(py, &faults)),
        }
    }

    /// Capablanca Random Chess with the start array of that number, 1 to 48000.
    ///
    /// Raises `ArrayError` for another number.
    #[classmethod]
    fn crc(_class: &Bound<'_, PyType>, py: Python<'_>, number: Whole) -> PyResult<Variant> {
        Variant::numbered(py, "crc", number.0)
    }

    /// Chess960 with the start array of that number, 0 to 959.
    ///
    /// Raises `ArrayError` for another number.
    #[classmethod]
    fn chess960(_class: &Bound<'_, PyType>, py: Python<'_>, number: Whole) -> PyResult<Variant> {
        Variant::numbered(py, "chess960", number.0)
    }

    /// The id by which it is named.
    #[getter]
    fn id(&self) -> &'static str {
        self.rules.id()
    }

    /// Its name in words.
    #[getter]
    fn name(&self) -> &'static str {
        &self.rules.spec().name
    }

    /// Who made it, when, and what sets it apart; may be empty.
    #[getter]
    fn about(&self) -> &'static str {
        &self.rules.spec().about
    }

    /// Files of the board, up to 12.
    #[getter]
    fn files(&self) -> u8 {
        self.rules.files()
    }

    /// Ranks of the board, up to 10.
    #[getter]
    fn ranks(&self) -> u8 {
        self.rules.ranks()
    }

    /// The start position as a FEN.
    #[getter]
    fn start_fen(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.start(py)?.fen())
    }

    /// The number of its start array, if it was made by `crc` or `chess960`.
    #[getter]
    fn array_number(&self) -> Option<u32> {
        self.number
    }

    /// Whether king and rooks may start on other squares than the default array's, as in `crc` and `chess960`.
    #[getter]
    fn has_random_arrays(&self) -> bool {
        self.rules.has_random_arrays()
    }

    /// Whether it has the rules of the built-in variant of its id.
    #[getter]
    fn is_built_in(&self) -> bool {
        self.rules.is_built_in()
    }

    /// The pieces by their upper-case letter: name and movement in Betza's shorthand (the pawn's is empty).
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for role in self.rules.all_roles() {
            let moves = self.rules.piece_spec(role).map_or("", |piece| piece.moves.as_str());
            pieces.set_item(self.rules.role(role).letter.to_string(), (self.rules.role_name(role), moves))?;
        }
        Ok(pieces)
    }

    /// The variant as a file that `from_toml` reads back.
    fn to_toml(&self) -> String {
        self.rules.spec().to_toml()
    }

    /// What in the file from which it was made has no effect or an old name: (line, column) from 1, and a sentence.
    fn warnings<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let warnings = campione::warnings_in(self.rules, text);
        warnings.into_iter().map(|fault| ((fault.line, fault.column), fault.message()).into_pyobject(py)).collect()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Variant>().is_ok_and(|other| {
            let other = other.get();
            (self.rules, self.number) == (other.rules, other.number)
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.rules, self.number).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        match self.number {
            Some(number) => format!("Variant.{}({number})", self.rules.id()),
            None if self.is_unchanged() => format!("Variant.named({:?})", self.rules.id()),
            None => {
                format!("<Variant {}: {}x{}, from a file>", self.rules.id(), self.rules.files(), self.rules.ranks())
            }
        }
    }

    /// A built-in one is pickled by its id, any other by its file.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let own = slf.get();
        let class = slf.get_type();
        let built_in = own.is_unchanged();
        Ok(match own.number {
            Some(number) => (class.getattr(own.rules.id())?, (number,).into_pyobject(py)?),
            None if built_in => (class.getattr("named")?, (own.rules.id(),).into_pyobject(py)?),
            None => (class.getattr("from_toml")?, (own.to_toml(), own.rules.id()).into_pyobject(py)?),
        })
    }
}

/// The ids of the built-in variants, guests last.
#[pyfunction]
pub(crate) fn variant_ids() -> Vec<&'static str> {
    campione::Variant::all_ids().collect()
}

/// Our id of what other programs call so, in any case; `None` if it is no built-in variant.
#[pyfunction]
pub(crate) fn variant_id(name: &str) -> Option<&'static str> {
    campione::variant_id(name)
}

/// The names of the games of a `variants.ini`.
///
/// Raises `VariantError` if it is no such file.
#[pyfunction]
pub(crate) fn ini_names(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    match VariantIni::parse(text) {
        Ok(ini) => Ok(ini.names().map(str::to_owned).collect()),
        Err(faults) => Err(errors::file(py, &faults)),
    }
}
