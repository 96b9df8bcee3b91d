//! The options of the engine: one row each in [`table`].
//!
//! UCI, `XBoard`'s protocol, `own` in matches, the help of the commands and docs/reference/options.md are made from these rows. A new
//! option is a new row, and a field of [`Settings`] if it sets something new.

mod effect;
mod option;
mod page;
mod settings;
mod table;

use anyhow::{Context, ensure};
use campione_core::Variant;
use campione_driver::Setting;
use campione_search::EngineConfig;

pub(crate) use self::effect::{Effect, EngineChange};
pub(crate) use self::option::{Booleans, EngineOption, Kind, Xboard};
pub(crate) use self::page::of_command;
#[cfg(test)]
use self::page::page;
pub(crate) use self::settings::Settings;
pub(crate) use self::table::table;
use crate::play::variants::Variants;

/// The settings of `own` in a match, with a table of `hash` mebibytes unless an option sets it.
///
/// # Errors
/// It has no such option, or the option has no such value.
pub(crate) fn own(hash: usize, settings: &[Setting]) -> anyhow::Result<EngineConfig> {
    let table = table();
    let mut own = Settings::of(Variants::of(Variant::named("chess")?), None, 1);
    own.engine.hash = hash;
    for Setting { name, value } in settings {
        let option = table.iter().find(|option| option.place.own && option.name.eq_ignore_ascii_case(name));
        let option = option.with_context(|| {
            let names: Vec<&str> = table.iter().filter(|option| option.place.own).map(|option| option.name).collect();
            format!("option {name}: `own` has only {}", names.join(", "))
        })?;
        option.set(&mut own, value, Booleans::Words).with_context(|| format!("option {name}={value}"))?;
    }
    let (strength, _) = own.skill.strength();
    Ok(EngineConfig { strength, seed: own.skill.seed.into(), ..own.engine })
}

/// Finds an option by a name.
pub(crate) fn find<'t>(
    table: &'t [EngineOption],
    name: &str,
    named: impl Fn(&EngineOption) -> Option<&'static str>,
) -> anyhow::Result<&'t EngineOption> {
    ensure!(!name.is_empty(), "expected the name of an option");
    let found = table.iter().find(|option| named(option).is_some_and(|known| known.eq_ignore_ascii_case(name)));
    found.with_context(|| format!("unknown option `{name}`"))
}

#[cfg(test)]
mod tests;
