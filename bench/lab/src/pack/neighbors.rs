//! Positions near those of games: a few random moves away, with the score of the hand-written evaluation.
//!
//! The positions of one game are much alike, and nobody leaves a piece hanging in them. Their neighbors show a net what a
//! single move changes. No search is needed, so they cost next to nothing: a net that has learned them evaluates nearly
//! like the hand-written terms, and learns from games what these do not know.

use campione_core::{SplitMix64, Variant};
use campione_movegen::Position;
use campione_search::{EvalParams, Evaluator};

use crate::data::DataError;
use crate::data::game::{LEAST_MATE, NO_SCORE, RecordedGame, RecordedPly};
use crate::data::packed::{Record, flags};

/// The most random moves between a position and its neighbor.
const MOST_MOVES: u64 = 4;

/// Makes neighbors of the positions of one variant's games.
pub(super) struct Neighbors {
    evaluator: Evaluator,
    /// The neighbors of a position, on average.
    rate: f64,
}

impl Neighbors {
    pub(super) fn new(rate: f64, variant: Variant) -> Neighbors {
        Neighbors { evaluator: Evaluator::new(variant, &EvalParams::of(variant)), rate }
    }

    /// Neighbors of the positions of a game.
    pub(super) fn of(
        &mut self,
        game: &RecordedGame,
        variant: u8,
        rules: Variant,
        random: &mut SplitMix64,
    ) -> Result<Vec<Record>, DataError> {
        let mut records = Vec::new();
        game.replay(rules, |played, _, ply| {
            if ply.score == NO_SCORE {
                return;
            }
            for _ in 0..self.number(random) {
                records.extend(self.neighbor(played.position(), played.plies(), (game, variant), random));
            }
        })?;
        Ok(records)
    }

    /// How many neighbors a position gets.
    fn number(&self, random: &mut SplitMix64) -> u64 {
        let rest = self.rate.fract() * (1_u64 << 32) as f64;
        self.rate as u64 + u64::from(random.below(1 << 32) < rest as u64)
    }

    fn neighbor(
        &mut self,
        position: &Position,
        plies: usize,
        (game, variant): (&RecordedGame, u8),
        random: &mut SplitMix64,
    ) -> Option<Record> {
        let mut position = *position;
        for _ in 0..=random.below(MOST_MOVES) {
            let moves = position.legal_moves();
            position = position.play_unchecked(*moves.get(random.index(moves.len()))?);
        }
        // There is no best move, but a record wants one, with which a trainer uses the position.
        let mv = position.legal_moves().into_iter().find(|&mv| flags::noise(&position, mv) == 0)?;
        let limit = i32::from(LEAST_MATE) - 1;
        let score = self.evaluator.evaluate(&position).clamp(-limit, limit) as i16;
        Record::new(&position, (mv, RecordedPly { mv: 0, score }), (game, plies, variant), false)
    }
}
