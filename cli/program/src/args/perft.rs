//! The arguments of `campione perft`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::position::PositionArgument;

#[derive(ClapArgs, Debug)]
pub(crate) struct PerftOptions {
    /// Plies to count
    #[arg(required_unless_present_any = ["units", "sum"])]
    #[arg(allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=i64::from(campione_movegen::MAX_PERFT_DEPTH)))]
    pub(crate) depth: Option<u32>,
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// First print the count after each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Also print the captures, en passant, castlings, king's leaps, promotions, checks and mates of the last ply
    #[arg(long, conflicts_with_all = ["divide", "hash", "plain"])]
    pub(crate) stats: bool,
    /// Size of the table that stores counts, in mebibytes; no table by default
    #[arg(long, value_name = "MB", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) hash: Option<u32>,
    /// Save the count in FILE as it goes on, and continue from there after an interruption. FILE is kept when the count is
    /// complete; the same command then prints the result at once
    #[arg(long, value_name = "FILE", conflicts_with = "stats")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Count the last ply position by position, not the last two plies at once: slower, with the same result
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Perft that is spread over machines.
#[derive(ClapArgs, Debug)]
pub(crate) struct WorkOptions {
    /// Do not count. List the distinct positions after K plies as work units for many machines, one per line:
    /// `variant<TAB>fen<TAB>remaining depth<TAB>multiplicity`
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["divide", "stats", "hash", "plain", "checkpoint"])]
    pub(crate) split: Option<u32>,
    /// Count the work units of a file. Each result is appended to the file as soon as it is known, as the unit and
    /// `<TAB>nodes`; the same command continues after an interruption. With `-`, units are read from standard input,
    /// and results are written to standard output in the same order
    #[arg(
        long,
        value_name = "FILE|-",
        conflicts_with_all = ["depth", "fen", "play", "divide", "stats", "split", "checkpoint"]
    )]
    pub(crate) units: Option<PathBuf>,
    /// Do not count. Add up the work units and results in these files (or standard input), in any order, and report
    /// what is missing or does not fit
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..,
        conflicts_with_all = ["depth", "fen", "play", "divide", "stats", "split", "hash", "plain", "checkpoint"]
    )]
    pub(crate) sum: Option<Vec<PathBuf>>,
}
