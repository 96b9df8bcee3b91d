//! A folder of tables, probed block by block.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use campione_core::Variant;
use campione_movegen::{Move, Position};

use crate::error::{EndgameError, FormatFault};
use crate::file::{BLOCK, ENDING, TableFile};
use crate::layout::Layout;
use crate::material::Material;
use crate::place::{Placed, Placer};
use crate::ply::{one_ply, rated_moves};
use crate::value::Value;

/// Blocks that are kept in memory: up to 16 MiB.
const KEPT: usize = 128;

/// The tables of a variant in a folder. Only the blocks that probes need are read.
///
/// ```
/// use campione_core::{Setup, Variant};
/// use campione_endgame::{Folder, Material, Monitor, Tables, Value};
/// use campione_movegen::Position;
/// let chess = Variant::named("chess")?;
/// let place = tempfile::tempdir()?;
/// Tables::new(chess).build(Material::read("KQvK", chess)?, &Monitor::new())?.save(place.path())?;
/// let folder = Folder::open(place.path(), chess)?;
/// let board = chess.read_placement("k7/8/1QK5/8/8/8/8/8").unwrap();
/// let position = Position::new(&Setup { board, ..Setup::empty() }, chess)?;
/// assert_eq!(folder.probe(&position)?, Some(Value::Win(1)));
/// assert_eq!(folder.moves(&position)?.unwrap()[0].1, Value::Win(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Folder {
    variant: Variant,
    tables: HashMap<Material, (Arc<Entry>, bool)>,
    unusable: Vec<EndgameError>,
    /// The number of the next table.
    next: usize,
    cache: Mutex<Cache>,
}

#[derive(Debug)]
struct Entry {
    file: TableFile,
    layout: Layout,
    number: usize,
}

/// The time of the last use, and the codes.
type Block = (u64, Arc<Vec<u8>>);

#[derive(Debug, Default)]
struct Cache {
    /// By the number of the table and of the block.
    blocks: HashMap<(usize, usize), Block>,
    time: u64,
}

impl Folder {
    /// Reads the headers of all tables in a folder. Those of other rules are passed over, and damaged ones are listed in
    /// [`unusable`](Self::unusable).
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn open(path: &Path, variant: Variant) -> Result<Folder, EndgameError> {
        let outside = |reason| EndgameError::File { path: path.to_owned(), reason };
        let mut paths = Vec::new();
        for entry in fs::read_dir(path).map_err(outside)? {
            let path = entry.map_err(outside)?.path();
            let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if path.extension().is_some_and(|ending| ending == ENDING) && !hidden {
                paths.push(path);
            }
        }
        paths.sort_unstable();
        let mut folder = Folder::empty(variant);
        for (number, path) in paths.iter().enumerate() {
            match TableFile::open(path).and_then(|file| Entry::new(file, number, variant)) {
                Ok(entry) => folder.add(entry),
                Err(EndgameError::Format { fault: FormatFault::Rules { .. }, .. }) => {}
                Err(error) => folder.unusable.push(error),
            }
        }
        Ok(folder)
    }

