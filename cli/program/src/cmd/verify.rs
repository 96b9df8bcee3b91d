//! `campione verify`: suites of known counts, and conformance kits.
//!
//! `check` reads the files. Our own generator is checked here; with `--engine`, `engine` asks another program.

mod ask;
mod asked;
mod check;
mod engine;
mod findings;
mod report;
mod shared;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use campione_core::Variant;
use campione_movegen::{Perft, PerftMonitor};
use campione_notation::kit::KitPosition;
use campione_notation::suite::{Case, SuiteReader};
use rayon::prelude::*;
use serde_json::{Value, json};

use self::check::Check;
use crate::args::{Common, DEFAULT_VARIANT, Format, VerifyOptions};
use crate::explain::Explained;
use crate::lines::{Line, read_files};
use crate::messages::{MOST_UNREAD, complain, count, more_unread, printable};
use crate::progress::{self, Progress};
use crate::variants::Variants;
use crate::watch::{Watch, Work};
use crate::{Verdict, interrupt};

/// A check that was made.
struct Checked {
    /// Whether all is right.
    passed: bool,
    /// As JSON, without its place.
    object: Value,
    /// What is wrong, in lines of text.
    wrong: Vec<String>,
}

impl Checked {
    fn case(case: &Case, nodes: u128, variant: &str) -> Checked {
        let Case { fen, depth, nodes: expected, note, .. } = case;
        let passed = nodes == *expected;
        let object = json!({
            "variant": variant,
            "fen": fen,
            "depth": depth,
            "expected": count(*expected),
            "nodes": count(nodes),
            "passed": passed,
            "note": note,
        });
        let note = if note.is_empty() { String::new() } else { format!(" -- {}", printable(note)) };
        let line = format!("{variant} {fen} depth {depth}: expected {expected}, counted {nodes}{note}");
        Checked { passed, object, wrong: vec![line] }
    }

    fn of_kit([id, variant, fen]: [&str; 3], differences: Vec<String>) -> Checked {
        let passed = differences.is_empty();
        let object = json!({ "id": id, "variant": variant, "fen": fen, "passed": passed, "differences": differences });
        let wrong =
            differences.into_iter().map(|text| printable(&format!("{id}: {variant} {fen}: {text}")).into_owned());
        Checked { passed, object, wrong: wrong.collect() }
    }
}

/// A check that was made, `None` if a signal came before; or why it cannot be made.
type Counted = Result<Option<Checked>, Explained>;

pub(crate) fn run(common: &Common, options: &VerifyOptions) -> anyhow::Result<Verdict> {
    let watch = Watch::start()?;
    let mut suite = SuiteReader::default();
    let (lines, mut complete) = read_files(&options.files, "no case in it", |line| check::read_line(line, &mut suite))?;
    let variants = Variants::of(common)?;
    let (mut lines, without) = check::checks(lines, &variants);
    if let (true, Some(chosen)) = (without, variants.chosen()) {
        complain(&format!("no position of {} in the kit", chosen.id()));
        complete = false;
    }
    // With an engine, the positions of these counts are asked about, too.
    if options.engine.is_none() {
        let before = lines.len();
        lines.retain(|line| !matches!(&line.said, Ok(Check::Case(case)) if !check::is_asked(case, options)));
        if lines.is_empty() && before > 0 {
            complain("--depth and --budget leave out all counts");
            complete = false;
        }
    }
    let verdict = match &options.engine {
        Some(engine) => engine::run(common, options, engine, &watch, lines, &variants)?,
        None => own(common, options, &watch, &lines, &variants)?,
    };
    Ok(if complete { verdict } else { Verdict::Failed })
}

/// Checks our own generator.
fn own(
    common: &Common,
    options: &VerifyOptions,
    watch: &Watch,
    lines: &[Line<Check>],
    variants: &Variants,
) -> anyhow::Result<Verdict> {
    let fallback = variants.chosen().map_or(DEFAULT_VARIANT, Variant::id);
    let depths = |position: &KitPosition| check::depths(position, options.depth, options.budget);
    let work = Arc::new(Verifying::new(lines, depths));
    let how = Perft::new().with_monitor(&work.monitor);
    let case = |case: &Case| {
        let position = check::case_position(case, variants, common)?;
        let id = case.variant.as_deref().unwrap_or(fallback);
        Ok(how.count(&position, case.depth).map(|nodes| Checked::case(case, nodes, id)))
    };
    let check = |check: &Result<Check, Explained>| {
        if work.monitor.is_stopped() {
            return Ok(None);
        }
        match check.as_ref().map_err(Clone::clone)? {
            Check::Case(said) => case(said),
            Check::Position(expected, variant) => {
                let found = check::position(expected, *variant, depths(expected), &[], how);
                let found = found.map_err(|error| Explained::of(&error, None))?;
                let about = [&*expected.id, &*expected.variant, &*expected.fen];
                Ok(found.map(|differences| Checked::of_kit(about, differences)))
            }
            Check::Illegal(expected, variant) => {
                let about = [&*expected.id, &*expected.variant, &*expected.fen];
                let differences = check::illegal(expected, *variant);
                Ok(Some(Checked::of_kit(about, differences.into_iter().collect())))
            }
        }
    };
    let counts: Vec<Counted> = watch.during(work.clone(), || {
        let counts = lines.par_iter().map(|line| {
            let counted = check(&line.said);
            work.lines.fetch_add(1, Ordering::Relaxed);
            counted
        });
        counts.collect()
    });
    report(common, fallback, lines, &counts)
}

