//! Writes a net with random weights, to measure the speed of nets before there are trained ones:
//!
//! ```text
//! cargo run --release -p campione-search --example random_net -- capablanca 256 random.net
//! campione bench --threads 1 -v capablanca --eval-file random.net
//! ```

use campione_core::Variant;
use campione_search::net::{FloatNet, HIDDEN_UNIT, Layout, OUTPUT_UNIT};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, hidden, file] = &arguments[..] else { return Err("expected GAME[,GAME...] HIDDEN FILE".into()) };
    let variants: Vec<Variant> = games.split(',').map(Variant::named).collect::<Result<_, _>>()?;
    let mut net = FloatNet::random(Layout::of(&variants)?, hidden.parse()?, 100, 1);
    "random weights".clone_into(&mut net.data);
    std::fs::write(file, net.quantise(HIDDEN_UNIT, OUTPUT_UNIT)?.to_bytes())?;
    Ok(())
}
