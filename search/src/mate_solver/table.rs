//! What the mate solver knows, in bounded memory, shared by all threads without locks ([`Clusters`]).
//!
//! An entry's data word has the proof number in 24 bits, the disproof number in 24, the moves in 8, the effort in 6 and the
//! kind in 2; its check word is the upper half of the position's key.

use crate::clusters::{Clusters, Slot};

/// A proof or disproof number that stands for "impossible".
pub(super) const INFINITE: u32 = (1 << 24) - 1;

/// Every number of moves: there is no mate, however long the attack goes on.
pub(super) const EVER: u8 = u8::MAX;

/// What is known about a mate in a number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// There is a mate in this many moves.
    Mate(u8),
    /// There is no mate in this many moves; [`EVER`] if there is none at all.
    NoMate(u8),
    /// It is open. At least `proof` positions must be mates to prove the mate, and at least `disproof` positions must
    /// be none to disprove it.
    Open { proof: u32, disproof: u32 },
}

const OPEN: u64 = 1;
const MATE: u64 = 2;
const NO_MATE: u64 = 3;

/// The data of an entry, in parts.
#[derive(Clone, Copy)]
struct Entry {
    kind: u64,
    moves: u8,
    effort: u64,
    proof: u32,
    disproof: u32,
}

impl Entry {
    fn new(known: Known, moves: u8, effort: u64) -> Entry {
        // Efforts are only compared, so their binary lengths are enough; these fit into six bits.
        let effort = u64::from(u64::BITS - effort.leading_zeros()).min(63);
        let (kind, moves, proof, disproof) = match known {
            Known::Mate(moves) => (MATE, moves, 0, INFINITE),
            Known::NoMate(moves) => (NO_MATE, moves, INFINITE, 0),
            Known::Open { proof, disproof } => (OPEN, moves, proof, disproof),
        };
        Entry { kind, moves, effort, proof, disproof }
    }

    fn from_data(data: u64) -> Entry {
        Entry {
            kind: data & 3,
            effort: data >> 2 & 63,
            moves: (data >> 8) as u8,
            disproof: (data >> 16) as u32 & INFINITE,
            proof: (data >> 40) as u32,
        }
    }

    fn data(self) -> u64 {
        u64::from(self.proof) << 40
            | u64::from(self.disproof) << 16
            | u64::from(self.moves) << 8
            | self.effort << 2
            | self.kind
    }

    /// What the entry says about a mate in `moves` moves, if it is relevant.
    fn known(self, moves: u8) -> Option<Known> {
        match self.kind {
            MATE if self.moves <= moves => Some(Known::Mate(self.moves)),
            NO_MATE if self.moves >= moves => Some(Known::NoMate(self.moves)),
            OPEN if self.moves == moves => Some(Known::Open { proof: self.proof, disproof: self.disproof }),
            _ => None,
        }
    }

    /// Whether this entry of the same position says all that `other` says.
    fn covers(self, other: Entry) -> bool {
        match (self.kind, other.kind) {
            (MATE, MATE | OPEN) => self.moves <= other.moves,
            (NO_MATE, NO_MATE | OPEN) => self.moves >= other.moves,
            (OPEN, OPEN) => self.moves == other.moves,
            _ => false,
        }
    }
}

/// The table.
#[derive(Debug)]
pub(crate) struct Table {
    clusters: Clusters,
}

impl Table {
    /// A table of at most this many mebibytes: half as many, and so on, if the system does not provide the memory.
    pub(super) fn new(mebibytes: usize) -> Table {
        let mut count = mebibytes.saturating_mul(Clusters::IN_MEBIBYTE);
        loop {
            if let Some(clusters) = Clusters::new(count) {
                return Table { clusters };
            }
            count /= 2;
        }
    }

    /// The memory that the table takes, in bytes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.clusters.all())
    }

    /// What is known about a mate in `moves` moves.
    #[inline]
    pub(super) fn probe(&self, key: u128, moves: u8) -> Option<Known> {
        let wanted = (key >> 64) as u64;
        let mut open = None;
        for slot in self.clusters.of(key as u64) {
            let (data, check) = slot.load();
            let kind = data & 3;
            if check != wanted || kind == 0 {
                continue;
            }
            // A proof for another number of moves says more than open numbers for this one, so all slots are looked at.
            match Entry::from_data(data).known(moves) {
                known @ Some(Known::Open { .. }) => open = known,
                None => {}
                known => return known,
            }
        }
        open
    }

    /// Stores what is known about a mate in `moves` moves, found with the effort of so many nodes. It takes the place
    /// of what it makes superfluous, or of the entry that took the least effort.
    #[inline]
    pub(super) fn store(&self, key: u128, moves: u8, known: Known, effort: u64) {
        let wanted = (key >> 64) as u64;
        let entry = Entry::new(known, moves, effort);
        let mut place: Option<(u64, &Slot)> = None;
        for slot in self.clusters.of(key as u64) {
            let (data, check) = slot.load();
            let old = Entry::from_data(data);
            let worth = match data & 3 {
                0 => 0,
                _ if check != wanted => old.effort + 1,
                // Of two open entries the newer one has the better numbers.
                _ if old.kind != OPEN && old.covers(entry) => return,
                _ if entry.covers(old) => {
                    place = Some((0, slot));
                    break;
                }
                _ => old.effort + 1,
            };
            if place.is_none_or(|(least, _)| worth < least) {
                place = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = place {
            slot.store(entry.data(), wanted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: u128 = 5 << 64 | 7;

    #[test]
    fn what_is_proven_holds_for_other_lengths() {
        let table = Table::new(1);
        assert_eq!(table.probe(KEY, 3), None);
        table.store(KEY, 3, Known::Open { proof: 2, disproof: INFINITE - 1 }, 100);
        table.store(KEY, 9, Known::Mate(5), 100);
        table.store(KEY, 2, Known::NoMate(2), 100);
        let found: Vec<Option<Known>> = (1..=6).map(|moves| table.probe(KEY, moves)).collect();
        let open = Known::Open { proof: 2, disproof: INFINITE - 1 };
        let (none, mate) = (Some(Known::NoMate(2)), Some(Known::Mate(5)));
        assert_eq!(found, [none, none, Some(open), None, mate, mate]);
        assert_eq!(table.probe(KEY ^ 1 << 64, 3), None);
        // What is known better replaces what it covers, and is not replaced by it.
        table.store(KEY, 4, Known::Mate(4), 1);
        table.store(KEY, 9, Known::Mate(7), 1);
        table.store(KEY, 3, Known::NoMate(3), 1);
        let found: Vec<Option<Known>> = (3..=5).map(|moves| table.probe(KEY, moves)).collect();
        assert_eq!(found, [Some(Known::NoMate(3)), Some(Known::Mate(4)), Some(Known::Mate(4))]);
    }

    #[test]
    fn the_least_effort_gives_way() {
        let table = Table { clusters: Clusters::new(1).unwrap() };
        for number in 0..4_u128 {
            table.store(number << 64, 3, Known::NoMate(3), 1 << (2 * number + 3));
        }
        table.store(9 << 64, 3, Known::Mate(2), 1);
        let kept: Vec<bool> = [0, 1, 2, 3, 9].iter().map(|&key| table.probe(key << 64, 3).is_some()).collect();
        assert_eq!(kept, [false, true, true, true, true]);
    }

    #[test]
    fn memory_is_bounded() {
        assert_eq!(Table::new(1).bytes(), 1 << 20);
        assert_eq!(Table::new(3).bytes(), 3 << 20);
        assert_eq!(Table::new(0).bytes(), 64, "at least one cluster");
    }
}
