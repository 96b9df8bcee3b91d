//! Counts in `tests/data/*.tsv`: comments in the files say where they come from.

use campione_core::Variant;
use campione_movegen::perft;
use campione_notation::fen;
use rayon::prelude::*;

/// Lines with more nodes than this are skipped here; `cargo xtask perft` counts them.
const MOST_NODES: u128 = 3_000_000;

#[test]
fn every_committed_count_is_right() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            lines.push((format!("{file}:{}", index + 1), line.to_owned()));
        }
    }
    assert!(lines.len() > 1000, "only {} lines found in {directory}", lines.len());
    lines.par_iter().for_each(|(place, line)| {
        let [id, text, depth, nodes, ..] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{place}: {line}") };
        let nodes: u128 = nodes.parse().unwrap();
        if nodes > MOST_NODES {
            return;
        }
        let variant = Variant::named(id).unwrap();
        let position = fen::read(text, variant).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(perft(&position, depth.parse().unwrap()), nodes, "{place}: {line}");
        assert_eq!(fen::write(&position), text, "{place}");
    });
}
