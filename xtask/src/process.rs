//! Child processes of a chore.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

/// The interval of polling.
const PAUSE: Duration = Duration::from_millis(10);

/// A child process that is killed when dropped.
pub(crate) struct Process(pub(crate) Child);

impl Process {
    pub(crate) fn start(command: &mut Command) -> anyhow::Result<Process> {
        let child = command.spawn();
        Ok(Process(child.with_context(|| format!("cannot start {}", command.get_program().display()))?))
    }

    pub(crate) fn has_ended(&mut self) -> anyhow::Result<bool> {
        Ok(self.0.try_wait()?.is_some())
    }

    pub(crate) fn kill(&mut self) -> anyhow::Result<()> {
        self.0.kill()?;
        self.0.wait()?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already; other errors cannot be reported here.
        let _ = self.kill();
    }
}

/// Runs a program that must succeed; returns what it prints.
///
/// # Errors
/// The program is missing or has failed.
pub(crate) fn output(command: &mut Command) -> anyhow::Result<String> {
    let name = format!("{command:?}");
    let output = command.stdin(Stdio::null()).output().with_context(|| name.clone())?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{name} has failed:\n{}", error.trim_end());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Waits until a condition holds.
///
/// # Errors
/// The condition does not hold within `limit`, or checking it fails.
pub(crate) fn wait_until(
    what: &str,
    limit: Duration,
    mut is_so: impl FnMut() -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let begin = Instant::now();
    while !is_so()? {
        ensure!(begin.elapsed() < limit, "waited {} s for {what}: it did not happen", limit.as_secs());
        sleep(PAUSE);
    }
    Ok(())
}
