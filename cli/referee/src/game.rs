//! One game under our rules.

use std::fmt;
use std::time::Duration;

use campione_core::Color;
use campione_driver::{ClockTimes, SearchReport};
use campione_movegen::{Game, Move};

use super::player::{Player, Reply, Situation};
use super::time_control::TimeControl;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ending {
    /// The winner; `None` for a draw.
    pub(crate) winner: Option<Color>,
    pub(crate) why: String,
    /// A loss that is not a matter of playing strength.
    pub(crate) offence: Option<Offence>,
}

/// What kind of offence it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// It exceeded its time.
    Time,
    /// It broke the rules of the game or of the protocol.
    Conduct,
    /// It died or no longer answers.
    Silence,
}

/// What a player did that lost the game at once. Its words begin the `Termination` of the game in PGN: they are a format of
/// the file, by which a match that goes on knows an offence again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offence {
    Overtime,
    IllegalMove,
    FalseClaim,
    Refusal,
    NoAnswer,
}

impl Offence {
    const ALL: [Offence; 5] =
        [Offence::Overtime, Offence::IllegalMove, Offence::FalseClaim, Offence::Refusal, Offence::NoAnswer];

    pub(crate) const fn words(self) -> &'static str {
        match self {
            Offence::Overtime => "time forfeit",
            Offence::IllegalMove => "illegal move",
            Offence::FalseClaim => "false claim",
            Offence::Refusal => "refuses a legal move",
            Offence::NoAnswer => "no answer",
        }
    }

    pub(crate) const fn fault(self) -> Fault {
        match self {
            Offence::Overtime => Fault::Time,
            Offence::IllegalMove | Offence::FalseClaim | Offence::Refusal => Fault::Conduct,
            Offence::NoAnswer => Fault::Silence,
        }
    }

    /// The offence of a game in a file, from its `Termination`.
    pub(crate) fn of(termination: &str) -> Option<Offence> {
        Offence::ALL.into_iter().find(|offence| termination.starts_with(offence.words()))
    }
}

impl Ending {
    /// A loss by an offence; `more` follows the words.
    fn lost(side: Color, offence: Offence, more: &str) -> Ending {
        Ending { winner: Some(!side), why: format!("{}{more}", offence.words()), offence: Some(offence) }
    }
}

/// The rules of adjudication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Adjudication {
    /// A win: for this many plies in a row both score the same side at least this many centipawns ahead.
    pub(crate) win: Option<(u32, i32)>,
    /// A draw: from a move on, for this many plies in a row, both score neither side more than this many centipawns ahead.
    pub(crate) draw: Option<(u32, u32, i32)>,
    /// The most plies of a game; then it is a draw.
    pub(crate) plies: usize,
}

/// The match was stopped during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the match was stopped")
    }
}

impl std::error::Error for Stopped {}

/// A side of a game.
pub(crate) struct Side<'p> {
    pub(crate) player: &'p mut dyn Player,
    pub(crate) control: TimeControl,
}

/// A move of a player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) mv: Move,
    pub(crate) report: SearchReport,
    pub(crate) spent: Duration,
}

/// A game that was played.
pub(crate) struct Played {
    /// The moves after the opening.
    pub(crate) turns: Vec<Turn>,
    pub(crate) ending: Ending,
}

/// The side ahead, and for how many plies both have agreed on it.
#[derive(Default)]
struct Agreement {
    ahead: i32,
    ahead_for: u32,
    level_for: u32,
}

