//! Moves as text: a game, a line with a position, a line with moves, of which the last is written in every notation, and
//! lines that are read as moves in the position before it.
#![no_main]

use campione_fuzz::moves::{check_move, check_text};
use campione_fuzz::{Input, chosen_move};
use libfuzzer_sys::fuzz_target;

/// Most moves and lines.
const MOST: usize = 40;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let Some(mut position) = input.position_of_game() else { return };
    let played = input.line();
    for (index, &byte) in played.iter().take(MOST).enumerate() {
        let Some(mv) = chosen_move(&position, byte) else { break };
        if index + 1 == played.len().min(MOST) {
            check_move(mv, &position);
            break;
        }
        position = position.play_unchecked(mv);
    }
    let Some(text) = input.text() else { return };
    for line in text.lines().take(MOST) {
        check_text(line, &position);
        for word in campione_notation::moves::split(line).take(MOST) {
            check_text(word, &position);
        }
    }
});
