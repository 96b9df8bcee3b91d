//! Tables as files. docs/guide/endgame.md describes the format byte by byte.

use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use campione_core::Variant;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rayon::prelude::*;

use crate::error::{EndgameError, FormatFault};
use crate::fingerprint::fingerprint;
use crate::layout::Layout;
use crate::material::Material;
use crate::table::{Codes, Table, Tally};

const MAGIC: &[u8; 8] = b"CampEndg";
const VERSION: u16 = 1;
/// The ending of the names of tables.
pub(crate) const ENDING: &str = "endgame";
/// Codes in a block.
pub(crate) const BLOCK: usize = 1 << 16;
/// How hard blocks are compressed, 0 to 10.
const LEVEL: u8 = 6;
/// The longest header.
const MOST_HEADER: usize = 1024;
/// The most letters of a variant's id in headers and names of files.
const LONGEST_ID: usize = 60;
/// No distance.
const NOTHING: u16 = u16::MAX;

/// What the header of a file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Id of the variant for which it was built. Other variants may have the same rules.
    pub variant: String,
    /// The name of the ending: `KRvKN`.
    pub material: String,
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
    /// Pieces, kings included.
    pub pieces: u8,
    /// Bytes for each code.
    pub width: u8,
    /// The fingerprint of the rules on which the table depends.
    pub fingerprint: u64,
    /// Numbers of positions.
    pub entries: u64,
    /// What is won, drawn and lost with White to move, and with Black to move.
    pub tallies: [Tally; 2],
}

impl Header {
    fn of(table: &Table) -> Header {
        let (variant, material) = (table.variant(), table.material());
        Header {
            variant: variant.id().chars().take(LONGEST_ID).collect(),
            material: material.name(variant),
            files: variant.files(),
            ranks: variant.ranks(),
            pieces: material.pieces() as u8,
            width: table.codes.width() as u8,
            fingerprint: fingerprint(variant, material),
            entries: table.entries(),
            tallies: *table.tallies(),
        }
    }

