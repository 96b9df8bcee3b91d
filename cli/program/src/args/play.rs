//! The arguments of `campione play`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::{ColorOptions, LimitOptions, PositionArgument};

#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Moves are read in any notation; `help` lists the other commands during the game. Without --depth, \
    --nodes or --movetime the engine thinks for 1 second. The game is printed at its end, unless --pgn writes it to a \
    file."
)]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// The side that you play
    #[arg(long, value_enum, default_value_t = Side::White)]
    pub(crate) side: Side,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    /// Probe the endgame tables in this folder (`campione endgame build`); they are read into memory
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Turn the board
    #[arg(long)]
    pub(crate) flip: bool,
    #[command(flatten)]
    pub(crate) colors: ColorOptions,
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
