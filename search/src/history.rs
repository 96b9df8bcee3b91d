//! Histories: scores of moves from earlier parts of the search.
//!
//! All threads share them. Each thread learns from what the others found, and threads that search the same position search
//! similar trees. Each score is written as a whole; if two threads update it at the same time, one update may be lost,
//! which does no harm.

use std::sync::atomic::{AtomicI16, AtomicU32, Ordering};

use campione_core::{Bitboard, Color, Role, Square, Variant};
use campione_movegen::{Move, Position};

use crate::eval::pawns;
use crate::search_params::SearchParams;

/// No history score is greater than this.
const LIMIT: i32 = 16_384;

/// Moves a score toward a bonus.
#[inline(always)]
fn update(score: &AtomicI16, bonus: i32) {
    approach(score, bonus.clamp(-LIMIT / 2, LIMIT / 2), LIMIT);
}

/// Moves an entry toward a bonus. The nearer the entry is to the limit, the smaller the step.
#[inline(always)]
fn approach(entry: &AtomicI16, bonus: i32, limit: i32) {
    // At the limit a bonus adds nothing, and a malus takes off twice its size: what was learned long ago fades. A bonus of at
    // most `limit` never leads beyond it, so the sum fits into sixteen bits.
    let old = get(entry);
    entry.store((old + bonus - old * bonus.abs() / limit) as i16, Ordering::Relaxed);
}

#[inline(always)]
fn get(score: &AtomicI16) -> i32 {
    i32::from(score.load(Ordering::Relaxed))
}

/// `count` scores of 0.
fn zeros(count: usize) -> Vec<AtomicI16> {
    (0..count).map(|_| AtomicI16::new(0)).collect()
}

/// A piece and the square that it moves to, as an index into the tables of one variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PieceTo(u16);

/// How many plies before a node the moves of its [`Continuation`] were made.
pub(crate) const CONTINUATION_PLIES: [usize; 4] = [1, 2, 4, 6];

/// What a bonus is worth in the continuation history of each of these plies, in per cent.
const CONTINUATION_SHARES: [i32; 4] = [100, 80, 50, 40];

/// Earlier moves of the line, the latest first: the keys of the continuation history. `None` for a null move, and before
/// the root.
pub(crate) type Continuation = [Option<PieceTo>; 4];

/// Keys of parts of a position, for the correction history and the pawn history. Positions with the same key are alike in
/// that part.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Structure {
    /// The pawns of both sides.
    pub(crate) pawns: u64,
    /// Where each side has its other pieces.
    pieces: [u64; 2],
}

impl Structure {
    #[inline(always)]
    pub(crate) fn of(position: &Position) -> Structure {
        let pieces = |color| pawns::hash([position.by_color(color) - position.pawns(color), Bitboard::EMPTY]);
        Structure { pawns: pawns::key(position), pieces: Color::ALL.map(pieces) }
    }
}

/// All histories of one variant.
#[derive(Debug)]
pub(crate) struct Histories {
    /// Quiet moves by color, origin and target.
    butterfly: Vec<AtomicI16>,
    /// Captures by moving piece, target and captured role.
    capture: Vec<AtomicI16>,
    /// Quiet moves after an earlier move: [`PieceTo`] by [`PieceTo`].
    continuation: Vec<AtomicI16>,
    /// Quiet moves by pawn structure and [`PieceTo`].
    pawns: Vec<AtomicI16>,
    /// The move that last refuted a move of the opponent, by the [`PieceTo`] of the opponent's move; 0 for `None`.
    countermoves: Vec<AtomicU32>,
    /// How many values [`PieceTo`] has.
    pieces_to: usize,
    /// How many squares the board has.
    area: usize,
    /// The squares of the board, numbered without gaps.
    dense: [u8; 128],
    /// How many roles the variant has.
    roles: usize,
    /// The error of the static evaluation by color and pawn structure; by color, and color and squares of pieces; and by
    /// the last move and an earlier one.
    pawn_correction: Vec<AtomicI16>,
    piece_correction: Vec<AtomicI16>,
    continuation_correction: Vec<AtomicI16>,
}