    fn blocks(&self) -> usize {
        (self.entries as usize).div_ceil(BLOCK)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        let texts = [&self.variant, &self.material];
        let length = 128 + texts.iter().map(|text| 1 + text.len()).sum::<usize>() + 4;
        bytes.extend((length as u16).to_le_bytes());
        bytes.extend([self.files, self.ranks, self.pieces, self.width]);
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend(self.entries.to_le_bytes());
        bytes.extend((BLOCK as u32).to_le_bytes());
        bytes.extend((self.blocks() as u32).to_le_bytes());
        for tally in &self.tallies {
            for count in [tally.wins, tally.draws, tally.losses] {
                bytes.extend(count.to_le_bytes());
            }
            for longest in [tally.longest_win, tally.longest_loss] {
                let (plies, number) = longest.unwrap_or((NOTHING, 0));
                bytes.extend(plies.to_le_bytes());
                bytes.extend(number.to_le_bytes());
            }
        }
        for text in texts {
            bytes.push(text.len() as u8);
            bytes.extend(text.as_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a header with the checksum at its end; the magic number, version and length are right.
    fn from_bytes(bytes: &[u8]) -> Result<Header, FormatFault> {
        let damaged = || FormatFault::Checksum { part: "the header".to_owned() };
        let (content, sum) = bytes.split_last_chunk::<4>().ok_or_else(damaged)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
            return Err(damaged());
        }
        let mut reader = Reader { bytes: content.get(12..).ok_or_else(damaged)? };
        let [files, ranks, pieces, width] = reader.array()?;
        let fingerprint = reader.long()?;
        let entries = reader.long()?;
        let (block, blocks) = (reader.int()?, reader.int()?);
        let mut tallies = [Tally::default(); 2];
        for tally in &mut tallies {
            (tally.wins, tally.draws, tally.losses) = (reader.long()?, reader.long()?, reader.long()?);
            for longest in [&mut tally.longest_win, &mut tally.longest_loss] {
                let (plies, number) = (u16::from_le_bytes(reader.array()?), reader.long()?);
                *longest = (plies != NOTHING).then_some((plies, number));
            }
        }
        let (variant, material) = (reader.text()?, reader.text()?);
        let header = Header { variant, material, files, ranks, pieces, width, fingerprint, entries, tallies };
        if !(1..=2).contains(&width)
            || block as usize != BLOCK
            || blocks as usize != header.blocks()
            || entries % 2 != 0
        {
            return Err(FormatFault::Header("sizes that do not fit together"));
        }
        Ok(header)
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], FormatFault> {
        let (array, rest) = self.bytes.split_first_chunk().ok_or(FormatFault::Header("it is too short"))?;
        self.bytes = rest;
        Ok(*array)
    }

    fn int(&mut self) -> Result<u32, FormatFault> {
        self.array().map(u32::from_le_bytes)
    }

    fn long(&mut self) -> Result<u64, FormatFault> {
        self.array().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Result<String, FormatFault> {
        let [length] = self.array()?;
        let (text, rest) =
            self.bytes.split_at_checked(usize::from(length)).ok_or(FormatFault::Header("it is too short"))?;
        self.bytes = rest;
        String::from_utf8(text.to_vec()).map_err(|_| FormatFault::Header("a name that is not text"))
    }
}

impl Table {
    /// The name of its file: `capablanca-KQvKR.endgame`.
    pub fn file_name(&self) -> String {
        format!("{}.{ENDING}", self.stem())
    }

    fn stem(&self) -> String {
        let letter = |letter: char| if letter.is_alphanumeric() || "-_.".contains(letter) { letter } else { '_' };
        let id: String = self.variant().id().chars().take(LONGEST_ID).map(letter).collect();
        format!("{id}-{}", self.material().name(self.variant()))
    }

    /// Where it is written in a folder: the usual name, unless that is the name of a table of other rules, of another format,
    /// or of something else.
    fn place(&self, folder: &Path) -> PathBuf {
        let path = folder.join(self.file_name());
        let own = Header::of(self);
        let is_free = match TableFile::open(&path) {
            Ok(file) => (file.header.fingerprint, &file.header.material) == (own.fingerprint, &own.material),
            Err(EndgameError::File { reason, .. }) => reason.kind() == io::ErrorKind::NotFound,
            Err(EndgameError::Format { fault, .. }) => {
                !matches!(fault, FormatFault::Magic | FormatFault::Version { .. })
            }
            Err(_) => false,
        };
        if is_free { path } else { folder.join(format!("{}-{:016x}.{ENDING}", self.stem(), own.fingerprint)) }
    }

    /// The table as a file.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_endgame::{Material, Monitor, TableFile, Tables};
    /// let gardner = Variant::named("gardner")?;
    /// let mut tables = Tables::new(gardner);
    /// let queen = tables.build(Material::read("KQvK", gardner)?, &Monitor::new())?;
    /// let folder = tempfile::tempdir()?;
    /// let path = queen.save(folder.path())?;
    /// assert!(path.ends_with("gardner-KQvK.endgame"));
    /// let again = TableFile::open(&path)?.load(gardner)?;
    /// assert_eq!(again.to_bytes(), queen.to_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header::of(self);
        let mut bytes = header.to_bytes();
        let count = header.blocks();
        let block = |block: usize| {
            let range = block * BLOCK..self.codes.len().min((block + 1) * BLOCK);
            let plain = match &self.codes {
                Codes::Small(codes) => codes.get(range).unwrap_or_default().to_vec(),
                Codes::Large(codes) => {
                    codes.get(range).unwrap_or_default().iter().flat_map(|code| code.to_le_bytes()).collect()
                }
            };
            compress_to_vec(&plain, LEVEL)
        };
        let blocks: Vec<Vec<u8>> = (0..count).into_par_iter().map(block).collect();
        let start = bytes.len();
        let mut offset = (start + count * 12 + 12) as u64;
        for block in &blocks {
            bytes.extend(offset.to_le_bytes());
            bytes.extend(crc32fast::hash(block).to_le_bytes());
            offset += block.len() as u64;
        }
        bytes.extend(offset.to_le_bytes());
        bytes.extend(crc32fast::hash(bytes.get(start..).unwrap_or_default()).to_le_bytes());
        bytes.extend(blocks.into_iter().flatten());
        bytes
    }

    /// Writes the table into a folder, in the place of an older or damaged one of the same ending. If its name belongs to a table
    /// of other rules or to another file, the name gets the fingerprint of the rules as well. The content is written to a hidden
    /// file first, which gets the name of a table only when it is complete and on the disk. Returns the path.
    ///
    /// # Errors
    /// [`EndgameError::File`].
    pub fn save(&self, folder: &Path) -> Result<PathBuf, EndgameError> {
        let path = self.place(folder);
        let bytes = self.to_bytes();
        write_whole(folder, &path, &bytes).map_err(|reason| EndgameError::File { path: path.clone(), reason })?;
        Ok(path)
    }
}

fn write_whole(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".campione-").suffix(".unfinished");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    // The new name must be on the disk as well, where the file system can ensure it.
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Where the bytes of a table are: a file on a disk, or one elsewhere of which parts are fetched.
pub trait TableSource: Send + Sync + Debug {
    /// The length of the file, in bytes.
    ///
    /// # Errors
    /// It cannot be found out.
    fn length(&self) -> io::Result<u64>;

    /// Fills `bytes` with those from `offset` on.
    ///
    /// # Errors
    /// They are not there, or not there yet.
    fn read(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()>;
}

impl TableSource for Mutex<File> {
    fn length(&self) -> io::Result<u64> {
        Ok(self.lock().unwrap_or_else(PoisonError::into_inner).metadata()?.len())
    }

    fn read(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut file = self.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(bytes)
    }
}

/// A table in a file. A probe reads one block.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    header: Header,
    /// Where each block begins, and its checksum; at the end, the length of the file.
    index: Vec<(u64, u32)>,
    source: Box<dyn TableSource>,
}

impl TableFile {
    /// Opens a file and checks its header, the list of its blocks and its length, but not the blocks.
    ///
    /// # Errors
    /// The file cannot be read, is not a table, was cut or is damaged.
    pub fn open(path: &Path) -> Result<TableFile, EndgameError> {
        let file = File::open(path).map_err(|reason| EndgameError::File { path: path.to_owned(), reason })?;
        TableFile::of(path, Box::new(Mutex::new(file)))
    }

    /// The same for a table that is not a file on a disk; `path` names it in errors. Blocks are read from the source when a
    /// probe needs them.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_endgame::{Material, Monitor, TableFile, TableSource, Tables};
    /// #[derive(Debug)]
    /// struct Memory(Vec<u8>);
    /// impl TableSource for Memory {
    ///     fn length(&self) -> std::io::Result<u64> {
    ///         Ok(self.0.len() as u64)
    ///     }
    ///     fn read(&self, offset: u64, bytes: &mut [u8]) -> std::io::Result<()> {
    ///         let part = self.0.get(offset as usize..).and_then(|rest| rest.get(..bytes.len()));
    ///         bytes.copy_from_slice(part.ok_or(std::io::ErrorKind::UnexpectedEof)?);
    ///         Ok(())
    ///     }
    /// }
    /// let gardner = Variant::named("gardner")?;
    /// let queen = Tables::new(gardner).build(Material::read("KQvK", gardner)?, &Monitor::new())?;
    /// let table = TableFile::of("queen".as_ref(), Box::new(Memory(queen.to_bytes())))?;
    /// assert_eq!(table.header().material, "KQvK");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(path: &Path, source: Box<dyn TableSource>) -> Result<TableFile, EndgameError> {
        let outside = |reason| EndgameError::File { path: path.to_owned(), reason };
        let inside = |fault| EndgameError::Format { path: path.to_owned(), fault };
        let found = source.length().map_err(outside)?;
        let mut start = vec![0; found.min(MOST_HEADER as u64) as usize];
        source.read(0, &mut start).map_err(outside)?;
        // In this order, so that each fault has its own message: another kind of file, another format, a file that was
        // cut, damage.
        if !start.starts_with(MAGIC) {
            return Err(inside(FormatFault::Magic));
        }
        let cut = |expected| inside(FormatFault::Length { found, expected });
        let mut reader = Reader { bytes: &start[MAGIC.len()..] };
        let version = u16::from_le_bytes(reader.array().map_err(|_| cut(12))?);
        if version != VERSION {
            return Err(inside(FormatFault::Version { found: version, own: VERSION }));
        }
        let length = u16::from_le_bytes(reader.array().map_err(|_| cut(12))?);
        let header = start.get(..usize::from(length)).ok_or_else(|| cut(u64::from(length)))?;
        let header = Header::from_bytes(header).map_err(inside)?;
        let count = header.blocks();
        let size = count as u64 * 12 + 12;
        let least = u64::from(length) + size;
        if found < least {
            return Err(cut(least));
        }
        let mut bytes = vec![0; size as usize];
        source.read(u64::from(length), &mut bytes).map_err(outside)?;
        let damaged = || inside(FormatFault::Checksum { part: "the list of blocks".to_owned() });
        let (content, sum) = bytes.split_last_chunk::<4>().ok_or_else(damaged)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
            return Err(damaged());
        }
        let mut reader = Reader { bytes: content };
        let mut index = Vec::with_capacity(count + 1);
        for _ in 0..count {
            index.push((reader.long().map_err(inside)?, reader.int().map_err(inside)?));
        }
        let end = reader.long().map_err(inside)?;
        index.push((end, 0));
        // A checksum finds damage, not a file that was made up: offsets that run backwards would give a length below 0.
        if index.first().is_none_or(|&(first, _)| first != least) || !index.is_sorted_by_key(|&(offset, _)| offset) {
            return Err(inside(FormatFault::Header("blocks that do not follow each other")));
        }
        if found != end {
            return Err(cut(end));
        }
        Ok(TableFile { path: path.to_owned(), header, index, source })
    }