/// Files that are being checked.
struct Verifying {
    monitor: PerftMonitor,
    /// How many lines are done, and how many there are.
    lines: AtomicUsize,
    all_lines: usize,
    /// The nodes of all counts, if the files are right.
    all_nodes: f64,
}

impl Verifying {
    fn new(lines: &[Line<Check>], depths: impl Fn(&KitPosition) -> usize) -> Verifying {
        let nodes = lines.iter().filter_map(|line| line.said.as_ref().ok()).map(|check| match check {
            Check::Case(case) => case.nodes as f64,
            Check::Position(position, _) => {
                position.counts.iter().take(depths(position)).map(|&nodes| nodes as f64).sum()
            }
            Check::Illegal(..) => 0.0,
        });
        let (monitor, done) = (PerftMonitor::new(), AtomicUsize::new(0));
        Verifying { monitor, lines: done, all_lines: lines.len(), all_nodes: nodes.sum() }
    }
}

impl Work for Verifying {
    fn stop(&self) {
        self.monitor.stop();
    }

    fn progress(&self, elapsed: Duration) -> Progress {
        let (lines, nodes) = (self.lines.load(Ordering::Relaxed), self.monitor.nodes());
        // A wrong suite may have smaller counts than the right ones.
        let counted = nodes as f64 / self.all_nodes.max(1.0);
        let done = if counted < 1.0 { counted } else { lines as f64 / self.all_lines.max(1) as f64 };
        let nodes = progress::nodes(nodes, 0.0, nodes, elapsed);
        let text = format!("{lines} of {} counts, {nodes}", self.all_lines);
        Progress { done, text }
    }
}

fn report(common: &Common, fallback: &str, lines: &[Line<Check>], counts: &[Counted]) -> anyhow::Result<Verdict> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut passed, mut uncounted, mut unread) = (0, 0, 0);
    let mut last = None;
    for (Line { place, number, said }, counted) in lines.iter().zip(counts) {
        let Checked { passed: good, object, wrong } = match (said, counted) {
            (Ok(_), Ok(Some(checked))) => checked,
            (Ok(_), Ok(None)) => {
                uncounted += 1;
                continue;
            }
            (_, Err(error)) | (Err(error), _) => {
                // A line with counts of several depths has one position.
                let reason = (place, error.to_string());
                if last.as_ref() == Some(&reason) {
                    continue;
                }
                last = Some(reason);
                if common.format == Format::Json {
                    writeln!(out, "{}", error.object(json!({ "place": place, "line": number })))?;
                }
                unread += 1;
                if common.format == Format::Json || unread <= MOST_UNREAD {
                    out.flush()?;
                    complain(&format!("{place}: {error}"));
                }
                continue;
            }
        };
        passed += usize::from(*good);
        match common.format {
            Format::Json => {
                let mut line = json!({ "place": place, "line": number });
                if let (Some(line), Some(object)) = (line.as_object_mut(), object.as_object()) {
                    line.extend(object.clone());
                }
                writeln!(out, "{line}")?;
            }
            Format::Text if !good => {
                for text in wrong {
                    writeln!(out, "{place}: {text}")?;
                }
            }
            Format::Text => {}
        }
    }
    if common.format == Format::Text && unread > MOST_UNREAD {
        out.flush()?;
        complain(&more_unread(unread - MOST_UNREAD, "read or counted"));
    }
    let failed = lines.len() - passed - uncounted;
    let unnamed = |line: &Line<Check>| matches!(&line.said, Ok(Check::Case(case)) if case.variant.is_none());
    if failed > 0 && common.variant.is_none() && lines.iter().any(unnamed) {
        out.flush()?;
        complain(&format!("no --variant was given: lines without a variant are read as {fallback}"));
    }
    if uncounted > 0 {
        match common.format {
            Format::Json => {
                let keys = json!({ "interrupted": true, "passed": passed, "failed": failed, "uncounted": uncounted });
                writeln!(out, "{keys}")?;
            }
            Format::Text => writeln!(out, "interrupted: {passed} passed, {failed} failed, {uncounted} not counted")?,
        }
        out.flush()?;
        interrupt::check()?;
    }
    match common.format {
        Format::Json => writeln!(out, "{}", json!({ "passed": passed, "failed": failed }))?,
        Format::Text => writeln!(out, "{passed} passed, {failed} failed")?,
    }
    out.flush()?;
    Ok(if failed == 0 { Verdict::Done } else { Verdict::Failed })
}
