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
}

impl Progress {
    pub(super) fn new(total: u64, before: u64) -> Progress {
        Progress { start: Instant::now(), last: Instant::now(), bar: bar(total), total, before }
    }

    /// Shows the numbers of games and positions recorded so far.
    pub(super) fn show(&mut self, games: u64, positions: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(self.before + games);
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
        let left = self.total.saturating_sub(self.before + games);
        let left = match games {
            _ if left == 0 => String::new(),
            0 => ", time left not known".to_owned(),
            _ => format!(", {} left", words(left as f64 * seconds / games as f64)),
        };
        format!(
            "{} of {} games, {} positions in this run, {} an hour{left}",
            (self.before + games).separate_with_commas(),
            self.total.separate_with_commas(),
            positions.separate_with_commas(),
            rate.separate_with_commas(),
        )
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
    fn durations() {
        assert_eq!(words(59.0), "1 min");
        assert_eq!(words(3_700.0), "1 h 02 min");
        assert_eq!(words(100_000.0), "1 d 3 h");
    }
}
