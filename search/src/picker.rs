//! Moves in the order in which they are worth trying, made no earlier than needed.

use std::cmp::Reverse;

use campione_core::Role;
use campione_movegen::{Move, MoveKind, MoveList, Position};
use smallvec::SmallVec;

use crate::eval::Tables;
use crate::history::{History, ManAt, QuietScores};
use crate::score::Value;
use crate::see::{gain, see};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Hash,
    MakeNoisy,
    GoodNoisy,
    MakeQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Which moves are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// All of them.
    All,
    /// Captures and promotions that do not lose men.
    GoodNoisy,
    /// Captures and promotions whose exchange wins so much.
    Winning(Value),
}

/// The moves that refuted something like this position before.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Refutations {
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) counter: Option<Move>,
}

/// What the order depends on.
#[derive(Clone, Copy)]
pub(crate) struct Hints<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) history: &'a History,
    pub(crate) before: [Option<ManAt>; 2],
    pub(crate) refutations: Refutations,
}

/// How many moves are looked for before the rest is sorted.
const LOOKED_FOR: usize = 4;

/// Hands out the legal moves of one position.
pub(crate) struct Picker {
    stage: Stage,
    wanted: Wanted,
    hash: Option<Move>,
    moves: SmallVec<[Scored; 192]>,
    next: usize,
    bad: SmallVec<[Move; 16]>,
    skip_quiets: bool,
    /// Captures that gain less are passed over.
    least_gain: Value,
    /// The most that one of them gains.
    passed_over: Value,
}

impl Picker {
    /// `hash` must be legal, if there is one, and of the moves that are wanted.
    #[inline]
    pub(crate) fn new(hash: Option<Move>, wanted: Wanted) -> Picker {
        Picker {
            stage: if hash.is_some() { Stage::Hash } else { Stage::MakeNoisy },
            wanted,
            hash,
            moves: SmallVec::new(),
            next: 0,
            bad: SmallVec::new(),
            skip_quiets: false,
            least_gain: Value::MIN,
            passed_over: Value::MIN,
        }
    }

    /// Captures that gain less than that at once are passed over from now on.
    #[inline]
    pub(crate) fn set_least_gain(&mut self, least: Value) {
        self.least_gain = least;
    }

    /// The most that a capture gains that was passed over.
    #[inline]
    pub(crate) fn passed_over(&self) -> Option<Value> {
        (self.passed_over > Value::MIN).then_some(self.passed_over)
    }

    /// No quiet moves from now on.
    #[inline]
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move.
    pub(crate) fn next(&mut self, position: &Position, hints: Hints<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Stage::MakeNoisy;
                    return self.hash;
                }
                Stage::MakeNoisy => {
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
                                self.passed_over = self.passed_over.max(gain);
                                continue;
                            }
                        }
                        let threshold = match self.wanted {
                            // A history of success forgives a little.
                            Wanted::All => (-score / 24).min(0),
                            Wanted::GoodNoisy => 0,
                            Wanted::Winning(least) => least,
                        };
                        if see(hints.tables, position, mv, threshold) {
                            return Some(mv);
                        }
                        self.bad.push(mv);
                    }
                    None if self.wanted == Wanted::All => self.stage = Stage::MakeQuiet,
                    None => self.stage = Stage::Done,
                },
                Stage::MakeQuiet => {
                    self.stage = Stage::Quiet;
                    self.moves.clear();
                    self.next = 0;
                    if !self.skip_quiets {
                        let mut moves = MoveList::new();
                        position.quiet_moves(&mut moves);
                        let scores = hints.history.quiets(position.turn(), hints.before);
                        self.score(&moves, |mv| score_quiet(mv, position, hints, scores));
                    }
                }
                Stage::Quiet => {
                    if !self.skip_quiets
                        && let Some((mv, _)) = self.take_best()
                    {
                        return Some(mv);
                    }
                    self.stage = Stage::BadNoisy;
                    self.next = 0;
                }
                Stage::BadNoisy => match self.bad.get(self.next) {
                    Some(&mv) => {
                        self.next += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Takes the moves of the list over, each with its score.
    #[inline(always)]
    fn score(&mut self, moves: &MoveList, score: impl Fn(Move) -> i32) {
        for &mv in moves {
            self.moves.push(Scored::new(mv, score(mv)));
        }
    }

    /// The best of the moves that are left, but for the hash move. The first few are looked for, since often no more are
    /// asked for; then the rest is sorted.
    #[inline]
    fn take_best(&mut self) -> Option<(Move, i32)> {
        while let Some(rest) = self.moves.get_mut(self.next..).filter(|rest| !rest.is_empty()) {
            if self.next < LOOKED_FOR {
                let mut best = 0;
                for index in 1..rest.len() {
                    best = if rest[index].0 > rest[best].0 { index } else { best };
                }
                rest.swap(0, best);
            } else if self.next == LOOKED_FOR {
                rest.sort_unstable_by_key(|scored| Reverse(scored.0));
            }
            let scored = rest[0];
            self.next += 1;
            if let Some((mv, score)) = scored.parts()
                && Some(mv) != self.hash
            {
                return Some((mv, score));
            }
        }
        None
    }
}

/// A move and its score in one number: the score above, the move below.
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

/// Whether a move captures or promotes as it arrives: what [`Position::noisy_moves`] lists.
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

/// The moving man on its target, as histories know it.
#[inline(always)]
pub(crate) fn man_of(mv: Move, position: &Position, history: &History) -> ManAt {
    history.man_at(position.moving_role(mv).unwrap_or(Role::PAWN), mv.to())
}

#[inline(always)]
fn score_noisy(mv: Move, position: &Position, hints: Hints<'_>) -> i32 {
    let captured = position.captured_role(mv).unwrap_or(Role::PAWN);
    gain(hints.tables, position, mv) * 7 + hints.history.capture(man_of(mv, position, hints.history), captured) / 8
}

#[inline(always)]
fn score_quiet(mv: Move, position: &Position, hints: Hints<'_>, scores: QuietScores<'_>) -> i32 {
    let Refutations { killers, counter } = hints.refutations;
    let score = scores.of(mv, man_of(mv, position, hints.history));
    if Some(mv) == killers[0] {
        score + 60_000
    } else if Some(mv) == killers[1] {
        score + 50_000
    } else if Some(mv) == counter {
        score + 40_000
    } else {
        score
    }
}

#[cfg(test)]
mod tests;
