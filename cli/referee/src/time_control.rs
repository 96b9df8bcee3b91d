//! Time controls.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use campione_core::Color;
use campione_driver::{ClockTimes, GoLimit};

/// A time control: `20000n` nodes, `8d` plies or `100ms` a move, or a clock of `5+0.05` seconds.
///
/// ```
/// use campione_referee::TimeControl;
/// let control: TimeControl = "5+0.05".parse()?;
/// assert_eq!(control.to_string(), "5+0.05");
/// assert_eq!("20000n".parse(), Ok(TimeControl::Nodes(20_000)));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TimeControl {
    /// Nodes a move.
    Nodes(u64),
    /// Plies a move.
    Depth(u32),
    /// Time a move.
    MoveTime(Duration),
    /// Time for the game, and an increment after each move.
    Clock(ClockTimes),
}

impl TimeControl {
    /// The clock at the start of a game, if the time control has one.
    pub(crate) fn clock(self) -> Option<ClockTimes> {
        match self {
            TimeControl::Clock(clock) => Some(clock),
            _ => None,
        }
    }

    /// The limit of a search, with the clocks of White and Black, and the side to move.
    pub(crate) fn limit(self, clocks: [Option<ClockTimes>; 2], turn: Color) -> GoLimit {
        match self {
            TimeControl::Nodes(nodes) => GoLimit::Nodes(nodes),
            TimeControl::Depth(plies) => GoLimit::Depth(plies),
            TimeControl::MoveTime(time) => GoLimit::MoveTime(time),
            TimeControl::Clock(_) => GoLimit::Clock(clocks, turn),
        }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let wrong = || {
            format!(
                "`{text}`: expected `20000n` (nodes), `8d` (plies), `100ms` (a move) or `5+0.05` (seconds, increment)"
            )
        };
        let positive = |digits: &str| digits.parse().ok().filter(|&number: &u64| number > 0).ok_or_else(wrong);
        let seconds = |text: &str| {
            text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).ok_or_else(wrong)
        };
        if let Some(nodes) = text.strip_suffix('n') {
            return positive(nodes).map(TimeControl::Nodes);
        }
        if let Some(plies) = text.strip_suffix('d') {
            return u32::try_from(positive(plies)?).map(TimeControl::Depth).map_err(|_| wrong());
        }
        if let Some(time) = text.strip_suffix("ms") {
            return positive(time).map(|time| TimeControl::MoveTime(Duration::from_millis(time)));
        }
        let (base, increment) = text.split_once('+').ok_or_else(wrong)?;
        let clock = ClockTimes { left: seconds(base)?, increment: seconds(increment)? };
        if clock.left.is_zero() { Err(wrong()) } else { Ok(TimeControl::Clock(clock)) }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Nodes(nodes) => write!(f, "{nodes}n"),
            TimeControl::Depth(plies) => write!(f, "{plies}d"),
            TimeControl::MoveTime(time) => write!(f, "{}ms", time.as_millis()),
            TimeControl::Clock(clock) => write!(f, "{}+{}", clock.left.as_secs_f64(), clock.increment.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paces_read_and_write() {
        for text in ["20000n", "8d", "100ms", "5+0.05", "0.5+0"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in
            ["", "20000", "0n", "-1n", "0ms", "1.5ms", "0+1", "5+", "+1", "5+-1", "NaN+1", "inf+1", "0d", "5000000000d"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
