//! Gradient descent on the error.

use rayon::prelude::*;

use super::leaves::Leaves;
use super::{Column, Set, evaluate};

/// The data of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The search's score for White, in centipawns.
    pub(crate) score: f32,
    /// White's points in the game: 0, 0.5 or 1.
    pub(crate) points: f32,
}

/// The penalty on the error for a weight that has moved by twenty.
const PULL: f64 = 2e-7;
const RATE: f64 = 0.6;

pub(crate) struct Fit {
    /// The evaluations before the fit.
    values: Vec<f32>,
    targets: Vec<f32>,
    /// The matrix of effects by position: the weight's index and its effect.
    starts: Vec<u32>,
    entries: Vec<(u16, f32)>,
    /// The leaf of each weight, and how far it has moved.
    numbers: Vec<usize>,
    moved: Vec<f64>,
    scale: f64,
}

fn expected(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value * scale).exp())
}

impl Fit {
    pub(crate) fn new(
        sets: &[Set],
        leaves: &Leaves,
        columns: &[Column],
        result: f64,
        scale: Option<f64>,
    ) -> anyhow::Result<Fit> {
        let values: Vec<f32> = evaluate(sets, &leaves.params()?).into_iter().map(|value| value as f32).collect();
        let samples: Vec<Sample> = sets.iter().flat_map(|set| set.samples.iter().copied()).collect();
        // The scale of a centipawn: the factor with which the searches' scores predict the results best.
        let scale = scale.unwrap_or_else(|| {
            let error = |scale: f64| -> f64 {
                let off = |sample: &Sample| f64::from(sample.points) - expected(f64::from(sample.score), scale);
                samples.iter().map(|sample| off(sample).powi(2)).sum()
            };
            let scales = (10..120).map(|tenths| f64::from(tenths) * 1e-4);
            scales.min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(0.004)
        });
        let target = |sample: &Sample| {
            let said = expected(f64::from(sample.score), scale);
            (result * f64::from(sample.points) + (1.0 - result) * said) as f32
        };
        let mut starts = vec![0; values.len() + 1];
        for column in columns {
            for (row, _) in &column.changes {
                starts[*row as usize + 1] += 1;
            }
        }
        for row in 0..values.len() {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut entries = vec![(0, 0.0); starts.last().copied().unwrap_or(0) as usize];
        let mut numbers = Vec::new();
        for (number, column) in columns.iter().enumerate() {
            numbers.push(column.leaf);
            for &(row, change) in &column.changes {
                let at = &mut next[row as usize];
                entries[*at as usize] = (number as u16, change);
                *at += 1;
            }
        }
        let targets = samples.iter().map(target).collect();
        let moved = vec![0.0; numbers.len()];
        Ok(Fit { values, targets, starts, entries, numbers, moved, scale })
    }

    pub(crate) fn scale(&self) -> f64 {
        self.scale
    }

    fn row(&self, row: usize) -> &[(u16, f32)] {
        &self.entries[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// The mean square error, if all effects are linear.
    pub(crate) fn error(&self) -> f64 {
        let off = |row: usize| {
            let change: f64 = self.row(row).iter().map(|&(n, by)| self.moved[usize::from(n)] * f64::from(by)).sum();
            (expected(f64::from(self.values[row]) + change, self.scale) - f64::from(self.targets[row])).powi(2)
        };
        (0..self.values.len()).into_par_iter().map(off).sum::<f64>() / self.values.len() as f64
    }

    /// The same for other evaluations of the same positions.
    pub(crate) fn error_of(&self, values: &[i32]) -> f64 {
        let off =
            |(&value, &target): (&i32, &f32)| (expected(f64::from(value), self.scale) - f64::from(target)).powi(2);
        values.iter().zip(&self.targets).map(off).sum::<f64>() / values.len() as f64
    }

    fn gradient(&self) -> Vec<f64> {
        const CHUNK: usize = 10_000;
        let count = self.values.len();
        let chunk = |index: usize| {
            let mut sum = vec![0.0; self.numbers.len()];
            for row in index * CHUNK..((index + 1) * CHUNK).min(count) {
                let entries = self.row(row);
                let change: f64 = entries.iter().map(|&(n, by)| self.moved[usize::from(n)] * f64::from(by)).sum();
                let said = expected(f64::from(self.values[row]) + change, self.scale);
                let slope = 2.0 * (said - f64::from(self.targets[row])) * said * (1.0 - said) * self.scale;
                for &(number, by) in entries {
                    sum[usize::from(number)] += slope * f64::from(by);
                }
            }
            sum
        };
        let sums: Vec<Vec<f64>> = (0..count.div_ceil(CHUNK)).into_par_iter().map(chunk).collect();
        let mut gradient = vec![0.0; self.numbers.len()];
        for sum in sums {
            gradient.iter_mut().zip(sum).for_each(|(total, part)| *total += part / count as f64);
        }
        for (slope, moved) in gradient.iter_mut().zip(&self.moved) {
            *slope += 2.0 * PULL * moved / 400.0;
        }
        gradient
    }

    /// Steps along the gradient, each weight at its own rate (Adam).
    pub(crate) fn descend(&mut self, steps: u32) {
        let (mut mean, mut square) = (vec![0.0; self.numbers.len()], vec![0.0; self.numbers.len()]);
        for step in 1..=steps {
            let gradient = self.gradient();
            let rate = RATE * (1.0 - 0.95 * f64::from(step) / f64::from(steps));
            for (number, slope) in gradient.into_iter().enumerate() {
                mean[number] = 0.9 * mean[number] + 0.1 * slope;
                square[number] = 0.999 * square[number] + 0.001 * slope * slope;
                let (mean, square): (f64, f64) = (
                    mean[number] / (1.0 - 0.9_f64.powi(step as i32)),
                    square[number] / (1.0 - 0.999_f64.powi(step as i32)),
                );
                self.moved[number] -= rate * mean / (square.sqrt() + 1e-12);
            }
        }
    }

    /// The current weights.
    pub(crate) fn leaves(&self, leaves: &Leaves) -> Leaves {
        let mut tuned = leaves.clone();
        for (&leaf, moved) in self.numbers.iter().zip(&self.moved) {
            tuned.set(leaf, leaves.get(leaf) + moved.round() as i64);
        }
        tuned
    }
}

#[cfg(test)]
mod tests {
    use campione_core::{SplitMix64, Variant};
    use campione_movegen::Position;
    use campione_notation::random;
    use campione_search::{EvalParams, Evaluator};

    use super::*;
    use crate::tune::columns;

    /// Positions are evaluated with one changed weight: the fit finds it.
    #[test]
    fn a_number_that_was_changed_is_found() {
        let variant = Variant::named("capablanca").unwrap();
        let leaves = Leaves::of(&EvalParams::of(variant)).unwrap();
        let all: Vec<usize> = leaves.tunable().collect();
        let changed = all[all.len() / 3];
        let wanted = leaves.with(changed, 25);
        let mut random = SplitMix64::new(11);
        let start = Position::start(variant);
        let mut evaluator = Evaluator::new(variant, &wanted.params().unwrap());
        let mut set = Set { variant, positions: Vec::new(), samples: Vec::new() };
        for _ in 0..1_500 {
            let position = *random::walk(&start, 10..=60, &mut random).unwrap().position();
            let value = evaluator.evaluate(&position);
            let score = if position.turn() == campione_core::Color::White { value } else { -value } as f32;
            set.positions.push(position);
            set.samples.push(Sample { score, points: 0.5 });
        }
        let sets = [set];
        let columns = columns(&sets, &leaves, &all).unwrap();
        let mut fit = Fit::new(&sets, &leaves, &columns, 0.0, Some(0.004)).unwrap();
        let before = fit.error();
        fit.descend(300);
        let tuned = fit.leaves(&leaves);
        let after = fit.error_of(&evaluate(&sets, &tuned.params().unwrap()));
        let [was, found] = [leaves.get(changed), tuned.get(changed)];
        assert!(after < before / 4.0, "{before} to {after}");
        assert!((found - was - 25).abs() <= 8, "{was} to {found}, not {}", was + 25);
    }
}
