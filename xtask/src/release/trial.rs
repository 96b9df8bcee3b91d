//! Trials of what is released: in an empty folder, by the first example of a README.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

use crate::process::output;
use crate::root;
use campione_driver::find;

/// An example of a README.
pub(super) struct Example {
    pub(super) code: String,
    printed: String,
}

impl Example {
    /// The first block of a language, and the block of text after it, which is what the example prints.
    ///
    /// # Errors
    /// The file cannot be read, or has no such blocks.
    pub(super) fn of(readme: &str, language: &str) -> anyhow::Result<Example> {
        let text = std::fs::read_to_string(root().join(readme)).context(readme.to_owned())?;
        Example::in_text(&text, language).with_context(|| format!("{readme}: no ```{language} with a ```text after it"))
    }

    fn in_text(text: &str, language: &str) -> Option<Example> {
        let (_, rest) = text.split_once(&format!("\n```{language}\n"))?;
        let (code, rest) = rest.split_once("```\n")?;
        let (_, printed) = rest.split_once("\n```text\n")?;
        let (printed, _) = printed.split_once("```\n")?;
        Some(Example { code: code.to_owned(), printed: printed.to_owned() })
    }

    /// Compares what was printed with what the README says.
    ///
    /// # Errors
    /// It differs.
    pub(super) fn expect(&self, said: &str) -> anyhow::Result<()> {
        let said = said.replace("\r\n", "\n");
        ensure!(said == self.printed, "the README says\n{}\nbut the example prints\n{said}", self.printed);
        Ok(())
    }
}

/// Runs the first command of README.md with a program, which must print the count that stands there.
///
/// # Errors
/// The program has failed, or counts something else.
pub(super) fn first_command(program: &Path, folder: &Path) -> anyhow::Result<&'static str> {
    const COMMAND: &str = "perft 5 --variant herb-garden";
    const COUNT: &str = "89,899,619";
    let readme = std::fs::read_to_string(root().join("README.md")).context("README.md")?;
    ensure!(readme.contains(COMMAND) && readme.contains(COUNT), "README.md does not begin with `campione {COMMAND}`");
    let said = output(Command::new(program).args(COMMAND.split(' ')).current_dir(folder))?;
    // Numbers have separators on a terminal only.
    ensure!(
        said.replace(',', "").contains(&COUNT.replace(',', "")),
        "`campione {COMMAND}` does not print {COUNT}:\n{said}"
    );
    Ok(COUNT)
}

/// Unpacks an archive by the program that users have for it.
///
/// # Errors
/// There is no `tar`, or it has failed.
pub(super) fn unpack(archive: &Path, folder: &Path) -> anyhow::Result<()> {
    output(Command::new("tar").arg("-xzf").arg(archive).current_dir(folder)).map(drop)
}

/// The first of these programs that is missing.
pub(super) fn lacks<'a>(programs: &[&'a str]) -> Option<&'a str> {
    programs.iter().copied().find(|name| find(name).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_what_a_readme_shows() {
        let text =
            "# x\n\n```sh\ninstall\n```\n\n```js\none();\n```\n\nprints\n\n```text\n1\n```\n\n```js\ntwo();\n```\n";
        let example = Example::in_text(text, "js").unwrap();
        assert_eq!((example.code.as_str(), example.printed.as_str()), ("one();\n", "1\n"));
        assert!(example.expect("1\r\n").is_ok() && example.expect("2\n").is_err());
        assert!(Example::in_text(text, "python").is_none());
        for (readme, language) in
            [("bindings/python/README.md", "python"), ("bindings/wasm/README.md", "js"), ("bindings/c/README.md", "c")]
        {
            Example::of(readme, language).unwrap();
        }
    }
}
