//! The game as PGN, and the file that it is saved to.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use campione_core::Color;
use campione_movegen::{EndReason, Game, Move, Outcome};
use campione_notation::pgn::{self, Movetext, PgnGame, Ply, Tag};

use super::say::say;
use crate::messages::Usage;

/// The file for games, and what is saved.
pub(super) struct Record {
    /// The file that games are appended to.
    file: Option<PathBuf>,
    /// The game as it was last saved or printed: its moves, and the side that has resigned.
    kept: Option<(Vec<Move>, Option<Color>)>,
    /// The name of the engine, with its strength if that is limited.
    engine: String,
}

impl Record {
    pub(super) fn new(file: Option<&Path>, strength: Option<String>) -> anyhow::Result<Record> {
        if let Some(path) = file {
            if path == Path::new("-") {
                return Err(Usage(
                    "--pgn -: expected the name of a file; without --pgn the game is printed".to_owned(),
                )
                .into());
            }
            let opened = OpenOptions::new().append(true).create(true).open(path);
            opened.map_err(|error| Usage(format!("--pgn {}: {error}", path.display())))?;
        }
        let engine = strength.map_or_else(|| "Campione".to_owned(), |strength| format!("Campione, {strength}"));
        Ok(Record { file: file.map(Path::to_path_buf), kept: None, engine })
    }

    /// Notes that the user has saved the game in a file, so that it need not be printed.
    pub(super) fn is_saved(&mut self, game: &Game, resigned: Option<Color>) {
        if self.file.is_none() {
            self.set_kept(game, resigned);
        }
    }

    fn set_kept(&mut self, game: &Game, resigned: Option<Color>) {
        self.kept = Some((game.moves().to_vec(), resigned));
    }

    pub(super) fn begin_another(&mut self) {
        self.kept = None;
    }

    /// Appends the game to the file, or prints it if there is no file. Does nothing if nothing is new.
    pub(super) fn keep(
        &mut self,
        game: &Game,
        begun: usize,
        people: [bool; 2],
        resigned: Option<Color>,
    ) -> anyhow::Result<()> {
        let kept = self.kept.as_ref().is_some_and(|(moves, who)| moves == game.moves() && *who == resigned);
        if game.plies() == begun || kept {
            return Ok(());
        }
        let text = self.text(game, people, resigned);
        match &self.file {
            None => say(&format!("\n{text}"))?,
            Some(path) => {
                if let Err(error) = append(path, &text) {
                    // If it cannot be written, the user can at least read it.
                    say(&format!("\n{text}"))?;
                    return Err(error).with_context(|| format!("--pgn {}", path.display()));
                }
                // It is saved even if the message cannot be printed.
                let said = format!("the game is in {}\n", path.display());
                self.set_kept(game, resigned);
                say(&said)?;
            }
        }
        self.set_kept(game, resigned);
        Ok(())
    }

    /// A game in PGN.
    pub(super) fn text(&self, game: &Game, people: [bool; 2], resigned: Option<Color>) -> String {
        let outcome = match resigned {
            Some(color) => Some(Outcome::win(!color, EndReason::Declared)),
            None => game.outcome(),
        };
        let player = |human: bool| if human { "You" } else { &*self.engine };
        let tag = |name: &str, value: &str| Tag { name: name.to_owned(), value: value.to_owned() };
        let tags = vec![
            tag("Event", "campione play"),
            tag("Date", &jiff::Zoned::now().strftime("%Y.%m.%d").to_string()),
            tag("White", player(people[Color::White.index()])),
            tag("Black", player(people[Color::Black.index()])),
        ];
        let plies = game.moves().iter().map(|&mv| Ply { mv, remarks: Vec::new() }).collect();
        let (moves, reading) = (Movetext { remarks: Vec::new(), plies }, pgn::Reading::Native);
        let start = *game.start();
        pgn::write(&PgnGame { number: 1, line: 1, tags, start, moves, outcome, reading, notes: Vec::new() })
    }
}

/// Appends a game to a file, after a blank line if the file is not empty.
fn append(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    let parted = if file.metadata()?.len() > 0 { "\n" } else { "" };
    Ok(file.write_all(format!("{parted}{text}").as_bytes())?)
}
