//! The crates, the program's archives and the Debian package.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use super::Release;
use super::trial::{first_command, lacks, unpack};
use crate::check::{Checks, Done};
use crate::process::output;
use crate::{dist, packages};
use campione_driver::find;

/// Packs the crates, compiles them from their packages alone, and runs the program made of these. `folder` is where they are unpacked.
pub(super) fn crates(release: &Release<'_>, folder: &mut Option<PathBuf>) -> anyhow::Result<Done> {
    let unpacked = folder.insert(packages::packed_and_unpacked()?);
    let target = crate::root().join("target");
    let run = ["run", "--quiet", "--offline", "--package", "campione", "--bin", "campione", "--target-dir"];
    let mut command = Command::new(env!("CARGO"));
    command.args(run).arg(target).args(["--", "--version"]).current_dir(unpacked).env_remove("CARGO_MANIFEST_DIR");
    let said = output(&mut command)?;
    ensure!(said.contains(release.version), "`campione --version` of the packages prints {said}");
    Ok(Done::Good(packages::order()?.join(", ")))
}

/// Makes the files; `None` if that has failed.
pub(super) fn make(release: &Release<'_>, profile: &str, no_pgo: bool, checks: &mut Checks) -> Option<Vec<PathBuf>> {
    let mut files = None;
    let mut skipped = Vec::new();
    checks.make("program", || {
        let made = dist::make(&dist::released(release.folder, profile, no_pgo)?)?;
        let names = made.files.iter().map(|file| name(file)).collect::<Vec<_>>().join(", ");
        (files, skipped) = (Some(made.files), made.skipped);
        Ok(Done::Good(names))
    });
    for why in skipped {
        checks.make("program", || Ok(Done::Skipped(why)));
    }
    files
}

/// Unpacks each file in an empty folder and runs the program there.
pub(super) fn try_each(release: &Release<'_>, files: &[PathBuf], checks: &mut Checks) {
    let host = dist::host().unwrap_or_default();
    for file in files {
        let name = name(file);
        checks.make(&format!("trial of {name}"), || {
            let folder = tempfile::tempdir().context("an empty folder")?;
            if file.extension().is_some_and(|extension| extension == "deb") {
                if lacks(&["dpkg-deb"]).is_some() {
                    return Ok(Done::Skipped("dpkg-deb is not installed".to_owned()));
                }
                output(Command::new("dpkg-deb").arg("--extract").args([file.as_path(), folder.path()]))?;
                return Ok(Done::Good(
                    first_command(&folder.path().join("usr/bin/campione"), folder.path())?.to_owned(),
                ));
            }
            if !name.contains(&host) {
                return with_wine(file, folder.path(), release);
            }
            unpack(file, folder.path())?;
            let top = folder.path().join(format!("campione-{}-{host}", release.version));
            let program = top.join(format!("campione{}", std::env::consts::EXE_SUFFIX));
            Ok(Done::Good(first_command(&program, folder.path())?.to_owned()))
        });
    }
}

/// A program for Windows runs elsewhere where there is Wine.
fn with_wine(archive: &Path, folder: &Path, release: &Release<'_>) -> anyhow::Result<Done> {
    let Some(wine) = find("wine64").or_else(|| find("wine")) else {
        return Ok(Done::Skipped("it runs on another system, and wine is not installed".to_owned()));
    };
    if let Some(program) = lacks(&["unzip"]) {
        return Ok(Done::Skipped(format!("{program} is not installed")));
    }
    output(Command::new("unzip").arg("-q").arg(archive).current_dir(folder))?;
    let top = name(archive).replace(".zip", "");
    let said =
        output(Command::new(wine).arg(folder.join(top).join("campione.exe")).arg("--version").current_dir(folder))?;
    ensure!(said.contains(release.version), "`campione.exe --version` prints {said}");
    Ok(Done::Good(said.trim().to_owned()))
}

/// The name of a file, for a message.
pub(super) fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
