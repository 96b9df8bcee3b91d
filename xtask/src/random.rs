//! Positions from random play, the same for a seed on every machine.

use campione_movegen::Position;

/// The generator `SplitMix64`.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, every one as likely as the next (by rejection).
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        let limit = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next();
            if number < limit {
                return (number % bound) as usize;
            }
        }
    }

    /// The position after 10 to 80 random moves, one in which there is still a move.
    ///
    /// A game that ends early gives its last position with a move.
    pub(crate) fn position<'v>(&mut self, start: &Position<'v>) -> Position<'v> {
        let plies = 10 + self.below(71);
        let mut position = *start;
        for _ in 0..plies {
            let moves = position.legal_moves();
            let next = position.play_unchecked(moves[self.below(moves.len())]);
            if next.legal_moves().is_empty() {
                break;
            }
            position = next;
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_numbers() {
        // The first outputs of the published algorithm for seed 1234567.
        let mut random = Random::new(1_234_567);
        assert_eq!([random.next(), random.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn below_stays_below() {
        let mut random = Random::new(7);
        assert!((1..200).all(|bound| random.below(bound) < bound));
    }
}
