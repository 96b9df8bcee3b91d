//! What earlier parts of the search say about moves: histories and counter moves.
//!
//! All threads share them: each learns from what the others have found, and the trees of two threads that search the same
//! position are alike. An entry is written as a whole; that of two rewards at the same time one may be lost does no harm.

use std::sync::atomic::{AtomicI16, AtomicU32, Ordering};

use campione_core::{Color, Role, Square, Variant};
use campione_movegen::Move;

/// No history score is greater.
const LIMIT: i32 = 16_384;

/// Moves a score toward a bonus; the nearer it is to the limit, the less.
#[inline(always)]
fn push(score: &AtomicI16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT / 2, LIMIT / 2);
    let old = get(score);
    score.store((old + bonus - old * bonus.abs() / LIMIT) as i16, Ordering::Relaxed);
}

#[inline(always)]
fn get(score: &AtomicI16) -> i32 {
    i32::from(score.load(Ordering::Relaxed))
}

/// Scores that are all 0.
fn zeros(count: usize) -> Vec<AtomicI16> {
    (0..count).map(|_| AtomicI16::new(0)).collect()
}

/// A role on a square, as an index into tables of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ManAt(pub(crate) u16);

/// Histories of one game.
#[derive(Debug)]
pub(crate) struct History {
    /// From and to, for each color.
    butterfly: Vec<AtomicI16>,
    /// The moving man and its target, and the role captured.
    captures: Vec<AtomicI16>,
    /// The move of one or two plies before and this one: [`ManAt`] by [`ManAt`].
    continuation: Vec<AtomicI16>,
    counters: Vec<AtomicU32>,
    men: usize,
    area: usize,
    /// The squares of the board, numbered without gaps.
    dense: [u8; 128],
    /// How far evaluations of such pawn structures were off, for each color.
    correction: [Vec<AtomicI16>; 2],
}

/// The scores of quiet moves in one position.
#[derive(Clone, Copy)]
pub(crate) struct QuietScores<'a> {
    butterfly: &'a [AtomicI16],
    continuation: [&'a [AtomicI16]; 2],
}

impl QuietScores<'_> {
    #[inline(always)]
    pub(crate) fn of(&self, mv: Move, man: ManAt) -> i32 {
        let after = |row: &[AtomicI16]| row.get(usize::from(man.0)).map_or(0, get);
        let [last, before] = self.continuation;
        get(&self.butterfly[way(mv)]) + after(last) + after(before)
    }
}

/// A move's squares as an index.
#[inline(always)]
fn way(mv: Move) -> usize {
    (mv.from().index() & 127) << 7 | (mv.to().index() & 127)
}

const CORRECTIONS: usize = 1 << 13;
/// A correction of one centipawn.
const CORRECTION_GRAIN: i32 = 256;

impl History {
    pub(crate) fn new(variant: Variant) -> History {
        let area = usize::from(variant.files()) * usize::from(variant.ranks());
        let men = variant.roles().len() * area;
        let mut dense = [0; 128];
        for (number, square) in (0..).zip(variant.board()) {
            dense[square.index()] = number;
        }
        History {
            butterfly: zeros(2 << 14),
            captures: zeros(men * 32),
            continuation: zeros(men * men),
            counters: (0..men).map(|_| AtomicU32::new(0)).collect(),
            men,
            area,
            dense,
            correction: [zeros(CORRECTIONS), zeros(CORRECTIONS)],
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        let History { butterfly, captures, continuation, counters, correction: [white, black], .. } = self;
        for scores in [butterfly, captures, continuation, white, black] {
            scores.fill_with(AtomicI16::default);
        }
        counters.fill_with(AtomicU32::default);
    }

    #[inline(always)]
    pub(crate) fn man_at(&self, role: Role, square: Square) -> ManAt {
        ManAt((role.index() * self.area + usize::from(self.dense[square.index() & 127])) as u16)
    }

    #[inline(always)]
    fn pair(&self, before: ManAt, man: ManAt) -> usize {
        usize::from(before.0) * self.men + usize::from(man.0)
    }

    /// The scores of quiet moves after the moves `before`, the last one first.
    #[inline(always)]
    pub(crate) fn quiets(&self, color: Color, before: [Option<ManAt>; 2]) -> QuietScores<'_> {
        let row = |before: Option<ManAt>| {
            before.and_then(|before| self.continuation.get(usize::from(before.0) * self.men..)).unwrap_or(&[])
        };
        QuietScores { butterfly: &self.butterfly[color.index() << 14..], continuation: before.map(row) }
    }

    #[inline(always)]
    pub(crate) fn capture(&self, man: ManAt, captured: Role) -> i32 {
        get(&self.captures[usize::from(man.0) << 5 | captured.index() & 31])
    }

    #[inline]
    pub(crate) fn reward_quiet(&self, color: Color, mv: Move, man: ManAt, before: [Option<ManAt>; 2], bonus: i32) {
        push(&self.butterfly[color.index() << 14 | way(mv)], bonus);
        for before in before.into_iter().flatten() {
            let pair = self.pair(before, man);
            push(&self.continuation[pair], bonus);
        }
    }

    #[inline]
    pub(crate) fn reward_capture(&self, man: ManAt, captured: Role, bonus: i32) {
        push(&self.captures[usize::from(man.0) << 5 | captured.index() & 31], bonus);
    }

    /// The move that refuted that man's move to its square last.
    #[inline]
    pub(crate) fn counter(&self, before: Option<ManAt>) -> Option<Move> {
        Move::from_bits(self.counters[usize::from(before?.0)].load(Ordering::Relaxed))
    }

    #[inline]
    pub(crate) fn set_counter(&self, before: Option<ManAt>, mv: Move) {
        if let Some(before) = before {
            self.counters[usize::from(before.0)].store(mv.bits(), Ordering::Relaxed);
        }
    }

    /// By how many centipawns evaluations of such structures were too low for the side to move.
    #[inline(always)]
    pub(crate) fn correction(&self, color: Color, structure: u64) -> i32 {
        get(&self.correction[color.index()][structure as usize % CORRECTIONS]) / CORRECTION_GRAIN
    }

    /// The evaluation was off by that much, as a search of that depth says.
    #[inline]
    pub(crate) fn correct(&self, color: Color, structure: u64, off: i32, depth: i32) {
        let entry = &self.correction[color.index()][structure as usize % CORRECTIONS];
        let weight = (depth + 1).min(16);
        let target = off.clamp(-96, 96) * CORRECTION_GRAIN;
        entry.store(((get(entry) * (256 - weight) + target * weight) / 256) as i16, Ordering::Relaxed);
    }
}
