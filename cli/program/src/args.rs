//! The command line, as clap reads it.

mod analyse;
mod bench;
mod bisect;
mod convert;
mod crc;
mod endgame;
mod eval;
mod fen;
mod help;
mod matches;
mod moves;
mod perft;
mod pgn;
mod play;
mod random;
mod show;
mod shown;
mod suite;
mod variants;
mod verify;

use std::path::PathBuf;

use campione_notation::dialect::Dialect;
use campione_notation::moves::MoveNotation;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueHint};

pub(crate) use self::analyse::AnalyseOptions;
pub(crate) use self::bench::BenchOptions;
pub(crate) use self::bisect::BisectOptions;
pub(crate) use self::convert::ConvertOptions;
pub(crate) use self::crc::{CrcOptions, Filter};
pub(crate) use self::endgame::{BuildOptions, DeadOptions, EndgameCommand, EndgameOptions, FilesOptions, ProbeOptions};
pub(crate) use self::eval::EvalOptions;
pub(crate) use self::fen::FenOptions;
pub(crate) use self::help::{EXAMPLES_HEAD, command, completing, read};
pub(crate) use self::matches::MatchOptions;
pub(crate) use self::moves::MovesOptions;
pub(crate) use self::perft::PerftOptions;
pub(crate) use self::pgn::{GamesAs, PgnOptions};
pub(crate) use self::play::{PlayOptions, Side};
pub(crate) use self::random::RandomOptions;
pub(crate) use self::show::ShowOptions;
pub(crate) use self::shown::{ColorOptions, PageOptions, PictureOptions};
pub(crate) use self::suite::SuiteOptions;
pub(crate) use self::variants::VariantsOptions;
pub(crate) use self::verify::VerifyOptions;

/// The variant of positions on the command line, unless something else names one.
pub(crate) const DEFAULT_VARIANT: &str = "modern-carrera";

/// The variant when another program names none: in UCI without `UCI_Variant`, in `XBoard`'s protocol without `variant`,
/// in PGN without a `Variant` tag.
pub(crate) const UNNAMED_VARIANT: &str = "chess";

/// The default depth of the search in plies. After a change of it, `cli/data/bench-nodes.txt` must be written again
/// (CONTRIBUTING.md).
pub(crate) const BENCH_DEPTH: u32 = 12;

/// The default size of the table in mebibytes.
pub(crate) const BENCH_HASH: u32 = 16;

/// A toolkit for large-board chess: perft, conversion of positions and games, analysis, an opponent, endgame tables
///
/// It plays Carrera's Chess, Archchess, Herb Garden Chess, Capablanca Random Chess, Courier-Spiel and their relatives, from
/// Capablanca's chess to chess itself, by their real rules; and your own variants, from a file. `campione COMMAND --help`
/// describes a command, with examples.
#[derive(Parser, Debug)]
#[command(name = "campione", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

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
    /// Text for people, or JSON for programs: one object, or one a line for commands that read lines. In JSON an error is
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
fn outputs(names: &'static [&'static str]) -> impl TypedValueParser<Value = Output> {
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

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the variants, or describe one: board, pieces, rules with their sources, start position
    Variants(VariantsOptions),
    /// Draw a position
    Show(ShowOptions),
    /// List the legal moves of a position
    Moves(MovesOptions),
    /// Convert positions between the dialects of FEN
    Fen(FenOptions),
    /// Convert moves between notations
    Convert(ConvertOptions),
    /// Count the legal move paths of a given length
    Perft(PerftOptions),
    /// Check perft against suites of known counts
    Verify(VerifyOptions),
    /// Find the first position where another program's moves and ours differ
    Bisect(BisectOptions),
    /// Print positions reached by random legal moves; the same seed gives the same positions on every machine
    Random(RandomOptions),
    /// Look up start arrays of Capablanca Random Chess: numbers, filters, and how to set them up
    ///
    /// The default variant is crc here. With `-v chess960` the arrays are those of Chess960, numbered from 0 to 959;
    /// they have no filters.
    Crc(CrcOptions),
    /// Check games in PGN move by move, or convert them
    Pgn(PgnOptions),
    /// Search a position: the best line, its score, a forced mate
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseOptions),
    /// Play against the engine in the terminal
    Play(PlayOptions),
    /// Play a match between two engines, in any variant
    Match(MatchOptions),
    /// Run test suites in EPD: best moves, moves to avoid, mates
    Suite(SuiteOptions),
    /// Endgame tables: solve endings of up to five pieces, probe, check and prove them
    Endgame(EndgameOptions),
    /// Search fixed positions of every variant, to measure the speed and to detect changes of the search
    Bench(BenchOptions),
    /// Speak UCI, for graphical interfaces and other programs
    ///
    /// Reads commands from standard input until `quit` or the end of the input. Answers at once, also during a search.
    #[command(after_help = UCI_HELP)]
    Uci,
    /// Speak version 2 of the protocol of `XBoard` and `WinBoard`, for these and other programs
    ///
    /// Reads commands from standard input until `quit` or the end of the input. If `XBoard` does not know a variant,
    /// the engine sends a description of it.
    #[command(name = "xboard", after_help = XBOARD_HELP)]
    Xboard,
    /// Print a script that completes commands and options in a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the pages of all commands
    Man(ManOptions),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ManOptions {
    /// Write a page for the program and one for each command into this folder, which is created unless it is there. Existing
    /// pages are replaced
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}

