//! Perft.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use campione::moves::MoveNotation;
use campione::{MAX_PERFT_DEPTH, Move, Perft, PerftTable, Position};
use rayon::ThreadPoolBuilder;

use crate::border::{call, given, handle, place, pointer_place};
use crate::control::Control;
use crate::error::{Error, Status};
use crate::game::Game;
use crate::moves::{Moves, notation};

/// Counts of so few plies take no time worth a thread.
const SHORT: u32 = 3;

/// The stack of a thread that counts, in bytes.
const STACK: usize = 16 << 20;

/// The greatest number of threads.
pub(crate) const MOST_THREADS: u32 = 1024;

/// What is counted, and how.
struct Task<'c> {
    position: Position,
    depth: u32,
    threads: u32,
    table: Option<PerftTable>,
    control: Option<&'c Control>,
}

impl<'c> Task<'c> {
    fn new(
        game: Option<&Game>,
        depth: u32,
        (threads, hash): (u32, u32),
        control: Option<&'c Control>,
    ) -> Result<Task<'c>, Error> {
        let position = given(game, "game")?.position();
        if depth > MAX_PERFT_DEPTH {
            return Err(Error::range("depth", &format!("{depth} plies are more than {MAX_PERFT_DEPTH}")));
        }
        if threads > MOST_THREADS {
            return Err(Error::range("threads", &format!("{threads} are more than {MOST_THREADS}")));
        }
        let table = (hash > 0)
            .then(|| {
                PerftTable::for_count(hash as usize, &position, depth)
                    .ok_or_else(|| Error::system(format!("the system has no {hash} MB for the table")))
            })
            .transpose()?;
        let control = control.map(Control::begin).transpose()?;
        Ok(Task { position, depth, threads, table, control })
    }

    /// Counts on threads of its own, which end with the count: the library leaves none behind.
    fn count<T: Send>(&self, count: impl FnOnce(Perft<'_>) -> T + Send) -> Result<T, Error> {
        let mut perft = Perft::new();
        if let Some(table) = &self.table {
            perft = perft.with_table(table);
        }
        if let Some(control) = self.control {
            perft = perft.with_monitor(&control.count);
        }
        if self.depth <= SHORT {
            return Ok(count(perft));
        }
        let builder = ThreadPoolBuilder::new().num_threads(self.threads as usize).stack_size(STACK);
        let pool = builder.build().map_err(|error| Error::system(format!("the system gives no threads: {error}")))?;
        Ok(pool.install(|| count(perft)))
    }

    fn nodes(&self) -> Result<u64, Error> {
        of_64_bits(self.count(|perft| perft.count(&self.position, self.depth))?)
    }

    fn divide(&self) -> Result<Vec<(Move, u64)>, Error> {
        let parts = self.count(|perft| match self.depth.checked_sub(1) {
            // Without threads: a divide would take those of all of rayon.
            Some(rest) if self.depth <= SHORT => {
                let part = |&mv: &Move| (mv, perft.count(&self.position.play_unchecked(mv), rest));
                self.position.legal_moves().iter().map(part).collect()
            }
            _ => perft.divide(&self.position, self.depth),
        })?;
        parts.into_iter().map(|(mv, nodes)| Ok((mv, of_64_bits(nodes)?))).collect()
    }
}

/// A count that was not stopped, and that C can hold.
fn of_64_bits(nodes: Option<u128>) -> Result<u64, Error> {
    let nodes = nodes.ok_or_else(Error::stopped)?;
    u64::try_from(nodes).map_err(|_| Error::range("depth", &format!("{nodes} paths are more than 64 bits can hold")))
}

/// The number of legal move paths of `depth` plies; 1 for depth 0. Draws do not end a path.
///
/// `threads` is 0 for all that the machine runs at once, or up to 1024; up to three plies are counted by the caller's. `hash` is the
/// size of a table in mebibytes, which makes deep counts faster, or 0. `control` may be NULL; if it stops the count, the status is
/// CAMPIONE_STATUS_STOPPED.
#[unsafe(no_mangle)]
pub extern "C" fn campione_game_perft(
    game: Option<&Game>,
    depth: u32,
    threads: u32,
    hash: u32,
    control: Option<&Control>,
    nodes: Option<&mut MaybeUninit<u64>>,
) -> Status {
    call(|| {
        let nodes = place(nodes, "nodes")?;
        nodes.write(Task::new(game, depth, (threads, hash), control)?.nodes()?);
        Ok(())
    })
}

/// For each legal move the perft of `depth - 1` after it, in the notation of that name (NULL is `uci`); an empty list for depth 0. The
/// rest is as in campione_game_perft.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_game_divide(
    game: Option<&Game>,
    depth: u32,
    threads: u32,
    hash: u32,
    control: Option<&Control>,
    notation: *const c_char,
    length: usize,
    moves: Option<&mut MaybeUninit<*mut Moves>>,
) -> Status {
    call(|| {
        let moves = pointer_place(moves, "moves")?;
        // SAFETY: what the caller promises of texts.
        let notation = unsafe { self::notation(notation, length, MoveNotation::Uci) }?;
        let task = Task::new(game, depth, (threads, hash), control)?;
        let list = task.divide()?.into_iter().map(|(mv, nodes)| (mv, &task.position, nodes));
        moves.write(handle(Moves::of(list, notation)?));
        Ok(())
    })
}
