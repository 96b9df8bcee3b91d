//! Fake engines for tests: scripts that log their input and send prepared answers.

use std::fs;
use std::path::PathBuf;

use campione_movegen::{Game, Position};
use campione_notation::uci;

use super::contestant::{Program, Setting};
use super::source::VariantSource;
use crate::engine::find;

/// A fake engine, run by a script of `sh`.
pub(super) struct Fake {
    folder: tempfile::TempDir,
    path: PathBuf,
    args: Vec<String>,
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
        fs::write(file("told"), "").unwrap();
        let args = ["-c", script, "fake", &file("told"), says, &file("answers")].map(str::to_owned).to_vec();
        Some(Fake { folder, path, args })
    }

    /// Starts it as a player.
    pub(super) fn program<'a>(&self, game: &'a VariantSource, options: &'a [Setting]) -> Program<'a> {
        Program { path: self.path.clone(), args: self.args.clone(), game, game_name: None, options, hash: 8 }
    }

    /// All its input so far.
    pub(super) fn told(&self) -> Vec<String> {
        let told = fs::read_to_string(self.folder.path().join("told")).unwrap();
        told.lines().map(str::to_owned).collect()
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
