//! `cargo xtask ci`: the checks of `.ci/run`, which is the one list of them.

use std::process::Command;

use anyhow::Context;

use crate::{Verdict, root};

pub(crate) fn run() -> anyhow::Result<Verdict> {
    let script = root().join(".ci/run");
    let status =
        Command::new("bash").arg(&script).current_dir(root()).status().context("bash is needed to run .ci/run")?;
    Ok(if status.success() { Verdict::Good } else { Verdict::Bad })
}
