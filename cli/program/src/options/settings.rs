//! The values of all options.

use std::sync::Arc;
use std::time::Duration;

use campione_core::Variant;
use campione_search::EngineConfig;

use super::effect::Effect;
use crate::args::Common;
use crate::endgames::TablePath;
use crate::nets::{self, Nets};
use crate::play::skill::Skill;
use crate::play::variants::Variants;
use crate::variants;

/// The values of all options.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option")]
pub(crate) struct Settings {
    /// What the engine is configured with, besides strength and endgame tables.
    pub(crate) engine: EngineConfig,
    pub(crate) nets: Nets,
    pub(crate) tables: TablePath,
    pub(crate) multipv: usize,
    pub(crate) overhead: Duration,
    pub(crate) skill: Skill,
    /// Whether searches are not for a game, so that they have full strength.
    pub(crate) analyses: bool,
    /// Whether scores come with the chances of a win, a draw and a loss.
    pub(crate) wdl: bool,
    /// Whether castling is written as the king taking its rook, and orthodox chess is Chess960.
    pub(crate) chess960: bool,
    /// Whether the engine resigns lost games.
    pub(crate) resigns: bool,
    /// Whether to leave out moves that `XBoard` would show wrongly. Without it, all moves that the protocol can write
    /// are played.
    pub(crate) shown_only: bool,
    pub(crate) variants: Variants,
    /// The variant that was named, by an option or on the command line, and whether by a name of other programs.
    pub(crate) chosen: Option<(Variant, bool)>,
    /// The variant that is played.
    pub(crate) variant: Variant,
    /// The variant for which it was checked last whether the net fits it, since the net was set.
    net_checked: Option<Variant>,
}

impl Settings {
    /// The default values, with threads and variant of the command line.
    ///
    /// # Errors
    /// There is no such variant.
    pub(crate) fn new(common: &Common) -> anyhow::Result<Settings> {
        let variants = Variants::new(common)?;
        let chosen = common.variant.as_ref().map(|_| variants.first());
        Ok(Settings::of(variants, chosen, common.threads.map_or(1, usize::from)))
    }

    /// The default values, with this many threads.
    pub(super) fn of(variants: Variants, chosen: Option<Variant>, threads: usize) -> Settings {
        Settings {
            engine: EngineConfig::default().with_threads(threads),
            nets: Nets::default(),
            tables: TablePath::default(),
            multipv: 1,
            overhead: Duration::from_millis(10),
            skill: Skill::default(),
            analyses: false,
            wdl: false,
            chess960: false,
            resigns: false,
            shown_only: true,
            chosen: chosen.map(|variant| (variant, false)),
            variant: variants.first(),
            variants,
            net_checked: None,
        }
    }

    /// Uses the nets that are chosen now.
    pub(super) fn use_nets(&mut self) -> Effect {
        self.net_checked = None;
        let nets = self.nets.choice();
        self.change(move |config| config.nets = nets.clone())
    }

    /// Changes the engine's settings.
    pub(crate) fn change(&mut self, change: impl Fn(&mut EngineConfig) + Send + Sync + 'static) -> Effect {
        change(&mut self.engine);
        Effect::Engine(Arc::new(change))
    }

    /// Why the user's net is not used for the variant; said once for each net and variant.
    pub(crate) fn misfit(&mut self) -> Option<String> {
        if self.net_checked.replace(self.variant) == Some(self.variant) {
            return None;
        }
        let error = nets::fit(&self.engine.nets, self.variant).err()?;
        Some(format!("EvalFile: {error:#}; it is not used"))
    }

    /// Switches to the chosen variant, but from orthodox chess to Chess960 if `UCI_Chess960` is set.
    pub(super) fn choose(&mut self) -> anyhow::Result<Effect> {
        let chosen = self.chosen.map_or_else(|| self.variants.first(), |(chosen, _)| chosen);
        let built_in = |variant: Variant, id| variant.id() == id && variants::identity(variant) == id;
        let variant = if self.chess960 && built_in(chosen, "chess") { Variant::named("chess960")? } else { chosen };
        if variant.spec() == self.variant.spec() {
            return Ok(Effect::Nothing);
        }
        self.variant = variant;
        Ok(Effect::Game)
    }
}
