//! The fast generator beside the slow one, which shares no code with it: a game, a line with a position, and moves.
#![no_main]

use std::collections::BTreeMap;

use campione_fuzz::slow_words::{outcome_text, slow_position};
use campione_fuzz::{Input, check_position, place, sorted_moves};
use campione_movegen::{EndReason, Game, Outcome, Perft, Position, perft};
use campione_notation::fen;
use campione_reference as slow;
use libfuzzer_sys::fuzz_target;

/// Most moves. Longer games begin in a later position.
const PLIES: usize = 24;

/// Two plies are counted in the last position of one input in this many.
const COUNTED: u64 = 4;

/// Positions with more moves take the slow generator long.
const MOST_MOVES: usize = 60;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let Some(start) = input.position_of_game() else { return };
    let (id, text) = (start.variant().id(), fen::write(&start));
    let mut game = Game::new(start);
    let mut slow = slow_position(id, &text);
    let mut times = BTreeMap::from([(slow.repetition_key(), 1)]);
    for &byte in input.rest().iter().take(PLIES) {
        let mut theirs = compare(game.position(), &slow);
        if theirs.is_empty() {
            break;
        }
        let index = usize::from(byte) % theirs.len();
        let (_, mv) = sorted_moves(game.position())[index];
        game.play_unchecked(mv);
        slow = theirs.swap_remove(index).1;
        let times = times.entry(slow.repetition_key()).or_insert(0);
        *times += 1;
        let drawn = game.position().outcome().is_none() && *times >= 3;
        let repeated = game.outcome() == Some(Outcome::draw(EndReason::Repetition));
        assert_eq!(repeated, drawn, "{}: repetition", place(game.position()));
    }
    let fast = *game.position();
    compare(&fast, &slow);
    let outcome = outcome_text(fast.outcome());
    assert_eq!(outcome.as_deref(), slow.outcome_without_history(), "{}: outcome", place(&fast));
    if fast.zobrist().is_multiple_of(COUNTED) && fast.legal_moves().len() <= MOST_MOVES {
        count(&fast, &slow);
    }
});

/// All that the two must agree on in a position; the slow one's moves, sorted by their texts.
fn compare(fast: &Position, slow: &slow::Position<'static>) -> Vec<(String, slow::Position<'static>)> {
    check_position(fast);
    assert_eq!(fen::write(fast), slow.fen(), "FEN of {}", fast.variant().id());
    assert_eq!(fast.in_check(), slow.in_check(), "{}: check", place(fast));
    assert_eq!(fast.is_dead(), slow.is_dead(), "{}: dead position", place(fast));
    let ours: Vec<String> = sorted_moves(fast).into_iter().map(|(text, _)| text).collect();
    let mut theirs = slow.legal_moves();
    theirs.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(ours.iter().eq(theirs.iter().map(|(text, _)| text)), "{}: moves {ours:?}, {theirs:?}", place(fast));
    theirs
}

/// Two plies in every way of counting.
fn count(fast: &Position, slow: &slow::Position<'_>) {
    let expected = slow.perft(2);
    assert_eq!(perft(fast, 2), expected, "{}: perft 2", place(fast));
    assert_eq!(Perft::new().plain().count(fast, 2), Some(expected), "{}: plain perft 2", place(fast));
}
