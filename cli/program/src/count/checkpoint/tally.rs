//! The results of a count so far, for the threads that count, save and watch.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use campione_movegen::PerftMonitor;

use super::plan::Plan;
/// The results of a count so far. It stands for the count while that runs.
#[derive(Debug)]
pub struct Tally {
    pub(super) monitor: PerftMonitor,
    units: Vec<Entry>,
    /// The number of known units, and below it their weight.
    known: AtomicUsize,
    work: AtomicU64,
}

#[derive(Debug)]
struct Entry {
    count: OnceLock<u128>,
    paths: u128,
    weight: u64,
}

impl Tally {
    pub(super) fn new(plan: &Plan) -> Tally {
        let units = plan.units.iter().map(|unit| Entry {
            count: OnceLock::new(),
            paths: unit.multiplicity(),
            weight: unit.weight,
        });
        let (known, work) = (AtomicUsize::new(0), AtomicU64::new(0));
        Tally { monitor: PerftMonitor::new(), units: units.collect(), known, work }
    }

    /// The count of a unit, once it is known.
    pub(super) fn count(&self, unit: usize) -> Option<u128> {
        self.units[unit].count.get().copied()
    }

    pub(super) fn note(&self, unit: usize, nodes: u128) {
        let entry = &self.units[unit];
        if entry.count.set(nodes).is_ok() {
            self.work.fetch_add(entry.weight, Ordering::Relaxed);
            self.known.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The weight of all known units.
    pub(super) fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    /// The weight of all units.
    pub(super) fn all_work(&self) -> u64 {
        self.units.iter().map(|unit| unit.weight).sum()
    }

    pub(super) fn is_complete(&self) -> bool {
        self.known.load(Ordering::Relaxed) == self.units.len()
    }

    /// The known part of the perft, if it fits in 128 bits.
    pub(super) fn checked_nodes(&self) -> Option<u128> {
        self.units.iter().try_fold(0_u128, |sum, unit| {
            let nodes = unit.count.get().copied().unwrap_or_default();
            sum.checked_add(nodes.checked_mul(unit.paths)?)
        })
    }

    /// The known part of the perft, and roughly what part of the tree it is, from 0 to 1.
    pub fn nodes(&self) -> (u128, f64) {
        let (mut nodes, mut known, mut all) = (0, 0.0, 0.0);
        for unit in &self.units {
            // Equal positions are counted once, but occur in the tree many times.
            let branch = unit.weight as f64 * unit.paths as f64;
            all += branch;
            if let Some(count) = unit.count.get() {
                known += branch;
                nodes += count * unit.paths;
            }
        }
        (nodes, known / f64::max(all, 1.0))
    }

    /// Asks the count to end soon. Results so far are saved.
    pub fn stop(&self) {
        self.monitor.stop();
    }

    /// How much of the work is done, from 0 to 1.
    pub fn done(&self) -> f64 {
        self.work() as f64 / self.all_work().max(1) as f64
    }

    /// The nodes that this run has counted.
    pub fn counted(&self) -> u128 {
        self.monitor.nodes()
    }
}
