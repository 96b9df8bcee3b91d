//! `cargo lab compare`: the speed of our perft compared with other programs.
//!
//! Whole processes are timed in alternation, so that a machine that becomes slower slows both sides. The time of a
//! perft of one ply is taken as the start-up time and subtracted. A variant that no other program plays by our rules is
//! compared with our own Capablanca's chess.

mod contest;
mod machine;
mod ours;
mod peer;
mod report;
pub(crate) mod statistics;

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use campione_core::Variant;
use campione_workspace::Verdict;
use clap::Args;

use campione_driver::find;
use campione_driver::peers::{PeerProgram, fairy_stockfish, fairy_stockfish_kin, sjaak};

use self::contest::{Contest, Side};
use self::ours::{Campione, Ours, PLAIN as PLAIN_OPTION};
use self::peer::{Peer, Readiness};
use self::report::Row;

/// The variants compared by default.
const GAMES: [&str; 10] = [
    "capablanca",
    "gothic",
    "embassy",
    "janus",
    "crc",
    "modern-carrera",
    "courier-spiel",
    "carrera",
    "archchess",
    "herb-garden",
];

/// The variants that always have a row with `--plain`.
const PLAIN: [&str; 2] = ["capablanca", "courier-spiel"];

/// The variant with which ours without a peer are compared.
const YARDSTICK: &str = "capablanca";

#[derive(Args)]
pub(crate) struct Options {
    /// Only these variants
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    games: Vec<String>,
    /// Depth that Campione counts, in plies
    #[arg(long, value_name = "D", default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..))]
    depth: u32,
    /// Depth that the other program counts, in plies
    #[arg(long, value_name = "D", default_value_t = 5, value_parser = clap::value_parser!(u32).range(2..))]
    peer_depth: u32,
    /// Pairs of runs of each variant
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// A row with `--plain` for every variant, not only for capablanca and courier-spiel
    #[arg(long)]
    plain: bool,
    /// Only this one of the known programs
    #[arg(long, value_name = "NAME", value_parser = PeerProgram::NAMES)]
    program: Option<String>,
    /// A UCI engine that knows `go perft`, with its arguments, instead of the known programs
    #[arg(long, value_name = "CMD", conflicts_with = "program")]
    engine: Option<String>,
    /// The binary of Campione; built if not given
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let load = machine::load();
    if let Some(warning) = load.and_then(machine::busy) {
        eprintln!("warning: {warning}");
    }
    let games: Vec<&str> =
        if options.games.is_empty() { GAMES.to_vec() } else { options.games.iter().map(String::as_str).collect() };
    for id in &games {
        Variant::named(id)?;
    }
    let campione = match &options.binary {
        Some(path) => Campione::at(path)?,
        None => Campione::build()?,
    };
    ensure!(campione.has_plain() || !options.plain, "{} has no --plain", campione.version());
    let folder = tempfile::tempdir().context("a folder for descriptions of games")?;
    let mut comparison =
        Comparison { options, campione: &campione, folder: folder.path(), rows: Vec::new(), failed: 0 };
    let mut versions = vec![campione.version().to_owned()];
    let (peered, alone): (Vec<&str>, Vec<&str>) = games.into_iter().partition(|id| has_peer(id));
    for peer in if peered.is_empty() { Vec::new() } else { peers(options)? } {
        let version = peer.version(folder.path()).with_context(|| peer.name().to_owned())?;
        for id in &peered {
            comparison.with_peer(id, &peer, &version)?;
        }
        versions.push(version);
    }
    for id in &alone {
        comparison.with_ourselves(id);
    }
    if peered.contains(&YARDSTICK) {
        comparison.with_help();
    }
    say!("{}", machine::describe(load, machine::load()));
    say!("Programs: {}.", versions.join(", "));
    if !comparison.rows.is_empty() {
        say!("\n{}", report::table(&comparison.rows));
    }
    Ok(Verdict::of(comparison.failed))
}

/// Whether some program is known to play the variant by all our rules, or has a similar one.
fn has_peer(id: &str) -> bool {
    fairy_stockfish().chain(sjaak()).chain(fairy_stockfish_kin()).any(|game| game.id == id && game.is_full())
}

/// See [`Comparison::ways`].
fn ways(id: &str, all_plain: bool, has_plain: bool) -> &'static [&'static [&'static str]] {
    if has_plain && (all_plain || PLAIN.contains(&id)) { &[&[], &[PLAIN_OPTION]] } else { &[&[]] }
}

