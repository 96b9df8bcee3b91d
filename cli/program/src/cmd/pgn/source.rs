//! Where games come from: a file, or a pipe or terminal whose input may have to be waited for.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use thousands::Separable;

use crate::interrupt;
use crate::progress::Progress;
use crate::watch::Work;

/// How many bytes are read at once.
pub(super) const CHUNK: usize = 1 << 18;

/// How long a signal may go unnoticed while no input comes.
const TICK: Duration = Duration::from_millis(50);

/// A stream of bytes that ends with an error once a signal has come.
pub(super) enum Source {
    /// A file on a disk.
    File(File, Arc<ReadBytes>),
    /// A pipe or terminal, read by a thread of its own: a thread that waits in a read notices no signal.
    Stream { chunks: Receiver<io::Result<Vec<u8>>>, chunk: Vec<u8>, at: usize },
}

impl Source {
    /// Opens a file, or standard input if it is `-`.
    pub(super) fn open(path: &Path) -> anyhow::Result<Source> {
        if path == Path::new("-") {
            return Source::stream(io::stdin()).context("standard input");
        }
        let open = || {
            let file = File::open(path)?;
            let metadata = file.metadata()?;
            if metadata.is_file() {
                let reading = ReadBytes { size: metadata.len(), ..ReadBytes::default() };
                return Ok(Source::File(file, Arc::new(reading)));
            }
            Source::stream(file)
        };
        open().with_context(|| path.display().to_string())
    }

    fn stream(mut input: impl Read + Send + 'static) -> io::Result<Source> {
        let (sender, chunks) = sync_channel(4);
        let read = move || {
            loop {
                let mut chunk = vec![0; CHUNK];
                let read = match input.read(&mut chunk) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let last = !matches!(read, Ok(length) if length > 0);
                let read = read.map(|length| {
                    chunk.truncate(length);
                    chunk
                });
                if sender.send(read).is_err() || last {
                    return;
                }
            }
        };
        thread::Builder::new().name("input".to_owned()).spawn(read)?;
        Ok(Source::Stream { chunks, chunk: Vec::new(), at: 0 })
    }

    /// The progress for the watcher; `None` if the size is unknown.
    pub(super) fn reading(&self) -> Option<Arc<ReadBytes>> {
        match self {
            Source::File(_, reading) => Some(reading.clone()),
            Source::Stream { .. } => None,
        }
    }
}

impl Read for Source {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        interrupt::check().map_err(io::Error::other)?;
        match self {
            Source::File(file, reading) => {
                let length = file.read(into)?;
                reading.bytes.fetch_add(length as u64, Ordering::Relaxed);
                Ok(length)
            }
            Source::Stream { chunks, chunk, at } => {
                while *at == chunk.len() {
                    match chunks.recv_timeout(TICK) {
                        Ok(next) => {
                            (*chunk, *at) = (next?, 0);
                            if chunk.is_empty() {
                                return Ok(0);
                            }
                        }
                        Err(RecvTimeoutError::Timeout) => interrupt::check().map_err(io::Error::other)?,
                        // The end was reached before.
                        Err(RecvTimeoutError::Disconnected) => return Ok(0),
                    }
                }
                let length = into.len().min(chunk.len() - *at);
                into[..length].copy_from_slice(&chunk[*at..*at + length]);
                *at += length;
                Ok(length)
            }
        }
    }
}

/// How much of a file has been read.
#[derive(Debug, Default)]
pub(super) struct ReadBytes {
    size: u64,
    bytes: AtomicU64,
    /// Moves read, in this file.
    pub(super) plies: AtomicU64,
}

impl ReadBytes {
    /// Whether the file is worth several threads.
    pub(super) fn is_large(&self) -> bool {
        self.size > 2 * CHUNK as u64
    }
}

impl Work for ReadBytes {
    fn stop(&self) {
        // The next read checks for the signal.
    }

    fn progress(&self, elapsed: Duration) -> Progress {
        let (bytes, plies) = (self.bytes.load(Ordering::Relaxed), self.plies.load(Ordering::Relaxed));
        let seconds = elapsed.as_secs_f64().max(1e-9);
        let text = format!(
            "{} plies, {:.2} M a second, {:.1} MB/s",
            plies.separate_with_commas(),
            plies as f64 / seconds / 1e6,
            bytes as f64 / seconds / 1e6
        );
        Progress { done: bytes as f64 / self.size.max(1) as f64, text }
    }
}

/// Refuses a missing file or a folder before any work is done.
pub(super) fn must_exist(path: &Path) -> anyhow::Result<()> {
    if path != Path::new("-") {
        let metadata = std::fs::metadata(path).with_context(|| path.display().to_string())?;
        if metadata.is_dir() {
            bail!("{}: it is a folder", path.display());
        }
    }
    Ok(())
}
