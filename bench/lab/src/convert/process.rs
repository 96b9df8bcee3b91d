//! A whole process, timed.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

/// How often the memory of a process is sampled.
const TICK: Duration = Duration::from_millis(20);

/// One run of a process.
pub(super) struct Run {
    pub(super) seconds: f64,
    /// Peak memory in KiB, where the system reports it.
    pub(super) memory: Option<u64>,
    pub(super) out: String,
}

/// Runs a process to its end.
pub(super) fn time(command: &mut Command) -> anyhow::Result<Run> {
    let name = command.get_program().to_string_lossy().into_owned();
    let start = Instant::now();
    let child = command.spawn().with_context(|| format!("cannot run {name}"))?;
    let status = format!("/proc/{}/status", child.id());
    let waiter = thread::spawn(move || child.wait_with_output().map(|output| (output, start.elapsed())));
    // The peak never falls, so the last sample is good enough.
    let mut memory = None;
    while !waiter.is_finished() {
        memory = memory.max(high_water_mark(&status));
        thread::sleep(TICK);
    }
    let Ok(done) = waiter.join() else { anyhow::bail!("the thread that waits for {name} has panicked") };
    let (output, elapsed) = done?;
    ensure!(output.status.success(), "{name} has failed");
    let out = String::from_utf8(output.stdout).context("its output")?;
    Ok(Run { seconds: elapsed.as_secs_f64(), memory, out })
}

/// The fastest of some runs, with the highest peak memory of any.
pub(super) fn best_of(runs: u32, mut run: impl FnMut() -> anyhow::Result<Run>) -> anyhow::Result<Run> {
    let mut best = run()?;
    for _ in 1..runs {
        best = better(best, run()?);
    }
    Ok(best)
}

/// The faster of two runs, with the higher peak memory.
pub(super) fn better(one: Run, other: Run) -> Run {
    let memory = one.memory.max(other.memory);
    let best = if other.seconds < one.seconds { other } else { one };
    Run { memory, ..best }
}

/// Memory in MiB, for a table.
pub(super) fn mebibytes(kib: Option<u64>) -> String {
    kib.map_or_else(|| "unknown".to_owned(), |kib| format!("{:.1}", kib as f64 / 1024.0))
}

/// The peak memory of a process in KiB, as Linux reports it.
fn high_water_mark(status: &str) -> Option<u64> {
    let text = std::fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_of_this_process() {
        if cfg!(target_os = "linux") {
            assert!(high_water_mark("/proc/self/status").is_some_and(|kib| kib > 100));
        }
        assert_eq!(high_water_mark("/proc/none"), None);
    }

    #[test]
    fn the_better_of_two_runs() {
        let run = |seconds, memory| Run { seconds, memory, out: String::new() };
        let best = better(run(2.0, Some(5)), run(1.0, None));
        assert_eq!((best.seconds, best.memory), (1.0, Some(5)));
    }
}
