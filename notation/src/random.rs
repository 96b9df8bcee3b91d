//! Random games. A seed gives the same games on every machine and in every version.

use std::ops::RangeInclusive;

use campione_core::{SplitMix64, Variant};
use campione_movegen::{Game, Move, Position};

use crate::uci;

/// The number of games that [`walk`] tries before it gives up.
const TRIES: u32 = 1000;

/// A start position of a variant. If the variant numbers its arrays, one of them is chosen, all equally likely.
///
/// # Panics
/// Never: every array of a numbering makes a position.
pub fn start(variant: Variant, random: &mut SplitMix64) -> Position {
    let Some(numbering) = variant.numbering() else { return Position::start(variant) };
    let number = numbering.choose(random);
    let Some(Ok(setup)) = variant.numbered_start(number) else { unreachable!("{} has number {number}", variant.id()) };
    Position::new(&setup, variant).unwrap_or_else(|faults| unreachable!("{}, number {number}: {faults}", variant.id()))
}

/// Plays a game of random moves from `start`. Its length is drawn from `plies`, all lengths equally likely.
///
/// A game without legal moves at or before its length is discarded, and another is played. `None` if that happens a
/// thousand times in a row, or if `plies` is empty. Each move is drawn by rejection sampling from the legal moves,
/// sorted by their coordinates. So only the rules decide which game a seed gives.
pub fn walk(start: &Position, plies: RangeInclusive<u32>, random: &mut SplitMix64) -> Option<Game> {
    let lengths = u64::from(plies.end().checked_sub(*plies.start())?) + 1;
    (0..TRIES).find_map(|_| {
        let length = u64::from(*plies.start()) + random.below(lengths);
        let mut game = Game::new(*start);
        for _ in 0..length {
            let position = game.position();
            let mut moves: Vec<(String, Move)> =
                position.legal_moves().iter().map(|&mv| (uci::write(mv, position), mv)).collect();
            moves.sort();
            let (_, mv) = moves.get(random.index(moves.len()))?;
            game.play_unchecked(*mv);
        }
        (!game.position().legal_moves().is_empty()).then_some(game)
    })
}

#[cfg(test)]
mod tests {
    use campione_core::Variant;

    use super::*;
    use crate::fen;

    fn first(id: &str, seed: u64) -> String {
        let variant = Variant::named(id).unwrap();
        let game = walk(&Position::start(variant), 6..=6, &mut SplitMix64::new(seed)).unwrap();
        assert_eq!(game.plies(), 6);
        fen::write(game.position())
    }

    #[test]
    fn the_same_in_every_version() {
        // Whoever must change one of these has broken a promise.
        assert_eq!(first("carrera", 1), "ranbqkbn1r/pppppppp1p/10/8p1/7c2/3N1P1P2/PPPPP1P1PP/RA1BQKBNCR w - - 1 4");
        assert_eq!(
            first("archchess", 2),
            "rnbck1dbnr/pppp1pqppp/4p1p3/10/10/10/10/2P4NP1/PP1PPPPP1P/RNBCKQDB1R w KQLkql - 0 4"
        );
        assert_eq!(
            first("courier-spiel", 3),
            "rnb1ukqfcbnr/ppcpp1pppppp/2p9/5p6/6P2P2/7P4/PPPPPP2P1PP/RNBCUKQFCBNR w KQkq - 1 4"
        );
    }

    #[test]
    fn lengths_stay_in_their_range() {
        let variant = Variant::named("chess").unwrap();
        let start = Position::start(variant);
        let mut random = SplitMix64::new(5);
        let mut lengths: Vec<usize> = (0..60).map(|_| walk(&start, 3..=5, &mut random).unwrap().plies()).collect();
        lengths.sort_unstable();
        lengths.dedup();
        assert_eq!(lengths, [3, 4, 5]);
        assert!(walk(&start, RangeInclusive::new(5, 3), &mut random).is_none());
    }

    #[test]
    fn a_start_without_moves_leads_nowhere() {
        let variant = Variant::named("carrera").unwrap();
        let mated = fen::read("R3k5/10/4K5/10/10/10/10/10 b - - 0 1", variant).unwrap();
        assert!(walk(&mated, 0..=3, &mut SplitMix64::new(0)).is_none());
    }
}
