//! Quick games of the engine against itself, which end as soon as a side is far ahead.

use campione_core::Color;
use campione_movegen::{Game, Move};
use campione_search::{Score, SearchResult};

/// A side that is this many centipawns ahead for this many plies wins.
pub(crate) const WON: i32 = 1_500;
const WON_PLIES: u32 = 6;
/// The most plies of a game; then it is a draw.
const MOST_PLIES: usize = 320;

/// Plays on after an opening. `think` returns a move and its score for the side to move. Returns White's points (0, 0.5
/// or 1); `None` if `think` has no answer.
pub(crate) fn play(opening: &Game, mut think: impl FnMut(&Game) -> Option<(Move, i32)>) -> Option<f64> {
    let points = |winner| match winner {
        Some(Color::White) => 1.0,
        Some(Color::Black) => 0.0,
        None => 0.5,
    };
    let mut game = opening.clone();
    let mut ahead = (0, 0);
    for _ in 0..MOST_PLIES {
        if let Some(outcome) = game.outcome() {
            return Some(points(outcome.winner));
        }
        let (mv, score) = think(&game)?;
        let white = if game.turn() == Color::White { score } else { -score };
        let sign = if white.abs() >= WON { white.signum() } else { 0 };
        ahead = if sign != 0 && sign == ahead.0 { (sign, ahead.1 + 1) } else { (sign, 1) };
        if sign != 0 && ahead.1 >= WON_PLIES {
            return Some(if sign > 0 { 1.0 } else { 0.0 });
        }
        game.play_unchecked(mv);
    }
    Some(0.5)
}

/// The score of a search in centipawns; mates are far away.
pub(crate) fn score(result: &SearchResult) -> Option<i32> {
    Some(match result.lines.first()?.score {
        Score::Cp(score) => score,
        Score::Mate(moves) => 30_000 * moves.signum(),
    })
}
