//! The arguments of `campione suite`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::limits::LimitOptions;

#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Without --depth, --nodes or --movetime each search takes 1 second. With several limits, the first \
    one that is reached ends the search."
)]
pub(crate) struct SuiteOptions {
    /// Suites in EPD, one position a line; `-` is standard input. A position is solved if the best move is one of `bm`
    /// and none of `am`, and if a mate in `dm` moves or fewer is proven. The opcode `variant "herb-garden";` names the
    /// variant of a line; --variant is for lines without it
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
}
