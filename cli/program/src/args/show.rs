//! The arguments of `campione show`.

use clap::Args as ClapArgs;

use super::position::PositionArgument;
use super::shown::{ColorOptions, PictureOptions};

#[derive(ClapArgs, Debug)]
pub(crate) struct ShowOptions {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    #[command(flatten)]
    pub(crate) colors: ColorOptions,
    /// Draw from Black's side
    #[arg(long)]
    pub(crate) flip: bool,
    #[command(flatten)]
    pub(crate) picture: PictureOptions,
}
