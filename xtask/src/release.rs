//! `cargo xtask release VERSION`: makes everything of a release for which no account is needed, and tries it.
//!
//! The version is written into the files that name it. Then every package and archive is made, unpacked in an empty folder and run
//! there, as a user would. What an account is needed for is printed: nothing is published or pushed. RELEASING.md is the whole list.

mod bindings;
mod changelog;
mod papers;
mod program;
mod trial;
pub(crate) mod version;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use cargo_metadata::semver::Version;
use clap::ValueEnum;

use crate::archive::source_date;
use crate::check::{Checks, Done};
use crate::{Usage, Verdict, packages, root};
use campione_workspace::git;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The version, such as 0.1.0
    #[arg(value_parser = number)]
    version: Version,
    /// Change no file of the repository: say what would be changed, and make the packages from what is here
    #[arg(long)]
    dry_run: bool,
    /// What is skipped because a program is missing is a failure
    #[arg(long)]
    strict: bool,
    /// Only these parts; may be repeated. Files of other parts stay
    #[arg(long, value_name = "PART")]
    only: Vec<Part>,
    /// A conformance kit that `cargo xtask kit` has written; otherwise the sample is packed alone
    #[arg(long, value_name = "FILE")]
    kit: Option<PathBuf>,
    /// The profile of the program: `release` is built sooner
    #[arg(long, default_value = "dist")]
    profile: String,
    /// Do not optimize the program by a profile of its work, which takes a second build
    #[arg(long)]
    no_pgo: bool,
    /// The folder for the files, which is emptied first
    #[arg(long, value_name = "FOLDER", default_value = "target/released")]
    to: PathBuf,
}

/// A part of a release.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Part {
    /// Version, changelog, tag
    Files,
    /// Packages for crates.io
    Crates,
    /// Archives of the program, and the Debian package
    Program,
    /// Wheel and source distribution
    Python,
    /// The npm package
    Npm,
    /// The C library
    C,
    /// The site: front page, pages, kit and book
    Site,
    /// The conformance kit
    Kit,
    /// Bill of materials, licenses, checksums
    Papers,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let folder = root().join(&options.to);
    let version = options.version.to_string();
    not_lower(&options.version, &version::of_workspace(root())?).map_err(Usage)?;
    if !options.dry_run {
        let changed = git(&["status", "--porcelain"])?;
        if !changed.is_empty() {
            let why =
                anyhow!("there are changes that are not committed; commit them first, or say --dry-run:\n{changed}");
            return Err(Usage(why).into());
        }
    }
    if options.only.is_empty() {
        empty(&folder)?;
    }
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut checks = Checks::default();
    let asked = |part| options.only.is_empty() || options.only.contains(&part);
    if asked(Part::Files) {
        // All is checked before anything is written.
        checks.make("tag", || tag(&version));
        checks.make("changelog", || changelog::check(&version));
        if !options.dry_run {
            ensure!(checks.verdict() == Verdict::Good, "nothing is written: see above");
            checks.make("date", || changelog::write(&version));
        }
        checks.make("version", || versions(&version, options.dry_run));
    }
    // Before the release is written, packages have the version of the last one.
    let here = crate::dist::version()?;
    if here != version && options.only != [Part::Files] {
        say!("The packages are made with version {here}, which is in the files now.");
    }
    let release = Release { folder: &folder, version: &here, time: source_date()? };
    let mut unpacked = None;
    if asked(Part::Crates) {
        checks.make("crates", || program::crates(&release, &mut unpacked));
    }
    if asked(Part::Program) {
        let made = program::make(&release, &options.profile, options.no_pgo, &mut checks);
        if let Some(made) = made {
            program::try_each(&release, &made, &mut checks);
        }
    }
    if asked(Part::Python) {
        bindings::python(&release, &mut checks);
    }
    if asked(Part::Npm) {
        bindings::npm(&release, &mut checks);
    }
    if asked(Part::C) {
        bindings::c(&release, &mut checks);
    }
    if asked(Part::Site) {
        papers::site(&release, &mut checks);
    }
    if asked(Part::Kit) {
        checks.make("kit", || papers::kit(&release, options.kit.as_deref()));
    }
    if asked(Part::Papers) {
        checks.make("bill of materials", || papers::materials(&release, unpacked));
        checks.make("licenses and sources of dependencies", papers::deny);
        checks.make("checksums", || papers::sums(&folder));
    }
    finish(options, &checks)
}

