//! The rows.

use std::ops::RangeInclusive;
use std::time::Duration;

use campione_search::{EngineConfig, SearchParams, Strength};

use super::effect::Effect;
use super::option::{EngineOption, Kind, Place, Xboard};
use crate::play::skill::MOST_SEED;

/// In UCI and `XBoard`'s protocol.
const BOTH: Place = Place { uci: true, xboard: Xboard::Same, own: false };
/// In UCI, by the same name.
const UCI: Place = Place { xboard: Xboard::No, ..BOTH };
/// In `XBoard`'s protocol.
const XBOARD: Place = Place { uci: false, ..BOTH };
/// Everywhere.
const ALL: Place = Place { own: true, ..BOTH };

/// True or false, in a field of the settings that the next search or move reads.
macro_rules! flag {
    ($($field:ident).+) => {
        Kind::Check {
            get: |settings| settings.$($field).+,
            set: |settings, value| {
                settings.$($field).+ = value;
                Ok(Effect::Nothing)
            },
        }
    };
}

/// All options, in the order in which they are listed.
#[allow(clippy::too_many_lines, reason = "one row after the other")]
pub(crate) fn table() -> Vec<EngineOption> {
    let options = vec![
        EngineOption {
            name: "Hash",
            place: Place { xboard: Xboard::Command("memory"), ..ALL },
            kind: Kind::Number {
                range: || numbers(&EngineConfig::HASH),
                get: |settings| small(settings.engine.hash),
                set: |settings, value| settings.change(move |config| config.hash = value as usize),
            },
            help: "Size of the transposition table, in mebibytes",
        },
        EngineOption {
            name: "Threads",
            place: Place { xboard: Xboard::Command("cores"), ..ALL },
            kind: Kind::Number {
                range: || numbers(&EngineConfig::THREADS),
                get: |settings| small(settings.engine.threads),
                set: |settings, value| settings.change(move |config| config.threads = value as usize),
            },
            help: "How many threads search. The default is 1, or the number of --threads",
        },
        EngineOption {
            name: "MultiPV",
            place: BOTH,
            kind: Kind::Number {
                range: || 1..=500,
                get: |settings| small(settings.multipv),
                set: |settings, value| {
                    settings.multipv = value as usize;
                    Effect::Nothing
                },
            },
            help: "Show the N best lines",
        },
        EngineOption {
            name: "Move Overhead",
            place: BOTH,
            kind: Kind::Number {
                range: || 0..=5_000,
                get: |settings| u32::try_from(settings.overhead.as_millis()).unwrap_or(u32::MAX),
                set: |settings, value| {
                    settings.overhead = Duration::from_millis(value.into());
                    Effect::Nothing
                },
            },
            help: "The time that is lost when a move is sent, in milliseconds",
        },
        EngineOption {
            name: "Skill Level",
            place: ALL,
            kind: Kind::Number {
                range: || Strength::LEVELS,
                get: |settings| settings.skill.level,
                set: |settings, value| {
                    settings.skill.level = value;
                    Effect::Nothing
                },
            },
            help: "The strength in games, from 0, a beginner, to 20, full strength. Searches for analysis have full strength",
        },
        EngineOption {
            name: "UCI_Elo",
            place: Place { xboard: Xboard::Named("Elo"), ..ALL },
            kind: Kind::Number {
                range: Strength::elo_range,
                get: |settings| settings.skill.elo,
                set: |settings, value| {
                    settings.skill.elo = value;
                    Effect::Nothing
                },
            },
            help: "The strength in games as an Elo number, if it is limited",
        },
        EngineOption {
            name: "Skill Seed",
            place: ALL,
            kind: Kind::Number {
                range: || 0..=MOST_SEED,
                get: |settings| settings.skill.seed,
                set: |settings, value| {
                    settings.skill.set_seed(value);
                    Effect::Nothing
                },
            },
            help: "With the same seed a weak level makes the same errors. With 0 each game has another seed",
        },
        EngineOption {
            name: "UCI_LimitStrength",
            place: Place { xboard: Xboard::Named("Limit Strength"), ..ALL },
            kind: flag!(skill.limited),
            help: "Use the Elo number, not the skill level",
        },
        EngineOption {
            name: "Ponder",
            place: UCI,
            // It tells the engine that it may be asked to ponder, which changes nothing.
            kind: Kind::Check { get: |_| false, set: |_, _| Ok(Effect::Nothing) },
            help: "Whether the program will ask the engine to think in the opponent's time. The engine can always do so",
        },
        EngineOption {
            name: "UCI_AnalyseMode",
            place: UCI,
            kind: flag!(analyses),
            help: "Search with full strength. `go infinite` and `go mate` always do",
        },
        EngineOption {
            name: "UCI_ShowWDL",
            place: UCI,
            kind: flag!(wdl),
            help: "Write the chances of a win, a draw and a loss after each score",
        },
        EngineOption {
            name: "UCI_Chess960",
            place: UCI,
            kind: Kind::Check {
                get: |settings| settings.chess960,
                set: |settings, value| {
                    settings.chess960 = value;
                    settings.choose()
                },
            },
            help: "Write castling as the king taking its rook, and play Chess960 in place of orthodox chess, and crc from positions \
                   that are none of capablanca. For programs \
                   that call crc `caparandom` castling is always written so. It is read in both forms, and as `O-O`, \
                   `O-O-O`, `H-H` or `O-O:i1g1`, with the letter O",
        },
        EngineOption {
            name: "UCI_Variant",
            place: UCI,
            kind: Kind::Variant {
                set: |settings, name| {
                    settings.chosen = Some(settings.variants.find(name)?);
                    settings.choose()
                },
            },
            help: "The variant, by its id or by a name that other programs use. The default is orthodox chess, or the \
                   variant of --variant",
        },
        EngineOption { name: "Resign", place: XBOARD, kind: flag!(resigns), help: "Resign lost games" },
        EngineOption {
            name: "Shown Moves Only",
            place: XBOARD,
            kind: flag!(shown_only),
            help: "Leave out moves that XBoard would show wrongly",
        },
        EngineOption {
            name: "VariantPath",
            place: BOTH,
            kind: Kind::File {
                set: |settings, path| {
                    settings.variants.load(path)?;
                    Ok(Effect::Variants)
                },
            },
            help: "A file of variants, TOML or variants.ini, that can be chosen in addition to the built-in ones",
        },
        EngineOption {
            name: "EvalFile",
            place: ALL,
            kind: Kind::File {
                set: |settings, path| {
                    settings.nets.load(path)?;
                    Ok(settings.use_nets())
                },
            },
            help: "A net, which evaluates positions of the variants that it fits",
        },
        EngineOption {
            name: "Use NNUE",
            place: ALL,
            kind: Kind::Check {
                get: |settings| settings.nets.used,
                set: |settings, value| {
                    settings.nets.used = value;
                    Ok(settings.use_nets())
                },
            },
            help: "Evaluate by a net. Without it the hand-written evaluation is used",
        },
        EngineOption {
            name: "TablePath",
            place: BOTH,
            kind: Kind::Folder {
                set: |settings, path| {
                    settings.tables.set(path)?;
                    Ok(Effect::Tables)
                },
            },
            help: "A folder of endgame tables (`campione endgame`), which are read into memory",
        },
        EngineOption {
            name: "Clear Hash",
            place: BOTH,
            kind: Kind::Button(Effect::Clear),
            help: "Forget everything that was learned",
        },
    ];
    options.into_iter().chain(parameters()).collect()
}

/// The parameters of the search, in a build for tuning.
fn parameters() -> impl Iterator<Item = EngineOption> {
    SearchParams::ALL.iter().filter(|_| cfg!(feature = "tuning")).map(|row| EngineOption {
        name: row.name,
        place: ALL,
        kind: Kind::Parameter(row),
        help: row.help,
    })
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn numbers(range: &RangeInclusive<usize>) -> RangeInclusive<u32> {
    small(*range.start())..=small(*range.end())
}
