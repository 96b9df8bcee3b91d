//! Counts the units of a file, and appends the results to it as they come.
//!
//! Each result is one write at the end of the file. If the program is killed, the file has whole lines and perhaps the
//! beginning of one more. The next run recognizes that beginning by the unit that it repeats, and cuts it off.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::counter::{UnitCounter, lock};
use super::ledger::{End, Ledger};
use super::{Total, Warn};

/// A power failure loses at most the work of this time.
const SYNC: Duration = Duration::from_secs(5);

/// A file of units and results, locked while this value lives.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("units");
/// use campione_core::Variant;
/// use campione_cli::count::{CountedVariant, UnitCounter, UnitFile};
/// let unit = "chess\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t3\t1";
/// std::fs::write(&path, format!("{unit}\n"))?;
/// let find = |name: &str| {
///     let variant = Variant::named(name).map_err(|error| error.to_string())?;
///     Ok(CountedVariant { variant, table: None })
/// };
/// let file = UnitFile::open(&path, &|message| eprintln!("{message}"))?;
/// let counts = file.count(&UnitCounter::new(false, find), || {})?;
/// assert_eq!((counts.now, counts.before, counts.total.nodes), (1, 0, Some(8902)));
/// assert_eq!(std::fs::read_to_string(&path)?, format!("{unit}\n{unit}\t8902\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UnitFile<'w> {
    name: String,
    file: File,
    ledger: Ledger<'w>,
    pending: Vec<usize>,
}

impl std::fmt::Debug for UnitFile<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UnitFile")
            .field("name", &self.name)
            .field("pending", &self.pending.len())
            .finish_non_exhaustive()
    }
}

/// What became of the units of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitCounts {
    /// The number of units counted in this run.
    pub now: usize,
    /// The number of units whose result was known before.
    pub before: usize,
    /// Whether units are left because the count was stopped.
    pub stopped: bool,
    /// The sum of all results.
    pub total: Total,
}

/// The results as they come.
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

impl<'w> UnitFile<'w> {
    /// Opens, locks and reads a file. Lines that cannot be used go to `warn`, and so does a file that cannot be locked.
    ///
    /// # Errors
    /// It cannot be read and written, it is not a regular file, another process counts its units, or its last line may be
    /// a result that lacks digits.
    pub fn open(path: &Path, warn: Warn<'w>) -> anyhow::Result<UnitFile<'w>> {
        let name = path.display().to_string();
        if fs::metadata(path).is_ok_and(|kind| !kind.is_file()) {
            bail!("{name}: not a regular file, so it cannot keep the results; `--units -` reads units as they come");
        }
        let file = OpenOptions::new().read(true).append(true).open(path).with_context(|| name.clone())?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{name}: another process counts these units"),
            Err(TryLockError::Error(error)) => {
                warn(&format!("{name}: cannot be locked ({error}): let no other process count these units"));
            }
        }
        // After the lock: another process might still append.
        let mut ledger = Ledger::new(warn);
        ledger.read(None, BufReader::new(&file)).with_context(|| name.clone())?;
        let end = ledger.settle_all();
        let pending = ledger.pending();
        // If nothing is to be appended, the file stays as it is to the last byte.
        if !pending.is_empty() {
            end_last_line(&file, end).with_context(|| name.clone())?;
        }
        Ok(UnitFile { name, file, ledger, pending })
    }

    /// The number of units without a result.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Counts all units without a result and appends the results. `done` is called after each unit.
    ///
    /// # Errors
    /// The file cannot be written. It has whole lines, and perhaps the beginning of one more.
    pub fn count(mut self, counter: &UnitCounter<'_>, done: impl Fn() + Sync) -> anyhow::Result<UnitCounts> {
        let before = self.ledger.known();
        let results =
            Results { file: &self.file, synced: Instant::now(), nodes: Vec::new(), faults: Vec::new(), error: None };
        let results = Mutex::new(results);
        let units = self.pending.iter().map(|&index| (index, self.ledger.line(index)));
        counter.count(units, |index, line: &str, nodes| {
            done();
            let mut results = lock(&results);
            match nodes {
                // After an error the file may end with half a line, so nothing more is appended.
                Ok(_) if results.error.is_some() => {}
                Ok(nodes) => match results.append(line, nodes) {
                    Ok(()) => results.nodes.push((index, nodes)),
                    Err(error) => {
                        results.error = Some(error);
                        counter.monitor().stop();
                    }
                },
                Err(error) => results.faults.push((index, error)),
            }
        });
        let Results { nodes, mut faults, error, .. } = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        // On the disk before anybody is told that it is counted.
        error.map_or_else(|| self.file.sync_data(), Err).with_context(|| self.name.clone())?;
        faults.sort_unstable();
        for (index, fault) in &faults {
            self.ledger.uncountable(*index, fault);
        }
        for &(index, nodes) in &nodes {
            self.ledger.put(index, nodes);
        }
        let stopped = nodes.len() + faults.len() < self.pending.len();
        Ok(UnitCounts { now: nodes.len(), before, stopped, total: self.ledger.total() })
    }
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
