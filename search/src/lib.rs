//! Search for every game that `campione-movegen` plays. So far it proves forced mates; the engine is to come.
//!
//! This crate neither prints nor parses, and knows no game by name.

mod mate;

pub use mate::find_mate;
