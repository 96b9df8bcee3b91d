//! A count that can be killed at any moment and continued later.

mod format;
#[cfg(fuzzing)]
pub mod fuzzing;
mod plan;
mod tally;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use campione_movegen::{Perft, Position};
use campione_notation::{fen, uci};
use rayon::prelude::*;

use super::input::read_whole;
use super::{Durable, Warn};

use format::{Header, State};
use plan::Plan;
pub use tally::Tally;

/// Saves are at least this far apart.
const OFTEN: Duration = Duration::from_millis(100);

/// After this time even a little work is saved.
const SELDOM: Duration = Duration::from_secs(30);

/// This part of all work is worth saving earlier.
const WORTH: f64 = 0.0025;

/// Saving takes at most one part in this many of the time.
const PATIENCE: u32 = 20;

/// A count whose results are kept in a file.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("count");
/// use campione_core::Variant;
/// use campione_cli::count::Checkpoint;
/// use campione_movegen::{Perft, Position};
/// let start = Position::start(Variant::named("chess")?);
/// let warn = |message: &str| eprintln!("{message}");
/// let checkpoint = Checkpoint::open(&path, "chess", &start, 4, &warn)?;
/// assert_eq!(checkpoint.count(Perft::new(), &warn).nodes, 197_281);
/// // The second time the result is read from the file.
/// let checkpoint = Checkpoint::open(&path, "chess", &start, 4, &warn)?;
/// assert!(checkpoint.is_complete());
/// assert_eq!(checkpoint.count(Perft::new(), &warn).nodes, 197_281);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Checkpoint {
    file: PathBuf,
    job: Job,
    /// The right to write the file; none is needed if the count is complete.
    durable: Option<Durable>,
}

/// The result of a count; only a part of it if it was stopped.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckpointCount {
    /// How much of the tree is counted, from 0 to 1; `None` if all.
    pub done: Option<f64>,
    /// The nodes so far.
    pub nodes: u128,
    /// The count after each first move, sorted by the moves' names; moves whose count is not complete are left out.
    pub parts: Vec<(String, u128)>,
    /// The time of all runs.
    pub time: Duration,
    /// What the user should know about the file, if anything.
    pub warning: Option<String>,
}

impl Checkpoint {
    /// Opens the count of `position` to `depth` plies in `file`, which need not exist, and locks the file unless the count
    /// is complete. `variant` is a name that is the same only for the same rules.
    ///
    /// # Errors
    /// The file is something else or the checkpoint of another count, and stays as it is; or it cannot be written, or
    /// another process writes it.
    pub fn open(
        file: &Path,
        variant: &str,
        position: &Position,
        depth: u32,
        warn: Warn<'_>,
    ) -> anyhow::Result<Checkpoint> {
        let header = Header { variant: variant.to_owned(), fen: fen::write(position), depth };
        let job =
            |state: Option<&State>| Job::new(position, &header, state).with_context(|| file.display().to_string());
        // Before the lock: a complete count needs none, and may lie in a folder that nobody can write to.
        let saved = read(file, &header)?;
        if saved.as_ref().is_some_and(|state| state.counts.len() == state.units) {
            return Ok(Checkpoint { file: file.to_owned(), job: job(saved.as_ref())?, durable: None });
        }
        let durable = Durable::lock(file, warn)?;
        // Another process that had the lock before may have continued the count.
        let job = job(read(file, &header)?.as_ref())?;
        // If nothing can be saved there, it is better to know that before the count than after it.
        durable.replace(job.state().write().as_bytes())?;
        Ok(Checkpoint { file: file.to_owned(), job, durable: Some(durable) })
    }

    /// The way to watch and stop the count.
    pub fn tally(&self) -> Arc<Tally> {
        self.job.tally.clone()
    }

    /// Whether all units are counted.
    pub fn is_complete(&self) -> bool {
        self.job.tally.is_complete()
    }

    /// Counts what is not yet known on the threads of the current [`rayon`] pool, and saves the results as they come. If
    /// they cannot be saved, the count continues, and `warn` is told.
    pub fn count(&self, perft: Perft<'_>, warn: Warn<'_>) -> CheckpointCount {
        let Some(durable) = &self.durable else { return self.job.result(None) };
        let perft = perft.with_monitor(&self.job.tally.monitor);
        thread::scope(|scope| {
            let (end, ended) = mpsc::channel::<()>();
            scope.spawn(move || save(&self.job, durable, &ended, warn));
            self.job.work(perft);
            drop(end);
        });
        let warning = match durable.replace(self.job.state().write().as_bytes()) {
            Ok(()) if self.is_complete() => None,
            Ok(()) => Some(format!("campione: saved in {}; the same command goes on from there", self.file.display())),
            Err(error) => Some(format!("campione: {error:#}; results that are not in it are lost")),
        };
        self.job.result(warning)
    }
}

/// No checkpoint has this many bytes: it has some thousand units, or one for each legal move.
const MAX_CHECKPOINT: u64 = 256 << 20;

