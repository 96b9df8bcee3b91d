//! Perft.

use campione::MAX_PERFT_DEPTH;
use campione::{Perft, PerftMonitor, PerftTable, Position};
use pyo3::prelude::*;

use super::Board;
use crate::moves::Move;
use crate::variant::Whole;
use crate::{errors, long};

/// Counts of so few plies take no time worth a thread.
const SHORT: u32 = 3;

/// How to count.
struct How {
    depth: u32,
    threads: usize,
    table: Option<PerftTable>,
}

impl How {
    fn new(
        py: Python<'_>,
        position: &Position,
        Whole(depth): Whole,
        threads: Option<Whole>,
        hash: Option<Whole>,
    ) -> PyResult<How> {
        let depth = u32::try_from(depth).ok().filter(|&depth| depth <= MAX_PERFT_DEPTH).ok_or_else(|| {
            errors::bad_argument(py, "depth", format!("{depth} is no number of plies from 0 to {MAX_PERFT_DEPTH}"))
        })?;
        let threads = self::threads(py, threads)?;
        let table = match hash {
            None | Some(Whole(0)) => None,
            Some(Whole(mebibytes)) => {
                let size = usize::try_from(mebibytes)
                    .map_err(|_| errors::bad_argument(py, "hash", format!("{mebibytes} is no number of mebibytes")))?;
                let table = py.detach(|| PerftTable::for_count(size, position, depth));
                Some(table.ok_or_else(|| errors::engine(py, format!("the system has no {size} MB for the table")))?)
            }
        };
        Ok(How { depth, threads, table })
    }

    fn perft<'a>(&'a self, monitor: &'a PerftMonitor) -> Perft<'a> {
        let perft = Perft::new().with_monitor(monitor);
        self.table.as_ref().map_or(perft, |table| perft.with_table(table))
    }

    /// Counts without Python's lock, so that Ctrl-C ends it.
    fn count<T: Send>(&self, py: Python<'_>, count: impl FnOnce(Perft<'_>) -> T + Send) -> PyResult<T> {
        let monitor = PerftMonitor::new();
        if self.depth <= SHORT {
            return Ok(long::short(py, || count(self.perft(&monitor))));
        }
        let pool = long::pool(py, self.threads)?;
        long::run(py, || monitor.stop(), || pool.install(|| count(self.perft(&monitor))))
    }
}

/// A number of threads: those that the machine runs at once unless it is said.
pub(super) fn threads(py: Python<'_>, threads: Option<Whole>) -> PyResult<usize> {
    let Some(Whole(threads)) = threads else { return Ok(long::cores()) };
    usize::try_from(threads)
        .ok()
        .filter(|threads| (1..=1024).contains(threads))
        .ok_or_else(|| errors::bad_argument(py, "threads", format!("{threads} is no number of threads from 1 to 1024")))
}

#[pymethods]
impl Board {
    /// The number of legal move paths of `depth` plies; 1 for depth 0. Draws do not end a path.
    ///
    /// `threads` is all that the machine has unless it is said, `hash` a table in mebibytes, which makes deep counts faster.
    /// Other threads of Python run meanwhile; Ctrl-C ends it. Raises `ArgumentError`, and `EngineError` without memory.
    #[pyo3(signature = (depth, *, threads = None, hash = None))]
    fn perft(&self, py: Python<'_>, depth: Whole, threads: Option<Whole>, hash: Option<Whole>) -> PyResult<u128> {
        let position = self.position();
        let how = How::new(py, &position, depth, threads, hash)?;
        let count = how.count(py, |perft| perft.count(&position, how.depth))?;
        count.ok_or_else(errors::bug)
    }

    /// For each legal move the perft of `depth - 1` after it; empty for depth 0. Arguments and errors as `perft`.
    #[pyo3(signature = (depth, *, threads = None, hash = None))]
    fn divide(
        &self,
        py: Python<'_>,
        depth: Whole,
        threads: Option<Whole>,
        hash: Option<Whole>,
    ) -> PyResult<Vec<(Move, u128)>> {
        let position = self.position();
        let how = How::new(py, &position, depth, threads, hash)?;
        let parts = how.count(py, |perft| perft.divide(&position, how.depth))?;
        let parts = parts.into_iter().map(|(mv, nodes)| Some((Move::of(mv, &position), nodes?)));
        parts.collect::<Option<_>>().ok_or_else(errors::bug)
    }
}
