//! What is read without collecting faults is read in the same way with them.

use campione_core::{SplitMix64, Variant};

use super::*;
use crate::dialect::Dialect;
use crate::{fen, random};

/// Compares the two readers on a text. Returns whether it was read without collecting faults.
#[track_caller]
fn agree(text: &str, variant: Variant) -> bool {
    let Some(plain) = read(text, variant) else { return false };
    let dialect = if plain.has_letters_alone { Dialect::Shredder } else { Dialect::Xfen };
    let slow = Dialect::detect_by_faults(text, variant).unwrap_or_else(|error| panic!("{}: {error}", variant.id()));
    assert_eq!(slow, (dialect, plain.position), "{}: {text}", variant.id());
    for dialect in Dialect::ALL {
        // Equal positions may differ in their clocks.
        assert_eq!(dialect.write(&slow.1, false), dialect.write(&plain.position, false), "{}: {text}", variant.id());
        let mut converted = String::new();
        if dialect.append_plain(text, variant, &mut converted) {
            assert_eq!(dialect.write(&slow.1, false).as_deref(), Ok(converted.as_str()), "{}: {text}", variant.id());
        }
    }
    true
}

fn mutated(text: &str, numbers: &mut SplitMix64) -> String {
    const LETTERS: &[u8] = b"KQRBNPkqrbnpACacLHh0123456789/ -wbeJ";
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=numbers.below(2) {
        let at = numbers.below(bytes.len() as u64) as usize;
        let letter = LETTERS[numbers.below(LETTERS.len() as u64) as usize];
        match numbers.below(4) {
            0 => bytes.insert(at, letter),
            1 => drop(bytes.remove(at)),
            2 => {
                let other = numbers.below(bytes.len() as u64) as usize;
                bytes.swap(at, other);
            }
            _ => bytes[at] = letter,
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn both_readers_agree() {
    for id in Variant::all_ids() {
        let variant = Variant::named(id).unwrap();
        let mut numbers = SplitMix64::new(11);
        let (mut plain, mut mutants) = (0, 0);
        for index in 0..60 {
            let start = random::start(variant, &mut numbers);
            let plies = if index % 3 == 0 { 0..=8 } else { 8..=90 };
            let Some(game) = random::walk(&start, plies, &mut numbers) else { continue };
            for text in [fen::write(game.position()), Dialect::Shredder.write(game.position(), false).unwrap()] {
                let read = agree(&text, variant);
                // A pawn that waits is said in a seventh field, and an inner rook of a random array by a suffix.
                let usual = text.split(' ').count() == 6 && !variant.has_random_arrays();
                assert!(read || !usual, "{id}: {text}");
                plain += usize::from(read);
                for _ in 0..25 {
                    mutants += usize::from(agree(&mutated(&text, &mut numbers), variant));
                }
            }
        }
        assert!(plain > 60 && mutants > 50, "{id}: {plain}, {mutants}");
    }
}

#[test]
fn the_positions_of_the_suites() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let Ok(text) = std::fs::read_to_string(entry.unwrap().path()) else { continue };
        for line in text.lines() {
            let mut fields = line.split('\t');
            if let (Some(id), Some(fen)) = (fields.next(), fields.next())
                && let Ok(variant) = Variant::named(id)
            {
                read += usize::from(agree(fen, variant));
            }
        }
    }
    assert!(read > 100, "{read}");
}
