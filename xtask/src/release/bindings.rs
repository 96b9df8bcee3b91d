//! The packages for Python, JavaScript and C.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use super::Release;
use super::program::name;
use super::trial::{Example, lacks, unpack};
use crate::archive::{self, Form};
use crate::check::{Checks, Done};
use crate::process::output;
use crate::python::{Environment, TARGET as PYTHON_TARGET};
use crate::{dist, notices, root, targets};

/// Where the check of the npm package builds, too: what it has built is not built again.
const WASM_TARGET: &str = "target/wasm";

/// What `bindings/python/check` builds with.
const MATURIN: &str = "maturin>=1.9,<2";

/// Writes the licenses of the crates that are compiled into a package, to be packed with it.
fn licenses(checks: &mut Checks, package: &str, to: &Path) {
    checks.make(&format!("{} of {package}", notices::NAME), || {
        if !notices::write(package, to)? {
            return Ok(Done::Skipped(notices::MISSING.to_owned()));
        }
        Ok(Done::Good(format!("{} kB", fs::metadata(to).context(notices::NAME)?.len() / 1000)))
    });
}

/// Makes wheel and source distribution, installs each in an environment of its own, and runs the README's example.
pub(super) fn python(release: &Release<'_>, checks: &mut Checks) {
    licenses(checks, "bindings/python", &root().join("bindings/python/python/campione").join(notices::NAME));
    let mut made = None;
    checks.make("Python package", || {
        let work = tempfile::tempdir().context("a folder for Python")?;
        let Some(env) = Environment::make(work.path().join("env")) else {
            return Ok(Done::Skipped("there is no Python 3 with venv".to_owned()));
        };
        if env.install(&[MATURIN]).is_err() {
            return Ok(Done::Skipped("maturin cannot be installed".to_owned()));
        }
        let out = work.path().join("made");
        for arguments in [&["build", "--release", "--locked"][..], &["sdist"]] {
            let mut maturin = Command::new(&env.python);
            maturin.args(["-m", "maturin"]).args(arguments).arg("--out").arg(&out);
            maturin.current_dir(root().join("bindings/python")).env("CARGO_TARGET_DIR", root().join(PYTHON_TARGET));
            maturin.env("SOURCE_DATE_EPOCH", release.time.to_string()).env("VIRTUAL_ENV", &env.folder);
            output(&mut maturin)?;
        }
        let files = copied(&out, release.folder)?;
        ensure!(files.len() == 2, "maturin has made {} files, not two", files.len());
        let names = files.iter().map(|file| name(file)).collect::<Vec<_>>().join(", ");
        made = Some(files);
        Ok(Done::Good(names))
    });
    for file in made.into_iter().flatten() {
        checks.make(&format!("trial of {}", name(&file)), || {
            let folder = tempfile::tempdir().context("an empty folder")?;
            let env = Environment::make(folder.path().join("env")).context("no virtual environment")?;
            env.install(&[file.to_str().context("a name that is not UTF-8")?])?;
            let example = Example::of("bindings/python/README.md", "python")?;
            example
                .expect(&output(Command::new(&env.python).args(["-c", &example.code]).current_dir(folder.path()))?)?;
            Ok(Done::Good("the example of the README".to_owned()))
        });
    }
}

/// Copies all files of a folder; returns where they are, sorted.
fn copied(from: &Path, to: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let file = entry?.path();
        let target = to.join(file.file_name().context("a file without a name")?);
        fs::copy(&file, &target).with_context(|| target.display().to_string())?;
        files.push(target);
    }
    files.sort();
    Ok(files)
}

