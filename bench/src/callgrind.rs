//! Counting instructions with Valgrind's Callgrind. It simulates them one by one, so the load and the clock of the
//! machine do not change the count.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// The result of a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The number of instructions.
    pub instructions: u64,
    /// The backend that looked up the attacks of sliders.
    pub backend: Backend,
}

/// How the move generator looks up the attacks of sliders (`movegen/src/attacks.rs`). It decides this when the program
/// runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// In tables, by the PEXT instruction.
    Pext,
    /// By bit tricks that work on every machine.
    Portable,
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Backend::Pext => "PEXT",
            Backend::Portable => "portable",
        })
    }
}

/// The function that runs the code compiled for PEXT. Callgrind's name for it begins with this.
const PEXT: &str = "campione_movegen::attacks::x86::run";

impl Profile {
    /// Reads a file in Callgrind's format. `None` if nothing was counted in it.
    pub fn read(text: &str) -> Option<Profile> {
        let total = text.lines().find_map(|line| line.strip_prefix("totals:"))?;
        let instructions = total.split_whitespace().next()?.parse().ok().filter(|&count| count > 0)?;
        // The first occurrence of a function has its full name, `fn=(7) name`. Only functions that ran have one.
        let pext = text.lines().any(|line| (line.starts_with("fn=") || line.starts_with("cfn=")) && has_pext(line));
        Some(Profile { instructions, backend: if pext { Backend::Pext } else { Backend::Portable } })
    }
}

fn has_pext(line: &str) -> bool {
    line.split_once(") ").is_some_and(|(_, name)| name.starts_with(PEXT))
}

/// The version of the installed Valgrind, if there is one.
pub fn valgrind() -> Option<String> {
    let output = Command::new("valgrind").arg("--version").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs a program and counts the instructions between the call of a function and its return, including those of all
/// functions that it calls. `function` may contain `*`.
///
/// The program gets no environment except `PATH`, so that its memory does not depend on this shell. `file` is
/// overwritten.
///
/// # Errors
/// The program fails, or the function is never called.
pub fn count(program: &Path, args: &[&str], function: &str, file: &Path) -> io::Result<Profile> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet", "--collect-atstart=no"])
        .arg(format!("--toggle-collect={function}"))
        .arg(option("--callgrind-out-file=", file.as_os_str()))
        .arg(program)
        .args(args)
        .env_clear()
        .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr).trim())));
    }
    Profile::read(&fs::read_to_string(file)?).ok_or_else(|| io::Error::other(format!("`{function}` was never called")))
}

fn option(name: &str, value: &OsStr) -> std::ffi::OsString {
    let mut option = std::ffi::OsString::from(name);
    option.push(value);
    option
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORTABLE: &str = "# callgrind format\nevents: Ir\nfn=(1) bench::measured\n12 30\ncfn=(2) campione_movegen::perft\n\
                            calls=1 0\n1 70\ncfn=(3) campione_movegen::attacks::x86::Pext::detect\ncalls=1 0\n1 5\n\ntotals: 100\n";

    #[test]
    fn files_of_callgrind() {
        let profile = |instructions, backend| Some(Profile { instructions, backend });
        assert_eq!(Profile::read(PORTABLE), profile(100, Backend::Portable));
        for kind in ["fn", "cfn"] {
            let text = format!("{kind}=(3) campione_movegen::attacks::x86::run'2\n+1 7\ntotals: 1234567890123 0 7\n");
            assert_eq!(Profile::read(&text), profile(1_234_567_890_123, Backend::Pext), "{kind}");
        }
    }

    #[test]
    fn a_function_that_is_never_called() {
        if valgrind().is_none() {
            println!("skipped: valgrind is not installed");
            return;
        }
        let file = std::env::temp_dir().join(format!("campione-callgrind.{}", std::process::id()));
        let error = count(Path::new("true"), &[], "no_function_of_this_name", &file).unwrap_err();
        assert_eq!(error.to_string(), "`no_function_of_this_name` was never called");
        fs::remove_file(file).unwrap();
        assert!(count(Path::new("no-program-of-this-name"), &[], "main", Path::new("unused")).is_err());
    }

    #[test]
    fn files_in_which_nothing_was_counted() {
        for text in ["", "events: Ir\n", "totals: 0\n", "totals:\n", "totals: many\n"] {
            assert_eq!(Profile::read(text), None, "{text}");
        }
    }
}
