//! `AdamW`: Adam with decoupled weight decay (Loshchilov and Hutter, 2019).

use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use super::model::{Lanes, Shape, Weights, vectors_mut};

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The number of lanes that a thread processes at a time.
const PART: usize = 256;

/// The moments of earlier steps.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Optimizer {
    pub(super) first: Weights,
    pub(super) second: Weights,
    pub(super) step: u64,
}

/// The parameters of a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Step {
    pub(super) rate: f32,
    pub(super) decay: f32,
    /// The largest absolute value of weights, so that they can be stored in 16 bits.
    pub(super) most: f32,
    /// The number of examples that the gradients are sums of.
    pub(super) examples: usize,
}

impl Optimizer {
    pub(super) fn new(shape: Shape) -> Optimizer {
        Optimizer { first: Weights::zero(shape), second: Weights::zero(shape), step: 0 }
    }

    /// Does one step. The gradients are added in their order, and set to zero.
    pub(super) fn step(&mut self, weights: &mut Weights, gradients: &mut [Weights], step: Step) {
        self.step += 1;
        // After some thousand steps these factors are 1.
        let count = self.step.min(1 << 20) as i32;
        let bias = [BETA1, BETA2].map(|beta| 1.0 / (1.0 - beta.powi(count)));
        let arch = pulp::Arch::new();
        // Each thread processes the same lanes of all gradients.
        let mut parts: Vec<Vec<&mut [Lanes]>> =
            (0..weights.lanes.len().div_ceil(PART)).map(|_| Vec::with_capacity(gradients.len())).collect();
        for gradient in gradients {
            parts.iter_mut().zip(gradient.lanes.chunks_mut(PART)).for_each(|(part, lanes)| part.push(lanes));
        }
        let weights = weights.lanes.par_chunks_mut(PART);
        let moments = self.first.lanes.par_chunks_mut(PART).zip(self.second.lanes.par_chunks_mut(PART));
        weights.zip(moments).zip(parts).for_each(|((weights, (first, second)), gradients)| {
            arch.dispatch(Down { weights, first, second, gradients, step, bias });
        });
    }
}

/// A step for some weights.
struct Down<'a> {
    weights: &'a mut [Lanes],
    first: &'a mut [Lanes],
    second: &'a mut [Lanes],
    gradients: Vec<&'a mut [Lanes]>,
    step: Step,
    /// The factors that correct the bias of moments that began at 0.
    bias: [f32; 2],
}

impl WithSimd for Down<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let Step { rate, decay, most, examples } = self.step;
        let splat = |value: f32| simd.splat_f32s(value);
        let (beta1, beta2) = (splat(BETA1), splat(BETA2));
        let share = 1.0 / examples as f32;
        let (share1, share2) = (splat((1.0 - BETA1) * share), splat((1.0 - BETA2) * share * share));
        let (unbias2, epsilon) = (splat(self.bias[1]), splat(EPSILON));
        let (shrink, rate) = (splat(1.0 - rate * decay), splat(rate * self.bias[0]));
        let (least, most) = (splat(-most), splat(most));
        let weights = vectors_mut::<S>(self.weights);
        let (first, second) = (vectors_mut::<S>(self.first), vectors_mut::<S>(self.second));
        let mut gradients: Vec<&mut [S::f32s]> =
            self.gradients.iter_mut().map(|lanes| vectors_mut::<S>(lanes)).collect();
        for (index, weight) in weights.iter_mut().enumerate() {
            let mut slope = splat(0.0);
            for part in &mut gradients {
                slope = simd.add_f32s(slope, part[index]);
                part[index] = splat(0.0);
            }
            let (first, second) = (&mut first[index], &mut second[index]);
            *first = simd.mul_add_f32s(beta1, *first, simd.mul_f32s(share1, slope));
            let square = simd.mul_f32s(slope, slope);
            *second = simd.mul_add_f32s(beta2, *second, simd.mul_f32s(share2, square));
            let width = simd.add_f32s(simd.sqrt_f32s(simd.mul_f32s(*second, unbias2)), epsilon);
            let down = simd.mul_f32s(rate, simd.div_f32s(*first, width));
            let to = simd.sub_f32s(simd.mul_f32s(*weight, shrink), down);
            *weight = simd.min_f32s(simd.max_f32s(to, least), most);
        }
    }
}
