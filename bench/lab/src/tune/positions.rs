//! `cargo lab positions`: games of the engine against itself, and its scores of their positions.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use campione_core::{Color, SplitMix64, Variant};
use campione_notation::{fen, random};
use campione_search::{Control, Engine, EngineConfig, Limits};
use campione_workspace::Verdict;

use super::game;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The variant
    #[arg(short, long)]
    variant: String,
    /// Number of positions to collect
    #[arg(long, default_value_t = 400_000)]
    positions: u64,
    /// Nodes a move
    #[arg(long, default_value_t = 4_000)]
    nodes: u64,
    /// Least and most random legal plies before the engine plays (in crc after a random array)
    #[arg(long, default_value = "4,9", value_parser = plies)]
    plies: (u32, u32),
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time
    #[arg(long, default_value_t = 2)]
    threads: u64,
    /// The file for the positions; it must not exist
    #[arg(long)]
    out: PathBuf,
}

fn plies(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    parts
        .filter(|(least, most)| least <= most)
        .ok_or_else(|| format!("`{text}`: expected two numbers in increasing order"))
}

/// The balance limit of openings, in centipawns.
const BALANCED: i32 = 300;

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let variant = Variant::named(&options.variant)?;
    let file = File::create_new(&options.out).with_context(|| format!("{}", options.out.display()))?;
    let gathered = Mutex::new(Gathered { file, waiting: BTreeMap::new(), games: 0, positions: 0 });
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| -> anyhow::Result<()> {
        let work = || -> anyhow::Result<()> {
            let mut engine = Engine::new(&EngineConfig::default().with_hash(8))?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let mut random = SplitMix64::new(options.seed << 32 | number);
                let game = play(variant, &mut engine, options, &mut random).unwrap_or_default();
                let mut gathered = gathered.lock().unwrap_or_else(PoisonError::into_inner);
                if !gathered.add(number, game, options.positions)? {
                    return Ok(());
                }
            }
        };
        let threads: Vec<_> = (0..options.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| anyhow::anyhow!("a game has panicked"))?)
    })?;
    let Gathered { positions, games, .. } = gathered.into_inner().unwrap_or_else(PoisonError::into_inner);
    say!("{positions} positions of {games} games");
    Ok(Verdict::Good)
}

/// The games so far, written in the order of their numbers, so that the output does not depend on the threads' speed.
struct Gathered {
    file: File,
    /// Finished games that wait for an earlier one.
    waiting: BTreeMap<u64, (u64, String)>,
    games: u64,
    positions: u64,
}

impl Gathered {
    /// Adds a game; false if there were enough.
    fn add(&mut self, number: u64, game: (u64, String), enough: u64) -> anyhow::Result<bool> {
        self.waiting.insert(number, game);
        while self.positions < enough {
            let Some((count, text)) = self.waiting.remove(&self.games) else { return Ok(true) };
            self.file.write_all(text.as_bytes())?;
            self.games += 1;
            self.positions += count;
        }
        Ok(false)
    }
}

/// Plays one game and returns its quiet positions, one a line: FEN, score for White in centipawns, points of White.
fn play(variant: Variant, engine: &mut Engine, options: &Options, random: &mut SplitMix64) -> Option<(u64, String)> {
    let start = random::start(variant, random);
    let opening = random::walk(&start, options.plies.0..=options.plies.1, random)?;
    engine.clear();
    let limits = Limits { nodes: Some(options.nodes), ..Limits::default() };
    let mut seen: Vec<(String, i32)> = Vec::new();
    let mut first = true;
    let points = game::play(&opening, |game| {
        let position = game.position();
        let result = engine.search(game, &limits, &Control::new(), &mut |_| {});
        let (mv, score) = (result.best?, game::score(&result)?);
        if std::mem::take(&mut first) && score.abs() > BALANCED {
            return None;
        }
        let quiet = !position.in_check() && position.captured_role(mv).is_none() && mv.promotion().is_none();
        if quiet && score.abs() < game::WON {
            let white = if position.turn() == Color::White { score } else { -score };
            seen.push((fen::write(position), white));
        }
        Some((mv, score))
    })?;
    let lines: String = seen.iter().map(|(fen, score)| format!("{fen};{score};{points}\n")).collect();
    Some((seen.len() as u64, lines))
}
