//! The arguments of `campione verify`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};

use super::counter::CounterArguments;

#[derive(ClapArgs, Debug)]
pub(crate) struct VerifyOptions {
    /// Suites with lines `variant<TAB>fen<TAB>depth<TAB>nodes[<TAB>note]`; or, of the variant that --variant names, with EPD
    /// lines `fen ;D1 20 ;D2 400`, lines `fen;20;400`, or lines `epd fen` and `perft 1 20`; or conformance kits, JSON with
    /// the rules of each variant and with positions and their counts, moves and tags. `-` is standard input. In a suite the
    /// position may also be `startpos`, `crc:27621` in crc, or `chess960:518` in chess960. Of a kit --variant chooses the
    /// positions of one variant
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The greatest depth of counts; by default all counts that the files have, with --engine 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Leave out the counts that are greater than this
    #[arg(long, value_name = "NODES")]
    pub(crate) budget: Option<u64>,
    /// Check another program: its moves in each position, and with --depth its counts. The command is split as a shell would,
    /// but no shell is run. If it contains `{fen}`, `{depth}`, `{moves}` or `{variant}`, it is run once for each question
    /// with these replaced, and must print a divide. It may begin with the name of a protocol and a colon, instead of
    /// --protocol
    #[arg(long, value_name = "CMD", value_hint = ValueHint::CommandString)]
    pub(crate) engine: Option<String>,
    /// Processes of the engine side by side; by default as many as cores
    #[arg(long, requires = "engine", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) processes: Option<u16>,
    /// A journal of what is done, written as work goes on. If it exists, what is done in it is not asked again; the engine,
    /// its options and the files must be the same
    #[arg(long, requires = "engine", value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) counter: CounterArguments,
}
