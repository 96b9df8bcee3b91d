//! An option: its names, its values, and how it is set.

use std::ops::RangeInclusive;

use anyhow::{Context, bail};
use campione_search::SearchParam;

use super::effect::Effect;
use super::settings::Settings;

/// An option of the engine.
#[derive(Clone)]
pub(crate) struct EngineOption {
    /// Its name in UCI and in matches.
    pub(crate) name: &'static str,
    pub(crate) place: Place,
    pub(crate) kind: Kind,
    /// What it does, in whole sentences.
    pub(crate) help: &'static str,
}

/// Where an option can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) uci: bool,
    pub(crate) xboard: Xboard,
    /// For `own` in matches.
    pub(crate) own: bool,
}

/// How an option is set in `XBoard`'s protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Xboard {
    /// By `option` with its name in UCI.
    Same,
    /// By `option` with another name.
    Named(&'static str),
    /// By a command of the protocol.
    Command(&'static str),
    /// Not at all.
    No,
}

/// What an option can be set to, how it is read from the settings, and what it sets.
#[derive(Clone)]
pub(crate) enum Kind {
    /// A whole number.
    Number { range: fn() -> RangeInclusive<u32>, get: fn(&Settings) -> u32, set: fn(&mut Settings, u32) -> Effect },
    /// True or false.
    Check { get: fn(&Settings) -> bool, set: fn(&mut Settings, bool) -> anyhow::Result<Effect> },
    /// A file, or nothing.
    File { set: fn(&mut Settings, &str) -> anyhow::Result<Effect> },
    /// A folder, or nothing.
    Folder { set: fn(&mut Settings, &str) -> anyhow::Result<Effect> },
    /// The name of a variant.
    Variant { set: fn(&mut Settings, &str) -> anyhow::Result<Effect> },
    /// Nothing: it does something.
    Button(Effect),
    /// A parameter of the search.
    Parameter(&'static SearchParam),
}

/// How a protocol writes true and false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Booleans {
    /// UCI: `true` and `false`.
    Words,
    /// `XBoard`'s protocol: 1 and 0.
    Digits,
}

impl Booleans {
    pub(crate) fn write(self, value: bool) -> &'static str {
        let [no, yes] = self.both();
        if value { yes } else { no }
    }

    fn both(self) -> [&'static str; 2] {
        match self {
            Booleans::Words => ["false", "true"],
            Booleans::Digits => ["0", "1"],
        }
    }

    fn read(self, text: &str) -> anyhow::Result<bool> {
        let [no, yes] = self.both();
        match text {
            _ if text.eq_ignore_ascii_case(yes) => Ok(true),
            _ if text.eq_ignore_ascii_case(no) => Ok(false),
            _ => bail!("expected `{yes}` or `{no}`, not `{text}`"),
        }
    }
}

impl EngineOption {
    /// Its name in `XBoard`'s protocol; `None` if no `option` sets it there.
    pub(crate) fn xboard_name(&self) -> Option<&'static str> {
        match self.place.xboard {
            Xboard::Same => Some(self.name),
            Xboard::Named(name) => Some(name),
            Xboard::Command(_) | Xboard::No => None,
        }
    }

    /// The numbers that it can be set to.
    pub(crate) fn range(&self) -> Option<RangeInclusive<i64>> {
        match &self.kind {
            Kind::Number { range, .. } => {
                let (least, most) = range().into_inner();
                Some(least.into()..=most.into())
            }
            Kind::Parameter(row) => Some((*row.range.start()).into()..=(*row.range.end()).into()),
            _ => None,
        }
    }

    /// Its value in the settings. Empty for one that is neither a number nor true or false.
    pub(crate) fn value(&self, settings: &Settings, booleans: Booleans) -> String {
        match &self.kind {
            Kind::Number { get, .. } => get(settings).to_string(),
            Kind::Check { get, .. } => booleans.write(get(settings)).to_owned(),
            Kind::Parameter(row) => settings.engine.search.get(row.name).unwrap_or(row.default).to_string(),
            Kind::Variant { .. } => settings.variants.first().id().to_owned(),
            Kind::File { .. } | Kind::Folder { .. } | Kind::Button(_) => String::new(),
        }
    }

    /// Sets it.
    ///
    /// # Errors
    /// It has no such value. Then nothing is changed.
    pub(crate) fn set(&self, settings: &mut Settings, text: &str, booleans: Booleans) -> anyhow::Result<Effect> {
        let text = text.trim();
        match &self.kind {
            Kind::Number { set, .. } => Ok(set(settings, u32::try_from(self.number(text)?)?)),
            Kind::Parameter(row) => {
                let (name, value) = (row.name, i32::try_from(self.number(text)?)?);
                // It is within the range of the row.
                Ok(settings.change(move |config| drop(config.search.set(name, value))))
            }
            Kind::Check { set, .. } => set(settings, booleans.read(text)?),
            Kind::File { set } | Kind::Folder { set } => set(settings, if text == "<empty>" { "" } else { text }),
            Kind::Variant { set } => set(settings, text),
            Kind::Button(effect) => Ok(effect.clone()),
        }
    }

    /// A number within its range.
    fn number(&self, text: &str) -> anyhow::Result<i64> {
        let range = self.range().unwrap_or(0..=0);
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = range.into_inner();
        number.with_context(|| format!("expected a whole number from {least} to {most}, not `{text}`"))
    }
}
