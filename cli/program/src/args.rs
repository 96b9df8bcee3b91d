//! The command line, as clap reads it.

mod bisect;
mod endgame;
mod eval;
mod matches;
mod play;
mod shown;

use std::path::PathBuf;

use campione_notation::dialect::Dialect;
use campione_notation::moves::MoveNotation;
use campione_notation::pgn::Reading;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args as ClapArgs, Parser, Subcommand, ValueEnum};

pub(crate) use self::bisect::BisectOptions;
pub(crate) use self::endgame::{BuildOptions, DeadOptions, EndgameCommand, EndgameOptions, FilesOptions, ProbeOptions};
pub(crate) use self::eval::EvalOptions;
pub(crate) use self::matches::MatchOptions;
pub(crate) use self::play::{PlayOptions, Side};
pub(crate) use self::shown::{ColorOptions, PageOptions, PictureOptions};

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

/// Perft validation, conversion and analysis for large-board chess: Carrera's Chess, Archchess, Herb Garden Chess,
/// Capablanca Random Chess, Courier-Spiel and their relatives, by their real rules.
#[derive(Parser, Debug)]
#[command(
    name = "campione",
    version,
    about = "Perft validation, conversion and analysis for large-board chess",
    max_term_width = 100
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The options that every command takes.
#[derive(ClapArgs, Debug)]
pub(crate) struct Common {
    /// The variant: an id that `campione variants` lists, or a file (TOML, or FILE.ini:NAME of Fairy-Stockfish). The
    /// default is modern-carrera, but orthodox chess in `uci`, `xboard` and `pgn`. A position such as `crc:27621` names
    /// its variant
    #[arg(short, long, global = true, value_name = "ID|FILE")]
    pub(crate) variant: Option<String>,
    /// Text for people, or one JSON object (one a line for commands that read lines). `variants` can also write TOML
    #[arg(long = "format", global = true, value_enum, value_name = "FORMAT", default_value_t = Output::Text)]
    pub(crate) output: Output,
    /// The same choice, for commands that write only text and JSON.
    #[arg(skip)]
    pub(crate) format: Format,
    /// The first line of standard input, if it has chosen the protocol.
    #[arg(skip)]
    pub(crate) first_line: Option<String>,
    /// Threads to use; all cores by default
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true)]
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
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Output {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// Only for `variants ID`: the variant as a file to start from
    Toml,
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
    /// Write a page for the program and one for each command into this folder. Existing pages are replaced
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,
}

const XBOARD_HELP: &str = "\
`new` starts a game of orthodox chess, unless -v names another variant. If a move is illegal, the answer names the \
rule that forbids it. Castling moves may also be sent as `O-O` and `O-O-O`, with the letter O.";

const UCI_HELP: &str = "\
Commands in addition to the protocol:
  position crc:27621   a numbered start position
  go perft N           count the legal move paths of N plies, separately for each first move
  d, eval              print the position; print its evaluation without a search
  bench [DEPTH]        run the search of `campione bench`

UCI_Variant chooses the variant, by its id or by a name that other programs use. The default is orthodox chess, or the \
variant of --variant. VariantPath names a file whose variants are added. With UCI_Chess960, castling is written as the \
king taking its rook; so it always is for programs that call crc `caparandom`. Castling is read in both forms, and as \
`O-O`, `O-O-O`, `H-H` or `O-O:i1g1`, with the letter O. Threads is 1, unless --threads gives another number. Move \
Overhead is the time that is lost when a move is sent, in milliseconds. EvalFile names a net, which evaluates \
positions of the variants that it fits. If Use NNUE is off, no net is used. TablePath names a folder of endgame tables \
(`campione endgame`), which are read into memory.

Skill Level is the strength in games, from 0, a beginner, to 20; with UCI_LimitStrength UCI_Elo is used instead. With the \
same Skill Seed, if it is not 0, a weak level makes the same errors. `go infinite`, `go mate` and all searches with \
UCI_AnalyseMode have full strength.

