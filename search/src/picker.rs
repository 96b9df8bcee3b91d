//! Move ordering: moves are generated in stages, only when they are needed, the most promising first.

use std::cmp::Reverse;

use campione_core::{LeapClass, Piece, Role};
use campione_movegen::{Attacks, Move, MoveKind, MoveList, Position, Scan};
use smallvec::SmallVec;

use crate::eval::Tables;
use crate::history::{Continuation, Histories, PieceTo, QuietScores, Structure};
use crate::score::Value;
use crate::see::{gain, see};
use crate::tt::TranspositionTable;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Which moves the picker returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// All moves.
    All,
    /// Captures and promotions that do not lose material.
    GoodNoisy,
    /// Captures and promotions whose exchange wins at least this many centipawns.
    Winning(Value),
}

/// Quiet moves that beat beta in similar positions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Refutations {
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) countermove: Option<Move>,
}

/// What move ordering depends on.
#[derive(Clone, Copy)]
pub(crate) struct Hints<'a> {
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) tables: &'a Tables,
    pub(crate) histories: &'a Histories,
    pub(crate) structure: Structure,
    pub(crate) continuation: Continuation,
    pub(crate) refutations: Refutations,
}

/// This many moves are found by selection; then the rest is sorted.
const SELECTED: usize = 4;

/// Returns the legal moves of one position, one after the other. What the transposition table knows of the positions after
/// them begins to load meanwhile.
pub(crate) struct Picker {
    stage: Stage,
    wanted: Wanted,
    tt_move: Option<Move>,
    moves: SmallVec<[Scored; 192]>,
    next: usize,
    bad: SmallVec<[Move; 16]>,
    skip_quiets: bool,
    /// Whether the last move is a quiet one that checks directly.
    checks: bool,
    /// Captures that gain less are skipped: delta pruning.
    least_gain: Value,
    /// The greatest gain of a skipped capture.
    skipped_gain: Value,
}

impl Picker {
    /// `tt_move` must be legal, and one of the wanted moves.
    #[inline]
    pub(crate) fn new(tt_move: Option<Move>, wanted: Wanted) -> Picker {
        Picker {
            stage: if tt_move.is_some() { Stage::TtMove } else { Stage::GenerateNoisy },
            wanted,
            tt_move,
            moves: SmallVec::new(),
            next: 0,
            bad: SmallVec::new(),
            skip_quiets: false,
            checks: false,
            least_gain: Value::MIN,
            skipped_gain: Value::MIN,
        }
    }

    /// From now on, skips captures that gain less than this at once.
    #[inline]
    pub(crate) fn set_least_gain(&mut self, least: Value) {
        self.least_gain = least;
    }

    /// The greatest gain of a skipped capture; `None` if no capture was skipped.
    #[inline]
    pub(crate) fn skipped_gain(&self) -> Option<Value> {
        (self.skipped_gain > Value::MIN).then_some(self.skipped_gain)
    }

    /// Whether the last move is a quiet one that checks directly: not by another piece, and not by a pawn or castling. It is
    /// not known of the `tt_move`.
    #[inline(always)]
    pub(crate) fn checks(&self) -> bool {
        self.checks
    }

