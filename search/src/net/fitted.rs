//! A net that evaluates positions of one variant.

use std::sync::Arc;

use campione_core::{Color, Variant};
use campione_movegen::{Attacks, Position, Scan};

use super::arithmetic;
use super::layout::{Inputs, Misfit};
use super::weights::{Block, HIDDEN_STEP, Net};

/// A net, and its inputs as one variant uses them.
#[derive(Clone, Debug)]
pub struct Fitted {
    net: Arc<Net>,
    inputs: Inputs,
}

impl Fitted {
    /// Fits a net to a variant.
    ///
    /// # Errors
    /// The net is for another board, or does not know a movement of the variant.
    pub fn new(net: Arc<Net>, variant: Variant) -> Result<Fitted, Misfit> {
        Ok(Fitted { inputs: Inputs::new(net.layout(), variant)?, net })
    }

    /// The net.
    pub fn net(&self) -> &Arc<Net> {
        &self.net
    }

    /// Its inputs.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// How many blocks a row of the hidden layer has.
    #[inline(always)]
    pub(crate) fn blocks(&self) -> usize {
        self.net.header().hidden / HIDDEN_STEP
    }

    /// The weights of an input.
    #[inline(always)]
    pub(crate) fn row(&self, input: u16) -> &[i16] {
        let blocks = self.blocks();
        let start = usize::from(input) * blocks;
        bytemuck::cast_slice(&self.net.input_weights[start..start + blocks])
    }

    /// The evaluation for the side to move, in centipawns, computed from scratch. The search updates it incrementally
    /// instead, by [`Accumulators`](super::Accumulators).
    pub fn evaluate(&self, position: &Position) -> i32 {
        struct Run<'a>(&'a Fitted, &'a Position);
        impl Scan for Run<'_> {
            type Output = i32;
            #[inline(always)]
            fn run(self, _: impl Attacks) -> i32 {
                let Run(fitted, position) = self;
                let views = Color::ALL.map(|us| {
                    let mut view = vec![Block::ZERO; fitted.blocks()];
                    fitted.view(position, us, bytemuck::cast_slice_mut(&mut view));
                    view
                });
                fitted.output(position, bytemuck::cast_slice(&views[0]), bytemuck::cast_slice(&views[1]))
            }
        }
        position.scan(Run(self, position))
    }

    /// The view of a side, computed from scratch.
    #[inline(always)]
    pub(crate) fn view(&self, position: &Position, us: Color, view: &mut [i16]) {
        view.copy_from_slice(bytemuck::cast_slice(&self.net.input_biases));
        self.inputs.for_each(position, us, |input| arithmetic::add(view, self.row(input)));
    }

    /// The evaluation for the side to move, in centipawns, from the views of White and Black.
    #[inline(always)]
    pub(crate) fn output(&self, position: &Position, white: &[i16], black: &[i16]) -> i32 {
        let header = self.net.header();
        let bucket = self.inputs.bucket(position);
        let (own, other) = if position.turn() == Color::White { (white, black) } else { (black, white) };
        let blocks = 2 * self.blocks();
        let weights: &[i16] = bytemuck::cast_slice(&self.net.output_weights[bucket * blocks..(bucket + 1) * blocks]);
        let (to_own, to_other) = weights.split_at(header.hidden);
        let reckoning = &self.net.reckoning;
        let sum = |view: &[i16], weights| arithmetic::weigh(view, weights, header.hidden_unit, reckoning.shift);
        reckoning.centipawns(i64::from(sum(own, to_own)) + i64::from(sum(other, to_other)), bucket)
    }
}
