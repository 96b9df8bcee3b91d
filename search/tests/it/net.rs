//! Tests of nets through the crate's public interface.

mod accumulators;
mod format;
mod inputs;
mod values;

use std::sync::Arc;

use campione_core::{SplitMix64, Variant};
use campione_movegen::{Move, Position};
use campione_search::net::{Fitted, FloatNet, HIDDEN_UNIT, KingBuckets, Layout, Net, OUTPUT_UNIT};

/// The layout for a variant, with one king bucket and with three.
fn layouts(variant: Variant) -> [Layout; 2] {
    KingBuckets::ALL.map(|buckets| Layout::of(&[variant]).unwrap().with_king_buckets(buckets).unwrap())
}

/// Nets with random weights for a variant, with one king bucket and with three.
fn random_nets(variant: Variant, hidden: usize, seed: u64) -> [Net; 2] {
    layouts(variant)
        .map(|layout| FloatNet::random(layout, hidden, 400, seed).quantise(HIDDEN_UNIT, OUTPUT_UNIT).unwrap())
}

/// The same, fitted to the variant.
fn both_fitted(variant: Variant, hidden: usize, seed: u64) -> [Fitted; 2] {
    random_nets(variant, hidden, seed).map(|net| Fitted::new(Arc::new(net), variant).unwrap())
}

/// A random legal move; rare kinds of moves are preferred. `None` if there is no legal move.
fn random_move(position: &Position, random: &mut SplitMix64) -> Option<Move> {
    let moves = position.legal_moves();
    let rare = |mv: &Move| {
        mv.castling_row().is_some()
            || mv.turn_promotion().is_some()
            || mv.promotion().is_some()
            || mv.kind().is_en_passant()
    };
    let rare: Vec<Move> = moves.iter().copied().filter(rare).collect();
    let from = if !rare.is_empty() && random.below(3) == 0 { &rare[..] } else { &moves[..] };
    from.get(random.index(from.len())).copied()
}

/// `count` positions of random games.
fn random_positions(variant: Variant, count: usize, seed: u64) -> Vec<Position> {
    let mut random = SplitMix64::new(seed);
    let mut positions = Vec::new();
    let mut position = Position::start(variant);
    while positions.len() < count {
        match random_move(&position, &mut random).filter(|_| random.below(120) > 0) {
            Some(mv) => {
                position = position.play_unchecked(mv);
                positions.push(position);
            }
            None => position = Position::start(variant),
        }
    }
    positions
}
