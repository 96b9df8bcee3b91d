//! `lab train`: trains a net on files of positions.
//!
//! Each epoch uses every position once, in a new order. The positions of a batch are divided among a fixed number of
//! gradients, which are added in a fixed order. So the same files and options give the same net with any number of
//! threads.

pub(crate) mod bullet;
mod examples;
mod model;
mod optimizer;
mod plot;
mod positions;
mod state;

use std::f64::consts::PI;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use campione_search::net::{FloatNet, HIDDEN_STEP, HIDDEN_UNIT, KingBuckets, MAX_HIDDEN, Net, OUTPUT_UNIT, checksum};
use indicatif::ProgressBar;
use rayon::prelude::*;
use thousands::Separable;

use self::examples::{Example, Examples, Lessons};
use self::model::{Learn, Loss, Measure, Shape, Weights};
use self::optimizer::{Optimizer, Step};
use self::positions::Positions;
use self::state::{Plan, Row, State};
use crate::bar::bar;
use crate::data::file::write_whole;
use crate::data::packed::Record;

/// The arguments of `lab train`.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The output of `lab pack`: NAME.train and NAME.held
    #[arg(value_name = "NAME")]
    pub data: PathBuf,
    /// The output: NAME.net, a table NAME.tsv and a plot NAME.svg; NAME.state during the training
    #[arg(long, value_name = "NAME")]
    pub to: PathBuf,
    /// Hidden neurons for each side, a multiple of 32
    #[arg(long, default_value_t = 128, value_parser = hidden)]
    pub hidden: usize,
    /// Sets of inputs by the place of the own king: 1, or 3 (near the middle, on a wing, beyond the second rank)
    #[arg(long, default_value = "1", value_parser = king_buckets, value_name = "1|3")]
    pub king_buckets: KingBuckets,
    /// Number of epochs: how often each position is used
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub epochs: u32,
    /// Positions for one step
    #[arg(long, default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub batch: u32,
    /// Learning rate of the first steps; the last steps have a hundredth of it
    #[arg(long, default_value_t = 0.001, value_parser = |text: &str| number(text, 1e-6..=1.0))]
    pub rate: f32,
    /// Weight decay
    #[arg(long, default_value_t = 0.01, value_parser = |text: &str| number(text, 0.0..=1.0))]
    pub decay: f32,
    /// Part of the score in the target; the rest is the result of the game
    #[arg(long, default_value_t = 0.55, value_parser = |text: &str| number(text, 0.0..=1.0))]
    pub score_part: f32,
    /// Centipawns for one unit of the logistic function; by default the best fit of scores to results
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub scale: Option<u16>,
    /// Leave out positions after fewer plies, counted with those of the opening
    #[arg(long, default_value_t = 16)]
    pub first_ply: u16,
    /// Limit scores, also of mates, to this many centipawns
    #[arg(long, default_value_t = 3_000, value_parser = clap::value_parser!(i16).range(1..=30_000))]
    pub most: i16,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
    /// Begin with this net, of the same movements, as many neurons or fewer, and as many king buckets or one, instead of random
    /// numbers
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Threads; all cores by default
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1_024))]
    pub threads: Option<u16>,
}

pub(crate) fn hidden(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (HIDDEN_STEP..=MAX_HIDDEN).contains(count));
    count
        .filter(|count| count % HIDDEN_STEP == 0)
        .ok_or_else(|| format!("expected a multiple of {HIDDEN_STEP} from {HIDDEN_STEP} to {MAX_HIDDEN}"))
}

pub(crate) fn king_buckets(text: &str) -> Result<KingBuckets, String> {
    text.parse().ok().and_then(KingBuckets::with_count).ok_or_else(|| "expected 1 or 3".to_owned())
}

fn number(text: &str, range: std::ops::RangeInclusive<f32>) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
}

/// The number of gradients that are computed in parallel, for any number of threads.
const GRADIENTS: usize = 16;

/// The largest absolute value of a weight.
const MOST_WEIGHT: f32 = 1.98;

