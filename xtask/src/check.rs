//! Checks, some of which need programs that are not installed everywhere.

use std::time::Instant;

use crate::Verdict;

/// The end of a check that found no fault.
pub(crate) enum Done {
    /// The check was made: what it saw.
    Good(String),
    /// The check was skipped, because something is not installed: what.
    Skipped(String),
    /// There is nothing to check here: the reason.
    LeftOut(String),
}

/// The results of several checks.
#[derive(Default)]
pub(crate) struct Checks {
    faults: usize,
    skipped: Vec<String>,
}

impl Checks {
    /// Runs a check and prints its result.
    pub(crate) fn make(&mut self, what: &str, check: impl FnOnce() -> anyhow::Result<Done>) {
        let begin = Instant::now();
        match check() {
            Ok(Done::Good(seen)) => say!("{what}: {seen} ({:.1} s)", begin.elapsed().as_secs_f64()),
            Ok(Done::LeftOut(why)) => say!("{what}: left out: {why}"),
            Ok(Done::Skipped(why)) => {
                say!("{what}: skipped, {why}");
                self.skipped.push(format!("{what}: {why}"));
            }
            Err(error) => {
                self.faults += 1;
                say!("{what}: FAILED: {error:#}");
            }
        }
    }

    /// What was skipped, and why.
    pub(crate) fn skipped(&self) -> &[String] {
        &self.skipped
    }

    pub(crate) fn verdict(&self) -> Verdict {
        Verdict::of(self.faults)
    }
}
