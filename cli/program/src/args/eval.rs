//! The choice of the evaluation.

use std::path::PathBuf;

use clap::Args as ClapArgs;

/// What evaluates positions.
#[derive(ClapArgs, Debug, Default)]
pub(crate) struct EvalOptions {
    /// Evaluate positions with the net in FILE instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub(crate) eval_file: Option<PathBuf>,
    /// Evaluate positions with hand-written terms, without a net
    #[arg(long, conflicts_with = "eval_file")]
    pub(crate) no_net: bool,
}
