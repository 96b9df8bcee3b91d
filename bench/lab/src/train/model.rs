//! The net during training: one list of numbers, and their gradients.

use campione_search::net::{BUCKETS, FloatNet, HIDDEN_STEP, Layout};
use pulp::{Simd, WithSimd};

use super::examples::{Example, logistic};

/// Numbers that are loaded as vectors.
pub(super) type Lanes = [f32; HIDDEN_STEP];

const ZERO: Lanes = [0.0; HIDDEN_STEP];

/// The places of a net's weights in one list: input weights, input biases, output weights, output biases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    inputs: usize,
    hidden: usize,
}

impl Shape {
    pub(super) fn new(layout: &Layout, hidden: usize) -> Shape {
        Shape { inputs: layout.inputs(), hidden }
    }

    /// The number of lanes of a row of hidden neurons.
    #[inline(always)]
    fn lanes(self) -> usize {
        self.hidden / HIDDEN_STEP
    }

    /// The places where input biases, output weights and output biases begin, in lanes.
    fn begins(self) -> [usize; 3] {
        let biases = self.inputs * self.lanes();
        let outputs = biases + self.lanes();
        [biases, outputs, outputs + BUCKETS * 2 * self.lanes()]
    }

    /// The length of the list in lanes. The last lane has the output biases, and is not full.
    pub(super) fn len(self) -> usize {
        self.begins()[2] + 1
    }
}

/// A list of numbers in the order of a [`Shape`]: weights or gradients.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights {
    shape: Shape,
    pub(super) lanes: Vec<Lanes>,
}

/// Slices of the four lists.
struct Split<T>(T, T, T, T);

impl Weights {
    pub(super) fn zero(shape: Shape) -> Weights {
        Weights { shape, lanes: vec![ZERO; shape.len()] }
    }

    /// The weights of a net.
    pub(super) fn of(net: &FloatNet) -> Weights {
        let mut weights = Weights::zero(Shape::new(&net.layout, net.hidden));
        let Split(inputs, biases, outputs, last) = weights.split_mut();
        inputs.as_flattened_mut().copy_from_slice(&net.input_weights);
        biases.as_flattened_mut().copy_from_slice(&net.input_biases);
        outputs.as_flattened_mut().copy_from_slice(&net.output_weights);
        last.as_flattened_mut()[..BUCKETS].copy_from_slice(&net.output_biases);
        weights
    }

    /// Copies the weights to a net of the same shape.
    pub(super) fn give(&self, net: &mut FloatNet) {
        let Split(inputs, biases, outputs, last) = self.split();
        net.input_weights = inputs.as_flattened().to_vec();
        net.input_biases = biases.as_flattened().to_vec();
        net.output_weights = outputs.as_flattened().to_vec();
        net.output_biases = last.as_flattened()[..BUCKETS].to_vec();
    }

    fn split(&self) -> Split<&[Lanes]> {
        let [biases, outputs, last] = self.shape.begins();
        let (inputs, rest) = self.lanes.split_at(biases);
        let (biases, rest) = rest.split_at(outputs - biases);
        let (outputs, last) = rest.split_at(last - outputs);
        Split(inputs, biases, outputs, last)
    }

    fn split_mut(&mut self) -> Split<&mut [Lanes]> {
        let [biases, outputs, last] = self.shape.begins();
        let (inputs, rest) = self.lanes.split_at_mut(biases);
        let (biases, rest) = rest.split_at_mut(outputs - biases);
        let (outputs, last) = rest.split_at_mut(last - outputs);
        Split(inputs, biases, outputs, last)
    }
}

/// The loss of a pass over some examples.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Loss {
    /// The sum of the squared errors of the expected points.
    pub(super) squares: f64,
    pub(super) examples: u64,
}

impl Loss {
    pub(super) fn add(&mut self, other: Loss) {
        self.squares += other.squares;
        self.examples += other.examples;
    }

    /// The mean squared error.
    pub(super) fn mean(self) -> f64 {
        self.squares / self.examples.max(1) as f64
    }
}

/// Computes the squared errors of some examples.
pub(super) struct Measure<'a> {
    pub(super) weights: &'a Weights,
    pub(super) examples: &'a [Example],
}

impl WithSimd for Measure<'_> {
    type Output = Loss;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Loss {
        let mut pass = Pass::new(simd, self.weights);
        let mut loss = Loss::default();
        for example in self.examples {
            let wrong = logistic(pass.forward(example)) - example.target;
            loss.add(Loss { squares: f64::from(wrong * wrong), examples: 1 });
        }
        loss
    }
}

/// Computes the squared errors of some examples, and adds their derivatives by each weight to `gradient`.
pub(super) struct Learn<'a> {
    pub(super) weights: &'a Weights,
    pub(super) examples: &'a [Example],
    pub(super) gradient: &'a mut Weights,
}

impl WithSimd for Learn<'_> {
    type Output = Loss;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Loss {
        let mut pass = Pass::new(simd, self.weights);
        let Split(inputs, biases, outputs, last) = self.gradient.split_mut();
        let (inputs, biases, outputs) = (vectors_mut::<S>(inputs), vectors_mut::<S>(biases), vectors_mut::<S>(outputs));
        let count = pass.own.len();
        let mut loss = Loss::default();
        for example in self.examples {
            let points = logistic(pass.forward(example));
            let wrong = points - example.target;
            loss.add(Loss { squares: f64::from(wrong * wrong), examples: 1 });
            let slope = 2.0 * wrong * points * (1.0 - points);
            let bucket = usize::from(example.bucket);
            last[0][bucket] += slope;
            pass.back(example, slope, &mut outputs[bucket * 2 * count..][..2 * count]);
            for ((to, &own), &other) in biases.iter_mut().zip(&pass.own).zip(&pass.other) {
                *to = simd.add_f32s(*to, simd.add_f32s(own, other));
            }
            for (first, second) in example.pairs() {
                for (to, &from) in inputs[first * count..][..count].iter_mut().zip(&pass.own) {
                    *to = simd.add_f32s(*to, from);
                }
                for (to, &from) in inputs[second * count..][..count].iter_mut().zip(&pass.other) {
                    *to = simd.add_f32s(*to, from);
                }
            }
        }
        loss
    }
}

