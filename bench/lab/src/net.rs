//! `lab net`: a net for one variant, from nothing: games, training, a match, a report.
//!
//! Generations follow one another. The first records games with the hand-written evaluation, each further one with the net
//! before it. Each step leaves a file, and the command continues with the first step whose file is missing.

mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, ensure};
use campione_core::Variant;
use campione_driver::Setting;
use campione_referee::{MatchReport, MatchSettings, TimeControl, VariantFile, VariantSource, play_match};
use campione_search::net::KingBuckets;
use campione_search::{Net, NetChoice};
use campione_variants::VariantIni;
use serde::{Deserialize, Serialize};
use thousands::Separable;

use crate::data::file::write_whole;
use crate::{pack, selfplay, train};

/// The arguments of `lab net`.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The variant: an id, a file, or FILE.ini:NAME
    #[arg(value_name = "VARIANT")]
    pub variant: String,
    /// The folder for games, nets and the report; a run that was stopped continues there
    #[arg(long, value_name = "DIR")]
    pub to: PathBuf,
    /// The size of everything.
    #[command(flatten)]
    pub plan: Plan,
    /// Threads; all cores by default
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1_024))]
    pub threads: Option<u16>,
}

/// What a folder is made with. It is kept there, so that a run continues with the same numbers.
#[derive(clap::Args, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Nets, each from the games of all before it
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub generations: u32,
    /// Positions that each generation records
    #[arg(long, default_value_t = 10_000_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    pub positions: u64,
    /// Nodes of a search while games are recorded
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub nodes: u64,
    /// Positions near those of the first games, from which the net learns the hand-written evaluation: as many for each
    #[arg(long, default_value_t = 2.0, value_name = "N", value_parser = pack::neighbors)]
    pub neighbors: f64,
    /// Hidden neurons for each side, a multiple of 32
    #[arg(long, default_value_t = 128, value_name = "N", value_parser = train::hidden)]
    pub hidden: usize,
    /// Epochs of each training
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub epochs: u32,
    /// Games of each net against the hand-written evaluation
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub games: u32,
    /// Nodes for a move of these games
    #[arg(long, default_value_t = 5_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub match_nodes: u64,
}

/// One generation that is complete.
#[derive(Clone, PartialEq, Debug)]
pub struct Generation {
    /// The positions that it was trained on and held out.
    pub positions: u64,
    /// The match against the hand-written evaluation.
    pub played: MatchReport,
}

/// The part of later mixed scores in each score ([docs/background/nets.md](../../../docs/background/nets.md)).
const FORESIGHT: f64 = 0.9;

/// The scale of scores, in centipawns.
const SCALE: u16 = 400;

/// The learning rate of a net that begins at random, and of one that goes on from another.
const RATES: [f32; 2] = [0.001, 0.000_6];

/// The numbers of a generation's games begin at this multiple of the generation.
const SEEDS: u64 = 1_000_000_000;

/// The flag of the last run in this process. It ends a match: the referee asks a function without surroundings.
static STOP: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// Makes nets until all generations are complete, or `stop` is set, and writes the report. Returns the path of the report,
/// or `None` if it was stopped.
///
/// # Errors
/// The variant does not exist, the folder belongs to another plan, or files cannot be read or written.
pub fn run(options: &Options, stop: &Arc<AtomicBool>) -> anyhow::Result<Option<PathBuf>> {
    let workshop = Workshop::open(options)?;
    *STOP.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(stop));
    let mut done: Vec<Generation> = Vec::new();
    for number in 1..=options.plan.generations {
        let before = done.last().map_or(0, |generation| generation.positions);
        let Some(generation) = workshop.generation(number, before, stop)? else { return Ok(None) };
        done.push(generation);
        // After each generation: a night may end before the last one.
        write_whole(&workshop.path("report.md"), report::text(&workshop, &done).as_bytes()).context("report.md")?;
    }
    Ok(Some(workshop.path("report.md")))
}

/// The folder of a run.
struct Workshop {
    to: PathBuf,
    variant: Variant,
    plan: Plan,
    threads: u16,
}

