//! Who plays, as a game sees it.

use std::time::Duration;

use campione_core::Color;
use campione_movegen::{Game, Move, Position};

use super::pace::Clock;

/// A game as players are told it.
pub(crate) struct Told<'g> {
    pub(crate) game: &'g Game,
    /// Those of White and Black that have one.
    pub(crate) clocks: [Option<Clock>; 2],
}

impl Told<'_> {
    /// What a color has on its clock; a player without one is taken to have what the other has.
    pub(crate) fn clock(&self, color: Color) -> Option<Clock> {
        self.clocks[color as usize].or(self.clocks[!color as usize])
    }
}

/// What a player does with its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    /// It makes a legal move.
    Move(Move),
    /// It makes one that is none, as it wrote it.
    Illegal(String),
    /// It gives up.
    Resigns,
    /// It takes the game for over, which by our rules it is not; in its words.
    Claims(String),
    /// It takes a move for illegal that is none; in its words.
    Refuses(String),
}

/// A turn of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) reply: Reply,
    pub(crate) thoughts: Thoughts,
    pub(crate) spent: Duration,
}

/// What a player says about its move; all of it may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Thoughts {
    /// Of the side to move, in centipawns; mates are [far away](FAR).
    pub(crate) score: Option<i32>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
}

/// The score of a mate.
pub(crate) const FAR: i32 = 30_000;

/// How long a program may be silent beyond its time.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// How long a search without a limit of time may take.
pub(crate) const LONG: Duration = Duration::from_secs(600);

/// A player in a running match.
pub(crate) trait Player {
    /// Begins a game from a position.
    ///
    /// # Errors
    /// It cannot be told it, or does not answer.
    fn new_game(&mut self, start: &Position) -> anyhow::Result<()>;

    /// Asks for a move. The time is taken from the moment when it knows all that it needs.
    ///
    /// # Errors
    /// It does not answer, and cannot be asked again.
    fn go(&mut self, told: &Told<'_>) -> anyhow::Result<Answer>;

    /// Tells how a game has ended.
    fn end_game(&mut self, _winner: Option<Color>, _why: &str) {}

    /// What should be known about how it plays.
    fn note(&self) -> Option<&str> {
        None
    }

    /// Whether it can play another game without being started again.
    fn is_reusable(&self) -> bool {
        true
    }
}
