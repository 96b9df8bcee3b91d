//! A folder of files of games: which games it already has, and where recording continues.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::data::DataError;
use crate::data::file::{Reader, Writer};
use crate::data::header::Header;

/// The extension of files of games.
pub(crate) const EXTENSION: &str = "games";

/// A folder that is locked against other runs.
pub(super) struct Folder {
    path: PathBuf,
    /// The numbers of the range that are already played.
    pub(super) done: HashSet<u64>,
    /// Their positions that were searched.
    pub(super) positions: u64,
    /// Files of the same run, and the number of good bytes of each.
    same: Vec<(PathBuf, u64)>,
    /// The number of games of the range that were played with another header.
    others: u64,
    /// Files that end within a block, and the number of lost bytes of each.
    torn: Vec<(PathBuf, u64)>,
    _lock: File,
}

impl Folder {
    pub(super) fn open(path: &Path, header: &Header) -> anyhow::Result<Folder> {
        fs::create_dir_all(path).with_context(|| format!("{}", path.display()))?;
        let name = path.join("lock");
        let lock = File::options().create(true).truncate(false).write(true).open(&name);
        let lock = lock.with_context(|| format!("{}", name.display()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("{}: another run records there now; stop it, or record into another folder", path.display())
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(|| format!("{}", name.display())),
        }
        let (done, same, torn) = <(HashSet<u64>, Vec<_>, Vec<_>)>::default();
        let mut folder = Folder { path: path.to_owned(), done, same, positions: 0, others: 0, torn, _lock: lock };
        for file in files_of(path)? {
            folder.read(&file, header).with_context(|| format!("{}", file.display()))?;
        }
        Ok(folder)
    }

    fn read(&mut self, path: &Path, header: &Header) -> anyhow::Result<()> {
        let mut reader = Reader::open(path)?;
        let same = reader.header() == header;
        let range = header.seeds[0]..header.seeds[1];
        loop {
            match reader.block() {
                Ok(None) => break,
                Ok(Some(block)) => {
                    for game in block.games.iter().filter(|game| range.contains(&game.number)) {
                        let new = self.done.insert(game.number);
                        self.others += u64::from(new && !same);
                        self.positions += if new { game.searched() } else { 0 };
                    }
                }
                Err(DataError::Torn { at }) => {
                    self.torn.push((path.to_owned(), fs::metadata(path)?.len().saturating_sub(at)));
                    break;
                }
                Err(error) => return Err(error.into()),
            }
        }
        if same {
            self.same.push((path.to_owned(), reader.position()));
        }
        Ok(())
    }

    /// Notes on the folder for the user.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.done.is_empty() {
            notes.push(format!("{} games with these numbers exist already", self.done.len()));
        }
        if self.others > 0 {
            notes.push(format!(
                "{} of them were played by another engine or with other options; to play them anew, use other numbers",
                self.others
            ));
        }
        for (path, bytes) in &self.torn {
            let continued = self.same.iter().any(|(same, _)| same == path);
            let what = if continued { "cut off" } else { "left out" };
            notes.push(format!("{}: the last block was not finished: its {bytes} bytes are {what}", path.display()));
        }
        notes
    }

    /// `count` files to write to: first those of the same run, then new ones.
    pub(super) fn writers(&self, count: usize, header: &Header) -> anyhow::Result<Vec<Writer>> {
        let mut writers = Vec::new();
        for (path, good) in self.same.iter().take(count) {
            writers.push(Writer::append(path, *good).with_context(|| format!("{}", path.display()))?);
        }
        let [first, end] = header.seeds;
        let names = (0..).map(|number| self.path.join(format!("{first}-{end}.{number:03}.{EXTENSION}")));
        for path in names.filter(|path| !path.exists()).take(count - writers.len()) {
            writers.push(Writer::create(&path, header).with_context(|| format!("{}", path.display()))?);
        }
        Ok(writers)
    }
}

/// The files of games in a folder, sorted by name.
pub(crate) fn files_of(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("{}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
