//! Endgame tables for the engine: a folder, read into memory for one variant at a time.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use campione_core::Variant;
use campione_endgame::Folder;
use campione_search::{EndgameTables, Engine, EngineConfig};

use crate::memory;

const MEBIBYTE: u64 = 1 << 20;

/// The tables of a variant in a folder, in memory, with what was wrong with some of them; `None` if there are none.
///
/// # Errors
/// The folder cannot be read, or the tables do not fit in memory.
pub(crate) fn load(folder: &Path, variant: Variant) -> anyhow::Result<(Option<Arc<EndgameTables>>, Vec<String>)> {
    let folder = Folder::open(folder, variant)?;
    let mut complaints: Vec<String> = folder.unusable().iter().map(ToString::to_string).collect();
    let files = folder.files();
    let bytes: u64 = files.iter().map(|(_, file)| file.header().entries * u64::from(file.header().width)).sum();
    memory::check(u32::try_from(bytes.div_ceil(MEBIBYTE)).unwrap_or(u32::MAX), 0).context("endgame tables")?;
    let mut tables = EndgameTables::new(variant);
    let mut loaded = false;
    for (_, file) in files {
        match file.load(variant) {
            Ok(table) => {
                tables.insert(Arc::new(table));
                loaded = true;
            }
            Err(error) => complaints.push(error.to_string()),
        }
    }
    Ok((loaded.then(|| Arc::new(tables)), complaints))
}

/// Gives an engine the tables of a folder, for a command that plays one variant. Damaged tables are reported.
///
/// # Errors
/// As [`load`], or there is no table of the variant.
pub(crate) fn give(engine: &mut Engine, folder: Option<&Path>, variant: Variant) -> anyhow::Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    let (tables, complaints) = load(folder, variant).context("--tables")?;
    for complaint in complaints {
        crate::messages::complain(&format!("campione: {complaint}"));
    }
    ensure!(tables.is_some(), "--tables: {}: no table of {} is there", folder.display(), variant.id());
    engine.configure(&EngineConfig { endgames: tables, ..engine.config().clone() })?;
    Ok(())
}

/// The setting for tables in a protocol, in which the variant may change.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TablePath {
    folder: Option<PathBuf>,
}

impl TablePath {
    /// A folder; an empty name or `<empty>` for none.
    ///
    /// # Errors
    /// There is no such folder; then nothing changes.
    pub(crate) fn set(&mut self, folder: &str) -> anyhow::Result<()> {
        self.folder = match folder.trim() {
            "" | "<empty>" => None,
            folder => {
                ensure!(Path::new(folder).is_dir(), "{folder}: there is no such folder");
                Some(PathBuf::from(folder))
            }
        };
        Ok(())
    }
}

/// The tables of an engine in a protocol: read when a program waits for
/// readiness or a search begins, if the setting or the variant has changed.
#[derive(Debug, Default)]
pub(crate) struct PathTables {
    pub(crate) path: TablePath,
    /// The setting and the variant whose tables the engine has; `None` before the first search.
    latest: Option<(TablePath, Variant)>,
}

impl PathTables {
    /// Gives an engine the tables of a variant, unless it has them. Returns what was wrong with some.
    pub(crate) fn give(&mut self, engine: &mut Engine, variant: Variant) -> Vec<String> {
        let wanted = Some((self.path.clone(), variant));
        if self.latest == wanted {
            return Vec::new();
        }
        self.latest = wanted;
        let loaded = self.path.folder.as_deref().map_or_else(|| Ok((None, Vec::new())), |folder| load(folder, variant));
        let (tables, complaints) = loaded.unwrap_or_else(|error| (None, vec![format!("{error:#}")]));
        let configured = engine.configure(&EngineConfig { endgames: tables, ..engine.config().clone() });
        let complaints = complaints.into_iter().chain(configured.err().map(|error| error.to_string()));
        complaints.map(|complaint| format!("TablePath: {complaint}; it is not used")).collect()
    }
}
