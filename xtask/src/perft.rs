//! `cargo xtask perft`: the suites of known counts, the page of docs that shows them, and their export for other programs.

mod check;
mod export;
mod known;
mod page;
mod publish;
mod rules;
mod twice;

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, anyhow};
use campione_core::Variant;
use campione_movegen::perft;
use campione_notation::fen;
use campione_notation::suite::Case;
use clap::Args;
use rayon::prelude::*;

pub(crate) use self::publish::slow_count;
use crate::Verdict;
use crate::lines::{self, Line};

/// Default limit of nodes for a line with the fast generator.
const MOST_NODES: u128 = 50_000_000;
/// The same for the slow generator.
const MOST_NODES_SLOW: u128 = 3_000_000;
/// Default variant of EPD lines.
const EPD_VARIANT: &str = "modern-carrera";

#[derive(Args)]
pub(crate) struct Options {
    /// Suites; all of notation/tests/data by default
    files: Vec<PathBuf>,
    /// Counts every line, however large
    #[arg(long)]
    deep: bool,
    /// Counts with the slow generator too, which shares no code with the fast one
    #[arg(long)]
    slow: bool,
    /// Skips lines with more nodes: default 50 million, 200 billion with --publish, no limit with --export
    #[arg(long, value_name = "N", conflicts_with = "deep")]
    max_nodes: Option<u128>,
    /// The same for the slow generator, also with --deep: default 3 million, 30 million with --publish
    #[arg(long, value_name = "N")]
    max_nodes_slow: Option<u128>,
    /// The variant of EPD lines, which do not name it: default modern-carrera; with --export or --twice, the only variant
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
    #[command(flatten)]
    publish: publish::Options,
    #[command(flatten)]
    twice: twice::Options,
    #[command(flatten)]
    export: export::Options,
}

impl Options {
    fn max_nodes(&self) -> u128 {
        self.max_nodes.unwrap_or(MOST_NODES)
    }

    fn max_nodes_slow(&self) -> u128 {
        self.max_nodes_slow.unwrap_or(MOST_NODES_SLOW)
    }

    fn files(&self) -> anyhow::Result<Vec<PathBuf>> {
        if self.files.is_empty() { lines::committed() } else { Ok(self.files.clone()) }
    }
}

/// The result of one case.
#[derive(Default)]
struct Tally {
    fast: u64,
    slow: u64,
    skipped: u64,
    skipped_slow: u64,
    nodes: u128,
    faults: Vec<String>,
}

impl Tally {
    fn join(mut self, other: Tally) -> Tally {
        self.fast += other.fast;
        self.slow += other.slow;
        self.skipped += other.skipped;
        self.skipped_slow += other.skipped_slow;
        self.nodes += other.nodes;
        self.faults.extend(other.faults);
        self
    }
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    if options.publish.check {
        check::run(options.max_nodes(), options.max_nodes_slow())
    } else if options.twice.twice {
        twice::run(options.publish.hash, options.variant.as_deref(), options.publish.depth.unwrap_or(twice::DEPTH))
    } else if options.publish.publish {
        publish::run(&options.publish, options.max_nodes, options.max_nodes_slow)
    } else if let (Some(dialect), Some(folder)) = (options.export.export, &options.export.to) {
        export::run(dialect, folder, options.variant.as_deref(), options.max_nodes, &options.files()?)
    } else {
        verify(options)
    }
}

/// Counts suites.
fn verify(options: &Options) -> anyhow::Result<Verdict> {
    let files = options.files()?;
    let cases = lines::read(&files)?;
    let epd_variant = options.variant.as_deref().unwrap_or(EPD_VARIANT);
    let mut variants = HashMap::new();
    for line in &cases {
        let id = line.game(epd_variant);
        if !variants.contains_key(id) {
            variants.insert(id, Variant::named(id).with_context(|| line.place.clone())?);
        }
    }
    let begin = Instant::now();
    let tally = cases
        .par_iter()
        .map(|line| {
            let Line { place, case, .. } = line;
            let id = line.game(epd_variant);
            let mut tally = Tally::default();
            let counted = variants
                .get(id)
                .ok_or_else(|| anyhow!("no such game"))
                .and_then(|variant| count(case, *variant, options, &mut tally));
            if let Err(error) = counted {
                tally.faults.push(format!("{place}: {id} {} depth {}: {error:#}", case.fen, case.depth));
            }
            tally
        })
        .reduce(Tally::default, Tally::join);
    for fault in &tally.faults {
        say!("{fault}");
    }
    say!(
        "{} lines of {} files: {} counted, {} skipped, {} nodes in {:.1} s",
        cases.len(),
        files.len(),
        tally.fast,
        tally.skipped,
        tally.nodes,
        begin.elapsed().as_secs_f64()
    );
    if options.slow {
        say!("slow generator: {} counted, {} skipped", tally.slow, tally.skipped_slow);
    }
    say!("{} failed", tally.faults.len());
    Ok(Verdict::of(tally.faults.len()))
}

/// Counts one case with both generators, within the limits.
fn count(case: &Case, variant: Variant, options: &Options, tally: &mut Tally) -> anyhow::Result<()> {
    let expect = |counted: u128, who: &str| {
        if counted == case.nodes { Ok(()) } else { Err(anyhow!("expected {}, {who} {counted}", case.nodes)) }
    };
    if options.deep || case.nodes <= options.max_nodes() {
        let nodes = perft(&fen::read(&case.fen, variant)?, case.depth);
        tally.fast += 1;
        tally.nodes += nodes;
        expect(nodes, "counted")?;
    } else {
        tally.skipped += 1;
    }
    if options.slow && case.nodes <= options.max_nodes_slow() {
        let position = publish::slow_position(variant.id(), &case.fen)?;
        tally.slow += 1;
        expect(position.perft(case.depth), "the slow generator counts")?;
    } else if options.slow {
        tally.skipped_slow += 1;
    }
    Ok(())
}
