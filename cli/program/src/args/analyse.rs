//! The arguments of `campione analyse`.

use std::path::PathBuf;

use campione_notation::moves::MoveNotation;
use clap::{Args as ClapArgs, ValueHint};

use super::limits::LimitOptions;
use super::parsers::{notations, writes_all};
use super::position::PositionArgument;
use super::shown::PageOptions;

#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Scores are in pawns, from the side to move's point of view: +0.35, -1.20. #3 means that it mates in \
    three moves, #-2 that it is mated in two. Without --depth, --nodes, --movetime, --mate or --infinite the search \
    takes 5 seconds. With several limits, the first one that is reached ends the search."
)]
pub(crate) struct AnalyseOptions {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    /// Probe the endgame tables in this folder (`campione endgame build`); they are read into memory
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) tables: Option<PathBuf>,
    /// Search for a mate in at most N moves, until it is found or disproved. The exit status is 1 if none is found
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=500))]
    pub(crate) mate: Option<u32>,
    /// Search until Ctrl-C, or until everything is searched
    #[arg(long, conflicts_with_all = ["depth", "nodes", "movetime", "mate"])]
    pub(crate) infinite: bool,
    /// Find the N best lines, each with a different first move
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) multipv: u16,
    /// Show the chances of a win, a draw and a loss too, in per cent, for the side to move
    #[arg(long)]
    pub(crate) wdl: bool,
    /// Search only these moves, in any notation, separated by spaces
    #[arg(long, value_name = "MOVES")]
    pub(crate) searchmoves: Option<String>,
    /// The notation of the lines, one that can write every move; `bestmove` is always in coordinates
    #[arg(long, value_name = "NOTATION", default_value_t = MoveNotation::San, value_parser = notations(writes_all()))]
    pub(crate) notation: MoveNotation,
    #[command(flatten)]
    pub(crate) page: PageOptions,
}