/// The rate of the last step, relative to the first.
const LAST_RATE: f64 = 0.01;

/// The result of a training.
#[derive(Debug)]
pub struct Trained {
    /// The net; `None` if the training was stopped.
    pub net: Option<PathBuf>,
    /// The number of completed epochs.
    pub epochs: u32,
}

/// Trains a net, or continues a training, until it is complete or `stop` is set.
///
/// # Errors
/// Files cannot be read or written, or do not fit together, or contain no usable positions.
pub fn run(options: &Options, stop: &AtomicBool) -> anyhow::Result<Trained> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads.unwrap_or(0).into()).build()?;
    pool.install(|| Training::new(options)?.run(&|_| stop.load(Ordering::Relaxed)))
}

/// Tells whether to stop after a number of steps.
type Stop<'a> = &'a dyn Fn(u64) -> bool;

/// The file with a name and an ending.
fn named(name: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}.{ending}", name.display()))
}

/// What a training writes at its end.
const ENDINGS: &[&str] = &["net", "tsv", "svg"];

/// Fails if there is something that would be replaced: a file with the name and one of the endings.
fn refuse_existing(to: &Path, endings: &[&str]) -> anyhow::Result<()> {
    match endings.iter().map(|ending| named(to, ending)).find(|file| file.exists()) {
        Some(there) => bail!("{} exists already; choose another name, or delete it", there.display()),
        None => Ok(()),
    }
}

/// A prepared training.
struct Training {
    to: PathBuf,
    plan: Plan,
    positions: Positions,
    examples: Examples,
    held_out: Vec<Example>,
    /// The initial net.
    net: FloatNet,
    /// The number of steps of an epoch.
    steps: u64,
}

impl Training {
    fn new(options: &Options) -> anyhow::Result<Training> {
        if !named(&options.to, "state").exists() {
            refuse_existing(&options.to, ENDINGS)?;
        }
        let lessons = Lessons { first_ply: options.first_ply, most: options.most, score_part: options.score_part };
        let (mut count, mut fit) = (0_u64, Fit::default());
        // The examples are set up with the header, when the first record is read.
        let mut examples: Option<anyhow::Result<Examples>> = None;
        let positions = Positions::open(&named(&options.data, "train"), |header, record| {
            let examples = examples.get_or_insert_with(|| Examples::new(header, lessons, options.king_buckets));
            if let Ok(examples) = examples
                && examples.are_of(record)
            {
                count += 1;
                fit.add(examples.score(record), record.points);
            }
        })?;
        let place = || positions_name(&options.data);
        let examples = examples.context("there are no positions").and_then(|examples| examples).with_context(place)?;
        ensure!(count > 0, "{}: no position is left after the filters", place());
        let scale = options.scale.unwrap_or_else(|| fit.scale());
        let mut held_out = Vec::new();
        let held = Positions::open(&named(&options.data, "held"), |_, record| {
            // Files that do not belong together are refused after this.
            if examples.are_of(record) && usize::from(record.variant) < positions.header().variants.len() {
                held_out.push(examples.example(record, f32::from(scale)));
            }
        })?;
        ensure!(
            held.header().variants == positions.header().variants && held.header().seed == positions.header().seed,
            "{} and {}: they were not packed together",
            named(&options.data, "train").display(),
            named(&options.data, "held").display()
        );
        let commits: Vec<String> = positions
            .header()
            .sources
            .iter()
            .map(|source| format!("{} ({} nodes)", source.commit, source.nodes))
            .collect();
        let batch = (options.batch as usize).min(count as usize);
        let mut plan = Plan {
            data: format!(
                "{} positions, CRC-32 {:08x}{}, recorded by {}",
                count.separate_with_commas(),
                positions.checksum(),
                match positions.header().foresight {
                    0.0 => String::new(),
                    foresight => format!(", foresight {foresight}"),
                },
                commits.join(", ")
            ),
            hidden: options.hidden,
            epochs: options.epochs,
            batch,
            rate: options.rate,
            decay: options.decay,
            score_part: options.score_part,
            scale,
            first_ply: options.first_ply,
            most: options.most,
            seed: options.seed,
            king_buckets: options.king_buckets.count(),
            from: None,
        };
        let mut net = FloatNet::random(examples.layout().clone(), plan.hidden, plan.scale, plan.seed);
        if let Some(path) = &options.from {
            plan.from = Some(begin_with(&mut net, path).with_context(|| path.display().to_string())?);
        }
        net.data.clone_from(&plan.data);
        let steps = count / batch as u64;
        Ok(Training { to: options.to.clone(), plan, positions, examples, held_out, net, steps })
    }

