//! Histories: scores of moves from earlier parts of the search, and how a finished node updates them.
//!
//! All threads share them. Each thread learns from what the others found, and threads that search the same position search
//! similar trees. Each score is written as a whole; if two threads update it at the same time, one update may be lost,
//! which does no harm.

use std::sync::atomic::{AtomicI16, AtomicU32, Ordering};

use campione_core::{Color, Role, Square, Variant};
use campione_movegen::{Move, Position};

use crate::node::Node;
use crate::picker::{is_noisy, piece_to};
use crate::thread::SearchThread;

/// No history score is greater than this.
const LIMIT: i32 = 16_384;

/// Moves a score toward a bonus. The nearer the score is to the limit, the smaller the step.
#[inline(always)]
fn update(score: &AtomicI16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT / 2, LIMIT / 2);
    let old = get(score);
    score.store((old + bonus - old * bonus.abs() / LIMIT) as i16, Ordering::Relaxed);
}

#[inline(always)]
fn get(score: &AtomicI16) -> i32 {
    i32::from(score.load(Ordering::Relaxed))
}

/// `count` scores of 0.
fn zeros(count: usize) -> Vec<AtomicI16> {
    (0..count).map(|_| AtomicI16::new(0)).collect()
}

/// A role and the square that it moves to, as an index into the tables of one variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PieceTo(u16);

/// The last two moves, the latest first: the keys of the continuation history. `None` for a null move, and before the root.
pub(crate) type Continuation = [Option<PieceTo>; 2];

/// All histories of one variant.
#[derive(Debug)]
pub(crate) struct Histories {
    /// Quiet moves by color, origin and target.
    butterfly: Vec<AtomicI16>,
    /// Captures by moving piece, target and captured role.
    capture: Vec<AtomicI16>,
    /// Quiet moves after an earlier move, one or two plies before: [`PieceTo`] by [`PieceTo`].
    continuation: Vec<AtomicI16>,
    /// The move that last refuted a move of the opponent, by the [`PieceTo`] of the opponent's move; 0 for `None`.
    countermoves: Vec<AtomicU32>,
    /// How many values [`PieceTo`] has.
    pieces_to: usize,
    /// How many squares the board has.
    area: usize,
    /// The squares of the board, numbered without gaps.
    dense: [u8; 128],
    /// The mean error of the static evaluation by color and pawn structure.
    pawn_correction: [Vec<AtomicI16>; 2],
}

/// The scores of quiet moves in one position.
#[derive(Clone, Copy)]
pub(crate) struct QuietScores<'a> {
    butterfly: &'a [AtomicI16],
    continuation: [&'a [AtomicI16]; 2],
}

impl QuietScores<'_> {
    #[inline(always)]
    pub(crate) fn of(&self, mv: Move, piece_to: PieceTo) -> i32 {
        let score = |row: &[AtomicI16]| row.get(usize::from(piece_to.0)).map_or(0, get);
        let [one_ply, two_plies] = self.continuation;
        get(&self.butterfly[from_to(mv)]) + score(one_ply) + score(two_plies)
    }
}

/// The squares of a move as an index.
#[inline(always)]
fn from_to(mv: Move) -> usize {
    (mv.from().index() & 127) << 7 | (mv.to().index() & 127)
}

/// Entries of the correction history for each color.
const CORRECTIONS: usize = 1 << 13;

/// A correction of one centipawn.
const CORRECTION_GRAIN: i32 = 256;

impl Histories {
    pub(crate) fn new(variant: Variant) -> Histories {
        let area = usize::from(variant.files()) * usize::from(variant.ranks());
        let pieces_to = variant.roles().len() * area;
        let mut dense = [0; 128];
        for (number, square) in (0..).zip(variant.board()) {
            dense[square.index()] = number;
        }
        Histories {
            butterfly: zeros(2 << 14),
            capture: zeros(pieces_to * 32),
            continuation: zeros(pieces_to * pieces_to),
            countermoves: (0..pieces_to).map(|_| AtomicU32::new(0)).collect(),
            pieces_to,
            area,
            dense,
            pawn_correction: [zeros(CORRECTIONS), zeros(CORRECTIONS)],
        }
    }

    /// Clears all histories.
    pub(crate) fn clear(&mut self) {
        let Histories { butterfly, capture, continuation, countermoves, pawn_correction: [white, black], .. } = self;
        for scores in [butterfly, capture, continuation, white, black] {
            scores.fill_with(AtomicI16::default);
        }
        countermoves.fill_with(AtomicU32::default);
    }

    #[inline(always)]
    pub(crate) fn piece_to(&self, role: Role, square: Square) -> PieceTo {
        PieceTo((role.index() * self.area + usize::from(self.dense[square.index() & 127])) as u16)
    }

    #[inline(always)]
    fn pair(&self, previous: PieceTo, piece_to: PieceTo) -> usize {
        usize::from(previous.0) * self.pieces_to + usize::from(piece_to.0)
    }

