//! Chores of the project that plain cargo does not do: `cargo xtask help` lists them.

/// Prints a line. That nobody reads it (`| head`) changes nothing about the work.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stdout(), $($text)*);
    }};
}

mod binary;
mod book;
mod check;
mod ci;
mod clients;
mod cluster;
mod compare;
mod convert;
mod crosscheck;
mod dist;
mod divide;
mod endings;
mod engine;
mod fairy;
mod fuzz;
mod games;
mod ini;
mod lines;
mod matches;
mod packages;
mod page;
mod perft;
mod positions;
mod process;
mod python;
mod san;
mod sanitize;
mod screen;
mod sjaak;
mod snapshots;
mod speed;
mod suites;
mod thorough;
mod tidy;
mod tune;

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chores of the project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Everything that must pass before a change is taken: runs .ci/run
    Ci,
    /// Writes the pages of the games, docs/games, and builds the book of docs/ where mdBook is installed
    Book(book::Options),
    /// Counts the suites of known perft counts
    Perft(perft::Options),
    /// Compares perft with other programs, where they are installed
    Crosscheck(crosscheck::Options),
    /// Compares the speed of perft with other programs, where they are installed
    Compare(compare::Options),
    /// Measures how fast text is read and converted: 200 MB of random games in PGN
    ConvertBench(convert::Options),
    /// Tries the programs that people use with an engine, where they are installed: `XBoard`, other engines, python-chess,
    /// cutechess-cli
    Clients(clients::Options),
    /// Runs what docs/CLUSTER.md shows: perft spread over processes of which some are killed, where the programs for it
    /// are installed
    Cluster(cluster::Options),
    /// Makes release archives, with manual pages and completions, and a Debian package: target/dist
    Dist(dist::Options),
    /// Solves endings of king and one or two pieces against a bare king: search/data/endings.tsv
    Endings(endings::Options),
    /// Runs the fuzz targets, xtask/fuzz, for some minutes each, where cargo-fuzz is installed
    Fuzz(fuzz::Options),
    /// Compares perft of the games of a variants.ini with Fairy-Stockfish, where it is installed
    Ini(ini::Options),
    /// Checks what would be published: the packages, their tests, and the libraries for 32-bit processors and WebAssembly
    Packages,
    /// Opens pages of `campione … --html` in a browser without a screen, where one is installed
    Page(page::Options),
    /// Compares our algebraic notation with that of pyffish, where it is installed
    San(san::Options),
    /// Runs Miri on the generator's `unsafe` code and the thread sanitizer on the search, where a nightly toolchain has them
    Sanitize,
    /// Lets a real `XBoard` play and show our games, where it is installed
    Screen(screen::Options),
    /// A player for `screen` that recites
    #[command(hide = true)]
    ScreenPlayer(screen::player::Options),
    /// Runs the snapshot tests: tours of every game, pages and messages
    Snapshots(snapshots::Options),
    /// Plays engines against each other under our rules: this one, at any commit, and programs of UCI or `XBoard`'s protocol
    Match(Box<matches::Options>),
    /// Gathers positions for tuning from games of the engine with itself
    Selfplay(tune::selfplay::Options),
    /// Measures the search: nodes a second beside Fairy-Stockfish, and what several threads gain
    Speed(speed::Options),
    /// Finds and proves test positions of five games, mates and tactics: search/suites
    Suites(suites::Options),
    /// Runs the tests that draw samples with the large samples: what `cargo test` samples sparsely
    Thorough,
    /// Fits the numbers of evaluation to positions from games: search/data
    Tune(tune::Options),
    /// Moves the numbers of the search by games between two engines that differ a little
    TuneSearch(tune::spsa::Options),
    /// Prints what pieces are worth in each game: the table of docs/strength.md
    Values(tune::values::Options),
    /// Checks layers, cited sections, leftovers and the length of files
    Tidy,
}

/// What a chore has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// Nothing to complain about.
    Good,
    /// Something is wrong, and has been printed.
    Bad,
}

impl Verdict {
    /// Bad if there is at least one thing to complain about.
    fn of(complaints: usize) -> Verdict {
        if complaints == 0 { Verdict::Good } else { Verdict::Bad }
    }
}

/// What the user asks for cannot be done, and nothing has been begun: exit status 2.
#[derive(Debug)]
struct Usage(anyhow::Error);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl std::error::Error for Usage {}

/// The folder of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

fn main() -> ExitCode {
    let verdict = match Args::parse().command {
        Command::Ci => ci::run(),
        Command::Book(options) => book::run(&options),
        Command::Perft(options) => perft::run(&options),
        Command::Crosscheck(options) => crosscheck::run(&options),
        Command::Compare(options) => compare::run(&options),
        Command::ConvertBench(options) => convert::run(&options),
        Command::Clients(options) => clients::run(&options),
        Command::Cluster(options) => cluster::run(&options),
        Command::Dist(options) => dist::run(&options),
        Command::Endings(options) => endings::run(&options),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::Ini(options) => ini::run(&options),
        Command::Packages => packages::run(),
        Command::Page(options) => page::run(&options),
        Command::San(options) => san::run(&options),
        Command::Sanitize => Ok(sanitize::run()),
        Command::Screen(options) => screen::run(&options),
        Command::ScreenPlayer(options) => screen::player::run(&options),
        Command::Snapshots(options) => snapshots::run(&options),
        Command::Match(options) => matches::run(&options),
        Command::Selfplay(options) => tune::selfplay::run(&options),
        Command::Speed(options) => speed::run(&options),
        Command::Suites(options) => suites::run(&options),
        Command::Thorough => thorough::run(),
        Command::Tune(options) => tune::run(&options),
        Command::TuneSearch(options) => tune::spsa::run(&options),
        Command::Values(options) => tune::values::run(&options),
        Command::Tidy => tidy::run(),
    };
    match verdict {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            if error.is::<Usage>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        super::Args::command().debug_assert();
    }
}
