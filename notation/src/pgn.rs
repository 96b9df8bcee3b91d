//! Games as text: Portable Game Notation (NOTATION.md, "PGN").
//!
//! A [`PgnReader`] reads games from a stream and holds one at a time. It is an iterator of games with their tags,
//! comments, annotations, variations and result; [`write()`] writes such a game again. [`PgnReader::check`] only checks
//! the moves, and [`PgnReader::visit`] passes them to a [`Visitor`].
//!
//! ```
//! use campione_core::Variant;
//! use campione_notation::pgn::{self, PgnOptions, PgnReader};
//! let options = PgnOptions::new(Variant::named("chess")?);
//! let text = "1.e4! {best by test} e5 (1...c5 2 Nf3) 2. Nf3 *";
//! for game in PgnReader::new(text.as_bytes(), options) {
//!     let game = game?;
//!     assert_eq!(game.moves.plies.len(), 3);
//!     assert!(pgn::write(&game).ends_with("\n1. e4 $1 {best by test} 1... e5 (1... c5 2. Nf3) 2. Nf3 *\n"));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod read;
mod reading;
mod result;
mod scan;
mod text;
mod tree;
mod visitor;
mod write;

pub use error::{PgnError, PgnFault, PgnNote, StreamFault};
pub use read::PgnReader;
pub use reading::{PgnOptions, Reading, UnknownReading};
pub use result::{NotAResult, read_result, result_text};
pub use scan::{MAX_GAME, MAX_LINE};
pub use tree::{Checked, MAX_DEPTH, MAX_KEPT, MAX_TAGS, Movetext, PgnGame, Ply, Remark, Tag};
pub use visitor::{Skip, Visitor};
pub use write::{WIDTH, needs_fen, write};
