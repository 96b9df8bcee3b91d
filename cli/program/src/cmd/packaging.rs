//! `campione completions` and `campione man`: for packagers.

use std::io::Write;

use anyhow::Context;
use campione_core::Variant;
use clap_complete::Shell;

use crate::Verdict;
use crate::args::{self, ManOptions};
use crate::output;

/// Prints a shell script that completes commands, options and their values.
pub(crate) fn completions(shell: Shell) -> anyhow::Result<Verdict> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::completing(args::command()), "campione", &mut script);
    print(with_files(shell, &String::from_utf8(script)?).as_bytes())
}

/// A script that offers files, too, where a variant is expected. Generated scripts offer only the values that they list;
/// bash, which falls back on files by itself, needs no change.
fn with_files(shell: Shell, script: &str) -> String {
    let ids: Vec<&str> = Variant::all_ids().collect();
    let list = ids.join(" ");
    match shell {
        // The colons are escaped because they part the fields of a specification.
        Shell::Zsh => script.replace(
            &format!(":({list})'"),
            &format!(": _alternative \"ids\\:id\\:({list})\" \"files\\:file\\:_files\"'"),
        ),
        Shell::Fish => {
            let values = |files: &str| format!("-r {files} -a \"{}\\t''", ids[0]);
            // Arguments that are no options are not generated.
            let argument =
                format!("complete -c campione -n \"__fish_campione_using_subcommand variants\" -a \"{list}\"\n");
            script.replace(&values("-f"), &values("-F")) + &argument
        }
        _ => script.to_owned(),
    }
}

/// Prints the manual page, or writes one page for the program and one for each command into a folder.
pub(crate) fn man(options: &ManOptions) -> anyhow::Result<Verdict> {
    let command = args::command();
    let Some(folder) = &options.dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        return print(&page);
    };
    output::folder(folder).context("--dir")?;
    clap_mangen::generate_to(command, folder).with_context(|| folder.display().to_string())?;
    Ok(Verdict::Done)
}

fn print(text: &[u8]) -> anyhow::Result<Verdict> {
    let mut out = std::io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(Verdict::Done)
}
