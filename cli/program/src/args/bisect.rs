//! The arguments of `campione bisect`.

use std::time::Duration;

use campione_driver::{Letters, Protocol, Setting};
use campione_notation::dialect::Dialect;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};

use super::parsers::dialects;
use super::position::PositionArgument;

#[derive(Args, Debug)]
pub(crate) struct BisectOptions {
    /// Plies to compare
    #[arg(allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(campione_movegen::MAX_PERFT_DEPTH)))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// The other program with its arguments, split as a shell would, but no shell is run. If it contains `{fen}`,
    /// `{depth}`, `{moves}` or `{variant}`, it is run once for each question with these replaced, and must print a
    /// divide. It may begin with the name of a protocol and a colon, as in `campione match`, instead of --protocol
    #[arg(long, value_name = "CMD", value_hint = ValueHint::CommandString)]
    pub(crate) engine: String,
    /// How to talk to it; detected by default
    #[arg(long, value_parser = protocols())]
    pub(crate) protocol: Option<Protocol>,
    /// How positions are written to it; unless given, fairy for UCI and xboard for xboard, and xfen for templates and for
    /// what those two cannot express
    #[arg(long, value_name = "DIALECT", value_parser = dialects())]
    pub(crate) dialect: Option<Dialect>,
    /// Its letters for our pieces where they differ, ours first: `C=M,E=A`
    #[arg(long, value_name = "LETTERS", default_value = "", hide_default_value = true)]
    pub(crate) letters: Letters,
    /// The number of the first rank in its moves on a board of ten ranks; detected by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=1))]
    pub(crate) first_rank: Option<u8>,
    /// Its name for the variant
    #[arg(long, value_name = "NAME")]
    pub(crate) engine_variant: Option<String>,
    /// An option to set in it first, such as VariantPath=FILE; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) settings: Vec<Setting>,
    /// The command that makes it print a divide, with `{depth}`; unless given, `go perft {depth}` for UCI, and for
    /// xboard the first of `divide {depth}`, `perft {depth} 1` and `perft {depth}` that does
    #[arg(long, value_name = "COMMAND")]
    pub(crate) divide_command: Option<String>,
    /// The command that makes it print its position as a FEN, `-` for none; unless given, `d` for UCI and `fen` for
    /// xboard
    #[arg(long, value_name = "COMMAND")]
    pub(crate) fen_command: Option<String>,
    /// How long an answer may take
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds)]
    pub(crate) timeout: Duration,
}

/// Every protocol by its name, with the text of the help.
fn protocols() -> impl TypedValueParser<Value = Protocol> {
    let values = Protocol::ALL.map(|protocol| {
        PossibleValue::new(protocol.name()).help(match protocol {
            Protocol::Uci => "`position`, `go perft N`",
            Protocol::Xboard => "`setboard`, and a command that prints a divide",
            Protocol::Template => "A command that is run once for each question",
        })
    });
    let named = |name: String| Protocol::ALL.into_iter().find(|protocol| protocol.name() == name);
    PossibleValuesParser::new(values).try_map(move |name| named(name).ok_or("there is no such protocol"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| (0.001..=1e8).contains(&seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected a number of seconds, from 0.001 to 1e8".to_owned())
}
