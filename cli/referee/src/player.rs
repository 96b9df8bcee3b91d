//! A player, as the referee sees it.

use std::time::Duration;

use campione_core::Color;
use campione_driver::{ClockTimes, GoLimit, SearchReport};
use campione_movegen::{Game, Move, Position};

use super::time_control::TimeControl;

/// A game, as it is sent to players, and the clocks.
pub(crate) struct Situation<'g> {
    pub(crate) game: &'g Game,
    /// The clocks of White and Black, if they have one.
    pub(crate) clocks: [Option<ClockTimes>; 2],
}

impl Situation<'_> {
    /// The clock of a color. A player without a clock is given the other's.
    pub(crate) fn clock(&self, color: Color) -> Option<ClockTimes> {
        self.clocks[color as usize].or(self.clocks[!color as usize])
    }

    /// The limit of a search.
    pub(crate) fn limit(&self, control: TimeControl) -> GoLimit {
        control.limit(Color::ALL.map(|color| self.clock(color)), self.game.turn())
    }
}

/// The reply of a player to its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    /// A legal move.
    Move(Move),
    /// An illegal move, as it was written.
    Illegal(String),
    /// It resigns.
    Resigns,
    /// It claims a result, but by our rules the game is not over; its text.
    Claims(String),
    /// It rejects a legal move; its text.
    Refuses(String),
}

/// A turn of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) reply: Reply,
    pub(crate) report: SearchReport,
    pub(crate) spent: Duration,
}

/// A player in a running match.
pub(crate) trait Player {
    /// Begins a game from a position.
    ///
    /// # Errors
    /// The game cannot be sent to it, or it does not answer.
    fn new_game(&mut self, start: &Position) -> anyhow::Result<()>;

    /// Asks for a move. The clock starts when the player has been sent everything that it needs.
    ///
    /// # Errors
    /// It does not answer, or it died.
    fn go(&mut self, situation: &Situation<'_>) -> anyhow::Result<Answer>;

    /// Sends the result of a game.
    fn end_game(&mut self, _winner: Option<Color>, _why: &str) {}

    /// Its name, as it calls itself, with its version.
    fn name(&self) -> String;

    /// Remarks about how it plays, for the user.
    fn note(&self) -> Option<&str> {
        None
    }

    /// Whether it is a version of our engine, so that its faults are ours.
    fn is_ours(&self) -> bool {
        self.name().starts_with("Campione")
    }

    /// Whether it can play another game without a restart.
    fn is_reusable(&self) -> bool {
        true
    }
}
