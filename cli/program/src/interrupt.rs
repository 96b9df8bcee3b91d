//! SIGINT and SIGTERM, and SIGHUP where a person plays: a command that can stop ends with what it knows.
//!
//! The first signal is noted; the work sees it ([`crate::watch`] looks for it) and ends soon. One that comes a second or more
//! later, or while the command only waits for input, ends the process at once. (`timeout` sends its signal twice.) Commands that never [`install`] this are ended
//! by the system, as ever.

use std::ffi::c_int;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The signal that came, 0 before one did.
static RECEIVED: AtomicUsize = AtomicUsize::new(0);

/// Whether the next signal ends the process at once.
static AT_ONCE: AtomicBool = AtomicBool::new(false);

/// A signal asked the command to end; the error of a command that has said all it knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interrupted(u8);

impl Interrupted {
    /// The exit status that tells a shell so: 130 or 143, or 129.
    pub(crate) fn exit_status(self) -> u8 {
        128 + self.0
    }
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted by signal {}", self.0)
    }
}

impl std::error::Error for Interrupted {}

/// From now on signals are noted. May be called more than once.
pub(crate) fn install() -> io::Result<()> {
    static INSTALLED: AtomicBool = AtomicBool::new(false);
    if INSTALLED.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    [SIGINT, SIGTERM].into_iter().try_for_each(note)
}

/// From now on the end of the terminal is a signal like the others. (Counts may have been told by `nohup` to outlive it.)
#[cfg(unix)]
pub(crate) fn note_hangup() -> io::Result<()> {
    note(signal_hook::consts::SIGHUP)
}

/// Other systems do not say so.
#[cfg(not(unix))]
pub(crate) fn note_hangup() -> io::Result<()> {
    Ok(())
}

fn note(signal: c_int) -> io::Result<()> {
    // In the order in which they are to happen.
    flag::register_conditional_shutdown(signal, 128 + signal, &AT_ONCE)?;
    flag::register_usize(signal, &RECEIVED, signal as usize)?;
    Ok(())
}

/// From now on a signal ends the process at once, because the one before was long ago.
pub(crate) fn lose_patience() {
    AT_ONCE.store(true, Ordering::SeqCst);
}

/// An error once a signal has come.
pub(crate) fn check() -> Result<(), Interrupted> {
    match RECEIVED.load(Ordering::SeqCst) {
        0 => Ok(()),
        signal => Err(Interrupted(signal as u8)),
    }
}

/// Waits for input. A signal that comes meanwhile ends the process, so everything must be written before.
pub(crate) fn while_waiting<T>(wait: impl FnOnce() -> T) -> Result<T, Interrupted> {
    AT_ONCE.store(true, Ordering::SeqCst);
    // One that came before is seen here; one that comes after this line needs nobody to see it.
    check()?;
    let input = wait();
    AT_ONCE.store(false, Ordering::SeqCst);
    Ok(input)
}
