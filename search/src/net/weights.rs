//! Nets: in floating point for training, and with integers for play.

use std::fmt;

use bytemuck::{Pod, Zeroable};
use campione_core::SplitMix64;
use thiserror::Error;

use super::layout::{BUCKETS, Layout};

/// The size of the hidden layer is a multiple of this.
pub const HIDDEN_STEP: usize = 32;

/// The largest hidden layer, for each of the two views.
pub const MAX_HIDDEN: usize = 1024;

/// Sixteen-bit numbers, aligned for vector loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Block([i16; HIDDEN_STEP]);

impl Block {
    pub(crate) const ZERO: Block = Block([0; HIDDEN_STEP]);
}

/// A list of numbers in blocks; the last block is filled up with zeros.
pub(crate) fn blocks(numbers: impl ExactSizeIterator<Item = i16>) -> Vec<Block> {
    let mut blocks = vec![Block::ZERO; numbers.len().div_ceil(HIDDEN_STEP)];
    bytemuck::cast_slice_mut::<Block, i16>(&mut blocks).iter_mut().zip(numbers).for_each(|(to, from)| *to = from);
    blocks
}

/// What is known about a net besides its weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Its inputs.
    pub layout: Layout,
    /// The size of the hidden layer for each of the two views, a multiple of [`HIDDEN_STEP`].
    pub hidden: usize,
    /// The number that stands for 1 in the hidden layer, 16 to 1023.
    pub hidden_unit: i16,
    /// The number that stands for 1 among the output weights, 1 to 4096.
    pub output_unit: i16,
    /// Centipawns for an output of 1.
    pub scale: u16,
    /// The seed of the training.
    pub seed: u64,
    /// The training data, described in words or by a hash.
    pub data: String,
}

/// A net in floating point, as a trainer makes it.
///
/// Its evaluation, with `b` for the output bucket:
///
/// ```text
/// hidden(side) = clamp(input_biases + sum of the rows of input_weights of its active inputs, 0, 1) squared
/// output       = output_biases[b] + output_weights[b] . (hidden(side to move), hidden(other side))
/// centipawns   = output * scale
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FloatNet {
    /// Its inputs.
    pub layout: Layout,
    /// The size of the hidden layer for each of the two views, a multiple of [`HIDDEN_STEP`].
    pub hidden: usize,
    /// Centipawns for an output of 1.
    pub scale: u16,
    /// The seed of the training.
    pub seed: u64,
    /// The training data, described in words or by a hash.
    pub data: String,
    /// A row of `hidden` weights for each input.
    pub input_weights: Vec<f32>,
    /// One for each of the `hidden` neurons.
    pub input_biases: Vec<f32>,
    /// A row of `2 * hidden` weights for each output bucket, those for the side to move first.
    pub output_weights: Vec<f32>,
    /// One for each output bucket.
    pub output_biases: Vec<f32>,
}

/// Why weights do not make a valid net.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightFault {
    /// An invalid size of the hidden layer.
    #[error("the hidden layer has {0} neurons: expected a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}")]
    Hidden(usize),
    /// A list of weights has the wrong length.
    #[error("{found} {what}: expected {expected}")]
    Count {
        /// Which list.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length that it should have.
        expected: usize,
    },
    /// A unit or scale that is out of range.
    #[error("{what} {found}: expected {least} to {most}")]
    Unit {
        /// Which number.
        what: &'static str,
        /// Its value.
        found: i64,
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// A weight that is too large, or not a number.
    #[error("{what} number {index} is {value}: expected at most {most} above or below 0")]
    Range {
        /// Which list.
        what: &'static str,
        /// Its place there, from 0.
        index: usize,
        /// The weight as text.
        value: String,
        /// The greatest allowed weight.
        most: String,
    },
    /// Weights with which the output sum could overflow.
    #[error("the weights of output bucket {bucket} add up to {sum}, without their signs: expected at most {most}")]
    Sum {
        /// The output bucket, from 0.
        bucket: usize,
        /// The sum.
        sum: i64,
        /// The greatest allowed sum.
        most: i64,
    },
}

/// A usual [`Header::hidden_unit`]. With it, the sums of hidden neurons can reach 32 before they overflow sixteen bits.
pub const HIDDEN_UNIT: i16 = 1020;

/// A usual [`Header::output_unit`].
pub const OUTPUT_UNIT: i16 = 1024;

/// The greatest sum of the absolute output weights of an output bucket, in parts of [`Header::output_unit`]. Below this, no sum
/// of squares times weights overflows 32 bits.
pub const MOST_OUTPUT_SUM: i64 = i32::MAX as i64 >> 12;

/// The greatest absolute output bias, in units of 1.
const MOST_BIAS: i32 = 32;

/// How the sum of the output layer becomes centipawns.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reckoning {
    /// Hidden neurons are shifted left by this. Then their squares have up to 28 bits, of which the lower sixteen are
    /// dropped.
    pub(crate) shift: u32,
    /// The output biases, in the unit of a square times an output weight.
    biases: [i64; BUCKETS],
    /// Centipawns are the sum times `factor`, shifted right by `down`.
    factor: i64,
    down: u32,
}

