//! How a count is cut into units of work.

use std::collections::HashMap;

use campione_movegen::{Move, Perft, Position, perft_units};
use campione_notation::fen;
use rayon::prelude::*;

/// So many units there are at least, where the depth allows it.
const FEW: usize = 1000;

/// From so many units on there are no more plies: the next would have about thirty times as many.
const MANY: usize = 8000;

/// The threads together have less than this part of the work in hand.
const IN_HAND: f64 = 0.005;

/// Plies below the units. Fewer are counted in no time, but not faster one by one.
const LEFT: u32 = 3;

/// A position some plies on.
#[derive(Debug)]
pub(super) struct Unit<'v> {
    pub(super) position: Position<'v>,
    /// How many paths lead here by which first move, by its place in the list of moves.
    pub(super) paths: Vec<(usize, u128)>,
    /// How much work this is beside the other units: its perft of two plies.
    pub(super) weight: u64,
}

impl Unit<'_> {
    pub(super) fn multiplicity(&self) -> u128 {
        self.paths.iter().map(|(_, paths)| paths).sum()
    }
}

/// All units of a count.
#[derive(Debug)]
pub(super) struct Plan<'v> {
    /// How many plies on the units stand; at least one, but for a count of depth 0.
    pub(super) plies: u32,
    /// The first moves.
    pub(super) moves: Vec<Move>,
    pub(super) units: Vec<Unit<'v>>,
    /// A checksum of the list of units.
    pub(super) fingerprint: u32,
}

impl<'v> Plan<'v> {
    /// The units of a new count on so many threads: as few plies on as give enough of them, and small ones.
    pub(super) fn choose(position: &Position<'v>, depth: u32, threads: usize) -> Plan<'v> {
        let mut plan = Plan::at(position, depth, depth.min(1));
        while plan.plies + LEFT < depth && !plan.is_fine(threads) {
            plan = Plan::at(position, depth, plan.plies + 1);
        }
        plan
    }

    /// The units of a count that has been begun, if it has so many.
    pub(super) fn again(position: &Position<'v>, depth: u32, plies: u32, units: usize) -> Option<Plan<'v>> {
        let mut plan = Plan::at(position, depth, depth.min(1));
        while plan.plies < plies && plan.plies < depth && plan.units.len() < MANY {
            plan = Plan::at(position, depth, plan.plies + 1);
        }
        (plan.plies == plies && plan.units.len() == units).then_some(plan)
    }

    fn is_fine(&self, threads: usize) -> bool {
        let total: u64 = self.units.iter().map(|unit| unit.weight).sum();
        let greatest = self.units.iter().map(|unit| unit.weight).max().unwrap_or_default();
        let small = greatest as f64 * threads as f64 <= IN_HAND * total as f64;
        self.units.is_empty() || self.units.len() >= MANY || self.units.len() >= FEW && small
    }

    fn at(position: &Position<'v>, depth: u32, plies: u32) -> Plan<'v> {
        let mut units: Vec<Unit<'v>> = Vec::new();
        let mut moves = Vec::new();
        let mut digest = crc32fast::Hasher::new();
        if let Some(rest) = plies.checked_sub(1) {
            moves = position.legal_moves().to_vec();
            let mut places = HashMap::new();
            for (first, &mv) in moves.iter().enumerate() {
                for unit in perft_units(&position.play_unchecked(mv), rest) {
                    let place = *places.entry(name(&unit.position)).or_insert(units.len());
                    if place == units.len() {
                        units.push(Unit { position: unit.position, paths: Vec::new(), weight: 0 });
                    }
                    units[place].paths.push((first, unit.multiplicity));
                }
            }
        } else {
            units.push(Unit { position: *position, paths: vec![(0, 1)], weight: 0 });
        }
        let ahead = (depth - plies).min(2);
        let counts: Vec<u128> =
            units.par_iter().map(|unit| Perft::new().count(&unit.position, ahead).unwrap_or_default()).collect();
        for (unit, count) in units.iter_mut().zip(counts) {
            digest.update(format!("{}\t{}\t{count}\n", name(&unit.position), unit.multiplicity()).as_bytes());
            // Where the game has ended there is a little to do as well.
            unit.weight = count as u64 + 1;
        }
        Plan { plies, moves, units, fingerprint: digest.finalize() }
    }
}

/// The FEN without clock and move number, which no count depends on.
fn name(position: &Position<'_>) -> String {
    let fen = fen::write(position);
    let fields: Vec<&str> =
        fen.split(' ').enumerate().filter(|(index, _)| !matches!(index, 4 | 5)).map(|(_, field)| field).collect();
    fields.join(" ")
}
