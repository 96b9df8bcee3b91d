//! Long work and a thread that watches it: a signal stops the work, and a terminal shows its progress.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::interrupt;
use crate::progress::{Line, Progress};

/// The time between two checks for signals.
const TICK: Duration = Duration::from_millis(50);

/// After this time, a second signal ends the process at once.
const PATIENCE: Duration = Duration::from_secs(1);

/// Work that can be watched while it runs.
pub(crate) trait Work: Send + Sync {
    /// Asks the work to end soon. May be called again.
    fn stop(&self);

    /// The progress of the work, `elapsed` after its start.
    fn progress(&self, elapsed: Duration) -> Progress;

    /// Whether the work shows its progress itself, instead of the progress line. It is called regularly, so the work
    /// can do so.
    fn shows(&self, _elapsed: Duration) -> bool {
        false
    }
}

struct Running {
    work: Arc<dyn Work>,
    start: Instant,
    line: Line,
}

/// The watcher of a command: one thread for all pieces of work.
pub(crate) struct Watch {
    running: Arc<Mutex<Option<Running>>>,
}

impl Watch {
    /// Starts the thread. Signals are noted from now on.
    pub(crate) fn start() -> anyhow::Result<Watch> {
        interrupt::install().context("cannot handle signals")?;
        let running: Arc<Mutex<Option<Running>>> = Arc::default();
        // So the thread ends when the command has dropped its `Watch`.
        let watched = Arc::downgrade(&running);
        let tick = move || {
            let mut signal: Option<Instant> = None;
            while let Some(running) = watched.upgrade() {
                if let Some(Running { work, start, line }) =
                    &mut *running.lock().unwrap_or_else(PoisonError::into_inner)
                {
                    if interrupt::check().is_err() {
                        work.stop();
                    }
                    if !work.shows(start.elapsed()) {
                        line.show(|elapsed| work.progress(elapsed));
                    }
                }
                if interrupt::check().is_err() && signal.get_or_insert_with(Instant::now).elapsed() >= PATIENCE {
                    interrupt::lose_patience();
                }
                drop(running);
                thread::sleep(TICK);
            }
        };
        thread::Builder::new().name("watch".to_owned()).spawn(tick).context("cannot start a thread")?;
        Ok(Watch { running })
    }

    /// Does the work. A signal stops it soon. When this returns, its progress line is removed from the terminal.
    pub(crate) fn during<T>(&self, work: Arc<dyn Work>, body: impl FnOnce() -> T) -> T {
        let line = Line::new(work.progress(Duration::ZERO).done);
        self.set(Some(Running { work, start: Instant::now(), line }));
        let result = body();
        self.set(None);
        result
    }

    fn set(&self, running: Option<Running>) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = running;
    }
}
