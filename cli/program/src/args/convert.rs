//! The arguments of `campione convert`.

use campione_notation::moves::MoveNotation;
use clap::Args as ClapArgs;

use super::parsers::notations;

#[derive(ClapArgs, Debug)]
pub(crate) struct ConvertOptions {
    /// Moves, played one after another. With `-`, lines of moves are read from standard input, each from the same
    /// position
    #[arg(required = true, value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// The position before the first move: a FEN, `startpos`, `crc:27621` or `chess960:518`
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    pub(crate) fen: String,
    /// The notation to read; detected by default (xboard never is)
    #[arg(long, value_name = "NOTATION", value_parser = notations(MoveNotation::ALL))]
    pub(crate) from: Option<MoveNotation>,
    /// The notation to write
    #[arg(long, value_name = "NOTATION", default_value_t = MoveNotation::San, value_parser = notations(MoveNotation::ALL))]
    pub(crate) to: MoveNotation,
}
