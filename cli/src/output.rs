//! Files that a command writes for the user.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use tempfile::NamedTempFile;

use crate::io::Usage;

/// Where something goes that is written when all is done; `-` is standard output.
pub(crate) struct Target {
    path: PathBuf,
    force: bool,
}

impl Target {
    /// A file that is replaced, if it is there, only with `force`.
    ///
    /// # Errors
    /// It is there, or its folder is not: said before the work begins.
    pub(crate) fn new(path: &Path, force: bool) -> anyhow::Result<Target> {
        let target = Target { path: path.to_owned(), force };
        if !target.is_standard_output() {
            ensure!(!path.is_dir(), Usage(format!("{}: it is a folder", path.display())));
            ensure!(force || !path.exists(), target.is_there());
            let folder = target.folder();
            ensure!(folder.is_dir(), Usage(format!("{}: there is no folder {}", path.display(), folder.display())));
        }
        Ok(target)
    }

    fn is_standard_output(&self) -> bool {
        self.path == Path::new("-")
    }

    fn is_there(&self) -> Usage {
        Usage(format!("{}: there is such a file; --force replaces it", self.path.display()))
    }

    fn folder(&self) -> &Path {
        match self.path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        }
    }

    /// Writes it: the file is whole or not there.
    ///
    /// # Errors
    /// It cannot be written, or is there by now.
    pub(crate) fn write(&self, content: &[u8]) -> anyhow::Result<()> {
        if self.is_standard_output() {
            let mut out = std::io::stdout().lock();
            out.write_all(content)?;
            return Ok(out.flush()?);
        }
        let place = || self.path.display().to_string();
        let mut file = NamedTempFile::new_in(self.folder()).with_context(place)?;
        file.write_all(content).with_context(place)?;
        open_to_others(&file).with_context(place)?;
        let done = if self.force { file.persist(&self.path) } else { file.persist_noclobber(&self.path) };
        match done {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Err(self.is_there().into()),
            Err(error) => Err(error.error).with_context(place),
        }
    }
}

/// Temporary files are their owner's alone.
#[cfg(unix)]
fn open_to_others(file: &NamedTempFile) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn open_to_others(_: &NamedTempFile) -> std::io::Result<()> {
    Ok(())
}
