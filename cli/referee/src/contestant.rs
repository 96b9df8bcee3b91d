//! The contestants, and how they are started.

use anyhow::{Context, bail};
use campione_driver::Setting;

use super::kind::EngineKind;
use super::own::Own;
use super::player::Player;
use super::program::Program;
use super::settings::EngineSettings;
use super::source::VariantSource;
use super::uci::UciPlayer;
use super::xboard::XboardPlayer;

/// An engine with its settings for the match.
#[derive(Clone, Debug)]
pub(crate) struct Contestant {
    pub(crate) settings: EngineSettings,
    /// Size of its table in mebibytes.
    pub(crate) hash: usize,
    /// Whether it should send its thinking, if that can be switched off.
    pub(crate) post: bool,
    /// Called all the time during a wait; when it returns true, the wait ends.
    pub(crate) stop: fn() -> bool,
}

impl Contestant {
    /// Its name, as the user wrote it.
    pub(crate) fn name(&self) -> String {
        self.settings.kind.to_string()
    }

    /// Its options, each behind a space.
    pub(crate) fn options(&self) -> String {
        self.settings.options.iter().map(|Setting { name, value }| format!(" {name}={value}")).collect()
    }

    /// Starts it.
    pub(crate) fn start(&self, source: &VariantSource) -> anyhow::Result<Box<dyn Player>> {
        self.started(source).with_context(|| self.name())
    }

    fn started(&self, source: &VariantSource) -> anyhow::Result<Box<dyn Player>> {
        let EngineSettings { kind, control, options, config, variant_name } = &self.settings;
        let program = |command| {
            let variant_name = variant_name.as_deref();
            Program { command, source, variant_name, options, hash: self.hash, stop: self.stop }
        };
        Ok(match kind {
            EngineKind::Own => {
                if let Some(name) = variant_name {
                    bail!("our engine knows all variants by their ids: it does not take `{name}`");
                }
                Box::new(Own::start(config, *control)?)
            }
            EngineKind::Uci(command) => Box::new(UciPlayer::start(&program(command), *control)?),
            EngineKind::Xboard(command) => Box::new(XboardPlayer::start(&program(command), *control, self.post)?),
        })
    }
}
