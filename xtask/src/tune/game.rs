//! Quick games of the engine with itself, over as soon as somebody is far ahead.

use campione_core::Color;
use campione_movegen::{History, Move, Position};
use campione_search::{Score, SearchResult};

/// A side that is so far ahead, in centipawns, for so many plies has won.
pub(crate) const WON: i32 = 1_500;
const WON_PLIES: u32 = 6;
/// The most plies of a game, which then is a draw.
const MOST_PLIES: usize = 320;

/// Plays from a position after an opening; `think` answers with a move and its score for the side to move. What White
/// has made of it: 0, 0.5 or 1; none where `think` has no answer.
pub(crate) fn play(
    start: &Position,
    opening: &[Move],
    mut think: impl FnMut(&Position, &History) -> Option<(Move, i32)>,
) -> Option<f64> {
    let points = |winner| match winner {
        Some(Color::White) => 1.0,
        Some(Color::Black) => 0.0,
        None => 0.5,
    };
    let mut position = *start;
    let mut history = History::new(start);
    for &mv in opening {
        position = position.play_unchecked(mv);
        history.push(&position);
    }
    let mut ahead = (0, 0);
    for _ in 0..MOST_PLIES {
        if let Some(outcome) = position.outcome(&history) {
            return Some(points(outcome.winner()));
        }
        let (mv, score) = think(&position, &history)?;
        let white = if position.turn() == Color::White { score } else { -score };
        let sign = if white.abs() >= WON { white.signum() } else { 0 };
        ahead = if sign != 0 && sign == ahead.0 { (sign, ahead.1 + 1) } else { (sign, 1) };
        if sign != 0 && ahead.1 >= WON_PLIES {
            return Some(if sign > 0 { 1.0 } else { 0.0 });
        }
        position = position.play_unchecked(mv);
        history.push(&position);
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
