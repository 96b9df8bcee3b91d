//! The built-in books of openings: balanced positions after 6 to 10 plies.
//!
//! `cargo lab openings` makes the files in `openings`. A line is a start, `startpos` or the variant's id and the number of an array,
//! then `moves`, and moves in coordinates. What follows `#` is a comment.

use campione_core::Variant;
use campione_movegen::{Game, Position};
use campione_notation::{fen, uci};

/// The files, by the id of the variant, in alphabetical order. A test checks that none is missing here.
const BOOKS: [(&str, &str); 8] = [
    ("archchess", include_str!("../openings/archchess.txt")),
    ("capablanca", include_str!("../openings/capablanca.txt")),
    ("carrera", include_str!("../openings/carrera.txt")),
    ("courier-spiel", include_str!("../openings/courier-spiel.txt")),
    ("crc", include_str!("../openings/crc.txt")),
    ("gothic", include_str!("../openings/gothic.txt")),
    ("grand", include_str!("../openings/grand.txt")),
    ("herb-garden", include_str!("../openings/herb-garden.txt")),
];

/// The variants that have a book, in alphabetical order.
pub fn variants() -> impl Iterator<Item = Variant> {
    BOOKS.iter().filter_map(|(id, _)| Variant::named(id).ok())
}

/// The openings in the book of a variant, always in the same order; `None` if it has no book.
///
/// ```
/// use campione_core::Variant;
/// use campione_referee::book;
/// let openings = book::openings(Variant::named("archchess")?).unwrap();
/// assert_eq!(openings.len(), 500);
/// assert!(openings.iter().all(|game| (6..=10).contains(&game.plies())));
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
pub fn openings(variant: Variant) -> Option<Vec<Game>> {
    // A user's variant may have the id of a built-in one.
    if Variant::named(variant.id()).ok() != Some(variant) {
        return None;
    }
    let (_, text) = BOOKS.iter().find(|(id, _)| *id == variant.id())?;
    text.lines().filter(|line| !line.starts_with('#')).map(|line| opening(line, variant)).collect()
}

fn opening(line: &str, variant: Variant) -> Option<Game> {
    let line = line.split(" #").next()?;
    let (start, moves) = line.split_once(" moves ")?;
    let start: Position = fen::read_start(start, variant)?.ok()?;
    let mut game = Game::new(start);
    for text in moves.split_ascii_whitespace() {
        game.play_unchecked(uci::read(text, game.position()).ok()?);
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_book_is_read_whole() {
        for (id, text) in BOOKS {
            let openings = openings(Variant::named(id).unwrap()).unwrap_or_else(|| panic!("{id}"));
            let lines = text.lines().filter(|line| !line.starts_with('#')).count();
            assert_eq!((openings.len(), lines), (500, 500), "{id}");
            let ends: BTreeSet<u64> = openings.iter().map(|game| game.position().zobrist()).collect();
            assert_eq!(ends.len(), 500, "{id}: an opening twice");
            assert!(openings.iter().all(|game| game.outcome().is_none()), "{id}");
        }
        assert!(openings(Variant::named("shatranj").unwrap()).is_none());
    }

    #[test]
    fn every_file_is_in_the_list() {
        let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("openings")).unwrap();
        let files: BTreeSet<String> =
            files.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect();
        assert_eq!(files, BOOKS.map(|(id, _)| id.to_owned()).into());
    }
}