/// A version as every registry takes it. Python writes those of pre-releases otherwise, and npm wants a tag for them.
fn number(text: &str) -> Result<Version, String> {
    let version = Version::parse(text).map_err(|why| format!("{why}; it is three numbers, such as 0.1.0"))?;
    if version.pre.is_empty() && version.build.is_empty() {
        return Ok(version);
    }
    Err("it is three numbers, such as 0.1.0: pre-releases are not published".to_owned())
}

/// Refuses a version below that of the files.
fn not_lower(version: &Version, here: &str) -> anyhow::Result<()> {
    let parsed: Version = here.parse().with_context(|| format!("the version {here} of the workspace"))?;
    ensure!(*version >= parsed, "{version} is lower than {here}, which is in the files now");
    Ok(())
}

/// What all parts need: where the files go, the version in their names, and the time in them.
struct Release<'a> {
    folder: &'a Path,
    version: &'a str,
    time: u64,
}

/// Removes what an earlier run has made. A folder of something else is left alone.
fn empty(folder: &Path) -> anyhow::Result<()> {
    let Ok(mut entries) = fs::read_dir(folder) else { return Ok(()) };
    let ours = folder.join(papers::SUMS).is_file() || folder.starts_with(root().join("target"));
    if entries.next().is_some() && !ours {
        let why = anyhow!("{}: the folder is not empty, and no release is in it", folder.display());
        return Err(Usage(why).into());
    }
    fs::remove_dir_all(folder).with_context(|| folder.display().to_string())
}

/// Writes the version, or says where it is another.
fn versions(version: &str, dry_run: bool) -> anyhow::Result<Done> {
    let other = version::other(root(), version)?;
    if other.is_empty() {
        return Ok(Done::Good(format!("{version} in all files")));
    }
    if dry_run {
        return Ok(Done::Good(format!("would be written into {}", other.join(", "))));
    }
    version::write(root(), version)?;
    version::write_locks(root())?;
    Ok(Done::Good(format!("{version} is written into {}", other.join(", "))))
}

fn tag(version: &str) -> anyhow::Result<Done> {
    let name = format!("v{version}");
    if git(&["tag", "--list", &name])?.is_empty() {
        return Ok(Done::Good(format!("{name} is free")));
    }
    // As in the workflow that the tag begins.
    let tagged = git(&["rev-parse", &format!("{name}^{{commit}}")])?;
    ensure!(tagged == git(&["rev-parse", "HEAD"])?, "{name} is a tag of another commit: a version is released once");
    Ok(Done::Good(format!("{name} is this commit")))
}

/// What was skipped, and what is left to whoever has the accounts.
fn finish(options: &Options, checks: &Checks) -> anyhow::Result<Verdict> {
    let skipped = checks.skipped();
    if !skipped.is_empty() {
        say!("\nSkipped:");
        for what in skipped {
            say!("  {what}");
        }
    }
    if checks.verdict() == Verdict::Bad {
        bail!("some parts have failed: see above");
    }
    if options.strict && !skipped.is_empty() {
        bail!("{} parts were skipped, which --strict does not allow", skipped.len());
    }
    let version = &options.version;
    if options.only.is_empty() && options.dry_run {
        say!("\nTo write version and date into the files: cargo xtask release {version}");
    }
    if options.only.is_empty() || (options.only.contains(&Part::Files) && !options.dry_run) {
        say!("\nThen, in this order (RELEASING.md; from the push on an account is needed):");
        say!("  .ci/run && cargo xtask thorough");
        say!("  git commit --all --message 'Version {version}'");
        say!("  git tag --sign v{version} --message 'Version {version}'");
        say!("  git push origin main v{version}");
        say!("  gh run watch                     # until the draft is made, and the run waits for approval");
        say!("  cargo publish --workspace        # {}", packages::order()?.join(", "));
        say!("  gh release edit v{version} --draft=false   # when the run is approved, and the draft is read");
    }
    Ok(Verdict::Good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_three_numbers_and_rise() {
        for (text, why) in [
            ("0.1", "minor version number; it is three numbers, such as 0.1.0"),
            ("v0.1.1", "unexpected character 'v'"),
            ("0.2.0-rc.1", "pre-releases are not published"),
            ("0.2.0+x", "it is three numbers"),
        ] {
            let error = number(text).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
        for version in ["0.1.9", "0.1.10", "1.0.0"] {
            not_lower(&number(version).unwrap(), "0.1.9").unwrap();
        }
        let error = not_lower(&number("0.1.8").unwrap(), "0.1.9").unwrap_err().to_string();
        assert_eq!(error, "0.1.8 is lower than 0.1.9, which is in the files now");
    }
}
