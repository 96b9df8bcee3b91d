//! The features that the engine announces, and its options.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use campione_core::Variant;
use campione_notation::xboard::{self, name_of, second_name_of};
use campione_search::Strength;

use crate::args::Common;
use crate::endgames::TablePath;
use crate::nets::Nets;
use crate::play::skill::{MOST_SEED, Skill};
use crate::play::variants::Variants;
use crate::play::worker::Job;

/// Mebibytes of the table until the other side sets the memory. In fuzzing, many sessions in one process have a small
/// one each.
const HASH: u32 = if cfg!(fuzzing) { 1 } else { 64 };

/// Mebibytes that the engine needs besides the table.
const BESIDES: u32 = 16;

const MULTI_PV: (u32, u32, u32) = (1, 1, 500);
/// Milliseconds.
const OVERHEAD: (u32, u32, u32) = (10, 0, 5_000);

/// What must be done after a new value.
pub(super) enum Change {
    None,
    /// A job for the thread that searches.
    Job(Job),
    /// The list of variants has changed: the feature that lists them.
    Variants(String),
}

/// The values of all options.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) variants: Variants,
    /// Whether `new` begins the variant of the command line.
    chosen: bool,
    threads: u32,
    pub(super) multipv: usize,
    pub(super) overhead: Duration,
    /// Whether the engine resigns lost games.
    pub(super) resigns: bool,
    /// Whether to leave out moves that `XBoard` would show wrongly. Without it, all moves that the protocol can write
    /// are played.
    pub(super) shown_only: bool,
    pub(super) skill: Skill,
    nets: Nets,
    tables: TablePath,
}

impl Settings {
    pub(super) fn new(common: &Common) -> anyhow::Result<Settings> {
        Ok(Settings {
            variants: Variants::new(common)?,
            chosen: common.variant.is_some(),
            threads: common.threads.map_or(1, u32::from),
            multipv: MULTI_PV.0 as usize,
            overhead: Duration::from_millis(OVERHEAD.0.into()),
            resigns: false,
            skill: Skill::default(),
            nets: Nets::default(),
            tables: TablePath::default(),
            shown_only: true,
        })
    }

    /// Mebibytes of the table and threads, until they are set.
    pub(super) fn memory(&self) -> (u32, u32) {
        (HASH, self.threads)
    }

    /// The variant that `new` begins: orthodox chess, unless the command line names another.
    pub(super) fn new_game(&self) -> anyhow::Result<Variant> {
        if self.chosen { Ok(self.variants.first()) } else { self.find("normal") }
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
        match self.variants.others().find(|&variant| name_of(variant) == name) {
            Some(variant) => Ok(variant),
            None => Ok(self.variants.find(name)?.0),
        }
    }

    /// The lines that announce the engine's features.
    pub(super) fn features(&self) -> String {
        let (_, least_lines, most_lines) = MULTI_PV;
        let (_, least, most) = OVERHEAD;
        let mut text = "feature done=0\n".to_owned();
        let _ = writeln!(text, "feature myname=\"Campione {}\"", env!("CARGO_PKG_VERSION"));
        let _ = writeln!(text, "{}", self.variants());
        text += "feature setboard=1 ping=1 usermove=1 playother=1 analyze=1 colors=0 debug=1 memory=1 smp=1\n";
        text += "feature sigint=0 san=0 nps=0 reuse=1 time=1 draw=1 name=0 ics=0 highlight=1\n";
        let _ = writeln!(text, "feature option=\"MultiPV -spin {} {least_lines} {most_lines}\"", self.multipv);
        let overhead = self.overhead.as_millis();
        let _ = writeln!(text, "feature option=\"Move Overhead -spin {overhead} {least} {most}\"");
        let Skill { level, limited, elo, seed, .. } = &self.skill;
        let spin = |name: &str, value: u32, range: RangeInclusive<u32>| {
            format!("feature option=\"{name} -spin {value} {} {}\"\n", range.start(), range.end())
        };
        text += &spin("Skill Level", *level, Strength::LEVELS);
        let _ = writeln!(text, "feature option=\"Limit Strength -check {}\"", u8::from(*limited));
        text += &spin("Elo", *elo, Strength::elo_range());
        text += &spin("Skill Seed", *seed, 0..=MOST_SEED);
        let _ = writeln!(text, "feature option=\"Resign -check {}\"", u8::from(self.resigns));
        let _ = writeln!(text, "feature option=\"Shown Moves Only -check {}\"", u8::from(self.shown_only));
        let _ = writeln!(text, "feature option=\"Use NNUE -check {}\"", u8::from(self.nets.used));
        text += "feature option=\"EvalFile -file \"\nfeature option=\"VariantPath -file \"\n";
        text += "feature option=\"TablePath -path \"\n";
        text += "feature option=\"Clear Hash -button\"\nfeature done=1";
        text
    }

