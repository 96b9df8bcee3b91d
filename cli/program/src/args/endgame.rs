//! Options of `campione endgame`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueHint};

use super::position::PositionArgument;

#[derive(ClapArgs, Debug)]
pub(crate) struct EndgameOptions {
    #[command(subcommand)]
    pub(crate) command: EndgameCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum EndgameCommand {
    /// Solve endings, with all endings that they lead to, and write their tables
    Build(BuildOptions),
    /// The value of a position and of each of its moves
    Probe(ProbeOptions),
    /// What is won, drawn and lost, and the longest wins
    Stats(FilesOptions),
    /// Check each position of tables against the positions after it, and the checksums
    Verify(FilesOptions),
    /// Prove which pieces can mate at all, and compare this with the rule of dead positions
    Dead(DeadOptions),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct BuildOptions {
    /// Endings, both sides with a `v` between, such as `KRvKN`. At most five pieces, kings included
    #[arg(required = true, value_name = "ENDING")]
    pub(crate) endings: Vec<String>,
    /// The folder of the tables, created if missing. Tables already in it are used, and not built again
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) to: PathBuf,
    /// The most memory to use, in mebibytes; by default all that is free
    #[arg(long, value_name = "MB", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) memory: Option<u32>,
    /// Only say which tables would be built, with their sizes and the memory
    #[arg(long)]
    pub(crate) plan: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ProbeOptions {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// The folder of the tables
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) tables: PathBuf,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct FilesOptions {
    /// Endings; all tables of the variant in the folder by default
    #[arg(value_name = "ENDING")]
    pub(crate) endings: Vec<String>,
    /// The folder of the tables
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) tables: PathBuf,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct DeadOptions {
    /// The most pieces, kings included
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u8).range(2..=5))]
    pub(crate) pieces: u8,
}