/// The scores of quiet moves in one position.
#[derive(Clone, Copy)]
pub(crate) struct QuietScores<'a> {
    butterfly: &'a [AtomicI16],
    pawns: &'a [AtomicI16],
    continuation: [&'a [AtomicI16]; 4],
}

impl QuietScores<'_> {
    /// The score of a move for pruning and reductions.
    #[inline(always)]
    pub(crate) fn of(&self, mv: Move, piece_to: PieceTo) -> i32 {
        let [one_ply, two_plies, ..] = self.continuation;
        get(&self.butterfly[from_to(mv)]) + in_row(one_ply, piece_to) + in_row(two_plies, piece_to)
    }

    /// The score of a move for move ordering.
    #[inline(always)]
    pub(crate) fn for_ordering(&self, mv: Move, piece_to: PieceTo) -> i32 {
        let [.., four_plies, six_plies] = self.continuation;
        self.of(mv, piece_to)
            + in_row(self.pawns, piece_to)
            + in_row(four_plies, piece_to)
            + in_row(six_plies, piece_to) / 2
    }
}

#[inline(always)]
fn in_row(row: &[AtomicI16], piece_to: PieceTo) -> i32 {
    row.get(usize::from(piece_to.0)).map_or(0, get)
}

/// The squares of a move as an index.
#[inline(always)]
fn from_to(mv: Move) -> usize {
    (mv.from().index() & 127) << 7 | (mv.to().index() & 127)
}

/// Pawn structures that the pawn history tells apart.
const PAWN_STRUCTURES: usize = 1 << 9;

/// Entries of each table of the correction history, for each color.
const CORRECTIONS: usize = 1 << 14;

/// No entry of the correction history is greater than this.
const CORRECTION_LIMIT: i32 = 1_024;

impl Histories {
    pub(crate) fn new(variant: Variant) -> Histories {
        let area = usize::from(variant.files()) * usize::from(variant.ranks());
        let roles = variant.roles().len();
        let pieces_to = 2 * roles * area;
        // Without gaps, because the continuation history grows with the square of the number of squares: on a board of 10x8 it
        // has two fifths of the entries that 128 squares would take.
        let mut dense = [0; 128];
        for (number, square) in (0..).zip(variant.board()) {
            dense[square.index()] = number;
        }
        Histories {
            butterfly: zeros(2 << 14),
            capture: zeros(pieces_to * 32),
            continuation: zeros(pieces_to * pieces_to),
            pawns: zeros(pieces_to * PAWN_STRUCTURES),
            countermoves: (0..pieces_to).map(|_| AtomicU32::new(0)).collect(),
            pieces_to,
            area,
            dense,
            roles,
            pawn_correction: zeros(2 * CORRECTIONS),
            piece_correction: zeros(4 * CORRECTIONS),
            continuation_correction: zeros(CORRECTIONS),
        }
    }

    /// Clears all histories.
    pub(crate) fn clear(&mut self) {
        let Histories {
            butterfly,
            capture,
            continuation,
            pawns,
            countermoves,
            pawn_correction,
            piece_correction,
            continuation_correction,
            ..
        } = self;
        let scores =
            [butterfly, capture, continuation, pawns, pawn_correction, piece_correction, continuation_correction];
        for scores in scores {
            scores.fill_with(AtomicI16::default);
        }
        countermoves.fill_with(AtomicU32::default);
    }

    #[inline(always)]
    pub(crate) fn piece_to(&self, color: Color, role: Role, square: Square) -> PieceTo {
        let piece = color.index() * self.roles + role.index();
        PieceTo((piece * self.area + usize::from(self.dense[square.index() & 127])) as u16)
    }

    #[inline(always)]
    fn pair(&self, previous: PieceTo, piece_to: PieceTo) -> usize {
        usize::from(previous.0) * self.pieces_to + usize::from(piece_to.0)
    }

    /// The row of the pawn history for a pawn structure.
    #[inline(always)]
    fn pawn_row(&self, structure: &Structure) -> &[AtomicI16] {
        let row = structure.pawns as usize % PAWN_STRUCTURES;
        &self.pawns[row * self.pieces_to..(row + 1) * self.pieces_to]
    }

