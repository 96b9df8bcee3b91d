//! How much memory there is to give: a table that does not fit would have the system end some program, perhaps this one.

use anyhow::ensure;
use sysinfo::System;

const MEBIBYTE: u64 = 1 << 20;

/// Whether a table of that many mebibytes fits once so many others are given back.
///
/// # Errors
/// It does not, with how much there is.
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

/// The mebibytes that can be taken without taking them from others; none where the system does not tell.
fn free() -> Option<u64> {
    let mut system = System::new();
    system.refresh_memory();
    let machine = Some(system.available_memory()).filter(|_| system.total_memory() > 0)?;
    // A container may have less than the machine. What it has of files gives way.
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
