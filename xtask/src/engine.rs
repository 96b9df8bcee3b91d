//! A program that answers questions, one at a time.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use campione_driver::EngineError;

/// Finds a program in `PATH` or in Debian's folder of games, which is often not in `PATH`.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games"), PathBuf::from("/usr/local/games")]);
    let folders: OsString = std::env::join_paths(folders.filter(|folder| folder.is_absolute())).ok()?;
    which::which_in(program, Some(folders), "/").ok()
}

/// A running program.
pub(crate) struct Engine(campione_driver::Engine);

impl Engine {
    /// Starts a program.
    pub(crate) fn start(program: &Path, args: &[impl AsRef<OsStr>]) -> anyhow::Result<Engine> {
        let args: Vec<OsString> = args.iter().map(|arg| arg.as_ref().to_owned()).collect();
        Ok(Engine(campione_driver::Engine::start(program.as_os_str(), &args)?))
    }

    /// Starts a UCI engine with one thread and a table of this many mebibytes; returns its answer to `uci` as well.
    pub(crate) fn start_uci(
        program: &Path,
        args: &[impl AsRef<OsStr>],
        hash: usize,
        limit: Duration,
    ) -> anyhow::Result<(Engine, Vec<String>)> {
        let mut engine = Engine::start(program, args)?;
        let lines = engine.ask("uci", limit, |line| line == "uciok")?;
        engine.set_option("Hash", &hash.to_string());
        engine.set_option("Threads", "1");
        Ok((engine, lines))
    }

    /// Sets an option of a UCI engine.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) {
        self.send(&format!("setoption name {name} value {value}"));
    }

    /// Waits until a UCI engine has handled everything sent before (`isready`).
    pub(crate) fn wait_until_ready(&mut self, limit: Duration) -> anyhow::Result<()> {
        self.ask("isready", limit, |line| line == "readyok").map(|_| ())
    }

    /// Sends one line.
    pub(crate) fn send(&mut self, line: &str) {
        self.0.send(line);
    }

    /// Sends one line and reads up to and including the first line for which `last` holds.
    pub(crate) fn ask(
        &mut self,
        line: &str,
        limit: Duration,
        last: impl Fn(&str) -> bool,
    ) -> anyhow::Result<Vec<String>> {
        self.0.send(line);
        Ok(self.read(limit, last)?)
    }

    /// Reads up to and including the first line for which `last` holds.
    pub(crate) fn read(&mut self, limit: Duration, last: impl FnMut(&str) -> bool) -> Result<Vec<String>, EngineError> {
        self.0.read(limit, &|| false, last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_or_not() {
        assert!(find("cat").is_none_or(|path| path.is_absolute()));
        assert_eq!(find("no-program-of-this-name"), None);
    }
}
