//! Checkpoints with any content, for the fuzz target.

use campione_core::Variant;
use campione_movegen::Position;
use campione_notation::fen;

use super::Job;
use super::format::{self, Header, State};

/// Units after more plies take too long to find.
const MOST_PLIES: u32 = 2;

/// The greatest depth of a new count, for the same reason.
const MOST_DEPTH: u32 = 4;

/// The last line that a file with this body must have.
pub fn seal(body: &[u8]) -> String {
    format::seal(body)
}

/// Reads a file as a checkpoint, and continues it as the program does.
///
/// # Panics
/// A checkpoint that is written and read again is a different one, or its counts do not add up.
pub fn checkpoint(bytes: &[u8]) {
    let Ok(state) = State::read(bytes) else { return };
    assert_eq!(again(&state), state, "written and read again");
    let Ok(variant) = Variant::named(&state.header.variant) else { return };
    let Ok(position) = fen::read(&state.header.fen, variant) else { return };
    let State { header: Header { variant, depth, .. }, .. } = &state;
    let header = |depth| Header { variant: variant.clone(), fen: fen::write(&position), depth };
    if state.plies <= MOST_PLIES {
        go_on(&position, &State { header: header(*depth), ..state.clone() });
    }
    // The same counts with the units of this program.
    let header = header(depth % (MOST_DEPTH + 1));
    let Ok(job) = Job::new(&position, &header, None) else { unreachable!("a count may always begin") };
    let new = job.state();
    let mut counts = state.counts;
    counts.retain(|&(unit, _)| unit < new.units);
    go_on(&position, &State { counts, ..new });
}

/// Continues a count if that is possible.
fn go_on(position: &Position, state: &State) {
    let Ok(job) = Job::new(position, &state.header, Some(state)) else { return };
    let saved = job.state();
    assert_eq!((&saved.header, saved.plies, saved.units), (&state.header, state.plies, state.units));
    assert_eq!((saved.fingerprint, &saved.counts), (state.fingerprint, &state.counts));
    assert_eq!(again(&saved), saved, "written and read again");
    let counted = job.result(None);
    if state.header.depth > 0 {
        let parts = counted.parts.iter().map(|(_, nodes)| nodes);
        assert!(parts.sum::<u128>() <= counted.nodes, "more in the parts than in the whole");
    }
    assert_eq!(counted.done.is_none(), state.counts.len() == state.units);
}

/// The state after it is written and read again.
fn again(state: &State) -> State {
    State::read(state.write().as_bytes()).unwrap_or_else(|error| panic!("{error:#}"))
}