    /// The scores of quiet moves of a side.
    #[inline(always)]
    pub(crate) fn quiets(&self, color: Color, structure: &Structure, continuation: Continuation) -> QuietScores<'_> {
        let row = |previous: Option<PieceTo>| {
            let row = previous.and_then(|previous| self.continuation.get(usize::from(previous.0) * self.pieces_to..));
            row.unwrap_or(&[])
        };
        // Written out: a `map` of an array is not inlined here.
        let [one_ply, two_plies, four_plies, six_plies] = continuation;
        QuietScores {
            butterfly: &self.butterfly[color.index() << 14..],
            pawns: self.pawn_row(structure),
            continuation: [row(one_ply), row(two_plies), row(four_plies), row(six_plies)],
        }
    }

    #[inline(always)]
    pub(crate) fn capture(&self, piece_to: PieceTo, captured: Role) -> i32 {
        get(&self.capture[usize::from(piece_to.0) << 5 | captured.index() & 31])
    }

    #[inline]
    pub(crate) fn update_quiet(
        &self,
        color: Color,
        mv: Move,
        piece_to: PieceTo,
        structure: &Structure,
        after: Continuation,
        bonus: i32,
    ) {
        self.update_butterfly(color, mv, bonus);
        update(&self.pawn_row(structure)[usize::from(piece_to.0)], bonus);
        for (previous, share) in after.into_iter().zip(CONTINUATION_SHARES) {
            if let Some(previous) = previous {
                update(&self.continuation[self.pair(previous, piece_to)], bonus * share / 100);
            }
        }
    }

    /// Updates the score by origin and target alone.
    #[inline(always)]
    pub(crate) fn update_butterfly(&self, color: Color, mv: Move, bonus: i32) {
        update(&self.butterfly[color.index() << 14 | from_to(mv)], bonus);
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
    pub(crate) fn correction(
        &self,
        params: &SearchParams,
        color: Color,
        structure: &Structure,
        continuation: Continuation,
    ) -> i32 {
        let [pawns, white, black] = self.position_corrections(color, structure);
        let moves = self.move_corrections(continuation).into_iter().flatten().map(get).sum::<i32>();
        // The parameters are in centipawns for an entry at its limit.
        let sum = params.correction_pawns * get(pawns)
            + params.correction_pieces * (get(white) + get(black))
            + params.correction_moves * moves;
        sum / CORRECTION_LIMIT
    }

    /// Updates the correction history: a search to `depth` says that the corrected evaluation was too low by `error`
    /// centipawns.
    #[inline]
    pub(crate) fn update_correction(
        &self,
        color: Color,
        structure: &Structure,
        continuation: Continuation,
        error: i32,
        depth: i32,
    ) {
        // A deep search says more about the error than a shallow one, but no single search may decide an entry.
        let bonus = (error * depth / 4).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        let entries = self.position_corrections(color, structure);
        for entry in entries.into_iter().chain(self.move_corrections(continuation).into_iter().flatten()) {
            approach(entry, bonus, CORRECTION_LIMIT);
        }
    }

    /// The entries of the correction history for the parts of a position.
    #[inline(always)]
    fn position_corrections(&self, color: Color, structure: &Structure) -> [&AtomicI16; 3] {
        let index = |key: u64| color.index() * CORRECTIONS + key as usize % CORRECTIONS;
        let [white, black] = structure.pieces;
        [
            &self.pawn_correction[index(structure.pawns)],
            &self.piece_correction[index(white)],
            &self.piece_correction[2 * CORRECTIONS + index(black)],
        ]
    }

    /// The entries of the correction history for the last move, with the move before it and that two plies earlier.
    #[inline(always)]
    fn move_corrections(&self, [last, two_plies, four_plies, _]: Continuation) -> [Option<&AtomicI16>; 2] {
        let after = |earlier: Option<PieceTo>| {
            let pair = self.pair(earlier?, last?) as u64;
            // There are far more pairs than entries, and neighbouring pairs occur in one search: a product scatters them.
            let hash = pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            Some(&self.continuation_correction[hash as usize % CORRECTIONS])
        };
        // Written out: a `map` of an array is not inlined here.
        [after(two_plies), after(four_plies)]
    }
}
