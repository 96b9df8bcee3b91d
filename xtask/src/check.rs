//! Checks of which some need what is not installed everywhere.

use std::time::Instant;

use crate::Verdict;

/// How a check has ended that has found no fault.
pub(crate) enum Done {
    /// What was seen.
    Good(String),
    /// Why nothing was done.
    Skipped(String),
}

/// What checks have come to.
#[derive(Default)]
pub(crate) struct Checks {
    faults: usize,
}

impl Checks {
    /// Makes a check, and prints what comes of it.
    pub(crate) fn make(&mut self, what: &str, check: impl FnOnce() -> anyhow::Result<Done>) {
        let begin = Instant::now();
        match check() {
            Ok(Done::Good(seen)) => say!("{what}: {seen} ({:.1} s)", begin.elapsed().as_secs_f64()),
            Ok(Done::Skipped(why)) => say!("{what}: skipped, {why}"),
            Err(error) => {
                self.faults += 1;
                say!("{what}: FAILED: {error:#}");
            }
        }
    }

    pub(crate) fn verdict(&self) -> Verdict {
        Verdict::of(self.faults)
    }
}
