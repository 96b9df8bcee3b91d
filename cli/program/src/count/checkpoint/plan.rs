//! Splits a count into units of work.

use campione_movegen::{Move, Perft, PerftUnit, Position, next_units};
use campione_notation::fen;
use rayon::prelude::*;

/// There are at least this many units, if the depth allows it.
const FEW: usize = 1000;

/// From this many units on, no further ply is added: it would make about thirty times as many.
const MANY: usize = 8000;

/// The units are at most this many plies deep: if there are few positions by then, there will not be more later.
const FAR: u32 = 16;

/// At any time, all threads together work on less than this part of the whole.
const IN_HAND: f64 = 0.005;

/// At least this many plies are left below the units. Fewer take almost no time, and splitting would not make them
/// faster.
const LEFT: u32 = 3;

/// A position after some plies.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) position: Position,
    /// How many paths lead here by each first move, which is given by its index in the list of moves.
    pub(super) paths: Vec<(usize, u128)>,
    /// The work relative to the other units: its perft of two plies.
    pub(super) weight: u64,
}

impl Unit {
    pub(super) fn multiplicity(&self) -> u128 {
        self.paths.iter().map(|(_, paths)| paths).sum()
    }
}

/// Adds numbers of paths to others, by first move.
fn add(sums: &mut Vec<(usize, u128)>, more: Vec<(usize, u128)>) {
    for (first, paths) in more {
        match sums.iter_mut().find(|(known, _)| *known == first) {
            Some((_, sum)) => *sum += paths,
            None => sums.push((first, paths)),
        }
    }
}

/// All units of a count.
#[derive(Debug)]
pub(super) struct Plan {
    /// The units are the positions after this many plies: at least one, except for a count of depth 0.
    pub(super) plies: u32,
    /// The first moves; none for a count of depth 0.
    pub(super) moves: Vec<Move>,
    pub(super) units: Vec<Unit>,
    /// A checksum of the list of units.
    pub(super) fingerprint: u32,
}

impl Plan {
    /// The units of a new count on `threads` threads: after the fewest plies that give enough units, and small ones.
    pub(super) fn choose(position: &Position, depth: u32, threads: usize) -> Plan {
        let mut plan = Plan::first(position, depth);
        while plan.plies + LEFT < depth && plan.may_grow() && !plan.is_fine(threads) {
            plan = plan.grown(depth);
        }
        plan
    }

    /// The units of a count that was begun before, if there are `units` of them.
    pub(super) fn again(position: &Position, depth: u32, plies: u32, units: usize) -> Option<Plan> {
        let mut plan = Plan::first(position, depth);
        while plan.plies < plies && plan.plies < depth && plan.may_grow() {
            plan = plan.grown(depth);
        }
        (plan.plies == plies && plan.units.len() == units).then_some(plan)
    }

    fn is_fine(&self, threads: usize) -> bool {
        let total: u64 = self.units.iter().map(|unit| unit.weight).sum();
        let greatest = self.units.iter().map(|unit| unit.weight).max().unwrap_or_default();
        self.units.len() >= FEW && greatest as f64 * threads as f64 <= IN_HAND * total as f64
    }

    fn may_grow(&self) -> bool {
        self.plies < FAR && (1..MANY).contains(&self.units.len())
    }

    /// The units after the fewest plies.
    fn first(position: &Position, depth: u32) -> Plan {
        let mut moves = Vec::new();
        let units = if depth == 0 {
            vec![Unit { position: *position, paths: vec![(0, 1)], weight: 0 }]
        } else {
            moves = position.legal_moves().to_vec();
            let unit =
                |(first, &mv)| Unit { position: position.play_unchecked(mv), paths: vec![(first, 1)], weight: 0 };
            moves.iter().enumerate().map(unit).collect()
        };
        Plan { plies: depth.min(1), moves, units, fingerprint: 0 }.weighed(depth)
    }

    /// The units after one more ply.
    fn grown(self, depth: u32) -> Plan {
        let units = self.units.into_iter();
        let units = units.map(|Unit { position, paths, .. }| PerftUnit { position, multiplicity: paths });
        let units = next_units(units, add).into_iter();
        let units =
            units.map(|PerftUnit { position, multiplicity: paths }| Unit { position, paths, weight: 0 }).collect();
        Plan { plies: self.plies + 1, units, ..self }.weighed(depth)
    }

