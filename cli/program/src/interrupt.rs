//! SIGINT and SIGTERM, and SIGHUP in `campione play`: a command that can stop early ends with the results so far.
//!
//! The first signal is noted. [`crate::watch`] checks for it and stops the work. A signal that comes at least a second
//! later, or while the command waits for input, ends the process at once. (`timeout` sends its signal twice.) Commands
//! that do not [`install`] this are ended by the system as usual.

use std::ffi::c_int;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The signal that was received; 0 if none was.
static RECEIVED: AtomicUsize = AtomicUsize::new(0);

/// Whether the next signal ends the process at once.
static AT_ONCE: AtomicBool = AtomicBool::new(false);

/// A signal has asked the command to end. This is the error of a command that has already printed its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interrupted(u8);

impl Interrupted {
    /// The exit status for this signal, as shells expect it: 130, 143 or 129.
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

/// From now on SIGHUP, the end of the terminal, is noted like the others. Counts do not ask for this, because `nohup`
/// may have told them to ignore it.
#[cfg(unix)]
pub(crate) fn note_hangup() -> io::Result<()> {
    note(signal_hook::consts::SIGHUP)
}

/// Other systems do not have this signal.
#[cfg(not(unix))]
pub(crate) fn note_hangup() -> io::Result<()> {
    Ok(())
}

fn note(signal: c_int) -> io::Result<()> {
    // The order of registration is the order of execution.
    flag::register_conditional_shutdown(signal, 128 + signal, &AT_ONCE)?;
    flag::register_usize(signal, &RECEIVED, signal as usize)?;
    Ok(())
}

/// From now on a signal ends the process at once. Called some time after the first signal.
pub(crate) fn lose_patience() {
    AT_ONCE.store(true, Ordering::SeqCst);
}

/// An error if a signal was received.
pub(crate) fn check() -> Result<(), Interrupted> {
    match RECEIVED.load(Ordering::SeqCst) {
        0 => Ok(()),
        signal => Err(Interrupted(signal as u8)),
    }
}

/// Waits for input. A signal that comes meanwhile ends the process, so everything must be written before.
pub(crate) fn while_waiting<T>(wait: impl FnOnce() -> T) -> Result<T, Interrupted> {
    AT_ONCE.store(true, Ordering::SeqCst);
    // A signal from before this line is found here; a later one ends the process by itself.
    check()?;
    let input = wait();
    AT_ONCE.store(false, Ordering::SeqCst);
    Ok(input)
}
