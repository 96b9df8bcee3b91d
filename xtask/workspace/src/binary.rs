//! The binary `campione`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, ensure};
use cargo_metadata::Message;

use crate::root;

/// A build of the binary `campione`, in release mode unless arguments say otherwise.
///
/// ```no_run
/// let path = campione_workspace::Build::default().run()?;
/// println!("{}", path.display());
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Build<'a> {
    /// The workspace: this one, or a working tree of another commit.
    pub workspace: &'a Path,
    /// The target folder, if it is not that of the workspace.
    pub target: Option<&'a Path>,
    /// Arguments for cargo: a profile, a target.
    pub arguments: &'a [&'a str],
}

impl Default for Build<'_> {
    fn default() -> Self {
        Build { workspace: root(), target: None, arguments: &["--release"] }
    }
}

impl Build<'_> {
    /// The path given, if any; otherwise builds the binary of this workspace and returns its path.
    ///
    /// # Errors
    /// There is no file at the path, or the build has failed.
    ///
    /// ```
    /// use campione_workspace::Build;
    /// assert!(Build::named_or_built(Some("no/such/file".as_ref())).is_err());
    /// ```
    pub fn named_or_built(path: Option<&Path>) -> anyhow::Result<PathBuf> {
        match path {
            Some(path) => path.canonicalize().with_context(|| path.display().to_string()),
            None => Build::default().run(),
        }
    }

    /// Builds the binary and returns its path.
    ///
    /// # Errors
    /// Cargo is not found or has failed.
    pub fn run(&self) -> anyhow::Result<PathBuf> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command
            // By the name of the binary, not of the package: the package's name has changed, and older commits are
            // built too.
            .args(["build", "--bin", "campione", "--message-format", "json-render-diagnostics"])
            .args(self.arguments)
            .current_dir(self.workspace)
            .stderr(Stdio::inherit());
        if let Some(target) = self.target {
            command.env("CARGO_TARGET_DIR", target);
        }
        let built = command.output().context("cannot run cargo")?;
        ensure!(built.status.success(), "`cargo build` has failed");
        let mut binary = None;
        for message in Message::parse_stream(built.stdout.as_slice()) {
            if let Message::CompilerArtifact(artifact) = message? {
                binary = artifact.executable.or(binary);
            }
        }
        Ok(binary.ok_or_else(|| anyhow!("`cargo build` names no binary"))?.into_std_path_buf())
    }
}