    fn weighed(mut self, depth: u32) -> Plan {
        let ahead = (depth - self.plies).min(2);
        let counts = self.units.par_iter().map(|unit| Perft::new().count(&unit.position, ahead).unwrap_or_default());
        let counts: Vec<u128> = counts.collect();
        let mut digest = crc32fast::Hasher::new();
        for (unit, count) in self.units.iter_mut().zip(counts) {
            // The checksum holds what the counts hang on: the positions, how often each occurs, and their order.
            digest.update(format!("{}\t{}\t{count}\n", name(&unit.position), unit.multiplicity()).as_bytes());
            // A position where the game has ended is a little work, too.
            unit.weight = count as u64 + 1;
        }
        Plan { fingerprint: digest.finalize(), ..self }
    }
}

/// The FEN without clock and move number, which no count depends on.
fn name(position: &Position) -> String {
    let fen = fen::write(position);
    let fields: Vec<&str> =
        fen.split(' ').enumerate().filter(|(index, _)| !matches!(index, 4 | 5)).map(|(_, field)| field).collect();
    fields.join(" ")
}

#[cfg(test)]
mod tests {
    use campione_core::Variant;
    use campione_movegen::perft;

    use super::*;

    fn at(position: &Position, depth: u32, plies: u32) -> Plan {
        let mut plan = Plan::first(position, depth);
        while plan.plies < plies {
            plan = plan.grown(depth);
        }
        plan
    }

    fn nodes(plan: &Plan, depth: u32) -> u128 {
        plan.units.iter().map(|unit| unit.multiplicity() * perft(&unit.position, depth - plan.plies)).sum()
    }

    #[test]
    fn units_add_up() {
        for game in ["chess", "archchess", "courier-spiel"] {
            let variant = Variant::named(game).unwrap();
            let start = Position::start(variant);
            for plies in 1..=3 {
                assert_eq!(nodes(&at(&start, 4, plies), 4), perft(&start, 4), "{game} {plies}");
            }
        }
    }

    #[test]
    fn units_are_many_and_small() {
        let capablanca = Variant::named("capablanca").unwrap();
        let chess = Variant::named("chess").unwrap();
        let kings = fen::read("4k3/8/8/8/8/8/8/4K3 w - - 0 1", chess).unwrap();
        for position in [Position::start(capablanca), kings] {
            let plan = Plan::choose(&position, 20, 2);
            let total: u64 = plan.units.iter().map(|unit| unit.weight).sum();
            assert!(plan.units.len() >= FEW && plan.units.iter().all(|unit| unit.weight * 400 <= total));
            let again = Plan::again(&position, 20, plan.plies, plan.units.len()).unwrap();
            assert_eq!((again.fingerprint, again.moves), (plan.fingerprint, plan.moves));
            assert!(Plan::again(&position, 20, plan.plies, plan.units.len() + 1).is_none());
            // A file with such numbers, written by hand, does not exhaust the memory.
            assert!(Plan::again(&position, 20, 20, plan.units.len()).is_none());
            assert_ne!(at(&position, 20, 1).fingerprint, at(&position, 20, 2).fingerprint);
        }
    }

    #[test]
    fn small_depths_have_small_plans() {
        let chess = Variant::named("chess").unwrap();
        let start = Position::start(chess);
        let plies = |depth| Plan::choose(&start, depth, 2).plies;
        assert_eq!([plies(0), plies(1), plies(4), plies(5), plies(6)], [0, 1, 1, 2, 3]);
        assert_eq!(nodes(&Plan::choose(&start, 0, 1), 0), 1);
        let mate = fen::read("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", chess).unwrap();
        assert_eq!(Plan::choose(&mate, 9, 2).units.len(), 0);
    }

    #[test]
    fn paths_belong_to_their_first_moves() {
        let chess = Variant::named("chess").unwrap();
        let start = Position::start(chess);
        let plan = at(&start, 3, 3);
        for (first, &mv) in plan.moves.iter().enumerate() {
            let paths = plan.units.iter().flat_map(|unit| &unit.paths).filter(|(move_, _)| *move_ == first);
            let sum: u128 = paths.map(|(_, paths)| paths).sum();
            assert_eq!(sum, perft(&start.play_unchecked(mv), 2));
        }
    }
}