    /// The scores of quiet moves of a side.
    #[inline(always)]
    pub(crate) fn quiets(&self, color: Color, continuation: Continuation) -> QuietScores<'_> {
        let row = |previous: Option<PieceTo>| {
            let row = previous.and_then(|previous| self.continuation.get(usize::from(previous.0) * self.pieces_to..));
            row.unwrap_or(&[])
        };
        QuietScores { butterfly: &self.butterfly[color.index() << 14..], continuation: continuation.map(row) }
    }

    #[inline(always)]
    pub(crate) fn capture(&self, piece_to: PieceTo, captured: Role) -> i32 {
        get(&self.capture[usize::from(piece_to.0) << 5 | captured.index() & 31])
    }

    #[inline]
    pub(crate) fn update_quiet(&self, color: Color, mv: Move, piece_to: PieceTo, after: Continuation, bonus: i32) {
        update(&self.butterfly[color.index() << 14 | from_to(mv)], bonus);
        for previous in after.into_iter().flatten() {
            update(&self.continuation[self.pair(previous, piece_to)], bonus);
        }
    }

    #[inline]
    pub(crate) fn update_capture(&self, piece_to: PieceTo, captured: Role, bonus: i32) {
        update(&self.capture[usize::from(piece_to.0) << 5 | captured.index() & 31], bonus);
    }

    /// The move that last refuted `previous`.
    #[inline]
    pub(crate) fn countermove(&self, previous: Option<PieceTo>) -> Option<Move> {
        Move::from_bits(self.countermoves[usize::from(previous?.0)].load(Ordering::Relaxed))
    }

    #[inline]
    pub(crate) fn set_countermove(&self, previous: Option<PieceTo>, mv: Move) {
        if let Some(previous) = previous {
            self.countermoves[usize::from(previous.0)].store(mv.bits(), Ordering::Relaxed);
        }
    }

    /// The correction history: what to add to the static evaluation, in centipawns for the side to move.
    #[inline(always)]
    pub(crate) fn correction(&self, color: Color, pawn_key: u64) -> i32 {
        get(&self.pawn_correction[color.index()][pawn_key as usize % CORRECTIONS]) / CORRECTION_GRAIN
    }

    /// Updates the correction history: a search to `depth` says that the static evaluation was too low by `error`
    /// centipawns.
    #[inline]
    pub(crate) fn update_correction(&self, color: Color, pawn_key: u64, error: i32, depth: i32) {
        let entry = &self.pawn_correction[color.index()][pawn_key as usize % CORRECTIONS];
        let weight = (depth + 1).min(16);
        let target = error.clamp(-96, 96) * CORRECTION_GRAIN;
        entry.store(((get(entry) * (256 - weight) + target * weight) / 256) as i16, Ordering::Relaxed);
    }
}

/// The step "update histories" of a node.
impl SearchThread<'_> {
    /// A move has beaten beta: it gets a bonus, and the moves that were tried before it get a malus.
    pub(crate) fn update_histories(&mut self, node: &Node<'_>, best: Move, quiets: &[Move], noisy: &[Move]) {
        let us = node.position.turn();
        let continuation = self.stack.continuation(node.ply);
        let bonus = self.history_bonus(node.depth);
        if is_noisy(best) {
            self.update_capture_history(node.position, best, bonus);
        } else {
            self.stack.add_killer(node.ply, best);
            let histories = self.shared.histories;
            histories.set_countermove(continuation[0], best);
            histories.update_quiet(us, best, piece_to(best, node.position, histories), continuation, bonus);
            for &mv in quiets.iter().filter(|&&mv| mv != best) {
                histories.update_quiet(us, mv, piece_to(mv, node.position, histories), continuation, -bonus);
            }
        }
        for &mv in noisy.iter().filter(|&&mv| mv != best) {
            self.update_capture_history(node.position, mv, -bonus);
        }
    }

    /// No move has raised alpha, so the previous move of the opponent was good: it gets a bonus.
    pub(crate) fn reward_previous_move(&mut self, node: &Node<'_>) {
        let Some((mv, piece_to)) = self.stack.previous_move(node.ply) else { return };
        if !is_noisy(mv) {
            let bonus = self.history_bonus(node.depth) * self.shared.params.history_before / 100;
            let continuation = self.stack.continuation(node.ply - 1);
            self.shared.histories.update_quiet(!node.position.turn(), mv, piece_to, continuation, bonus);
        }
    }

    /// The bonus of a move that beats beta at this depth.
    #[inline(always)]
    pub(crate) fn history_bonus(&self, depth: i32) -> i32 {
        let params = self.shared.params;
        (16 * depth * depth + params.history_step * depth - 80).clamp(0, params.history_most)
    }

    fn update_capture_history(&mut self, position: &Position, mv: Move, bonus: i32) {
        let captured = position.captured_role(mv).unwrap_or(Role::PAWN);
        let histories = self.shared.histories;
        histories.update_capture(piece_to(mv, position, histories), captured, bonus);
    }
}
