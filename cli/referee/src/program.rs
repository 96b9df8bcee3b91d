//! Programs, as they are started.

use campione_driver::{EngineCommand, Patience, Setting};

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
