//! Tests of nets through the crate's public interface.

mod accumulators;
mod format;
mod inputs;
mod values;

use std::sync::Arc;

use campione_core::{SplitMix64, Variant};
use campione_movegen::{Move, Position};
use campione_search::net::{Fitted, FloatNet, HIDDEN_UNIT, Layout, Net, OUTPUT_UNIT};

/// A net with random weights for a variant.
fn random_net(variant: Variant, hidden: usize, seed: u64) -> Net {
    let layout = Layout::of(&[variant]).unwrap();
    FloatNet::random(layout, hidden, 400, seed).quantise(HIDDEN_UNIT, OUTPUT_UNIT).unwrap()
}

fn fitted(variant: Variant, hidden: usize, seed: u64) -> Fitted {
    Fitted::new(Arc::new(random_net(variant, hidden, seed)), variant).unwrap()
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