    /// Skips quiet moves from now on, except those that check directly.
    #[inline]
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move.
    pub(crate) fn next(&mut self, position: &Position, hints: Hints<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    // Nothing is generated yet: where this move beats beta, no other one is needed.
                    self.stage = Stage::GenerateNoisy;
                    self.tt_move.inspect(|&mv| hints.tt.prefetch_after(position, mv));
                    return self.tt_move;
                }
                Stage::GenerateNoisy => {
                    let mut moves = MoveList::new();
                    position.noisy_moves(&mut moves);
                    self.score(&moves, |mv| score_noisy(mv, position, hints));
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.take_best() {
                    Some((mv, score)) => {
                        if self.least_gain > Value::MIN && mv.promotion().is_none() {
                            let gain = gain(hints.tables, position, mv);
                            if gain < self.least_gain {
                                self.skipped_gain = self.skipped_gain.max(gain);
                                continue;
                            }
                        }
                        hints.tt.prefetch_after(position, mv);
                        let threshold = match self.wanted {
                            // A capture with a good history may lose a little.
                            Wanted::All => (-score / 24).min(0),
                            Wanted::GoodNoisy => 0,
                            Wanted::Winning(least) => least,
                        };
                        if see(hints.tables, position, mv, threshold) {
                            return Some(mv);
                        }
                        self.bad.push(mv);
                    }
                    None if self.wanted == Wanted::All => self.stage = Stage::GenerateQuiet,
                    None => self.stage = Stage::Done,
                },
                Stage::GenerateQuiet => {
                    self.stage = Stage::Quiet;
                    self.moves.clear();
                    self.next = 0;
                    if !self.skip_quiets {
                        let mut moves = MoveList::new();
                        position.quiet_moves(&mut moves);
                        position.scan(ScoreQuiets { picker: self, position, hints, moves: &moves });
                    }
                }
                Stage::Quiet => {
                    if let Some((mv, checks)) = self.take_quiet() {
                        self.checks = checks;
                        hints.tt.prefetch_after(position, mv);
                        return Some(mv);
                    }
                    self.checks = false;
                    self.stage = Stage::BadNoisy;
                    self.next = 0;
                }
                // They were put aside from the best to the worst, so they are in order.
                Stage::BadNoisy => match self.bad.get(self.next) {
                    Some(&mv) => {
                        self.next += 1;
                        hints.tt.prefetch_after(position, mv);
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Adds the moves of a list, each with its score.
    #[inline(always)]
    fn score(&mut self, moves: &MoveList, score: impl Fn(Move) -> i32) {
        for &mv in moves {
            self.moves.push(Scored::new(mv, score(mv)));
        }
    }

    /// The next quiet move, and whether it checks directly.
    #[inline]
    fn take_quiet(&mut self) -> Option<(Move, bool)> {
        if !self.skip_quiets {
            return self.take_best().map(|(mv, score)| (mv, is_check(score)));
        }
        while let Some(scored) = self.moves.get(self.next) {
            self.next += 1;
            if let Some((mv, score)) = scored.parts()
                && is_check(score)
                && Some(mv) != self.tt_move
            {
                return Some((mv, true));
            }
        }
        None
    }

    /// The best of the remaining moves, without `tt_move`. The first few are selected, because often no more are
    /// needed. Then the rest is sorted.
    #[inline]
    fn take_best(&mut self) -> Option<(Move, i32)> {
        while let Some(rest) = self.moves.get_mut(self.next..).filter(|rest| !rest.is_empty()) {
            if self.next < SELECTED {
                let (mut best, mut most) = (0, rest[0].0);
                for (index, scored) in rest.iter().enumerate() {
                    (best, most) = if scored.0 > most { (index, scored.0) } else { (best, most) };
                }
                rest.swap(0, best);
            } else if self.next == SELECTED {
                // No two numbers are equal, as each has its move in it. So an unstable sort gives the same order on every
                // machine.
                rest.sort_unstable_by_key(|scored| Reverse(scored.0));
            }
            let scored = rest[0];
            self.next += 1;
            if let Some((mv, score)) = scored.parts()
                && Some(mv) != self.tt_move
            {
                return Some((mv, score));
            }
        }
        None
    }
}

/// A move and its score in one number: the score in the upper half, the move in the lower half.
#[derive(Clone, Copy)]
struct Scored(i64);

impl Scored {
    #[inline(always)]
    fn new(mv: Move, score: i32) -> Scored {
        Scored(i64::from(score) << 32 | i64::from(mv.bits()))
    }

    #[inline(always)]
    fn parts(self) -> Option<(Move, i32)> {
        Some((Move::from_bits(self.0 as u32)?, (self.0 >> 32) as i32))
    }
}

/// Whether a move captures or promotes at once. [`Position::noisy_moves`] lists these moves.
#[inline(always)]
pub(crate) fn is_noisy(mv: Move) -> bool {
    matches!(
        mv.kind(),
        MoveKind::Capture
            | MoveKind::PromotionCapture
            | MoveKind::EnPassant
            | MoveKind::EnPassantPromotion
            | MoveKind::Promotion
    )
}

/// The moving piece and its target, as an index into the histories.
#[inline(always)]
pub(crate) fn piece_to(mv: Move, position: &Position, histories: &Histories) -> PieceTo {
    histories.piece_to(position.turn(), position.moving_role(mv).unwrap_or(Role::PAWN), mv.to())
}

#[inline(always)]
fn score_noisy(mv: Move, position: &Position, hints: Hints<'_>) -> i32 {
    let captured = position.captured_role(mv).unwrap_or(Role::PAWN);
    // A pawn is 700 here, and a history at most 2,048: it decides between captures that differ by up to nearly six pawns.
    gain(hints.tables, position, mv) * 7
        + hints.histories.capture(piece_to(mv, position, hints.histories), captured) / 8
}

/// Scores the quiet moves of a position, and adds them to a picker. The lowest bit of a score says whether the move checks
/// directly.
struct ScoreQuiets<'a> {
    picker: &'a mut Picker,
    position: &'a Position,
    hints: Hints<'a>,
    moves: &'a MoveList,
}

impl Scan for ScoreQuiets<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, attacks: impl Attacks) {
        let position = self.position;
        let us = position.turn();
        let king = position.king(!us);
        if position.variant().leap_classes().iter().any(LeapClass::is_special) {
            // What a piece sees from the king's square is not what sees the king from there, and the square that it leaves may
            // have been in its way.
            self.score(|role, mv| {
                let after = position.occupied().without(mv.from()).with(mv.to());
                attacks.reaches(Piece { color: us, role }, mv.to(), king, after)
            });
        } else {
            let lines = attacks.lines(king);
            self.score(|role, mv| attacks.with_lines(lines, king, !us, role).contains(mv.to()));
        }
    }
}

impl ScoreQuiets<'_> {
    /// Scores the moves; `checks` says whether an officer checks directly.
    #[inline(always)]
    fn score(self, checks: impl Fn(Role, Move) -> bool) {
        let ScoreQuiets { picker, position, hints, moves } = self;
        let us = position.turn();
        let scores = hints.histories.quiets(us, &hints.structure, hints.continuation);
        picker.score(moves, |mv| {
            let role = position.moving_role(mv).unwrap_or(Role::PAWN);
            let checks = role != Role::PAWN && role != Role::KING && checks(role, mv);
            score_quiet(mv, hints, scores, hints.histories.piece_to(us, role, mv.to())) & !1 | i32::from(checks)
        });
    }
}

/// Whether a quiet move with this score checks directly.
#[inline(always)]
fn is_check(score: i32) -> bool {
    score & 1 != 0
}

#[inline(always)]
fn score_quiet(mv: Move, hints: Hints<'_>, scores: QuietScores<'_>, piece_to: PieceTo) -> i32 {
    let Refutations { killers, countermove } = hints.refutations;
    // Histories can add up to more than the bonuses below: a move that has nearly always been good comes before a killer.
    let score = scores.for_ordering(mv, piece_to);
    if Some(mv) == killers[0] {
        score + 60_000
    } else if Some(mv) == killers[1] {
        score + 50_000
    } else if Some(mv) == countermove {
        score + 40_000
    } else {
        score
    }
}

#[cfg(test)]
mod tests;
