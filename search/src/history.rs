//! What earlier parts of the search say about moves: histories, killers and counter moves.

use campione_core::{Color, Role, Square, Variant};
use campione_movegen::Move;

/// No history score is greater.
const LIMIT: i32 = 16_384;

/// Moves a score toward a bonus; the nearer it is to the limit, the less.
#[inline(always)]
fn push(score: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT / 2, LIMIT / 2);
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// A role on a square, as an index into tables of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ManAt(pub(crate) u16);

/// Histories of one thread.
#[derive(Debug)]
pub(crate) struct History {
    /// From and to, for each color.
    butterfly: Vec<[i16; 128]>,
    /// The moving man and its target, and the role captured.
    captures: Vec<[i16; 32]>,
    /// The move of one or two plies before and this one: [`ManAt`] by [`ManAt`].
    continuation: Vec<i16>,
    counters: Vec<Option<Move>>,
    men: usize,
    area: usize,
    /// The squares of the board, numbered without gaps.
    dense: [u8; 128],
    /// How far evaluations of such pawn structures were off, for each color.
    correction: [Vec<i16>; 2],
}

/// The scores of quiet moves in one position.
#[derive(Clone, Copy)]
pub(crate) struct QuietScores<'a> {
    butterfly: &'a [[i16; 128]],
    continuation: [&'a [i16]; 2],
}

impl QuietScores<'_> {
    #[inline(always)]
    pub(crate) fn of(&self, mv: Move, man: ManAt) -> i32 {
        let after = |row: &[i16]| row.get(usize::from(man.0)).map_or(0, |&score| i32::from(score));
        let [last, before] = self.continuation;
        i32::from(self.butterfly[mv.from().index() & 127][mv.to().index() & 127]) + after(last) + after(before)
    }
}

const CORRECTIONS: usize = 1 << 13;
/// A correction of one centipawn.
const CORRECTION_GRAIN: i32 = 256;

impl History {
    pub(crate) fn new(variant: &Variant) -> History {
        let area = usize::from(variant.files()) * usize::from(variant.ranks());
        let men = variant.roles().len() * area;
        let mut dense = [0; 128];
        for (number, square) in (0..).zip(variant.board()) {
            dense[square.index()] = number;
        }
        History {
            butterfly: vec![[0; 128]; 256],
            captures: vec![[0; 32]; men],
            continuation: vec![0; men * men],
            counters: vec![None; men],
            men,
            area,
            dense,
            correction: [vec![0; CORRECTIONS], vec![0; CORRECTIONS]],
        }
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
        QuietScores { butterfly: &self.butterfly[color.index() << 7..], continuation: before.map(row) }
    }

    #[inline(always)]
    pub(crate) fn capture(&self, man: ManAt, captured: Role) -> i32 {
        i32::from(self.captures[usize::from(man.0)][captured.index()])
    }

    #[inline]
    pub(crate) fn reward_quiet(&mut self, color: Color, mv: Move, man: ManAt, before: [Option<ManAt>; 2], bonus: i32) {
        push(&mut self.butterfly[color.index() << 7 | mv.from().index()][mv.to().index() & 127], bonus);
        for before in before.into_iter().flatten() {
            let pair = self.pair(before, man);
            push(&mut self.continuation[pair], bonus);
        }
    }

    #[inline]
    pub(crate) fn reward_capture(&mut self, man: ManAt, captured: Role, bonus: i32) {
        push(&mut self.captures[usize::from(man.0)][captured.index()], bonus);
    }

    /// The move that refuted that man's move to its square last.
    #[inline]
    pub(crate) fn counter(&self, before: Option<ManAt>) -> Option<Move> {
        self.counters[usize::from(before?.0)]
    }

    #[inline]
    pub(crate) fn set_counter(&mut self, before: Option<ManAt>, mv: Move) {
        if let Some(before) = before {
            self.counters[usize::from(before.0)] = Some(mv);
        }
    }

    /// By how many centipawns evaluations of such structures were too low for the side to move.
    #[inline(always)]
    pub(crate) fn correction(&self, color: Color, structure: u64) -> i32 {
        i32::from(self.correction[color.index()][structure as usize % CORRECTIONS]) / CORRECTION_GRAIN
    }

    /// The evaluation was off by that much, as a search of that depth says.
    #[inline]
    pub(crate) fn correct(&mut self, color: Color, structure: u64, off: i32, depth: i32) {
        let entry = &mut self.correction[color.index()][structure as usize % CORRECTIONS];
        let weight = (depth + 1).min(16);
        let target = off.clamp(-96, 96) * CORRECTION_GRAIN;
        *entry = ((i32::from(*entry) * (256 - weight) + target * weight) / 256) as i16;
    }
}
