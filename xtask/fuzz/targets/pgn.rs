//! Games in PGN: a byte of options, the game that is played where no tag names one, and the text.
#![no_main]

use campione_core::Variant;
use campione_fuzz::Input;
use campione_notation::pgn::{self, PgnGame, PgnOptions, PgnReader, Reading};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let options = input.byte();
    let variant = input.game();
    let text = input.rest();
    let overrule = options & 1 != 0;
    // Found out, or one of them.
    let reading = Reading::ALL.get(usize::from(options >> 1)).copied();
    let options = PgnOptions { overrule, reading, ..PgnOptions::new(variant) };
    let mut reader = PgnReader::new(text, options);
    let mut checker = PgnReader::new(text, options);
    for game in reader.by_ref() {
        let checked = checker.check().expect("as many games");
        match (game, checked) {
            (Ok(game), Ok(checked)) => {
                assert_eq!((game.number, game.line), (checked.number, checked.line));
                check(&game);
            }
            (Err(error), Err(same)) => {
                assert_eq!(error, same);
                let _ = error.to_string();
            }
            (game, checked) => panic!("read as {game:?}, checked as {checked:?}"),
        }
    }
    assert_eq!(checker.check(), None);
    assert_eq!((reader.plies(), reader.variation_plies()), (checker.plies(), checker.variation_plies()));
    assert_eq!((reader.bytes(), checker.bytes()), (text.len() as u64, text.len() as u64));
});

/// A game that is written is read again.
fn check(game: &PgnGame) {
    let chess = Variant::named("chess").expect("built in");
    let text = pgn::write(game);
    let mut reader = PgnReader::new(text.as_bytes(), PgnOptions::new(chess));
    let again = reader.next().expect("a game");
    let again = again.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!((&again.start, again.outcome), (&game.start, game.outcome), "\n{text}");
    let moves = |game: &PgnGame| game.moves.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>();
    assert_eq!(moves(&again), moves(game), "\n{text}");
    assert_eq!(pgn::write(&again), text);
    assert!(reader.next().is_none(), "one game was written\n{text}");
}
