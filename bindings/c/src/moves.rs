//! Lists of moves.

use std::ffi::c_char;
use std::ptr;

use campione::moves::MoveNotation;
use campione::{Move, Position};

use crate::border::{ask, optional_text};
use crate::error::Error;

/// A list of moves as texts; that of a divide has a count for each.
#[derive(Default)]
pub struct Moves {
    /// All texts, each with NUL behind it.
    bytes: Vec<u8>,
    /// Where each begins, and its count.
    entries: Vec<(usize, u64)>,
}

impl Moves {
    /// Moves, each of a position and with a count, in a notation.
    pub(crate) fn of<'p>(
        moves: impl IntoIterator<Item = (Move, &'p Position, u64)>,
        notation: MoveNotation,
    ) -> Result<Moves, Error> {
        let mut list = Moves::default();
        for (mv, position, nodes) in moves {
            let text = notation.write(mv, position)?;
            list.entries.push((list.bytes.len(), nodes));
            list.bytes.extend_from_slice(text.as_bytes());
            list.bytes.push(0);
        }
        Ok(list)
    }
}

/// A notation by its name; `otherwise` for NULL.
///
/// # Safety
/// As [`text`](crate::border::text).
pub(crate) unsafe fn notation(
    name: *const c_char,
    length: usize,
    otherwise: MoveNotation,
) -> Result<MoveNotation, Error> {
    // SAFETY: the caller's promise.
    match unsafe { optional_text(name, length, "notation") }? {
        None => Ok(otherwise),
        Some(name) => Ok(name.parse::<MoveNotation>()?),
    }
}

/// How many moves a list has; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn campione_moves_count(moves: Option<&Moves>) -> usize {
    moves.map_or(0, |moves| moves.entries.len())
}

/// A move of a list; NULL if there are not so many. It is there as long as the list.
#[unsafe(no_mangle)]
pub extern "C" fn campione_moves_text(moves: Option<&Moves>, index: usize) -> *const c_char {
    ask(ptr::null(), || {
        let text = moves.and_then(|moves| moves.bytes.get(moves.entries.get(index)?.0..));
        text.map_or(ptr::null(), |bytes| bytes.as_ptr().cast())
    })
}

/// The count of a move in the list of a divide; 0 in other lists, and if there are not so many.
#[unsafe(no_mangle)]
pub extern "C" fn campione_moves_nodes(moves: Option<&Moves>, index: usize) -> u64 {
    moves.and_then(|moves| moves.entries.get(index)).map_or(0, |entry| entry.1)
}

/// Frees a list of moves. NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn campione_moves_free(moves: Option<Box<Moves>>) {
    drop(moves);
}
