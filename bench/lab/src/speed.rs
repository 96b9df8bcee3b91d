//! `cargo lab speed`: the speed of the search, as ratios in one run on one machine.

use std::time::Duration;

use anyhow::{Context, ensure};
use campione_core::{SplitMix64, Variant};
use campione_movegen::{Game, Position};
use campione_notation::random;
use campione_search::{Control, Engine as Search, EngineConfig, Limits, NetChoice, SearchResult};
use campione_workspace::Verdict;

use crate::compare::statistics::Spread;
use campione_driver::{EngineCommand, GoLimit, Patience, Uci, find};

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    /// Compares nodes a second from the start position, one thread, with Fairy-Stockfish, if it is installed
    Nps(NpsOptions),
    /// Measures how much sooner several threads reach the same depth than one
    Threads(ThreadsOptions),
}

#[derive(clap::Args, Debug)]
struct NpsOptions {
    /// The other UCI engine
    #[arg(long, default_value = "fairy-stockfish")]
    engine: String,
    /// The variant, by a name that both know
    #[arg(long, default_value = "capablanca")]
    variant: String,
    /// Pairs of runs
    #[arg(long, default_value_t = 7)]
    runs: u32,
    /// Milliseconds of each run
    #[arg(long, default_value_t = 2_000)]
    movetime: u64,
    /// Size of each table in mebibytes
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Measure our hand-written evaluation instead of the net
    #[arg(long)]
    no_net: bool,
}

#[derive(clap::Args, Debug)]
struct ThreadsOptions {
    /// Number of threads to compare with one
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Number of positions, from random games of all built-in variants
    #[arg(long, default_value_t = 60)]
    positions: usize,
    /// The depth in plies, the same for all positions
    #[arg(long, default_value_t = 16)]
    depth: u32,
    /// Size of the table in mebibytes
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    match &options.what {
        What::Nps(options) => nps(options),
        What::Threads(options) => threads(options),
    }
}

fn nps(options: &NpsOptions) -> anyhow::Result<Verdict> {
    let Some(program) = find(&options.engine) else {
        say!("skipped: {} is not installed", options.engine);
        return Ok(Verdict::Good);
    };
    let variant = Variant::named(&options.variant)?;
    let start = Position::start(variant);
    let mut ratios = Vec::new();
    for run in 1..=options.runs {
        let theirs = their_nps(&program, options)?;
        let nets = if options.no_net { NetChoice::Off } else { NetChoice::Embedded };
        let mut engine = Search::new(&EngineConfig::default().with_hash(options.hash).with_nets(nets))?;
        let limits = Limits { time: Some(Duration::from_millis(options.movetime)), ..Limits::default() };
        let result = engine.search(&Game::new(start), &limits, &Control::new(), &mut |_| {});
        let ours = result.nps() as f64;
        say!("run {run}: {} {theirs:.0} nps, campione {ours:.0} nps, ratio {:.2}", options.engine, ours / theirs);
        ratios.push(ours / theirs);
    }
    let spread = Spread::of(ratios).context("no runs")?;
    say!(
        "{}, start position, {} MB, one thread: campione makes {:.2} times the nodes a second ({:.2} to {:.2})",
        options.variant,
        options.hash,
        spread.median,
        spread.min,
        spread.max
    );
    Ok(Verdict::Good)
}

/// The nodes a second of another program, in a new process.
fn their_nps(program: &std::path::Path, options: &NpsOptions) -> anyhow::Result<f64> {
    let command = EngineCommand::new(vec![program.display().to_string()])?;
    let mut engine = Uci::start(&command, Patience { short: Duration::from_secs(20), ..Patience::default() })?;
    engine.set("Hash", &options.hash.to_string());
    engine.set("Threads", "1");
    engine.choose(Some(&options.variant), false)?;
    engine.set_position(None, &[]);
    let (_, report, spent) = engine.go(GoLimit::MoveTime(Duration::from_millis(options.movetime)), &mut |_| {})?;
    let nodes = report.nodes.context("it reports no nodes")? as f64;
    let seconds = spent.as_secs_f64();
    Ok(nodes / seconds)
}

fn threads(options: &ThreadsOptions) -> anyhow::Result<Verdict> {
    ensure!(options.threads > 1, "--threads: expected 2 or more, to compare with one thread");
    let variants = Variant::ids().map(Variant::named).collect::<Result<Vec<_>, _>>()?;
    let mut random = SplitMix64::new(options.seed);
    let mut one = Search::new(&EngineConfig::default().with_hash(options.hash))?;
    let mut many = Search::new(&EngineConfig::default().with_hash(options.hash).with_threads(options.threads))?;
    let (mut logs, mut speeds) = (Vec::new(), Vec::new());
    while logs.len() < options.positions {
        let variant = &variants[logs.len() % variants.len()];
        let start = random::start(*variant, &mut random);
        let walk = random::walk(&start, 8..=48, &mut random).map(|game| *game.position());
        let Some(position) = walk.filter(|position| position.outcome().is_none()) else { continue };
        let limits = Limits { depth: Some(options.depth), ..Limits::default() };
        let alone = search(&mut one, &position, &limits);
        let together = search(&mut many, &position, &limits);
        // A position that is solved at once is skipped.
        if alone.time.as_millis() < 50 {
            continue;
        }
        let ratio = alone.time.as_secs_f64() / together.time.as_secs_f64();
        let speed = together.nps() as f64 / alone.nps() as f64;
        logs.push(ratio.ln());
        speeds.push(speed.ln());
        let (number, id) = (logs.len(), variant.id());
        say!("{number:>3} {id:<18} {:>8.2?} {:>8.2?} {ratio:.2}, nodes a second {speed:.2}", alone.time, together.time);
    }
    let count = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    // The 95 % interval of a mean.
    let off = 1.96 * (variance / count).sqrt();
    say!("{:.2} times the nodes a second", (speeds.iter().sum::<f64>() / count).exp());
    say!(
        "{} threads reach the same depth {:.2} times sooner than one (geometric mean of {} positions, 95 %: {:.2} to {:.2})",
        options.threads,
        mean.exp(),
        logs.len(),
        (mean - off).exp(),
        (mean + off).exp()
    );
    Ok(Verdict::Good)
}

/// Searches with an empty table.
fn search(engine: &mut Search, position: &Position, limits: &Limits) -> SearchResult {
    engine.clear();
    engine.search(&Game::new(*position), limits, &Control::new(), &mut |_| {})
}
