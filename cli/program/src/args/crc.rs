//! The arguments of `campione crc`.

use clap::{ArgGroup, Args as ClapArgs, ValueEnum};

#[derive(ClapArgs, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
#[command(group = ArgGroup::new("what").args(["item", "array", "random", "count", "list"]))]
#[command(group = ArgGroup::new("filtered").args(["random", "count", "list"]).multiple(true))]
pub(crate) struct CrcOptions {
    /// A number from 1 to 48000, or an array; by default the variant's own array. With `-`, these are read from
    /// standard input, one per line, and each is answered with a line: number, array, FEN and the filters passed,
    /// separated by tabs
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub(crate) item: Option<String>,
    /// Print the number of this array: the first rank from the a-file, in upper or lower case, such as rqnbakbncr
    #[arg(long, value_name = "ARRAY")]
    pub(crate) array: Option<String>,
    /// Draw an array at random among those that pass the filter, each equally likely
    #[arg(long)]
    pub(crate) random: bool,
    /// Print how many arrays pass the filter
    #[arg(long)]
    pub(crate) count: bool,
    /// List the arrays that pass the filter, one per line as for `-`
    #[arg(long)]
    pub(crate) list: bool,
    /// Seed of the random numbers. The same seed draws the same array on every machine and in every version. By default
    /// a new seed is taken, and printed
    #[arg(long, value_name = "S", allow_negative_numbers = true, requires = "random")]
    pub(crate) seed: Option<u64>,
    /// The arrays to draw, count or list
    #[arg(long, value_enum, requires = "filtered", default_value_t = Filter::All)]
    pub(crate) filter: Filter,
    /// Search the start position with this many nodes, and print its score for White and the best move. One thread
    /// searches each array, so the result is the same on every machine; `--list` searches several arrays at once
    #[arg(long, value_name = "NODES", conflicts_with = "count", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) balance: Option<u64>,
    /// Show how to set up the array by hand, step by step, and how to draw it with dice
    #[arg(long, conflicts_with_all = ["count", "list"])]
    pub(crate) explain: bool,
}

/// A filter of the arrays of crc.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Filter {
    /// All 48,000
    All,
    /// Every pawn of the second rank is protected: 21,836
    Protected,
    /// Protected, and at least three squares of the first rank differ from Gothic Chess: 21,821. The source says about
    /// 21,259; no reading of it found so far gives that number
    Seed,
    /// As seed, and the bishops do not stand side by side: 12,118
    #[value(name = "2005")]
    Published2005,
}
