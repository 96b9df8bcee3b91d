//! The arguments of `campione pgn`.

use std::path::PathBuf;

use campione_notation::moves::Letters;
use campione_notation::pgn::Reading;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, ValueEnum};

use super::shown::PageOptions;

#[derive(ClapArgs, Debug)]
pub(crate) struct PgnOptions {
    /// Files of games; `-` is standard input. --variant or else the `Variant` tag names the variant; without both it is
    /// orthodox chess. A game that cannot be read is reported with its number, line and ply, and the next one is read
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the games to standard output instead of only checking them. `pgn` and `json` keep everything. `epd` writes a line
    /// for each position of the main line. `uci`, `san` and `lan` write a line of moves for each game; if it does not
    /// begin at the start position, `[FEN "..."]` comes before the first move
    #[arg(long, value_enum)]
    pub(crate) to: Option<GamesAs>,
    /// How the games are written: `native`; `castling-swapped`, with O-O and O-O-O exchanged; `xboard`, with `XBoard`'s
    /// castlings, and on boards of ten ranks with ranks counted from 0; `brainking`, with M for the marshall and C for
    /// the cardinal; `chessv`, with G for the guard (rook and knight) and E for the equerry (bishop and knight);
    /// `jocly`, with A for the janus (bishop and knight). By default a game is read as native. If that fails and exactly one of the others works, that one
    /// is used and reported
    #[arg(long, value_name = "READING", value_parser = readings())]
    pub(crate) reading: Option<Reading>,
    /// Letters of pieces in the moves, each with ours: `D=Q,T=R,L=B,S=N` for German
    #[arg(long, value_name = "THEIRS=OURS,...")]
    pub(crate) letters: Option<Letters>,
    #[command(flatten)]
    pub(crate) page: PageOptions,
}

/// How games are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GamesAs {
    /// PGN in its export format, moves in strict SAN
    Pgn,
    /// One JSON object for each game, one per line
    Json,
    /// A line for each position, with the move played from there
    Epd,
    /// A line of moves in coordinates
    Uci,
    /// A line of moves in short algebraic notation
    San,
    /// A line of moves in long algebraic notation
    Lan,
}

/// A parser of the names of readings.
fn readings() -> impl TypedValueParser<Value = Reading> {
    PossibleValuesParser::new(Reading::ALL.map(Reading::name)).try_map(|name| name.parse::<Reading>())
}