If a command cannot be carried out, the answer is `info string` with the reason, and nothing changes. `go` with \
arguments, but without a valid limit, searches for 1 second; `go` alone searches until `stop`. The end of the input \
stops all work, as `quit` does. For long counts, use `campione perft`.";

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
    /// The first word of the position, if one is given.
    pub(crate) fn first(&self) -> Option<&str> {
        self.fen.first().map(String::as_str)
    }

    /// The whole position; the start position if none is given.
    pub(crate) fn text(&self) -> String {
        if self.fen.is_empty() { "startpos".to_owned() } else { self.fen.join(" ") }
    }
}

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

#[derive(ClapArgs, Debug)]
pub(crate) struct MovesOptions {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// The notation of the moves
    #[arg(long, value_name = "NOTATION", default_value_t = MoveNotation::Uci, value_parser = notations(MoveNotation::ALL))]
    pub(crate) notation: MoveNotation,
    /// Say whether this move, in any notation, is legal, and if not, which rule forbids it. The exit status is 0 either
    /// way
    #[arg(long, value_name = "MOVE", conflicts_with = "notation")]
    pub(crate) why: Option<String>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct FenOptions {
    /// FENs, each in quotes, or a single FEN without quotes; `startpos`; `crc:27621` or `chess960:518`. With `-`,
    /// positions are read from standard input, one a line
    #[arg(value_name = "FEN")]
    pub(crate) fen: Vec<String>,
    /// The dialect to read: xfen, shredder, fairy, xboard or chessv; by default detected (xboard never is)
    #[arg(long, value_name = "DIALECT")]
    pub(crate) from: Option<Dialect>,
    /// The dialect to write: xfen, shredder, fairy, xboard or chessv
    #[arg(long, value_name = "DIALECT", default_value_t = Dialect::Xfen)]
    pub(crate) to: Dialect,
    /// Swap the colors: turn the board upside down; in Herb Garden Chess, rotate it
    #[arg(long)]
    pub(crate) mirror: bool,
    /// Write every castling rook as the letter of its file, as programs do in Chess960 (for `--to fairy` and `--to
    /// xboard`)
    #[arg(long)]
    pub(crate) chess960: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ConvertOptions {
    /// Moves, played one after another. With `-`, lines of moves are read from standard input, each from the same
    /// position
    #[arg(required = true, value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// The position before the first move: a FEN, `startpos`, `crc:27621` or `chess960:518`
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    pub(crate) fen: String,
    /// The notation to read; by default detected (xboard never is)
    #[arg(long, value_name = "NOTATION", value_parser = notations(MoveNotation::ALL))]
    pub(crate) from: Option<MoveNotation>,
    /// The notation to write
    #[arg(long, value_name = "NOTATION", default_value_t = MoveNotation::San, value_parser = notations(MoveNotation::ALL))]
    pub(crate) to: MoveNotation,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PerftOptions {
    /// Plies to count
    #[arg(required_unless_present_any = ["units", "sum"])]
    #[arg(allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=i64::from(campione_movegen::MAX_PERFT_DEPTH)))]
    pub(crate) depth: Option<u32>,
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// First print the count after each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Also print the captures, en passant, castlings, king's leaps, promotions, checks and mates of the last ply
    #[arg(long, conflicts_with_all = ["divide", "hash", "plain"])]
    pub(crate) stats: bool,
    /// Size of the table that stores counts, in mebibytes; no table by default
    #[arg(long, value_name = "MB", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) hash: Option<u32>,
    /// Save the count in FILE all the time, and continue from there after an interruption. FILE stays when the count is
    /// complete; the same command then prints the result at once
    #[arg(long, value_name = "FILE", conflicts_with = "stats")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Count the last ply position by position, not the last two plies at once: slower, with the same result
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Perft that is spread over machines.
#[derive(ClapArgs, Debug)]
pub(crate) struct WorkOptions {
    /// Do not count. List the distinct positions after K plies as work units for many machines, one a line:
    /// `variant<TAB>fen<TAB>remaining depth<TAB>multiplicity`
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["divide", "stats", "hash", "plain", "checkpoint"])]
    pub(crate) split: Option<u32>,
    /// Count the work units of a file. Each result is appended to the file as soon as it is known, as the unit and
    /// `<TAB>nodes`; the same command continues after an interruption. With `-`, units are read from standard input,
    /// and results are written to standard output in the same order
    #[arg(
        long,
        value_name = "FILE|-",
        conflicts_with_all = ["depth", "fen", "play", "divide", "stats", "split", "checkpoint"]
    )]
    pub(crate) units: Option<PathBuf>,
    /// Do not count. Add up the work units and results in these files (or standard input), in any order, and report
    /// what is missing or does not fit
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..,
        conflicts_with_all = ["depth", "fen", "play", "divide", "stats", "split", "hash", "plain", "checkpoint"]
    )]
    pub(crate) sum: Option<Vec<PathBuf>>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct RandomOptions {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Number of positions
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) count: u64,
    /// Number of plies to play: a range, both ends included, or one number
    #[arg(long, value_name = "A..B", default_value = "10..60", value_parser = plies, allow_hyphen_values = true)]
    pub(crate) plies: Plies,
    /// Count DEPTH plies from each position and print suite lines that `verify` reads: variant, position, depth, nodes
    #[arg(long, value_name = "DEPTH", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(campione_movegen::MAX_PERFT_DEPTH)))]
    pub(crate) perft: Option<u32>,
}

