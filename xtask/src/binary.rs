//! The binary `campione`.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, ensure};
use cargo_metadata::Message;

use crate::root;

/// Builds it in release mode; where it is.
pub(crate) fn build() -> anyhow::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--release", "--package", "campione-cli", "--message-format", "json-render-diagnostics"])
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    ensure!(built.status.success(), "`cargo build` has failed");
    let mut binary = None;
    for message in Message::parse_stream(built.stdout.as_slice()) {
        if let Message::CompilerArtifact(artifact) = message? {
            binary = artifact.executable.or(binary);
        }
    }
    Ok(binary.ok_or_else(|| anyhow!("`cargo build` names no binary"))?.into_std_path_buf())
}
