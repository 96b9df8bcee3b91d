//! A game's file in TOML.
#![no_main]

use campione_core::Variant;
use campione_fuzz::files;
use campione_variants::{FromToml as _, warnings_in};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let variant = Variant::from_toml(text, "game");
    if let Ok(variant) = &variant {
        for warning in warnings_in(*variant, text) {
            assert!(text.get(warning.span.clone()).is_some(), "{warning}");
        }
    }
    files::check(text, &variant);
});
