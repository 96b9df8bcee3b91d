//! What options change.

use std::sync::Arc;

use campione_search::EngineConfig;

/// A change of the engine's settings.
pub(crate) type EngineChange = Arc<dyn Fn(&mut EngineConfig) + Send + Sync>;

/// What a session must do after an option was set.
#[derive(Clone)]
pub(crate) enum Effect {
    /// Nothing: the next search reads the settings.
    Nothing,
    /// Configure the engine: what one option changes, so that a value that the engine refuses does not come again with the
    /// next option.
    Engine(EngineChange),
    /// Use another folder of endgame tables.
    Tables,
    /// Clear the engine's memory.
    Clear,
    /// Other variants can be chosen.
    Variants,
    /// Another variant is played, or another version of its rules.
    Game,
}
