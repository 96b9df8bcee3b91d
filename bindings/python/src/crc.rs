//! Start arrays and their numbers. What users see of it is `campione.crc`, in Python.

use campione::arrays::{ArrayFilter, ArrayTraits};
use campione::{ArrayNumbering, ReadPosition};
use campione::{PlacingRule, SplitMix64};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors;
use crate::variant::{Whole, array_number as checked, named};

fn numbering(py: Python<'_>, name: &str) -> PyResult<ArrayNumbering> {
    match name {
        "crc" => Ok(ArrayNumbering::Crc),
        "chess960" => Ok(ArrayNumbering::Chess960),
        other => Err(errors::bad_argument(py, "numbering", format!("`{other}` is neither crc nor chess960"))),
    }
}

fn filter(py: Python<'_>, name: &str) -> PyResult<ArrayFilter> {
    ArrayFilter::ALL.into_iter().find(|filter| filter.name() == name).ok_or_else(|| {
        let names = ArrayFilter::ALL.map(ArrayFilter::name).join(", ");
        errors::bad_argument(py, "filter", format!("there is no filter `{name}`: expected {names}"))
    })
}

#[pyfunction]
pub(crate) fn array(py: Python<'_>, number: Whole, scheme: &str) -> PyResult<String> {
    let numbering = numbering(py, scheme)?;
    let number = checked(py, numbering, number.0)?;
    numbering.array(number).map_err(|error| errors::array_number(py, error.to_string(), error.code()))
}

#[pyfunction]
pub(crate) fn array_number(py: Python<'_>, array: &str, scheme: &str) -> PyResult<u32> {
    numbering(py, scheme)?.number(array).map_err(|error| errors::array(py, &error))
}

/// The steps by which an array is set up: rule, ways, digit, first rank after it.
#[pyfunction]
pub(crate) fn array_steps(py: Python<'_>, number: Whole, scheme: &str) -> PyResult<Vec<(String, u32, u32, String)>> {
    let numbering = numbering(py, scheme)?;
    let number = checked(py, numbering, number.0)?;
    let steps = numbering.steps(number).map_err(|error| errors::array_number(py, error.to_string(), error.code()))?;
    let rule = |rule: PlacingRule| match rule {
        PlacingRule::Order => "order".to_owned(),
        PlacingRule::Piece { letter, .. } => letter.to_string(),
        PlacingRule::Knights => "knights".to_owned(),
        PlacingRule::King => "king".to_owned(),
        PlacingRule::Rooks => "rooks".to_owned(),
    };
    Ok(steps.iter().map(|step| (rule(step.rule), step.ways, step.digit, step.rank())).collect())
}

#[pyfunction]
pub(crate) fn array_traits(py: Python<'_>, number: Whole) -> PyResult<Bound<'_, PyDict>> {
    let number = checked(py, ArrayNumbering::Crc, number.0)?;
    let start = named(py, "crc")?.array(number).map_err(|error| errors::start(py, &error))?;
    let traits = ArrayTraits::of(&start);
    let facts = PyDict::new(py);
    let unprotected: Vec<String> = traits.unprotected.into_iter().map(|square| square.to_string()).collect();
    facts.set_item("unprotected", unprotected)?;
    facts.set_item("unlike_gothic", traits.unlike_gothic)?;
    facts.set_item("bishops_together", traits.bishops_together)?;
    Ok(facts)
}

#[pyfunction]
pub(crate) fn filtered_arrays(py: Python<'_>, filter: &str) -> PyResult<Vec<u32>> {
    let filter = self::filter(py, filter)?;
    Ok(py.detach(|| filter.map().numbers().collect()))
}

#[pyfunction]
pub(crate) fn array_count(py: Python<'_>, filter: &str) -> PyResult<u32> {
    let filter = self::filter(py, filter)?;
    Ok(py.detach(|| filter.map().count()))
}

#[pyfunction]
pub(crate) fn passes_filter(py: Python<'_>, number: Whole, filter: &str) -> PyResult<bool> {
    let filter = self::filter(py, filter)?;
    let number = checked(py, ArrayNumbering::Crc, number.0)?;
    Ok(py.detach(|| filter.map().contains(number)))
}

#[pyfunction]
pub(crate) fn choose_array(py: Python<'_>, seed: u64, filter: &str) -> PyResult<u32> {
    let filter = self::filter(py, filter)?;
    Ok(py.detach(|| filter.map().choose(&mut SplitMix64::new(seed))))
}
