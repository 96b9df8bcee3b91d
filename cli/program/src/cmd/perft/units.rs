//! `campione perft --split`, `--units` and `--sum`: perft that is spread over machines.
//!
//! Nothing here schedules work: units are lines of text. Any tool that runs commands on many machines can distribute
//! them.

mod total;

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::count::{CountedVariant, FilterError, Ledger, UnitAnswer, UnitCounter, UnitFile, filter};
use anyhow::{Context, bail, ensure};
use campione_movegen::{PerftTable, Position, perft_units};
use campione_notation::fen;
use campione_notation::unit::{self, UnitLine};
use serde_json::{Map, Value, json};

use super::table;
use crate::args::{Common, Format, PerftOptions};
use crate::messages::{complain, count};
use crate::positions::PositionReader;
use crate::progress::{self, Progress};
use crate::variants::{self, Variants};
use crate::watch::{Watch, Work};
use crate::{Verdict, interrupt};

pub(super) fn run(common: &Common, options: &PerftOptions) -> anyhow::Result<Verdict> {
    let work = &options.work;
    match (&work.sum, &work.units) {
        (Some(files), units) => sum(common, units.iter().chain(files)),
        (None, Some(file)) => {
            let counter = counter(common, options)?;
            if file == Path::new("-") {
                // Every result is written at once, so there is nothing to do when a signal comes.
                interrupt::install()?;
                interrupt::while_waiting(|| pipe(common, &counter))?
            } else {
                count_file(common, counter, file)
            }
        }
        (None, None) => split(common, options),
    }
}

/// Lists the units.
fn split(common: &Common, options: &PerftOptions) -> anyhow::Result<Verdict> {
    let (Some(depth), Some(plies)) = (options.depth, options.work.split) else {
        bail!("--split needs DEPTH");
    };
    ensure!(plies <= depth, "--split {plies}: there are only {depth} plies to count");
    ensure!(options.position.fen != ["-"], "--split takes one position: units of several could not be told apart");
    let reader = PositionReader::of(common, &options.position)?;
    let variant = reader.variant;
    let position = *reader.game(&options.position.text(), options.position.play.as_deref())?.position();
    let name = variants::identity(variant);
    let mut out = io::BufWriter::new(io::stdout().lock());
    for unit in perft_units(&position, plies) {
        let (position, depth) = (&unit.position, depth - plies);
        match common.format {
            Format::Text => writeln!(out, "{}", unit::write(&name, position, depth, unit.multiplicity))?,
            Format::Json => writeln!(out, "{}", Value::Object(object(&name, position, depth, unit.multiplicity)))?,
        }
    }
    out.flush()?;
    Ok(Verdict::Done)
}

/// A unit as JSON.
fn object(variant: &str, position: &Position, depth: u32, multiplicity: u128) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("variant".to_owned(), variant.into());
    object.insert("fen".to_owned(), fen::write(position).into());
    object.insert("depth".to_owned(), depth.into());
    object.insert("multiplicity".to_owned(), count(multiplicity));
    object
}

/// Counts units of any variant or, if the command line names one, of that one only.
fn counter(common: &Common, options: &PerftOptions) -> anyhow::Result<UnitCounter<'static>> {
    let (variants, hash) = (Variants::of(common)?, options.hash);
    let find = move |name: &str| {
        let variant = variants.identified(name)?;
        let table = hash.map(|mebibytes| table(mebibytes, PerftTable::new)).transpose()?;
        anyhow::Ok(CountedVariant { variant, table })
    };
    Ok(UnitCounter::new(options.plain, move |name| find(name).map_err(|error| format!("{error:#}"))))
}

/// The units of a file under way.
struct Counting {
    counter: UnitCounter<'static>,
    counted: AtomicUsize,
    all: usize,
}

impl Work for Counting {
    fn stop(&self) {
        self.counter.monitor().stop();
    }

    fn progress(&self, elapsed: Duration) -> Progress {
        let (counted, nodes) = (self.counted.load(Ordering::Relaxed), self.counter.monitor().nodes());
        let nodes = progress::nodes(nodes, 0.0, nodes, elapsed);
        let done = counted as f64 / self.all.max(1) as f64;
        Progress { done, text: format!("{counted} of {} units, {nodes}", self.all) }
    }
}

/// Counts the units of a file, which takes the results.
fn count_file(common: &Common, counter: UnitCounter<'static>, path: &Path) -> anyhow::Result<Verdict> {
    let watch = Watch::start()?;
    let file = UnitFile::open(path, &complain)?;
    let work = Arc::new(Counting { counter, counted: AtomicUsize::new(0), all: file.pending() });
    let counting = work.clone();
    let counts = watch.during(work, move || {
        file.count(&counting.counter, || {
            counting.counted.fetch_add(1, Ordering::Relaxed);
        })
    })?;
    let verdict = total::report(common, &counts.total, Some((counts.now, counts.before)))?;
    if counts.stopped {
        interrupt::check()?;
    }
    Ok(verdict)
}

/// Counts the units on standard input and writes their results.
fn pipe(common: &Common, counter: &UnitCounter<'_>) -> anyhow::Result<Verdict> {
    let mut verdict = Verdict::Done;
    let ended = filter(io::stdin().lock(), counter, |answers| {
        let mut out = io::stdout().lock();
        for (number, answer) in answers {
            match answer {
                UnitAnswer::Counted(line, nodes) => writeln!(out, "{}", result(line, *nodes, common.format))?,
                UnitAnswer::Fault(error) => {
                    out.flush()?;
                    complain(&format!("line {number}: {error}"));
                    verdict = Verdict::Failed;
                }
            }
        }
        out.flush()
    });
    match ended {
        Ok(()) => Ok(verdict),
        Err(FilterError::Input(error)) => Err(error).context("standard input"),
        Err(FilterError::Output(error)) => Err(error.into()),
    }
}

/// The result of a unit, as it is printed.
fn result(line: &str, nodes: u128, format: Format) -> String {
    match (format, unit::read_line(line)) {
        (Format::Json, Ok(Some(UnitLine { variant, fen, depth, multiplicity, .. }))) => json!({
            "variant": variant,
            "fen": fen,
            "depth": depth,
            "multiplicity": count(multiplicity),
            "nodes": count(nodes),
        })
        .to_string(),
        _ => format!("{line}\t{nodes}"),
    }
}

/// Adds up the results in files.
fn sum<'p>(common: &Common, files: impl Iterator<Item = &'p PathBuf>) -> anyhow::Result<Verdict> {
    let mut ledger = Ledger::new(&complain);
    let mut files: Vec<&Path> = files.map(PathBuf::as_path).collect();
    if files.is_empty() {
        files.push(Path::new("-"));
    }
    for path in files {
        let name = path.display().to_string();
        if path == Path::new("-") {
            ledger.read(None, io::stdin().lock()).context("standard input")?;
        } else {
            let read = File::open(path).and_then(|file| ledger.read(Some(name.clone()), BufReader::new(file)));
            read.context(name)?;
        }
    }
    ledger.settle();
    total::report(common, &ledger.total(), None)
}
