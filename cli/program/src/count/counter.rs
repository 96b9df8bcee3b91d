//! Counting units on all threads.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use campione_core::Variant;
use campione_movegen::{Perft, PerftMonitor, PerftTable};
use campione_notation::{fen, unit};

/// A variant with its own table: positions of different variants may have equal keys.
#[derive(Debug)]
pub struct CountedVariant {
    /// The variant.
    pub variant: Variant,
    /// The table for all its units, if one is used.
    pub table: Option<PerftTable>,
}

/// A variant, or why there is none.
type Known = Result<Arc<CountedVariant>, String>;

/// Finds the variant of a unit.
type Find<'f> = Box<dyn Fn(&str) -> Result<CountedVariant, String> + Send + Sync + 'f>;

/// Counts units on all threads of the current [`rayon`] pool.
///
/// ```
/// use campione_core::Variant;
/// use campione_cli::count::{CountedVariant, UnitCounter};
/// let find = |name: &str| {
///     let variant = Variant::named(name).map_err(|error| error.to_string())?;
///     Ok(CountedVariant { variant, table: None })
/// };
/// let counter = UnitCounter::new(false, find);
/// let unit = "chess\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t3\t1".to_owned();
/// counter.count([(0, unit)].into_iter(), |_, _, nodes| assert_eq!(nodes, Ok(8902)));
/// ```
pub struct UnitCounter<'f> {
    plain: bool,
    find: Find<'f>,
    known: Mutex<HashMap<String, Known>>,
    monitor: PerftMonitor,
}

impl fmt::Debug for UnitCounter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnitCounter").field("plain", &self.plain).finish_non_exhaustive()
    }
}

/// Locks. After a panic in another thread the program ends soon, and the data is consistent.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The limit of units that are under way: how many more may be begun.
struct Places {
    free: Mutex<usize>,
    freed: Condvar,
}

/// A place that is taken until this is dropped.
struct Place<'p>(&'p Places);

impl Places {
    fn take(&self) -> Place<'_> {
        let free = self.freed.wait_while(lock(&self.free), |free| *free == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Place(self)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        *lock(&self.0.free) += 1;
        self.0.freed.notify_one();
    }
}

impl<'f> UnitCounter<'f> {
    /// A counter that finds the variant of a unit by its first field with `find`, once for each variant. `plain` counts
    /// every leaf by itself ([`Perft::plain`]).
    pub fn new(
        plain: bool,
        find: impl Fn(&str) -> Result<CountedVariant, String> + Send + Sync + 'f,
    ) -> UnitCounter<'f> {
        UnitCounter { plain, find: Box::new(find), known: Mutex::default(), monitor: PerftMonitor::new() }
    }

    /// The nodes so far, and the way to stop all counting.
    pub fn monitor(&self) -> &PerftMonitor {
        &self.monitor
    }

    /// Counts each unit of `units`, given as a tag and its line. Calls `done` with both and the nodes, or with the
    /// reason why the unit cannot be counted. Several units are under way at the same time, begun in the order in which
    /// they come, and each is also spread over the threads. `done` is not called for units that the monitor stops.
    pub fn count<T: Send>(
        &self,
        units: impl Iterator<Item = (T, String)>,
        done: impl Fn(T, &str, Result<u128, String>) + Sync,
    ) {
        let done = &done;
        let places = Places { free: Mutex::new(2 * rayon::current_num_threads()), freed: Condvar::new() };
        let places = &places;
        rayon::in_place_scope(|scope| {
            for (tag, line) in units {
                // The lines are read no faster than they are counted: an input may be endless, and a stop must not
                // leave a long queue.
                let place = places.take();
                if self.monitor.is_stopped() {
                    return;
                }
                scope.spawn(move |_| {
                    if let Some(nodes) = self.nodes(&line).transpose() {
                        done(tag, &line, nodes);
                    }
                    drop(place);
                });
            }
        });
    }

    /// The nodes of a unit, `None` if the count was stopped.
    fn nodes(&self, line: &str) -> Result<Option<u128>, String> {
        let unit = unit::read_line(line).map_err(|error| error.to_string())?.ok_or("no unit")?;
        let counted = self.variant(unit.variant)?;
        let position = fen::read(unit.fen, counted.variant).map_err(|error| error.to_string())?;
        let perft = counted.table.as_ref().map_or(Perft::new(), |table| Perft::new().with_table(table));
        let perft = if self.plain { perft.plain() } else { perft };
        Ok(perft.with_monitor(&self.monitor).count(&position, unit.depth))
    }

    fn variant(&self, name: &str) -> Known {
        let mut known = lock(&self.known);
        if let Some(known) = known.get(name) {
            return known.clone();
        }
        // Under the lock, so that two threads do not both make a table for the same variant.
        let found = (self.find)(name).map(Arc::new);
        known.insert(name.to_owned(), found.clone());
        found
    }
}
