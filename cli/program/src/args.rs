//! The command line, as clap reads it.

mod shown;

use std::path::PathBuf;

use campione_notation::dialect::Dialect;
use campione_notation::moves::MoveNotation;
use campione_notation::pgn::Reading;
use clap::{ArgGroup, Args as ClapArgs, Parser, Subcommand, ValueEnum};

pub(crate) use self::shown::{ColorOptions, PageOptions, PictureOptions};
use crate::cmd::bisect::BisectOptions;
use crate::nets::EvalOptions;

/// The game of the positions on the command line where nothing else is said.
pub(crate) const DEFAULT_VARIANT: &str = "modern-carrera";

/// The game where other programs leave it out: in UCI without `UCI_Variant`, in `XBoard`'s protocol without `variant`, in PGN
/// without a `Variant` tag.
pub(crate) const UNNAMED_VARIANT: &str = "chess";

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

/// What every command takes.
#[derive(ClapArgs, Debug)]
pub(crate) struct Common {
    /// The game, by its id (`campione variants` lists them) or its file: a TOML file, or FILE.ini:NAME of Fairy-Stockfish;
    /// modern-carrera unless the position is written `crc:27621`; orthodox chess in `uci`, `xboard` and `pgn`
    #[arg(short, long, global = true, value_name = "ID|FILE")]
    pub(crate) variant: Option<String>,
    /// Text for people, or one JSON object (one a line for commands that read lines); `variants` writes a game as TOML too
    #[arg(long = "format", global = true, value_enum, value_name = "FORMAT", default_value_t = Output::Text)]
    pub(crate) output: Output,
    /// What `output` says to a command that writes nothing but text and JSON.
    #[arg(skip)]
    pub(crate) format: Format,
    /// The line of standard input that said which protocol is spoken.
    #[arg(skip)]
    pub(crate) first_line: Option<String>,
    /// Threads to use; all cores unless given
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

impl Common {
    /// The game of positions, if nobody names it.
    pub(crate) fn assumed(&self) -> Option<&'static str> {
        self.variant.is_none().then_some(DEFAULT_VARIANT)
    }
}

/// What `--format` says.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Output {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// `variants ID` alone: the game as a file to start from
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
    /// List the games, or describe one: board, men, rules with their sources, start position
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
    /// Check suites of known counts
    Verify(VerifyOptions),
    /// Find the first position where another program's moves and ours differ
    Bisect(BisectOptions),
    /// Positions reached by random legal play, the same for a seed on every machine
    Random(RandomOptions),
    /// Start arrays of Capablanca Random Chess by number, their filters, and how to set them up
    ///
    /// The game is crc whatever other commands assume; `-v chess960` numbers the arrays of Chess960, from 0 to 959, which
    /// have no filters.
    Crc(CrcOptions),
    /// Check games in PGN move by move, or convert them
    Pgn(PgnOptions),
    /// Search a position: the best line, its score, a forced mate
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseOptions),
    /// Play against the engine in the terminal
    Play(PlayOptions),
    /// Run test suites in EPD: best moves, moves to avoid, mates
    Suite(SuiteOptions),
    /// Search fixed positions of every game: how fast the engine is, and whether it is still the same
    Bench(BenchOptions),
    /// Speak UCI, for graphical interfaces and other programs
    ///
    /// Reads commands from standard input until `quit` or its end, and answers at once, during a search as well.
    #[command(after_help = UCI_HELP)]
    Uci,
    /// The engine for `XBoard`, `WinBoard` and other programs that speak their protocol, the second version of it
    ///
    /// Reads commands from standard input until `quit` or its end. Games that `XBoard` does not know are described to it.
    #[command(name = "xboard", after_help = XBOARD_HELP)]
    Xboard,
    /// Print a script that completes commands and options in a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual's page, or write those of all commands
    Man(ManOptions),
}

#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Moves are read in any notation; `help` during the game lists what else can be said. Without --depth, \
    --nodes or --movetime the engine thinks for a second. When it ends, the game is printed unless it is in a file."
)]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// Who you are
    #[arg(long, value_enum, default_value_t = Side::White)]
    pub(crate) side: Side,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    /// Write games to the end of this file
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Turn the board
    #[arg(long)]
    pub(crate) flip: bool,
    #[command(flatten)]
    pub(crate) colors: ColorOptions,
}

