//! A player, as the referee sees it.

use std::time::Duration;

use campione_core::Color;
use campione_movegen::{Game, Move, Position};

use super::pace::Clock;

/// A game as it is sent to players.
pub(crate) struct Told<'g> {
    pub(crate) game: &'g Game,
    /// The clocks of White and Black, if they have one.
    pub(crate) clocks: [Option<Clock>; 2],
}

impl Told<'_> {
    /// The clock of a color. A player without a clock is given the other's.
    pub(crate) fn clock(&self, color: Color) -> Option<Clock> {
        self.clocks[color as usize].or(self.clocks[!color as usize])
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
    pub(crate) thoughts: Thoughts,
    pub(crate) spent: Duration,
}

/// What a player reports about its move; any part may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Thoughts {
    /// The score for the side to move, in centipawns; mates are near [`FAR`].
    pub(crate) score: Option<i32>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
}

/// The score of a mate.
pub(crate) const FAR: i32 = 30_000;

/// How long an engine may be silent beyond its time.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// How long a search without a time limit may take.
pub(crate) const LONG: Duration = Duration::from_secs(600);

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
    fn go(&mut self, told: &Told<'_>) -> anyhow::Result<Answer>;

    /// Sends the result of a game.
    fn end_game(&mut self, _winner: Option<Color>, _why: &str) {}

    /// Remarks about how it plays, for the user.
    fn note(&self) -> Option<&str> {
        None
    }

    /// Whether it can play another game without a restart.
    fn is_reusable(&self) -> bool {
        true
    }
}
