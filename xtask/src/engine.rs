//! A program that is asked questions, one at a time.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The program in `PATH`, or where Debian puts games, which is not in everybody's `PATH`.
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
    pub(crate) fn start(program: &Path, args: &[&Path]) -> anyhow::Result<Engine> {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        Ok(Engine(campione_driver::Engine::start(program.as_os_str(), &args)?))
    }

    /// Sends one line.
    pub(crate) fn send(&mut self, line: &str) {
        self.0.send(line);
    }

    /// Sends one line and reads up to the first line for which `last` holds, that one included.
    pub(crate) fn ask(
        &mut self,
        line: &str,
        limit: Duration,
        last: impl Fn(&str) -> bool,
    ) -> anyhow::Result<Vec<String>> {
        self.0.send(line);
        Ok(self.0.read(limit, &|| false, last)?)
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