/// Who a person is in a game.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// White; the engine is Black
    White,
    /// Black; the engine is White
    Black,
    /// Both sides: two people, or one who tries something
    Both,
    /// Nobody: the engine plays itself
    None,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ManOptions {
    /// Write a page for the program and one for each command into this folder; pages of these names are replaced
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,
}

const XBOARD_HELP: &str = "\
`new` begins orthodox chess, unless -v names another game. A move that is refused is answered with the rule that forbids it. \
Castling is read as `O-O`, `O-O-O` too, with the letter O.";

const UCI_HELP: &str = "\
Commands besides those of the protocol:
  position crc:27621   a numbered start position
  go perft N           count the legal move paths of N plies, after each move
  d, eval              the position, and what it is worth without a search
  bench [DEPTH]        the search of `campione bench`

UCI_Variant chooses the game, by its id or by a name that other programs use; until then it is orthodox chess, or the one of \
--variant. A file that VariantPath names adds its games. With UCI_Chess960 castling is written as the king taking its rook, \
as always for those who call crc `caparandom`; it is read both ways, and as `O-O`, `O-O-O`, `H-H`, `O-O:i1g1`, with the \
letter O. Threads is 1 unless --threads says otherwise. Move Overhead is what a \
move loses on its way, in milliseconds. EvalFile names a net that evaluates positions of the games that it fits; without Use \
NNUE no net does.

What cannot be done is answered with `info string` and the reason, and changes nothing. A `go` with words behind it, but no \
limit that can be read, searches for 1 second; `go` alone searches until `stop`. The end of the input ends all that \
goes on, as `quit` does; `campione perft` counts without such haste.";

#[derive(ClapArgs, Debug)]
pub(crate) struct VariantsOptions {
    /// The game to describe, by its id or file; of a file with many games, all that are in it
    #[arg(value_name = "ID|FILE")]
    pub(crate) id: Option<String>,
    /// Check a game: what is wrong with its file, what has no effect, the start position, the reach of each man, perft 1
    /// to 4
    #[arg(long)]
    pub(crate) check: bool,
}

/// A position on the command line.
#[derive(ClapArgs, Debug)]
pub(crate) struct PositionArgument {
    /// A FEN, quoted or not; `startpos` (the default); `crc:27621` or `chess960:518`; `-` reads one a line from standard
    /// input. An empty one is an error
    #[arg(value_name = "FEN")]
    pub(crate) fen: Vec<String>,
    /// Moves in any notation, separated by spaces, to be played first; there may be none
    #[arg(long, value_name = "MOVES")]
    pub(crate) play: Option<String>,
}

impl PositionArgument {
    /// The first word of the position, if one is given.
    pub(crate) fn first(&self) -> Option<&str> {
        self.fen.first().map(String::as_str)
    }

