//! The arguments of `campione random`.

use clap::Args as ClapArgs;

use super::position::PositionArgument;

#[derive(ClapArgs, Debug)]
pub(crate) struct RandomOptions {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Number of positions
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) count: u64,
    /// Number of plies to play: a range, both ends included, or one number
    #[arg(long, value_name = "A..B", default_value = "10..60", value_parser = plies, allow_hyphen_values = true)]
    pub(crate) plies: Plies,
    /// Count DEPTH plies from each position and print suite lines that `verify` reads: variant, position, depth, nodes
    #[arg(long, value_name = "DEPTH", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(campione_movegen::MAX_PERFT_DEPTH)))]
    pub(crate) perft: Option<u32>,
}

/// A range of lengths of random games, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plies(pub(crate) std::ops::RangeInclusive<u32>);

fn plies(text: &str) -> Result<Plies, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok(Plies(from..=to)),
        _ => Err("expected `A..B`, two whole numbers of which the second is not smaller, such as 10..60".to_owned()),
    }
}
