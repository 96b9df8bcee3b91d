//! `cargo lab tune-search`: tunes the search's parameters by games between two engines whose parameters all differ a
//! little (simultaneous perturbation, SPSA).

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, ensure};
use campione_core::{Color, SplitMix64, Variant};
use campione_notation::random;
use campione_search::{Control, Engine, EngineConfig, Limits, SearchParam, SearchParams};
use campione_workspace::Verdict;

use super::game;
use crate::data::file::write_whole;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The variants, played in turn
    #[arg(long, value_delimiter = ',', default_value = "capablanca,crc,archchess,herb-garden,courier-spiel")]
    games: Vec<String>,
    /// Pairs of games
    #[arg(long, default_value_t = 10_000)]
    pairs: u64,
    /// Nodes for a move
    #[arg(long, default_value_t = 4_000)]
    nodes: u64,
    /// Pairs played at the same time
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file for the parameters, written after every hundred pairs and at the end
    #[arg(long)]
    out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    replace: bool,
}

/// The state of the tuning.
struct Walk {
    numbers: Vec<Number>,
    pairs: u64,
    /// Number of pairs that were not even: only they carry information.
    uneven: u64,
}

struct Number {
    param: &'static SearchParam,
    value: f64,
    /// The perturbation at the end.
    step: f64,
}

impl Number {
    /// The whole number nearest to `value` that the parameter can have.
    fn rounded(&self, value: f64) -> i32 {
        let (least, most) = self.param.range.clone().into_inner();
        (value.round() as i32).clamp(least, most)
    }
}

impl Walk {
    /// The parameters, each moved by its step.
    fn moved(&self, signs: &[f64], by: f64) -> anyhow::Result<SearchParams> {
        let mut params = SearchParams::default();
        for (number, sign) in self.numbers.iter().zip(signs) {
            params.set(number.param.name, number.rounded(number.value + sign * by * number.step))?;
        }
        Ok(params)
    }

    /// Writes the parameters as they are now, one a line.
    fn write(&self, path: &Path) -> anyhow::Result<()> {
        let mut text = String::from(
            "# Parameters of the search, moved by `cargo lab tune-search` (docs/background/strength-history.md).\n",
        );
        for number in &self.numbers {
            writeln!(text, "{} = {}", number.param.name, number.rounded(number.value))?;
        }
        write_whole(path, text.as_bytes()).with_context(|| path.display().to_string())
    }
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    ensure!(options.replace || !options.out.exists(), "{} is there already: --replace it", options.out.display());
    let variants: Vec<Variant> = options.games.iter().map(|id| Variant::named(id)).collect::<Result<_, _>>()?;
    ensure!(!variants.is_empty(), "--games: at least one");
    let numbers = SearchParams::ALL.iter().map(|param| {
        let value = f64::from(param.default);
        Number { param, value, step: (value.abs() / 6.0).max(0.6) }
    });
    let walk = Mutex::new(Walk { numbers: numbers.collect(), pairs: 0, uneven: 0 });
    std::thread::scope(|scope| -> anyhow::Result<()> {
        let threads: Vec<_> =
            (0..options.threads.max(1)).map(|_| scope.spawn(|| work(options, &variants, &walk))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| anyhow::anyhow!("a game has panicked"))?)
    })?;
    Ok(Verdict::Good)
}

fn work(options: &Options, variants: &[Variant], walk: &Mutex<Walk>) -> anyhow::Result<()> {
    let lock = || walk.lock().unwrap_or_else(PoisonError::into_inner);
    let config = EngineConfig::default().with_hash(8);
    let mut engines = vec![Engine::new(&config)?, Engine::new(&config)?];
    loop {
        let (signs, pair, by) = {
            let mut walk = lock();
            if walk.pairs >= options.pairs {
                return Ok(());
            }
            let pair = walk.pairs;
            walk.pairs += 1;
            let mut random = SplitMix64::new(options.seed << 32 | pair);
            let signs: Vec<f64> = walk.numbers.iter().map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 }).collect();
            // The usual schedule: perturbations shrink slowly to their value at the end.
            let by = ((options.pairs as f64) / (pair as f64 + 1.0)).powf(0.101);
            for (engine, sign) in engines.iter_mut().zip([1.0, -1.0]) {
                let search = walk.moved(&signs, sign * by)?;
                engine.configure(&EngineConfig { search, ..config.clone() })?;
            }
            (signs, pair, by)
        };
        let mut random = SplitMix64::new(!(options.seed << 32 | pair));
        let variant = &variants[(pair % variants.len() as u64) as usize];
        let points = contest(*variant, &mut engines, options.nodes, &mut random);
        let mut walk = lock();
        // The usual gain: one point moves a parameter by this fraction of its step.
        let gain =
            0.008 * ((1.1 * options.pairs as f64) / (pair as f64 + 1.0 + 0.1 * options.pairs as f64)).powf(0.602);
        for (number, sign) in walk.numbers.iter_mut().zip(&signs) {
            number.value += sign * gain * points * number.step / by;
        }
        walk.uneven += u64::from(points != 0.0);
        if (pair + 1).is_multiple_of(100) || pair + 1 == options.pairs {
            walk.write(&options.out)?;
            say!("{} pairs, {} of them not even", pair + 1, walk.uneven);
        }
    }
}

/// Plays two games from one opening; returns the first engine's points minus the second's, from -2 to 2.
fn contest(variant: Variant, engines: &mut [Engine], nodes: u64, random: &mut SplitMix64) -> f64 {
    let start = random::start(variant, random);
    let Some(opening) = random::walk(&start, 5..=8, random) else { return 0.0 };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut points = 0.0;
    for first in Color::ALL {
        engines.iter_mut().for_each(Engine::clear);
        let white = game::play(&opening, |game| {
            let engine = &mut engines[usize::from(game.turn() != first)];
            let result = engine.search(game, &limits, &Control::new(), &mut |_| {});
            Some((result.best?, game::score(&result)?))
        });
        let white = 2.0 * white.unwrap_or(0.5) - 1.0;
        points += if first == Color::White { white } else { -white };
    }
    points
}
