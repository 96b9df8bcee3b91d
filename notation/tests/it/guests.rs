//! The guests: well-known variants, checked against counts of Fairy-Stockfish. The module `files` compares them with
//! the slow generator.

use std::collections::BTreeSet;

use campione_core::Variant;
use campione_movegen::{Position, perft};
use campione_notation::fen;

const COUNTS: &str = include_str!("../guests.tsv");

#[test]
fn counts_are_those_of_fairy_stockfish() {
    let mut counted = BTreeSet::new();
    for line in COUNTS.lines().filter(|line| !line.starts_with('#')) {
        let [id, text, depth, nodes, note] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let variant = Variant::named(id).unwrap();
        let position = fen::read(text, variant).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(perft(&position, depth.parse().unwrap()).to_string(), nodes, "{line}");
        if note == "start position" {
            assert_eq!(fen::write(&position), fen::write(&Position::start(variant)), "{id}");
            counted.insert(id);
        }
    }
    assert_eq!(counted, Variant::guest_ids().collect());
}
