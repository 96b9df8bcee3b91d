//! How far a solver is, and how to stop it.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Watches a solver from another thread, and stops it.
///
/// ```
/// use campione_core::Variant;
/// use campione_endgame::{EndgameError, Material, Monitor, Tables};
/// let mut tables = Tables::new(Variant::named("chess")?);
/// let monitor = Monitor::new();
/// monitor.stop();
/// let rook = Material::read("KRvK", tables.variant())?;
/// assert!(matches!(tables.build(rook, &monitor), Err(EndgameError::Stopped)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Monitor {
    stopped: AtomicBool,
    total: AtomicU64,
    done: AtomicU64,
    distance: AtomicU32,
}

/// The part of the work that lists the moves of each position; the rest goes backwards from the mates.
const FIRST_PART: f64 = 0.6;

impl Monitor {
    /// For one solver after the other.
    pub fn new() -> Monitor {
        Monitor::default()
    }

    /// Asks the solver to end soon.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it has been asked to.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// How much of the present ending is done, from 0 to 1. It is an estimate: nobody knows the longest win before.
    ///
    /// ```
    /// assert!(campione_endgame::Monitor::new().done() < 0.01);
    /// ```
    pub fn done(&self) -> f64 {
        let (total, done) = (self.total.load(Ordering::Relaxed), self.done.load(Ordering::Relaxed));
        let listed = done as f64 / total.max(1) as f64;
        let distance = f64::from(self.distance.load(Ordering::Relaxed));
        listed.min(1.0) * FIRST_PART + (1.0 - FIRST_PART) * distance / (distance + 30.0)
    }

    /// The plies to mate of the positions that are found at present.
    pub fn distance(&self) -> u32 {
        self.distance.load(Ordering::Relaxed)
    }

    pub(crate) fn begin(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.distance.store(0, Ordering::Relaxed);
    }

    pub(crate) fn listed(&self, positions: u64) {
        self.done.fetch_add(positions, Ordering::Relaxed);
    }

    pub(crate) fn reached(&self, distance: u32) {
        self.distance.store(distance, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_rises_from_0_and_stays_below_1() {
        let monitor = Monitor::new();
        monitor.begin(200);
        let mut parts = vec![monitor.done()];
        for _ in 0..4 {
            monitor.listed(50);
            parts.push(monitor.done());
        }
        for distance in [1, 10, 31, 500] {
            monitor.reached(distance);
            parts.push(monitor.done());
        }
        assert!(parts.is_sorted_by(|before, after| before < after), "{parts:?}");
        assert!(
            parts.first().is_some_and(|&first| first < 0.01) && parts.last().is_some_and(|&last| last < 1.0),
            "{parts:?}"
        );
        monitor.begin(200);
        assert!(monitor.done() < 0.01);
    }
}
