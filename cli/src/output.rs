//! Files that a command writes for the user.

use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

/// Writes a file that is whole or not there; `-` is standard output. A file of that name is replaced only if `force` says
/// so.
///
/// # Errors
/// There is such a file, or it cannot be written.
pub(crate) fn write(path: &Path, content: &[u8], force: bool) -> anyhow::Result<()> {
    if path == Path::new("-") {
        let mut out = std::io::stdout().lock();
        out.write_all(content)?;
        return Ok(out.flush()?);
    }
    let place = || path.display().to_string();
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    // Checked first, for a folder where nothing can be made may be read.
    if !force && path.exists() {
        bail!("{}: there is such a file; --force replaces it", path.display());
    }
    let mut file = NamedTempFile::new_in(folder).with_context(place)?;
    file.write_all(content).with_context(place)?;
    open_to_others(&file).with_context(place)?;
    let done = if force { file.persist(path) } else { file.persist_noclobber(path) };
    match done {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => {
            bail!("{}: there is such a file; --force replaces it", path.display())
        }
        Err(error) => Err(error.error).with_context(place),
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
