//! `header` writes `include/campione.h` from the source; `header --check` says whether it is what it would write.

use std::path::Path;
use std::{env, fs};

use anyhow::{Context as _, bail};

fn main() -> anyhow::Result<()> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("a folder above this one")?;
    let path = package.join("include/campione.h");
    let config = cbindgen::Config::from_file(package.join("cbindgen.toml")).map_err(anyhow::Error::msg)?;
    let mut text = Vec::new();
    cbindgen::Builder::new().with_crate(package).with_config(config).generate()?.write(&mut text);
    match env::args().nth(1).as_deref() {
        None => Ok(fs::write(path, text)?),
        Some("--check") if fs::read(&path).is_ok_and(|there| there == text) => Ok(()),
        Some("--check") => bail!("include/campione.h differs from the source: `cargo run --package header` writes it"),
        Some(other) => bail!("`{other}`: the only argument is --check"),
    }
}
