//! A program that is driven line by line.
//!
//! A thread of its own reads what the program prints, so that neither side ever waits for the other to empty a pipe;
//! every wait has a limit, and a program that is no longer needed is killed.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};

/// The program in `PATH`, or where Debian puts games, which is not in everybody's `PATH`.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games"), PathBuf::from("/usr/local/games")]);
    let folders: OsString = std::env::join_paths(folders.filter(|folder| folder.is_absolute())).ok()?;
    which::which_in(program, Some(folders), "/").ok()
}

/// A running program.
pub(crate) struct Engine {
    name: String,
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
}

impl Engine {
    /// Starts a program.
    pub(crate) fn start(program: &Path, args: &[&Path]) -> anyhow::Result<Engine> {
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let input = child.stdin.take().ok_or_else(|| anyhow!("no pipe to {}", program.display()))?;
        let pipe = child.stdout.take().ok_or_else(|| anyhow!("no pipe from {}", program.display()))?;
        let (send, output) = channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(pipe);
            let mut line = Vec::new();
            // A program may print what is no UTF-8; such a line is no answer, but no reason to stop.
            while reader.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                if send.send(String::from_utf8_lossy(&line).trim_end().to_owned()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        Ok(Engine { name: program.display().to_string(), child, input, output })
    }

    /// Sends one line.
    pub(crate) fn send(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .with_context(|| format!("{} does not take `{line}`", self.name))
    }

    /// Sends one line and reads up to the first line for which `last` holds, that one included.
    pub(crate) fn ask(
        &mut self,
        line: &str,
        limit: Duration,
        last: impl Fn(&str) -> bool,
    ) -> anyhow::Result<Vec<String>> {
        self.send(line)?;
        let end = Instant::now() + limit;
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(answer) => {
                    let done = last(&answer);
                    lines.push(answer);
                    if done {
                        return Ok(lines);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    bail!("{} has not answered `{line}` within {} s", self.name, limit.as_secs())
                }
                Err(RecvTimeoutError::Disconnected) => bail!("{} has ended after `{line}`", self.name),
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended by itself, and there is nobody to tell about anything else.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_and_limits() {
        let Some(cat) = find("cat") else { return };
        let mut engine = Engine::start(&cat, &[]).unwrap();
        engine.send("one").unwrap();
        let lines = engine.ask("two", Duration::from_secs(20), |line| line == "two").unwrap();
        assert_eq!(lines, ["one", "two"]);
        let error = engine.ask("three", Duration::from_millis(50), |line| line == "four").unwrap_err();
        assert!(error.to_string().contains("has not answered `three`"), "{error}");
    }

    #[test]
    fn a_program_that_ends() {
        let Some(program) = find("true") else { return };
        let mut engine = Engine::start(&program, &[]).unwrap();
        assert!(engine.ask("uci", Duration::from_secs(20), |line| line == "uciok").is_err());
        assert_eq!(find("no-program-of-this-name"), None);
    }
}
