//! Archives that have the same bytes whenever and wherever they are packed: sorted entries, one time, no owner.

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use flate2::{Compression, GzBuilder};
use ignore::WalkBuilder;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The format of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    TarGz,
    Zip,
}

impl Form {
    /// The end of the file's name.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Form::TarGz => ".tar.gz",
            Form::Zip => ".zip",
        }
    }
}

/// The time of all files in what is released, in seconds since 1970: `SOURCE_DATE_EPOCH`, or that of the last commit.
///
/// # Errors
/// The variable is not a number; there is no variable and no git repository.
pub(crate) fn source_date() -> anyhow::Result<u64> {
    let text = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => text,
        Err(_) => campione_workspace::git(&["log", "-1", "--format=%ct"])
            .context("no date of the last commit: set SOURCE_DATE_EPOCH to seconds since 1970")?,
    };
    text.trim().parse().map_err(|_| anyhow!("SOURCE_DATE_EPOCH={text}: expected seconds since 1970"))
}

/// Packs a folder under its own name, into a file that is replaced whole or not at all.
///
/// # Errors
/// A file cannot be read, or the archive cannot be written.
pub(crate) fn pack(folder: &Path, form: Form, archive: &Path, time: u64) -> anyhow::Result<()> {
    let entries = entries(folder)?;
    let beside = archive.parent().context("an archive without a folder")?;
    let mut file = tempfile::Builder::new().prefix(".packing").tempfile_in(beside).context("an archive")?;
    match form {
        Form::TarGz => tar_gz(&entries, file.as_file_mut(), time),
        Form::Zip => zip(&entries, file.as_file_mut()),
    }
    .with_context(|| archive.display().to_string())?;
    readable_by_all(file.path())?;
    file.persist(archive).with_context(|| archive.display().to_string())?;
    Ok(())
}

/// A temporary file is its owner's alone.
fn readable_by_all(path: &Path) -> anyhow::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).with_context(|| path.display().to_string())?;
    }
    let _ = path;
    Ok(())
}

/// A file, folder or link, and its name in the archive.
struct Entry {
    path: PathBuf,
    name: String,
    kind: Kind,
}

enum Kind {
    Folder,
    Link(PathBuf),
    Program,
    Data,
}

/// All that is in a folder, sorted by name, with the folder itself.
fn entries(folder: &Path) -> anyhow::Result<Vec<Entry>> {
    let above = folder.parent().context("a folder without a name")?;
    let walk = WalkBuilder::new(folder).standard_filters(false).sort_by_file_name(Ord::cmp).build();
    let entries = walk.map(|entry| {
        let path = entry?.into_path();
        let name = path.strip_prefix(above)?.to_str().with_context(|| format!("{}: not UTF-8", path.display()))?;
        let name = name.replace(std::path::MAIN_SEPARATOR, "/");
        let kind = kind(&path).with_context(|| path.display().to_string())?;
        Ok(Entry { path, name, kind })
    });
    entries.collect()
}

fn kind(path: &Path) -> io::Result<Kind> {
    let found = fs::symlink_metadata(path)?;
    if found.is_dir() {
        return Ok(Kind::Folder);
    }
    if found.is_symlink() {
        return Ok(Kind::Link(fs::read_link(path)?));
    }
    #[cfg(unix)]
    let runs = std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o100 != 0;
    #[cfg(not(unix))]
    let runs = path.extension().is_some_and(|extension| extension == "exe");
    Ok(if runs { Kind::Program } else { Kind::Data })
}

const FOR_ALL: u32 = 0o644;
const RUNS: u32 = 0o755;