    /// Adds a table that lies elsewhere, in place of one of the same ending.
    ///
    /// # Errors
    /// It is one by other rules.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_endgame::{Folder, Material, Monitor, TableFile, Tables};
    /// let (gardner, place) = (Variant::named("gardner")?, tempfile::tempdir()?);
    /// let queen = Material::read("KQvK", gardner)?;
    /// let path = Tables::new(gardner).build(queen, &Monitor::new())?.save(place.path())?;
    /// let mut folder = Folder::empty(gardner);
    /// folder.insert(TableFile::open(&path)?)?;
    /// assert!(folder.file(queen).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert(&mut self, file: TableFile) -> Result<(), EndgameError> {
        let entry = Entry::new(file, self.next, self.variant)?;
        self.add(entry);
        Ok(())
    }

    /// A folder without tables, such as one that does not exist yet.
    pub fn empty(variant: Variant) -> Folder {
        Folder { variant, tables: HashMap::new(), unusable: Vec::new(), next: 0, cache: Mutex::default() }
    }

    fn add(&mut self, entry: Entry) {
        self.next = self.next.max(entry.number + 1);
        let (material, entry) = (entry.layout.material, Arc::new(entry));
        if material.is_fair(self.variant) {
            self.tables.insert(material.swapped(), (entry.clone(), true));
        }
        self.tables.insert(material, (entry, false));
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The files that look like tables and are none, with the reason.
    pub fn unusable(&self) -> &[EndgameError] {
        &self.unusable
    }

    /// The tables, ordered by their endings.
    pub fn files(&self) -> Vec<(Material, &TableFile)> {
        let own = self.tables.iter().filter(|(_, (_, swapped))| !swapped);
        let mut files: Vec<_> = own.map(|(&material, (entry, _))| (material, &entry.file)).collect();
        files.sort_unstable_by_key(|&(material, _)| (material.pieces(), material));
        files
    }

    /// The table of an ending. Its colors may be swapped ([`Material::normal`]).
    pub fn file(&self, material: Material) -> Option<&TableFile> {
        self.tables.get(&material).map(|(entry, _)| &entry.file)
    }

    /// The position with a number in the table of an ending; `None` if there is none.
    pub fn position(&self, material: Material, number: u64) -> Option<Position> {
        let (entry, _) = self.tables.get(&material)?;
        let number = usize::try_from(number).ok().filter(|&number| number < 2 * entry.layout.size)?;
        let (squares, turn) = entry.layout.placement(number);
        Placer::new(self.variant, entry.layout.material).position(squares, turn, None)
    }

    /// The value of a position; `None` if there is no table of its ending, or if there are rights to castle or leap.
    ///
    /// # Errors
    /// The block cannot be read, or is damaged.
    pub fn probe(&self, position: &Position) -> Result<Option<Value>, EndgameError> {
        if position.legal_en_passant().is_some() {
            return caught(|error| one_ply(position, |next| keep(self.probe(next), error)));
        }
        let Some(placed) = Placed::of(position) else { return Ok(None) };
        let Some((entry, swapped)) = self.tables.get(&placed.material) else { return Ok(None) };
        let (placed, turn) =
            if *swapped { (placed.swapped(self.variant), !position.turn()) } else { (placed, position.turn()) };
        let Some(number) = entry.layout.number(placed.squares, turn) else { return Ok(None) };
        let block = self.block(entry, number / BLOCK)?;
        let at = number % BLOCK;
        let code = if entry.file.header().width == 1 {
            block.get(at).map(|&code| u16::from(code))
        } else {
            block.get(2 * at..2 * at + 2).map(|code| u16::from_le_bytes([code[0], code[1]]))
        };
        Ok(code.and_then(Value::of_code))
    }

    /// The legal moves of a position, the best first, each with the value for the side that makes it. `None` if a table is
    /// missing.
    ///
    /// # Errors
    /// As [`probe`](Self::probe).
    pub fn moves(&self, position: &Position) -> Result<Option<Vec<(Move, Value)>>, EndgameError> {
        caught(|error| rated_moves(position, |next| keep(self.probe(next), error)))
    }

    fn block(&self, entry: &Entry, block: usize) -> Result<Arc<Vec<u8>>, EndgameError> {
        let key = (entry.number, block);
        {
            let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
            cache.time += 1;
            let time = cache.time;
            if let Some((used, block)) = cache.blocks.get_mut(&key) {
                *used = time;
                return Ok(block.clone());
            }
        }
        let read = Arc::new(entry.file.block(block)?);
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.blocks.len() >= KEPT
            && let Some(&oldest) = cache.blocks.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| key)
        {
            cache.blocks.remove(&oldest);
        }
        let time = cache.time;
        cache.blocks.insert(key, (time, read.clone()));
        Ok(read)
    }
}

/// Runs a computation that stops at the first error.
fn caught<T>(compute: impl FnOnce(&mut Option<EndgameError>) -> Option<T>) -> Result<Option<T>, EndgameError> {
    let mut error = None;
    let result = compute(&mut error);
    error.map_or(Ok(result), Err)
}

fn keep<T>(result: Result<Option<T>, EndgameError>, error: &mut Option<EndgameError>) -> Option<T> {
    result.unwrap_or_else(|found| {
        *error = Some(found);
        None
    })
}

impl Entry {
    fn new(file: TableFile, number: usize, variant: Variant) -> Result<Entry, EndgameError> {
        let layout = Layout::new(variant, file.material(variant)?);
        if 2 * layout.size as u64 != file.header().entries {
            let fault = FormatFault::Header("another number of positions than the ending has");
            return Err(EndgameError::Format { path: file.path().to_owned(), fault });
        }
        Ok(Entry { file, layout, number })
    }
}