    /// What its header says.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The ending in this variant.
    ///
    /// # Errors
    /// The table is one by other rules.
    pub fn material(&self, variant: Variant) -> Result<Material, EndgameError> {
        let other = || EndgameError::Format {
            path: self.path.clone(),
            fault: FormatFault::Rules { variant: self.header.variant.clone(), asked: variant.id().to_owned() },
        };
        let material = Material::read(&self.header.material, variant).map_err(|_| other())?;
        if fingerprint(variant, material) != self.header.fingerprint || material.normal(variant) != material {
            return Err(other());
        }
        Ok(material)
    }

    /// How many blocks it has.
    pub(crate) fn blocks(&self) -> usize {
        self.header.blocks()
    }

    /// The codes of a block, as bytes.
    pub(crate) fn block(&self, block: usize) -> Result<Vec<u8>, EndgameError> {
        let damaged = || EndgameError::Format {
            path: self.path.clone(),
            fault: FormatFault::Checksum { part: format!("block {} of {}", block + 1, self.blocks()) },
        };
        let (Some(&(offset, sum)), Some(&(next, _))) = (self.index.get(block), self.index.get(block + 1)) else {
            return Err(damaged());
        };
        let mut bytes = vec![0; (next - offset) as usize];
        self.source
            .read(offset, &mut bytes)
            .map_err(|reason| EndgameError::File { path: self.path.clone(), reason })?;
        if crc32fast::hash(&bytes) != sum {
            return Err(damaged());
        }
        let codes = (self.header.entries as usize - block * BLOCK).min(BLOCK);
        let size = codes * usize::from(self.header.width);
        // The limit keeps a block from growing beyond what its codes can fill.
        let plain = decompress_to_vec_with_limit(&bytes, size).map_err(|_| damaged())?;
        if plain.len() == size { Ok(plain) } else { Err(damaged()) }
    }

