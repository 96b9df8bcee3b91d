//! `campione perft --split`, `--units` and `--sum`: perft that is spread over machines.
//!
//! Nothing here schedules work: units are lines of text. Any tool that runs commands on many machines can distribute
//! them.

mod crew;
mod file;
mod filter;
mod ledger;

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use campione_movegen::{Position, perft_units};
use campione_notation::{fen, unit};
use serde_json::{Map, Value, json};

use self::crew::Crew;
use self::ledger::Ledger;
use crate::args::{Common, Format, PerftOptions};
use crate::games;
use crate::io::{count, position, variant};
use crate::{Verdict, interrupt};

pub(super) fn run(common: &Common, options: &PerftOptions) -> anyhow::Result<Verdict> {
    let work = &options.work;
    match (&work.sum, &work.units) {
        (Some(files), units) => sum(common, units.iter().chain(files)),
        (None, Some(file)) => {
            let crew = Crew::new(common, options)?;
            if file == Path::new("-") {
                // Every result is written at once, so there is nothing to do when a signal comes.
                interrupt::install()?;
                interrupt::while_waiting(|| filter::run(common, &crew))?
            } else {
                file::run(common, Arc::new(crew), file)
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
    let variant = variant(common, options.position.first())?;
    let position = position(&options.position.text(), options.position.play.as_deref(), variant)?;
    let name = games::identity(variant);
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

/// Adds up the results in files.
fn sum<'p>(common: &Common, files: impl Iterator<Item = &'p PathBuf>) -> anyhow::Result<Verdict> {
    let mut ledger = Ledger::default();
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
    report(common, ledger, None)
}

/// Prints how many units were counted now and known before, if `counted` has that, and the sum.
fn report(common: &Common, ledger: Ledger, counted: Option<(usize, usize)>) -> anyhow::Result<Verdict> {
    let total = ledger.total();
    total.warn();
    let text = match common.format {
        Format::Text => {
            let counted = counted.map(|(now, before)| format!("{now} units counted, {before} known before\n"));
            counted.unwrap_or_default() + &total.text()
        }
        Format::Json => {
            let mut object = Map::new();
            if let Some((now, before)) = counted {
                object.insert("counted_now".to_owned(), json!(now));
                object.insert("known_before".to_owned(), json!(before));
            }
            object.extend(total.json());
            format!("{}\n", Value::Object(object))
        }
    };
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(if total.complete { Verdict::Done } else { Verdict::Failed })
}
