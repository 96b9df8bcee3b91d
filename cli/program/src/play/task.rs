//! A long task, as the thread that reads commands sees it.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use campione_movegen::PerftMonitor;
use campione_search::Control;

/// What a finished search waits for before its best move is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Hold {
    /// Nothing.
    #[default]
    Nothing,
    /// `go ponder`: the other side's move.
    Ponderhit,
    /// `go infinite`: nothing but `stop`.
    Stop,
}

#[derive(Debug, Default)]
struct State {
    hold: Hold,
    done: bool,
}

/// A search, a count or a bench.
#[derive(Debug, Default)]
pub(crate) struct Task {
    /// It searches for the best move.
    searches: bool,
    pub(crate) control: Control,
    pub(crate) perft: PerftMonitor,
    state: Mutex<State>,
    changed: Condvar,
}

impl Task {
    /// A count or the like, which ends by itself.
    pub(crate) fn count() -> Task {
        Task::default()
    }

    /// A search for the best move.
    pub(crate) fn search(hold: Hold) -> Task {
        let control = if hold == Hold::Ponderhit { Control::pondering() } else { Control::new() };
        Task { searches: true, control, state: Mutex::new(State { hold, done: false }), ..Task::default() }
    }

    pub(crate) fn searches(&self) -> bool {
        self.searches
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn release(&self) {
        self.state().hold = Hold::Nothing;
        self.changed.notify_all();
    }

    /// Asks the task to end soon.
    pub(crate) fn stop(&self) {
        self.control.stop();
        self.perft.stop();
        self.release();
    }

    /// Handles `ponderhit`: the other side has made the expected move.
    pub(crate) fn ponderhit(&self) {
        self.control.ponderhit();
        if self.state().hold == Hold::Ponderhit {
            self.release();
        }
    }

    /// Waits until the result may be sent.
    pub(crate) fn wait_until_released(&self) {
        let held = |state: &mut State| state.hold != Hold::Nothing;
        drop(self.changed.wait_while(self.state(), held));
    }

    /// Notes that the result has been sent.
    pub(crate) fn set_done(&self) {
        self.state().done = true;
        self.changed.notify_all();
    }

    pub(crate) fn is_done(&self) -> bool {
        self.state().done
    }
}
