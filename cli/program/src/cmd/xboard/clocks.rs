//! The time controls of the protocol.

use std::time::Duration;

use anyhow::{Context, bail, ensure};
use campione_search::{Clock, Limits};

/// How long the engine may think.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    control: TimeControl,
    /// What is left on the engine's clock.
    left: Duration,
    /// The deepest search, in plies.
    depth: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
enum TimeControl {
    /// A fixed time for each move.
    Each(Duration),
    /// A clock for the whole game, or for this many moves each time.
    Clock {
        moves: Option<u32>,
        base: Duration,
        increment: Duration,
        /// The plies of the game when this time control began.
        since: usize,
    },
}

impl Default for Clocks {
    /// The time control until a command sets another one: forty moves in five minutes.
    fn default() -> Clocks {
        let base = Duration::from_secs(300);
        let control = TimeControl::Clock { moves: Some(40), base, increment: Duration::ZERO, since: 0 };
        Clocks { control, left: base, depth: None }
    }
}

impl Clocks {
    /// Begins a new game: the clocks are full again, and no depth is set.
    pub(super) fn reset(&mut self) {
        self.depth = None;
        if let TimeControl::Clock { base, since, .. } = &mut self.control {
            (self.left, *since) = (*base, 0);
        }
    }

    /// `level MPS BASE INC`, after this many plies.
    pub(super) fn set_level(&mut self, text: &str, plies: usize) -> anyhow::Result<()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [moves, base, increment] = words[..] else {
            bail!("expected moves, minutes and an increment in seconds, as in `level 40 5 0`")
        };
        let moves: u32 = moves.parse().with_context(|| format!("`{moves}` is not a number of moves"))?;
        let base =
            minutes(base).with_context(|| format!("`{base}` is not a number of minutes, such as `5` or `0:30`"))?;
        let increment = seconds(increment).with_context(|| format!("`{increment}` is not a number of seconds"))?;
        let moves = Some(moves).filter(|&moves| moves > 0);
        (self.control, self.left) = (TimeControl::Clock { moves, base, increment, since: plies }, base);
        Ok(())
    }

    /// `st SECONDS`.
    pub(super) fn set_each(&mut self, text: &str) -> anyhow::Result<()> {
        let time = seconds(text.trim()).context("expected seconds, as in `st 30`")?;
        self.control = TimeControl::Each(time);
        Ok(())
    }

    /// `sd PLIES`.
    pub(super) fn set_depth(&mut self, text: &str) -> anyhow::Result<()> {
        let depth: u32 = text.trim().parse().context("expected a number of plies, as in `sd 12`")?;
        ensure!(depth > 0, "expected at least one ply");
        self.depth = Some(depth);
        Ok(())
    }

    /// `time CENTISECONDS`. A clock that has run out may be negative.
    pub(super) fn set_left(&mut self, text: &str) -> anyhow::Result<()> {
        let left: i64 = text.trim().parse().context("expected hundredths of a second, as in `time 6000`")?;
        self.left = Duration::from_millis(u64::try_from(left.max(0)).unwrap_or(0).saturating_mul(10));
        Ok(())
    }

    /// The engine has used `spent` for its move. The time that is left is an estimate until the next `time` command.
    pub(super) fn spend(&mut self, spent: Duration, plies: usize) {
        if let TimeControl::Clock { moves, base, increment, since } = self.control {
            self.left = self.left.saturating_sub(spent).saturating_add(increment);
            // A move is two plies, and White's is the first: so this is rounded up.
            let made = plies.saturating_sub(since).div_ceil(2) as u32;
            if moves.is_some_and(|moves| made > 0 && made.is_multiple_of(moves)) {
                self.left = self.left.saturating_add(base);
            }
        }
    }

    /// The limits of a search for a move after `plies` plies of the game.
    pub(super) fn limits(&self, plies: usize, overhead: Duration) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        match self.control {
            // At least half of the time is for the search, however large the overhead is.
            TimeControl::Each(time) => limits.time = Some(time.saturating_sub(overhead.min(time / 2))),
            TimeControl::Clock { moves, increment, since, .. } => {
                let made = plies.saturating_sub(since) as u32 / 2;
                let moves_to_go = moves.map(|moves| moves - made % moves);
                limits.clock = Some(Clock { remaining: self.left, increment, moves_to_go, overhead });
            }
        }
        limits
    }
}

/// Reads `5` or `0:30`. Anything after that is about later time controls, and is ignored.
fn minutes(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(text.len());
    let (minutes, seconds) = text[..end].split_once(':').unwrap_or((&text[..end], "0"));
    let (minutes, seconds): (u64, u64) = (minutes.parse().ok()?, seconds.parse().ok()?);
    Some(Duration::from_secs(minutes.checked_mul(60)?.checked_add(seconds)?))
}

/// Reads seconds, perhaps with a fraction.
fn seconds(text: &str) -> Option<Duration> {
    text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set_level(text, 0).unwrap();
        clocks
    }

    fn clock(clocks: &Clocks, plies: usize) -> Clock {
        clocks.limits(plies, Duration::ZERO).clock.unwrap()
    }

    #[test]
    fn levels() {
        let clocks = level("40 5 0");
        let at_start = clock(&clocks, 0);
        assert_eq!((at_start.remaining, at_start.moves_to_go), (Duration::from_secs(300), Some(40)));
        assert_eq!(clock(&clocks, 79).moves_to_go, Some(1));
        assert_eq!(clock(&clocks, 80).moves_to_go, Some(40));
        let clocks = level("0 0:30+5 0.05");
        assert_eq!(clock(&clocks, 9).increment, Duration::from_millis(50));
        assert_eq!(clock(&clocks, 9).remaining, Duration::from_secs(30));
        for wrong in ["", "40 5", "40 5 0 0", "x 5 0", "40 : 0", "40 5 -1", "40 5 inf", "40 99999999999999999999 0"] {
            assert!(Clocks::default().set_level(wrong, 0).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_left_is_told_or_reckoned() {
        let mut clocks = level("2 1 1");
        clocks.set_left("1234").unwrap();
        assert_eq!(clock(&clocks, 0).remaining, Duration::from_millis(12_340));
        clocks.spend(Duration::from_secs(2), 1);
        assert_eq!(clock(&clocks, 2).remaining, Duration::from_millis(11_340));
        clocks.spend(Duration::from_secs(2), 4);
        assert_eq!(clock(&clocks, 4).remaining, Duration::from_millis(70_340), "the second period has begun");
        clocks.set_left("-50").unwrap();
        assert_eq!(clock(&clocks, 0).remaining, Duration::ZERO);
        assert!(clocks.set_left("soon").is_err());
    }

    #[test]
    fn depth_and_time_for_each_move() {
        let mut clocks = Clocks::default();
        clocks.set_each("3").unwrap();
        clocks.set_depth("9").unwrap();
        let limits = clocks.limits(7, Duration::from_millis(100));
        assert_eq!((limits.time, limits.depth), (Some(Duration::from_millis(2_900)), Some(9)));
        assert!(limits.clock.is_none());
        clocks.reset();
        assert_eq!(clocks.limits(0, Duration::ZERO).depth, None);
        assert!(clocks.set_depth("0").is_err() && clocks.set_each("x").is_err());
    }
}
