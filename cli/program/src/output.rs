//! Files that a command writes for the user.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use tempfile::Builder;

use crate::messages::Usage;

/// A destination that is written at the end of the work; `-` is standard output.
pub(crate) struct Target {
    path: PathBuf,
    force: bool,
    /// It is standard output, a pipe or a device: it is written to, not replaced.
    special: bool,
}

impl Target {
    /// A file. An existing one is replaced only with `force`.
    ///
    /// # Errors
    /// The file exists, or its folder does not. So the user learns this before the work begins.
    pub(crate) fn new(path: &Path, force: bool) -> anyhow::Result<Target> {
        if path == Path::new("-") {
            return Ok(Target { path: path.to_owned(), force, special: true });
        }
        // A link is kept, and its target is replaced.
        let path = if let Ok(path) = path.canonicalize() {
            path
        } else {
            let shown = path.display();
            ensure!(!path.is_symlink(), Usage(format!("{shown}: this link has no target: name another file")));
            let folder = folder_of(path);
            ensure!(folder.is_dir(), Usage(format!("{shown}: there is no folder {}", folder.display())));
            // The canonical path is the same for every way to name the file.
            let name = path.file_name().with_context(|| Usage(format!("{shown}: not the name of a file")))?;
            folder.canonicalize().with_context(|| shown.to_string())?.join(name)
        };
        let found = path.metadata().ok();
        let special = found.as_ref().is_some_and(|found| !found.is_file());
        let target = Target { path, force, special };
        ensure!(!target.path.is_dir(), Usage(format!("{}: it is a folder", target.path.display())));
        ensure!(special || force || found.is_none(), target.is_there());
        Ok(target)
    }

    /// Whether both are the same place, so that one output would replace the other or be mixed with it.
    pub(crate) fn is_one_with(&self, other: &Target) -> bool {
        self.path == other.path && (self.is_standard_output() || !self.special)
    }

    pub(crate) fn is_standard_output(&self) -> bool {
        self.path == Path::new("-")
    }

    fn is_there(&self) -> Usage {
        Usage(format!("{}: the file exists; --force replaces it", self.path.display()))
    }

    /// Writes the content. A file is either complete or not written.
    ///
    /// # Errors
    /// The file cannot be written, or meanwhile exists.
    pub(crate) fn write(&self, content: &[u8]) -> anyhow::Result<()> {
        if self.is_standard_output() {
            let mut out = std::io::stdout().lock();
            out.write_all(content)?;
            return Ok(out.flush()?);
        }
        let place = || self.path.display().to_string();
        if self.special {
            let mut special = OpenOptions::new().write(true).open(&self.path).with_context(place)?;
            return special.write_all(content).with_context(place);
        }
        let mut file = like_others().tempfile_in(folder_of(&self.path)).with_context(place)?;
        file.write_all(content).with_context(place)?;
        if let Ok(before) = self.path.metadata() {
            file.as_file().set_permissions(before.permissions()).with_context(place)?;
        }
        let done = if self.force { file.persist(&self.path) } else { file.persist_noclobber(&self.path) };
        match done {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Err(self.is_there().into()),
            Err(error) => Err(error.error).with_context(place),
        }
    }
}

/// Standard output of a command that also writes a file. If `goes_on`, the command continues for the file after the
/// reader of standard output has closed it.
pub(crate) struct Lenient<W> {
    out: W,
    goes_on: bool,
    /// The reader has closed the pipe.
    gone: bool,
}

impl<W: Write> Lenient<W> {
    pub(crate) fn new(out: W, goes_on: bool) -> Lenient<W> {
        Lenient { out, goes_on, gone: false }
    }

    /// Returns `done`, but `instead` for a broken pipe if `goes_on`.
    fn or<T>(&mut self, done: std::io::Result<T>, instead: T) -> std::io::Result<T> {
        match done {
            Err(error) if self.goes_on && error.kind() == ErrorKind::BrokenPipe => {
                self.gone = true;
                Ok(instead)
            }
            done => done,
        }
    }
}

impl<W: Write> Write for Lenient<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.gone {
            return Ok(bytes.len());
        }
        let done = self.out.write(bytes);
        self.or(done, bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        if self.gone {
            return Ok(());
        }
        let done = self.out.flush();
        self.or(done, ())
    }
}

/// A folder for output, which is created with the folders above it unless it is there.
///
/// # Errors
/// It cannot be created, or something else has its name.
pub(crate) fn folder(path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    ensure!(path.is_dir() || !path.exists(), Usage(format!("{shown}: it is a file, and a folder is expected here")));
    fs::create_dir_all(path).with_context(|| format!("{shown}: the folder cannot be created"))
}

/// The folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Makes files with the usual permissions of new files; temporary files would be accessible only to their owner.
#[cfg(unix)]
pub(crate) fn like_others() -> Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = Builder::new();
    builder.permissions(std::fs::Permissions::from_mode(0o666));
    builder
}

#[cfg(not(unix))]
pub(crate) fn like_others() -> Builder<'static, 'static> {
    Builder::new()
}
