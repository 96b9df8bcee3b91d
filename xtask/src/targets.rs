//! The systems for which this machine can compile.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context;

/// The systems for which there is a standard library, as rustc names them.
pub(crate) fn installed() -> anyhow::Result<Vec<String>> {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().context("rustc")?;
    let folder = Path::new(String::from_utf8_lossy(&sysroot.stdout).trim()).join("lib/rustlib");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let targets = entries.filter_map(Result::ok).filter(|entry| entry.path().join("lib").is_dir());
    Ok(targets.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
}
