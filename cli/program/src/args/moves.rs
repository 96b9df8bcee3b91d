//! The arguments of `campione moves`.

use campione_notation::moves::MoveNotation;
use clap::Args as ClapArgs;

use super::parsers::notations;
use super::position::PositionArgument;

#[derive(ClapArgs, Debug)]
pub(crate) struct MovesOptions {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// The notation of the moves
    #[arg(long, value_name = "NOTATION", default_value_t = MoveNotation::Uci, value_parser = notations(MoveNotation::ALL))]
    pub(crate) notation: MoveNotation,
    /// Say whether this move, in any notation, is legal, and if not, which rule forbids it. The exit status is 0 either
    /// way; it is 2 if the text is not a move in any notation
    #[arg(long, value_name = "MOVE", conflicts_with = "notation")]
    pub(crate) why: Option<String>,
}
