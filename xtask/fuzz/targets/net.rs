//! A net: a byte that says whether the checksum is put below the rest, and the rest.
#![no_main]

use std::sync::{Arc, LazyLock};

use campione_core::Variant;
use campione_fuzz::Input;
use campione_movegen::Position;
use campione_search::net::{Fitted, Net};
use campione_variants::FromToml as _;
use libfuzzer_sys::fuzz_target;

/// A game so small that its nets are short inputs.
static SMALL: LazyLock<Option<Variant>> = LazyLock::new(|| {
    let text = r#"
        board = { files = 4, ranks = 5, start = "rk2/p3/4/3P/2KR" }
        piece.K = { moves = "K", royal = true }
        piece.R.moves = "R"
        pawn.double_step = false
        promotion.to = "R"
    "#;
    Variant::from_toml(text, "small").ok()
});

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let sealed = input.byte() == b's';
    let mut file = input.rest().to_owned();
    if sealed {
        file.extend(crc32fast::hash(&file).to_le_bytes());
    }
    let Ok(net) = Net::from_bytes(&file) else { return };
    assert_eq!(net.to_bytes(), file, "what is read is written");
    let small = SMALL.expect("the small game compiles");
    if let Ok(fitted) = Fitted::new(Arc::new(net), small) {
        fitted.evaluate(&Position::start(small));
    }
});
