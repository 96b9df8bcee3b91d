//! Counts a variant's file by the slow generator: `perft FILE.toml DEPTH`.

use std::process::ExitCode;

use campione_reference::{Game, Position};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match count(&arguments) {
        Ok(nodes) => {
            println!("nodes: {nodes}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn count(arguments: &[String]) -> Result<u128, String> {
    let [path, depth] = arguments else { return Err("expected FILE.toml DEPTH".to_owned()) };
    let depth: u32 = depth.parse().map_err(|_| format!("`{depth}` is not a depth"))?;
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let game = Game::from_toml(&text).map_err(|error| format!("{path}: {error}"))?;
    Ok(Position::start(&game).perft(depth))
}
