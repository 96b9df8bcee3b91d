//! `cargo lab tune-search`: tunes the search's parameters by games between two engines whose parameters all differ a
//! little (simultaneous perturbation, SPSA).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, ensure};
use campione_core::{Color, SplitMix64, Variant};
use campione_movegen::Game;
use campione_notation::random;
use campione_referee::book;
use campione_search::{Control, Engine, EngineConfig, Limits, SearchParam, SearchParams};
use campione_workspace::Verdict;
use serde::{Deserialize, Serialize};

use super::game;
use crate::data::file::write_whole;

/// The file is written after this many pairs: what an interruption loses.
const PAIRS_BETWEEN_WRITES: u64 = 20;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    #[command(flatten)]
    run: Run,
    /// Pairs played at the same time
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// The file for the parameters, written after every twenty pairs and at the end
    #[arg(long)]
    out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    replace: bool,
    /// Go on where the file ends, with the options that it was begun with
    #[arg(long, conflicts_with = "replace")]
    resume: bool,
}

/// What the steps of a tuning depend on.
#[derive(clap::Args, Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Run {
    /// The variants, played in turn, from the openings of their books or else from random ones
    #[arg(long, value_delimiter = ',', default_value = "capablanca,crc,archchess,herb-garden,courier-spiel")]
    games: Vec<String>,
    /// Pairs of games
    #[arg(long, default_value_t = 2_400)]
    pairs: u64,
    /// Nodes for a move; what helps with few may hurt with many
    #[arg(long, default_value_t = 40_000)]
    nodes: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The state of the tuning.
struct Walk {
    numbers: Vec<Number>,
    /// Number of pairs begun.
    pairs: u64,
    /// Number of pairs that were not even: only they carry information.
    uneven: u64,
    /// Number of pairs in the means: those of the second half that have ended.
    averaged: u64,
}

/// The file: the state of the tuning, from which it can go on.
#[derive(Serialize, Deserialize)]
struct Record {
    /// Number of pairs begun.
    played: u64,
    uneven: u64,
    /// Number of pairs in `mean`.
    averaged: u64,
    run: Run,
    /// The values that the search takes are the nearest whole numbers.
    params: BTreeMap<String, f64>,
    /// Their means over the second half, in which single games count less: the result.
    mean: BTreeMap<String, f64>,
}

struct Number {
    param: &'static SearchParam,
    value: f64,
    /// The mean of the values after each pair of the second half.
    mean: f64,
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

    /// Writes the state as it is now.
    fn write(&self, run: &Run, path: &Path) -> anyhow::Result<()> {
        let column = |of: fn(&Number) -> f64| {
            self.numbers.iter().map(|number| (number.param.name.to_owned(), of(number))).collect()
        };
        let record = Record {
            played: self.pairs,
            uneven: self.uneven,
            averaged: self.averaged,
            run: run.clone(),
            params: column(|number| number.value),
            mean: column(|number| number.mean),
        };
        let text = format!(
            "# Parameters of the search, moved by `cargo lab tune-search` (docs/background/strength-history.md).\n{}",
            toml::to_string(&record)?
        );
        write_whole(path, text.as_bytes()).with_context(|| path.display().to_string())
    }

    /// A tuning at its begin.
    fn new() -> Walk {
        let numbers = SearchParams::ALL.iter().map(|param| {
            let value = f64::from(param.default);
            Number { param, value, mean: value, step: (value.abs() / 6.0).max(0.6) }
        });
        Walk { numbers: numbers.collect(), pairs: 0, uneven: 0, averaged: 0 }
    }

    /// Goes on from a file that was begun with the same options.
    fn resumed(run: &Run, path: &Path) -> anyhow::Result<Walk> {
        let at = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(at)?;
        let record: Record = toml::from_str(&text).with_context(at)?;
        ensure!(record.run == *run, "{} was begun with other options: {:?}", at(), record.run);
        let mut walk = Walk::new();
        for number in &mut walk.numbers {
            let name = number.param.name;
            let of = |column: &BTreeMap<String, f64>| {
                column.get(name).copied().with_context(|| format!("{} has no `{name}`: --replace it", at()))
            };
            (number.value, number.mean) = (of(&record.params)?, of(&record.mean)?);
        }
        Ok(Walk { pairs: record.played, uneven: record.uneven, averaged: record.averaged, ..walk })
    }

    /// Adds the values of now to the means.
    fn average(&mut self) {
        self.averaged += 1;
        for number in &mut self.numbers {
            number.mean += (number.value - number.mean) / self.averaged as f64;
        }
    }
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let there = options.out.exists();
    ensure!(
        options.replace || options.resume || !there,
        "{} is there already: --resume or --replace it",
        options.out.display()
    );
    let openings: Vec<Openings> =
        options.run.games.iter().map(|id| Openings::new(id)).collect::<anyhow::Result<_>>()?;
    ensure!(!openings.is_empty(), "--games: at least one");
    let walk = if options.resume && there { Walk::resumed(&options.run, &options.out)? } else { Walk::new() };
    let walk = Mutex::new(walk);
    std::thread::scope(|scope| -> anyhow::Result<()> {
        let threads: Vec<_> = (0..options.threads.max(1))
            .map(|_| scope.spawn(|| play_until(options, options.run.pairs, &openings, &walk)))
            .collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| anyhow::anyhow!("a game has panicked"))?)
    })?;
    walk.into_inner().unwrap_or_else(PoisonError::into_inner).write(&options.run, &options.out)?;
    Ok(Verdict::Good)
}

