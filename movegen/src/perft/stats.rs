//! Statistics on the moves of the last ply.

use std::iter::Sum;
use std::ops::Add;

use rayon::iter::ParallelIterator;

use super::monitor::Progress;
use crate::position::Position;

/// Perft with statistics on the moves of its last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PerftStats {
    /// The number of move paths: the perft.
    pub nodes: u128,
    /// Moves that take a piece, en passant included.
    pub captures: u128,
    /// Captures en passant.
    pub en_passant: u128,
    /// Castlings of every kind, championing and centauring included; king's leaps are counted separately.
    pub castlings: u128,
    /// King's leaps (RULES.md §3).
    pub king_leaps: u128,
    /// Moves that promote a pawn, and turns that start with a promotion (RULES.md §6). The arrival of a pawn that then
    /// waits does not count.
    pub promotions: u128,
    /// Moves that give check.
    pub checks: u128,
    /// Moves that mate.
    pub mates: u128,
}

impl Add for PerftStats {
    type Output = PerftStats;

    fn add(self, other: PerftStats) -> PerftStats {
        PerftStats {
            nodes: self.nodes + other.nodes,
            captures: self.captures + other.captures,
            en_passant: self.en_passant + other.en_passant,
            castlings: self.castlings + other.castlings,
            king_leaps: self.king_leaps + other.king_leaps,
            promotions: self.promotions + other.promotions,
            checks: self.checks + other.checks,
            mates: self.mates + other.mates,
        }
    }
}

impl Sum for PerftStats {
    fn sum<I: Iterator<Item = PerftStats>>(stats: I) -> PerftStats {
        stats.fold(PerftStats::default(), Add::add)
    }
}

pub(super) fn walk(progress: Progress<'_>, position: &Position, depth: u32) -> Option<PerftStats> {
    let stats = match depth {
        0 => PerftStats { nodes: 1, ..PerftStats::default() },
        1 => position.legal_moves().iter().map(|&mv| of_move(position, mv)).sum(),
        _ => {
            let parts = progress.of_each(position, |progress, next| walk(progress, next, depth - 1));
            return parts.map(|(_, stats)| stats).sum();
        }
    };
    progress.finish(stats.nodes);
    Some(stats)
}

fn of_move(position: &Position, mv: crate::Move) -> PerftStats {
    let next = position.play_unchecked(mv);
    let row = position.castling_row(mv);
    let check = next.in_check();
    PerftStats {
        nodes: 1,
        captures: u128::from(mv.is_capture()),
        en_passant: u128::from(mv.kind().is_en_passant()),
        castlings: u128::from(row.is_some_and(|row| row.partner.is_some())),
        king_leaps: u128::from(row.is_some_and(|row| row.partner.is_none())),
        promotions: u128::from(mv.promotion().is_some() || mv.turn_promotion().is_some()),
        checks: u128::from(check),
        mates: u128::from(check && next.is_checkmate()),
    }
}
