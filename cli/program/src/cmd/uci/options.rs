//! The options in UCI: how they are offered and set, and what follows from them.

use std::fmt::Write;

use anyhow::{Context, anyhow};
use campione_core::Variant;
use campione_notation::detect::{self, Claim};
use campione_notation::moves::MoveNotation;
use campione_search::EngineConfig;

use crate::args::Common;
use crate::options::{Booleans, Effect, EngineOption, Kind, Settings, find, table};

/// The options and their values.
pub(super) struct Options {
    pub(super) settings: Settings,
    table: Vec<EngineOption>,
    /// The value of each option at the begin.
    defaults: Vec<String>,
    /// The last `UCI_Variant`, if no variant has that name, and the reason. The other side means a variant that is not
    /// here, so that nothing is played.
    unknown: Option<(String, String)>,
}

impl Options {
    pub(super) fn new(common: &Common) -> anyhow::Result<Options> {
        let settings = Settings::new(common)?;
        let table = table();
        let defaults = table.iter().map(|option| option.value(&settings, Booleans::Words)).collect();
        Ok(Options { settings, table, defaults, unknown: None })
    }

    /// What the engine is configured with.
    pub(super) fn engine(&self) -> &EngineConfig {
        &self.settings.engine
    }

    /// The variant that is played.
    pub(super) fn variant(&self) -> Variant {
        self.settings.variant
    }

    /// Why no variant is chosen, if the last one was refused.
    pub(super) fn refused(&self) -> Option<String> {
        let (_, why) = self.unknown.as_ref()?;
        Some(format!(
            "the last UCI_Variant was refused: {why}; set UCI_Variant to a variant of the list that `uci` prints"
        ))
    }

    /// How the variant of a position is known.
    pub(super) fn claim(&self) -> Claim {
        match self.settings.chosen {
            Some(_) => Claim::Named(self.variant()),
            None => Claim::Assumed(self.variant(), None),
        }
    }

    /// What `UCI_Chess960` makes of the variant that is chosen: the one with random arrays, if there is one.
    pub(super) fn with_random_arrays(&self) -> Option<Variant> {
        self.settings.chosen.filter(|_| self.settings.chess960)?;
        detect::with_random_arrays(self.variant())
    }

    /// How moves are written.
    pub(super) fn notation(&self) -> MoveNotation {
        // Programs that call it `caparandom` know no other way to castle there, and never set UCI_Chess960 for it.
        let theirs = self.settings.chosen.is_some_and(|(_, foreign)| foreign) && self.variant().has_random_arrays();
        if self.settings.chess960 || theirs { MoveNotation::Uci960 } else { MoveNotation::Uci }
    }

    /// The lines that offer all options.
    pub(super) fn list(&self) -> String {
        let mut lines = Vec::new();
        for (option, default) in self.table.iter().zip(&self.defaults) {
            let mut line = format!("option name {} type ", option.name);
            line += match option.kind {
                _ if !option.place.uci => continue,
                Kind::Number { .. } | Kind::Parameter(_) => "spin",
                Kind::Check { .. } => "check",
                Kind::File { .. } | Kind::Folder { .. } => "string default <empty>",
                Kind::Variant { .. } => "combo",
                Kind::Button(_) => "button",
            };
            if !default.is_empty() {
                let _ = write!(line, " default {default}");
            }
            if let Some(range) = option.range() {
                let _ = write!(line, " min {} max {}", range.start(), range.end());
            }
            if let Kind::Variant { .. } = option.kind {
                for name in self.settings.variants.names() {
                    let _ = write!(line, " var {name}");
                }
            }
            lines.push(line);
        }
        lines.join("\n")
    }

    /// Reads what follows `setoption`, and sets it.
    ///
    /// # Errors
    /// There is no such option, or it has no such value. Then nothing is changed, but after an unknown variant none is
    /// chosen.
    pub(super) fn set(&mut self, text: &str) -> anyhow::Result<Effect> {
        let text = text.replace('\t', " ");
        let text = text.trim().strip_prefix("name ").context("setoption: expected `name NAME value VALUE`")?;
        let (name, value) = match text.split_once(" value ") {
            Some((name, value)) => (name, value),
            None => (text.strip_suffix(" value").unwrap_or(text), ""),
        };
        let name = &name.split_whitespace().collect::<Vec<_>>().join(" ");
        let option = find(&self.table, name, |option| option.place.uci.then_some(option.name)).context("setoption")?;
        let set = option.set(&mut self.settings, value, Booleans::Words).with_context(|| format!("setoption {name}"));
        match (&option.kind, set) {
            (Kind::Variant { .. }, Err(error)) => {
                let why =
                    format!("{error:#}; nothing is played until it is set to a variant of the list that `uci` prints");
                self.unknown = Some((value.trim().to_owned(), why.clone()));
                Err(anyhow!(why))
            }
            (Kind::Variant { .. }, Ok(effect)) => {
                self.unknown = None;
                Ok(effect)
            }
            // Programs send options in any order: the variant may be one of this file.
            (_, Ok(Effect::Variants)) => Ok(self.choose_again().unwrap_or(Effect::Variants)),
            (_, set) => set,
        }
    }

    /// Chooses the variant that was unknown, if it is known now.
    fn choose_again(&mut self) -> Option<Effect> {
        let (name, _) = self.unknown.clone()?;
        let option = self.table.iter().find(|option| matches!(option.kind, Kind::Variant { .. }))?;
        let effect = option.set(&mut self.settings, &name, Booleans::Words).ok()?;
        self.unknown = None;
        Some(effect)
    }
}
