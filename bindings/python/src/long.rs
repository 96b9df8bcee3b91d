//! Work that takes long: without Python's lock, ended by Ctrl-C.

use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors;

/// How long Ctrl-C may wait.
pub(crate) const TICK: Duration = Duration::from_millis(50);

/// The stack of a thread that searches or counts, in bytes.
const STACK: usize = 16 << 20;

/// A lock that has no state to be poisoned: what it guards is whole between any two statements.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Becomes true once, and wakes who waits for it.
#[derive(Default)]
pub(crate) struct Flag {
    set: Mutex<bool>,
    changed: Condvar,
}

impl Flag {
    pub(crate) fn set(&self) {
        *lock(&self.set) = true;
        self.changed.notify_all();
    }

    /// Waits for it at most until then; says whether it is true.
    pub(crate) fn wait_until(&self, until: Instant) -> bool {
        let mut set = lock(&self.set);
        while !*set {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            set = self.changed.wait_timeout(set, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

/// Sets a flag at the end of a scope, even by a panic.
pub(crate) struct SetAtEnd<'f>(pub(crate) &'f Flag);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Does the work on another thread. When a signal raises an exception here, `stop` is called, and the exception is the
/// result as soon as the work has ended.
pub(crate) fn run<T: Send>(py: Python<'_>, stop: impl Fn(), work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let done = Flag::default();
    thread::scope(|scope| {
        let done = &done;
        let worker = Builder::new().name("campione".to_owned()).stack_size(STACK).spawn_scoped(scope, move || {
            let _set = SetAtEnd(done);
            work()
        });
        let worker = worker.map_err(|error| errors::engine(py, format!("the system gives no thread: {error}")))?;
        let mut raised = None;
        while !py.detach(|| done.wait_until(Instant::now() + TICK)) {
            if raised.is_none()
                && let Err(error) = py.check_signals()
            {
                stop();
                raised = Some(error);
            }
        }
        let result = worker.join().map_err(|_| errors::bug());
        match raised {
            Some(error) => Err(error),
            None => result,
        }
    })
}

/// The threads that count. Those for as many as the machine runs at once are made when they are first asked for, and stay;
/// others end with their count. A process that was forked has none of its parent's threads, so it gets a pool of its own.
pub(crate) fn pool(py: Python<'_>, threads: usize) -> PyResult<Arc<ThreadPool>> {
    static POOLS: Mutex<Vec<(u32, usize, Arc<ThreadPool>)>> = Mutex::new(Vec::new());
    let process = std::process::id();
    let mut pools = lock(&POOLS);
    if let Some((.., pool)) = pools.iter().find(|(of, number, _)| (*of, *number) == (process, threads)) {
        return Ok(Arc::clone(pool));
    }
    // Ending a parent's pool would wait for threads that are not here.
    let (own, parents): (Vec<_>, Vec<_>) = pools.drain(..).partition(|(of, ..)| *of == process);
    parents.into_iter().for_each(std::mem::forget);
    *pools = own;
    let name = |number| format!("campione-{number}");
    let built = ThreadPoolBuilder::new().num_threads(threads).thread_name(name).stack_size(STACK).build();
    let pool =
        Arc::new(built.map_err(|error| errors::engine(py, format!("the system gives no {threads} threads: {error}")))?);
    if threads == cores() {
        pools.push((process, threads, Arc::clone(&pool)));
    }
    Ok(pool)
}

/// How many threads the machine runs at once.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Does short work without Python's lock on this thread. A panic goes on as one, which Python sees as an exception.
pub(crate) fn short<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    py.detach(|| match std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)) {
        Ok(result) => result,
        Err(panic) => resume_unwind(panic),
    })
}

/// Panics as a bug would: in the call itself, or on another thread, such as those that count.
#[pyfunction]
#[pyo3(name = "_panic_for_tests")]
pub(crate) fn panic_for_tests(py: Python<'_>, other_thread: bool) -> PyResult<()> {
    let work = || -> PyResult<()> { panic!("a test asked for this panic") };
    if other_thread { run(py, || (), work)? } else { short(py, work) }
}
