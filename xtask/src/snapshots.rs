//! `cargo xtask snapshots`: runs only the snapshot tests, and says what to do when they differ.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use clap::Args as ClapArgs;

use crate::{Verdict, root};

/// The packages with snapshots, and their tests.
const SUITES: [(&str, &str); 2] = [("campione-notation", "tours"), ("campione", "pages")];

#[derive(ClapArgs)]
pub(crate) struct Options {
    /// Write new or changed snapshots beside the old ones (`*.snap.new`), to compare and rename
    #[arg(long)]
    new: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let mut complaints = 0;
    for (package, tests) in SUITES {
        let status = Command::new(env!("CARGO"))
            .args(["test", "--package", package, "--test", "it", tests])
            .current_dir(root())
            .env("INSTA_UPDATE", if options.new { "new" } else { "no" })
            .env("INSTA_FORCE_PASS", if options.new { "1" } else { "0" })
            .status()
            .context("cargo")?;
        complaints += usize::from(!status.success());
    }
    let mut pending = Vec::new();
    for folder in ["notation/tests/it/snapshots", "cli/tests/it/snapshots"] {
        pending.extend(new_snapshots(&root().join(folder))?);
    }
    for file in &pending {
        say!("check against docs/NOTATION.md: {}", file.display());
    }
    if complaints > 0 {
        say!(
            "Look at the differences. If they are right, run `cargo xtask snapshots --new` and rename each `.snap.new`."
        );
    }
    Ok(Verdict::of(complaints + pending.len()))
}

/// Snapshots that are not reviewed yet.
fn new_snapshots(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "new") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
