//! The arguments about another program that counts, of `bisect` and `verify`.

use std::time::Duration;

use campione_driver::{Letters, Protocol, Setting};
use campione_notation::dialect::Dialect;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::parsers::dialects;

/// How to talk to the program that `--engine` names.
#[derive(Args, Debug)]
pub(crate) struct CounterArguments {
    /// How to talk to it; detected by default
    #[arg(long, requires = "engine", value_parser = protocols())]
    pub(crate) protocol: Option<Protocol>,
    /// How positions are written to it; unless given, fairy for UCI and xboard for xboard, and xfen for templates (shredder
    /// in crc and chess960) and for what those two cannot express
    #[arg(long, requires = "engine", value_name = "DIALECT", value_parser = dialects())]
    pub(crate) dialect: Option<Dialect>,
    /// Its letters for our pieces where they differ, ours first: `C=M,E=A`
    #[arg(long, requires = "engine", value_name = "LETTERS", default_value = "", hide_default_value = true)]
    pub(crate) letters: Letters,
    /// The number of the first rank in its moves on a board of ten ranks; detected by default
    #[arg(long, requires = "engine", value_name = "N", value_parser = clap::value_parser!(u8).range(0..=1))]
    pub(crate) first_rank: Option<u8>,
    /// Its name for the variant
    #[arg(long, requires = "engine", value_name = "NAME")]
    pub(crate) engine_variant: Option<String>,
    /// An option to set in it first, such as VariantPath=FILE; may be repeated
    #[arg(long = "option", requires = "engine", value_name = "NAME=VALUE")]
    pub(crate) settings: Vec<Setting>,
    /// The command that makes it print a divide, with `{depth}`; unless given, `go perft {depth}` for UCI, and for
    /// xboard the first of `divide {depth}`, `perft {depth} 1` and `perft {depth}` that does
    #[arg(long, requires = "engine", value_name = "COMMAND")]
    pub(crate) divide_command: Option<String>,
    /// The command that makes it print its position as a FEN, `-` for none; unless given, `d` for UCI and `fen` for
    /// xboard
    #[arg(long, requires = "engine", value_name = "COMMAND")]
    pub(crate) fen_command: Option<String>,
    /// How long an answer may take; by default 600 in `bisect`, 30 in `verify`
    #[arg(long, requires = "engine", value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
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
