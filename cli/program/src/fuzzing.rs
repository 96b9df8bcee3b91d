//! The parts of this program that the fuzz targets (`xtask/fuzz`) run in their own process. Ordinary builds do not have
//! them.

use std::sync::LazyLock;

use clap::Parser;

use crate::args::Args;
use crate::cmd;

/// A command line without options.
static ARGS: LazyLock<Args> = LazyLock::new(|| Args::parse_from(["campione", "uci"]));

/// A session of `campione uci` with these lines. Its answers go to standard output.
///
/// # Panics
/// The session ends with an error.
pub fn uci(input: &[u8]) {
    cmd::uci::fuzz(&ARGS.common, input).unwrap_or_else(|error| panic!("{error:#}"));
}

/// A session of `campione xboard` with these lines. Its answers go to standard output.
///
/// # Panics
/// The session ends with an error.
pub fn xboard(input: &[u8]) {
    cmd::xboard::fuzz(&ARGS.common, input).unwrap_or_else(|error| panic!("{error:#}"));
}
