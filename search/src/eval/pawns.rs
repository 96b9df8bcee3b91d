//! Pawn structure, remembered by the placement of the pawns.

use campione_core::{Bitboard, Color, Role};
use campione_movegen::Position;

use super::tables::Tables;
use crate::params;
use crate::tapered::Tapered;

/// What is known of the pawns of both sides, their squares included.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PawnEntry {
    pawns: [Bitboard; 2],
    /// From White's side.
    pub(crate) score: Tapered,
    /// The passed pawns of both sides.
    pub(crate) passed: Bitboard,
}

/// Structures met before, of one game.
#[derive(Debug)]
pub(crate) struct PawnTable(Vec<PawnEntry>);

/// Few enough to stay in the cache.
const ENTRIES: usize = 1 << 11;

impl PawnTable {
    pub(crate) fn new() -> PawnTable {
        PawnTable(vec![PawnEntry::default(); ENTRIES])
    }

    #[inline]
    pub(crate) fn probe(&mut self, tables: &Tables, position: &Position<'_>) -> &PawnEntry {
        let pawns = Color::ALL.map(|color| position.pawns(color));
        let entry = &mut self.0[hash(pawns) as usize % ENTRIES];
        if entry.pawns != pawns {
            *entry = structure(tables, pawns);
        }
        entry
    }
}

/// A key of the pawns of a position.
#[inline]
pub(crate) fn key(position: &Position<'_>) -> u64 {
    hash(Color::ALL.map(|color| position.pawns(color)))
}

#[inline]
fn hash([white, black]: [Bitboard; 2]) -> u64 {
    let fold = |bits: u128, by: u64| ((bits as u64) ^ ((bits >> 64) as u64).rotate_left(29)).wrapping_mul(by);
    let key = fold(white.bits(), 0x9e37_79b9_7f4a_7c15) ^ fold(black.bits(), 0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
    key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}

fn structure(tables: &Tables, pawns: [Bitboard; 2]) -> PawnEntry {
    let mut entry = PawnEntry { pawns, ..PawnEntry::default() };
    for us in Color::ALL {
        let (own, enemy) = (pawns[us.index()], pawns[(!us).index()]);
        let defended = tables.pawn_attacks(us, own);
        let attacked = tables.pawn_attacks(!us, enemy);
        let mut score = Tapered::default();
        for square in own {
            let file = Bitboard::file(square.file());
            let span = tables.front_span(us, square);
            let support = tables.support(us, square);
            let way = tables.passed_way(us, square);
            let beside = support & Bitboard::rank(square.rank());
            score += tables.square(us, Role::PAWN, square);
            if own.intersects(span & file) {
                score += params::DOUBLED;
            }
            if !own.intersects(support | (span - file)) {
                score += params::ISOLATED;
            } else if !own.intersects(support) && way.next.intersects(attacked) {
                score += params::BACKWARD;
            }
            if defended.contains(square) {
                score += params::SUPPORTED;
            }
            if own.intersects(beside) {
                score += params::BESIDE;
            }
            if !enemy.intersects(span) && !own.intersects(span & file) {
                entry.passed = entry.passed.with(square);
                score += way.bonus;
            }
        }
        entry.score = if us == Color::White { entry.score + score } else { entry.score - score };
    }
    entry
}
