//! `campione perft`: counting legal move paths.

mod units;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::count::{Checkpoint, CheckpointCount, Tally};
use anyhow::{Context, bail};
use campione_movegen::{Perft, PerftMonitor, PerftStats, PerftTable, Position};
use campione_notation::{fen, uci};
use serde_json::{Map, Value, json};
use thousands::Separable;

use crate::args::{Common, Format, PerftOptions};
use crate::messages;
use crate::positions::{self, PositionReader};
use crate::progress::{self, Progress};
use crate::variants;
use crate::watch::{Watch, Work};
use crate::{Verdict, interrupt, memory};

pub(crate) fn run(common: &Common, options: &PerftOptions) -> anyhow::Result<Verdict> {
    let Some(depth) = options.depth.filter(|_| options.work.split.is_none()) else {
        return units::run(common, options);
    };
    let linewise = options.position.fen == ["-"];
    if linewise && (options.divide || options.stats) && common.format == Format::Text {
        bail!("--divide and --stats print many lines for each position: with `-` they need --format json");
    }
    if linewise && options.checkpoint.is_some() {
        bail!("--checkpoint saves one count, but with `-` there would be one for each line");
    }
    let reader = PositionReader::of(common, &options.position)?;
    // Several positions share a table; a single one gets no more than it can fill.
    let shared = options.hash.filter(|_| linewise).map(|mebibytes| table(mebibytes, PerftTable::new)).transpose()?;
    let watch = Watch::start()?;
    let mut verdict = Verdict::Done;
    let positions = positions::for_each_position(common, &options.position, &reader, |position, out, _| {
        let own = options.hash.filter(|_| !linewise);
        let fitting = |mebibytes| PerftTable::for_count(mebibytes, position, depth);
        let own = own.map(|mebibytes| table(mebibytes, fitting)).transpose()?;
        let how = how(options.plain, shared.as_ref().or(own.as_ref()));
        let counted = match &options.checkpoint {
            Some(file) => continued(&watch, how, position, depth, options.divide, file)?,
            None => count(&watch, how, position, depth, options),
        };
        match common.format {
            Format::Json => writeln!(out, "{}", Value::Object(object(options, position, depth, &counted)))?,
            Format::Text => text(options, &counted, out)?,
        }
        out.flush()?;
        if !linewise && common.format == Format::Text && std::io::stderr().is_terminal() {
            let (time, rate) = (counted.time, counted.nodes as f64 / counted.time.as_secs_f64().max(1e-9) / 1e6);
            messages::complain(&format!("{:.2} s: {rate:.1} million nodes a second", time.as_secs_f64()));
        }
        if let Some(warning) = &counted.warning {
            messages::complain(warning);
            verdict = Verdict::Failed;
        }
        if counted.done.is_some() {
            interrupt::check()?;
        }
        Ok(())
    })?;
    Ok(if verdict == Verdict::Done { positions } else { verdict })
}

/// The way to count.
fn how(plain: bool, table: Option<&PerftTable>) -> Perft<'_> {
    let how = table.map_or(Perft::new(), |table| Perft::new().with_table(table));
    if plain { how.plain() } else { how }
}

/// A table of at most that many mebibytes, or why there is none.
fn table(mebibytes: u32, make: impl FnOnce(usize) -> Option<PerftTable>) -> anyhow::Result<PerftTable> {
    memory::check(mebibytes, 0).with_context(|| format!("--hash {mebibytes}"))?;
    make(mebibytes as usize).with_context(|| format!("--hash {mebibytes}: the system cannot provide {mebibytes} MB"))
}

/// The result of a count; only a part of it if a signal came.
struct Counted {
    /// How much of the tree is counted, from 0 to 1, if not all.
    done: Option<f64>,
    nodes: u128,
    /// The known counts after each move, sorted by the names of the moves, if they are asked for.
    parts: Vec<(String, u128)>,
    stats: Option<PerftStats>,
    time: Duration,
    /// A message for standard error after the result.
    warning: Option<String>,
}

/// A plain count.
pub(crate) struct Counting(pub(crate) PerftMonitor);

impl Work for Counting {
    fn stop(&self) {
        self.0.stop();
    }

    fn progress(&self, elapsed: Duration) -> Progress {
        let (done, nodes) = (self.0.done(), self.0.nodes());
        Progress { done, text: progress::nodes(nodes, done, nodes, elapsed) }
    }
}

impl Work for Tally {
    fn stop(&self) {
        Tally::stop(self);
    }

