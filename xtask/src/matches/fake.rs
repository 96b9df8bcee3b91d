//! Programs for tests: scripts that note what they are told and answer what they are bidden.

use std::fs;
use std::path::PathBuf;

use campione_movegen::{Game, Position};
use campione_notation::uci;

use super::contestant::{Program, Setting};
use super::source::VariantSource;
use crate::engine::find;

/// A program that a script of `sh` plays.
pub(super) struct Fake {
    folder: tempfile::TempDir,
    path: PathBuf,
    args: Vec<String>,
}

impl Fake {
    /// The script finds in `$1` the file for all that it is told, in `$2` what it says of itself and in `$3` the file with
    /// its answers, one a line. None where there is no shell.
    pub(super) fn new(script: &str, says: &str, answers: &str) -> Option<Fake> {
        let Some(path) = find("sh") else {
            println!("skipped: sh is not installed");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name).display().to_string();
        fs::write(file("answers"), answers).unwrap();
        fs::write(file("told"), "").unwrap();
        let args = ["-c", script, "fake", &file("told"), says, &file("answers")].map(str::to_owned).to_vec();
        Some(Fake { folder, path, args })
    }

    /// It as a player of a game.
    pub(super) fn program<'a>(&self, game: &'a VariantSource, options: &'a [Setting]) -> Program<'a> {
        Program { path: self.path.clone(), args: self.args.clone(), game, game_name: None, options, hash: 8 }
    }

    /// All that it was told.
    pub(super) fn told(&self) -> Vec<String> {
        let told = fs::read_to_string(self.folder.path().join("told")).unwrap();
        told.lines().map(str::to_owned).collect()
    }
}

/// A game of some moves.
pub(super) fn game(start: &Position, text: &str) -> Game {
    let mut game = Game::new(*start);
    for word in text.split_whitespace() {
        game.play(uci::read(word, game.position()).unwrap()).unwrap();
    }
    game
}
