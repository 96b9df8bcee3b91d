//! Optimization by a profile of the program at work (profile-guided optimization, PGO).
//!
//! The program is built with counters, plays its benchmark and counts perft, and is built again with what the counters
//! say: which branches are usual, and which calls are worth inlining.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use campione_workspace::Build;

use super::flags;
use crate::root;

/// What the program does while it is counted: search with nets and without, and count moves in each way.
const WORK: &[&[&str]] = &[
    &["bench", "13", "--threads", "1"],
    &["bench", "12", "--threads", "1", "--no-net"],
    &["perft", "6", "-v", "capablanca", "--threads", "1"],
    &["perft", "5", "-v", "archchess", "--threads", "1"],
    &["perft", "5", "-v", "herb-garden", "--threads", "1"],
    &["perft", "5", "-v", "courier-spiel", "--threads", "1"],
    &["perft", "6", "-v", "chess", "--threads", "1"],
    &["perft", "5", "-v", "crc", "--threads", "1", "--hash", "64"],
    &["perft", "5", "-v", "carrera", "--threads", "1", "--plain"],
];

/// The tool that merges counters; `None` if it is not installed.
pub(super) fn tool() -> anyhow::Result<Option<PathBuf>> {
    let output = Command::new("rustc").args(["--print", "target-libdir"]).output().context("rustc")?;
    let libraries = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let tool = libraries.with_file_name("bin").join(format!("llvm-profdata{}", std::env::consts::EXE_SUFFIX));
    Ok(tool.exists().then_some(tool))
}

/// Builds the program for this machine with a profile of its work, and returns its path.
///
/// # Errors
/// A build has failed, or the program, or the tool.
pub(super) fn build(tool: &Path, host: &str, profile: &str) -> anyhow::Result<PathBuf> {
    let folder = tempfile::tempdir().context("a folder for counters")?;
    let flag = |what: &str, place: &Path| flags(&format!(", '-C{what}={}'", place.display()));
    // With `--target` the flags are not those of build scripts and procedural macros.
    let compile = |config: &str, target: &str| {
        let arguments = ["--profile", profile, "--target", host, "--config", config];
        Build { arguments: &arguments, target: Some(&root().join("target").join(target)), ..Build::default() }.run()
    };
    let counted = compile(&flag("profile-generate", folder.path())?, "counted")?;
    for work in WORK {
        let run = Command::new(&counted).args(*work).stdout(Stdio::null()).status();
        ensure!(run.context("the program with counters")?.success(), "`campione {}` has failed", work.join(" "));
    }
    let merged = folder.path().join("merged.profdata");
    let status = Command::new(tool).arg("merge").arg("-o").arg(&merged).arg(folder.path()).status();
    ensure!(status.context("llvm-profdata")?.success(), "`llvm-profdata merge` has failed");
    compile(&flag("profile-use", &merged)?, "guided")
}
