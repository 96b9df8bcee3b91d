//! `lab selfplay`: records games of the engine against itself.

mod folder;
pub mod play;
mod progress;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow, ensure};
use campione_core::{Variant, VariantSpec};
use campione_movegen::{Game, Position};
use campione_search::net::{Net, checksum};
use campione_search::{Control, Engine, EngineConfig, Limits, NetChoice};
use campione_variants::FromToml as _;

use self::folder::Folder;
pub(crate) use self::folder::files_of;
use self::play::Player;
use self::progress::Progress;
use crate::data::file::Writer;
use crate::data::header::{Header, Rules};

/// The arguments of `lab selfplay`.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The folder for the files of games; a run that was stopped continues there
    #[arg(long, value_name = "DIR")]
    pub to: PathBuf,
    /// The variants (built-in ids or files), each with the relative frequency of its games
    #[arg(
        long,
        value_name = "VARIANT=WEIGHT,...",
        default_value = "crc=45,carrera=20,capablanca=10,gothic=8,embassy=7,janus=10"
    )]
    pub mix: String,
    /// The numbers of the games, without END; a number is recorded only once in a folder
    #[arg(long, value_name = "FIRST..END", value_parser = seeds)]
    pub seeds: (u64, u64),
    /// End when the folder has this many positions of games with these numbers
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub positions: Option<u64>,
    /// Games at the same time, each with one thread and its own file
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: u32,
    /// Begin no iteration of a search after this many nodes; no search takes more than eight times as many
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub nodes: u64,
    /// The least and the most random plies before a game
    #[arg(long, value_name = "LEAST,MOST", default_value = "8,9", value_parser = opening)]
    pub opening: (u32, u32),
    /// The most centipawns that a side may be ahead after the random plies
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(i32).range(1..=30_000))]
    pub balanced: i32,
    /// Size of the transposition table of each engine, in MiB; it is empty before each game
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    pub hash: u64,
    /// Evaluate with this net where it fits, instead of the built-in nets
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
    /// Evaluate with hand-written terms, without nets
    #[arg(long, conflicts_with = "net")]
    pub no_net: bool,
}

fn seeds(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parts.filter(|&(first, end)| first < end && i64::try_from(end).is_ok()).ok_or_else(|| {
        format!("`{text}` is not a range of numbers; write the first and the one after the last: 0..100000")
    })
}

fn opening(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parts
        .filter(|&(least, most)| least <= most && most <= 255)
        .ok_or_else(|| format!("`{text}` is not two numbers in order, of at most 255, as in 8,9"))
}

/// A variant by its id or its file, whose name ends in `.toml`.
///
/// # Errors
/// There is no such variant, or the file cannot be read or is not valid.
pub(crate) fn load(name: &str) -> anyhow::Result<Variant> {
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "toml") {
        return Ok(Variant::named(name)?);
    }
    let text = std::fs::read_to_string(path).with_context(|| name.to_owned())?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    Variant::from_toml(&text, &VariantSpec::id_from(&stem)).with_context(|| name.to_owned())
}

/// The variants of a mixture, with their weights.
///
/// # Errors
/// The text is not a mixture, or names an unknown variant.
pub fn mixture(text: &str) -> anyhow::Result<Vec<(Variant, u32)>> {
    let mut variants: Vec<(Variant, u32)> = Vec::new();
    for part in text.split(',') {
        let (name, weight) = part.rsplit_once('=').with_context(|| format!("`{part}` has no weight: {part}=1"))?;
        let weight: u32 = weight
            .parse()
            .ok()
            .filter(|&weight| (1..=1_000_000).contains(&weight))
            .with_context(|| format!("`{weight}`, the weight of {name}, is not a number from 1 to 1000000"))?;
        let variant = load(name)?;
        ensure!(variants.iter().all(|(other, _)| other.id() != variant.id()), "{} is named twice", variant.id());
        variants.push((variant, weight));
    }
    ensure!(variants.len() <= 255, "{} variants, but at most 255 are possible", variants.len());
    Ok(variants)
}

impl Options {
    /// The choice of nets, and its name in the header.
    fn nets(&self) -> anyhow::Result<(NetChoice, Option<String>)> {
        Ok(match &self.net {
            Some(path) => {
                let place = || path.display().to_string();
                let bytes = std::fs::read(path).with_context(place)?;
                let net = Net::from_bytes(&bytes).with_context(place)?;
                (NetChoice::Given(Arc::new(net)), Some(format!("{:08x}", checksum(&bytes))))
            }
            None if self.no_net => (NetChoice::Off, Some("none".to_owned())),
            None => (NetChoice::Embedded, None),
        })
    }

