//! Checks that need whole FENs and moves as text. The fast generator is compared with the slow one of
//! `campione-reference`, which shares no code with it. The notation itself is tested by round trips.

mod bare_king;
mod berolina;
mod cases;
mod corners;
mod dialects;
mod differential;
mod en_passant;
mod epd;
mod fen_faults;
mod files;
mod games;
mod guests;
mod gui;
mod hops;
mod mutations;
mod notations;
mod pgn;
mod scan;
#[cfg(feature = "serde")]
mod serialize;
#[allow(unreachable_pub, reason = "the fuzz targets have this file as a public module")]
mod slow_words;
mod spellings;
mod suites;
mod tours;
mod why;
mod xboard;

use campione_core::Variant;
use campione_notation::{fen, uci};

/// The size of a sample: the larger one where `CAMPIONE_THOROUGH` is set, as `cargo xtask thorough` sets it.
fn sample<T>(everyday: T, thorough: T) -> T {
    if std::env::var_os("CAMPIONE_THOROUGH").is_some() { thorough } else { everyday }
}

/// A text of `tests/cases.txt`: all lines between the line that names it and the next name.
fn case(name: &str) -> String {
    let lines = include_str!("../cases.txt").lines();
    let mut lines = lines.skip_while(|line| line.strip_prefix("@ ") != Some(name));
    assert!(lines.next().is_some(), "there is no case {name}");
    lines.take_while(|line| !line.starts_with("@ ")).map(|line| line.to_owned() + "\n").collect()
}

/// A FEN with the colors exchanged and the board flipped upside down.
fn flipped(text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').collect();
    let ranks: Vec<&str> = fields[0].split('/').rev().collect();
    let swap = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    let placement: String = ranks.join("/").chars().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    format!("{placement} {side} {}", fields[2..].join(" "))
}

/// The positions of a variant in the committed suites, each once.
fn suite_positions(id: &str) -> Vec<String> {
    let mut positions: Vec<String> = Vec::new();
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    for entry in std::fs::read_dir(directory).unwrap() {
        for line in std::fs::read_to_string(entry.unwrap().path()).unwrap().lines() {
            let mut fields = line.split('\t');
            if let (Some(variant), Some(text)) = (fields.next(), fields.next())
                && variant == id
                && !positions.iter().any(|known| known == text)
            {
                positions.push(text.to_owned());
            }
        }
    }
    positions
}

/// The legal moves of a position.
fn moves(variant: &str, text: &str) -> Vec<String> {
    let variant = Variant::named(variant).unwrap();
    let position = fen::read(text, variant).unwrap_or_else(|error| panic!("{error}"));
    position.legal_moves().into_iter().map(|mv| uci::write(mv, &position)).collect()
}

/// Checks that some moves are legal and some are not.
#[track_caller]
fn legal(variant: &str, text: &str, legal: &[&str], illegal: &[&str]) {
    let moves = moves(variant, text);
    for mv in legal {
        assert!(moves.iter().any(|known| known == mv), "{mv} is missing in {moves:?}");
    }
    for mv in illegal {
        assert!(!moves.iter().any(|known| known == mv), "{mv} is superfluous in {moves:?}");
    }
}

/// The FEN after some moves.
fn after(variant: &str, text: &str, moves: &str) -> String {
    let variant = Variant::named(variant).unwrap();
    let mut position = fen::read(text, variant).unwrap_or_else(|error| panic!("{error}"));
    for mv in moves.split(' ') {
        let mv = uci::read(mv, &position).unwrap_or_else(|error| panic!("{error}"));
        position = position.play(mv).unwrap();
    }
    fen::write(&position)
}
