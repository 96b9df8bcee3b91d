//! Evaluation nets: what their inputs are, how they are kept in files, and how they are computed with integers.
//!
//! A net has one hidden layer for each of two views, that of the side to move and that of the other side, and eight sets of
//! output weights of which one speaks, by the number of pieces on the board ([`FloatNet`] has the formula). Its inputs
//! ([`Layout`]) are the pieces by how they move ([`Movement`]), so a net serves every game that is played on its board with
//! its movements: [`Inputs::new`] tells. [`Fitted`] evaluates a position from nothing, [`Accumulators`] keep up from move to
//! move what changes little.
//!
//! A trainer takes a [`Layout`], the inputs of positions by [`Inputs::for_each`] and [`Inputs::bucket`], trains a [`FloatNet`],
//! and writes [`FloatNet::quantise`]d weights by [`Net::to_bytes`].
//!
//! ```
//! use std::sync::Arc;
//! use campione_core::{Color, Variant};
//! use campione_movegen::Position;
//! use campione_net::{Fitted, FloatNet, HIDDEN_UNIT, Inputs, Layout, Net, OUTPUT_UNIT};
//! let (janus, gothic) = (Variant::named("janus")?, Variant::named("gothic")?);
//! // Janus's janus and Gothic's archbishop are one movement: king, pawn, queen, archbishop, chancellor, rook, bishop, knight.
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
mod net;

pub use accumulators::Accumulators;
pub use fitted::Fitted;
pub use format::{MAGIC, NetError, VERSION};
pub use layout::{BUCKETS, Inputs, Layout, LayoutFault, MAX_MOVEMENTS, Misfit};
pub use movement::{Movement, Shorthand};
pub use net::{
    FloatNet, HIDDEN_STEP, HIDDEN_UNIT, Header, MAX_HIDDEN, MOST_OUTPUT_SUM, Net, OUTPUT_UNIT, WeightFault, Weights,
};

/// What the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
