//! Work for many machines: the positions some plies down.

use std::collections::HashMap;

use campione_core::{Bitboard, Color, Square};

use crate::position::Position;
use crate::waiting::Waiting;

/// A position some plies down, and how many paths lead to it.
#[derive(Clone, Copy, Debug)]
pub struct PerftUnit<'v> {
    /// The position. Its clock and move number are those of the first path.
    pub position: Position<'v>,
    /// The number of legal move paths to it.
    pub multiplicity: u128,
}

/// What makes two positions of one game have the same perft at every depth.
#[derive(PartialEq, Eq, Hash)]
struct Identity {
    roles: [u8; 128],
    white: Bitboard,
    turn: Color,
    en_passant: Option<Square>,
    rights: [u8; 2],
    waiting: Waiting,
}

impl Identity {
    fn of(position: &Position<'_>) -> Identity {
        Identity {
            roles: position.roles,
            white: position.men.colors[0],
            turn: position.men.turn,
            en_passant: position.men.en_passant,
            rights: position.men.rights,
            waiting: position.waiting,
        }
    }
}

/// The distinct positions after `plies` plies in the order in which a walk meets them, equal ones merged. The perft of a
/// position is the sum of multiplicity x perft of `depth - plies` over them.
///
/// All of them stand in memory, about 700 bytes each.
pub fn perft_units<'v>(position: &Position<'v>, plies: u32) -> Vec<PerftUnit<'v>> {
    let mut units = vec![PerftUnit { position: *position, multiplicity: 1 }];
    for _ in 0..plies {
        let mut places: HashMap<Identity, usize> = HashMap::new();
        let mut next: Vec<PerftUnit<'v>> = Vec::new();
        for PerftUnit { position, multiplicity } in units {
            for &mv in &position.legal_moves() {
                let position = position.play_unchecked(mv);
                let place = *places.entry(Identity::of(&position)).or_insert(next.len());
                match next.get_mut(place) {
                    Some(unit) => unit.multiplicity += multiplicity,
                    None => next.push(PerftUnit { position, multiplicity }),
                }
            }
        }
        units = next;
    }
    units
}
