//! Our own program, run as anybody would run it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use campione_workspace::Build;

use super::contest::Side;
use super::statistics::Timing;

/// Counts the last two plies one by one, in versions that have it.
pub(crate) const PLAIN: &str = "--plain";
/// One thread, unless something else is measured.
const THREADS: &str = "--threads";

/// The binary.
pub(crate) struct Campione {
    path: PathBuf,
    version: String,
    has_plain: bool,
}

impl Campione {
    /// Builds it in release mode.
    pub(crate) fn build() -> anyhow::Result<Campione> {
        Campione::at(&Build::default().run()?)
    }

    /// Takes the one at a path.
    pub(crate) fn at(path: &Path) -> anyhow::Result<Campione> {
        let path = path.canonicalize().with_context(|| path.display().to_string())?;
        let version = output(Command::new(&path).arg("--version"))?.trim().to_owned();
        let has_plain = output(Command::new(&path).args(["perft", "--help"]))?.split_whitespace().any(|w| w == PLAIN);
        Ok(Campione { path, version, has_plain })
    }

    /// Its name and version.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Whether it can count the last ply position by position.
    pub(crate) fn has_plain(&self) -> bool {
        self.has_plain
    }
}

/// What a command prints.
fn output(command: &mut Command) -> anyhow::Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("cannot start {name}"))?;
    if !output.status.success() {
        bail!("{name} has failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Our program in one game, from its start position, on one thread unless the options say otherwise.
pub(crate) struct Ours<'a> {
    campione: &'a Campione,
    id: &'a str,
    options: &'a [&'a str],
}

impl<'a> Ours<'a> {
    pub(crate) fn new(campione: &'a Campione, id: &'a str, options: &'a [&'a str]) -> Ours<'a> {
        Ours { campione, id, options }
    }

    /// The game, and how it is counted.
    pub(crate) fn label(&self) -> String {
        [&[self.id], self.options].concat().join(" ")
    }
}

impl Side for Ours<'_> {
    fn run(&self, depth: u32) -> anyhow::Result<Timing> {
        let mut command = Command::new(&self.campione.path);
        command.args(["perft", &depth.to_string(), "--variant", self.id]).args(self.options);
        if !self.options.contains(&THREADS) {
            command.args([THREADS, "1"]);
        }
        let begin = Instant::now();
        let text = output(&mut command)?;
        let seconds = begin.elapsed().as_secs_f64();
        let nodes = nodes(&text).ok_or_else(|| anyhow!("our own count cannot be read: {text}"))?;
        Ok(Timing { nodes, seconds })
    }
}

/// Reads `nodes: N`.
fn nodes(text: &str) -> Option<u128> {
    text.lines().find_map(|line| line.strip_prefix("nodes: "))?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_output() {
        assert_eq!(nodes("a2a3: 28\nnodes: 784\n"), Some(784));
        assert_eq!(nodes("nodes: many\n"), None);
        assert_eq!(nodes(""), None);
    }

    #[test]
    fn labels() {
        let campione = Campione { path: PathBuf::new(), version: String::new(), has_plain: true };
        assert_eq!(Ours::new(&campione, "janus", &[PLAIN]).label(), "janus --plain");
        assert_eq!(Ours::new(&campione, "janus", &[]).label(), "janus");
    }
}
