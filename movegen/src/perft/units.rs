//! Work for many machines: the positions some plies down.

use std::collections::HashMap;

use campione_core::{Bitboard, Color, Rights, Square};

use crate::position::{Position, State};
use crate::waiting::Waiting;

/// A work unit of a split perft: a position some plies down, and the paths that lead to it.
#[derive(Clone, Copy, Debug)]
pub struct PerftUnit<T = u128> {
    /// The position. Its clock and move number are those of the first path.
    pub position: Position,
    /// The number of legal move paths to it, or whatever else is added up along them.
    pub multiplicity: T,
}

/// What makes two positions of one game have the same perft at every depth.
#[derive(PartialEq, Eq, Hash)]
struct Identity {
    roles: [u8; 128],
    white: Bitboard,
    turn: Color,
    en_passant: Option<(Square, Square)>,
    rights: [Rights; 2],
    waiting: Waiting,
}

impl Identity {
    fn of(position: &Position) -> Identity {
        let &Position {
            variant: _,
            tables: _,
            castling: _,
            state: State { boards: _, colors: [white, _], kings: _, turn, en_passant, passer, rights },
            passed: _,
            roles,
            waiting,
            halfmove_clock: _,
            fullmove_number: _,
            key: _,
        } = position;
        Identity { roles, white, turn, en_passant: en_passant.map(|square| (square, passer)), rights, waiting }
    }
}

/// The distinct positions one ply further on, in the order in which a walk meets them. Each takes over the multiplicity of
/// the unit before it; `merge` adds them up where several paths lead to one position.
///
/// See [`perft_units`] for a simpler use.
pub fn next_units<T: Clone>(
    units: impl IntoIterator<Item = PerftUnit<T>>,
    merge: impl Fn(&mut T, T),
) -> Vec<PerftUnit<T>> {
    let mut places: HashMap<Identity, usize> = HashMap::new();
    let mut next: Vec<PerftUnit<T>> = Vec::new();
    for PerftUnit { position, multiplicity } in units {
        for &mv in &position.legal_moves() {
            let position = position.play_unchecked(mv);
            let place = *places.entry(Identity::of(&position)).or_insert(next.len());
            match next.get_mut(place) {
                Some(unit) => merge(&mut unit.multiplicity, multiplicity.clone()),
                None => next.push(PerftUnit { position, multiplicity: multiplicity.clone() }),
            }
        }
    }
    next
}

/// The distinct positions after `plies` plies in the order in which a walk meets them, equal ones merged. The perft of a
/// position is the sum of multiplicity x perft of `depth - plies` over them.
///
/// All of them are kept in memory, about 700 bytes each.
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::{Position, perft, perft_units};
/// let start = Position::start(Variant::named("capablanca")?);
/// let units = perft_units(&start, 2);
/// let nodes: u128 = units.iter().map(|unit| unit.multiplicity * perft(&unit.position, 1)).sum();
/// assert_eq!(nodes, 25_228);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft_units(position: &Position, plies: u32) -> Vec<PerftUnit> {
    let mut units = vec![PerftUnit { position: *position, multiplicity: 1 }];
    for _ in 0..plies {
        units = next_units(units, |sum, paths| *sum += paths);
    }
    units
}
