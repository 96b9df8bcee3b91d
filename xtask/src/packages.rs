//! `cargo xtask packages`: checks the packages before they are published.
//!
//! `cargo publish --dry-run` packs every crate. The packages are then unpacked side by side as a separate workspace, where
//! everything must compile, including tests and examples. Finally the libraries are checked for other processors, and
//! all crates with their tests for other systems.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, bail, ensure};
use cargo_metadata::{Metadata, MetadataCommand};

use crate::{Verdict, root, targets};

/// The libraries that are checked for other processors, and those targets.
const LIBRARIES: [&str; 4] = ["campione-core", "campione-movegen", "campione-notation", "campione-search"];
const TARGETS: [&str; 2] = ["wasm32-unknown-unknown", "i686-unknown-linux-gnu"];

/// The systems on which the workflows run all tests.
const SYSTEMS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];

/// Cargo's messages when the registry cannot be reached.
const NO_NETWORK: &[&str] = &["download", "network", "resolve host", "connect", "failed to fetch", "timed out"];

pub(crate) fn run() -> anyhow::Result<Verdict> {
    packed_and_unpacked()?;
    let installed = targets::installed()?;
    let check = |target: &str, what: &[&str], words: &str| -> anyhow::Result<()> {
        if installed.iter().any(|name| name == target) {
            run_to_end(cargo().args(["check", "--quiet", "--target", target]).args(what))?;
            say!("{target}: {words} compile");
        } else {
            say!("skipped: {target}: its standard library is not installed (rustup target add {target})");
        }
        Ok(())
    };
    let libraries: Vec<&str> = LIBRARIES.iter().flat_map(|library| ["--package", library]).collect();
    for target in TARGETS {
        check(target, &libraries, &LIBRARIES.join(", "))?;
    }
    for target in SYSTEMS {
        check(target, &["--workspace", "--all-targets"], "programs, libraries and tests")?;
    }
    Ok(Verdict::Good)
}

/// Packs the crates, and compiles them unpacked; returns the workspace of the unpacked.
///
/// # Errors
/// A crate cannot be packed, lacks a file, or does not compile on its own.
pub(crate) fn packed_and_unpacked() -> anyhow::Result<PathBuf> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec().context("cargo metadata")?;
    unpacked(&metadata, &packed(&metadata)?)
}

/// The crates to publish, each after those on which it depends.
///
/// # Errors
/// Cargo has failed, or the crates depend on each other in a circle.
pub(crate) fn order() -> anyhow::Result<Vec<String>> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec().context("cargo metadata")?;
    let mut waiting: Vec<_> = metadata.packages.iter().filter(|package| package.publish.is_none()).collect();
    let mut order: Vec<String> = Vec::new();
    while !waiting.is_empty() {
        let names: Vec<String> = waiting.iter().map(|package| package.name.to_string()).collect();
        let ready = waiting.iter().position(|package| {
            // A dependency without a version, of tests alone, is not in the package.
            let needs = package.dependencies.iter().filter(|needed| needed.req.to_string() != "*");
            needs.into_iter().all(|needed| !names.contains(&needed.name))
        });
        let ready = ready.with_context(|| format!("these crates depend on each other: {}", names.join(", ")))?;
        order.push(waiting.remove(ready).name.to_string());
    }
    Ok(order)
}

fn cargo() -> Command {
    let mut command = Command::new(env!("CARGO"));
    // Without the variables that cargo sets for this package.
    command.current_dir(root()).env_remove("CARGO_MANIFEST_DIR");
    command
}

/// Packs all crates; returns the folder of the packages. Without a network the registry is not asked.
fn packed(metadata: &Metadata) -> anyhow::Result<PathBuf> {
    let folder = metadata.target_directory.join("package").into_std_path_buf();
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    let common = ["--workspace", "--no-verify", "--allow-dirty"];
    let output = cargo().args(["publish", "--dry-run"]).args(common).env("CARGO_NET_RETRY", "0").output();
    let output = output.context("cargo publish")?;
    if output.status.success() {
        say!("cargo publish --dry-run: {}", summary(&output));
        return Ok(folder.join("tmp-crate"));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    if !NO_NETWORK.iter().any(|words| said.contains(words)) {
        bail!("`cargo publish --workspace --dry-run` has failed:\n{said}");
    }
    say!("skipped: cargo publish --dry-run: the registry cannot be reached");
    run_to_end(cargo().args(["package", "--quiet", "--offline", "--exclude-lockfile"]).args(common))?;
    Ok(folder)
}

/// The number of packages that cargo has packed.
fn summary(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    format!("{} packages", said.lines().filter(|line| line.trim_start().starts_with("Packaged ")).count())
}

/// Compiles the packages outside this workspace; returns the folder.
fn unpacked(metadata: &Metadata, packages: &Path) -> anyhow::Result<PathBuf> {
    let work = metadata.target_directory.join("unpacked").into_std_path_buf();
    if work.exists() {
        fs::remove_dir_all(&work).with_context(|| work.display().to_string())?;
    }
    fs::create_dir_all(&work).with_context(|| work.display().to_string())?;
    let mut patches = toml::Table::new();
    let mut members = Vec::new();
    // `publish = false` is an empty list of registries.
    for package in metadata.packages.iter().filter(|package| package.publish.is_none()) {
        let name = format!("{}-{}", package.name, package.version);
        let archive = packages.join(format!("{name}.crate"));
        // With the time of unpacking (`-m`): packed files have a fixed time, by which cargo would not see that they changed.
        run_to_end(Command::new("tar").args(["-x", "-z", "-m", "-f"]).arg(&archive).current_dir(&work))?;
        for needed in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "src"] {
            ensure!(work.join(&name).join(needed).exists(), "{name}: the package has no {needed}");
        }
        ensure!(!package.keywords.is_empty() && !package.categories.is_empty(), "{name}: no keywords or no categories");
        patches.insert(
            package.name.to_string(),
            toml::Table::from_iter([("path".to_owned(), name.clone().into())]).into(),
        );
        members.push(toml::Value::from(name));
    }
    ensure!(!members.is_empty(), "there is nothing to publish");
    let count = members.len();
    let ours = fs::read_to_string(root().join("Cargo.toml")).context("Cargo.toml")?;
    let mut manifest = toml::Table::new();
    manifest.insert(
        "workspace".to_owned(),
        toml::Table::from_iter([("resolver".to_owned(), "3".into()), ("members".to_owned(), members.into())]).into(),
    );
    manifest.insert("patch".to_owned(), toml::Table::from_iter([("crates-io".to_owned(), patches.into())]).into());
    // The same profiles, so that dependencies need not be built again.
    if let Some(profiles) = ours.parse::<toml::Table>().context("Cargo.toml")?.remove("profile") {
        manifest.insert("profile".to_owned(), profiles);
    }
    fs::write(work.join("Cargo.toml"), manifest.to_string()).context("a manifest")?;
    fs::copy(root().join("Cargo.lock"), work.join("Cargo.lock")).context("Cargo.lock")?;
    let mut command = cargo();
    command.args(["check", "--quiet", "--workspace", "--all-targets", "--offline", "--target-dir"]);
    run_to_end(command.arg(&metadata.target_directory).current_dir(&work))?;
    say!("{count} packages compile on their own, with their tests and examples");
    Ok(work)
}

fn run_to_end(command: &mut Command) -> anyhow::Result<()> {
    let name = format!("{command:?}");
    let status = command.status().with_context(|| name.clone())?;
    ensure!(status.success(), "{name} has failed");
    Ok(())
}
