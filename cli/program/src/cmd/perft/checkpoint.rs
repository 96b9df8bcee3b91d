//! `--checkpoint FILE`: a count that can be killed at any moment and continued later.

mod format;
#[cfg(fuzzing)]
pub(crate) mod fuzzing;
mod plan;
mod tally;

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use campione_movegen::{Perft, Position};
use campione_notation::{fen, uci};
use rayon::prelude::*;

use super::Counted;
use crate::durable::Durable;
use crate::games;
use crate::io::{complain, read_whole};
use crate::watch::Watch;

use format::{Header, State};
use plan::Plan;
use tally::Tally;

/// Saves are at least this far apart.
const OFTEN: Duration = Duration::from_millis(100);

/// After this time even a little work is saved.
const SELDOM: Duration = Duration::from_secs(30);

/// This part of all work is worth saving earlier.
const WORTH: f64 = 0.0025;

/// Saving takes at most one part in this many of the time.
const PATIENCE: u32 = 20;

/// Counts, with the results in `file`, and saves all results there.
pub(super) fn count(
    watch: &Watch,
    how: Perft<'_>,
    position: &Position,
    depth: u32,
    divide: bool,
    file: &Path,
) -> anyhow::Result<Counted> {
    let header = Header { variant: games::identity(position.variant()), fen: fen::write(position), depth };
    let job = |state: Option<&State>| Job::new(position, &header, state).with_context(|| file.display().to_string());
    let saved = read(file, &header)?;
    if saved.as_ref().is_some_and(|state| state.counts.len() == state.units) {
        return Ok(job(saved.as_ref())?.result(position, divide, None));
    }
    let durable = Durable::lock(file)?;
    // Another process that had the lock before may have continued the count.
    let saved = read(file, &header)?;
    let job = job(saved.as_ref())?;
    // If nothing can be saved there, it is better to know that before the count than after it.
    durable.replace(job.state().write().as_bytes())?;
    let how = how.with_monitor(&job.tally.monitor);
    thread::scope(|scope| {
        let (end, ended) = mpsc::channel::<()>();
        let (job, durable) = (&job, &durable);
        scope.spawn(move || save(job, durable, &ended));
        watch.during(job.tally.clone(), || job.work(how));
        drop(end);
    });
    let complete = job.tally.is_complete();
    let warning = match durable.replace(job.state().write().as_bytes()) {
        Ok(()) if complete => None,
        Ok(()) => Some(format!("campione: saved in {}; the same command goes on from there", file.display())),
        Err(error) => Some(format!("campione: {error:#}; results that are not in it are lost")),
    };
    Ok(job.result(position, divide, warning))
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
            bail!("{}: {error}, longer than any checkpoint; it stays as it is, name another file", name())
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
fn save(job: &Job, durable: &Durable, ended: &mpsc::Receiver<()>) {
    let (mut last, mut pause, mut complained) = (Instant::now(), OFTEN, false);
    let mut saved = job.tally.work();
    let worth = (job.tally.all_work() as f64 * WORTH) as u64;
    while ended.recv_timeout(OFTEN / 4) == Err(RecvTimeoutError::Timeout) {
        // All that is known by now is saved. Results that come while saving may be saved or not.
        let work = job.tally.work();
        if last.elapsed() < pause || work == saved || (work - saved < worth && last.elapsed() < SELDOM) {
            continue;
        }
        let start = Instant::now();
        match durable.replace(job.state().write().as_bytes()) {
            Ok(()) => saved = work,
            Err(error) if !complained => {
                complain(&format!("campione: {error:#}; the count goes on"));
                complained = true;
            }
            Err(_) => {}
        }
        last = Instant::now();
        pause = OFTEN.max(start.elapsed() * PATIENCE);
    }
}

/// A count that is split into units.
struct Job {
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
        tally.checked_nodes().context("this checkpoint has more nodes than there can be; name another file")?;
        let before = Duration::from_millis(saved.map_or(0, |state| state.milliseconds));
        Ok(Job { header: header.clone(), plan, tally: Arc::new(tally), before, start: Instant::now() })
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

    fn result(&self, position: &Position, divide: bool, warning: Option<String>) -> Counted {
        let moves = self.plan.moves.iter().filter(|_| divide);
        let mut parts: Vec<(String, Option<u128>)> = moves.map(|&mv| (uci::write(mv, position), Some(0))).collect();
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
        Counted { done, nodes, parts, stats: None, time: self.time(), warning }
    }
}
