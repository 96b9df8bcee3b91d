//! The limit of a search, for engines of any protocol.

use std::time::Duration;

use campione_core::Color;

/// The clock of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockTimes {
    /// The time that is left.
    pub left: Duration,
    /// The increment after each move.
    pub increment: Duration,
}

/// The limit of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoLimit {
    /// Nodes.
    Nodes(u64),
    /// Plies.
    Depth(u32),
    /// Time.
    MoveTime(Duration),
    /// The clocks of White and Black, and the side to move.
    Clock([Option<ClockTimes>; 2], Color),
}

impl GoLimit {
    /// The time that the search may take, if it is limited by time.
    pub(crate) fn time(self) -> Option<Duration> {
        match self {
            GoLimit::Nodes(_) | GoLimit::Depth(_) => None,
            GoLimit::MoveTime(time) => Some(time),
            GoLimit::Clock(clocks, turn) => clocks[turn as usize].map(|clock| clock.left),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_that_of_the_side_to_move() {
        let clock = |left| Some(ClockTimes { left: Duration::from_secs(left), increment: Duration::ZERO });
        let limit = GoLimit::Clock([clock(5), clock(4)], Color::Black);
        assert_eq!(limit.time(), Some(Duration::from_secs(4)));
        assert_eq!(GoLimit::Nodes(7).time(), None);
    }
}