    fn progress(&self, elapsed: Duration) -> Progress {
        let (nodes, tree) = self.nodes();
        // The speed is that of this run, by the nodes that it counts itself.
        Progress { done: self.done(), text: progress::nodes(nodes, tree, self.counted(), elapsed) }
    }
}

/// Counts with the results in a file, from where an earlier run stopped.
fn continued(
    watch: &Watch,
    how: Perft<'_>,
    position: &Position,
    depth: u32,
    divide: bool,
    file: &Path,
) -> anyhow::Result<Counted> {
    let variant = variants::identity(position.variant());
    let checkpoint = Checkpoint::open(file, &variant, position, depth, &messages::complain)?;
    let counted = if checkpoint.is_complete() {
        checkpoint.count(how, &messages::complain)
    } else {
        watch.during(checkpoint.tally(), || checkpoint.count(how, &messages::complain))
    };
    let CheckpointCount { done, nodes, parts, time, warning } = counted;
    Ok(Counted { done, nodes, parts: if divide { parts } else { Vec::new() }, stats: None, time, warning })
}

fn count(watch: &Watch, how: Perft<'_>, position: &Position, depth: u32, options: &PerftOptions) -> Counted {
    let start = Instant::now();
    let work = Arc::new(Counting(PerftMonitor::new()));
    let how = how.with_monitor(&work.0);
    let (mut parts, mut stats) = (Vec::new(), None);
    let nodes = watch.during(work.clone(), || {
        if options.divide && depth > 0 {
            let found = how.divide(position, depth);
            parts = found.iter().filter_map(|&(mv, nodes)| Some((uci::write(mv, position), nodes?))).collect();
            parts.sort();
            found.iter().map(|(_, nodes)| *nodes).sum()
        } else if options.stats {
            stats = how.stats(position, depth);
            stats.map(|stats| stats.nodes)
        } else {
            how.count(position, depth)
        }
    });
    let time = start.elapsed();
    let done = nodes.is_none().then(|| work.0.done());
    Counted { done, nodes: nodes.unwrap_or_else(|| work.0.nodes()), parts, stats, time, warning: None }
}

fn text(options: &PerftOptions, counted: &Counted, out: &mut dyn Write) -> std::io::Result<()> {
    for (mv, nodes) in &counted.parts {
        writeln!(out, "{mv}: {nodes}")?;
    }
    if options.stats {
        for (name, count) in counted.stats.iter().flat_map(figures) {
            writeln!(out, "{name}: {count}")?;
        }
    }
    let nodes = counted.nodes;
    match counted.done {
        None => writeln!(out, "nodes: {nodes}"),
        Some(done) => {
            let nodes = nodes.separate_with_commas();
            writeln!(out, "interrupted: {nodes} nodes counted so far, {:.1} % of the tree", percent(done))
        }
    }
}

/// The percentage of an unfinished count is never 100.
fn percent(done: f64) -> f64 {
    (100.0 * done).min(99.9)
}

fn object(options: &PerftOptions, position: &Position, depth: u32, counted: &Counted) -> Map<String, Value> {
    let mut line = Map::new();
    let mut put = |key: &str, value: Value| line.insert(key.to_owned(), value);
    let seconds = counted.time.as_secs_f64();
    put("variant", position.variant().id().into());
    put("fen", fen::write(position).into());
    put("depth", depth.into());
    if let Some(done) = counted.done {
        put("interrupted", true.into());
        put("counted", messages::count(counted.nodes));
        put("done", done.into());
    } else {
        put("nodes", messages::count(counted.nodes));
    }
    put("seconds", seconds.into());
    put("nps", json!((counted.nodes as f64 / seconds.max(1e-9)).round()));
    if options.divide {
        let parts: Map<String, Value> =
            counted.parts.iter().map(|(mv, nodes)| (mv.clone(), messages::count(*nodes))).collect();
        put("divide", parts.into());
    }
    for (name, count) in counted.stats.iter().flat_map(figures) {
        put(name, messages::count(count));
    }
    line
}

/// The statistics, with their names in text and JSON.
fn figures(stats: &PerftStats) -> [(&'static str, u128); 7] {
    [
        ("captures", stats.captures),
        ("en_passant", stats.en_passant),
        ("castlings", stats.castlings),
        ("king_leaps", stats.king_leaps),
        ("promotions", stats.promotions),
        ("checks", stats.checks),
        ("mates", stats.mates),
    ]
}