    fn run(&self, stop: Stop<'_>) -> anyhow::Result<Trained> {
        let plan = &self.plan;
        let path = named(&self.to, "state");
        let mut net = self.net.clone();
        let weights = Weights::of(&net);
        let shape = Shape::new(&net.layout, plan.hidden);
        let mut state = if path.exists() {
            State::read(plan, shape, &path).with_context(|| path.display().to_string())?
        } else {
            State { weights, optimizer: Optimizer::new(shape), rows: Vec::new() }
        };
        // After the last epoch they are of this training, which was killed while it wrote them.
        if (state.rows.len() as u32) < plan.epochs {
            refuse_existing(&self.to, ENDINGS)?;
        }
        let mut out = stdout();
        let _ = writeln!(out, "{}\nscale {}, {} positions held out", plan.data, plan.scale, self.held_out.len());
        let _ = writeln!(out, "epoch        rate    training    held out   positions/s");
        let mut gradients = vec![Weights::zero(shape); GRADIENTS];
        while (state.rows.len() as u32) < plan.epochs {
            let begin = Instant::now();
            let Some(training) = self.epoch(&mut state, &mut gradients, stop)? else {
                return Ok(Trained { net: None, epochs: state.rows.len() as u32 });
            };
            let speed = training.examples as f64 / begin.elapsed().as_secs_f64();
            let held_out = self.measure(&state.weights);
            let rate = self.rate(state.optimizer.step) as f32;
            let row =
                Row { epoch: state.rows.len() as u32 + 1, rate, training: training.mean(), held_out: held_out.mean() };
            let _ = writeln!(
                out,
                "{:>5}  {:>10.7}  {:>10.6}  {:>10.6}  {:>12}",
                row.epoch,
                row.rate,
                row.training,
                row.held_out,
                (speed as u64).separate_with_commas()
            );
            state.rows.push(row);
            state.write(plan, &path)?;
        }
        state.weights.give(&mut net);
        let net = quantised(&net)?;
        let file = self.finish(&net, &state.rows)?;
        std::fs::remove_file(&path).with_context(|| path.display().to_string())?;
        Ok(Trained { net: Some(file), epochs: plan.epochs })
    }

    /// The rate after `step` steps: it falls from the first to the last along a cosine.
    fn rate(&self, step: u64) -> f64 {
        let done = step as f64 / (self.steps * u64::from(self.plan.epochs)) as f64;
        f64::from(self.plan.rate) * (LAST_RATE + (1.0 - LAST_RATE) * f64::midpoint(1.0, (PI * done).cos()))
    }

    /// Trains on every position once, except the last ones if they are fewer than a batch. `None` if it was stopped.
    fn epoch(&self, state: &mut State, gradients: &mut [Weights], stop: Stop<'_>) -> anyhow::Result<Option<Loss>> {
        let mut progress = Progress::new(state.rows.len() as u32 + 1, self.plan.epochs, self.steps);
        let mut batch: Vec<Record> = Vec::with_capacity(self.plan.batch);
        let mut loss = Loss::default();
        let seed = campione_core::SplitMix64::new(self.plan.seed ^ (state.rows.len() as u64 + 1) << 32).next_u64();
        let mut stopped = false;
        self.positions.shuffled(seed, |records| {
            for record in records {
                stopped = stopped || (batch.is_empty() && stop(state.optimizer.step));
                if stopped {
                    return Ok(());
                }
                if self.examples.are_of(&record) {
                    batch.push(record);
                }
                if batch.len() == self.plan.batch {
                    loss.add(self.step(&batch, state, gradients));
                    batch.clear();
                    progress.step(loss.examples);
                }
            }
            Ok(())
        })?;
        Ok((!stopped).then_some(loss))
    }