impl Reckoning {
    fn new(header: &Header, biases: &[i32; BUCKETS]) -> Reckoning {
        let Header { hidden_unit, output_unit, scale, .. } = header;
        let shift = (0x3fff / *hidden_unit).ilog2();
        // The number that stands for 1 among squares, times 65,536.
        let square = (i64::from(*hidden_unit) << shift).pow(2);
        let unit = i128::from(square) * i128::from(*output_unit);
        let factor = |down: u32| ((i128::from(*scale) << (16 + down)) + unit / 2) / unit;
        // As exact as 30 bits allow.
        let down = (1..=40).rev().find(|&down| factor(down) < 1 << 30).unwrap_or(1);
        Reckoning {
            shift,
            biases: biases.map(|bias| (i64::from(bias) * square / i64::from(*hidden_unit)) >> 16),
            factor: factor(down) as i64,
            down,
        }
    }

    /// Centipawns for a sum of squares times output weights.
    #[inline(always)]
    pub(crate) fn centipawns(&self, sum: i64, bucket: usize) -> i32 {
        (((sum + self.biases[bucket]) * self.factor + (1 << (self.down - 1))) >> self.down) as i32
    }
}

/// A net for play: sixteen-bit weights, only integers, the same values on every machine.
#[derive(Clone, PartialEq)]
pub struct Net {
    header: Header,
    pub(crate) input_weights: Vec<Block>,
    pub(crate) input_biases: Vec<Block>,
    pub(crate) output_weights: Vec<Block>,
    output_biases: [i32; BUCKETS],
    pub(crate) reckoning: Reckoning,
}

/// The weights of a net as numbers, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// A row for each input.
    pub input_weights: Vec<i16>,
    /// One for each hidden neuron.
    pub input_biases: Vec<i16>,
    /// A row of twice the hidden neurons for each output bucket.
    pub output_weights: Vec<i16>,
    /// One for each output bucket.
    pub output_biases: Vec<i32>,
}

pub(crate) const INPUT_WEIGHTS: &str = "input weights";
pub(crate) const INPUT_BIASES: &str = "input biases";
pub(crate) const OUTPUT_WEIGHTS: &str = "output weights";
pub(crate) const OUTPUT_BIASES: &str = "output biases";

impl Header {
    /// Checks that the numbers are valid. The layout was checked when it was created.
    pub(crate) fn check(&self) -> Result<(), WeightFault> {
        let Header { hidden, hidden_unit, output_unit, scale, .. } = self;
        if *hidden == 0 || hidden % HIDDEN_STEP != 0 || *hidden > MAX_HIDDEN {
            return Err(WeightFault::Hidden(*hidden));
        }
        let units = [
            ("the unit of the hidden layer is", i64::from(*hidden_unit), (16, 1023)),
            ("the unit of the output weights is", i64::from(*output_unit), (1, 4096)),
            ("the scale is", i64::from(*scale), (1, 10_000)),
        ];
        match units.into_iter().find(|(_, found, (least, most))| !(*least..=*most).contains(found)) {
            Some((what, found, (least, most))) => Err(WeightFault::Unit { what, found, least, most }),
            None => Ok(()),
        }
    }

    /// How many weights each of the four lists has.
    pub(crate) fn counts(&self) -> [usize; 4] {
        [self.layout.inputs() * self.hidden, self.hidden, BUCKETS * 2 * self.hidden, BUCKETS]
    }

    /// The greatest absolute output bias.
    fn most_bias(&self) -> i32 {
        MOST_BIAS * i32::from(self.hidden_unit) * i32::from(self.output_unit)
    }
}

impl Net {
    /// A net with these weights.
    ///
    /// # Errors
    /// A list has the wrong length, or sums of weights could overflow.
    pub fn new(header: Header, weights: Weights) -> Result<Net, WeightFault> {
        header.check()?;
        let Weights { input_weights, input_biases, output_weights, output_biases } = weights;
        let found = [input_weights.len(), input_biases.len(), output_weights.len(), output_biases.len()];
        let names = [INPUT_WEIGHTS, INPUT_BIASES, OUTPUT_WEIGHTS, OUTPUT_BIASES];
        for ((what, found), expected) in names.into_iter().zip(found).zip(header.counts()) {
            if found != expected {
                return Err(WeightFault::Count { what, found, expected });
            }
        }
        let most = header.most_bias();
        if let Some(index) = output_biases.iter().position(|bias| bias.unsigned_abs() > most.unsigned_abs()) {
            let value = output_biases[index].to_string();
            return Err(WeightFault::Range { what: OUTPUT_BIASES, index, value, most: most.to_string() });
        }
        let most = MOST_OUTPUT_SUM;
        for (bucket, row) in output_weights.chunks(2 * header.hidden).enumerate() {
            let sum = row.iter().map(|weight| i64::from(weight.unsigned_abs())).sum();
            if sum > most {
                return Err(WeightFault::Sum { bucket, sum, most });
            }
        }
        let mut biases = [0; BUCKETS];
        biases.copy_from_slice(&output_biases);
        Ok(Net {
            reckoning: Reckoning::new(&header, &biases),
            input_weights: blocks(input_weights.into_iter()),
            input_biases: blocks(input_biases.into_iter()),
            output_weights: blocks(output_weights.into_iter()),
            output_biases: biases,
            header,
        })
    }

