//! The progress of long work, shown on standard error if that is a terminal.

use std::env;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use console::{Term, measure_text_width};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use thousands::Separable;

/// Work that is shorter than this shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the line is updated.
const EVERY: Duration = Duration::from_millis(200);

/// How wide the bar is.
const BAR: usize = 12;

/// The steps of the bar.
const STEPS: u64 = 10_000;

/// The progress of some work.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    /// How much of the time has passed, from 0 to 1.
    pub(crate) done: f64,
    /// The details, in a few words.
    pub(crate) text: String,
}

/// The line of one piece of work. It vanishes when this is dropped.
#[derive(Debug)]
pub(crate) struct Line {
    start: Instant,
    /// How much was done at the start: an earlier run may have done some.
    before: f64,
    last: Instant,
    bar: Option<ProgressBar>,
}

impl Line {
    pub(crate) fn new(before: f64) -> Line {
        let start = Instant::now();
        Line { start, before, last: start, bar: None }
    }

    /// Shows the progress, if an update is due and standard error is a terminal.
    pub(crate) fn show(&mut self, progress: impl FnOnce(Duration) -> Progress) {
        let elapsed = self.start.elapsed();
        if elapsed < PATIENCE || self.last.elapsed() < EVERY || !has_reader() {
            return;
        }
        self.last = Instant::now();
        let Progress { done, text } = progress(elapsed);
        let bar = self.bar.get_or_insert_with(bar);
        bar.set_position((done.clamp(0.0, 1.0) * STEPS as f64) as u64);
        let left = left(elapsed, self.before, done).map_or_else(String::new, |left| format!(", {} left", words(left)));
        let columns = usize::from(Term::stderr().size().1).saturating_sub(BAR + 1);
        bar.set_message(fitting(&format!("{:.1} %", 100.0 * done), &left, &text, columns));
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Whether standard error is a terminal that can move its cursor. No colors are used.
fn has_reader() -> bool {
    is_live(&io::stderr())
}

/// Whether a stream is a terminal that can move its cursor.
pub(crate) fn is_live(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// As much as fits in the line. First the last fields of `text`, which commas separate, are left out, then the time
/// left. No field is cut.
fn fitting(done: &str, left: &str, text: &str, columns: usize) -> String {
    let fields: Vec<&str> = text.split(", ").collect();
    let whole = (1..=fields.len()).rev().map(|count| format!("{done}{left}: {}", fields[..count].join(", ")));
    let parts = [format!("{done}{left}"), done.to_owned()];
    whole.chain(parts).find(|line| measure_text_width(line) <= columns).unwrap_or_default()
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:12} {wide_msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr()).with_style(style.progress_chars("=> "))
}

/// The time that the rest will take at the average speed since the start.
fn left(elapsed: Duration, before: f64, done: f64) -> Option<Duration> {
    let gained = done - before;
    (gained > 0.0).then(|| Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 - done).max(0.0) / gained).ok())?
}

/// A time in its two largest units.
fn words(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, _) => format!("{minutes} min {} s", seconds % 60),
        (0, ..) => format!("{hours} h {} min", minutes % 60),
        _ => format!("{days} d {} h", hours % 24),
    }
}

/// The nodes so far, about how many there will be, and the speed of counting `counted` of them, in a few words.
pub(crate) fn nodes(nodes: u128, tree: f64, counted: u128, elapsed: Duration) -> String {
    let total = if tree > 0.0 { format!(" of about {:.2e}", nodes as f64 / tree) } else { String::new() };
    let speed = counted as f64 / elapsed.as_secs_f64().max(1e-9) / 1e6;
    format!("{}{total} nodes, {speed:.1} Mnps", nodes.separate_with_commas())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_words() {
        let text = |seconds| words(Duration::from_secs(seconds));
        assert_eq!([text(0), text(59), text(60), text(3599)], ["0 s", "59 s", "1 min 0 s", "59 min 59 s"]);
        assert_eq!([text(3600), text(86399), text(200_000)], ["1 h 0 min", "23 h 59 min", "2 d 7 h"]);
    }

    #[test]
    fn the_rest_goes_on_as_before() {
        let second = Duration::from_secs(1);
        assert_eq!(left(second, 0.0, 0.25), Some(3 * second));
        assert_eq!(left(second, 0.5, 0.75), Some(second));
        assert_eq!(left(second, 0.5, 0.5), None);
        assert_eq!(left(second, 0.0, 1.5), Some(Duration::ZERO));
        assert_eq!(left(second, 0.0, 1e-300), None, "longer than any time there is");
    }

    #[test]
    fn whole_fields_alone_are_shown() {
        let text =
            |columns| fitting("12.5 %", ", 3 min 2 s left", "1,234,567 of about 2.47e9 nodes, 31.5 Mnps", columns);
        assert_eq!(text(80), "12.5 %, 3 min 2 s left: 1,234,567 of about 2.47e9 nodes, 31.5 Mnps");
        assert_eq!(text(60), "12.5 %, 3 min 2 s left: 1,234,567 of about 2.47e9 nodes");
        assert_eq!(
            [text(54), text(22), text(21), text(6)],
            ["12.5 %, 3 min 2 s left", "12.5 %, 3 min 2 s left", "12.5 %", "12.5 %"]
        );
        assert_eq!(text(5), "");
    }

    #[test]
    fn nodes_in_words() {
        let second = Duration::from_secs(1);
        assert_eq!(nodes(0, 0.0, 0, Duration::ZERO), "0 nodes, 0.0 Mnps");
        assert_eq!(nodes(1234, 0.5, 1_500_000, second), "1,234 of about 2.47e3 nodes, 1.5 Mnps");
        assert_eq!(nodes(1_015_802_437, 0.0, 0, second), "1,015,802,437 nodes, 0.0 Mnps");
    }
}
