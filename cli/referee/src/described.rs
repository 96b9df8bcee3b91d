//! A variant described to Fairy-Stockfish, in a file of its format.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use campione_core::{SplitMix64, Variant};
use campione_driver::describe;
use campione_movegen::{Move, Position};
use campione_notation::{fen, uci};
use campione_variants::VariantIni;
use tempfile::NamedTempFile;

use super::program::NotPlayed;
use super::source::VariantSource;

/// The description of a variant.
pub(crate) struct Described {
    pub(crate) path: PathBuf,
    /// Its name in the file.
    pub(crate) name: String,
    /// Remarks for the user.
    pub(crate) note: Option<String>,
    /// The file, kept as long as the program may read it.
    _file: Option<NamedTempFile>,
}

impl Described {
    /// Describes a variant, unless it already comes from a file of that format.
    ///
    /// # Errors
    /// [`NotPlayed`] if it has moves for which the format has no words.
    pub(crate) fn new(game: &VariantSource) -> anyhow::Result<Described> {
        if let Some(file) = &game.file
            && let Some(name) = &file.section
        {
            return Ok(Described { path: file.path.clone(), name: name.clone(), note: None, _file: None });
        }
        Described::written(game.variant)
            .with_context(|| NotPlayed(format!("{} cannot be described to it", game.variant.id())))
    }

    fn written(variant: Variant) -> anyhow::Result<Described> {
        let name = describe::name(variant.id());
        let text = describe::for_fairy_stockfish(variant)?;
        // Read as a user's file is read, it must give the same variant.
        let unsaid = |faults| anyhow!("its `variants.ini` has no words for some of the rules: {faults}");
        let ini = VariantIni::parse(&text).map_err(unsaid)?;
        let theirs = ini.variant(&name).with_context(|| format!("{name} is missing in the written description"))?;
        let theirs = theirs.map_err(unsaid)?;
        let note = compare(variant, theirs)?;
        let mut file = tempfile::Builder::new().suffix(".ini").tempfile().context("a file for a game")?;
        file.write_all(text.as_bytes()).and_then(|()| file.flush()).context("a file for a game")?;
        Ok(Described { path: file.path().to_owned(), name, note, _file: Some(file) })
    }
}

/// The number of random games in which two variants are compared, and the most plies of each.
const GAMES: u32 = 40;
const PLIES: u32 = 160;

/// Compares the legal moves of a variant and of its description in random games. Extra moves of the description are
/// reported as a remark: an engine that plays one loses.
///
/// # Errors
/// The description lacks a move: an engine that uses it would not understand that move.
fn compare(ours: Variant, theirs: Variant) -> anyhow::Result<Option<String>> {
    let mut random = SplitMix64::new(1);
    let mut note = None;
    for _ in 0..GAMES {
        let (mut position, mut other) = (Position::start(ours), Position::start(theirs));
        for _ in 0..PLIES {
            let place = || format!("in {}", fen::write(&position));
            let (known, described) = (moves(&position), moves(&other));
            if let Some(missing) = known.keys().find(|&text| !described.contains_key(text)) {
                bail!("{} it would not know {missing}", place());
            }
            if let Some(more) = described.keys().find(|&text| !known.contains_key(text)) {
                note.get_or_insert_with(|| {
                    let (id, place) = (ours.id(), place());
                    format!(
                        "{id} cannot be described to it completely: {place} it may play the illegal move {more}, and lose"
                    )
                });
            }
            let Some((text, &mv)) = known.iter().nth(random.index(known.len().max(1))) else { break };
            position = position.play_unchecked(mv);
            other = described.get(text).map_or(other, |&mv| other.play_unchecked(mv));
        }
    }
    Ok(note)
}

fn moves(position: &Position) -> BTreeMap<String, Move> {
    position.legal_moves().iter().map(|&mv| (uci::write(mv, position), mv)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::VariantFile;

    fn described(id: &str) -> Result<Option<String>, String> {
        let source = VariantSource::built_in(Variant::named(id).unwrap());
        Described::new(&source).map(|described| described.note).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn games_that_it_can_be_told() {
        assert_eq!(described("capablanca"), Ok(None));
        assert_eq!(described("janus"), Ok(None));
        // The description has en passant, and always the double step.
        let note = described("carrera").unwrap().unwrap();
        assert!(note.starts_with("carrera cannot be described to it completely: in "), "{note}");
        for id in ["herb-garden", "archchess", "courier-spiel", "opulent"] {
            let source = VariantSource::built_in(Variant::named(id).unwrap());
            let error = Described::new(&source).map(|_| ()).unwrap_err();
            assert!(error.is::<NotPlayed>(), "{error:#}");
            assert!(format!("{error:#}").contains("cannot be described to it: "), "{id}: {error:#}");
        }
    }

    #[test]
    fn a_game_from_a_file_of_its_own_form_is_that_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.ini");
        std::fs::write(&path, "[mine:capablanca]\ncastling = false\n").unwrap();
        let variant =
            VariantIni::parse("[mine:capablanca]\ncastling = false\n").unwrap().variant("mine").unwrap().unwrap();
        let file = VariantFile { path: path.clone(), section: Some("mine".to_owned()) };
        let source = VariantSource { variant, file: Some(file) };
        let described = Described::new(&source).unwrap();
        assert_eq!((described.path, described.name.as_str()), (path, "mine"));
    }
}
