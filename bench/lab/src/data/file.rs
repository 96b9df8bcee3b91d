//! Files of games: a header, then blocks of games, each with its checksum.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::DataError;
use super::game::RecordedGame;
use super::header::{Header, check_rules};

/// The first bytes of a file of games.
pub const MAGIC: &str = "CAMPGAME";

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

/// The most bytes of a header's text.
const MOST_HEADER: usize = 1 << 22;

/// The first bytes of a block.
const BLOCK: [u8; 4] = *b"BLCK";

/// The bytes of a block before its games.
const BLOCK_HEADER: usize = 20;

/// A block is written when its games have at least this many bytes.
const ENOUGH: usize = 32 << 10;

/// The most bytes of a block's games. The last game of a block has less than 300 kB.
const MOST_BLOCK: usize = 1 << 20;

/// A block is written at the latest after this time.
const EVERY: Duration = Duration::from_secs(30);

/// Reads a file of games from its beginning, block by block.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    header: Header,
    at: u64,
    ended: bool,
}

/// The content of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Where it begins in the file.
    pub at: u64,
    /// Its games.
    pub games: Vec<RecordedGame>,
}

impl Reader<BufReader<File>> {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// The source cannot be read, or is not a file of games.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        Reader::new(BufReader::new(File::open(path)?))
    }
}

impl<R: Read> Reader<R> {
    /// Reads the header of a file whose bytes come from `source`.
    ///
    /// # Errors
    /// The source cannot be read, or is not a file of games.
    pub fn new(mut source: R) -> Result<Reader<R>, DataError> {
        let damaged = |what: &str| DataError::Header { what: what.to_owned() };
        let (start, body) = read_sealed(&mut source, MAGIC, "recorded games", VERSION)?;
        let text = std::str::from_utf8(&body).map_err(|_| damaged("it is not text"))?;
        let header: Header = toml::from_str(text).map_err(|error| damaged(error.message()))?;
        check_rules(&header.variants)?;
        Ok(Reader { source, header, at: start, ended: false })
    }

    /// The header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the next block begins.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// The next block; `None` after the last one.
    ///
    /// # Errors
    /// The file is damaged, or ends within a block. Nothing comes after an error.
    pub fn block(&mut self) -> Result<Option<Block>, DataError> {
        if self.ended {
            return Ok(None);
        }
        self.ended = true;
        let at = self.at;
        let damaged = |what: &str| DataError::Damaged { at, what: what.to_owned() };
        let mut start = [0; BLOCK_HEADER];
        match fill(&mut self.source, &mut start)? {
            0 => return Ok(None),
            BLOCK_HEADER => {}
            _ => return Err(DataError::Torn { at }),
        }
        let word = |at: usize| u32::from_le_bytes([start[at], start[at + 1], start[at + 2], start[at + 3]]);
        let (length, count, sum, own_sum) = (word(4) as usize, word(8), word(12), word(16));
        if start[..4] != BLOCK || crc32fast::hash(&start[..16]) != own_sum || length > MOST_BLOCK {
            // After a power failure a file may end with zeros.
            return Err(if start == [0; BLOCK_HEADER] && self.rest_is_zero()? {
                DataError::Torn { at }
            } else {
                damaged("it does not begin like a block")
            });
        }
        let mut body = vec![0; length];
        if fill(&mut self.source, &mut body)? < length {
            return Err(DataError::Torn { at });
        }
        if crc32fast::hash(&body) != sum {
            let last = fill(&mut self.source, &mut [0])? == 0;
            return Err(if last { DataError::Torn { at } } else { damaged("its checksum is wrong") });
        }
        let mut rest = &body[..];
        let mut games = Vec::new();
        while !rest.is_empty() {
            games.push(RecordedGame::read(&mut rest, self.header.variants.len())?);
        }
        if games.len() != count as usize {
            return Err(damaged(&format!("it has {} games, but its header says {count}", games.len())));
        }
        self.at = at + (BLOCK_HEADER + length) as u64;
        self.ended = false;
        Ok(Some(Block { at, games }))
    }

    /// Reads the next block; `None` at the end of the file, or if it ends within a block.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged.
    pub fn whole_block(&mut self) -> Result<Option<Block>, DataError> {
        match self.block() {
            Err(DataError::Torn { .. }) => Ok(None),
            block => block,
        }
    }

    fn rest_is_zero(&mut self) -> Result<bool, DataError> {
        let mut bytes = [0; 4096];
        loop {
            let count = fill(&mut self.source, &mut bytes)?;
            if bytes[..count].iter().any(|&byte| byte != 0) {
                return Ok(false);
            }
            if count < bytes.len() {
                return Ok(true);
            }
        }
    }
}

