//! `lab wdl`: what a score means in each variant, by the results of recorded games: search/data/wdl.toml.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use campione_search::win_chance;
use serde::{Deserialize, Serialize};
use thousands::Separable;

use crate::data::game::{LEAST_MATE, NO_SCORE, RecordedGame};
use crate::inspect::each_game;

/// The arguments of `lab wdl`.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Files of games, or folders of them
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// The file of the numbers, whose families are fitted
    #[arg(long, default_value = "search/data/wdl.toml", value_name = "FILE")]
    pub to: PathBuf,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    family: Vec<Family>,
}

/// As in `search/src/wdl.rs`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Family {
    games: Vec<String>,
    margin: f64,
    spread: f64,
}

/// The centipawns of one step of [`Counts`].
const STEP: i32 = 10;

/// Scores beyond this are counted with it.
const MOST: i32 = 2_000;

/// Of all positions with about the same score, for the side to move: losses, draws and wins.
#[derive(Clone, Default, Debug)]
struct Counts(BTreeMap<i32, [u64; 3]>);

impl Counts {
    fn add(&mut self, game: &RecordedGame) {
        let opening = usize::from(game.opening);
        for (number, ply) in game.plies.iter().enumerate().skip(opening) {
            if ply.score == NO_SCORE || ply.score.saturating_abs() >= LEAST_MATE {
                continue;
            }
            let points = if number % 2 == 0 { game.points } else { 2 - game.points };
            let score = i32::from(ply.score).clamp(-MOST, MOST);
            self.0.entry(score.div_euclid(STEP)).or_default()[usize::from(points.min(2))] += 1;
        }
    }

    fn merge(&mut self, other: &Counts) {
        for (&score, counts) in &other.0 {
            let own = self.0.entry(score).or_default();
            own.iter_mut().zip(counts).for_each(|(own, count)| *own += count);
        }
    }

    fn positions(&self) -> u64 {
        self.0.values().flatten().sum()
    }

    /// The logarithm of the probability of all results.
    fn likelihood(&self, margin: f64, spread: f64) -> f64 {
        let each = self.0.iter().map(|(&step, [losses, draws, won])| {
            let score = f64::from(step * STEP + STEP / 2);
            let (win, loss) = (win_chance(score, margin, spread), win_chance(-score, margin, spread));
            let log = |count: &u64, chance: f64| *count as f64 * chance.max(1e-9).ln();
            log(losses, loss) + log(draws, 1.0 - win - loss) + log(won, win)
        });
        each.sum()
    }

    /// The margin and the spread under which the results are the most likely.
    fn fit(&self) -> (f64, f64) {
        let (mut margin, mut spread) = (50.0, 200.0);
        let mut step = 64.0;
        while step > 0.05 {
            let here = self.likelihood(margin, spread);
            let around = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
            let better = around
                .map(|(by, and)| (f64::max(margin + by, 0.0), f64::max(spread + and, 10.0)))
                .into_iter()
                .find(|&(margin, spread)| self.likelihood(margin, spread) > here);
            match better {
                Some(found) => (margin, spread) = found,
                None => step /= 2.0,
            }
        }
        (margin, spread)
    }
}

/// Fits the numbers and writes them; returns a table of what was found.
///
/// # Errors
/// A file cannot be read or written, is damaged, or has no games of some family.
pub fn run(options: &Options) -> anyhow::Result<String> {
    let place = || options.to.display().to_string();
    let text = std::fs::read_to_string(&options.to).with_context(place)?;
    let mut file: File = toml::from_str(&text).with_context(place)?;
    let counts = read(&options.files)?;
    let mut table =
        String::from("| variants | positions | margin | spread | win, draw, loss at +1.00 |\n|---|---|---|---|---|\n");
    for family in &mut file.family {
        let mut sum = Counts::default();
        counts
            .iter()
            .filter(|(id, _)| family.games.is_empty() || family.games.contains(id))
            .for_each(|(_, counts)| sum.merge(counts));
        ensure!(sum.positions() > 0, "the files have no games of {}", family.games.join(", "));
        let (margin, spread) = sum.fit();
        (family.margin, family.spread) = ((10.0 * margin).round() / 10.0, (10.0 * spread).round() / 10.0);
        let [win, loss] = [100.0, -100.0].map(|score| 100.0 * win_chance(score, margin, spread));
        let names = if family.games.is_empty() { "all others".to_owned() } else { family.games.join(", ") };
        table += &format!(
            "| {names} | {} | {margin:.0} | {spread:.0} | {win:.0} %, {:.0} %, {loss:.0} % |\n",
            sum.positions().separate_with_commas(),
            100.0 - win - loss
        );
    }
    let head: String = text.lines().take_while(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    std::fs::write(&options.to, format!("{head}\n{}", toml::to_string(&file)?)).with_context(place)?;
    Ok(table)
}

/// The counts of each variant.
fn read(files: &[PathBuf]) -> anyhow::Result<BTreeMap<String, Counts>> {
    let mut counts = BTreeMap::<String, Counts>::new();
    each_game(files, |id, game| {
        counts.entry(id.to_owned()).or_default().add(game);
        Ok(())
    })?;
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_made_up_results_are_found() {
        for (margin, spread) in [(30.0, 150.0), (120.0, 90.0), (0.0, 300.0)] {
            let mut counts = Counts::default();
            for step in -150..150 {
                let score = f64::from(step * STEP + STEP / 2);
                let [win, loss] = [score, -score].map(|score| 1e6 * win_chance(score, margin, spread));
                counts.0.insert(step, [loss, 1e6 - win - loss, win].map(|count| count as u64));
            }
            let (found, slope) = counts.fit();
            assert!((found - margin).abs() < 1.0 && (slope - spread).abs() < 1.0, "{found} {slope}");
        }
    }
}
