//! The parts of a count that are finished, in a file, so that a count of hours survives an interruption.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, ensure};

/// The finished parts, by their numbers. A line of the file is a part: number, nodes, seconds.
pub(super) struct Parts {
    done: Vec<Option<Part>>,
    /// The file, and when the last part was finished.
    file: Mutex<(fs::File, Instant)>,
    path: PathBuf,
}

/// A finished part: its nodes, and the seconds since the one that was finished before it. Together they are the time of the count.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Part {
    nodes: u128,
    seconds: f64,
}

impl Parts {
    /// Opens the file, or begins it, for a count of `number` parts. A last line without an end, from a kill, is dropped.
    ///
    /// # Errors
    /// The file cannot be read or written, or has a line that is not a part of such a count.
    pub(super) fn open(path: &Path, number: usize) -> anyhow::Result<Parts> {
        let place = || path.display().to_string();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(place)?;
        }
        let file = fs::File::options().append(true).create(true).open(path).with_context(place)?;
        let text = fs::read_to_string(path).with_context(place)?;
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        file.set_len(whole.len() as u64).with_context(place)?;
        let mut done = vec![None; number];
        for line in whole.lines() {
            let part = || -> Option<(usize, Part)> {
                let mut fields = line.split('\t');
                let mut next = || fields.next();
                let (number, nodes, seconds) = (next()?.parse().ok()?, next()?.parse().ok()?, next()?.parse().ok()?);
                fields.next().is_none().then_some((number, Part { nodes, seconds }))
            };
            let known = part().filter(|&(part, _)| part < number && done[part].is_none());
            ensure!(known.is_some(), "{}: `{line}` is no part of this count: remove the file", path.display());
            if let Some((number, part)) = known {
                done[number] = Some(part);
            }
        }
        Ok(Parts { done, file: Mutex::new((file, Instant::now())), path: path.to_owned() })
    }

    /// The nodes of a part and its seconds; known, or counted now and written down.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn part(&self, number: usize, count: impl FnOnce() -> u128) -> anyhow::Result<(u128, f64)> {
        if let Some(Part { nodes, seconds }) = self.done[number] {
            return Ok((nodes, seconds));
        }
        let nodes = count();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, last) = &mut *file;
        let seconds = last.elapsed().as_secs_f64();
        *last = Instant::now();
        file.write_all(format!("{number}\t{nodes}\t{seconds:.3}\n").as_bytes())
            .with_context(|| self.path.display().to_string())?;
        Ok((nodes, seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_parts_are_not_counted_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/parts.tsv");
        let parts = Parts::open(&path, 3).unwrap();
        assert_eq!(parts.part(2, || 7).unwrap().0, 7);
        assert_eq!(parts.part(0, || 8).unwrap().0, 8);
        drop(parts);
        // Killed while it wrote a line.
        let torn = fs::read_to_string(&path).unwrap() + "1\t9";
        fs::write(&path, torn).unwrap();
        let parts = Parts::open(&path, 3).unwrap();
        assert_eq!(parts.part(0, || panic!("known")).unwrap().0, 8);
        assert_eq!(parts.part(2, || panic!("known")).unwrap().0, 7);
        assert_eq!(parts.part(1, || 10).unwrap().0, 10);
        drop(parts);
        let parts = Parts::open(&path, 3).unwrap();
        assert_eq!(parts.part(1, || panic!("known")).unwrap().0, 10);
    }

    #[test]
    fn a_file_of_another_count_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("parts.tsv");
        for text in ["3\t1\t0.1\n", "0\t1\t0.1\n0\t1\t0.1\n", "0\tmany\t0.1\n", "0\t1\n", "0\t1\t0.1\t5\n"] {
            fs::write(&path, text).unwrap();
            let error = Parts::open(&path, 3).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains("is no part of this count: remove the file"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
