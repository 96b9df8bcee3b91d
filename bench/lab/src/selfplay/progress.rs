//! The progress of the recording: a bar on a terminal, elsewhere one line a minute.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use thousands::Separable;

use crate::bar::bar;

/// How often a line is written without a terminal.
const EVERY: Duration = Duration::from_secs(60);

/// The bar or the lines.
pub(super) struct Progress {
    start: Instant,
    last: Instant,
    bar: Option<ProgressBar>,
    /// Games of the run, and those that were there before.
    total: u64,
    before: u64,
    /// The positions at which the run ends, if it does, and those that were there before.
    wanted: Option<u64>,
    positions: u64,
}

impl Progress {
    pub(super) fn new(total: u64, before: u64, wanted: Option<u64>, positions: u64) -> Progress {
        let bar = bar(wanted.unwrap_or(total));
        Progress { start: Instant::now(), last: Instant::now(), bar, total, before, wanted, positions }
    }

    /// Shows the numbers of games and positions recorded so far.
    pub(super) fn show(&mut self, games: u64, positions: u64) {
        if let Some(bar) = &self.bar {
            let done = if self.wanted.is_some() { self.positions + positions } else { self.before + games };
            bar.set_position(done);
            bar.set_message(self.text(games, positions));
        } else if self.last.elapsed() >= EVERY {
            self.last = Instant::now();
            eprintln!("{}", self.text(games, positions));
        }
    }

    /// Shows the final numbers.
    pub(super) fn finish(self, games: u64, positions: u64) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        eprintln!("{}", self.text(games, positions));
    }

    fn text(&self, games: u64, positions: u64) -> String {
        let seconds = self.start.elapsed().as_secs_f64().max(0.001);
        let rate = (positions as f64 / seconds * 3600.0) as u64;
        let games_left = self.total.saturating_sub(self.before + games);
        let (left, done) = match self.wanted {
            Some(wanted) => (wanted.saturating_sub(self.positions + positions), positions),
            None => (games_left, games),
        };
        let left = match done {
            _ if left == 0 => String::new(),
            0 => ", time left not known".to_owned(),
            _ => format!(", {} left", words(left as f64 * seconds / done as f64)),
        };
        let games = (self.before + games).separate_with_commas();
        let (recorded, rate) = (positions.separate_with_commas(), rate.separate_with_commas());
        if let Some(wanted) = self.wanted {
            let (all, wanted) = ((self.positions + positions).separate_with_commas(), wanted.separate_with_commas());
            return format!("{all} of {wanted} positions, {games} games, {rate} an hour{left}");
        }
        let total = self.total.separate_with_commas();
        format!("{games} of {total} games, {recorded} positions in this run, {rate} an hour{left}")
    }
}

/// A duration for people.
fn words(seconds: f64) -> String {
    let minutes = (seconds / 60.0).ceil() as u64;
    match (minutes / 1440, minutes / 60 % 24, minutes % 60) {
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, minutes) => format!("{hours} h {minutes:02} min"),
        (days, hours, _) => format!("{days} d {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left() {
        let start = Instant::now().checked_sub(Duration::from_secs(3_600)).unwrap();
        let games = Progress { start, last: start, bar: None, total: 400, before: 100, wanted: None, positions: 9_000 };
        let holds = |progress: &Progress, (games, positions), parts: [&str; 2]| {
            let text = progress.text(games, positions);
            assert!(text.starts_with(parts[0]) && text.ends_with(parts[1]), "{text}");
        };
        holds(&games, (100, 10_000), ["200 of 400 games, 10,000 positions in this run, ", " an hour, 2 h 01 min left"]);
        let positions = Progress { wanted: Some(39_000), ..games };
        holds(&positions, (100, 10_000), ["19,000 of 39,000 positions, 200 games, ", " an hour, 2 h 01 min left"]);
        holds(&positions, (300, 30_000), ["39,000 of 39,000 positions, 400 games, ", " an hour"]);
    }

    #[test]
    fn durations() {
        assert_eq!(words(59.0), "1 min");
        assert_eq!(words(3_700.0), "1 h 02 min");
        assert_eq!(words(100_000.0), "1 d 3 h");
    }
}
