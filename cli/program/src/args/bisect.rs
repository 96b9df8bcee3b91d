//! The arguments of `campione bisect`.

use clap::{Args, ValueHint};

use super::counter::CounterArguments;
use super::position::PositionArgument;

#[derive(Args, Debug)]
pub(crate) struct BisectOptions {
    /// Plies to compare
    #[arg(allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(campione_movegen::MAX_PERFT_DEPTH)))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// The other program with its arguments, split as a shell would, but no shell is run. If it contains `{fen}`,
    /// `{depth}`, `{moves}` or `{variant}`, it is run once for each question with these replaced, and must print a
    /// divide. It may begin with the name of a protocol and a colon, as in `campione match`, instead of --protocol
    #[arg(long, value_name = "CMD", value_hint = ValueHint::CommandString)]
    pub(crate) engine: String,
    #[command(flatten)]
    pub(crate) counter: CounterArguments,
}
