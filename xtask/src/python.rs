//! Python, for checks that use one of its modules.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::check::Done;
use crate::process::output;
use crate::root;

/// Where `bindings/python/check` builds, so that what it has built is not built again; relative to the workspace.
pub(crate) const TARGET: &str = "target/python";

/// The Python given by an option, or by the environment variable `CAMPIONE_PYTHON`; otherwise `python3`.
pub(crate) fn python(named: Option<&Path>) -> PathBuf {
    let named = named.map(Path::to_path_buf).or_else(|| std::env::var_os("CAMPIONE_PYTHON").map(PathBuf::from));
    named.unwrap_or_else(|| PathBuf::from("python3"))
}

/// The note that a Python lacks a module; `None` if it has it.
pub(crate) fn lacks(python: &Path, module: &str) -> Option<Done> {
    let found = Command::new(python).args(["-c", &format!("import {module}")]).stderr(Stdio::null()).status();
    let lacks = !found.is_ok_and(|status| status.success());
    lacks.then(|| Done::Skipped(format!("{} has no module `{module}`", python.display())))
}

/// A virtual environment.
pub(crate) struct Environment {
    /// Its folder.
    pub(crate) folder: PathBuf,
    pub(crate) python: PathBuf,
}

impl Environment {
    /// One in a folder that may exist; `None` if there is none to be had.
    pub(crate) fn make(folder: PathBuf) -> Option<Environment> {
        output(Command::new(python(None)).args(["-m", "venv"]).arg(&folder)).ok()?;
        Some(Environment::in_folder(folder))
    }

    /// That of `bindings/python/check`, which has our package; `None` if it was not made.
    pub(crate) fn of_check() -> Option<Environment> {
        let found = Environment::in_folder(root().join(TARGET).join("env"));
        found.python.is_file().then_some(found)
    }

    fn in_folder(folder: PathBuf) -> Environment {
        let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
        Environment { folder, python }
    }

    /// Installs packages. Ours is built in [`TARGET`].
    ///
    /// # Errors
    /// It cannot be downloaded or built.
    pub(crate) fn install(&self, packages: &[&str]) -> anyhow::Result<()> {
        let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        let mut pip = Command::new(&self.python);
        pip.args(quiet).args(packages).current_dir(root()).env("CARGO_TARGET_DIR", root().join(TARGET));
        output(&mut pip).map(drop)
    }
}
