//! Endgame tables that lie elsewhere, such as beside a page. A probe says which parts of which files it needs, and whoever asked
//! fetches them and asks again: files are read by the library, block by block, as those on a disk are.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use campione::endgame::{Folder, Material, TableFile, TableSource, Value};
use campione::{Notation, Position};
use serde_json::json;
use wasm_bindgen::prelude::*;

use crate::board::{RawBoard, coordinates};
use crate::variant::RawVariant;

/// The bytes that are fetched first: the header of a table, and for most tables the list of its blocks.
const HEAD: u64 = 8192;

/// What is there of a file, and what is missing.
#[derive(Debug, Default)]
struct Parts {
    length: Option<u64>,
    fetched: Vec<(u64, Vec<u8>)>,
    wanted: Vec<(u64, u64)>,
}

/// A file of which parts are there.
#[derive(Clone, Debug, Default)]
struct Remote(Arc<Mutex<Parts>>);

impl Remote {
    fn parts(&self) -> MutexGuard<'_, Parts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TableSource for Remote {
    fn length(&self) -> io::Result<u64> {
        let mut parts = self.parts();
        if parts.length.is_none() {
            parts.wanted.push((0, HEAD));
        }
        parts.length.ok_or_else(|| io::ErrorKind::WouldBlock.into())
    }

    fn read(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut parts = self.parts();
        let part = |(start, part): &(u64, Vec<u8>)| {
            let from = usize::try_from(offset.checked_sub(*start)?).ok()?;
            part.get(from..from.checked_add(bytes.len())?).map(<[u8]>::to_vec)
        };
        if let Some(found) = parts.fetched.iter().find_map(part) {
            bytes.copy_from_slice(&found);
            // A block is read once: the folder keeps it. The head is read again until the table is open.
            parts.fetched.retain(|(start, part)| offset == 0 || (*start, part.len()) != (offset, found.len()));
            return Ok(());
        }
        parts.wanted.push((offset, bytes.len() as u64));
        Err(io::ErrorKind::WouldBlock.into())
    }
}

/// What is known of a file.
struct File {
    remote: Remote,
    /// Its header was read, or it cannot be used.
    is_settled: bool,
}

/// The endgame tables of a variant.
#[wasm_bindgen]
pub struct RawEndgames {
    folder: Folder,
    files: BTreeMap<String, File>,
}

#[wasm_bindgen]
impl RawEndgames {
    /// Tables by their names: `carrera-KQvKR.endgame`. Others are left aside.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &RawVariant, names: &str) -> RawEndgames {
        let files = names.split_whitespace().filter(|name| name.ends_with(".endgame"));
        let files = files.map(|name| (name.to_owned(), File { remote: Remote::default(), is_settled: false }));
        RawEndgames { folder: Folder::empty(variant.rules), files: files.collect() }
    }

    /// The values of the legal moves as JSON: `wants` has the parts of files that must be [`put`](Self::put) before they are
    /// known, `moves` the moves, the best first. A move into an ending without a table has no result.
    pub fn moves(&mut self, board: &RawBoard) -> String {
        let position = board.position();
        let mut moves = Vec::new();
        if position.occupied().count() <= 6 {
            for mv in position.legal_moves() {
                let next = position.play_unchecked(mv);
                self.open(&next);
                // What cannot be read now is wanted, or damaged.
                let value = self.folder.probe(&next).ok().flatten().map(Value::before);
                moves.push((mv, value));
            }
        }
        // A move whose result is unknown stands between wins and draws.
        moves.sort_by_key(|(_, value)| -value.map_or(1, Value::rank));
        let moves: Vec<_> = moves
            .into_iter()
            .map(|(mv, value)| {
                let result = value.map(|value| match value {
                    Value::Win(_) => "win",
                    Value::Draw => "draw",
                    Value::Loss(_) => "loss",
                });
                let (uci, san) = (coordinates(mv, position), position.san(mv));
                json!({ "uci": uci, "san": san, "result": result, "plies": value.and_then(Value::plies) })
            })
            .collect();
        let mut wants = Vec::new();
        for (name, file) in &self.files {
            let mut wanted = std::mem::take(&mut file.remote.parts().wanted);
            wanted.sort_unstable();
            wanted.dedup();
            wants.extend(wanted.into_iter().map(|(from, length)| json!([name, from, length])));
        }
        json!({ "wants": wants, "moves": moves }).to_string()
    }

    /// Gives a part of a file, and its whole length.
    pub fn put(&mut self, name: &str, from: f64, bytes: Vec<u8>, length: f64) {
        if let Some(file) = self.files.get(name) {
            let mut parts = file.remote.parts();
            parts.length = Some(length as u64);
            parts.fetched.push((from as u64, bytes));
        }
    }

    /// A file cannot be had.
    pub fn forget(&mut self, name: &str) {
        self.files.remove(name);
    }

    /// Opens the tables whose names say that they have the ending of a position. A name is for people: the header decides.
    fn open(&mut self, position: &Position) {
        let variant = self.folder.variant();
        let Some(material) = Material::of_position(position) else { return };
        if self.folder.file(material).is_some() {
            return;
        }
        let ending = material.normal(variant).name(variant);
        for (name, file) in &mut self.files {
            let is_of_ending = name.split(['-', '.']).any(|word| word == ending);
            if file.is_settled || !is_of_ending {
                continue;
            }
            let opened = TableFile::of(Path::new(name), Box::new(file.remote.clone()));
            let mut parts = file.remote.parts();
            file.is_settled = parts.wanted.is_empty();
            if file.is_settled {
                // Blocks are kept where they are read.
                parts.fetched.clear();
            }
            drop(parts);
            if let Ok(table) = opened {
                // A table of other rules is none of ours.
                let _ = self.folder.insert(table);
            }
        }
    }
}