    fn step(&self, batch: &[Record], state: &mut State, gradients: &mut [Weights]) -> Loss {
        let scale = f32::from(self.plan.scale);
        let weights = &state.weights;
        let arch = pulp::Arch::new();
        let parts = batch.par_chunks(batch.len().div_ceil(GRADIENTS)).zip(gradients.par_iter_mut());
        let parts: Vec<Loss> = parts
            .map(|(records, gradient)| {
                let examples: Vec<Example> =
                    records.iter().map(|record| self.examples.example(record, scale)).collect();
                arch.dispatch(Learn { weights, examples: &examples, gradient })
            })
            .collect();
        let step = Step {
            rate: self.rate(state.optimizer.step) as f32,
            decay: self.plan.decay,
            most: MOST_WEIGHT,
            examples: batch.len(),
        };
        state.optimizer.step(&mut state.weights, gradients, step);
        total(parts)
    }

    /// The loss on the positions that are held out.
    fn measure(&self, weights: &Weights) -> Loss {
        let arch = pulp::Arch::new();
        let parts = self.held_out.par_chunks(4096).map(|examples| arch.dispatch(Measure { weights, examples }));
        total(parts.collect())
    }

    /// Writes the net, the table and the plot.
    fn finish(&self, net: &Net, rows: &[Row]) -> anyhow::Result<PathBuf> {
        let mut table = "epoch\trate\ttraining\theld out\n".to_owned();
        for row in rows {
            table += &format!("{}\t{:.8}\t{:.8}\t{:.8}\n", row.epoch, row.rate, row.training, row.held_out);
        }
        let title = format!("{} hidden neurons, {}", self.plan.hidden, self.plan.data);
        let title = title.split(", CRC").next().unwrap_or_default();
        let file = named(&self.to, "net");
        let write = |path: &Path, bytes: &[u8]| write_whole(path, bytes).with_context(|| path.display().to_string());
        write(&named(&self.to, "tsv"), table.as_bytes())?;
        write(&named(&self.to, "svg"), plot::svg(rows, title)?.as_bytes())?;
        // The last one: who finds the net finds the rest.
        write(&file, &net.to_bytes())?;
        Ok(file)
    }
}

/// Copies the weights of a net in a file to `net`. Further neurons of `net` keep their random input weights, but the
/// output does not hear them yet, so that it gives the same centipawns. Returns the checksum of the file.
fn begin_with(net: &mut FloatNet, path: &Path) -> anyhow::Result<String> {
    let bytes = std::fs::read(path)?;
    let mut from = Net::from_bytes(&bytes)?.to_float();
    let buckets = net.layout.king_buckets();
    ensure!(
        from.layout.clone().with_king_buckets(buckets) == Ok(net.layout.clone())
            && [KingBuckets::One, buckets].contains(&from.layout.king_buckets())
            && from.hidden <= net.hidden,
        "it has {} hidden neurons for {} inputs ({} king buckets), where at most {} for {} ({}) are wanted, or other \
         movements; train one from the beginning",
        from.hidden,
        from.layout.inputs(),
        from.layout.king_buckets().count(),
        net.hidden,
        net.layout.inputs(),
        buckets.count()
    );
    let share = f32::from(from.scale) / f32::from(net.scale);
    from.output_weights.iter_mut().chain(&mut from.output_biases).for_each(|weight| *weight *= share);
    net.output_biases = from.output_biases;
    net.output_weights.fill(0.0);
    // The weights of one king bucket are those of each of several.
    from.input_weights = from.input_weights.repeat(net.layout.inputs() / from.layout.inputs());
    for (to, from_weights) in [
        (&mut net.input_weights, from.input_weights),
        (&mut net.input_biases, from.input_biases),
        (&mut net.output_weights, from.output_weights),
    ] {
        for (to, from) in to.chunks_exact_mut(net.hidden).zip(from_weights.chunks_exact(from.hidden)) {
            to.iter_mut().zip(from).for_each(|(to, &from)| *to = from);
        }
    }
    Ok(format!("{:08x}", checksum(&bytes)))
}