/// Where the games of a variant begin.
struct Openings {
    variant: Variant,
    /// Balanced: a pair from a won position is nearly always even, and teaches nothing.
    book: Option<Vec<Game>>,
}

impl Openings {
    fn new(id: &str) -> anyhow::Result<Openings> {
        let variant = Variant::named(id)?;
        Ok(Openings { variant, book: book::openings(variant) })
    }

    /// One of the openings; `None` if there is none.
    fn draw(&self, random: &mut SplitMix64) -> Option<Game> {
        match &self.book {
            Some(games) => games.get(random.index(games.len())).cloned(),
            None => random::walk(&random::start(self.variant, random), 5..=8, random),
        }
    }
}

/// Plays pairs until so many are begun.
fn play_until(options: &Options, last: u64, openings: &[Openings], walk: &Mutex<Walk>) -> anyhow::Result<()> {
    let run = &options.run;
    let lock = || walk.lock().unwrap_or_else(PoisonError::into_inner);
    let config = EngineConfig::default().with_hash(8);
    let mut engines = vec![Engine::new(&config)?, Engine::new(&config)?];
    loop {
        let (signs, pair, by) = {
            let mut walk = lock();
            if walk.pairs >= last {
                return Ok(());
            }
            let pair = walk.pairs;
            walk.pairs += 1;
            let mut random = SplitMix64::new(run.seed << 32 | pair);
            let signs: Vec<f64> = walk.numbers.iter().map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 }).collect();
            // The usual schedule: perturbations shrink slowly to their value at the end.
            let by = ((run.pairs as f64) / (pair as f64 + 1.0)).powf(0.101);
            for (engine, sign) in engines.iter_mut().zip([1.0, -1.0]) {
                let search = walk.moved(&signs, sign * by)?;
                engine.configure(&EngineConfig { search, ..config.clone() })?;
            }
            (signs, pair, by)
        };
        let mut random = SplitMix64::new(!(run.seed << 32 | pair));
        let openings = &openings[(pair % openings.len() as u64) as usize];
        let points = openings.draw(&mut random).map_or(0.0, |opening| contest(&opening, &mut engines, run.nodes));
        let mut walk = lock();
        // The usual gain: one point moves a parameter by this fraction of its step.
        let gain = 0.008 * ((1.1 * run.pairs as f64) / (pair as f64 + 1.0 + 0.1 * run.pairs as f64)).powf(0.602);
        for (number, sign) in walk.numbers.iter_mut().zip(&signs) {
            number.value += sign * gain * points * number.step / by;
        }
        walk.uneven += u64::from(points != 0.0);
        if pair >= run.pairs / 2 {
            walk.average();
        }
        if (pair + 1).is_multiple_of(PAIRS_BETWEEN_WRITES) {
            walk.write(run, &options.out)?;
            say!("{} pairs, {} of them not even", pair + 1, walk.uneven);
        }
    }
}

/// Plays two games from one opening; returns the first engine's points minus the second's, from -2 to 2.
fn contest(opening: &Game, engines: &mut [Engine], nodes: u64) -> f64 {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut points = 0.0;
    for first in Color::ALL {
        engines.iter_mut().for_each(Engine::clear);
        let white = game::play(opening, |game| {
            let engine = &mut engines[usize::from(game.turn() != first)];
            let result = engine.search(game, &limits, &Control::new(), &mut |_| {});
            Some((result.best?, game::score(&result)?))
        });
        let white = 2.0 * white.unwrap_or(0.5) - 1.0;
        points += if first == Color::White { white } else { -white };
    }
    points
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn line(out: &Path, more: &[&str]) -> Options {
        let out = out.display().to_string();
        // One with a book, one without.
        let few = ["lab", "--pairs", "3", "--nodes", "10", "--threads", "1", "--games", "crc,janus", "--out", &out];
        Line::parse_from(few.iter().chain(more)).options
    }

    #[test]
    fn a_tuning_goes_on_where_its_file_ends() {
        let folder = tempfile::tempdir().unwrap();
        let [whole, part] = ["whole", "part"].map(|name| folder.path().join(name));
        run(&line(&whole, &[])).unwrap();

        // Interrupted after two pairs, one of them in the second half.
        let options = line(&part, &[]);
        let openings: Vec<Openings> = options.run.games.iter().map(|id| Openings::new(id).unwrap()).collect();
        let walk = Mutex::new(Walk::new());
        play_until(&options, 2, &openings, &walk).unwrap();
        walk.into_inner().unwrap().write(&options.run, &part).unwrap();
        assert_ne!(std::fs::read(&whole).unwrap(), std::fs::read(&part).unwrap());
        let [third, second] = [&whole, &part].map(|file| Walk::resumed(&options.run, file).unwrap());
        assert_eq!((second.averaged, third.averaged), (1, 2));
        for (second, third) in second.numbers.iter().zip(&third.numbers) {
            let means = [(second.mean, second.value), (third.mean, f64::midpoint(second.value, third.value))];
            assert!(means.iter().all(|(mean, expected)| (mean - expected).abs() < 1e-6), "{means:?}");
        }
        run(&line(&part, &["--resume"])).unwrap();
        assert_eq!(std::fs::read_to_string(&whole).unwrap(), std::fs::read_to_string(&part).unwrap());
    }

    #[test]
    fn only_the_same_tuning_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("search.toml");
        Walk::new().write(&line(&out, &[]).run, &out).unwrap();
        let error = |more: &[&str]| run(&line(&out, more)).unwrap_err().to_string();
        assert!(error(&[]).contains("is there already: --resume or --replace it"));
        assert!(error(&["--resume", "--seed", "2"]).contains("was begun with other options"));
    }
}
