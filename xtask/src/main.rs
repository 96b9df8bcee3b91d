//! Chores of the project that plain cargo does not do: `cargo xtask help` lists them.

// `say!` is for every module.
#[macro_use(say)]
extern crate campione_workspace;

mod archive;
mod book;
mod check;
mod ci;
mod clients;
mod cluster;
mod crosscheck;
mod dist;
mod fuzz;
mod ini;
mod kit;
mod lines;
mod notices;
mod packages;
mod page;
mod perft;
mod positions;
mod process;
mod python;
mod release;
mod san;
mod sanitize;
mod screen;
mod site;
mod snapshots;
mod soak;
mod targets;
mod thorough;
mod tidy;

use std::process::ExitCode;

use campione_workspace::{Verdict, root};
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
    /// Writes the pages of the variants, docs/games, and builds the book of docs/ where mdBook is installed
    Book(book::Options),
    /// Counts the suites of known perft counts
    Perft(perft::Options),
    /// Compares perft with other programs, where they are installed
    Crosscheck(crosscheck::Options),
    /// Runs the programs that people use with an engine, where they are installed: `XBoard`, other engines, python-chess,
    /// cutechess-cli
    Clients(clients::Options),
    /// Runs what docs/guide/cluster.md shows, where the programs are installed: perft over several processes, some of which are
    /// killed
    Cluster(cluster::Options),
    /// Makes release archives, with manual pages and completions, and a Debian package: target/dist
    Dist(dist::Options),
    /// Runs the fuzz targets, xtask/fuzz, for some minutes each, where cargo-fuzz is installed
    Fuzz(fuzz::Options),
    /// Compares perft of the variants in a variants.ini with Fairy-Stockfish, where it is installed
    Ini(ini::Options),
    /// Builds the conformance kit: positions with perft counts for authors of move generators
    Kit(kit::Options),
    /// Checks the packages before they are published: their tests, and the libraries on 32-bit processors and WebAssembly
    Packages,
    /// Opens pages of `campione … --html` in a browser without a screen, where one is installed
    Page(page::Options),
    /// Makes what a release consists of, tries it, and prints what an account is needed for; publishes nothing
    Release(release::Options),
    /// Compares our algebraic notation with that of pyffish, where it is installed
    San(san::Options),
    /// Runs Miri on the generator's `unsafe` code and the thread sanitizer on the search, where a nightly toolchain has them
    Sanitize,
    /// Lets a real `XBoard` play and show our variants, where it is installed
    Screen(screen::Options),
    /// The scripted player of `screen`
    #[command(hide = true)]
    ScreenPlayer(screen::player::Options),
    /// Runs the snapshot tests: tours of every variant, pages and messages
    Snapshots(snapshots::Options),
    /// Makes the site in one folder: front page, pages to play and to count, kit, book, documentation of the crates
    Site(site::Options),
    /// Keeps UCI, `XBoard` and Python busy for some minutes, through all variants, and watches their memory
    Soak(soak::Options),
    /// Runs the sampling tests with large samples; `cargo test` takes small ones
    Thorough,
    /// Checks layers, cited sections, leftovers and file lengths
    Tidy(tidy::Options),
}

/// The arguments cannot be used, and nothing was begun: exit status 2.
#[derive(Debug)]
struct Usage(anyhow::Error);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl std::error::Error for Usage {}

fn main() -> ExitCode {
    let verdict = match Args::parse().command {
        Command::Ci => ci::run(),
        Command::Book(options) => book::run(&options),
        Command::Perft(options) => perft::run(&options),
        Command::Crosscheck(options) => crosscheck::run(&options),
        Command::Clients(options) => clients::run(&options),
        Command::Cluster(options) => cluster::run(&options),
        Command::Dist(options) => dist::run(&options),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::Ini(options) => ini::run(&options),
        Command::Kit(options) => kit::run(&options),
        Command::Packages => packages::run(),
        Command::Page(options) => page::run(&options),
        Command::Release(options) => release::run(&options),
        Command::San(options) => san::run(&options),
        Command::Sanitize => Ok(sanitize::run()),
        Command::Screen(options) => screen::run(&options),
        Command::ScreenPlayer(options) => screen::player::run(&options),
        Command::Snapshots(options) => snapshots::run(&options),
        Command::Site(options) => site::run(&options),
        Command::Soak(options) => soak::run(&options),
        Command::Thorough => thorough::run(),
        Command::Tidy(options) => tidy::run(&options),
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