#[inline(always)]
fn vectors<S: Simd>(lanes: &[Lanes]) -> &[S::f32s] {
    S::as_simd_f32s(lanes.as_flattened()).0
}

#[inline(always)]
pub(super) fn vectors_mut<S: Simd>(lanes: &mut [Lanes]) -> &mut [S::f32s] {
    S::as_mut_simd_f32s(lanes.as_flattened_mut()).0
}

/// The number of vectors of each view that are summed at the same time.
const SIDE_BY_SIDE: usize = 4;

/// The net and its intermediate results for one position at a time.
struct Pass<'a, S: Simd> {
    simd: S,
    inputs: &'a [S::f32s],
    biases: &'a [S::f32s],
    outputs: &'a [S::f32s],
    output_biases: &'a [f32],
    /// The sums of the hidden neurons of both views; after `back`, the derivatives of the error by them.
    own: Vec<S::f32s>,
    other: Vec<S::f32s>,
}

impl<'a, S: Simd> Pass<'a, S> {
    #[inline(always)]
    fn new(simd: S, weights: &'a Weights) -> Self {
        let Split(inputs, biases, outputs, last) = weights.split();
        let biases = vectors::<S>(biases);
        let views = || vec![simd.splat_f32s(0.0); biases.len()];
        Pass {
            simd,
            inputs: vectors::<S>(inputs),
            biases,
            outputs: vectors::<S>(outputs),
            output_biases: last.as_flattened(),
            own: views(),
            other: views(),
        }
    }

    /// The output of the net, before the logistic function.
    #[inline(always)]
    fn forward(&mut self, example: &Example) -> f32 {
        let count = self.biases.len();
        let even = count - count % SIDE_BY_SIDE;
        for first in (0..even).step_by(SIDE_BY_SIDE) {
            self.sum::<SIDE_BY_SIDE>(example, first);
        }
        for first in even..count {
            self.sum::<1>(example, first);
        }
        let simd = self.simd;
        let bucket = usize::from(example.bucket);
        let (to_own, to_other) = self.outputs[bucket * 2 * count..][..2 * count].split_at(count);
        let mut sums = [simd.splat_f32s(0.0); 2];
        for (sum, view, outputs) in [(0, &self.own, to_own), (1, &self.other, to_other)] {
            for (&value, &output) in view.iter().zip(outputs) {
                let value = self.clamp(value);
                sums[sum] = simd.mul_add_f32s(simd.mul_f32s(value, value), output, sums[sum]);
            }
        }
        self.output_biases[bucket] + simd.reduce_sum_f32s(simd.add_f32s(sums[0], sums[1]))
    }

    /// Computes the sums of `N` vectors of hidden neurons of both views.
    #[inline(always)]
    fn sum<const N: usize>(&mut self, example: &Example, first: usize) {
        let (simd, count) = (self.simd, self.biases.len());
        let Some(biases) = self.biases[first..].first_chunk::<N>() else { return };
        let (mut own, mut other) = (*biases, *biases);
        for (of_own, of_other) in example.pairs() {
            let rows = (&self.inputs[of_own * count + first..][..N], &self.inputs[of_other * count + first..][..N]);
            for index in 0..N {
                own[index] = simd.add_f32s(own[index], rows.0[index]);
                other[index] = simd.add_f32s(other[index], rows.1[index]);
            }
        }
        self.own[first..first + N].copy_from_slice(&own);
        self.other[first..first + N].copy_from_slice(&other);
    }

    #[inline(always)]
    fn clamp(&self, value: S::f32s) -> S::f32s {
        let simd = self.simd;
        simd.min_f32s(simd.max_f32s(value, simd.splat_f32s(0.0)), simd.splat_f32s(1.0))
    }

    /// Back propagation: replaces the sums of hidden neurons with the derivatives of the error by them. `slope` is its
    /// derivative by the output. The derivatives by output weights are added to `wrong_outputs`.
    #[inline(always)]
    fn back(&mut self, example: &Example, slope: f32, wrong_outputs: &mut [S::f32s]) {
        let (simd, count) = (self.simd, self.biases.len());
        let (zero, one, slope) = (simd.splat_f32s(0.0), simd.splat_f32s(1.0), simd.splat_f32s(slope));
        let twice = simd.add_f32s(slope, slope);
        let outputs = &self.outputs[usize::from(example.bucket) * 2 * count..][..2 * count];
        for index in 0..2 * count {
            let sum = if index < count { self.own[index] } else { self.other[index - count] };
            let value = self.clamp(sum);
            wrong_outputs[index] = simd.mul_add_f32s(simd.mul_f32s(value, value), slope, wrong_outputs[index]);
            let wrong = simd.mul_f32s(simd.mul_f32s(twice, outputs[index]), value);
            // For sums below 0 the value is 0, and so is the derivative.
            let wrong = simd.select_f32s(simd.less_than_f32s(sum, one), wrong, zero);
            if index < count {
                self.own[index] = wrong;
            } else {
                self.other[index - count] = wrong;
            }
        }
    }
}
