//! Counting units on all threads.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use campione_core::Variant;
use campione_movegen::{PerftMonitor, PerftTable};
use campione_notation::{fen, unit};

use crate::args::{Common, PerftOptions};
use crate::cmd::perft::{how, table};
use crate::games::Games;

/// A variant with its own table: positions of different variants may have equal keys.
struct CountedVariant {
    variant: Variant,
    table: Option<PerftTable>,
}

/// A variant, or why there is none.
type Known = Result<Arc<CountedVariant>, String>;

/// What the counting threads share.
pub(super) struct Crew {
    plain: bool,
    hash: Option<u32>,
    /// The known variants. If the command line names one, only that one may be counted.
    games: Games,
    known: Mutex<HashMap<String, Known>>,
    /// Stops all counting.
    pub(super) monitor: PerftMonitor,
}

/// Locks. After a panic in another thread the program ends soon, and the data is consistent.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
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

impl Crew {
    pub(super) fn new(common: &Common, options: &PerftOptions) -> anyhow::Result<Crew> {
        Ok(Crew {
            plain: options.plain,
            hash: options.hash,
            games: Games::of(common)?,
            known: Mutex::default(),
            monitor: PerftMonitor::new(),
        })
    }

    /// Counts each unit of `units`, given as a tag and its line. Calls `done` with both and the nodes, or with the
    /// reason why the unit cannot be counted. Several units are under way at the same time, begun in the order in which
    /// they come, and each is also spread over the threads. `done` is not called for units that the monitor stops.
    pub(super) fn count<T: Send>(
        &self,
        units: impl Iterator<Item = (T, String)>,
        done: impl Fn(T, &str, Result<u128, String>) + Sync,
    ) {
        let done = &done;
        let places = Places { free: Mutex::new(2 * rayon::current_num_threads()), freed: Condvar::new() };
        let places = &places;
        rayon::in_place_scope(|scope| {
            for (tag, line) in units {
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
        let game = self.game(unit.variant)?;
        let position = fen::read(unit.fen, game.variant).map_err(|error| error.to_string())?;
        let how = how(self.plain, game.table.as_ref()).with_monitor(&self.monitor);
        Ok(how.count(&position, unit.depth))
    }

    fn found(&self, id: &str) -> anyhow::Result<CountedVariant> {
        let variant = self.games.identified(id)?;
        let table = self.hash.map(|mebibytes| table(mebibytes, PerftTable::new)).transpose()?;
        Ok(CountedVariant { variant, table })
    }

    fn game(&self, id: &str) -> Known {
        let mut games = lock(&self.known);
        if let Some(known) = games.get(id) {
            return known.clone();
        }
        let game = self.found(id).map(Arc::new).map_err(|error| format!("{error:#}"));
        games.insert(id.to_owned(), game.clone());
        game
    }
}