impl Agreement {
    /// Adds a score from White's view; returns the adjudicated result, if any. A missing score agrees with nothing.
    fn note(&mut self, score: Option<i32>, move_number: u32, rules: Adjudication) -> Option<Ending> {
        let least = rules.win.map_or(i32::MAX, |(_, least)| least);
        let ahead = score.map_or(0, |score| if score.abs() >= least { score.signum() } else { 0 });
        self.ahead_for = if ahead != 0 && ahead == self.ahead { self.ahead_for + 1 } else { u32::from(ahead != 0) };
        self.ahead = ahead;
        let level = rules.draw.zip(score).is_some_and(|((_, _, most), score)| score.abs() <= most);
        self.level_for = if level { self.level_for + 1 } else { 0 };
        let ending = |winner, why: &str| Some(Ending { winner, why: format!("adjudication: {why}"), offence: None });
        if rules.win.is_some_and(|(plies, _)| self.ahead_for >= plies) && ahead != 0 {
            return ending(Some(if ahead > 0 { Color::White } else { Color::Black }), "both see it won");
        }
        if rules.draw.is_some_and(|(from, plies, _)| move_number >= from && self.level_for >= plies) && level {
            return ending(None, "both see it level");
        }
        None
    }
}

/// Plays a game from the end of an opening. `sides` are White and Black. A side forfeits on time when it exceeds its
/// time by more than `margin`.
///
/// # Errors
/// A player cannot begin the game. (A player that dies or does not answer later loses the game.)
pub(crate) fn play(
    [mut white, mut black]: [Side<'_>; 2],
    opening: &Game,
    adjudication: Adjudication,
    margin: Duration,
    stop: fn() -> bool,
) -> anyhow::Result<Played> {
    let start = opening.start();
    let mut game = opening.clone();
    let mut turns = Vec::new();
    let mut clocks = [white.control.clock(), black.control.clock()];
    let mut agreement = Agreement::default();
    white.player.new_game(start)?;
    black.player.new_game(start)?;
    let ending = loop {
        if let Some(outcome) = game.outcome() {
            break Ending { winner: outcome.winner, why: outcome.reason.to_string(), offence: None };
        }
        if game.plies() >= adjudication.plies {
            break Ending { winner: None, why: format!("adjudication: {} plies", game.plies()), offence: None };
        }
        let color = game.turn();
        let side = if color == Color::White { &mut white } else { &mut black };
        let lost = |offence, more: String| Ending::lost(color, offence, &more);
        let situation = Situation { game: &game, clocks };
        if stop() {
            return Err(Stopped.into());
        }
        let answer = match side.player.go(&situation) {
            Ok(answer) => answer,
            // Ctrl+C reaches the engines too: one that it ended has not lost.
            Err(_) if stop() => return Err(Stopped.into()),
            Err(error) => break lost(Offence::NoAnswer, format!(": {error:#}")),
        };
        // The time comes before the reply: a late move does not count, even a mate.
        match (side.control, &mut clocks[color as usize]) {
            (TimeControl::MoveTime(time), _) if answer.spent > time + margin => {
                break lost(Offence::Overtime, excess(answer.spent, time));
            }
            (_, Some(ClockTimes { left, increment })) => {
                if answer.spent > *left + margin {
                    break lost(Offence::Overtime, excess(answer.spent, *left));
                }
                *left = left.saturating_sub(answer.spent) + *increment;
            }
            _ => {}
        }
        let mv = match answer.reply {
            Reply::Move(mv) => mv,
            Reply::Resigns => break Ending { winner: Some(!color), why: "resignation".to_owned(), offence: None },
            Reply::Illegal(text) => break lost(Offence::IllegalMove, format!(" {text}")),
            Reply::Claims(text) => break lost(Offence::FalseClaim, format!(": {text}")),
            Reply::Refuses(text) => break lost(Offence::Refusal, format!(": {text}")),
        };
        let number = game.position().fullmove_number();
        game.play_unchecked(mv);
        turns.push(Turn { mv, report: answer.report, spent: answer.spent });
        let score = answer.report.score.map(|score| if color == Color::White { score } else { -score });
        // The rules come before adjudication.
        if game.outcome().is_none()
            && let Some(ending) = agreement.note(score, number, adjudication)
        {
            break ending;
        }
    };
    for side in [white, black] {
        side.player.end_game(ending.winner, &ending.why);
    }
    Ok(Played { turns, ending })
}

fn excess(spent: Duration, had: Duration) -> String {
    format!(" by {:.3} s", spent.saturating_sub(had).as_secs_f64())
}

#[cfg(test)]
mod tests;
