//! Random games in PGN, and the positions in them.

use std::fmt::Write;
use std::io;

use campione_core::{Color, SplitMix64, Variant};
use campione_movegen::Position;
use campione_notation::pgn::result_text;
use campione_notation::{fen, san};
use rayon::prelude::*;

/// Games that are made at once.
pub(super) const PART: u64 = 1000;

/// Games end after this many plies, if not sooner.
const MOST_PLIES: u32 = 160;

/// Games that are played side by side where only positions are asked for.
const SIDE_BY_SIDE: u32 = 1000;

/// Lines of moves are no longer.
pub(super) const WIDTH: usize = 79;

/// This many positions of random games, written as our own FENs. Many games are played side by side, so that a line has
/// little in common with the one before it.
pub(super) fn positions(variant: Variant, count: u64, mut each: impl FnMut(&str) -> io::Result<()>) -> io::Result<()> {
    let start = Position::start(variant);
    let mut random = SplitMix64::new(count);
    // They start at different times, or all would have the same age.
    let mut games: Vec<(Position, u32)> = (0..SIDE_BY_SIDE).map(|game| (start, game % MOST_PLIES)).collect();
    for (position, plies) in &mut games {
        for _ in 0..*plies {
            play_on(position, &mut random);
        }
    }
    for index in (0..games.len()).cycle().take(usize::try_from(count).unwrap_or(usize::MAX)) {
        let (position, plies) = &mut games[index];
        each(&fen::write(position))?;
        *plies += 1;
        if *plies > MOST_PLIES || !play_on(position, &mut random) {
            (*position, *plies) = (start, 0);
        }
    }
    Ok(())
}

/// Plays a random move, if there is one.
fn play_on(position: &mut Position, random: &mut SplitMix64) -> bool {
    let legal = position.legal_moves();
    if let Some(&mv) = legal.get(random.index(legal.len().max(1))) {
        *position = position.play_unchecked(mv);
        return true;
    }
    false
}

/// The games of one part, in their order.
pub(super) fn part(part: u64, variants: &[Variant]) -> Vec<String> {
    in_parts(part, |number| game(number, variants[number as usize % variants.len()]))
}

/// The games of one part, each made from its number, on all processors.
pub(super) fn in_parts(part: u64, game: impl Fn(u64) -> String + Send + Sync) -> Vec<String> {
    let numbers: Vec<u64> = (part * PART..(part + 1) * PART).collect();
    numbers.into_par_iter().map(game).collect()
}

/// Words in lines.
pub(super) struct Lines {
    text: String,
    column: usize,
    width: usize,
}

impl Lines {
    /// Lines of at most `width` bytes.
    pub(super) fn new(width: usize) -> Lines {
        Lines { text: String::new(), column: 0, width }
    }

    /// Adds a word.
    pub(super) fn word(&mut self, word: &str) {
        if self.column > 0 && self.column + 1 + word.len() > self.width {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += word.len();
    }

    /// The lines.
    pub(super) fn text(self) -> String {
        self.text
    }
}

/// A random game; the number decides everything.
fn game(number: u64, variant: Variant) -> String {
    let mut random = SplitMix64::new(number);
    let mut position = Position::start(variant);
    let mut lines = Lines::new(WIDTH);
    let mut result = "*";
    for _ in 0..MOST_PLIES {
        let legal = position.legal_moves();
        if legal.is_empty() {
            result = result_text(position.outcome());
            break;
        }
        if position.turn() == Color::White {
            lines.word(&format!("{}.", position.fullmove_number()));
        }
        let mv = legal[random.index(legal.len())];
        lines.word(&san::write(mv, &position));
        position = position.play_unchecked(mv);
    }
    lines.word(result);
    let moves = lines.text();
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
