//! The command line.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use campione_workspace::Verdict;
use clap::{Parser, Subcommand};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::{
    compare, convert, endings, inspect, ladder, levels, matches, net, openings, pack, puzzles, selfplay, speed, suites,
    tables, train, tune, wdl, worth,
};

/// The laboratory: speed, matches and test suites of the engine; tuning; games, training data and nets.
#[derive(Parser)]
#[command(name = "cargo lab", bin_name = "cargo lab")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Record games of the engine against itself; the same command continues a run that was stopped in any way
    Selfplay(selfplay::Options),
    /// Make the books of balanced openings for `match --book`: cli/referee/openings
    Openings(openings::Options),
    /// Show the content of files of games, and check them
    Data(inspect::Options),
    /// Make files of positions for training from files of games: joined, shuffled, with some games held out
    Pack(pack::Options),
    /// Train a net on files of positions; the same command continues a training that was stopped
    Train(train::Options),
    /// Write positions, and a program, for the trainer bullet, which runs on graphics processors; make a net of its weights
    Bullet(train::bullet::Options),
    /// Make a net for a variant, also of a user's: record, train, play against the hand-written evaluation, report
    Net(net::Options),
    /// Fit what a score means to the results of recorded games: search/data/wdl.toml
    Wdl(wdl::Options),
    /// Play a match, as `campione match` does, with `rev:COMMIT` for our engine at a commit
    Match(matches::Options),
    /// Play other programs in every game on a large board, for a table
    Ladder(ladder::Options),
    /// Compare the speed of perft with other programs, where they are installed
    Compare(compare::Options),
    /// Measure how fast text is read and converted: 200 MB of random games in PGN
    ConvertBench(convert::Options),
    /// Measure the search: nodes a second compared with Fairy-Stockfish, and the gain from several threads
    Speed(speed::Options),
    /// Solve endings of king and one or two pieces against a bare king: search/data/endings.tsv
    Endings(endings::Options),
    /// What endgame tables say, as pages of the book: docs/endings, and search/data/duels.tsv
    Tables(tables::Options),
    /// Measure the levels of the engine by matches: search/data/levels.toml
    Levels(levels::Options),
    /// Find and prove test positions of five variants, mates and tactics: search/suites
    Suites(suites::Options),
    /// Find and prove mates for the page to play, in games of the engine against itself: bindings/wasm/site/puzzles
    Puzzles(puzzles::Options),
    /// Collect positions for tuning from games of the engine against itself
    Positions(tune::positions::Options),
    /// Fit the evaluation's weights to positions from games: search/data
    Tune(tune::Options),
    /// Tune the search's parameters by games between two slightly different engines (SPSA)
    TuneSearch(tune::spsa::Options),
    /// What pieces and first moves are worth to the nets: docs/background/worth.md
    Worth(worth::Options),
    /// Print the values of the pieces in each variant by hand: a table of docs/background/worth.md
    Values(tune::values::Options),
}

/// The program `lab`, with the arguments of the process.
pub fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Data(options) => {
            let summary = inspect::run(options)?;
            let _ = write!(stdout(), "{}", summary.text());
            Ok(ExitCode::from(u8::from(!summary.findings.is_empty())))
        }
        Command::Pack(options) => {
            let _ = writeln!(stdout(), "{}", pack::report(&pack::run(options)?));
            Ok(ExitCode::SUCCESS)
        }
        Command::Selfplay(options) => {
            let (stop, signal) = signals()?;
            let done = selfplay::run(options, &stop)?;
            eprintln!("{} games in {}", done.games, options.to.display());
            Ok(code(&signal))
        }
        Command::Train(options) => {
            let (stop, signal) = signals()?;
            let done = train::run(options, &stop)?;
            match done.net {
                Some(net) => eprintln!("{} is written", net.display()),
                None => eprintln!("stopped after {} epochs; the same command goes on", done.epochs),
            }
            Ok(code(&signal))
        }
        Command::Bullet(options) => {
            let _ = writeln!(stdout(), "{}", train::bullet::run(options)?);
            Ok(ExitCode::SUCCESS)
        }
        Command::Wdl(options) => {
            let _ = write!(stdout(), "{}", wdl::run(options)?);
            Ok(ExitCode::SUCCESS)
        }
        Command::Net(options) => {
            let (stop, signal) = signals()?;
            match net::run(options, &stop)? {
                Some(report) => eprintln!("{} is written", report.display()),
                None => eprintln!("stopped; the same command goes on"),
            }
            Ok(code(&signal))
        }
        Command::Match(options) => matches::run(options),
        Command::Compare(options) => Ok(status(compare::run(options))),
        Command::ConvertBench(options) => Ok(status(convert::run(options))),
        Command::Speed(options) => Ok(status(speed::run(options))),
        Command::Endings(options) => Ok(status(endings::run(options))),
        Command::Tables(options) => Ok(status(tables::run(options))),
        Command::Levels(options) => levels::run(options),
        Command::Suites(options) => Ok(status(suites::run(options))),
        Command::Puzzles(options) => Ok(status(puzzles::run(options))),
        Command::Ladder(options) => Ok(status(ladder::run(options))),
        Command::Openings(options) => Ok(status(openings::run(options))),
        Command::Positions(options) => Ok(status(tune::positions::run(options))),
        Command::Tune(options) => Ok(status(tune::run(options))),
        Command::TuneSearch(options) => Ok(status(tune::spsa::run(options))),
        Command::Worth(options) => Ok(status(worth::run(options))),
        Command::Values(options) => Ok(status(tune::values::run(options))),
    }
}

/// The exit status of a measurement: 0, or 1 if a problem was found or it failed.
fn status(verdict: anyhow::Result<Verdict>) -> ExitCode {
    match verdict {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The exit status: 0, or the status for the signal that ended a run.
fn code(signal: &AtomicUsize) -> ExitCode {
    match signal.load(Ordering::SeqCst) {
        0 => ExitCode::SUCCESS,
        signal => ExitCode::from(128 + signal as u8),
    }
}

/// Notes SIGINT and SIGTERM. Returns whether a signal has come, and its number. A signal that comes at least a second
/// after the first ends the process at once; data that is not in a file yet is lost. (`timeout` sends its signal
/// twice.)
fn signals() -> anyhow::Result<(Arc<AtomicBool>, Arc<AtomicUsize>)> {
    let (stop, signal) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let at_once = Arc::new(AtomicBool::new(false));
    for number in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(number, 128 + number, Arc::clone(&at_once))?;
        flag::register_usize(number, Arc::clone(&signal), number as usize)?;
        flag::register(number, Arc::clone(&stop))?;
    }
    let stopped = Arc::clone(&stop);
    thread::spawn(move || {
        while !stopped.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(200));
        }
        thread::sleep(Duration::from_secs(1));
        at_once.store(true, Ordering::SeqCst);
    });
    Ok((stop, signal))
}
