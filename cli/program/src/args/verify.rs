//! The arguments of `campione verify`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(ClapArgs, Debug)]
pub(crate) struct VerifyOptions {
    /// Suites with lines `variant<TAB>fen<TAB>depth<TAB>nodes[<TAB>note]`, or with EPD lines `fen ;D1 20 ;D2 400` of
    /// the variant that --variant names; `-` is standard input. The position may also be `startpos`, `crc:27621` in
    /// crc, or `chess960:518` in chess960
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}
