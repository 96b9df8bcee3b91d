//! Where pawns have special moves.

use super::long_steps::LongStep;
use crate::bitboard::{Bitboard, relative_ranks};
use crate::spec::VariantSpec;

/// The ranks that mean something to pawns, for White and Black.
pub(super) struct PawnZones {
    pub(super) double_step_from: [Bitboard; 2],
    pub(super) long_steps: Vec<LongStep>,
    pub(super) last: [Bitboard; 2],
    pub(super) promotion: [Bitboard; 2],
}

impl PawnZones {
    pub(super) fn of(spec: &VariantSpec, board: Bitboard) -> PawnZones {
        let ranks = spec.board.ranks;
        let ranks_of = |relative: &[u8]| relative_ranks(relative.iter().copied(), ranks).map(|squares| squares & board);
        // Where pawns do not promote, no rank is one on which they do.
        let first = if spec.promotion.to.is_empty() { ranks + 1 } else { spec.promotion.rank.unwrap_or(ranks) };
        let zone: Vec<u8> = (first..=ranks).collect();
        let long_steps = spec.pawn.long_steps.iter().map(|(squares, from)| LongStep {
            squares: squares.to_digit(10).unwrap_or_default() as u8,
            from: ranks_of(from),
        });
        PawnZones {
            double_step_from: ranks_of(if spec.pawn.double_step { &spec.pawn.double_step_ranks } else { &[] }),
            long_steps: long_steps.collect(),
            last: ranks_of(&[ranks]),
            promotion: ranks_of(&zone),
        }
    }
}
