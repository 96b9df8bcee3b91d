//! What is read line by line: perft suites, units, EPD, arrays. A game, and the lines.
#![no_main]

use campione_core::{ArrayNumbering, Variant};
use campione_fuzz::{Input, check_position, place};
use campione_movegen::Position;
use campione_notation::epd;
use campione_notation::suite::{self, Case};
use campione_notation::unit::{self, UnitLine};
use campione_notation::{arrays::ArrayTraits, fen};
use libfuzzer_sys::fuzz_target;

/// Most lines.
const MOST: usize = 20;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let variant = input.game();
    let Some(text) = input.text() else { return };
    for line in text.lines().take(MOST) {
        check_suite(line);
        check_unit(line, variant);
        check_epd(line, variant);
        for numbering in [ArrayNumbering::Crc, ArrayNumbering::Chess960] {
            check_array(line, numbering);
        }
    }
});

fn check_suite(line: &str) {
    match suite::read_line(line) {
        Ok(cases) => {
            for case in cases {
                let Case { variant: Some(variant), fen, depth, nodes, note } = &case else { continue };
                // What tabs and semicolons part cannot have any itself.
                if [variant, fen].iter().any(|text| text.contains(['\t', ';'])) || variant.starts_with('#') {
                    continue;
                }
                let written = format!("{variant}\t{fen}\t{depth}\t{nodes}\t{note}");
                if !written.trim_start().starts_with('#') {
                    assert_eq!(suite::read_line(&written).as_deref(), Ok([case].as_slice()), "{written}");
                }
            }
        }
        Err(error) => drop(error.to_string()),
    }
}

fn check_unit(line: &str, variant: Variant) {
    match unit::read_line(line) {
        Ok(Some(UnitLine { task, fen, depth, multiplicity, .. })) => {
            assert!(line.starts_with(&format!("{task}\t{multiplicity}")), "{line}");
            if let Ok(position) = fen::read(fen, variant) {
                check_position(&position);
                let written = unit::write(variant.id(), &position, depth, multiplicity);
                let again = unit::read_line(&written).ok().flatten().expect("a unit");
                assert_eq!((again.variant, again.depth, again.multiplicity), (variant.id(), depth, multiplicity));
                assert_eq!(fen::read(again.fen, variant), Ok(position));
            }
        }
        Ok(None) => {}
        Err(error) => drop(error.to_string()),
    }
}

fn check_epd(line: &str, variant: Variant) {
    let read = match epd::split(line) {
        Ok(Some(read)) => read,
        Ok(None) => return,
        Err(error) => return drop(error.to_string()),
    };
    let read = match read.read(variant) {
        Ok(read) => read,
        Err(error) => return drop(error.to_string()),
    };
    let written = epd::write(&read);
    let again = epd::split(&written).unwrap_or_else(|error| panic!("{error}: {written}")).expect("a line");
    let again = again.read(variant).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(epd::write(&again), written, "{line}");
    assert_eq!((&again.best, &again.avoid, again.mate), (&read.best, &read.avoid, read.mate), "{written}");
    assert_eq!((again.played, &again.id, again.names_game), (read.played, &read.id, read.names_game), "{written}");
    assert_eq!(again.position, read.position, "{written}: {}", place(&read.position));
    // What else is said is sorted when it is written.
    let mut others = read.others;
    others.sort_by(|a, b| a.code.cmp(&b.code));
    assert_eq!(again.others, others, "{written}");
}

fn check_array(text: &str, numbering: ArrayNumbering) {
    if let Ok(number) = text.trim().parse() {
        check_number(number, numbering);
    }
    match numbering.number(text) {
        Ok(number) => {
            let array = numbering.array(number).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(array.eq_ignore_ascii_case(text), "{text} has the number {number}, which is {array}");
            check_number(number, numbering);
        }
        Err(error) => drop(error.to_string()),
    }
}

fn check_number(number: u32, numbering: ArrayNumbering) {
    let Ok(array) = numbering.array(number) else { return };
    assert_eq!(numbering.number(&array), Ok(number), "{array}");
    assert!(numbering.steps(number).is_ok());
    let id = match numbering {
        ArrayNumbering::Crc => "crc",
        ArrayNumbering::Chess960 => "chess960",
    };
    let variant = Variant::named(id).expect("built in");
    let Some(Ok(setup)) = variant.numbered_start(number) else { panic!("{id} has no number {number}") };
    let start = Position::new(&setup, variant).unwrap_or_else(|faults| panic!("{number}: {faults}"));
    check_position(&start);
    let _ = ArrayTraits::of(&start);
}
