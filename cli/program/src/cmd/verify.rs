//! `campione verify`: suites of known counts.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use campione_core::Variant;
use campione_movegen::{Perft, PerftMonitor};
use campione_notation::detect::{self, Claim};
use campione_notation::suite::{self, Case};
use rayon::prelude::*;
use serde_json::json;

use crate::args::{Common, DEFAULT_VARIANT, Format, VerifyOptions};
use crate::explain::Explained;
use crate::lines::{Line, read_files};
use crate::messages::{MOST_UNREAD, complain, count, more_unread, printable};
use crate::progress::{self, Progress};
use crate::variants::Variants;
use crate::watch::{Watch, Work};
use crate::{Verdict, interrupt};

/// The count of a case, `None` if a signal came before; or why it cannot be counted.
type Counted = Result<Option<u128>, Explained>;

pub(crate) fn run(common: &Common, options: &VerifyOptions) -> anyhow::Result<Verdict> {
    let watch = Watch::start()?;
    let (lines, complete) = read_files(&options.files, "no case in it", suite::read_line)?;
    let variants = Variants::of(common)?;
    let fallback = variants.chosen().map_or(DEFAULT_VARIANT, Variant::id);
    let work = Arc::new(Verifying::new(&lines));
    let how = Perft::new().with_monitor(&work.monitor);
    let count = |case: &Result<Case, Explained>| {
        let case = case.as_ref().map_err(Clone::clone)?;
        if work.monitor.is_stopped() {
            return Ok(None);
        }
        let id = case.variant.as_deref().unwrap_or(fallback);
        let variant = variants.named(id).map_err(|error| Explained::of(&error, None))?;
        let assumed = common.assumed().filter(|_| case.variant.is_none());
        let read = detect::read(&case.fen, Claim::Named(variant));
        let read = read.map_err(|error| Explained::of(&error.into(), assumed))?;
        Ok(how.count(&read.position, case.depth))
    };
    let counts: Vec<Counted> = watch.during(work.clone(), || {
        let counts = lines.par_iter().map(|line| {
            let counted = count(&line.said);
            work.lines.fetch_add(1, Ordering::Relaxed);
            counted
        });
        counts.collect()
    });
    let verdict = report(common, fallback, &lines, &counts)?;
    Ok(if complete { verdict } else { Verdict::Failed })
}

/// A suite that is being counted.
struct Verifying {
    monitor: PerftMonitor,
    /// How many lines are done, and how many there are.
    lines: AtomicUsize,
    all_lines: usize,
    /// The nodes of all cases, if the suite is right.
    all_nodes: f64,
}

impl Verifying {
    fn new(lines: &[Line<Case>]) -> Verifying {
        let nodes = lines.iter().filter_map(|line| line.said.as_ref().ok()).map(|case| case.nodes as f64);
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

fn report(common: &Common, fallback: &str, lines: &[Line<Case>], counts: &[Counted]) -> anyhow::Result<Verdict> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut passed, mut uncounted, mut unread) = (0, 0, 0);
    for (Line { place, number, said: case }, counted) in lines.iter().zip(counts) {
        let (case, nodes) = match (case, counted) {
            (Ok(case), Ok(Some(nodes))) => (case, *nodes),
            (Ok(_), Ok(None)) => {
                uncounted += 1;
                continue;
            }
            (_, Err(error)) | (Err(error), _) => {
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
        let good = nodes == case.nodes;
        passed += usize::from(good);
        let variant = case.variant.as_deref().unwrap_or(fallback);
        match common.format {
            Format::Json => {
                let line = json!({
                    "place": place,
                    "line": number,
                    "variant": variant,
                    "fen": case.fen,
                    "depth": case.depth,
                    "expected": count(case.nodes),
                    "nodes": count(nodes),
                    "passed": good,
                    "note": case.note,
                });
                writeln!(out, "{line}")?;
            }
            Format::Text if !good => {
                writeln!(
                    out,
                    "{place}: {variant} {} depth {}: expected {}, counted {nodes}{}{}",
                    case.fen,
                    case.depth,
                    case.nodes,
                    if case.note.is_empty() { "" } else { " -- " },
                    printable(&case.note)
                )?;
            }
            Format::Text => {}
        }
    }
    if common.format == Format::Text && unread > MOST_UNREAD {
        out.flush()?;
        complain(&more_unread(unread - MOST_UNREAD, "read or counted"));
    }
    let failed = lines.len() - passed - uncounted;
    let unnamed = |line: &Line<Case>| line.said.as_ref().is_ok_and(|case| case.variant.is_none());
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
