//! Pawn structure, cached by the placement of the pawns.

use campione_core::pawn_moves::forward;
use campione_core::{Bitboard, Color, MAX_FILES, MAX_RANKS, PawnKind};
use campione_movegen::Position;

use super::tables::Tables;
use crate::tapered::Tapered;

/// The evaluation of the pawn structure of both sides, without the values of single squares.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PawnEntry {
    pawns: [Bitboard; 2],
    /// From White's side.
    pub(crate) score: Tapered,
    /// The passed pawns of both sides.
    pub(crate) passed: Bitboard,
    /// For each side the files on which it has pawns.
    pub(crate) files: [Bitboard; 2],
    /// For each side the squares that its pawns attack or may come to attack.
    pub(crate) reach: [Bitboard; 2],
}

/// A cache of pawn structures, for one variant.
#[derive(Debug)]
pub(crate) struct PawnTable(Vec<PawnEntry>);

/// Few enough to stay in the processor's cache.
const ENTRIES: usize = 1 << 11;

impl PawnTable {
    pub(crate) fn new() -> PawnTable {
        PawnTable(vec![PawnEntry::default(); ENTRIES])
    }

    #[inline]
    pub(crate) fn probe(&mut self, tables: &Tables, position: &Position) -> &PawnEntry {
        let pawns = Color::ALL.map(|color| position.pawns(color));
        let entry = &mut self.0[hash(pawns) as usize % ENTRIES];
        if entry.pawns != pawns {
            *entry = match tables.variant.pawn_kind() {
                PawnKind::Orthodox => structure(tables, pawns),
                PawnKind::Berolina => berolina_structure(tables, pawns),
            };
        }
        entry
    }
}

/// A key of the pawns of a position.
#[inline]
pub(crate) fn key(position: &Position) -> u64 {
    hash(Color::ALL.map(|color| position.pawns(color)))
}

/// A hash of two sets of squares.
#[inline(always)]
pub(crate) fn hash([white, black]: [Bitboard; 2]) -> u64 {
    let fold = |bits: u128, by: u64| ((bits as u64) ^ ((bits >> 64) as u64).rotate_left(29)).wrapping_mul(by);
    let key = fold(white.bits(), 0x9e37_79b9_7f4a_7c15) ^ fold(black.bits(), 0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
    // In a product every bit depends on the bits below it alone, so the upper half is the one that all squares have mixed.
    key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}

fn structure(tables: &Tables, pawns: [Bitboard; 2]) -> PawnEntry {
    let params = &tables.params;
    let mut entry = PawnEntry { pawns, ..PawnEntry::default() };
    for us in Color::ALL {
        let (own, enemy) = (pawns[us.index()], pawns[(!us).index()]);
        let (ahead, behind) = (forward(us), forward(!us));
        let doubled = own & fill(own, behind).shift(behind);
        let files = fill(own, ahead) | fill(own, behind);
        entry.files[us.index()] = files & tables.board;
        entry.reach[us.index()] = tables.variant.pawn_attacks(us, fill(own, ahead));
        let isolated = own - beside(files);
        // No own pawn beside or behind can advance to defend them, and an enemy pawn attacks their next square.
        let attacked = tables.variant.pawn_attacks(!us, enemy);
        let backward = (own - isolated - beside(fill(own, ahead))) & attacked.shift(behind);
        let before_enemies = fill(enemy, behind).shift(behind);
        let passed = own - doubled - before_enemies - beside(before_enemies);
        let count = |pawns: Bitboard| pawns.count() as i32;
        let mut score = params.doubled * count(doubled)
            + params.isolated * count(isolated)
            + params.backward * count(backward)
            + params.supported * count(own & tables.variant.pawn_attacks(us, own))
            + params.beside * count(own & beside(own));
        for square in passed {
            score += tables.passed_way(us, square).bonus;
        }
        entry.passed |= passed;
        entry.score = if us == Color::White { entry.score + score } else { entry.score - score };
    }
    entry
}

/// For Berolina pawns. They change files as they go, so none is doubled, isolated, backward or passed by its file alone; what is
/// left of the structure is who defends whom.
fn berolina_structure(tables: &Tables, pawns: [Bitboard; 2]) -> PawnEntry {
    let mut entry = PawnEntry { pawns, ..PawnEntry::default() };
    for us in Color::ALL {
        let own = pawns[us.index()];
        let files = fill(own, forward(us)) | fill(own, forward(!us));
        entry.files[us.index()] = files & tables.board;
        let reached = (1..MAX_RANKS).fold(own, |squares, _| squares | tables.variant.pawn_steps(us, squares));
        entry.reach[us.index()] = tables.variant.pawn_attacks(us, reached);
        let supported = own & tables.variant.pawn_attacks(us, own);
        let score = tables.params.supported * supported.count() as i32;
        entry.score = if us == Color::White { entry.score + score } else { entry.score - score };
    }
    entry
}

/// The given squares, and all squares that are reached from them by steps in one direction.
#[inline(always)]
fn fill(mut squares: Bitboard, step: i8) -> Bitboard {
    for times in [1, 2, 4] {
        squares |= squares.shift(step * times);
    }
    // Boards have at most ten ranks.
    squares | squares.shift(step * 2)
}

/// The squares beside the given ones on their ranks. On boards with fewer than the maximum of files, one may lie off
/// the board.
#[inline(always)]
fn beside(squares: Bitboard) -> Bitboard {
    (squares - Bitboard::file(0)).shift(-1) | (squares - Bitboard::file(MAX_FILES - 1)).shift(1)
}
