//! `campione completions` and `campione man`: for packagers.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use campione_core::Variant;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::Verdict;
use crate::args::{self, EXAMPLES_HEAD, ManOptions};
use crate::options;
use crate::output;

/// Prints a shell script that completes commands, options and their values.
pub(crate) fn completions(shell: Shell) -> anyhow::Result<Verdict> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::completing(args::command(options::of_command)), "campione", &mut script);
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
    // The command `help` needs no page: its text is in the other pages.
    let mut command = args::command(options::of_command).disable_help_subcommand(true);
    command.build();
    let Some(folder) = &options.dir else { return print(page(&Man::new(command))?.as_bytes()) };
    output::folder(folder).context("--dir")?;
    write_pages(&command, folder)?;
    Ok(Verdict::Done)
}

/// Writes the pages of a command and of all below it.
fn write_pages(command: &Command, folder: &Path) -> anyhow::Result<()> {
    let man = Man::new(command.clone());
    let path = folder.join(man.get_filename());
    fs::write(&path, page(&man)?).with_context(|| path.display().to_string())?;
    command.get_subcommands().try_for_each(|inner| write_pages(inner, folder))
}

/// A manual page, with the examples as a section of lines that are not filled.
fn page(man: &Man) -> anyhow::Result<String> {
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = String::from_utf8(page)?;
    let Some((before, after)) = page.split_once(&format!("\n{EXAMPLES_HEAD}\n")) else { return Ok(page) };
    let before = before.trim_end().strip_suffix(".SH EXTRA").unwrap_or(before).trim_end();
    let (examples, rest) = after.split_once("\n.SH ").map_or((after, None), |(lines, rest)| (lines, Some(rest)));
    let rest = rest.map_or_else(String::new, |rest| format!(".SH {rest}"));
    Ok(format!("{before}\n.SH EXAMPLES\n.nf\n{}\n.fi\n{rest}", examples.trim_end()))
}

fn print(text: &[u8]) -> anyhow::Result<Verdict> {
    let mut out = std::io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(Verdict::Done)
}
