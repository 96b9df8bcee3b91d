//! The arguments of `campione play`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use campione_core::Variant;
use campione_search::Strength;
use clap::builder::TypedValueParser;
use clap::{Args as ClapArgs, ValueEnum, ValueHint};

use super::limits::LimitOptions;
use super::position::PositionArgument;
use super::shown::ColorOptions;

/// The help of the position: a game begins from one alone.
const FEN: &str = "A FEN, quoted or not; `startpos` (the default); or a numbered start position such as `crc:27621` or \
    `chess960:518`. An empty text is an error";

#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Moves are read in any notation; `help` lists the other commands during the game. Without --depth, \
    --nodes or --movetime the engine thinks for 1 second; below level 20 for less, and hints still have full strength. The game is printed at its end, unless --pgn writes it to a \
    file.",
    mut_arg("fen", |fen| fen.help(FEN))
)]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// The side that you play
    #[arg(long, value_enum, default_value_t = Side::White)]
    pub(crate) side: Side,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    #[command(flatten)]
    pub(crate) strength: StrengthOptions,
    /// Probe the endgame tables in this folder (`campione endgame build`); they are read into memory
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) tables: Option<PathBuf>,
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Turn the board around
    #[arg(long)]
    pub(crate) flip: bool,
    #[command(flatten)]
    pub(crate) colors: ColorOptions,
}

/// How strong the engine plays.
#[derive(ClapArgs, Debug)]
pub(crate) struct StrengthOptions {
    /// How strong the engine plays: from 0, a beginner, to 20, full strength
    #[arg(long, value_name = "N", group = "limited", allow_negative_numbers = true, value_parser = levels())]
    level: Option<u32>,
    /// The same as an Elo number
    #[arg(long, value_name = "ELO", group = "limited", allow_negative_numbers = true, value_parser = elo())]
    elo: Option<u32>,
    /// The seed of a weak engine's errors: with the same seed it plays the same moves. By default each game has a new one
    #[arg(long, requires = "limited")]
    pub(crate) seed: Option<u32>,
}

impl StrengthOptions {
    pub(crate) fn strength(&self) -> Strength {
        let strength = self.level.map_or_else(|| self.elo.and_then(Strength::of_elo), Strength::of_level);
        strength.unwrap_or(Strength::FULL)
    }

    /// The strength in words, `None` if it is not limited. An Elo number is the one that the engine plays at in `variant`.
    pub(crate) fn in_words(&self, variant: Variant) -> Option<String> {
        let level = self.level.map(|level| format!("level {level}"));
        level.or_else(|| self.strength().elo(variant).map(|elo| format!("Elo {elo}")))
    }
}

fn levels() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(range(Strength::LEVELS))
}

fn elo() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(range(Strength::elo_range()))
}

fn range(numbers: RangeInclusive<u32>) -> RangeInclusive<i64> {
    i64::from(*numbers.start())..=i64::from(*numbers.end())
}

/// The side that the user plays.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// White; the engine is Black
    White,
    /// Black; the engine is White
    Black,
    /// Both sides: for two people, or to try out moves
    Both,
    /// Neither side: the engine plays against itself
    None,
}
