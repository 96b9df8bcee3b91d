//! One game under our rules.

use std::time::Duration;

use campione_core::Color;
use campione_movegen::{History, Move, Position};

use super::player::{Pace, Player, Told};

/// How a game has ended.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Ending {
    /// None for a draw.
    pub(crate) winner: Option<Color>,
    pub(crate) why: String,
    /// A side has lost by what it did, not by how it played.
    pub(crate) fault: bool,
}

/// When a game is ended before its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adjudication {
    /// Both say for so many plies in a row that one side is so many centipawns ahead.
    pub(crate) win: Option<(u32, i32)>,
    /// The most plies of a game, which then is a draw.
    pub(crate) plies: usize,
}

/// A game that was played.
pub(crate) struct Played {
    pub(crate) moves: Vec<Move>,
    pub(crate) ending: Ending,
}

/// Plays a game from `start` after the moves of an opening. `players` are White and Black.
///
/// # Errors
/// A player cannot begin a new game. One that dies or does not answer in the game has lost it.
pub(crate) fn play(
    players: [&mut Player; 2],
    paces: [Pace; 2],
    start: &Position<'_>,
    opening: &[Move],
    adjudication: Adjudication,
) -> anyhow::Result<Played> {
    let mut position = *start;
    let mut history = History::new(start);
    for &mv in opening {
        position = position.play_unchecked(mv);
        history.push(&position);
    }
    let mut moves = opening.to_vec();
    let clock = |pace: Pace| match pace {
        Pace::Clock { base, increment } => (base, increment),
        _ => (Duration::ZERO, Duration::ZERO),
    };
    let mut clocks = paces.map(|pace| clock(pace).0);
    let mut ahead: (i32, u32) = (0, 0);
    let [white, black] = players;
    white.new_game()?;
    black.new_game()?;
    let ending = loop {
        if let Some(outcome) = position.outcome(&history) {
            break Ending { winner: outcome.winner(), why: outcome.reason().to_owned(), fault: false };
        }
        if moves.len() >= adjudication.plies {
            break Ending { winner: None, why: format!("adjudication: {} plies", moves.len()), fault: false };
        }
        let side = position.turn();
        let pace = paces[side as usize];
        let told =
            Told { start, moves: &moves, position: &position, history: &history, clocks, increment: clock(pace).1 };
        let player = if side == Color::White { &mut *white } else { &mut *black };
        let lost = |why: String| Ending { winner: Some(!side), why, fault: true };
        let answer = match player.go(&told, pace) {
            Ok(answer) => answer,
            Err(error) => break lost(format!("no answer: {error}")),
        };
        if let Pace::Clock { increment, .. } = pace {
            let Some(left) = clocks[side as usize].checked_sub(answer.spent) else {
                break lost("time forfeit".to_owned());
            };
            clocks[side as usize] = left + increment;
        }
        let Some(mv) = answer.mv else { break lost(format!("illegal move {}", answer.text)) };
        if let (Some((plies, least)), Some(score)) = (adjudication.win, answer.score) {
            let white_score = if side == Color::White { score } else { -score };
            let sign = if white_score.abs() >= least { white_score.signum() } else { 0 };
            ahead = if sign != 0 && sign == ahead.0 { (sign, ahead.1 + 1) } else { (sign, 1) };
            if sign != 0 && ahead.1 >= plies {
                let winner = if sign > 0 { Color::White } else { Color::Black };
                break Ending { winner: Some(winner), why: "adjudication: both agree".to_owned(), fault: false };
            }
        }
        position = position.play_unchecked(mv);
        history.push(&position);
        moves.push(mv);
    };
    Ok(Played { moves, ending })
}