const XBOARD_HELP: &str = "\
`new` starts a game of orthodox chess, unless -v names another variant. If a move is illegal, the answer names the \
rule that forbids it. Castling moves may also be sent as `O-O` and `O-O-O`, with the letter O. After a refused `variant` \
no move is taken, until a variant is accepted or a game begins with `new`. What was asked before `quit` or the end of the \
input is answered; a search is stopped and its move is sent.";

const UCI_HELP: &str = "\
Commands in addition to the protocol:
  position crc:27621   a numbered start position
  go perft N           count the legal move paths of N plies, separately for each first move
  d, eval              print the position; print its evaluation without a search
  bench [DEPTH]        run the search of `campione bench`

If a command cannot be carried out, the answer is `info string` with the reason, and nothing changes. `go` with \
arguments, but without a valid limit, searches for 1 second; `go` alone searches until `stop`. After a refused \
`position`, the answer to `go` is `bestmove 0000`, until a position is accepted. After an unknown UCI_Variant every position \
is refused, until the option names a known one.

What was asked before `quit` or the end of the input is answered: counts and `bench` are finished, unless `stop` comes \
first, and a search is stopped and sends its best move. For long counts, use `campione perft`.";

/// A position on the command line.
#[derive(ClapArgs, Debug)]
pub(crate) struct PositionArgument {
    /// A FEN, quoted or not; `startpos` (the default); or a numbered start position such as `crc:27621` or
    /// `chess960:518`. With `-`, positions are read from standard input, one a line. An empty text is an error
    #[arg(value_name = "FEN")]
    pub(crate) fen: Vec<String>,
    /// Moves to play first, in any notation, separated by spaces; may be empty
    #[arg(long, value_name = "MOVES")]
    pub(crate) play: Option<String>,
}

impl PositionArgument {
    /// Whether positions are read from standard input.
    pub(crate) fn is_lines(&self) -> bool {
        self.fen == ["-"]
    }

    /// The whole position; the start position if none is given.
    pub(crate) fn text(&self) -> String {
        if self.fen.is_empty() { "startpos".to_owned() } else { self.fen.join(" ") }
    }
}

/// When a search ends, and the memory that it has.
#[derive(ClapArgs, Debug)]
pub(crate) struct LimitOptions {
    /// Search N plies
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(campione_search::MAX_DEPTH)))]
    pub(crate) depth: Option<u32>,
    /// Search about N nodes
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Search N milliseconds; with 0 the answer is any legal move
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    pub(crate) movetime: Option<u32>,
    /// Size of the transposition table, in mebibytes
    #[arg(long, value_name = "MB", allow_negative_numbers = true, default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) hash: u32,
    #[command(flatten)]
    pub(crate) eval: EvalOptions,
}

/// A parser of the names of some notations.
fn notations(some: impl IntoIterator<Item = MoveNotation>) -> impl TypedValueParser<Value = MoveNotation> {
    let names = PossibleValuesParser::new(some.into_iter().map(MoveNotation::name));
    names.try_map(|name| name.parse::<MoveNotation>())
}

/// A parser of the names of dialects.
fn dialects() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::name)).try_map(|name| name.parse::<Dialect>())
}

/// The notations that can write every move.
fn writes_all() -> impl Iterator<Item = MoveNotation> {
    MoveNotation::ALL.into_iter().filter(|notation| *notation != MoveNotation::Xboard)
}
