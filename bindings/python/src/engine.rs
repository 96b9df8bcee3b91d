//! The engine. What users see of it is `campione.engine`, in Python.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::Poll;
use std::thread::Builder;
use std::time::Duration;

use campione::{
    Clock, Control, Engine, EngineConfig, Limits, NetChoice, Position, Report, Score, SearchResult, Strength,
};
use pyo3::prelude::*;

use crate::board::{Board, Outcome};
use crate::long::{TICK, lock};
use crate::moves::{Move, MoveOrText, raise};
use crate::{errors, long};

/// The stack of the thread that searches, in bytes.
const STACK: usize = 16 << 20;

/// What a search has come to.
#[derive(Default)]
struct Progress {
    reports: VecDeque<Report>,
    result: Option<SearchResult>,
    ended: bool,
}

/// A search that goes on.
struct Run {
    control: Control,
    progress: Mutex<Progress>,
    changed: Condvar,
}

impl Run {
    fn change(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut lock(&self.progress));
        self.changed.notify_all();
    }

    /// Waits until `found` finds something, or the search has ended (`Ready(None)`), or a tick is over (`Pending`).
    fn wait<T>(&self, found: impl Fn(&mut Progress) -> Option<T>) -> Poll<Option<T>> {
        let mut progress = lock(&self.progress);
        for _ in 0..2 {
            if let Some(found) = found(&mut progress) {
                return Poll::Ready(Some(found));
            }
            if progress.ended {
                return Poll::Ready(None);
            }
            progress = self.changed.wait_timeout(progress, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
        Poll::Pending
    }

    /// The same as long as it takes; a signal that raises an exception ends the search.
    fn wait_for<T: Send>(
        &self,
        py: Python<'_>,
        found: impl Fn(&mut Progress) -> Option<T> + Sync,
    ) -> PyResult<Option<T>> {
        loop {
            if let Poll::Ready(found) = py.detach(|| self.wait(&found)) {
                return Ok(found);
            }
            if let Err(error) = py.check_signals() {
                self.control.stop();
                return Err(error);
            }
        }
    }
}

/// Says that a search has ended, even by a panic.
struct EndAtEnd(Arc<Run>);

impl Drop for EndAtEnd {
    fn drop(&mut self) {
        self.0.change(|progress| progress.ended = true);
    }
}

/// An engine: one search at a time.
#[pyclass(frozen, module = "campione._campione")]
pub(crate) struct RawEngine {
    engine: Arc<Mutex<Engine>>,
    threads: usize,
    last: Mutex<Option<Arc<Run>>>,
}

impl RawEngine {
    /// Waits for a search that was told to stop; one that was not is an error.
    fn free(&self, py: Python<'_>) -> PyResult<()> {
        let last = lock(&self.last).clone();
        let Some(run) = last else { return Ok(()) };
        if !run.control.is_stopped() && !lock(&run.progress).ended {
            return Err(errors::engine(py, "the engine is busy: it searches one position at a time"));
        }
        run.wait_for::<()>(py, |_| None).map(|_| ())
    }
}

/// What Python says of limits: milliseconds and numbers that it has checked.
#[derive(FromPyObject)]
struct RawLimits {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    mate: Option<u32>,
    clock: Option<(f64, f64, Option<u32>)>,
    multipv: usize,
    moves: Vec<MoveOrText>,
}

/// Seconds; what is too large for a clock is a very long time.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::from_secs(u64::from(u32::MAX)))
}

