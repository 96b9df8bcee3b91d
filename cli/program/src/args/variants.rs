//! The arguments of `campione variants`.

use clap::Args as ClapArgs;

#[derive(ClapArgs, Debug)]
pub(crate) struct VariantsOptions {
    /// The variant to describe, by its id or file. If a file has several variants, they are listed
    #[arg(value_name = "ID|FILE")]
    pub(crate) id: Option<String>,
    /// Check a variant: errors in its file, settings without effect, the start position, the reach of each piece, perft
    /// 1 to 4
    #[arg(long)]
    pub(crate) check: bool,
}
