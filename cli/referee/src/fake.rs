//! Fake engines for tests: scripts that log their input and send prepared answers.

use std::fs;

use campione_driver::{EngineCommand, Setting, find};
use campione_movegen::{Game, Position};
use campione_notation::uci;

use super::program::Program;
use super::source::VariantSource;

/// A fake engine, run by a script of `sh`.
pub(super) struct Fake {
    folder: tempfile::TempDir,
    command: EngineCommand,
}

impl Fake {
    /// The script's arguments: `$1` is its log file, `$2` its introduction, `$3` the file with its answers, one a line.
    /// `None` if there is no shell.
    pub(super) fn new(script: &str, says: &str, answers: &str) -> Option<Fake> {
        let Some(path) = find("sh") else {
            println!("skipped: sh is not installed");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name).display().to_string();
        fs::write(file("answers"), answers).unwrap();
        fs::write(file("received"), "").unwrap();
        let path = path.display().to_string();
        let words = [&path, "-c", script, "fake", &file("received"), says, &file("answers")].map(str::to_owned);
        Some(Fake { folder, command: EngineCommand::new(words.to_vec()).unwrap() })
    }

    /// Starts it as a player.
    pub(super) fn program<'a>(&'a self, source: &'a VariantSource, options: &'a [Setting]) -> Program<'a> {
        Program { command: &self.command, source, variant_name: None, options, hash: 8, stop: || false }
    }

    /// All its input so far.
    pub(super) fn received(&self) -> Vec<String> {
        let received = fs::read_to_string(self.folder.path().join("received")).unwrap();
        received.lines().map(str::to_owned).collect()
    }
}

/// A game with these moves.
pub(super) fn game(start: &Position, text: &str) -> Game {
    let mut game = Game::new(*start);
    for word in text.split_whitespace() {
        game.play(uci::read(word, game.position()).unwrap()).unwrap();
    }
    game
}
