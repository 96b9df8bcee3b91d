//! Perft of a position, move by move: `cargo run --release --example divide -- archchess 4`, or with a FEN behind it.

use campione_core::Variant;
use campione_movegen::{Perft, Position};
use campione_notation::{fen, uci};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(game), Some(depth)) = (arguments.next(), arguments.next()) else {
        return Err("expected a game and a depth, and perhaps a FEN".into());
    };
    let variant = Variant::named(&game)?;
    let text = arguments.collect::<Vec<_>>().join(" ");
    let position = if text.is_empty() { Position::start(variant) } else { fen::read(&text, variant)? };
    let mut total = 0;
    for (mv, nodes) in Perft::new().divide(&position, depth.parse()?) {
        // Only a count that is stopped by its monitor is missing.
        let nodes = nodes.unwrap_or_default();
        println!("{}: {nodes}", uci::write(mv, &position));
        total += nodes;
    }
    println!("\nnodes: {total}");
    Ok(())
}
