//! A position as text in every dialect: a game, and a FEN.
#![no_main]

use campione_fuzz::{Input, check_position, place};
use campione_movegen::{Position, perft};
use campione_notation::dialect::Dialect;
use campione_notation::{fen, mirror, xboard};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let variant = input.game();
    let Some(text) = input.text() else { return };
    let mut seen: Vec<Position> = Vec::new();
    for dialect in Dialect::ALL {
        match dialect.read(text, variant) {
            Ok(position) if seen.contains(&position) => {}
            Ok(position) => {
                check(&position);
                seen.push(position);
            }
            Err(error) => drop(error.to_string()),
        }
    }
    if let Ok((dialect, position)) = Dialect::detect(text, variant) {
        assert_eq!(dialect.read(text, variant), Ok(position), "{text}: detected as {dialect}");
    }
    if let Ok(position) = xboard::read_position(text, variant) {
        check_position(&position);
    }
    if let Ok(position) = fen::read_numbered(text, variant) {
        check_position(&position);
    }
});

/// What was read can be written, in every dialect that has words for it, and is read again.
fn check(position: &Position) {
    check_position(position);
    for dialect in Dialect::ALL {
        for letters in [false, true] {
            let Ok(text) = dialect.write(position, letters) else { continue };
            let read = dialect.read(&text, position.variant());
            assert_eq!(read.as_ref(), Ok(position), "{text} in {dialect}: {}", place(position));
            assert_eq!(dialect.write(position, letters), Ok(text));
        }
    }
    let other = mirror::mirror(position);
    assert_eq!(perft(&other, 1), perft(position, 1), "the colors changed: {}", place(position));
    assert_eq!(&mirror::mirror(&other), position, "the colors changed twice");
}
