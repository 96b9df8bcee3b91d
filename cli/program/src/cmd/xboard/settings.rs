//! The features that the engine announces, and its options.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write;

use anyhow::{Context, ensure};
use campione_core::Variant;
use campione_notation::xboard::{self, name_of, second_name_of};
use campione_search::EngineConfig;

use crate::args::Common;
use crate::options::{self, Booleans, Effect, EngineOption, Kind, Xboard, table};

/// Mebibytes that the engine needs besides the table.
const BESIDES: usize = 16;

/// The options and their values.
pub(super) struct Settings {
    pub(super) values: options::Settings,
    table: Vec<EngineOption>,
    /// Whether `new` begins the variant of the command line.
    chosen: bool,
}

impl Settings {
    pub(super) fn new(common: &Common) -> anyhow::Result<Settings> {
        let values = options::Settings::new(common)?;
        Ok(Settings { values, table: table(), chosen: common.variant.is_some() })
    }

    /// The variant that `new` begins: orthodox chess, unless the command line names another.
    pub(super) fn new_game(&self) -> anyhow::Result<Variant> {
        if self.chosen { Ok(self.values.variants.first()) } else { self.find("normal") }
    }

    /// The variant with a name. From now on `new` means orthodox chess, because the other side chooses the variant.
    pub(super) fn choose(&mut self, name: &str) -> anyhow::Result<Variant> {
        ensure!(!name.is_empty(), "expected the name of a variant");
        let variant = self.find(name)?;
        ensure!(is_told(variant), "{} has more kinds of pieces than XBoard has pictures", variant.id());
        self.chosen = false;
        Ok(variant)
    }

    /// The variant with a name.
    fn find(&self, name: &str) -> anyhow::Result<Variant> {
        match self.values.variants.others().find(|&variant| name_of(variant) == name) {
            Some(variant) => Ok(variant),
            None => Ok(self.values.variants.find(name)?.0),
        }
    }

    /// The lines that announce the engine's features.
    pub(super) fn features(&self) -> String {
        let mut text = "feature done=0\n".to_owned();
        let _ = writeln!(text, "feature myname=\"Campione {}\"", env!("CARGO_PKG_VERSION"));
        let _ = writeln!(text, "{}", self.variants());
        text += "feature setboard=1 ping=1 usermove=1 playother=1 analyze=1 colors=0 debug=1 memory=1 smp=1\n";
        text += "feature sigint=0 san=0 nps=0 reuse=1 time=1 draw=1 name=0 ics=0 highlight=1\n";
        for option in &self.table {
            let Some(name) = option.xboard_name() else { continue };
            let value = option.value(&self.values, Booleans::Digits);
            let kind = match (&option.kind, option.range()) {
                (_, Some(range)) => format!("-spin {value} {} {}", range.start(), range.end()),
                (Kind::Check { .. }, _) => format!("-check {value}"),
                (Kind::File { .. }, _) => "-file ".to_owned(),
                (Kind::Folder { .. }, _) => "-path ".to_owned(),
                (Kind::Button(_), _) => "-button".to_owned(),
                // Chosen by the command `variant`.
                (Kind::Variant { .. } | Kind::Number { .. } | Kind::Parameter(_), _) => continue,
            };
            let _ = writeln!(text, "feature option=\"{name} {kind}\"");
        }
        text += "feature done=1";
        text
    }

    /// The feature that lists the variants.
    pub(super) fn variants(&self) -> String {
        // If XBoard's user asks for something else, it plays the first of the list, but does not send its name: that must be
        // what `new` begins.
        let ids = ["chess"].into_iter().chain(Variant::all_ids());
        let told = ids.filter_map(|id| Variant::named(id).ok()).chain(self.values.variants.others());
        let names = |variant| [Some(name_of(variant)), second_name_of(variant).map(Cow::Borrowed)];
        let mut names: Vec<Cow<'_, str>> = told.filter(|&variant| is_told(variant)).flat_map(names).flatten().collect();
        let mut known = HashSet::new();
        names.retain(|name| known.insert(name.clone()));
        format!("feature variants=\"{}\"", names.join(","))
    }

    /// Obeys `memory`, `cores` and `option`.
    ///
    /// # Errors
    /// There is no such option, or it has no such value. Then nothing is changed.
    pub(super) fn set(&mut self, command: &str, text: &str) -> anyhow::Result<Effect> {
        let by_command =
            self.table.iter().find(|option| matches!(option.place.xboard, Xboard::Command(name) if name == command));
        if command == "memory" {
            // The whole memory of the engine, in mebibytes.
            let memory = text.trim().parse().ok().filter(|&memory: &u32| memory > 0);
            let memory = memory.context("expected a whole number, 1 or more")? as usize;
            let (least, most) = EngineConfig::HASH.into_inner();
            let hash = memory.saturating_sub(BESIDES).clamp(least, most);
            return Ok(self.values.change(move |config| config.hash = hash));
        }
        if let Some(option) = by_command {
            return option.set(&mut self.values, text, Booleans::Digits);
        }
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let option = options::find(&self.table, name.trim(), EngineOption::xboard_name)?;
        option.set(&mut self.values, value, Booleans::Digits)
    }
}

/// Whether `XBoard` knows a variant, or it can be described to `XBoard`.
fn is_told(variant: Variant) -> bool {
    xboard::is_known(variant) || xboard::describe(variant).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use campione_variants::variant_id;

    #[test]
    fn names_lead_back_to_the_games() {
        for id in Variant::all_ids() {
            assert_eq!(variant_id(&name_of(Variant::named(id).unwrap())), Some(id));
        }
    }
}
