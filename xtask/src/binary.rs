//! The binary `campione`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, ensure};
use cargo_metadata::Message;

use crate::root;

/// Builds the binary in release mode; returns its path.
pub(crate) fn build() -> anyhow::Result<PathBuf> {
    build_with(&["--release"])
}

/// The path given, if any; otherwise builds the binary and returns its path.
pub(crate) fn named_or_built(path: Option<&Path>) -> anyhow::Result<PathBuf> {
    path.map_or_else(build, |path| path.canonicalize().with_context(|| path.display().to_string()))
}

/// Builds the binary with further arguments for cargo (a profile, a target).
pub(crate) fn build_with(arguments: &[&str]) -> anyhow::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--bin", "campione", "--message-format", "json-render-diagnostics"])
        .args(arguments)
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

/// The systems for which there is a standard library, as rustc names them.
pub(crate) fn installed_targets() -> anyhow::Result<Vec<String>> {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().context("rustc")?;
    let folder = Path::new(String::from_utf8_lossy(&sysroot.stdout).trim()).join("lib/rustlib");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let targets = entries.filter_map(Result::ok).filter(|entry| entry.path().join("lib").is_dir());
    Ok(targets.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
}