#[pymethods]
impl RawEngine {
    #[new]
    fn new(py: Python<'_>, hash: usize, threads: usize, net: bool) -> PyResult<RawEngine> {
        let nets = if net { NetChoice::Embedded } else { NetChoice::Off };
        let config = EngineConfig::default().with_hash(hash).with_threads(threads).with_nets(nets);
        let engine = py.detach(|| Engine::new(&config)).map_err(|error| errors::engine(py, error.to_string()))?;
        Ok(RawEngine { engine: Arc::new(Mutex::new(engine)), threads, last: Mutex::new(None) })
    }

    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.free(py)?;
        long::short(py, || lock(&self.engine).clear());
        Ok(())
    }

    /// The least and the greatest Elo number.
    #[staticmethod]
    fn elo_range() -> (u32, u32) {
        Strength::elo_range().into_inner()
    }

    /// Sets a strength: a level, or else an Elo number, which Python has checked.
    fn set_strength(&self, py: Python<'_>, level: Option<u32>, elo: Option<u32>, seed: u64) -> PyResult<()> {
        self.free(py)?;
        let strength = level.map_or_else(|| elo.and_then(Strength::of_elo), Strength::of_level);
        long::short(py, || {
            let mut engine = lock(&self.engine);
            let config = engine.config().clone().with_strength(strength.unwrap_or_default(), seed);
            let configured = engine.configure(&config);
            engine.clear();
            configured
        })
        .map_err(|error| errors::engine(py, error.to_string()))
    }

    fn start(&self, py: Python<'_>, board: Py<Board>, limits: RawLimits) -> PyResult<RawSearch> {
        self.free(py)?;
        let game = board.get().game();
        let position = *game.position();
        let mut search_moves = Vec::new();
        for (at, mv) in limits.moves.iter().enumerate() {
            search_moves.push(mv.find(&position).map_err(|error| raise(py, &error, &position, Some(at)))?);
        }
        let clock = limits.clock.map(|(left, increment, moves_to_go)| Clock {
            remaining: seconds(left),
            increment: seconds(increment),
            moves_to_go,
            overhead: Duration::from_millis(10),
        });
        let limits = Limits {
            depth: limits.depth,
            nodes: limits.nodes,
            time: limits.time.map(seconds),
            mate: limits.mate,
            clock,
            multipv: limits.multipv,
            search_moves,
            ..Limits::default()
        };
        let run = Arc::new(Run { control: Control::new(), progress: Mutex::default(), changed: Condvar::new() });
        let (own, engine) = (Arc::clone(&run), Arc::clone(&self.engine));
        let search = move || {
            let end = EndAtEnd(own);
            let run = &*end.0;
            let mut engine = lock(&engine);
            let mut report = |report: &Report| run.change(|progress| progress.reports.push_back(report.clone()));
            let result = engine.search(&game, &limits, &run.control, &mut report);
            run.change(|progress| progress.result = Some(result));
        };
        let mut last = lock(&self.last);
        Builder::new()
            .name("campione-search".to_owned())
            .stack_size(STACK)
            .spawn(search)
            .map_err(|error| errors::engine(py, format!("the system gives no thread: {error}")))?;
        *last = Some(Arc::clone(&run));
        Ok(RawSearch { run, position })
    }
}

/// A report in Python: depth, seldepth, multipv, centipawns, mate, nodes, seconds, hashfull, line.
type ReportTuple = (u32, u32, usize, Option<i32>, Option<i32>, u64, f64, u32, Vec<Move>);

/// A search.
#[pyclass(frozen, module = "campione._campione")]
pub(crate) struct RawSearch {
    run: Arc<Run>,
    position: Position,
}

impl RawSearch {
    fn tell(&self, report: Report) -> ReportTuple {
        let (cp, mate) = match report.score {
            Score::Cp(cp) => (Some(cp), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        let mut position = self.position;
        let line = report.pv.iter().map(|&mv| {
            let told = Move::of(mv, &position);
            position = position.play_unchecked(mv);
            told
        });
        let line = line.collect();
        (
            report.depth,
            report.seldepth,
            report.multipv,
            cp,
            mate,
            report.nodes,
            report.time.as_secs_f64(),
            report.hashfull,
            line,
        )
    }
}

#[pymethods]
impl RawSearch {
    /// The next report; `None` when the search has ended.
    fn next(&self, py: Python<'_>) -> PyResult<Option<ReportTuple>> {
        let report = self.run.wait_for(py, |progress| progress.reports.pop_front())?;
        Ok(report.map(|report| self.tell(report)))
    }

    fn stop(&self) {
        self.run.control.stop();
    }

    /// Waits for the end: best move, expected answer, outcome of a game that is over, last lines, nodes, seconds, and in how
    /// many moves there is no mate.
    #[allow(clippy::type_complexity, reason = "it is taken apart at once")]
    fn wait(
        &self,
        py: Python<'_>,
    ) -> PyResult<(Option<Move>, Option<Move>, Option<Outcome>, Vec<ReportTuple>, u64, f64, u32)> {
        self.run.wait_for::<()>(py, |_| None)?;
        let result = lock(&self.run.progress).result.clone().ok_or_else(errors::bug)?;
        let best = result.best.map(|mv| Move::of(mv, &self.position));
        let after = result.best.map(|mv| self.position.play_unchecked(mv));
        let ponder = result.ponder.zip(after).map(|(mv, after)| Move::of(mv, &after));
        let lines = result.lines.into_iter().map(|report| self.tell(report)).collect();
        let (outcome, time) = (result.outcome.map(Outcome::of), result.time.as_secs_f64());
        Ok((best, ponder, outcome, lines, result.nodes, time, result.no_mate_in))
    }

    /// Nodes searched so far, and the depth that is complete.
    fn progress(&self) -> (u64, u32) {
        (self.run.control.nodes(), self.run.control.depth())
    }
}

impl Drop for RawSearch {
    fn drop(&mut self) {
        self.run.control.stop();
    }
}