    /// What is known about the net besides its weights.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Its inputs.
    pub fn layout(&self) -> &Layout {
        &self.header.layout
    }

    /// Its weights.
    pub fn weights(&self) -> Weights {
        Weights {
            input_weights: bytemuck::cast_slice(&self.input_weights).to_vec(),
            input_biases: bytemuck::cast_slice(&self.input_biases).to_vec(),
            output_weights: bytemuck::cast_slice(&self.output_weights).to_vec(),
            output_biases: self.output_biases.to_vec(),
        }
    }

    /// The same net in floating point.
    pub fn to_float(&self) -> FloatNet {
        let Header { layout, hidden, hidden_unit, output_unit, scale, seed, data } = self.header.clone();
        let (one, output_one) = (f32::from(hidden_unit), f32::from(output_unit));
        let weights = self.weights();
        let floats = |list: &[i16], unit: f32| list.iter().map(|&weight| f32::from(weight) / unit).collect();
        FloatNet {
            layout,
            hidden,
            scale,
            seed,
            data,
            input_weights: floats(&weights.input_weights, one),
            input_biases: floats(&weights.input_biases, one),
            output_weights: floats(&weights.output_weights, output_one),
            output_biases: weights.output_biases.iter().map(|&bias| bias as f32 / (one * output_one)).collect(),
        }
    }
}

impl fmt::Debug for Net {
    /// Leaves out the weights: there are hundreds of thousands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net").field("header", &self.header).finish_non_exhaustive()
    }
}

impl FloatNet {
    /// A net with small random weights, as at the start of training.
    pub fn random(layout: Layout, hidden: usize, scale: u16, seed: u64) -> FloatNet {
        let mut random = SplitMix64::new(seed);
        let mut list = |count: usize, reach: f32| -> Vec<f32> {
            (0..count).map(|_| ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0) * reach).collect()
        };
        // The number of inputs that are active at once at the start.
        let active = f32::from(layout.pieces());
        FloatNet {
            input_weights: list(layout.inputs() * hidden, (3.0 / active).sqrt() / 2.0),
            input_biases: vec![0.25; hidden],
            output_weights: list(BUCKETS * 2 * hidden, (3.0 / hidden as f32).sqrt()),
            output_biases: vec![0.0; BUCKETS],
            layout,
            hidden,
            scale,
            seed,
            data: String::new(),
        }
    }

    /// The net for play. Each weight is multiplied by its unit and rounded: `hidden_unit` for the input weights and
    /// biases, `output_unit` for output weights, their product for output biases. [`HIDDEN_UNIT`] and [`OUTPUT_UNIT`]
    /// are usual.
    ///
    /// With larger units the result is nearer to the trained net: a net with random weights is 0.7 centipawns away on
    /// average with the usual units, and 8 with units of 255 and 64. But larger numbers make larger files, and the
    /// integer sums of the hidden layer must stay below 32,768. The trainer must ensure this; a sum that overflows
    /// sixteen bits wraps around.
    ///
    /// # Errors
    /// A weight is out of range, or a list has the wrong length.
    pub fn quantise(&self, hidden_unit: i16, output_unit: i16) -> Result<Net, WeightFault> {
        let header = Header {
            layout: self.layout.clone(),
            hidden: self.hidden,
            hidden_unit,
            output_unit,
            scale: self.scale,
            seed: self.seed,
            data: self.data.clone(),
        };
        header.check()?;
        let (one, output_one) = (f32::from(hidden_unit), f32::from(output_unit));
        let weights = Weights {
            input_weights: round(INPUT_WEIGHTS, &self.input_weights, one)?,
            input_biases: round(INPUT_BIASES, &self.input_biases, one)?,
            output_weights: round(OUTPUT_WEIGHTS, &self.output_weights, output_one)?,
            output_biases: round(OUTPUT_BIASES, &self.output_biases, one * output_one)?,
        };
        Net::new(header, weights)
    }
}

/// Weights in parts of a unit.
fn round<T: TryFrom<i32>>(what: &'static str, list: &[f32], unit: f32) -> Result<Vec<T>, WeightFault> {
    let most = if size_of::<T>() == 2 { i32::from(i16::MAX) } else { i32::MAX / 2 };
    let rounded = |(index, &weight): (usize, &f32)| {
        let value = (weight * unit).round();
        // This comparison is false for NaN.
        let within = value.abs() <= most as f32;
        within.then_some(value as i32).and_then(|value| T::try_from(value).ok()).ok_or_else(|| {
            let most = format!("{:.3}", most as f32 / unit);
            WeightFault::Range { what, index, value: weight.to_string(), most }
        })
    };
    list.iter().enumerate().map(rounded).collect()
}