    /// The whole of it; the start position if none is given.
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
    /// How moves are written: uci, san, lan, crc, uci960 or xboard
    #[arg(long, value_name = "NOTATION", default_value_t = MoveNotation::Uci)]
    pub(crate) notation: MoveNotation,
    /// Say whether that move, in any notation, is legal, and which rule forbids it if not; exit status 0 in either case
    #[arg(long, value_name = "MOVE", conflicts_with = "notation")]
    pub(crate) why: Option<String>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct FenOptions {
    /// FENs, each quoted, or one that is not; `startpos`; `crc:27621` or `chess960:518`; `-` reads one a line from
    /// standard input
    #[arg(value_name = "FEN")]
    pub(crate) fen: Vec<String>,
    /// The dialect that is read: xfen, shredder, fairy, xboard or chessv; found out unless given (xboard never is)
    #[arg(long, value_name = "DIALECT")]
    pub(crate) from: Option<Dialect>,
    /// The dialect that is written: xfen, shredder, fairy, xboard or chessv
    #[arg(long, value_name = "DIALECT", default_value_t = Dialect::Xfen)]
    pub(crate) to: Dialect,
    /// Change the colors: the board upside down, in Herb Garden Chess turned round
    #[arg(long)]
    pub(crate) mirror: bool,
    /// Name every castling rook by the letter of its file, as programs do in Chess960 (`--to fairy` and `--to xboard`)
    #[arg(long)]
    pub(crate) chess960: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ConvertOptions {
    /// Moves, played one after the other; `-` reads a line of moves a line from standard input
    #[arg(required = true, value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// The position in which they begin: a FEN, `startpos`, `crc:27621` or `chess960:518`
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    pub(crate) fen: String,
    /// The notation that is read: uci, san, lan, crc, uci960 or xboard; found out unless given (xboard never is)
    #[arg(long, value_name = "NOTATION")]
    pub(crate) from: Option<MoveNotation>,
    /// The notation that is written: uci, san, lan, crc, uci960 or xboard
    #[arg(long, value_name = "NOTATION", default_value_t = MoveNotation::San)]
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
    /// Print the count after each move first
    #[arg(long)]
    pub(crate) divide: bool,
    /// Print captures, en passant, castlings, king's leaps, promotions, checks and mates of the last ply too
    #[arg(long, conflicts_with_all = ["divide", "hash", "plain"])]
    pub(crate) stats: bool,
    /// Remember counts in a table of that many mebibytes
    #[arg(long, value_name = "MB", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) hash: Option<u32>,
    /// Continue an interrupted count: what FILE knows is not counted again, and what is counted is saved there all the
    /// while. FILE stays when the count is complete, and then gives the result at once
    #[arg(long, value_name = "FILE", conflicts_with = "stats")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Count the last ply position by position, not two plies at once: slower, the same result
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Perft that is spread over machines.
#[derive(ClapArgs, Debug)]
pub(crate) struct WorkOptions {
    /// Do not count, but list the distinct positions K plies down as units of work for many machines, one a line:
    /// `variant<TAB>fen<TAB>remaining depth<TAB>multiplicity`
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["divide", "stats", "hash", "plain", "checkpoint"])]
    pub(crate) split: Option<u32>,
    /// Count the units of a file and append each result to it, `<TAB>nodes` after the unit, as soon as it is known; the
    /// same command continues after an interruption. With `-`, units come from standard input, and their results go to
    /// standard output in the same order
    #[arg(
        long,
        value_name = "FILE|-",
        conflicts_with_all = ["depth", "fen", "play", "divide", "stats", "split", "checkpoint"]
    )]
    pub(crate) units: Option<PathBuf>,
    /// Do not count, but add up the units and results in these files, standard input if there are none, in any order;
    /// say what is missing or does not fit
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
    /// Where the random numbers start
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 0)]
    pub(crate) seed: u64,
    /// How many positions
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) count: u64,
    /// How many plies are played, both ends included; one number for always the same
    #[arg(long, value_name = "A..B", default_value = "10..60", value_parser = plies, allow_hyphen_values = true)]
    pub(crate) plies: Plies,
    /// Count so many plies from each position and print lines of a suite, as `verify` reads them: game, position, depth,
    /// nodes
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
    /// A number from 1 to 48000, or an array; the game's default array unless given; `-` reads one a line from standard
    /// input and answers with a line each: number, array, FEN and the filters passed, with tabs between
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub(crate) item: Option<String>,
    /// The array whose number is asked for: the first rank from the a-file, in either case, such as rqnbakbncr
    #[arg(long, value_name = "ARRAY")]
    pub(crate) array: Option<String>,
    /// An array drawn at random among those that pass the filter, each equally likely
    #[arg(long)]
    pub(crate) random: bool,
    /// How many arrays pass the filter
    #[arg(long)]
    pub(crate) count: bool,
    /// The arrays that pass the filter, one a line as for `-`
    #[arg(long)]
    pub(crate) list: bool,
    /// Where the random numbers start; the same seed draws the same array on every machine and in every version. Without
    /// it a new seed is taken, and printed
    #[arg(long, value_name = "S", allow_negative_numbers = true, requires = "random")]
    pub(crate) seed: Option<u64>,
    /// Which arrays are drawn, counted or listed
    #[arg(long, value_enum, requires = "filtered", default_value_t = Filter::All)]
    pub(crate) filter: Filter,
    /// Show the steps by which the array is set up by hand, and how it is drawn with dice
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
    /// Protected, and three squares of the first rank or more filled otherwise than in Gothic Chess: 21,821. The source
    /// says "about 21,259", which no reading of it found so far gives
    Seed,
    /// As seed, and the bishops not side by side: 12,118
    #[value(name = "2005")]
    Published2005,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct VerifyOptions {
    /// Suites: `variant<TAB>fen<TAB>depth<TAB>nodes[<TAB>note]` a line, or EPD `fen ;D1 20 ;D2 400` under `--variant`;
    /// `-` is standard input. The position may be `startpos`, or `crc:27621` in crc and `chess960:518` in chess960
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PgnOptions {
    /// Files of games; `-` is standard input. The `Variant` tag says which game it is, unless --variant does; where neither
    /// does it is orthodox chess. A game that cannot be read is reported with its number, its line and the ply, and the
    /// next is read
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the games to standard output, not only check them. `pgn` and `json` keep everything; `epd` writes a line for
    /// each position of the main line; `uci`, `san` and `lan` a line of moves for each game, with `[FEN "..."]` before the
    /// first move of one that starts elsewhere
    #[arg(long, value_enum)]
    pub(crate) to: Option<GamesAs>,
    /// How the games are written: `native`; `castling-swapped`, with O-O and O-O-O changed; `xboard`, with ranks of boards
    /// of ten counted from 0 and its castlings; `brainking`, with M for the marshall and C for the cardinal. Without it a
    /// game that cannot be read as native is read as the only one of the others by which it can, and that is said
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
    /// An object a game, a game a line
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
    /// Search so many plies
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(campione_search::MAX_DEPTH)))]
    pub(crate) depth: Option<u32>,
    /// Search about so many nodes
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Search so many milliseconds; with 0 the answer is only some legal move
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    pub(crate) movetime: Option<u32>,
    /// Remember positions in a table of that many mebibytes
    #[arg(long, value_name = "MB", allow_negative_numbers = true, default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) hash: u32,
    #[command(flatten)]
    pub(crate) eval: EvalOptions,
}

