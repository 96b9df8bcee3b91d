//! What `xtask` and the laboratory share: the folder of the workspace, the binary `campione`, and how a chore ends.

mod binary;

use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

pub use binary::Build;

/// Prints a line. A closed output (`| head`) does not stop the work.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => {{
        use ::std::io::Write as _;
        let _ = ::std::writeln!(::std::io::stdout(), $($text)*);
    }};
}

/// The result of a chore, a measurement or a check.
///
/// ```
/// use campione_workspace::Verdict;
/// assert_eq!([0, 1, 2].map(Verdict::of), [Verdict::Good, Verdict::Bad, Verdict::Bad]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No problem was found.
    Good,
    /// A problem was found and printed.
    Bad,
}

impl Verdict {
    /// Bad if there is at least one problem.
    pub fn of(complaints: usize) -> Verdict {
        if complaints == 0 { Verdict::Good } else { Verdict::Bad }
    }
}

/// The folder of the workspace.
///
/// ```
/// assert!(campione_workspace::root().join("ARCHITECTURE.md").is_file());
/// ```
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."))
}

/// A page with another text between two marks; `name` is the page's, for the error.
///
/// ```
/// let page = campione_workspace::replace_between("a page", "1 <a> 2 </a> 3", ["<a>", "</a>"], " 4 ")?;
/// assert_eq!(page, "1 <a> 4 </a> 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A mark is missing.
pub fn replace_between(name: &str, page: &str, [begin, end]: [&str; 2], text: &str) -> anyhow::Result<String> {
    let (before, rest) = page.split_once(begin).with_context(|| format!("{name}: no {begin}"))?;
    let (_, after) = rest.split_once(end).with_context(|| format!("{name}: no {end}"))?;
    Ok(format!("{before}{begin}{text}{end}{after}"))
}

/// The output of git in the folder of the workspace, without the final line break.
///
/// ```
/// assert!(campione_workspace::git(&["no-such-command"]).is_err());
/// ```
///
/// # Errors
/// Git is not installed, or fails.
pub fn git(arguments: &[&str]) -> anyhow::Result<String> {
    let output = Command::new("git").args(arguments).current_dir(root()).output().context("cannot run git")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git {}: {}", arguments.first().unwrap_or(&""), error.trim());
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}
