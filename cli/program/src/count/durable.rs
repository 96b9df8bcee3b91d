//! A file of results that is complete at every moment, even after a crash of the process or the machine. Only one
//! process at a time writes it.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::Warn;
use crate::output::{folder_of, like_others};

/// The right to replace a file. While this value lives, an empty locked file `.NAME.campione-lock` stands beside the
/// file. During a write, the new content is in `.NAME.campione-new`.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// use campione_cli::count::Durable;
/// let path = folder.path().join("results");
/// let durable = Durable::lock(&path, &|message| eprintln!("{message}"))?;
/// durable.replace(b"8902")?;
/// assert_eq!(std::fs::read(&path)?, b"8902");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Durable {
    path: PathBuf,
    folder: PathBuf,
    next: OsString,
    /// The locked file and its path.
    lock: (File, PathBuf),
}

impl Durable {
    /// Takes the right to replace the file at `path`, which need not exist yet. Warns if the file system cannot lock.
    ///
    /// # Errors
    /// Another process has the right, or the folder cannot be written to.
    pub fn lock(path: &Path, warn: Warn<'_>) -> anyhow::Result<Durable> {
        let path = named(path);
        let Some(name) = path.file_name() else { bail!("{}: not the name of a file", path.display()) };
        let folder = folder_of(&path).to_owned();
        let beside = |ending: &str| {
            let mut beside = OsString::from(".");
            beside.push(name);
            beside.push(ending);
            beside
        };
        // Not the file itself is locked: it is replaced at each write, and the lock would go with it.
        let lock = lock(&folder.join(beside(".campione-lock")), &path, warn)?;
        let next = beside(".campione-new");
        let durable = Durable { path, folder, next, lock };
        durable.clear().with_context(|| format!("{}: cannot be written", durable.path.display()))?;
        Ok(durable)
    }

    /// Removes the unfinished file of a process that was killed during a write.
    fn clear(&self) -> io::Result<()> {
        match fs::remove_file(self.folder.join(&self.next)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Replaces the content. When this returns, the new content is on the disk; until then, the old content is.
    ///
    /// # Errors
    /// The file cannot be written; the old content stays.
    pub fn replace(&self, content: &[u8]) -> anyhow::Result<()> {
        self.try_replace(content).with_context(|| format!("{}: cannot be written", self.path.display()))
    }

    fn try_replace(&self, content: &[u8]) -> io::Result<()> {
        // A fixed name, so that the next process finds and removes what a killed one has left.
        let mut next = like_others().prefix(&self.next).rand_bytes(0).tempfile_in(&self.folder)?;
        // What somebody has allowed or forbidden for this file stays so.
        if let Ok(before) = fs::metadata(&self.path) {
            next.as_file().set_permissions(before.permissions())?;
        }
        next.write_all(content)?;
        // Before the rename: after a power failure the new name must not stand on an empty file.
        next.as_file().sync_all()?;
        next.persist(&self.path)?;
        // The new name must be on the disk as well. Some file systems cannot ensure this; the error is ignored.
        #[cfg(unix)]
        let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Drop for Durable {
    fn drop(&mut self) {
        // The file is removed while it is locked. A process that has opened it before then sees this with `is_still`.
        if cfg!(unix) && self.lock.0.metadata().is_ok_and(|lock| lock.len() == 0) {
            let _ = fs::remove_file(&self.lock.1);
        }
    }
}

/// The target of a link, which need not exist: the target is replaced, not the link. Other paths are returned as they
/// are.
fn named(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // Systems follow this many links.
    for _ in 0..40 {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

/// Creates and locks the lock file of `path`.
fn lock(lock: &Path, path: &Path, warn: Warn<'_>) -> anyhow::Result<(File, PathBuf)> {
    loop {
        let file = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(lock)
            .with_context(|| format!("{}: cannot be written", path.display()))?;
        match file.try_lock() {
            Ok(()) if is_still(&file, lock) => return Ok((file, lock.to_owned())),
            // The process that held the lock has just removed the file: try again.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("{}: another campione is at work on it: wait until it ends, or name another file", path.display())
            }
            Err(TryLockError::Error(error)) => {
                warn(&format!(
                    "campione: {}: cannot be locked here ({error}): make sure that no other campione works on it",
                    path.display()
                ));
                return Ok((file, lock.to_owned()));
            }
        }
    }
}

/// Whether a path still names an open file.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(file), Ok(path)) => identity(file) == identity(path),
        _ => false,
    }
}

/// Whether a path still names an open file: always, since lock files are removed only on Unix.
#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results");
        let first = Durable::lock(&path, &|_| {}).unwrap();
        let error = Durable::lock(&path, &|_| {}).unwrap_err();
        assert!(error.to_string().contains("another campione"), "{error}");
        drop(first);
        Durable::lock(&path, &|_| {}).unwrap().replace(b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
    }

    #[test]
    fn a_killed_process_leaves_nothing_that_disturbs() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results");
        fs::write(folder.path().join(".results.campione-lock"), "").unwrap();
        fs::write(folder.path().join(".results.campione-new"), "half of").unwrap();
        let durable = Durable::lock(&path, &|_| {}).unwrap();
        durable.replace(b"one").unwrap();
        durable.replace(b"two").unwrap();
        drop(durable);
        assert_eq!(fs::read(&path).unwrap(), b"two");
        if cfg!(unix) {
            assert_eq!(names(folder.path()), ["results"]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("results"), folder.path().join("link"));
        fs::write(&path, "one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        Durable::lock(&link, &|_| {}).unwrap().replace(b"two").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"two");
        // A relative link to a file that does not exist yet.
        let (early, later) = (folder.path().join("early"), folder.path().join("later"));
        std::os::unix::fs::symlink("later", &early).unwrap();
        Durable::lock(&early, &|_| {}).unwrap().replace(b"three").unwrap();
        assert!(fs::symlink_metadata(&early).unwrap().is_symlink());
        assert_eq!(fs::read(&later).unwrap(), b"three");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn a_place_that_is_none() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Durable::lock(&folder.path().join("no-such-folder").join("results"), &|_| {}).is_err());
        assert!(Durable::lock(Path::new("/"), &|_| {}).is_err());
    }
}
