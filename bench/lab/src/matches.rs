//! `cargo lab match`: `campione match`, and our engine at any commit.

use std::process::{Command, ExitCode};

use anyhow::Context;
use campione_workspace::Build;

use crate::revision::Revision;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The arguments of `campione match`; an engine may also be `rev:COMMIT`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    arguments: Vec<String>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let arguments: Vec<String> =
        options.arguments.iter().map(|argument| with_binary(argument)).collect::<anyhow::Result<_>>()?;
    let status =
        Command::new(Build::default().run()?).arg("match").args(arguments).status().context("campione match")?;
    Ok(ExitCode::from(status.code().unwrap_or(1) as u8))
}

/// An argument in which `rev:COMMIT` is replaced by the command of that engine.
fn with_binary(argument: &str) -> anyhow::Result<String> {
    let (option, value) = match argument.split_once('=') {
        Some((option, value)) if option.starts_with("--") => (format!("{option}="), value),
        _ => (String::new(), argument),
    };
    let Some(commit) = value.strip_prefix("rev:") else { return Ok(argument.to_owned()) };
    let revision = Revision::find(commit).with_context(|| value.to_owned())?;
    let path =
        revision.binary.to_str().with_context(|| format!("{}: the path is not UTF-8", revision.binary.display()))?;
    Ok(format!("{option}{} uci", shlex::try_quote(path)?))
}
