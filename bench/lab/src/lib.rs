//! The laboratory: games of the engine with itself, recorded, checked, and made into what a net is trained on.
//!
//! What the files hold, byte by byte, is in docs/data.md.

mod bar;
pub mod data;
pub mod inspect;
pub mod pack;
pub mod selfplay;
pub mod train;
