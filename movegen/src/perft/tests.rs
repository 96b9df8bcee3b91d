use campione_core::Variant;

use super::*;
use crate::attacks::{Portable, dispatch};
use crate::perft::replies::PlainReplies;

/// `SplitMix64`, for games that are the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// The replies to all moves, each move played in full and its replies listed.
fn listed(position: &Position<'_>) -> u64 {
    position.legal_moves().iter().map(|&mv| position.play_unchecked(mv).legal_moves().len() as u64).sum()
}

/// Random games, more of them as the board empties: every way to count two plies gives the same number.
#[test]
fn every_way_to_count_replies_agrees() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let mut by_delta = 0;
        for seed in 0..40 {
            let mut random = Random(seed);
            let mut position = Position::start(&variant);
            for ply in 0..160 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let expected = listed(&position);
                let place = format!("{id}, game {seed}, ply {ply}: {position:?}");
                assert_eq!(u128::from(expected), perft(&position, 2), "{place}");
                if position.waiting == Waiting::default() {
                    assert_eq!(expected, dispatch(PlainReplies(&position)), "plain: {place}");
                    assert_eq!(expected, Portable.call(replies::Replies(&position)), "portable: {place}");
                    by_delta += u32::from(delta::replies(&position, Portable).is_some());
                }
                position = position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
        let lame = variant.leap_classes().iter().any(campione_core::LeapClass::is_lame);
        assert!(lame || by_delta > 1000, "{id}: only {by_delta} positions were counted by differences");
    }
}