/// Reads until the buffer is full or the source has ended. Returns the number of bytes read.
pub(super) fn fill(source: &mut impl Read, bytes: &mut [u8]) -> Result<usize, DataError> {
    let mut count = 0;
    while count < bytes.len() {
        match source.read(&mut bytes[count..]) {
            Ok(0) => break,
            Ok(more) => count += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(count)
}

/// The beginning of a file: eight letters, the version, the length of a text, the text, and the CRC-32 of all these.
pub(crate) fn sealed(magic: &str, version: u32, text: &str) -> Vec<u8> {
    let mut bytes = magic.as_bytes().to_vec();
    bytes.extend(version.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads what [`sealed`] wrote. Returns its number of bytes, and the text.
pub(crate) fn read_sealed(
    source: &mut impl Read,
    magic: &'static str,
    what: &'static str,
    version: u32,
) -> Result<(u64, Vec<u8>), DataError> {
    let damaged = |what: &str| DataError::Header { what: what.to_owned() };
    let mut start = [0; 16];
    let count = fill(source, &mut start)?;
    if count < 8 || start[..8] != *magic.as_bytes() {
        return Err(DataError::Foreign { what, magic });
    }
    let word = |at: usize| u32::from_le_bytes([start[at], start[at + 1], start[at + 2], start[at + 3]]);
    if count < start.len() {
        return Err(damaged("the file ends within it"));
    }
    if word(8) != version {
        return Err(DataError::Version { found: word(8), read: version });
    }
    let length = word(12) as usize;
    if length > MOST_HEADER {
        return Err(damaged(&format!("it would have {length} bytes")));
    }
    let mut body = vec![0; length + 4];
    if fill(source, &mut body)? < body.len() {
        return Err(damaged("the file ends within it"));
    }
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&start);
    hasher.update(&body[..length]);
    if hasher.finalize().to_le_bytes() != body[length..] {
        return Err(damaged("its checksum is wrong"));
    }
    body.truncate(length);
    Ok(((start.len() + length + 4) as u64, body))
}

/// The folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The ending of a file that has not got its name yet.
const UNFINISHED: &str = ".unfinished";

/// A file that gets the name `path` when it is complete. Its permissions are those of other new files. What killed processes
/// have left of this file is removed.
pub(crate) fn new_file(path: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let folder = folder_of(path);
    let prefix = format!(".{}-", path.file_name().unwrap_or_default().to_string_lossy());
    for entry in std::fs::read_dir(folder)? {
        let (entry, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let name = name.to_string_lossy();
        // A process that is at work on its file has locked it.
        let is_left = || File::open(&entry).is_ok_and(|file| file.try_lock().is_ok());
        if name.starts_with(&prefix) && name.ends_with(UNFINISHED) && is_left() {
            let _ = std::fs::remove_file(entry);
        }
    }
    let mut file = tempfile::Builder::new();
    file.prefix(&prefix).suffix(UNFINISHED);
    #[cfg(unix)]
    file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = file.tempfile_in(folder)?;
    // Some file systems cannot lock. Nothing is removed there.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Writes a file, in the place of an older one: completely, or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = new_file(path)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Appends games to a file.
#[derive(Debug)]
pub struct Writer {
    file: File,
    block: Vec<u8>,
    games: u32,
    last: Instant,
}

impl Writer {
    /// Begins a new file.
    ///
    /// # Errors
    /// The file exists already, or cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Writer, DataError> {
        let text = toml::to_string(header).map_err(|error| DataError::Header { what: error.to_string() })?;
        // The header is written completely or not at all, because a file without it could not be continued.
        let mut file = new_file(path)?;
        file.write_all(&sealed(MAGIC, VERSION, &text))?;
        file.as_file().sync_all()?;
        let file = file.persist_noclobber(path).map_err(|error| error.error)?;
        // On Windows, nobody could read a locked file.
        let _ = file.unlock();
        Ok(Writer::on(file))
    }

    /// Continues a file after its first `good` bytes; the rest is cut off.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(path: &Path, good: u64) -> Result<Writer, DataError> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        if file.metadata()?.len() > good {
            file.set_len(good)?;
        }
        file.seek(SeekFrom::Start(good))?;
        Ok(Writer::on(file))
    }

    fn on(file: File) -> Writer {
        Writer { file, block: Vec::new(), games: 0, last: Instant::now() }
    }

    /// Adds a game. It is in the file after the next [`flush`](Writer::flush), which also happens automatically.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, game: &RecordedGame) -> Result<(), DataError> {
        game.write(&mut self.block);
        self.games += 1;
        if self.block.len() >= ENOUGH || self.last.elapsed() >= EVERY {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes the games that are not in the file yet.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn flush(&mut self) -> Result<(), DataError> {
        self.last = Instant::now();
        if self.games == 0 {
            return Ok(());
        }
        let mut bytes = Vec::with_capacity(BLOCK_HEADER + self.block.len());
        bytes.extend(BLOCK);
        bytes.extend((self.block.len() as u32).to_le_bytes());
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(crc32fast::hash(&self.block).to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.append(&mut self.block);
        self.games = 0;
        self.file.write_all(&bytes)?;
        self.file.sync_data()?;
        Ok(())
    }
}
