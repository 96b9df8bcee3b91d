//! The arguments of `campione fen`.

use campione_notation::dialect::Dialect;
use clap::Args as ClapArgs;

use super::parsers::dialects;

#[derive(ClapArgs, Debug)]
pub(crate) struct FenOptions {
    /// FENs, each in quotes, or a single FEN without quotes; `startpos`; `crc:27621` or `chess960:518`. With `-`,
    /// positions are read from standard input, one per line
    #[arg(value_name = "FEN")]
    pub(crate) fen: Vec<String>,
    /// The dialect to read; detected by default (xboard never is)
    #[arg(long, value_name = "DIALECT", value_parser = dialects())]
    pub(crate) from: Option<Dialect>,
    /// The dialect to write
    #[arg(long, value_name = "DIALECT", default_value_t = Dialect::Xfen, value_parser = dialects())]
    pub(crate) to: Dialect,
    /// Swap the colors: turn the board upside down; in Herb Garden Chess, rotate it
    #[arg(long)]
    pub(crate) mirror: bool,
    /// Write every castling rook as the letter of its file, as programs do in Chess960 (for `--to fairy` and `--to
    /// xboard`)
    #[arg(long)]
    pub(crate) chess960: bool,
}