    /// The feature that lists the variants.
    fn variants(&self) -> String {
        // If XBoard's user asks for something else, it plays the first of the list, but does not send its name: that must be
        // what `new` begins.
        let ids = ["chess"].into_iter().chain(Variant::all_ids());
        let told = ids.filter_map(|id| Variant::named(id).ok()).chain(self.variants.others());
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
    pub(super) fn set(&mut self, command: &str, text: &str) -> anyhow::Result<Change> {
        let number = |text: &str, min: u32, max: u32| {
            let number = text.trim().parse().ok().filter(|number| (min..=max).contains(number));
            number.with_context(|| format!("expected a whole number from {min} to {max}"))
        };
        match command {
            "memory" => {
                let hash = number(text, 1, u32::MAX)?.saturating_sub(BESIDES).clamp(1, 1 << 22);
                return Ok(Change::Job(Job::Hash(hash)));
            }
            "cores" => return Ok(Change::Job(Job::Threads(number(text, 1, 1_024)?))),
            _ => {}
        }
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        match name.trim().to_ascii_lowercase().as_str() {
            "multipv" => self.multipv = number(value, MULTI_PV.1, MULTI_PV.2)? as usize,
            "move overhead" => {
                self.overhead = Duration::from_millis(number(value, OVERHEAD.1, OVERHEAD.2)?.into());
            }
            "skill level" => {
                let (least, most) = Strength::LEVELS.into_inner();
                self.skill.level = number(value, least, most)?;
            }
            "limit strength" => self.skill.limited = number(value, 0, 1)? == 1,
            "elo" => {
                let (least, most) = Strength::elo_range().into_inner();
                self.skill.elo = number(value, least, most)?;
            }
            "skill seed" => self.skill.set_seed(number(value, 0, MOST_SEED)?),
            "resign" => self.resigns = number(value, 0, 1)? == 1,
            "shown moves only" => self.shown_only = number(value, 0, 1)? == 1,
            "variantpath" => {
                self.variants.load(value.trim())?;
                return Ok(Change::Variants(self.variants()));
            }
            "evalfile" => {
                self.nets.load(value)?;
                return Ok(Change::Job(Job::Nets(self.nets.choice())));
            }
            "tablepath" => {
                self.tables.set(value)?;
                return Ok(Change::Job(Job::Tables(self.tables.clone())));
            }
            "use nnue" => {
                self.nets.used = number(value, 0, 1)? == 1;
                return Ok(Change::Job(Job::Nets(self.nets.choice())));
            }
            "clear hash" => return Ok(Change::Job(Job::Clear)),
            _ => bail!("unknown option"),
        }
        Ok(Change::None)
    }
}

/// Whether `XBoard` knows a variant, or it can be described to `XBoard`.
fn is_told(variant: Variant) -> bool {
    xboard::is_known(variant) || xboard::describe(variant).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use campione_core::variant_id;

    #[test]
    fn names_lead_back_to_the_games() {
        for id in Variant::all_ids() {
            assert_eq!(variant_id(&name_of(Variant::named(id).unwrap())), Some(id));
        }
    }
}
