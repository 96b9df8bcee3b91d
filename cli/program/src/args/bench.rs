//! The arguments of `campione bench`.

use clap::Args as ClapArgs;

use super::eval::EvalOptions;

/// The default depth of the search in plies. After a change of it, `cli/data/bench-nodes.txt` must be written again
/// (CONTRIBUTING.md).
pub(crate) const BENCH_DEPTH: u32 = 12;

/// The default size of the table in mebibytes.
pub(crate) const BENCH_HASH: u32 = 16;

#[derive(ClapArgs, Debug)]
#[command(after_help = "With --threads 1 the number of nodes is the same on every machine. With --eval-file only the \
    variants that the net fits are searched.")]
pub(crate) struct BenchOptions {
    /// Plies to search
    #[arg(allow_negative_numbers = true, default_value_t = BENCH_DEPTH)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(campione_search::MAX_DEPTH)))]
    pub(crate) depth: u32,
    /// Size of the transposition table, in mebibytes
    #[arg(long, value_name = "MB", allow_negative_numbers = true, default_value_t = BENCH_HASH)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) hash: u32,
    #[command(flatten)]
    pub(crate) eval: EvalOptions,
    /// The same depth, by the option of other commands.
    #[arg(long = "depth", value_name = "N", hide = true, conflicts_with = "depth", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(campione_search::MAX_DEPTH)))]
    pub(crate) plies: Option<u32>,
}
