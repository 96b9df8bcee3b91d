//! The site, the conformance kit, and what says of what the release is made.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

use super::Release;
use super::bindings::packed;
use super::program::name;
use super::trial::{lacks, unpack};
use crate::check::{Checks, Done};
use crate::process::output;
use crate::{dist, packages, root, site};
use campione_workspace::Build;

/// The file of checksums.
pub(super) const SUMS: &str = "SHA256SUMS";

/// Makes the site, whose links must lead somewhere, and packs it.
pub(super) fn site(release: &Release<'_>, checks: &mut Checks) {
    let mut skipped = Vec::new();
    checks.make("site", || {
        if !root().join("bindings/wasm/site/dist").is_dir() {
            return Ok(Done::Skipped("its pages are not built: see the npm package".to_owned()));
        }
        let name = format!("campione-site-{}", release.version);
        let mut links = 0;
        packed(release, &name, |top| {
            let made = site::make(top, true)?;
            ensure!(made.faults.is_empty(), "links that lead nowhere:\n{}", made.faults.join("\n"));
            (links, skipped) = (made.links, made.skipped);
            Ok(())
        })?;
        Ok(Done::Good(format!("{name}.tar.gz, {links} links")))
    });
    for (what, why) in skipped {
        checks.make(&what, || Ok(Done::Skipped(why)));
    }
}

/// Packs the conformance kit with its description and its checkers, and verifies it from the archive.
pub(super) fn kit(release: &Release<'_>, kit: Option<&Path>) -> anyhow::Result<Done> {
    let title = format!("campione-kit-{}", release.version);
    let file = kit.map(name);
    let archive = packed(release, &title, |top| {
        dist::copy_all(&root().join("docs/kit"), top)?;
        dist::copy(&root().join("docs/reference/kit.md"), &top.join("README.md"))?;
        kit.zip(file.as_ref()).map_or(Ok(()), |(from, name)| dist::copy(from, &top.join(name)))
    })?;
    let empty = tempfile::tempdir().context("an empty folder")?;
    unpack(&archive, empty.path())?;
    let program = Build { arguments: &[], ..Build::default() }.run()?;
    for lines in std::iter::once("sample.jsonl").chain(file.as_deref()) {
        output(Command::new(&program).arg("verify").arg(empty.path().join(&title).join(lines)))?;
    }
    Ok(Done::Good(format!("{title}.tar.gz; `campione verify` agrees")))
}

/// The bill of materials (SBOM) of the program, in the format of `CycloneDX`. `unpacked` is the workspace of the packages, if they
/// are unpacked already.
pub(super) fn materials(release: &Release<'_>, unpacked: Option<PathBuf>) -> anyhow::Result<Done> {
    if lacks(&["cargo-cyclonedx"]).is_some() {
        return Ok(Done::Skipped(
            "cargo-cyclonedx is not installed (cargo install --locked cargo-cyclonedx)".to_owned(),
        ));
    }
    // It writes beside the manifest: into the unpacked package, not into the repository.
    let unpacked =
        unpacked.map_or_else(packages::packed_and_unpacked, Ok)?.join(format!("campione-{}", release.version));
    let arguments = ["cyclonedx", "--format", "json", "--spec-version", "1.5", "--override-filename", "materials"];
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).arg("--manifest-path").arg(unpacked.join("Cargo.toml")).current_dir(&unpacked);
    output(command.env("SOURCE_DATE_EPOCH", release.time.to_string()).env_remove("CARGO_MANIFEST_DIR"))?;
    let text = fs::read_to_string(unpacked.join("materials.json")).context("the bill of materials")?;
    let bill: serde_json::Value = serde_json::from_str(&text).context("the bill of materials")?;
    let parts = bill["components"].as_array().map_or(0, Vec::len);
    ensure!(parts > 0, "the bill of materials lists nothing");
    // Places of this machine are nobody's business.
    let text = text.replace(&unpacked.parent().context("a folder")?.display().to_string(), "");
    fs::write(release.folder.join(format!("campione-{}.cdx.json", release.version)), text)?;
    Ok(Done::Good(format!("{parts} crates")))
}

/// The workspaces of which something is released.
const RELEASED: [&str; 4] = [".", "bindings/c", "bindings/python", "bindings/wasm"];

/// What deny.toml allows, in each workspace.
pub(super) fn deny() -> anyhow::Result<Done> {
    if lacks(&["cargo-deny"]).is_some() {
        return Ok(Done::Skipped("cargo-deny is not installed (cargo install --locked cargo-deny)".to_owned()));
    }
    for workspace in RELEASED {
        let mut command = Command::new(env!("CARGO"));
        command.args(["deny", "--config"]).arg(root().join("deny.toml"));
        command.arg("--manifest-path").arg(root().join(workspace).join("Cargo.toml"));
        output(command.args(["check", "licenses", "bans", "sources"]).current_dir(root()))?;
    }
    Ok(Done::Good(format!("as deny.toml allows, in {} workspaces", RELEASED.len())))
}

/// Writes the checksums of all files, as `sha256sum --check` reads them.
pub(super) fn sums(folder: &Path) -> anyhow::Result<Done> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<Vec<_>>>()?;
    files.retain(|file| file.is_file() && name(file) != SUMS);
    files.sort();
    ensure!(!files.is_empty(), "{}: there is nothing to release", folder.display());
    let lines = files.iter().map(|file| {
        let bytes = fs::read(file).with_context(|| file.display().to_string())?;
        let sum: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(format!("{sum}  {}\n", name(file)))
    });
    let lines = lines.collect::<anyhow::Result<String>>()?;
    fs::write(folder.join(SUMS), lines).context(SUMS)?;
    Ok(Done::Good(format!("{SUMS} of {} files, in {}", files.len(), folder.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_files() {
        let folder = tempfile::tempdir().unwrap();
        assert!(sums(folder.path()).is_err());
        fs::write(folder.path().join("b"), "abc").unwrap();
        fs::write(folder.path().join("a"), "").unwrap();
        for _ in 0..2 {
            sums(folder.path()).unwrap();
            // Those of no bytes and of `abc`, FIPS 180-4.
            let wanted = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n\
                          ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b\n";
            assert_eq!(fs::read_to_string(folder.path().join(SUMS)).unwrap(), wanted);
        }
    }
}
