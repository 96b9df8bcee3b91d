//! `campione perft --units FILE`: counts the units of a file, and appends the results to it as they come.
//!
//! Each result is one write at the end of the file. If the program is killed, the file has whole lines and perhaps the
//! beginning of one more. The next run recognizes that beginning by the unit that it repeats, and cuts it off.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::crew::{Crew, lock};
use super::ledger::{End, Ledger};
use super::report;
use crate::args::Common;
use crate::io::complain;
use crate::progress::{self, Progress};
use crate::watch::{Watch, Work};
use crate::{Verdict, interrupt};

/// A power failure loses at most the work of this time.
const SYNC: Duration = Duration::from_secs(5);

/// The file that takes the results.
struct Results<'f> {
    file: &'f File,
    synced: Instant,
    nodes: Vec<(usize, u128)>,
    faults: Vec<(usize, String)>,
    error: Option<io::Error>,
}

impl Results<'_> {
    fn append(&mut self, line: &str, nodes: u128) -> io::Result<()> {
        self.file.write_all(format!("{line}\t{nodes}\n").as_bytes())?;
        if self.synced.elapsed() >= SYNC {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}

/// The units under way.
struct Counting {
    crew: Arc<Crew>,
    counted: AtomicUsize,
    all: usize,
}

impl Work for Counting {
    fn stop(&self) {
        self.crew.monitor.stop();
    }

    fn progress(&self, elapsed: Duration) -> Progress {
        let (counted, nodes) = (self.counted.load(Ordering::Relaxed), self.crew.monitor.nodes());
        let nodes = progress::nodes(nodes, 0.0, nodes, elapsed);
        let done = counted as f64 / self.all.max(1) as f64;
        Progress { done, text: format!("{counted} of {} units, {nodes}", self.all) }
    }
}

pub(super) fn run(common: &Common, crew: Arc<Crew>, path: &Path) -> anyhow::Result<Verdict> {
    let watch = Watch::start()?;
    let name = || path.display().to_string();
    if fs::metadata(path).is_ok_and(|kind| !kind.is_file()) {
        bail!("{}: not a regular file, so it cannot keep the results; `--units -` reads units as they come", name());
    }
    let file = OpenOptions::new().read(true).append(true).open(path).with_context(name)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => bail!("{}: another process counts these units", name()),
        Err(TryLockError::Error(error)) => {
            complain(&format!("{}: cannot be locked ({error}): let no other process count these units", name()));
        }
    }
    let mut ledger = Ledger::default();
    ledger.read(None, BufReader::new(&file)).with_context(name)?;
    let end = ledger.settle();
    let (known, pending) = (ledger.known(), ledger.pending());
    if !pending.is_empty() {
        end_last_line(&file, end).with_context(name)?;
    }
    let results = Results { file: &file, synced: Instant::now(), nodes: Vec::new(), faults: Vec::new(), error: None };
    let results = Mutex::new(results);
    let units = pending.iter().map(|&index| (index, ledger.line(index)));
    let work = Arc::new(Counting { crew, counted: AtomicUsize::new(0), all: pending.len() });
    let done = |index, line: &str, nodes| {
        work.counted.fetch_add(1, Ordering::Relaxed);
        let mut results = lock(&results);
        match nodes {
            // After an error the file may end with half a line, so nothing more is appended.
            Ok(_) if results.error.is_some() => {}
            Ok(nodes) => match results.append(line, nodes) {
                Ok(()) => results.nodes.push((index, nodes)),
                Err(error) => {
                    results.error = Some(error);
                    work.stop();
                }
            },
            Err(error) => results.faults.push((index, error)),
        }
    };
    watch.during(work.clone(), || work.crew.count(units, done));
    let Results { nodes, mut faults, error, .. } = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    error.map_or_else(|| file.sync_data(), Err).with_context(name)?;
    faults.sort_unstable();
    for (index, fault) in &faults {
        ledger.uncountable(*index, fault);
    }
    for &(index, nodes) in &nodes {
        ledger.put(index, nodes);
    }
    let verdict = report(common, ledger, Some((nodes.len(), known)))?;
    if nodes.len() + faults.len() < pending.len() {
        interrupt::check()?;
    }
    Ok(verdict)
}

/// Makes sure that appended results begin on a new line.
fn end_last_line(mut file: &File, end: End) -> anyhow::Result<()> {
    match end {
        End::Clean => {}
        End::Whole => file.write_all(b"\n")?,
        End::Torn(offset) => file.set_len(offset)?,
        End::Doubtful(line) => bail!(
            "line {line} has no newline, and no other line has its unit: its last digits may be missing. Make it a unit by \
             deleting the last field, or end the line if it is right"
        ),
    }
    Ok(())
}
