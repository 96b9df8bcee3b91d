//! The branching of a variant: how many moves its positions have. Limits that count moves are made for one branching; where
//! there are more moves, or fewer, they are scaled.

use campione_core::{SplitMix64, Variant};
use campione_movegen::Position;

/// Random games, and plies of each, from which the branching is estimated.
const GAMES: u64 = 12;
const PLIES: u32 = 48;

/// The number of [`usual_moves`] for which the limits are made. Capablanca's chess has an eighth more.
const REFERENCE: f64 = 38.6;

/// The mean number of legal moves in random games: the same at every call.
fn usual_moves(variant: Variant) -> f64 {
    let (mut positions, mut moves) = (0_u32, 0.0);
    for game in 0..GAMES {
        let mut random = SplitMix64::new(game);
        let mut position = Position::start(variant);
        for _ in 0..PLIES {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            positions += 1;
            moves += legal.len() as f64;
            position = position.play_unchecked(legal[random.index(legal.len())]);
        }
    }
    moves / f64::from(positions.max(1))
}

/// How many times more moves a position of this variant has than those for which the limits are made, from 0.5 to 2.
pub(crate) fn branching(variant: Variant) -> f64 {
    (usual_moves(variant) / REFERENCE).clamp(0.5, 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::{game, games};

    #[test]
    fn capablanca_has_an_eighth_more_than_the_reference() {
        let branching = branching(game("capablanca"));
        assert!((branching - 1.125).abs() < 0.01, "{branching}");
    }

    #[test]
    fn small_boards_have_fewer_moves() {
        assert!(branching(game("losalamos")) < branching(game("chess")));
        assert!(branching(game("chess")) < branching(game("capablanca")));
        for variant in games() {
            assert!((0.5..=2.0).contains(&branching(variant)), "{}", variant.id());
        }
    }
}
