//! How much memory is free. If a table does not fit, the system may kill a program, perhaps this one.

use anyhow::ensure;
use sysinfo::System;

const MEBIBYTE: u64 = 1 << 20;

/// Checks that a table of `mebibytes` fits in memory after `given_back` mebibytes are freed.
///
/// # Errors
/// The table does not fit; the message says how much memory is free.
pub(crate) fn check(mebibytes: u32, given_back: u32) -> anyhow::Result<()> {
    if let Some(free) = free() {
        let free = free + u64::from(given_back);
        ensure!(
            u64::from(mebibytes) <= free,
            "a table of {mebibytes} MB does not fit in memory, of which {free} MB are free: take less"
        );
    }
    Ok(())
}

/// The free memory in mebibytes; `None` if the system does not report it.
fn free() -> Option<u64> {
    let mut system = System::new();
    system.refresh_memory();
    let machine = Some(system.available_memory()).filter(|_| system.total_memory() > 0)?;
    // A container may have less memory than the machine. Its file cache is not counted, because it can be freed.
    let container = system.cgroup_limits().map(|limits| limits.total_memory.saturating_sub(limits.rss));
    Some(container.map_or(machine, |container| container.min(machine)) / MEBIBYTE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_and_what_does_not() {
        let Some(free) = free() else { return };
        assert!(free > 0);
        check(1, 0).unwrap();
        let error = check(u32::MAX, 0).unwrap_err().to_string();
        check(u32::MAX, u32::MAX).unwrap();
        assert!(error.starts_with("a table of 4294967295 MB does not fit in memory, of which "), "{error}");
    }
}