/// A range of lengths of random games, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plies(pub(crate) std::ops::RangeInclusive<u32>);

fn plies(text: &str) -> Result<Plies, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok(Plies(from..=to)),
        _ => Err("expected `A..B`, two whole numbers of which the second is not smaller, such as 10..60".to_owned()),
    }
}

#[derive(ClapArgs, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
#[command(group = ArgGroup::new("what").args(["item", "array", "random", "count", "list"]))]
#[command(group = ArgGroup::new("filtered").args(["random", "count", "list"]).multiple(true))]
pub(crate) struct CrcOptions {
    /// A number from 1 to 48000, or an array; by default the variant's own array. With `-`, these are read from
    /// standard input, one a line, and each is answered with a line: number, array, FEN and the filters passed,
    /// separated by tabs
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub(crate) item: Option<String>,
    /// Print the number of this array: the first rank from the a-file, in upper or lower case, such as rqnbakbncr
    #[arg(long, value_name = "ARRAY")]
    pub(crate) array: Option<String>,
    /// Draw an array at random among those that pass the filter, each equally likely
    #[arg(long)]
    pub(crate) random: bool,
    /// Print how many arrays pass the filter
    #[arg(long)]
    pub(crate) count: bool,
    /// List the arrays that pass the filter, one a line as for `-`
    #[arg(long)]
    pub(crate) list: bool,
    /// Seed of the random numbers. The same seed draws the same array on every machine and in every version. By default
    /// a new seed is taken, and printed
    #[arg(long, value_name = "S", allow_negative_numbers = true, requires = "random")]
    pub(crate) seed: Option<u64>,
    /// The arrays to draw, count or list
    #[arg(long, value_enum, requires = "filtered", default_value_t = Filter::All)]
    pub(crate) filter: Filter,
    /// Show how to set up the array by hand, step by step, and how to draw it with dice
    #[arg(long, conflicts_with_all = ["count", "list"])]
    pub(crate) explain: bool,
}

