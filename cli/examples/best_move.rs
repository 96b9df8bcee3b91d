//! The best move of a position: `cargo run --release --example best_move -- herb-garden`, or with a FEN behind it.

use std::time::Duration;

use campione_core::Variant;
use campione_movegen::{Game, Position};
use campione_notation::{fen, san};
use campione_search::{Control, Engine, Limits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let variant = Variant::named(&arguments.next().ok_or("expected a game, and perhaps a FEN")?)?;
    let text = arguments.collect::<Vec<_>>().join(" ");
    let position = if text.is_empty() { Position::start(variant) } else { fen::read(&text, variant)? };
    // A table of 64 mebibytes, and one thread.
    let mut engine = Engine::new(64, 1)?;
    let limits = Limits { time: Some(Duration::from_secs(2)), ..Limits::default() };
    let found = engine.search(&Game::new(position), &limits, &Control::new(), &mut |report| {
        println!("depth {:2}  {:?}  {} nodes", report.depth, report.score, report.nodes);
    });
    match found.best {
        Some(best) => println!("best: {}", san::write(best, &position)),
        None => println!("the game is over"),
    }
    Ok(())
}