/// Reads the state of a count from a file; `None` if the file is missing or empty.
///
/// # Errors
/// The file is something else, which must not be overwritten.
fn read(file: &Path, header: &Header) -> anyhow::Result<Option<State>> {
    let name = || file.display().to_string();
    match fs::metadata(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Ok(kind) if !kind.is_file() => bail!("{}: this is not a regular file, so it cannot be replaced", name()),
        _ => {}
    }
    let content = match fs::File::open(file).and_then(|file| read_whole(file, MAX_CHECKPOINT)) {
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            bail!("{}: {error}, longer than any checkpoint, and was left as it is; name another file", name())
        }
        content => content.with_context(name)?,
    };
    if content.is_empty() {
        // An empty file, as `mktemp` makes it: nothing can be lost.
        return Ok(None);
    }
    let state = State::read(&content).with_context(name)?;
    let Header { variant, fen, depth } = &state.header;
    let mut differences = Vec::new();
    let mut compare = |what: &str, there: &str, here: &str| {
        if there != here {
            differences.push(format!("{what} is {there} there and {here} here"));
        }
    };
    compare("the variant", variant, &header.variant);
    compare("the position", fen, &header.fen);
    compare("the depth", &depth.to_string(), &header.depth.to_string());
    if !differences.is_empty() {
        bail!("{}: this is the checkpoint of another count: {}; name another file", name(), differences.join(", "));
    }
    Ok(Some(state))
}

/// Saves now and then, until the sender of `ended` is dropped.
fn save(job: &Job, durable: &Durable, ended: &mpsc::Receiver<()>, warn: Warn<'_>) {
    let (mut last, mut pause, mut warned) = (Instant::now(), OFTEN, false);
    let mut saved = job.tally.work();
    let worth = (job.tally.all_work() as f64 * WORTH) as u64;
    // Waits for the end or for the next look, whichever comes first; a plain sleep would delay the end.
    while ended.recv_timeout(OFTEN / 4) == Err(RecvTimeoutError::Timeout) {
        // All that is known by now is saved. Results that come while saving may be saved or not.
        let work = job.tally.work();
        if last.elapsed() < pause || work == saved || (work - saved < worth && last.elapsed() < SELDOM) {
            continue;
        }
        let start = Instant::now();
        match durable.replace(job.state().write().as_bytes()) {
            Ok(()) => saved = work,
            Err(error) if !warned => {
                warn(&format!("campione: {error:#}; the count goes on"));
                warned = true;
            }
            Err(_) => {}
        }
        last = Instant::now();
        pause = OFTEN.max(start.elapsed() * PATIENCE);
    }
}

/// A count that is split into units.
#[derive(Debug)]
struct Job {
    position: Position,
    header: Header,
    plan: Plan,
    tally: Arc<Tally>,
    /// The time of earlier runs.
    before: Duration,
    start: Instant,
}

impl Job {
    fn new(position: &Position, header: &Header, saved: Option<&State>) -> anyhow::Result<Job> {
        let plan = match saved {
            None => Plan::choose(position, header.depth, rayon::current_num_threads()),
            Some(state) => {
                let plan = Plan::again(position, header.depth, state.plies, state.units);
                plan.filter(|plan| plan.fingerprint == state.fingerprint).context(
                    "this checkpoint is of another version of the program, which had other units of work; \
                    go on with that version, or name another file",
                )?
            }
        };
        let tally = Tally::new(&plan);
        for &(unit, nodes) in saved.iter().flat_map(|state| &state.counts) {
            tally.note(unit, nodes);
        }
        // The file may name any numbers, and `nodes` adds them up unchecked.
        tally.checked_nodes().context("this checkpoint has more nodes than there can be; name another file")?;
        let before = Duration::from_millis(saved.map_or(0, |state| state.milliseconds));
        Ok(Job {
            position: *position,
            header: header.clone(),
            plan,
            tally: Arc::new(tally),
            before,
            start: Instant::now(),
        })
    }

    /// Counts all units that are not yet known, until the end or a signal.
    fn work(&self, how: Perft<'_>) {
        let rest = self.header.depth - self.plan.plies;
        self.plan.units.par_iter().enumerate().for_each(|(index, unit)| {
            if self.tally.count(index).is_none()
                && !self.tally.monitor.is_stopped()
                && let Some(nodes) = how.count(&unit.position, rest)
            {
                self.tally.note(index, nodes);
            }
        });
    }

    fn state(&self) -> State {
        let units = self.plan.units.len();
        State {
            header: self.header.clone(),
            plies: self.plan.plies,
            units,
            fingerprint: self.plan.fingerprint,
            milliseconds: u64::try_from(self.time().as_millis()).unwrap_or(u64::MAX),
            counts: (0..units).filter_map(|unit| Some((unit, self.tally.count(unit)?))).collect(),
        }
    }

    /// The time of all runs.
    fn time(&self) -> Duration {
        self.before.saturating_add(self.start.elapsed())
    }

    fn result(&self, warning: Option<String>) -> CheckpointCount {
        let moves = self.plan.moves.iter();
        let mut parts: Vec<(String, Option<u128>)> =
            moves.map(|&mv| (uci::write(mv, &self.position), Some(0))).collect();
        for (index, unit) in self.plan.units.iter().enumerate() {
            for &(first, paths) in &unit.paths {
                if let Some((_, part)) = parts.get_mut(first) {
                    *part = part.zip(self.tally.count(index)).map(|(sum, nodes)| sum + nodes * paths);
                }
            }
        }
        let mut parts: Vec<(String, u128)> = parts.into_iter().filter_map(|(mv, nodes)| Some((mv, nodes?))).collect();
        parts.sort();
        let (nodes, tree) = self.tally.nodes();
        let done = (!self.tally.is_complete()).then_some(tree);
        CheckpointCount { done, nodes, parts, time: self.time(), warning }
    }
}
