mod checkers;

use std::collections::BTreeSet;

use campione_movegen::{Position, perft};
use campione_notation::fen;
use campione_notation::kit::Tag;

use super::*;

#[test]
fn the_sample_is_what_the_command_writes() {
    assert_eq!(sample(true).unwrap(), Verdict::Good);
}

/// What the committed lines say is true, whoever has written them.
#[test]
fn lines_of_the_sample() {
    let text = std::fs::read_to_string(root().join(SAMPLE)).unwrap();
    let (mut variants, mut tags, mut faults) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let mut ids = BTreeSet::new();
    for (number, line) in text.lines().enumerate() {
        match serde_json::from_str(line).unwrap() {
            KitLine::Kit(header) => {
                assert_eq!(number, 0);
                assert_eq!(header.tags.len(), Tag::ALL.len());
            }
            KitLine::Variant(variant) => {
                let known = Variant::named(&variant.id).unwrap();
                assert_eq!(fen::read(&variant.start, known).unwrap(), Position::start(known));
                variants.push(known);
            }
            KitLine::Position(line) => {
                let variant = *variants.last().expect("a variant comes before its positions");
                assert_eq!(line.variant, variant.id());
                assert!(ids.insert(line.id.clone()), "{} twice", line.id);
                let position = fen::read(&line.fen, variant).unwrap();
                assert_eq!(line.counts[0], line.moves.len() as u64);
                assert_eq!(perft(&position, 2), u128::from(line.counts[1]), "{}", line.id);
                assert!(line.agree["campione-reference"] >= 1, "{}", line.id);
                tags.extend(line.tags);
            }
            KitLine::Illegal(line) => {
                assert!(ids.insert(line.id.clone()), "{} twice", line.id);
                assert!(fen::read(&line.fen, *variants.last().unwrap()).is_err(), "{}", line.id);
                faults.extend(line.faults);
            }
        }
    }
    assert_eq!(variants.len(), Variant::all_ids().count());
    assert!(tags.len() > Tag::ALL.len() * 3 / 4, "{tags:?}");
    assert!(faults.len() > 15, "{faults:?}");
}

#[test]
fn the_same_lines_again() {
    let made = || {
        let mut text = Vec::new();
        let gothic = Variant::named("gothic").unwrap();
        of_variant(gothic, 40, 20, &mut counts::Witnesses::default()).unwrap().write(gothic, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    };
    let text = made();
    assert_eq!(text, made());
    assert_eq!(text.lines().count(), 61);
}
