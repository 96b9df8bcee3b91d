//! Games of Fairy-Stockfish's `variants.ini`.
#![no_main]

use campione_fuzz::files;
use campione_variants::VariantIni;
use libfuzzer_sys::fuzz_target;

/// Most games of a file that are played.
const MOST: usize = 4;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match VariantIni::parse(text) {
        Ok(ini) => {
            for name in ini.names().take(MOST) {
                let game = ini.variant(name).unwrap_or_else(|| panic!("`{name}` is none of the games"));
                files::check(text, &game);
            }
        }
        Err(faults) => files::check_faults(text, &faults),
    }
});
