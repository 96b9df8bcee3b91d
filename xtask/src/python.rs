//! Python, for checks that use one of its modules.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::check::Done;

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
