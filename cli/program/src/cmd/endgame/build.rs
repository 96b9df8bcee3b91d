//! `campione endgame build`.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, ensure};
use campione_core::{Color, Variant};
use campione_endgame::{EndgameError, Folder, Material, Step, Table, Tables};
use serde_json::json;
use thousands::Separable;

use super::{Working, open, read, stats, variant};
use crate::args::{BuildOptions, Common, Format};
use crate::watch::Watch;
use crate::{Verdict, interrupt, memory, output};

const MEBIBYTE: u64 = 1 << 20;

pub(crate) fn run(common: &Common, options: &BuildOptions) -> anyhow::Result<Verdict> {
    let variant = variant(common)?;
    let goals = read(&options.endings, variant)?;
    // The folder is made only when there is a table to write: a plan, and a build that does not fit in memory, leave nothing.
    let is_there = options.to.exists();
    let folder = if is_there { open(&options.to, variant)? } else { Folder::empty(variant) };
    let mut tables = Tables::new(variant);
    let mut steps: Vec<Step> = Vec::new();
    let mut seen = HashSet::new();
    for &goal in &goals {
        for mut step in tables.plan(goal) {
            step.known = folder.file(step.material).is_some();
            if seen.insert(step.material) {
                steps.push(step);
            }
        }
    }
    // Tables that are there and that no missing one leads to are not even read.
    let missing: Vec<Step> = steps.iter().copied().filter(|step| !step.known).collect();
    let needed: HashSet<Material> = missing.iter().flat_map(|step| tables.needs(step.material)).collect();
    let goal = |material: &Material| goals.iter().any(|goal| goal.normal(variant) == *material);
    steps.retain(|step| !step.known || needed.contains(&step.material) || goal(&step.material));
    let bytes = tables.memory(&steps);
    let megabytes = u32::try_from(bytes.div_ceil(MEBIBYTE)).unwrap_or(u32::MAX);
    if options.plan {
        return plan(common, &steps, variant, megabytes);
    }
    if let Some(most) = options.memory {
        ensure!(megabytes <= most, "this needs {megabytes} MB of memory, and --memory allows {most}");
    }
    memory::check(megabytes, 0).with_context(|| format!("endings with {} positions", entries(&missing)))?;
    output::folder(&options.to).context("--to")?;
    let watch = Watch::start()?;
    let work = Arc::new(Working::default());
    work.begin(missing.iter().map(|step| step.entries).sum());
    let mut out = io::stdout().lock();
    for (index, step) in steps.iter().enumerate() {
        let (start, begun) = (Instant::now(), processor_seconds());
        let name = step.material.name(variant);
        let mut memory = 0;
        let (table, path) = if let Some(file) = folder.file(step.material) {
            if !needed.contains(&step.material) {
                say_kept(common, &mut out, &name, file.path())?;
                continue;
            }
            (tables.insert_file(file)?, file.path().to_owned())
        } else {
            work.next(name.clone(), step.entries);
            memory = tables.bytes() + step.memory();
            let solved = watch.during(work.clone(), || tables.solve(step.material, &work.monitor));
            interrupt::check()?;
            let table = solved?;
            let path = table.save(&options.to)?;
            (table, path)
        };
        let cost = Cost {
            seconds: start.elapsed().as_secs_f64(),
            processor: processor_seconds().zip(begun).map(|(now, begun)| now - begun),
            memory,
        };
        let size = fs::metadata(&path).map_or(0, |metadata| metadata.len());
        report(common, &mut out, &table, (&path.display().to_string(), size), (!step.known).then_some(cost))?;
        drop(table);
        tables.forget(steps.get(index + 1..).unwrap_or_default());
    }
    out.flush()?;
    Ok(Verdict::Done)
}

fn entries(steps: &[Step]) -> String {
    steps.iter().map(|step| step.entries).sum::<u64>().separate_with_commas()
}

/// A goal that is there already.
fn say_kept(common: &Common, out: &mut impl Write, name: &str, path: &std::path::Path) -> io::Result<()> {
    match common.format {
        Format::Text => writeln!(out, "{name}: {} is there already", path.display()),
        Format::Json => {
            writeln!(out, "{}", json!({ "ending": name, "file": path.display().to_string(), "built": false }))
        }
    }
}

/// What a table has cost.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    /// Seconds of all threads together, if the system counts them.
    processor: Option<f64>,
    /// The most bytes at a time.
    memory: u64,
}

/// The time that this process has computed, on all processors.
#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "other systems do not say")]
fn processor_seconds() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
}

/// The system does not say how long this process has computed.
#[cfg(not(unix))]
const fn processor_seconds() -> Option<f64> {
    None
}

/// One line for each table.
fn report(
    common: &Common,
    out: &mut impl Write,
    table: &Table,
    (path, bytes): (&str, u64),
    cost: Option<Cost>,
) -> io::Result<()> {
    let name = table.material().name(table.variant());
    if common.format == Format::Json {
        let line = json!({
            "ending": name,
            "file": path,
            "bytes": bytes,
            "entries": table.entries(),
            "built": cost.is_some(),
            "seconds": cost.map(|cost| cost.seconds),
            "processor_seconds": cost.and_then(|cost| cost.processor),
            "memory": cost.map(|cost| cost.memory),
            "white": stats::tally_json(table.tally(Color::White)),
            "black": stats::tally_json(table.tally(Color::Black)),
        });
        writeln!(out, "{line}")?;
    } else if let Some(Cost { seconds, .. }) = cost {
        let longest = table.tally(Color::White).longest_win.map(|(plies, _)| plies.div_ceil(2));
        let longest = longest.map_or_else(|| "nothing is won".to_owned(), |moves| format!("longest win {moves}"));
        let rate = table.entries() as f64 / seconds.max(1e-9) / 1e6;
        let (count, bytes) = (table.entries().separate_with_commas(), bytes.separate_with_commas());
        writeln!(
            out,
            "{name}: {count} positions in {seconds:.1} s ({rate:.2} million/s), {longest}; {path}, {bytes} bytes"
        )?;
    } else {
        writeln!(out, "{name}: from {path}")?;
    }
    out.flush()
}

fn plan(common: &Common, steps: &[Step], variant: Variant, megabytes: u32) -> anyhow::Result<Verdict> {
    let mut out = io::stdout().lock();
    for step in steps {
        let name = step.material.name(variant);
        match common.format {
            Format::Text => {
                let state = if step.known { "is there" } else { "to be built" };
                writeln!(out, "{name}: {} positions, {state}", step.entries.separate_with_commas())?;
            }
            Format::Json => {
                writeln!(out, "{}", json!({ "ending": name, "entries": step.entries, "built": step.known }))?;
            }
        }
    }
    match common.format {
        Format::Text => writeln!(out, "memory: {} MB", megabytes.separate_with_commas())?,
        Format::Json => writeln!(out, "{}", json!({ "megabytes": megabytes }))?,
    }
    Ok(Verdict::Done)
}

/// Reads a table into memory.
trait InsertFile {
    fn insert_file(&mut self, file: &campione_endgame::TableFile) -> Result<Arc<Table>, EndgameError>;
}

impl InsertFile for Tables {
    fn insert_file(&mut self, file: &campione_endgame::TableFile) -> Result<Arc<Table>, EndgameError> {
        let table = Arc::new(file.load(self.variant())?);
        self.insert(table.clone());
        Ok(table)
    }
}
