//! The options, and the variants that can be chosen.

use std::fmt::Write;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use campione_core::Variant;
use campione_notation::detect::Claim;
use campione_notation::moves::MoveNotation;
use campione_search::Strength;

use crate::args::Common;
use crate::endgames::TablePath;
use crate::nets::{self, Nets};
use crate::play::skill::{MOST_SEED, Skill};
use crate::play::variants::Variants;
use crate::play::worker::Job;
use crate::variants;

/// Mebibytes of the table. In fuzzing, many sessions in one process have a small one each.
const HASH: (u32, u32, u32) = (if cfg!(fuzzing) { 1 } else { 64 }, 1, 1 << 22);
const THREADS: (u32, u32, u32) = (1, 1, 1_024);
const MULTI_PV: (u32, u32, u32) = (1, 1, 500);
/// Milliseconds.
const OVERHEAD: (u32, u32, u32) = (10, 0, 5_000);
const LEVEL: (u32, u32, u32) = (*Strength::LEVELS.end(), *Strength::LEVELS.start(), *Strength::LEVELS.end());
const SEED: (u32, u32, u32) = (0, 0, MOST_SEED);

/// Names besides our ids that programs look for in the list of variants. Other names that they use are known, but not
/// listed.
const ALIASES: [&str; 3] = ["standard", "fischerandom", "caparandom"];

/// The Elo numbers, the greatest one first, which is the default.
fn elo() -> (u32, u32, u32) {
    let (least, most) = Strength::elo_range().into_inner();
    (most, least, most)
}

/// What must be done after a new value.
pub(super) enum Change {
    None,
    /// A job for the thread that searches.
    Job(Job),
    /// Another variant, or another version of its rules.
    Game,
}

/// The values of all options.
#[derive(Debug)]
pub(super) struct Options {
    /// The threads of the command line.
    threads: u32,
    pub(super) multipv: usize,
    pub(super) overhead: Duration,
    pub(super) skill: Skill,
    /// Whether searches are not for a game, so that they have full strength.
    pub(super) analyses: bool,
    /// Whether scores come with the chances of a win, a draw and a loss.
    pub(super) wdl: bool,
    chess960: bool,
    pub(super) nets: Nets,
    /// The variant for which it was checked last whether the net fits it, since the net was set.
    net_checked: Option<Variant>,
    tables: TablePath,
    variants: Variants,
    /// The variant that was named, by `UCI_Variant` or on the command line, and whether by a name of other programs.
    chosen: Option<(Variant, bool)>,
    /// The variant that is played.
    variant: Variant,
    /// The last `UCI_Variant`, if no variant has that name, and the reason. The other side means a variant that is not
    /// here, so that nothing is played.
    unknown: Option<(String, String)>,
}

impl Options {
    pub(super) fn new(common: &Common) -> anyhow::Result<Options> {
        let variants = Variants::new(common)?;
        Ok(Options {
            threads: common.threads.map_or(THREADS.0, u32::from),
            multipv: MULTI_PV.0 as usize,
            overhead: Duration::from_millis(OVERHEAD.0.into()),
            skill: Skill::default(),
            analyses: false,
            wdl: false,
            chess960: false,
            nets: Nets::default(),
            net_checked: None,
            tables: TablePath::default(),
            chosen: common.variant.as_ref().map(|_| (variants.first(), false)),
            variant: variants.first(),
            variants,
            unknown: None,
        })
    }

    /// Mebibytes of the table and threads, until they are set.
    pub(super) fn memory(&self) -> (u32, u32) {
        (HASH.0, self.threads)
    }

    /// The variant that is played.
    pub(super) fn variant(&self) -> Variant {
        self.variant
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
        if self.chosen.is_some() { Claim::Named(self.variant) } else { Claim::Assumed(self.variant, None) }
    }

    /// Why the user's net is not used for the variant; told once for each net and variant.
    pub(super) fn misfit(&mut self) -> Option<String> {
        if self.net_checked.replace(self.variant) == Some(self.variant) {
            return None;
        }
        let error = nets::fit(&self.nets.choice(), self.variant).err()?;
        Some(format!("EvalFile: {error:#}; it is not used"))
    }

    /// How moves are written.
    pub(super) fn notation(&self) -> MoveNotation {
        // Programs that call it `caparandom` know no other way to castle there, and never set UCI_Chess960 for it.
        let theirs = self.chosen.is_some_and(|(_, foreign)| foreign) && self.variant.has_random_arrays();
        if self.chess960 || theirs { MoveNotation::Uci960 } else { MoveNotation::Uci }
    }