/// Makes the npm package, and the pages for the site, installs it in an empty folder, and runs the README's example.
pub(super) fn npm(release: &Release<'_>, checks: &mut Checks) {
    let folder = root().join("bindings/wasm");
    let target = root().join(WASM_TARGET);
    licenses(checks, "bindings/wasm", &folder.join(notices::NAME));
    let mut made = None;
    checks.make("npm package", || {
        if let Some(program) = lacks(&["node", "npm", "bash"]) {
            return Ok(Done::Skipped(format!("{program} is not installed")));
        }
        if !targets::installed()?.iter().any(|name| name == "wasm32-unknown-unknown") {
            return Ok(Done::Skipped("rustup target add wasm32-unknown-unknown".to_owned()));
        }
        if output(Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--silent"]).current_dir(&folder)).is_err()
        {
            return Ok(Done::Skipped("the packages of package-lock.json cannot be downloaded".to_owned()));
        }
        output(Command::new("bash").arg("build-site").current_dir(&folder).env("CARGO_TARGET_DIR", &target))?;
        let pack = ["pack", "--silent", "--pack-destination"];
        let said = output(Command::new("npm").args(pack).arg(release.folder).current_dir(&folder))?;
        let file = release.folder.join(said.trim());
        ensure!(file.is_file(), "`npm pack` has written no {}", file.display());
        made = Some(file);
        Ok(Done::Good(said.trim().to_owned()))
    });
    let Some(file) = made else { return };
    checks.make(&format!("trial of {}", name(&file)), || {
        let empty = tempfile::tempdir().context("an empty folder")?;
        let install = ["install", "--offline", "--no-audit", "--no-fund", "--silent"];
        output(Command::new("npm").args(install).arg(&file).current_dir(empty.path()))?;
        let example = Example::of("bindings/wasm/README.md", "js")?;
        fs::write(empty.path().join("quick.mjs"), &example.code).context("quick.mjs")?;
        example.expect(&output(Command::new("node").arg("quick.mjs").current_dir(empty.path()))?)?;
        Ok(Done::Good("the example of the README".to_owned()))
    });
}

/// Builds the C library, packs it, unpacks it elsewhere, and compiles the README's example with it.
pub(super) fn c(release: &Release<'_>, checks: &mut Checks) {
    let notices = root().join(PYTHON_TARGET).join(notices::NAME);
    licenses(checks, "bindings/c", &notices);
    checks.make("C library", || c_library(release, &notices));
}

/// The archive of the C library, with the licenses where they were found.
fn c_library(release: &Release<'_>, notices: &Path) -> anyhow::Result<Done> {
    if cfg!(windows) {
        return Ok(Done::Skipped("bindings/c/build is for Linux and macOS".to_owned()));
    }
    if let Some(program) = lacks(&["cc", "bash", "pkg-config"]) {
        return Ok(Done::Skipped(format!("{program} is not installed")));
    }
    let folder = root().join("bindings/c");
    let name = format!("campione-c-{}-{}", release.version, dist::host()?);
    let archive = packed(release, &name, |top| {
        let mut build = Command::new("bash");
        build.arg(folder.join("build")).arg(top).env("CARGO_TARGET_DIR", root().join(PYTHON_TARGET));
        output(&mut build)?;
        ["README.md", "LICENSE-MIT", "LICENSE-APACHE"]
            .iter()
            .try_for_each(|text| dist::copy(&folder.join(text), &top.join(text)))?;
        if notices.is_file() { dist::copy(notices, &top.join(notices::NAME)) } else { Ok(()) }
    })?;
    let empty = tempfile::tempdir().context("an empty folder")?;
    unpack(&archive, empty.path())?;
    let library = empty.path().join(&name).join("lib");
    let mut config = Command::new("pkg-config");
    config.args(["--cflags", "--libs", "campione"]).env("PKG_CONFIG_PATH", library.join("pkgconfig"));
    let flags = output(&mut config)?;
    let example = Example::of("bindings/c/README.md", "c")?;
    fs::write(empty.path().join("quick.c"), &example.code).context("quick.c")?;
    let mut compile = Command::new("cc");
    compile.args(["quick.c", "-o", "quick"]).args(flags.split_whitespace()).current_dir(empty.path());
    output(compile.arg(format!("-Wl,-rpath,{}", library.display())))?;
    example.expect(&output(&mut Command::new(empty.path().join("quick")))?)?;
    Ok(Done::Good(format!("{name}.tar.gz; the example of the README compiles with it and runs")))
}

/// Packs what is put into a folder with this name.
pub(super) fn packed(
    release: &Release<'_>,
    name: &str,
    fill: impl FnOnce(&Path) -> anyhow::Result<()>,
) -> anyhow::Result<PathBuf> {
    let work = tempfile::tempdir().context("a folder to pack")?;
    let top = work.path().join(name);
    fs::create_dir(&top).context("a folder to pack")?;
    fill(&top)?;
    let archive = release.folder.join(format!("{name}{}", Form::TarGz.extension()));
    archive::pack(&top, Form::TarGz, &archive, release.time)?;
    Ok(archive)
}