/// The program named, or all that are installed.
fn peers(options: &Options) -> anyhow::Result<Vec<Peer>> {
    if let Some(command) = &options.engine {
        return Ok(vec![Peer::from_command(command)?]);
    }
    let mut peers = Vec::new();
    for name in PeerProgram::NAMES {
        if options.program.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        if let Some(path) = find(name) {
            peers.push(Peer::new(name, path));
        } else {
            say!("skipped: {name} is not installed");
        }
    }
    Ok(peers)
}

/// The comparison so far.
struct Comparison<'a> {
    options: &'a Options,
    campione: &'a Campione,
    /// Folder for descriptions of variants.
    folder: &'a Path,
    rows: Vec<Row>,
    /// Number of rows that were begun but not finished.
    failed: usize,
}

impl Comparison<'_> {
    /// The ways to count that get a row: incremental, and perhaps plain.
    fn ways(&self, id: &str) -> &'static [&'static [&'static str]] {
        ways(id, self.options.plain, self.campione.has_plain())
    }

    /// The rows of a variant against another program.
    fn with_peer(&mut self, id: &str, peer: &Peer, version: &str) -> anyhow::Result<()> {
        let rival = match peer.ready(id, self.folder)? {
            Readiness::Ready(rival) => rival,
            Readiness::Skipped(why) => {
                say!("skipped: {id} against {version}: {why}");
                return Ok(());
            }
        };
        for options in self.ways(id) {
            let ours = Ours::new(self.campione, id, options);
            let against = format!("{version}{}", rival.note());
            self.row(&ours, rival.as_ref(), [self.options.depth, self.options.peer_depth], &against);
        }
        Ok(())
    }

    /// The rows of a variant against our own Capablanca's chess.
    fn with_ourselves(&mut self, id: &str) {
        for options in self.ways(id) {
            let ours = Ours::new(self.campione, id, options);
            self.with_yardstick(&ours, options, self.options.depth);
        }
    }

    /// Measures the gain from a transposition table and from a second thread.
    fn with_help(&mut self) {
        let table = Ours::new(self.campione, YARDSTICK, &["--hash", "256"]);
        self.with_yardstick(&table, &[], self.options.depth);
        // One ply deeper, so that there is enough work for two threads.
        let threads = Ours::new(self.campione, YARDSTICK, &["--threads", "2"]);
        self.with_yardstick(&threads, &[], self.options.depth + 1);
    }

    /// One row against our own Capablanca's chess.
    fn with_yardstick(&mut self, ours: &Ours<'_>, options: &[&str], depth: u32) {
        let yardstick = Ours::new(self.campione, YARDSTICK, options);
        self.row(ours, &yardstick, [depth; 2], &format!("our own {}", yardstick.label()));
    }

    /// One row. If a program fails, only this row is lost.
    fn row(&mut self, ours: &Ours<'_>, theirs: &dyn Side, depths: [u32; 2], against: &str) {
        let contest = Contest { sides: [ours, theirs], depths, runs: self.options.runs };
        let label = ours.label();
        eprintln!("{label}, depth {}, against {against}, depth {}", depths[0], depths[1]);
        match contest.hold(|pair| eprintln!("  {}", report::pair(pair))) {
            Ok(pairs) => self.rows.push(Row { label, against: against.to_owned(), depths: contest.depths, pairs }),
            Err(error) => {
                say!("failed: {label} against {against}: {error:#}");
                self.failed += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_games_are_counted_plainly_too() {
        for (id, all_plain, has_plain, rows) in [
            ("capablanca", false, true, 2),
            ("courier-spiel", false, true, 2),
            ("gothic", false, true, 1),
            ("gothic", true, true, 2),
            ("capablanca", true, false, 1),
        ] {
            assert_eq!(ways(id, all_plain, has_plain).len(), rows, "{id} {all_plain} {has_plain}");
        }
    }

    #[test]
    fn which_games_have_peers() {
        let (peered, alone): (Vec<&str>, Vec<&str>) = GAMES.into_iter().partition(|id| has_peer(id));
        assert_eq!(alone, ["carrera", "archchess", "herb-garden"]);
        assert!(peered.contains(&YARDSTICK) && peered.contains(&"courier-spiel"));
        assert!(GAMES.iter().all(|id| Variant::named(id).is_ok()));
    }
}