/// The rules, as a file in the folder.
const GAME: &str = "game.toml";

impl Workshop {
    fn open(options: &Options) -> anyhow::Result<Workshop> {
        let spec = load(&options.variant)?.spec().clone();
        let rules = spec.to_toml();
        let (to, plan) = (options.to.clone(), options.plan.clone());
        fs::create_dir_all(&to).with_context(|| to.display().to_string())?;
        let threads = std::thread::available_parallelism().map_or(1, |count| count.get().min(1_024) as u16);
        keep(&to.join(GAME), &rules, "the rules of another variant")?;
        keep(&to.join("plan.toml"), &toml::to_string(&plan)?, "other options")?;
        // From the file, as all later steps read it.
        let variant = load(&to.join(GAME).display().to_string())?;
        Ok(Workshop { to, variant, plan, threads: options.threads.unwrap_or(threads) })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.to.join(name)
    }

    /// Makes what is missing of a generation, before which there are so many positions; `None` if it was stopped.
    fn generation(&self, number: u32, before: u64, stop: &AtomicBool) -> anyhow::Result<Option<Generation>> {
        let name = format!("g{number}");
        let net = self.path(&format!("{name}.net"));
        let Some(recorded) = self.record(number, stop)? else { return Ok(None) };
        if !self.has_learned(&name)? {
            let before = if number == 1 { "by-hand".to_owned() } else { format!("g{}", number - 1) };
            if !self.has_learned(&before)? {
                say!("generation 1: a net that evaluates like the hand-written terms");
                self.pack(1, &before, Some(self.plan.neighbors), stop)?;
                if !self.train(&before, None, stop)? {
                    return Ok(None);
                }
            }
            say!("generation {number}: training");
            self.pack(number, &name, None, stop)?;
            if !self.train(&name, Some(self.path(&format!("{before}.net"))), stop)? {
                return Ok(None);
            }
        }
        say!("generation {number}: {} games against the hand-written evaluation", self.plan.games);
        let played = self.play(number, &net)?;
        say!("{}", played.lines.join("\n"));
        Ok((!played.stopped).then_some(Generation { positions: before + recorded, played }))
    }

    /// The folder of the games of a generation.
    fn games(&self, number: u32) -> PathBuf {
        self.path(&format!("games-{number}"))
    }

    /// Records the games of a generation. Returns their positions; `None` if it was stopped.
    fn record(&self, number: u32, stop: &AtomicBool) -> anyhow::Result<Option<u64>> {
        say!("generation {number}: recording {} positions", self.plan.positions.separate_with_commas());
        let first = u64::from(number) * SEEDS;
        let options = selfplay::Options {
            to: self.games(number),
            mix: format!("{}=1", self.path(GAME).display()),
            seeds: (first, first + SEEDS),
            positions: Some(self.plan.positions),
            threads: self.threads.into(),
            nodes: self.plan.nodes,
            opening: (8, 9),
            balanced: 300,
            hash: 1,
            net: (number > 1).then(|| self.path(&format!("g{}.net", number - 1))),
            no_net: number == 1,
        };
        let done = selfplay::run(&options, stop)?;
        Ok(done.complete.then_some(done.positions))
    }

    /// Packs the games of all generations up to one.
    fn pack(&self, number: u32, name: &str, neighbors: Option<f64>, stop: &AtomicBool) -> anyhow::Result<()> {
        let to = self.path(name);
        let parts = ["train", "held"].map(|part| self.path(&format!("{name}.{part}")));
        if stop.load(Ordering::Relaxed) || parts.iter().all(|part| part.exists()) {
            return Ok(());
        }
        // One of two, from a run that was killed between them.
        remove(&parts)?;
        let options = pack::Options {
            files: (1..=number).map(|number| self.games(number)).collect(),
            to,
            seed: 1,
            memory: 1024,
            held_out: 100,
            foresight: if neighbors.is_some() { 0.0 } else { FORESIGHT },
            only: Vec::new(),
            neighbors,
        };
        say!("{}", pack::report(&pack::run(&options)?));
        Ok(())
    }

