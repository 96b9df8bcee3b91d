//! A picture of the last position of each game of a PGN file: `cargo run --example last_positions -- games.pgn FOLDER`.
//! Files of a folder that are there already are left as they are.

use std::fs::{self, File};
use std::io::{BufReader, Write};
use std::path::Path;

use campione::pgn::{PgnOptions, PgnReader, result_text};
use campione::picture::Picture;
use campione::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, folder] = arguments.as_slice() else { return Err("expected a PGN file and a folder".into()) };
    fs::create_dir_all(folder)?;
    // The Variant tag says which game it is; where there is none, orthodox chess.
    let chess = Variant::named("chess")?;
    for game in PgnReader::new(BufReader::new(File::open(games)?), PgnOptions::new(chess)) {
        // What is wrong with a game is said with its line and its move; the next one is read all the same.
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                eprintln!("{error}");
                continue;
            }
        };
        let mut position = game.start;
        for ply in &game.moves.plies {
            position = position.play_unchecked(ply.mv);
        }
        let mut picture = Picture::new(&position);
        if let Some(last) = game.moves.plies.last().filter(|last| !last.mv.is_null()) {
            picture = picture.with_last_move(last.mv.from(), last.mv.to());
        }
        let path = Path::new(folder).join(format!("game-{}.svg", game.number));
        File::create_new(&path)?.write_all(picture.svg().as_bytes())?;
        println!("{}: {}", path.display(), result_text(game.outcome));
    }
    Ok(())
}