    /// The lines that offer all options.
    pub(super) fn list(&self) -> String {
        let mut text = String::new();
        let mut spin = |name: &str, (default, min, max): (u32, u32, u32)| {
            let _ = writeln!(text, "option name {name} type spin default {default} min {min} max {max}");
        };
        spin("Hash", HASH);
        spin("Threads", (self.threads, THREADS.1, THREADS.2));
        spin("MultiPV", MULTI_PV);
        spin("Move Overhead", OVERHEAD);
        spin("Skill Level", LEVEL);
        spin("UCI_Elo", elo());
        spin("Skill Seed", SEED);
        text += "option name UCI_LimitStrength type check default false\n";
        text += "option name Ponder type check default false\n";
        text += "option name UCI_AnalyseMode type check default false\n";
        text += "option name UCI_ShowWDL type check default false\n";
        text += "option name UCI_Chess960 type check default false\n";
        let _ = write!(text, "option name UCI_Variant type combo default {}", self.variants.first().id());
        for name in self.variants.names(&ALIASES) {
            let _ = write!(text, " var {name}");
        }
        text += "\noption name VariantPath type string default <empty>\n";
        text += "option name EvalFile type string default <empty>\noption name Use NNUE type check default true\n";
        text += "option name TablePath type string default <empty>\n";
        text += "option name Clear Hash type button";
        text
    }

    /// Reads what follows `setoption`, and sets it.
    ///
    /// # Errors
    /// There is no such option, or it has no such value. Then nothing is changed, but after an unknown variant none is
    /// chosen.
    pub(super) fn set(&mut self, text: &str) -> anyhow::Result<Change> {
        let text = text.replace('\t', " ");
        let text = text.trim().strip_prefix("name ").context("setoption: expected `name NAME value VALUE`")?;
        let (name, value) = match text.split_once(" value ") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (text.strip_suffix(" value").unwrap_or(text).trim(), ""),
        };
        let number = |(_, min, max): (u32, u32, u32)| {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            number.with_context(|| {
                format!("setoption {name}: expected a whole number from {min} to {max}, not `{value}`")
            })
        };
        let check = || match value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(anyhow!("setoption {name}: expected `true` or `false`, not `{value}`")),
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => return Ok(Change::Job(Job::Hash(number(HASH)?))),
            "threads" => return Ok(Change::Job(Job::Threads(number(THREADS)?))),
            "multipv" => self.multipv = number(MULTI_PV)? as usize,
            "move overhead" => self.overhead = Duration::from_millis(number(OVERHEAD)?.into()),
            "clear hash" => return Ok(Change::Job(Job::Clear)),
            "skill level" => self.skill.level = number(LEVEL)?,
            "skill seed" => self.skill.set_seed(number(SEED)?),
            "uci_limitstrength" => self.skill.limited = check()?,
            "uci_elo" => self.skill.elo = number(elo())?,
            "uci_analysemode" => self.analyses = check()?,
            "uci_showwdl" => self.wdl = check()?,
            // It does not change the search.
            "ponder" => {
                check()?;
            }
            "evalfile" => {
                self.nets.load(value).with_context(|| format!("setoption {name}"))?;
                self.net_checked = None;
                return Ok(Change::Job(Job::Nets(self.nets.choice())));
            }
            "tablepath" => {
                self.tables.set(value).with_context(|| format!("setoption {name}"))?;
                return Ok(Change::Job(Job::Tables(self.tables.clone())));
            }
            "use nnue" => {
                self.nets.used = check()?;
                self.net_checked = None;
                return Ok(Change::Job(Job::Nets(self.nets.choice())));
            }
            "uci_chess960" => {
                self.chess960 = check()?;
                return self.choose();
            }
            "uci_variant" => {
                let found = self.variants.find(value).map_err(|error| {
                    let remedy = "nothing is played until it is set to a variant of the list that `uci` prints";
                    let why = format!("setoption {name}: {error:#}; {remedy}");
                    self.unknown = Some((value.to_owned(), why.clone()));
                    anyhow!(why)
                })?;
                (self.chosen, self.unknown) = (Some(found), None);
                return self.choose();
            }
            "variantpath" => {
                self.variants.load(value).with_context(|| format!("setoption {name}"))?;
                // Programs send options in any order.
                let found = self.unknown.as_ref().and_then(|(name, _)| self.variants.find(name).ok());
                if found.is_some() {
                    (self.chosen, self.unknown) = (found, None);
                    return self.choose();
                }
            }
            _ => bail!("setoption: unknown option `{name}`"),
        }
        Ok(Change::None)
    }

    /// Switches to the chosen variant, but from orthodox chess to Chess960 if `UCI_Chess960` is set.
    fn choose(&mut self) -> anyhow::Result<Change> {
        let chosen = self.chosen.map_or_else(|| self.variants.first(), |(chosen, _)| chosen);
        let built_in = |variant: Variant, id| variant.id() == id && variants::identity(variant) == id;
        let variant = if self.chess960 && built_in(chosen, "chess") { Variant::named("chess960")? } else { chosen };
        let other = variant.spec() != self.variant.spec();
        if other {
            self.variant = variant;
        }
        Ok(if other { Change::Game } else { Change::None })
    }
}
