//! The licenses of the crates that are compiled into what is released, as `cargo about` finds them.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use crate::{dist, root};
use campione_driver::find;

/// The file in each archive and package.
pub(crate) const NAME: &str = "LICENSES-OF-CRATES.txt";

/// Why there is none.
pub(crate) const MISSING: &str = "cargo-about is not installed (cargo install --locked cargo-about --features cli)";

/// What `cargo about` accepts, and how it writes.
const SETTINGS: [&str; 2] = ["xtask/data/about.toml", "xtask/data/about.hbs"];

/// Writes the licenses for the package in a folder of the repository. `false` where there is no `cargo about`; then there is no file
/// either, as an old one would be packed.
///
/// # Errors
/// A license is not among those accepted, or `cargo about` has failed otherwise.
pub(crate) fn write(package: &str, to: &Path) -> anyhow::Result<bool> {
    if to.exists() {
        fs::remove_file(to).with_context(|| to.display().to_string())?;
    }
    if find("cargo-about").is_none() {
        return Ok(false);
    }
    let manifest = root().join(package).join("Cargo.toml");
    let mut about = vec!["about", "generate", "--locked", "--fail", "--manifest-path"];
    about.push(manifest.to_str().context("a folder whose name is not UTF-8")?);
    let [config, template] = SETTINGS;
    about.extend(["--config", config, "--output-file"]);
    about.extend([to.to_str().context("a folder whose name is not UTF-8")?, template]);
    dist::cargo(&about)?;
    ensure!(to.is_file(), "`cargo about` has written no {}", to.display());
    Ok(true)
}