fn tar_gz(entries: &[Entry], file: &mut File, time: u64) -> anyhow::Result<()> {
    let mut tar = tar::Builder::new(GzBuilder::new().write(file, Compression::best()));
    for entry in entries {
        let mut header = tar::Header::new_gnu();
        header.set_mtime(time);
        header.set_uid(0);
        header.set_gid(0);
        header.set_size(0);
        header.set_mode(RUNS);
        match &entry.kind {
            Kind::Folder => {
                header.set_entry_type(tar::EntryType::Directory);
                tar.append_data(&mut header, format!("{}/", entry.name), io::empty())?;
            }
            Kind::Link(to) => {
                header.set_entry_type(tar::EntryType::Symlink);
                tar.append_link(&mut header, &entry.name, to)?;
            }
            Kind::Program | Kind::Data => {
                let bytes = fs::read(&entry.path)?;
                header.set_mode(if matches!(entry.kind, Kind::Program) { RUNS } else { FOR_ALL });
                header.set_size(bytes.len() as u64);
                tar.append_data(&mut header, &entry.name, bytes.as_slice())?;
            }
        }
    }
    tar.into_inner()?.finish()?;
    Ok(())
}

/// The time of all entries is the first that the format knows, 1980: it has no time zone.
fn zip(entries: &[Entry], file: impl Write + Seek) -> anyhow::Result<()> {
    let mut zip = ZipWriter::new(file);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(DateTime::default());
    for entry in entries {
        match &entry.kind {
            Kind::Folder => zip.add_directory(entry.name.as_str(), options.unix_permissions(RUNS))?,
            Kind::Link(to) => {
                let to = to.to_str().context("a link to a name that is not UTF-8")?;
                zip.add_symlink(entry.name.as_str(), to, options)?;
            }
            Kind::Program | Kind::Data => {
                let mode = if matches!(entry.kind, Kind::Program) { RUNS } else { FOR_ALL };
                zip.start_file(entry.name.as_str(), options.unix_permissions(mode))?;
                let mut bytes = Vec::new();
                File::open(&entry.path)?.read_to_end(&mut bytes)?;
                zip.write_all(&bytes)?;
            }
        }
    }
    zip.finish()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder whose files were written in this order.
    fn folder(names: [&str; 3]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("top/man")).unwrap();
        for name in names {
            fs::write(folder.path().join("top").join(name), name).unwrap();
        }
        folder
    }

    #[test]
    fn the_same_files_make_the_same_archive() {
        let (one, other) = (folder(["a", "man/b", "c"]), folder(["c", "a", "man/b"]));
        let past = fs::File::options().write(true).open(other.path().join("top/a")).unwrap();
        past.set_modified(std::time::UNIX_EPOCH).unwrap();
        for form in [Form::TarGz, Form::Zip] {
            let pack = |folder: &Path, time| {
                let archive = folder.join(format!("x{}", form.extension()));
                pack(&folder.join("top"), form, &archive, time).unwrap();
                fs::read(archive).unwrap()
            };
            assert_eq!(pack(one.path(), 1_700_000_000), pack(other.path(), 1_700_000_000), "{form:?}");
        }
    }

    #[test]
    fn an_archive_holds_what_was_packed() {
        let folder = folder(["a", "man/b", "c"]);
        let archive = folder.path().join("x.tar.gz");
        pack(&folder.path().join("top"), Form::TarGz, &archive, 1_700_000_000).unwrap();
        let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(File::open(&archive).unwrap()));
        let entries = tar.entries().unwrap().map(|entry| {
            let entry = entry.unwrap();
            (entry.path().unwrap().display().to_string(), entry.size(), entry.header().mtime().unwrap())
        });
        let time = 1_700_000_000;
        let wanted = [("top/", 0), ("top/a", 1), ("top/c", 1), ("top/man/", 0), ("top/man/b", 5)];
        let wanted = wanted.map(|(name, size)| (name.to_owned(), size, time));
        assert_eq!(entries.collect::<Vec<_>>(), wanted);
        let archive = folder.path().join("x.zip");
        pack(&folder.path().join("top"), Form::Zip, &archive, time).unwrap();
        let zip = zip::ZipArchive::new(File::open(&archive).unwrap()).unwrap();
        let names = zip.file_names().map(|name| name.unwrap().into_owned());
        assert_eq!(names.collect::<Vec<_>>(), wanted.map(|(name, ..)| name));
    }
}
