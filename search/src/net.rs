//! Evaluation nets: their inputs, their file format, and their evaluation with integers.
//!
//! A net has one hidden layer for each of two views, that of the side to move and that of the other side. It has eight
//! sets of output weights; the number of pieces on the board selects one ([`FloatNet`] has the formula). Its inputs
//! ([`Layout`]) name pieces by how they move ([`Movement`]), and where the own king stands ([`KingBuckets`]). So a net
//! serves every variant that is played on its board with its movements; [`Inputs::new`] checks this. [`Fitted`] evaluates
//! a position from scratch. [`Accumulators`] update the hidden layer incrementally from move to move.
//!
//! A trainer takes a [`Layout`] and the inputs of positions from [`Inputs::for_each`] and [`Inputs::bucket`]. It trains
//! a [`FloatNet`], quantises its weights by [`FloatNet::quantise`], and writes them by [`Net::to_bytes`].
//!
//! ```
//! use std::sync::Arc;
//! use campione_core::{Color, Variant};
//! use campione_movegen::Position;
//! use campione_search::net::{Fitted, FloatNet, HIDDEN_UNIT, Inputs, Layout, Net, OUTPUT_UNIT};
//! let (janus, gothic) = (Variant::named("janus")?, Variant::named("gothic")?);
//! // King, pawn, queen, archbishop, chancellor, rook, bishop, knight: Janus's janus moves as Gothic's archbishop.
//! let layout = Layout::of(&[janus, gothic])?;
//! assert_eq!((layout.movements().len(), layout.inputs()), (8, 8 * 2 * 80));
//! let start = Position::start(janus);
//! let mut active = Vec::new();
//! Inputs::new(&layout, janus)?.for_each(&start, Color::White, |input| active.push(input));
//! assert_eq!(active.len(), 40);
//! let net = FloatNet::random(layout, 32, 400, 1).quantise(HIDDEN_UNIT, OUTPUT_UNIT)?;
//! let copy = Net::from_bytes(&net.to_bytes())?;
//! assert_eq!(net, copy);
//! println!("{} centipawns", Fitted::new(Arc::new(copy), janus)?.evaluate(&start));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accumulators;
mod arithmetic;
mod fitted;
mod format;
mod layout;
mod movement;
mod weights;

pub use accumulators::Accumulators;
pub use fitted::Fitted;
pub use format::{MAGIC, NetError, checksum};
pub use layout::{BUCKETS, Inputs, KingBuckets, Layout, LayoutFault, MAX_INPUTS, MAX_MOVEMENTS, Misfit};
pub use movement::{Movement, Shorthand};
pub use weights::{
    FloatNet, HIDDEN_STEP, HIDDEN_UNIT, Header, MAX_HIDDEN, MOST_OUTPUT_SUM, Net, OUTPUT_UNIT, WeightFault, Weights,
};