    /// Reads the whole table, with every checksum.
    ///
    /// # Errors
    /// A block is damaged, or the table is one by other rules.
    pub fn load(&self, variant: Variant) -> Result<Table, EndgameError> {
        let material = self.material(variant)?;
        let layout = Layout::new(variant, material);
        if 2 * layout.size as u64 != self.header.entries {
            let fault = FormatFault::Header("another number of positions than the ending has");
            return Err(EndgameError::Format { path: self.path.clone(), fault });
        }
        // Block by block into its place: no more memory than the table itself.
        let count = self.header.entries as usize;
        let codes = if self.header.width == 1 {
            let mut codes = vec![0_u8; count];
            codes.par_chunks_mut(BLOCK).enumerate().try_for_each(|(block, codes)| {
                codes.copy_from_slice(&self.block(block)?);
                Ok::<(), EndgameError>(())
            })?;
            Codes::Small(codes)
        } else {
            let mut codes = vec![0_u16; count];
            codes.par_chunks_mut(BLOCK).enumerate().try_for_each(|(block, codes)| {
                for (code, bytes) in codes.iter_mut().zip(self.block(block)?.chunks_exact(2)) {
                    *code = u16::from_le_bytes([bytes[0], bytes[1]]);
                }
                Ok::<(), EndgameError>(())
            })?;
            Codes::Large(codes)
        };
        let table = Table::new(layout, codes);
        if *table.tallies() != self.header.tallies {
            let fault = FormatFault::Header("other counts than the blocks have");
            return Err(EndgameError::Format { path: self.path.clone(), fault });
        }
        Ok(table)
    }
}
