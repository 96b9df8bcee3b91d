//! Random games in PGN, and the positions in them.

use std::fmt::Write;
use std::io;

use campione_core::{Color, SplitMix64, Variant};
use campione_movegen::Position;
use campione_notation::{fen, san};
use rayon::prelude::*;

/// Games that are made at once.
const PART: u64 = 1000;

/// Games end after so many plies, if not sooner.
const MOST_PLIES: u32 = 160;

/// Lines of moves are no longer.
const WIDTH: usize = 79;

/// So many positions of random games, from the start position on, written as our own FENs.
pub(super) fn positions(variant: &Variant, count: u64, mut each: impl FnMut(&str) -> io::Result<()>) -> io::Result<()> {
    let mut random = SplitMix64::new(count);
    let mut position = Position::start(variant);
    let mut plies = 0;
    for _ in 0..count {
        each(&fen::write(&position))?;
        let legal = position.legal_moves();
        plies += 1;
        if legal.is_empty() || plies > MOST_PLIES {
            (position, plies) = (Position::start(variant), 0);
        } else {
            position = position.play_unchecked(legal[random.index(legal.len())]);
        }
    }
    Ok(())
}

/// The games of one part, in their order.
pub(super) fn part(part: u64, variants: &[Variant]) -> Vec<String> {
    let numbers: Vec<u64> = (part * PART..(part + 1) * PART).collect();
    numbers.into_par_iter().map(|number| game(number, &variants[number as usize % variants.len()])).collect()
}

/// A random game; the number decides everything.
fn game(number: u64, variant: &Variant) -> String {
    let mut random = SplitMix64::new(number);
    let mut position = Position::start(variant);
    let (mut moves, mut column) = (String::new(), 0);
    let mut word = |word: &str| {
        if column > 0 && column + 1 + word.len() > WIDTH {
            moves.push('\n');
            column = 0;
        } else if column > 0 {
            moves.push(' ');
            column += 1;
        }
        moves.push_str(word);
        column += word.len();
    };
    let mut result = "*";
    for _ in 0..MOST_PLIES {
        let legal = position.legal_moves();
        if legal.is_empty() {
            result = match (position.in_check(), position.turn()) {
                (false, _) => "1/2-1/2",
                (true, Color::White) => "0-1",
                (true, Color::Black) => "1-0",
            };
            break;
        }
        if position.turn() == Color::White {
            word(&format!("{}.", position.fullmove_number()));
        }
        let mv = legal[random.index(legal.len())];
        word(&san::write(mv, &position));
        position = position.play_unchecked(mv);
    }
    word(result);
    let mut text = String::with_capacity(moves.len() + 200);
    let round = number + 1;
    for (name, value) in [
        ("Event", "random games"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &round.to_string()),
        ("White", "random"),
        ("Black", "random"),
        ("Result", result),
        ("Variant", variant.id()),
    ] {
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    let _ = writeln!(text, "\n{moves}\n");
    text
}
