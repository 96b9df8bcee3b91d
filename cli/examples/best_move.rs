//! The best move of a position: `cargo run --release --example best_move -- herb-garden`, or with a FEN behind it.

use std::time::Duration;

use campione::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [variant, fen @ ..] = &arguments[..] else { return Err("expected a variant, and perhaps a FEN".into()) };
    let variant = Variant::named(variant)?;
    let position = if fen.is_empty() { Position::start(variant) } else { variant.position(&fen.join(" "))? };
    let limits = Limits { time: Some(Duration::from_secs(2)), ..Limits::default() };
    // A table of 64 mebibytes, and one thread.
    let found = Engine::new(&EngineConfig::default().with_hash(64))?.analyse(&Game::new(position), &limits, |line| {
        println!("depth {:2}  {:?}  {} nodes", line.depth, line.score, line.nodes);
    });
    match found.best {
        Some(best) => println!("best: {}", position.san(best)),
        None => println!("the game is over"),
    }
    Ok(())
}