/// A filter of the arrays of crc.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Filter {
    /// All 48,000
    All,
    /// Every pawn of the second rank is protected: 21,836
    Protected,
    /// Protected, and at least three squares of the first rank differ from Gothic Chess: 21,821. The source says "about
    /// 21,259"; no reading of it found so far gives that number
    Seed,
    /// As seed, and the bishops do not stand side by side: 12,118
    #[value(name = "2005")]
    Published2005,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct VerifyOptions {
    /// Suites with lines `variant<TAB>fen<TAB>depth<TAB>nodes[<TAB>note]`, or with EPD lines `fen ;D1 20 ;D2 400` of
    /// the variant that --variant names; `-` is standard input. The position may also be `startpos`, `crc:27621` in
    /// crc, or `chess960:518` in chess960
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PgnOptions {
    /// Files of games; `-` is standard input. --variant or else the `Variant` tag names the variant; without both it is
    /// orthodox chess. A game that cannot be read is reported with its number, line and ply, and the next one is read
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the games to standard output, not only check them. `pgn` and `json` keep everything. `epd` writes a line
    /// for each position of the main line. `uci`, `san` and `lan` write a line of moves for each game; if it does not
    /// begin at the start position, `[FEN "..."]` stands before the first move
    #[arg(long, value_enum)]
    pub(crate) to: Option<GamesAs>,
    /// How the games are written: `native`; `castling-swapped`, with O-O and O-O-O exchanged; `xboard`, with `XBoard`'s
    /// castlings, and on boards of ten ranks with ranks counted from 0; `brainking`, with M for the marshall and C for
    /// the cardinal. By default a game is read as native. If that fails and exactly one of the others works, that one
    /// is used and reported
    #[arg(long, value_name = "READING")]
    pub(crate) reading: Option<Reading>,
    #[command(flatten)]
    pub(crate) page: PageOptions,
}

/// How games are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GamesAs {
    /// PGN in its export format, moves in strict SAN
    Pgn,
    /// One JSON object for each game, one a line
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

#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Scores are in pawns, from the side to move's point of view: +0.35, -1.20. #3 means that it mates in \
    three moves, #-2 that it is mated in two. Without --depth, --nodes, --movetime, --mate or --infinite the search \
    takes 5 seconds. With several limits, the first one that is reached ends the search."
)]
pub(crate) struct AnalyseOptions {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    /// Probe the endgame tables in this folder (`campione endgame build`); they are read into memory
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,
    /// Search for a mate in at most N moves, until it is found or disproved. The exit status is 1 if none is found
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=500))]
    pub(crate) mate: Option<u32>,
    /// Search until Ctrl-C, or until everything is searched
    #[arg(long, conflicts_with_all = ["depth", "nodes", "movetime", "mate"])]
    pub(crate) infinite: bool,
    /// Find the N best lines, each with a different first move
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) multipv: u16,
    /// Search only these moves, in any notation, separated by spaces
    #[arg(long, value_name = "MOVES")]
    pub(crate) searchmoves: Option<String>,
    /// The notation of the lines, one that can write every move; `bestmove` is always in coordinates
    #[arg(long, value_name = "NOTATION", default_value_t = MoveNotation::San, value_parser = notations(writes_all()))]
    pub(crate) notation: MoveNotation,
    #[command(flatten)]
    pub(crate) page: PageOptions,
}

/// A parser of the names of some notations.
fn notations(some: impl IntoIterator<Item = MoveNotation>) -> impl TypedValueParser<Value = MoveNotation> {
    let names = PossibleValuesParser::new(some.into_iter().map(MoveNotation::name));
    names.try_map(|name| name.parse::<MoveNotation>())
}

/// The notations that can write every move.
fn writes_all() -> impl Iterator<Item = MoveNotation> {
    MoveNotation::ALL.into_iter().filter(|notation| *notation != MoveNotation::Xboard)
}

#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Without --depth, --nodes or --movetime each search takes 1 second. With several limits, the first \
    one that is reached ends the search."
)]
pub(crate) struct SuiteOptions {
    /// Suites in EPD, one position a line; `-` is standard input. A position is solved if the best move is one of `bm`
    /// and none of `am`, and if a mate in `dm` moves or fewer is proven. The opcode `variant "herb-garden";` names the
    /// variant of a line; --variant is for lines without it
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
}

#[derive(ClapArgs, Debug)]
#[command(after_help = "With --threads 1 the number of nodes is the same on every machine. With --eval-file only the \
    variants that the net fits are searched.")]
pub(crate) struct BenchOptions {
    /// Plies to search
    #[arg(allow_negative_numbers = true, default_value_t = BENCH_DEPTH)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(campione_search::MAX_DEPTH)))]
    pub(crate) depth: u32,
    /// Size of the transposition table, in mebibytes
    #[arg(long, value_name = "MB", allow_negative_numbers = true, default_value_t = BENCH_HASH)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) hash: u32,
    #[command(flatten)]
    pub(crate) eval: EvalOptions,
    /// The same depth, by the option of other commands.
    #[arg(long = "depth", value_name = "N", hide = true, conflicts_with = "depth", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(campione_search::MAX_DEPTH)))]
    pub(crate) plies: Option<u32>,
}
