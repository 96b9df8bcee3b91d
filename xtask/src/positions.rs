//! The positions to compare: start positions, random ones, and those of the committed suites.

use std::collections::BTreeSet;

use std::ops::RangeInclusive;

use anyhow::Context;
use campione_core::{RightName, SplitMix64, Variant};
use campione_movegen::Position;
use campione_notation::{fen, random};

use crate::lines::{self, Line};

/// The lengths of random games.
const PLIES: RangeInclusive<u32> = 10..=80;

/// The start position, then `count` positions from random play. Random arrays are used if the variant has several.
pub(crate) fn from_play(variant: Variant, count: u32, seed: u64) -> anyhow::Result<Vec<Position>> {
    let mut numbers = SplitMix64::new(seed);
    let mut positions = vec![Position::start(variant)];
    for _ in 0..count {
        let start = random::start(variant, &mut numbers);
        let position =
            *random::walk(&start, PLIES, &mut numbers).context("every random game ended too early")?.position();
        positions.push(position);
    }
    Ok(positions)
}

/// The positions of the committed suites for the variant `full`, as positions of `shared`, the same variant without some
/// rules. Rights that it lacks are dropped; positions with waiting pawns or without a move are left out.
pub(crate) fn from_suites(full: Variant, shared: Variant) -> anyhow::Result<Vec<Position>> {
    let mut seen = BTreeSet::new();
    let mut positions = Vec::new();
    for Line { case, .. } in lines::read(&lines::committed()?)? {
        if case.variant.as_deref() == Some(full.id()) && seen.insert(case.fen.clone()) {
            let position = fen::read(&case.fen, full)?;
            positions.extend(convert(&position, shared).filter(|position| !position.legal_moves().is_empty()));
        }
    }
    Ok(positions)
}

fn convert(position: &Position, shared: Variant) -> Option<Position> {
    let mut setup = position.setup();
    if !setup.waiting.is_empty() {
        return None;
    }
    setup.rights.retain(|right| match *right {
        RightName::Partner(color, square) => {
            shared.has_random_arrays() || shared.default_castling(color).right_of_partner(square).is_some()
        }
        RightName::Leap(color) => shared.default_castling(color).right_to_leap().is_some(),
    });
    Position::new(&setup, shared).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use campione_driver::peers::sjaak;

    #[test]
    fn suites_give_positions_to_every_game() {
        for game in sjaak() {
            let (full, shared) = (game.full(), game.shared().unwrap());
            let positions = from_suites(full, shared).unwrap();
            assert!(positions.len() > 3, "{}: {} positions", game.id, positions.len());
        }
    }

    #[test]
    fn play_is_the_same_for_a_seed() {
        let variant = Variant::named("crc").unwrap();
        let play = |seed| from_play(variant, 3, seed).unwrap();
        assert_eq!(play(5), play(5));
        assert_ne!(play(5), play(6));
        assert_eq!(play(5).len(), 4);
    }
}