fn positions_name(data: &Path) -> String {
    named(data, "train").display().to_string()
}

fn total(parts: Vec<Loss>) -> Loss {
    let mut sum = Loss::default();
    for part in parts {
        sum.add(part);
    }
    sum
}

/// The quantised net, with a unit so that no sum of a hidden neuron can overflow 16 bits.
fn quantised(net: &FloatNet) -> anyhow::Result<Net> {
    // Rounding changes each weight by up to half a unit.
    let room = f64::from(i16::MAX) - 0.5 * f64::from(net.layout.pieces() + 1);
    let unit = (room / farthest(net)).floor().min(f64::from(HIDDEN_UNIT)) as i16;
    Ok(net.quantise(unit, OUTPUT_UNIT)?)
}

/// The largest absolute sum of a hidden neuron for any position: each square has at most one piece, there are at most
/// as many pieces as at the start, and all inputs of a side are of one king bucket.
fn farthest(net: &FloatNet) -> f64 {
    let (hidden, squares) = (net.hidden, net.layout.squares());
    let pieces = usize::from(net.layout.pieces());
    let mut farthest: f64 = 1.0;
    for weights in net.input_weights.chunks_exact(net.layout.bucket_inputs() * hidden) {
        for (neuron, sign) in (0..hidden).flat_map(|neuron| [(neuron, 1.0), (neuron, -1.0)]) {
            let mut most = vec![0.0_f64; squares];
            for (input, row) in weights.chunks_exact(hidden).enumerate() {
                let most = &mut most[input % squares];
                *most = most.max(sign * f64::from(row[neuron]));
            }
            most.sort_by(|a, b| b.total_cmp(a));
            farthest = farthest.max(sign * f64::from(net.input_biases[neuron]) + most[..pieces].iter().sum::<f64>());
        }
    }
    farthest
}

/// Scores and the results of their games.
#[derive(Default)]
struct Fit {
    /// For each score, the number of positions and the sum of their points.
    scores: std::collections::BTreeMap<i16, (f64, f64)>,
}

impl Fit {
    fn add(&mut self, score: i16, points: u8) {
        let (count, sum) = self.scores.entry(score).or_default();
        *count += 1.0;
        *sum += f64::from(points) / 2.0;
    }

    /// The number of centipawns for one unit of the logistic function that best predicts the points from the scores.
    fn scale(&self) -> u16 {
        let wrong = |scale: u16| -> f64 {
            let off = |(&score, &(count, sum)): (&i16, &(f64, f64))| {
                let said = 1.0 / (1.0 + (-f64::from(score) / f64::from(scale)).exp());
                // The squares of results are the same for every scale.
                said * (count * said - 2.0 * sum)
            };
            self.scores.iter().map(off).sum()
        };
        let candidates = (50..=1000).map(|scale| (scale, wrong(scale)));
        candidates.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(300, |(scale, _)| scale)
    }
}

/// The progress of an epoch, on a terminal.
struct Progress {
    bar: Option<ProgressBar>,
    begin: Instant,
    epoch: u32,
    epochs: u32,
}

impl Progress {
    fn new(epoch: u32, epochs: u32, steps: u64) -> Progress {
        Progress { bar: bar(steps), begin: Instant::now(), epoch, epochs }
    }

    fn step(&mut self, positions: u64) {
        let Some(bar) = &self.bar else { return };
        bar.inc(1);
        let speed = positions as f64 / self.begin.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        bar.set_message(format!(
            "epoch {} of {}, {} positions a second",
            self.epoch,
            self.epochs,
            (speed as u64).separate_with_commas()
        ));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests;
