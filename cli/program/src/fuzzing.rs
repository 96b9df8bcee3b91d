//! What the fuzz targets (`xtask/fuzz`) run of this program in their own process. None of it is in an ordinary build.

use std::sync::LazyLock;

use clap::Parser;

pub use crate::cmd::perft::fuzzing::{checkpoint, seal};

use crate::args::Args;
use crate::cmd;

/// A command line without options.
static ARGS: LazyLock<Args> = LazyLock::new(|| Args::parse_from(["campione", "uci"]));

/// A session of `campione uci` with these lines. Its answers go to standard output.
///
/// # Panics
/// The session does not end as it should.
pub fn uci(input: &[u8]) {
    cmd::uci::fuzz(&ARGS.common, input).unwrap_or_else(|error| panic!("{error:#}"));
}

/// A session of `campione xboard` with these lines. Its answers go to standard output.
///
/// # Panics
/// The session does not end as it should.
pub fn xboard(input: &[u8]) {
    cmd::xboard::fuzz(&ARGS.common, input).unwrap_or_else(|error| panic!("{error:#}"));
}
