//! `campione completions` and `campione man`: for packagers.

use std::io::Write;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::Verdict;
use crate::args::{Args, ManOptions};
use crate::io::Usage;

/// Prints a shell script that completes commands, options and their values.
pub(crate) fn completions(shell: Shell) -> anyhow::Result<Verdict> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "campione", &mut script);
    print(&script)
}

/// Prints the manual page, or writes one page for the program and one for each command into a folder.
pub(crate) fn man(options: &ManOptions) -> anyhow::Result<Verdict> {
    let command = Args::command();
    let Some(folder) = &options.dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        return print(&page);
    };
    if !folder.is_dir() {
        return Err(Usage(format!("--dir {}: there is no such folder", folder.display())).into());
    }
    clap_mangen::generate_to(command, folder).with_context(|| folder.display().to_string())?;
    Ok(Verdict::Done)
}

fn print(text: &[u8]) -> anyhow::Result<Verdict> {
    let mut out = std::io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(Verdict::Done)
}
