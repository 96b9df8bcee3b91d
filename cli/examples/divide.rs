//! Perft of a position, move by move: `cargo run --release --example divide -- archchess 4`, or with a FEN behind it.

use campione::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [variant, depth, fen @ ..] = &arguments[..] else {
        return Err("expected a variant and a depth, and perhaps a FEN".into());
    };
    let variant = Variant::named(variant)?;
    let position = if fen.is_empty() { Position::start(variant) } else { variant.position(&fen.join(" "))? };
    let moves = divide(&position, depth.parse()?);
    for (mv, nodes) in &moves {
        println!("{}: {nodes}", position.uci(*mv));
    }
    println!("\nnodes: {}", moves.iter().map(|(_, nodes)| nodes).sum::<u128>());
    Ok(())
}
