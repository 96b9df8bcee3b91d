//! The positions of a file, in parts that fit in memory, in a new order for each epoch.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use campione_core::SplitMix64;

use crate::data::packed::{PackHeader, PackReader, RECORD, Record};

/// The number of records of a part, which has 32 MiB. The file is already shuffled; the parts and their records are
/// shuffled again.
const PART: u64 = 1 << 19;

/// A file of positions that was read once to its end, with a good checksum.
#[derive(Debug)]
pub(super) struct Positions {
    path: PathBuf,
    header: PackHeader,
    start: u64,
    count: u64,
    checksum: u32,
}

impl Positions {
    /// Reads a file to its end, and calls `look` with each record.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged.
    pub(super) fn open(path: &Path, mut look: impl FnMut(&PackHeader, &Record)) -> anyhow::Result<Positions> {
        let mut open = || -> anyhow::Result<Positions> {
            let mut reader = PackReader::open(path)?;
            let mut records = Vec::new();
            let mut count = 0;
            while reader.read(&mut records, 1 << 14)? > 0 {
                for record in &records {
                    look(reader.header(), record);
                }
                count += records.len() as u64;
            }
            let (header, start, checksum) = (reader.header().clone(), reader.start(), reader.checksum());
            Ok(Positions { path: path.to_owned(), header, start, count, checksum })
        };
        open().with_context(|| path.display().to_string())
    }

    pub(super) fn header(&self) -> &PackHeader {
        &self.header
    }

    /// The CRC-32 of all records.
    pub(super) fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Calls `take` with all records, some at a time, in an order that depends on the seed.
    ///
    /// # Errors
    /// The file cannot be read any more, or has changed, or `take` fails.
    pub(super) fn shuffled(
        &self,
        seed: u64,
        mut take: impl FnMut(&mut dyn Iterator<Item = Record>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut random = SplitMix64::new(seed);
        let mut parts: Vec<u64> = (0..self.count.div_ceil(PART)).collect();
        random.shuffle(&mut parts);
        let mut file = File::open(&self.path).with_context(|| self.path.display().to_string())?;
        let mut bytes = Vec::new();
        for part in parts {
            let first = part * PART;
            let count = (self.count - first).min(PART) as usize;
            bytes.resize(count * RECORD, 0);
            file.seek(SeekFrom::Start(self.start + first * RECORD as u64))
                .and_then(|_| file.read_exact(&mut bytes))
                .with_context(|| self.path.display().to_string())?;
            let (records, _) = bytes.as_chunks_mut::<RECORD>();
            random.shuffle(records);
            let variants = self.header.variants.len();
            let mut sound = true;
            let mut records = records.iter().map_while(|bytes| {
                let record = Record::from_bytes(bytes).filter(|record| usize::from(record.variant) < variants);
                sound &= record.is_some();
                record
            });
            take(&mut records)?;
            ensure!(sound, "{} has changed since it was checked", self.path.display());
        }
        Ok(())
    }
}
