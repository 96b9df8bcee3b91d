//! `cargo lab tune`: fits the evaluation's weights to the results of games and the scores of searches (Texel's method).
//!
//! The derivative of each position's evaluation by each weight is measured with a slightly larger and a slightly smaller
//! weight; then all weights follow the gradient of the error at once. This is repeated a few times, since weights depend
//! on each other. Nothing here depends on the terms of the evaluation: a new weight is tuned as soon as it has a name.

mod fit;
mod game;
mod leaves;
pub(crate) mod positions;
pub(crate) mod spsa;
pub(crate) mod values;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use campione_core::{Color, SplitMix64, Variant};
use campione_movegen::Position;
use campione_notation::fen;
use campione_search::{EvalParams, Evaluator};
use campione_workspace::Verdict;
use rayon::prelude::*;

use self::fit::{Fit, Sample};
use self::leaves::Leaves;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Positions of a variant, as `positions` collects them
    #[arg(long, value_name = "GAME=FILE", required = true, value_parser = data)]
    data: Vec<(String, PathBuf)>,
    /// Tune only the weights for all variants, not those of single pieces
    #[arg(long)]
    general: bool,
    /// Rounds: how often the derivatives are measured
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// Steps along the gradient in each round
    #[arg(long, default_value_t = 400)]
    steps: u32,
    /// Weight of the game's result against the search's score, from 0 to 1
    #[arg(long, default_value_t = 0.6)]
    result: f64,
    /// The most positions of each file, drawn at random
    #[arg(long, default_value_t = 400_000)]
    most: usize,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    replace: bool,
    /// The variants of the file; without any it is for all variants that no other file names
    #[arg(long, value_delimiter = ',')]
    games: Vec<String>,
}

fn data(text: &str) -> Result<(String, PathBuf), String> {
    let parts = text.split_once('=').map(|(game, file)| (game.to_owned(), PathBuf::from(file)));
    parts.ok_or_else(|| format!("`{text}` is not GAME=FILE"))
}

/// Positions of one variant.
struct Set {
    variant: Variant,
    positions: Vec<Position>,
    samples: Vec<Sample>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let variants: Vec<Variant> = options.data.iter().map(|(game, _)| Variant::named(game)).collect::<Result<_, _>>()?;
    let first = &variants[0];
    let params = if options.general { EvalParams::general() } else { EvalParams::of(*first).spelled_out(*first) };
    let sets: Vec<Set> = variants
        .iter()
        .zip(&options.data)
        .map(|(variant, (_, file))| read(*variant, file, options))
        .collect::<anyhow::Result<_>>()?;
    let mut leaves = Leaves::of(&params)?;
    let all: Vec<usize> = leaves.tunable().collect();
    let mut columns = columns(&sets, &leaves, &all)?;
    columns.retain(|column| !column.changes.is_empty());
    let mut scale = None;
    for round in 1..=options.rounds {
        let mut fit = Fit::new(&sets, &leaves, &columns, options.result, scale)?;
        scale = Some(fit.scale());
        let before = fit.error();
        fit.descend(options.steps);
        let expected = fit.error();
        leaves = fit.leaves(&leaves);
        let after = fit.error_of(&evaluate(&sets, &leaves.params()?));
        say!("round {round}: error {before:.6}, {expected:.6} by the gradient, {after:.6} in truth");
        if round < options.rounds {
            let curved: Vec<usize> = columns.iter().filter(|column| column.curved).map(|column| column.leaf).collect();
            columns.retain(|column| !column.curved);
            columns.extend(self::columns(&sets, &leaves, &curved)?);
        }
    }
    leaves.settle();
    leaves.write(&options.out, &options.games)?;
    say!("{}", options.out.display());
    Ok(Verdict::Good)
}

/// Reads positions, their scores and the results of their games.
fn read(variant: Variant, path: &Path, options: &Options) -> anyhow::Result<Set> {
    let file = std::fs::File::open(path).with_context(|| format!("{}", path.display()))?;
    let mut lines: Vec<(usize, String)> = BufReader::new(file)
        .lines()
        .enumerate()
        .map(|(index, line)| Ok((index + 1, line?)))
        .collect::<std::io::Result<_>>()?;
    SplitMix64::new(7).shuffle(&mut lines);
    lines.truncate(options.most);
    let mut set = Set { variant, positions: Vec::new(), samples: Vec::new() };
    for (number, line) in lines {
        let at = || format!("{}, line {number}", path.display());
        let mut fields = line.split(';');
        let (Some(text), Some(score), Some(points)) = (fields.next(), fields.next(), fields.next()) else {
            anyhow::bail!("{}: expected the three fields FEN;score;points", at());
        };
        set.positions.push(fen::read(text, variant).with_context(at)?);
        set.samples.push(Sample { score: score.parse().with_context(at)?, points: points.parse().with_context(at)? });
    }
    ensure!(!set.positions.is_empty(), "{} has no positions", path.display());
    Ok(set)
}

/// The evaluations of all positions for White, with these weights.
fn evaluate(sets: &[Set], params: &EvalParams) -> Vec<i32> {
    sets.iter()
        .flat_map(|set| {
            let chunks: Vec<Vec<i32>> = set
                .positions
                .par_chunks(20_000)
                .map(|positions| {
                    let mut evaluator = Evaluator::new(set.variant, params);
                    let white = |position: &Position| {
                        let value = evaluator.evaluate(position);
                        if position.turn() == Color::White { value } else { -value }
                    };
                    positions.iter().map(white).collect()
                })
                .collect();
            chunks.into_iter().flatten()
        })
        .collect()
}

/// The effect of a weight.
struct Column {
    leaf: usize,
    /// The positions that it changes, and the change for each unit.
    changes: Vec<(u32, f32)>,
    /// Whether the effect depends on other weights or on itself.
    curved: bool,
}

/// The effect of each of some weights in each position.
fn columns(sets: &[Set], leaves: &Leaves, which: &[usize]) -> anyhow::Result<Vec<Column>> {
    let base = evaluate(sets, &leaves.params()?);
    let column = |&leaf: &usize| {
        let step = leaves.step(leaf);
        let more = evaluate(sets, &leaves.with(leaf, step).params()?);
        let less = evaluate(sets, &leaves.with(leaf, -step).params()?);
        let mut column = Column { leaf, changes: Vec::new(), curved: false };
        let (mut bend, mut sum) = (0, 0);
        for (row, ((more, less), base)) in (0..).zip(more.iter().zip(&less).zip(&base)) {
            if more != less {
                column.changes.push((row, (more - less) as f32 / (2 * step) as f32));
            }
            sum += i64::from((more - less).abs());
            // Evaluations are rounded.
            bend += i64::from(((more + less - 2 * base).abs() - 2).max(0));
        }
        column.curved = 50 * bend > sum;
        Ok(column)
    };
    which.iter().map(column).collect()
}
