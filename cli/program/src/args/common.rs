//! The options that every command takes, and the variants that are meant without one.

use clap::Args as ClapArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// The variant of positions on the command line, unless something else names one.
pub(crate) const DEFAULT_VARIANT: &str = "modern-carrera";

/// The variant when another program names none: in UCI without `UCI_Variant`, in `XBoard`'s protocol without `variant`,
/// in PGN without a `Variant` tag.
pub(crate) const UNNAMED_VARIANT: &str = "chess";

/// The heading of the options that every command takes, apart from the command's own.
const GLOBAL: &str = "Global options";

/// The options that every command takes.
#[derive(ClapArgs, Debug)]
pub(crate) struct Common {
    /// The variant: an id that `campione variants` lists, or a file (TOML, or FILE.ini:NAME of Fairy-Stockfish). The
    /// default is modern-carrera, but orthodox chess in `uci`, `xboard` and `pgn`. A position such as `crc:27621` names
    /// its variant
    #[arg(short, long, global = true, value_name = "ID|FILE", help_heading = GLOBAL)]
    pub(crate) variant: Option<String>,
    /// Text for people, or JSON for programs: one object, or one per line for commands that read lines. In JSON an error is
    /// also printed to standard output, as an object with `error`
    #[arg(long = "format", global = true, value_name = "FORMAT", default_value = "text", help_heading = GLOBAL)]
    #[arg(value_parser = outputs(&["text", "json"]))]
    pub(crate) output: Output,
    /// The same choice, for commands that write only text and JSON.
    #[arg(skip)]
    pub(crate) format: Format,
    /// The first line of standard input, if it has chosen the protocol.
    #[arg(skip)]
    pub(crate) first_line: Option<String>,
    /// Threads to use; all cores by default
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, help_heading = GLOBAL)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

impl Common {
    /// The variant that positions are assumed to have, if `--variant` does not name one.
    pub(crate) fn assumed(&self) -> Option<&'static str> {
        self.variant.is_none().then_some(DEFAULT_VARIANT)
    }
}

/// The value of `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Output {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// Only for `variants ID`: the variant as a file to start from.
    Toml,
}

/// A parser of some formats by their names.
pub(super) fn outputs(names: &'static [&'static str]) -> impl TypedValueParser<Value = Output> {
    PossibleValuesParser::new(names).map(|name| match name.as_str() {
        "json" => Output::Json,
        "toml" => Output::Toml,
        _ => Output::Text,
    })
}

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}
