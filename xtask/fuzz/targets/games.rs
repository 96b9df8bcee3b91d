//! What the laboratory records: `f` and a file of games, `p` and a file of positions, or any other byte, the letter of a game
//! and the bytes of games of it.
#![no_main]

use campione_fuzz::Input;
use campione_lab::data::file::Reader;
use campione_lab::data::game::RecordedGame;
use campione_lab::data::packed::PackReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    match input.byte() {
        b'f' => {
            let Ok(mut reader) = Reader::new(input.rest()) else { return };
            while let Ok(Some(_)) = reader.block() {}
        }
        b'p' => {
            let Ok(mut reader) = PackReader::new(input.rest()) else { return };
            let mut records = Vec::new();
            while reader.read(&mut records, 5).is_ok_and(|count| count > 0) {}
        }
        _ => {
            let variant = input.game();
            let mut bytes = input.rest();
            while let Ok(game) = RecordedGame::read(&mut bytes, 1) {
                let mut written = Vec::new();
                game.write(&mut written);
                assert_eq!(RecordedGame::read(&mut &written[..], 1).ok().as_ref(), Some(&game));
                let _ = game.replay(variant, |played, mv, _| assert!(played.position().is_legal(mv)));
            }
        }
    }
});
