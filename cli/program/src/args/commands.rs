//! The commands.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueHint};

use super::analyse::AnalyseOptions;
use super::bench::BenchOptions;
use super::bisect::BisectOptions;
use super::common::Common;
use super::convert::ConvertOptions;
use super::crc::CrcOptions;
use super::endgame::EndgameOptions;
use super::fen::FenOptions;
use super::matches::MatchOptions;
use super::moves::MovesOptions;
use super::perft::PerftOptions;
use super::pgn::PgnOptions;
use super::play::PlayOptions;
use super::random::RandomOptions;
use super::show::ShowOptions;
use super::suite::SuiteOptions;
use super::variants::VariantsOptions;
use super::verify::VerifyOptions;

/// A toolkit for large-board chess: perft, conversion of positions and games, analysis, an opponent, endgame tables
///
/// It plays Carrera's Chess, Archchess, Herb Garden Chess, Capablanca Random Chess, Courier-Spiel and their relatives, from
/// Capablanca's chess to chess itself, by their real rules; and your own variants, from a file. `campione COMMAND --help`
/// describes a command, with examples.
#[derive(Parser, Debug)]
#[command(name = "campione", bin_name = "campione", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
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
    /// Check perft, ours or another program's, against suites and conformance kits
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
    /// Write a page for the program and one for each command into this folder, which is created if missing. Existing
    /// pages are replaced
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}

const XBOARD_HELP: &str = "\
`new` starts a game of orthodox chess, unless -v names another variant. If a move is illegal, the answer names the \
rule that forbids it. Castling moves may also be sent as `O-O` and `O-O-O`, with the letter O. After a refused `variant` \
no move is accepted until a variant is, or a game begins with `new`. Everything asked before `quit` or the end of the \
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

Everything asked before `quit` or the end of the input is answered: counts and `bench` are finished, unless `stop` comes \
first, and a search is stopped and sends its best move. For long counts, use `campione perft`.";