    /// Whether the net with a name is complete. If so, the positions that it has learned from are deleted: they are large, and
    /// made again from the games at any time.
    fn has_learned(&self, name: &str) -> anyhow::Result<bool> {
        let file = |ending: &str| self.path(&format!("{name}.{ending}"));
        // Killed between the net and its last step, a training still has its state.
        let learned = file("net").exists() && !file("state").exists();
        if learned {
            remove(&["train", "held"].map(file))?;
        }
        Ok(learned)
    }

    /// Trains a net; returns whether it is complete.
    fn train(&self, name: &str, from: Option<PathBuf>, stop: &AtomicBool) -> anyhow::Result<bool> {
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let options = train::Options {
            data: self.path(name),
            to: self.path(name),
            hidden: self.plan.hidden,
            epochs: self.plan.epochs,
            batch: 16_384,
            rate: RATES[usize::from(from.is_some())],
            decay: 0.01,
            score_part: 1.0,
            scale: Some(SCALE),
            first_ply: if from.is_some() { 16 } else { 0 },
            king_buckets: KingBuckets::One,
            most: 3_000,
            seed: 1,
            from,
            threads: Some(self.threads),
        };
        train::run(&options, stop)?;
        self.has_learned(name)
    }

    /// Plays the net against the hand-written evaluation.
    fn play(&self, number: u32, net: &Path) -> anyhow::Result<MatchReport> {
        let path = self.path(GAME).canonicalize()?;
        let source = VariantSource { variant: self.variant, file: Some(VariantFile { path, section: None }) };
        let mut settings = MatchSettings::new(source);
        let option = |name: &str, value: String| Setting { name: name.to_owned(), value };
        settings.first.options.push(option("EvalFile", net.canonicalize()?.display().to_string()));
        settings.first.config.nets = NetChoice::Given(Arc::new(Net::from_bytes(&fs::read(net)?)?));
        settings.second.options.push(option("Use NNUE", "false".to_owned()));
        settings.second.config.nets = NetChoice::Off;
        for engine in [&mut settings.first, &mut settings.second] {
            engine.control = TimeControl::Nodes(self.plan.match_nodes);
        }
        settings.games = self.plan.games.next_multiple_of(2);
        settings.plies = Some(8);
        settings.concurrency = self.threads.into();
        let pgn = self.path(&format!("g{number}.pgn"));
        settings.resume = pgn.exists();
        settings.pgn = Some(pgn);
        settings.stop = || {
            let stop = STOP.lock().unwrap_or_else(PoisonError::into_inner);
            stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
        };
        Ok(play_match(&settings, &|line| say!("{line}"))?)
    }
}

/// Deletes files, those that exist.
fn remove(paths: &[PathBuf]) -> anyhow::Result<()> {
    for path in paths.iter().filter(|path| path.exists()) {
        fs::remove_file(path).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Writes a file, or checks that it has this text already.
fn keep(path: &Path, text: &str, what: &str) -> anyhow::Result<()> {
    if path.exists() {
        let known = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        ensure!(
            known == text,
            "{}: this folder was begun with {what}; continue with the same, or choose another folder",
            path.display()
        );
        return Ok(());
    }
    write_whole(path, text.as_bytes()).with_context(|| path.display().to_string())
}

/// A variant by its id, its file, or as FILE.ini:NAME.
fn load(name: &str) -> anyhow::Result<Variant> {
    if let Some((path, section)) = name.rsplit_once(".ini:") {
        let path = format!("{path}.ini");
        let text = fs::read_to_string(&path).with_context(|| path.clone())?;
        let ini = VariantIni::parse(&text).map_err(|faults| anyhow::anyhow!("{path}: {faults}"))?;
        let variant = ini.variant(section).with_context(|| format!("{path} has no variant {section}"))?;
        return variant.map_err(|faults| anyhow::anyhow!("{path}: {faults}"));
    }
    let is_ini = Path::new(name).extension().is_some_and(|extension| extension == "ini");
    ensure!(!is_ini, "{name} may have several variants: name one of them, {name}:NAME");
    selfplay::load(name)
}
