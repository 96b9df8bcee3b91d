//! The binary `campione`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, ensure};
use cargo_metadata::Message;

use crate::root;

/// Builds the binary in release mode; returns its path.
pub(crate) fn build() -> anyhow::Result<PathBuf> {
    build_in(root(), None)
}

/// The path given, if any; otherwise builds the binary and returns its path.
pub(crate) fn named_or_built(path: Option<&Path>) -> anyhow::Result<PathBuf> {
    path.map_or_else(build, |path| path.canonicalize().with_context(|| path.display().to_string()))
}

/// Builds the binary of another workspace, perhaps with a target folder of its own.
pub(crate) fn build_in(workspace: &Path, target: Option<&Path>) -> anyhow::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        // By the name of the binary, not of the package: the package's name has changed, and older commits are built too.
        .args(["build", "--release", "--bin", "campione", "--message-format", "json-render-diagnostics"])
        .current_dir(workspace)
        .stderr(Stdio::inherit());
    if let Some(target) = target {
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
