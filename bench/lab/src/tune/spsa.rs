//! `cargo lab tune-search`: tunes the search's parameters by games between two engines whose parameters all differ a
//! little (simultaneous perturbation, SPSA).

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, ensure};
use campione_core::{Color, SplitMix64, Variant};
use campione_notation::random;
use campione_search::{Control, Engine, Limits, Params};
use campione_workspace::Verdict;

use super::game;
use super::leaves::Leaves;

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
    leaves: Leaves,
    numbers: Vec<Number>,
    pairs: u64,
    /// Number of pairs that were not even: only they carry information.
    uneven: u64,
}

struct Number {
    leaf: usize,
    value: f64,
    /// The perturbation at the end.
    step: f64,
}

impl Walk {
    fn rounded(&self, signs: &[f64], by: f64) -> anyhow::Result<Params> {
        let mut leaves = self.leaves.clone();
        for (number, sign) in self.numbers.iter().zip(signs) {
            leaves.set(number.leaf, (number.value + sign * by * number.step).round() as i64);
        }
        leaves.params()
    }
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    ensure!(options.replace || !options.out.exists(), "{} is there already: --replace it", options.out.display());
    let variants: Vec<Variant> = options.games.iter().map(|id| Variant::named(id)).collect::<Result<_, _>>()?;
    let first = variants.first().context("--games: at least one")?;
    let leaves = Leaves::of(&Params::of(*first), "search")?;
    let numbers = leaves.tunable().map(|leaf| {
        let value = leaves.get(leaf) as f64;
        Number { leaf, value, step: (value.abs() / 6.0).max(0.6) }
    });
    let numbers = numbers.collect();
    let walk = Mutex::new(Walk { leaves, numbers, pairs: 0, uneven: 0 });
    std::thread::scope(|scope| -> anyhow::Result<()> {
        let threads: Vec<_> =
            (0..options.threads.max(1)).map(|_| scope.spawn(|| work(options, &variants, &walk))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| anyhow::anyhow!("a game has panicked"))?)
    })?;
    Ok(Verdict::Good)
}

fn work(options: &Options, variants: &[Variant], walk: &Mutex<Walk>) -> anyhow::Result<()> {
    let lock = || walk.lock().unwrap_or_else(PoisonError::into_inner);
    let mut engines = vec![Engine::new(8, 1)?, Engine::new(8, 1)?];
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
            let evals = variants.iter().copied().map(Params::of).collect::<Vec<_>>();
            let variant = (pair % variants.len() as u64) as usize;
            for (engine, sign) in engines.iter_mut().zip([1.0, -1.0]) {
                let params = walk.rounded(&signs, sign * by)?;
                engine.set_params(Some(evals[variant].clone().with_search_of(&params)));
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
            let leaves = {
                let mut leaves = walk.leaves.clone();
                for number in &walk.numbers {
                    leaves.set(number.leaf, number.value.round() as i64);
                }
                leaves
            };
            leaves.write_search(&options.out)?;
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
