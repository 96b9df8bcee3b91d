//! Our engine at some commit: built once, then run as `campione uci`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use campione_workspace::{Build, git};
use cargo_metadata::MetadataCommand;

use campione_workspace::root;

/// A commit with its binary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Revision {
    /// Its hash.
    pub(crate) hash: String,
    pub(crate) binary: PathBuf,
}

impl Revision {
    /// The binary of a commit, built unless it exists already.
    ///
    /// # Errors
    /// The commit does not exist, cannot be built, or has no `campione uci`.
    pub(crate) fn find(commit: &str) -> anyhow::Result<Revision> {
        let hash = git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{commit}^{{commit}}")])
            .with_context(|| format!("`{commit}` is not a commit of this repository"))?;
        let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec().context("cargo metadata")?;
        let folder = metadata.target_directory.into_std_path_buf().join("match");
        let revision = Revision { binary: folder.join(file_name(&hash, &build_settings())), hash };
        if !revision.binary.is_file() {
            eprintln!("building campione of {} …", revision.short());
            revision.build(&folder)?;
        }
        check(&revision.binary).with_context(|| format!("the campione of {}", revision.short()))?;
        Ok(revision)
    }

    /// The short hash.
    pub(crate) fn short(&self) -> &str {
        self.hash.get(..12).unwrap_or(&self.hash)
    }

    /// Builds it in a separate working tree.
    fn build(&self, folder: &Path) -> anyhow::Result<()> {
        let tree = folder.join(format!("tree-{}", self.hash));
        let place = tree.to_str().with_context(|| format!("{}: git takes no such path", tree.display()))?;
        if tree.exists() {
            // Left by an interrupted build.
            let _ = git(&["worktree", "remove", "--force", place]);
        }
        git(&["worktree", "prune"])?;
        git(&["worktree", "add", "--detach", place, &self.hash])?;
        // One target folder for all revisions: shared crates are compiled once.
        let built = Build { workspace: &tree, target: Some(&folder.join("build")), ..Build::default() }.run();
        let removed = git(&["worktree", "remove", "--force", place]);
        let built = built.with_context(|| format!("the campione of {}", self.short()))?;
        removed?;
        // Renamed when complete, so that its name never stands for a partial file.
        let half = self.binary.with_extension("part");
        fs::copy(&built, &half).with_context(|| half.display().to_string())?;
        fs::rename(&half, &self.binary).with_context(|| self.binary.display().to_string())
    }
}

/// The name of a binary, which depends on the settings of the build.
fn file_name(hash: &str, settings: &[(String, String)]) -> String {
    let settings: String = settings.iter().map(|(name, value)| format!("-{name}={value}")).collect();
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-=.".contains(c) { c } else { '_' };
    let settings: String = settings.chars().map(plain).collect();
    format!("campione-{hash}{}{}", settings.to_lowercase(), std::env::consts::EXE_SUFFIX)
}

/// The environment variables that change how cargo builds.
fn build_settings() -> Vec<(String, String)> {
    let changes = |name: &str| name == "RUSTFLAGS" || name.starts_with("CARGO_PROFILE_RELEASE_");
    let text = |text: OsString| text.to_string_lossy().into_owned();
    let mut settings: Vec<(String, String)> =
        std::env::vars_os().map(|(name, value)| (text(name), text(value))).filter(|(name, _)| changes(name)).collect();
    settings.sort();
    settings
}

/// Checks that a binary has a working `campione uci`.
fn check(binary: &Path) -> anyhow::Result<()> {
    let output = Command::new(binary).arg("uci").stdin(Stdio::null()).output();
    let output = output.with_context(|| binary.display().to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
    bail!("it cannot play: its command `uci` is missing or broken ({said}): choose a later commit")
}

#[cfg(test)]
mod tests {
    use super::*;
    use campione_driver::find;

    #[test]
    fn what_is_no_commit_is_refused() {
        if find("git").is_none() || git(&["rev-parse", "--git-dir"]).is_err() {
            return println!("skipped: this is not a git clone, or git is not installed");
        }
        for commit in ["no-such-commit", "", "-h"] {
            let error = format!("{:#}", Revision::find(commit).unwrap_err());
            assert!(error.starts_with(&format!("`{commit}` is not a commit of this repository")), "{error}");
        }
    }

    #[test]
    fn binaries_that_are_built_otherwise_have_other_names() {
        let set = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let plain = file_name("12ab", &[]);
        assert_eq!(plain, format!("campione-12ab{}", std::env::consts::EXE_SUFFIX));
        let other = file_name("12ab", &[set("CARGO_PROFILE_RELEASE_LTO", "off"), set("RUSTFLAGS", "-C a/b")]);
        assert!(other.starts_with("campione-12ab-cargo_profile_release_lto=off-rustflags=-c_a_b"), "{other}");
    }

    #[test]
    fn a_binary_must_have_the_command() {
        let (Some(good), Some(bad)) = (find("true"), find("false")) else {
            return println!("skipped: true and false are not installed");
        };
        assert!(check(&good).is_ok());
        let error = check(&bad).unwrap_err().to_string();
        assert!(error.starts_with("it cannot play: its command `uci` is missing or broken (nothing)"), "{error}");
    }
}
