//! Programs, as they are started.

use std::fmt;

use campione_driver::{EngineCommand, Patience, Setting, UnknownName};

use super::source::VariantSource;

/// A program to start.
pub(crate) struct Program<'a> {
    pub(crate) command: &'a EngineCommand,
    pub(crate) source: &'a VariantSource,
    pub(crate) variant_name: Option<&'a str>,
    pub(crate) options: &'a [Setting],
    pub(crate) hash: usize,
    pub(crate) stop: fn() -> bool,
}

impl Program<'_> {
    /// How long it may take for an answer besides the time of its search.
    pub(crate) fn patience(&self) -> Patience {
        Patience { stop: self.stop, ..Patience::default() }
    }
}

/// Why a program does not play a game. It works, and the settings are right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotPlayed(pub(crate) String);

impl NotPlayed {
    /// It knows no variant of that name.
    pub(crate) fn unknown(error: &UnknownName) -> NotPlayed {
        NotPlayed(format!("{error}: --first-variant or --second-variant NAME gives its name for the variant"))
    }
}

impl fmt::Display for NotPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotPlayed {}
