//! The limits of a search.

use clap::Args as ClapArgs;

use super::eval::EvalOptions;

/// When a search ends, and the memory that it has.
#[derive(ClapArgs, Debug)]
pub(crate) struct LimitOptions {
    /// Search N plies
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(campione_search::MAX_DEPTH)))]
    pub(crate) depth: Option<u32>,
    /// Search about N nodes
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Search N milliseconds; with 0 the answer is any legal move
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    pub(crate) movetime: Option<u32>,
    /// Size of the transposition table, in mebibytes
    #[arg(long, value_name = "MB", allow_negative_numbers = true, default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) hash: u32,
    #[command(flatten)]
    pub(crate) eval: EvalOptions,
}
