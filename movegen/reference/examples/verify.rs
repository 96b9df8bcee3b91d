//! Checks files of perft counts: `verify FILE...`, lines as
//! `variant<TAB>fen<TAB>depth<TAB>nodes[<TAB>note]`, blank and `#` lines skipped.

use std::process::ExitCode;
use std::time::Instant;

use campione_reference::Position;

fn main() -> ExitCode {
    let (mut passed, mut failed, mut nodes) = (0, 0, 0);
    let start = Instant::now();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match check(line) {
                Ok(counted) => {
                    passed += 1;
                    nodes += counted;
                }
                Err(why) => {
                    failed += 1;
                    println!("{line}\n  {why}");
                }
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{nodes} nodes in {seconds:.1} s");
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn check(line: &str) -> Result<u128, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [variant, fen, depth, nodes, ..] = fields[..] else {
        return Err("too few fields".to_string());
    };
    let position = Position::named(variant, fen)?;
    if position.fen() != fen {
        println!("{variant}: {fen}\n  written as {}", position.fen());
    }
    let depth: u32 = depth.parse().map_err(|_| "the depth is not a number")?;
    let expected: u128 = nodes.parse().map_err(|_| "the count is not a number")?;
    let counted = position.perft(depth);
    if counted == expected { Ok(counted) } else { Err(format!("counted {counted}")) }
}