#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Scores are the side to move's: +0.35 in pawns, #3 when it mates in three moves, #-2 when it is mated \
    in two. Without --depth, --nodes, --movetime, --mate or --infinite the search takes 5 seconds; of several limits \
    the first that is reached ends it."
)]
pub(crate) struct AnalyseOptions {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    /// Look for a mate in at most so many moves until there is one or is proven to be none; exit status 1 if none is found
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=500))]
    pub(crate) mate: Option<u32>,
    /// Search until Ctrl-C, or until nothing is left to search
    #[arg(long, conflicts_with_all = ["depth", "nodes", "movetime", "mate"])]
    pub(crate) infinite: bool,
    /// Search so many lines that begin with different moves, the best first
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) multipv: u16,
    /// Search these moves alone, in any notation, separated by spaces
    #[arg(long, value_name = "MOVES")]
    pub(crate) searchmoves: Option<String>,
    /// How the moves of lines are written: san, lan, uci, crc or uci960; `bestmove` is always in coordinates
    #[arg(long, value_name = "NOTATION", default_value_t = MoveNotation::San, value_parser = line_notation)]
    pub(crate) notation: MoveNotation,
    #[command(flatten)]
    pub(crate) page: PageOptions,
}

/// A notation that can say every move.
fn line_notation(text: &str) -> Result<MoveNotation, String> {
    match text.parse() {
        Ok(MoveNotation::Xboard) => Err("it cannot say every move: expected san, lan, uci, crc or uci960".to_owned()),
        Ok(notation) => Ok(notation),
        Err(error) => Err(error.to_string()),
    }
}

#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Without --depth, --nodes or --movetime each search takes 1 second; of several limits the first that \
    is reached ends it."
)]
pub(crate) struct SuiteOptions {
    /// Suites, `-` is standard input; a position a line in EPD, which is solved if the best move is one of `bm` and none of
    /// `am`, and if a mate in `dm` moves or fewer is proven. The opcode `variant "herb-garden";` names the game of a
    /// line; where it is missing, --variant does
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
}

#[derive(ClapArgs, Debug)]
#[command(
    after_help = "With --threads 1 the number of nodes is the same on every machine. With --eval-file only games are searched \
    that the net fits."
)]
pub(crate) struct BenchOptions {
    /// Plies to search
    #[arg(allow_negative_numbers = true, default_value_t = crate::cmd::bench::DEFAULT_DEPTH)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(campione_search::MAX_DEPTH)))]
    pub(crate) depth: u32,
    /// Remember positions in a table of that many mebibytes
    #[arg(long, value_name = "MB", allow_negative_numbers = true, default_value_t = crate::cmd::bench::DEFAULT_HASH)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) hash: u32,
    #[command(flatten)]
    pub(crate) eval: EvalOptions,
    /// The same, as other commands call it.
    #[arg(long = "depth", value_name = "N", hide = true, conflicts_with = "depth", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(campione_search::MAX_DEPTH)))]
    pub(crate) plies: Option<u32>,
}
