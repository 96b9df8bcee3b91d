//! Stopping long work from another thread.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};

use campione::PerftMonitor;

use crate::border::{call, given, handle, place, pointer_place};
use crate::error::{Error, Status};

/// Lets another thread stop one search, perft or divide, and watch it.
///
/// It is for one piece of work: whoever stops it before that begins stops it all the same. The parts of it count up together.
pub struct Control {
    used: AtomicBool,
    pub(crate) search: campione::Control,
    pub(crate) count: PerftMonitor,
}

impl Control {
    /// Notes that the work begins.
    pub(crate) fn begin(&self) -> Result<&Control, Error> {
        if self.used.swap(true, Ordering::Relaxed) {
            return Err(Error::range("control", "it is for one search or count, and has had it; make a new one"));
        }
        Ok(self)
    }

    pub(crate) fn new() -> Control {
        Control { used: AtomicBool::new(false), search: campione::Control::new(), count: PerftMonitor::new() }
    }
}

/// A control for one search, perft or divide.
#[unsafe(no_mangle)]
pub extern "C" fn campione_control_new(control: Option<&mut MaybeUninit<*mut Control>>) -> Status {
    call(|| {
        pointer_place(control, "control")?.write(handle(Control::new()));
        Ok(())
    })
}

/// Ends the work soon, from any thread, also before it begins.
#[unsafe(no_mangle)]
pub extern "C" fn campione_control_stop(control: Option<&Control>) -> Status {
    call(|| {
        let control = given(control, "control")?;
        control.search.stop();
        control.count.stop();
        Ok(())
    })
}

/// How many nodes have been searched or counted by now. The number lags a little behind.
#[unsafe(no_mangle)]
pub extern "C" fn campione_control_nodes(control: Option<&Control>, nodes: Option<&mut MaybeUninit<u64>>) -> Status {
    call(|| {
        let control = given(control, "control")?;
        let counted = u64::try_from(control.count.nodes()).unwrap_or(u64::MAX);
        place(nodes, "nodes")?.write(control.search.nodes().max(counted));
        Ok(())
    })
}

/// Frees a control whose work has ended. NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn campione_control_free(control: Option<Box<Control>>) {
    drop(control);
}
