//! Assertions worked out by hand from RULES.md, and counts published elsewhere.

mod berolina;
mod courier_spiel;
mod games;
mod notation;

use campione_reference::{Game, Position};

fn read(variant: &str, fen: &str) -> Result<Position<'static>, String> {
    Position::named(variant, fen)
}

fn position(variant: &str, fen: &str) -> Position<'static> {
    read(variant, fen).unwrap_or_else(|why| panic!("{variant} {fen}: {why}"))
}

fn start(variant: &str) -> Position<'static> {
    Position::start(Game::named(variant).unwrap())
}

/// The texts of all legal moves, sorted.
fn texts(position: &Position<'_>) -> Vec<String> {
    let mut texts: Vec<String> = position.legal_moves().into_iter().map(|(t, _)| t).collect();
    texts.sort();
    texts
}

fn can_play(variant: &str, fen: &str, mv: &str) -> bool {
    texts(&position(variant, fen)).iter().any(|text| text == mv)
}

fn play<'g>(position: &Position<'g>, mv: &str) -> Position<'g> {
    let found = position.legal_moves().into_iter().find(|(text, _)| text == mv);
    found.unwrap_or_else(|| panic!("{mv} is not among {:?}", texts(position))).1
}

/// The legal moves of the king on that square that are not single steps.
fn long_king_moves(position: &Position<'_>, king: &str) -> Vec<String> {
    let file = |text: &str| text.as_bytes()[0];
    let rank = |text: &str| text.as_bytes()[1];
    texts(position)
        .into_iter()
        .filter(|text| {
            text.starts_with(king)
                && (text.contains([',', 'k'])
                    || file(&text[2..]).abs_diff(file(king)) > 1
                    || rank(&text[2..]).abs_diff(rank(king)) > 1)
        })
        .collect()
}