    /// The header of the files, the variants, and the choice of nets.
    ///
    /// # Errors
    /// The mixture is not valid, or the net cannot be read.
    pub fn header(&self) -> anyhow::Result<(Header, Vec<Variant>, NetChoice)> {
        let (nets, net) = self.nets()?;
        let mixture = mixture(&self.mix)?;
        let rules = mixture.iter().map(|(variant, weight)| Rules::of(*variant, *weight)).collect();
        let variants: Vec<Variant> = mixture.into_iter().map(|(variant, _)| variant).collect();
        let header = Header {
            program: concat!("campione ", env!("CARGO_PKG_VERSION")).to_owned(),
            commit: env!("CAMPIONE_COMMIT").to_owned(),
            signature: signature(&variants, &nets)?,
            seeds: [self.seeds.0, self.seeds.1],
            nodes: self.nodes,
            hard_nodes: 8 * self.nodes,
            hash: self.hash,
            opening: [self.opening.0, self.opening.1],
            balanced: self.balanced,
            resign: 2_000,
            resign_plies: 6,
            played_out: 16,
            longest: 400,
            net,
            variants: rules,
        };
        Ok((header, variants, nets))
    }
}

/// The nodes of a search of each variant to a fixed depth.
fn signature(variants: &[Variant], nets: &NetChoice) -> anyhow::Result<u64> {
    let mut nodes = 0;
    for variant in variants {
        let start = Position::start(*variant);
        let limits = Limits { depth: Some(7), ..Limits::default() };
        let mut engine = Engine::new(&EngineConfig::default().with_hash(1).with_nets(nets.clone()))?;
        nodes += engine.search(&Game::new(start), &limits, &Control::new(), &mut |_| {}).nodes;
    }
    Ok(nodes)
}

/// The result of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// The number of games of the range that are in the folder.
    pub games: u64,
    /// The number of their positions that were searched.
    pub positions: u64,
    /// Whether these are all games of the range, or as many positions as were asked for.
    pub complete: bool,
}

/// Size of a thread's stack, in bytes. A line of 240 plies takes about 8 MiB.
const STACK: usize = 16 << 20;

/// Records games until the range is complete, or there are as many positions as asked for, or `stop` is set.
///
/// # Errors
/// The options contradict each other, or files cannot be read or written.
pub fn run(options: &Options, stop: &AtomicBool) -> anyhow::Result<Done> {
    let (header, variants, nets) = options.header()?;
    let folder = Folder::open(&options.to, &header)?;
    for line in folder.notes() {
        eprintln!("{line}");
    }
    let (first, end) = options.seeds;
    let before = folder.done.len() as u64;
    let wanted = options.positions.unwrap_or(u64::MAX);
    let mut progress = Progress::new(end - first, before, options.positions, folder.positions);
    let next = AtomicU64::new(first);
    let (games, positions, running) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(options.threads.into()));
    let failed = AtomicBool::new(false);
    let writers = folder.writers(options.threads as usize, &header)?;
    let work = |mut writer: Writer| -> anyhow::Result<()> {
        let mut player = Player::new(&header, &variants, &nets, stop);
        let enough = || folder.positions + positions.load(Ordering::Relaxed) >= wanted;
        while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) && !enough() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                break;
            }
            if folder.done.contains(&number) {
                continue;
            }
            if let Some(game) = player.play(number)? {
                writer.add(&game)?;
                games.fetch_add(1, Ordering::Relaxed);
                positions.fetch_add(game.searched(), Ordering::Relaxed);
            }
        }
        writer.flush()?;
        Ok(())
    };
    let counts = || (games.load(Ordering::Relaxed), positions.load(Ordering::Relaxed));
    let result = thread::scope(|scope| -> anyhow::Result<()> {
        let mut threads = Vec::new();
        for writer in writers {
            let (work, running, failed) = (&work, &running, &failed);
            let job = move || {
                let _over = Over(running);
                work(writer).inspect_err(|_| failed.store(true, Ordering::Relaxed))
            };
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, job);
            threads.push(thread.inspect_err(|_| failed.store(true, Ordering::Relaxed))?);
        }
        while running.load(Ordering::Relaxed) > 0 {
            thread::sleep(Duration::from_millis(100));
            let (games, positions) = counts();
            progress.show(games, positions);
        }
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| anyhow!("a game has panicked"))?)
    });
    let (games, positions) = counts();
    progress.finish(games, positions);
    result.with_context(|| format!("{}", options.to.display()))?;
    let positions = folder.positions + positions;
    Ok(Done { games: before + games, positions, complete: before + games == end - first || positions >= wanted })
}

/// Counts a thread as ended when it is dropped, also after a panic.
struct Over<'a>(&'a AtomicU64);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
