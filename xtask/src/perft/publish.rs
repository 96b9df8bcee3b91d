//! `cargo xtask perft --publish`: makes the counts of docs/reference/perft.md and has them confirmed by all witnesses.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow, ensure};
use campione_core::Variant;
use campione_driver::find;
use campione_driver::peers::{Opened, PeerProgram};
use campione_movegen::{Perft, PerftTable, Position};
use campione_notation::fen;
use campione_reference as slow;
use clap::Args;
use rayon::prelude::*;
use thousands::Separable;

use super::known::{Known, SLOW};
use super::page::{self, Page, Row, Section};
use super::rules;
use crate::Verdict;

/// Default limit of nodes: larger counts (as expected) are not begun.
const MOST_NODES: u128 = 200_000_000_000;
/// Default limit of nodes for the slow generator.
const MOST_NODES_SLOW: u128 = 30_000_000;

/// The depth from the start positions, in plies, unless another is asked for.
const DEPTH: u32 = 7;

#[derive(Args)]
#[group(skip)]
pub(crate) struct Options {
    /// Counts the start positions of all variants and a position for each special rule, and writes docs/reference/perft.md
    #[arg(long, conflicts_with_all = ["files", "deep", "slow", "variant", "export"])]
    pub(super) publish: bool,
    /// Checks docs/reference/perft.md instead of writing it: against the suites, and by counting again
    #[arg(long, requires = "publish")]
    pub(super) check: bool,
    /// Depth from the start positions, in plies: default 7 with --publish, 8 with --twice
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) depth: Option<u32>,
    /// With --publish or --twice: size of the table in mebibytes
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) hash: u32,
    /// With --publish: limit of nodes for other programs
    #[arg(long, value_name = "N", default_value_t = 150_000_000)]
    max_nodes_programs: u128,
}

pub(super) fn run(options: &Options, most: Option<u128>, most_slow: Option<u128>) -> anyhow::Result<Verdict> {
    let (most, most_slow) = (most.unwrap_or(MOST_NODES), most_slow.unwrap_or(MOST_NODES_SLOW));
    let known = Known::read()?;
    let folder = tempfile::tempdir().context("a folder for descriptions of variants")?;
    let mut publisher = Publisher {
        options,
        most,
        most_slow,
        known: &known,
        programs: installed(folder.path())?,
        begin: Instant::now(),
    };
    let limits = format!(
        "the start positions up to depth {} and some {} nodes; the slow generator up to {} nodes, other programs up to {}.",
        options.depth.unwrap_or(DEPTH),
        most.separate_with_commas(),
        most_slow.separate_with_commas(),
        options.max_nodes_programs.separate_with_commas()
    );
    let sections = Variant::ids().map(|id| publisher.section(id).with_context(|| id.to_owned()));
    let page = Page { limits, sections: sections.collect::<anyhow::Result<_>>()? };
    page::save(&page)?;
    say!("written: {}, {}", page::data_path().display(), page::path().display());
    Ok(Verdict::Good)
}

/// A running program.
struct Peer {
    version: String,
    program: PeerProgram,
}

fn installed(folder: &Path) -> anyhow::Result<Vec<Peer>> {
    let mut peers = Vec::new();
    for name in PeerProgram::NAMES {
        let Some(path) = find(name) else {
            say!("skipped: {name} is not installed, so the page will lack its column");
            continue;
        };
        let program = PeerProgram::at(&path, &[], folder).with_context(|| name.to_owned())?;
        peers.push(Peer { version: program.version()?, program });
    }
    Ok(peers)
}

struct Publisher<'a> {
    options: &'a Options,
    most: u128,
    most_slow: u128,
    known: &'a Known,
    programs: Vec<Peer>,
    begin: Instant,
}

impl Publisher<'_> {
    fn section(&mut self, id: &str) -> anyhow::Result<Section> {
        let variant = Variant::named(id)?;
        let start = Position::start(variant);
        let table = PerftTable::new(self.options.hash as usize).context("--hash: not enough memory")?;
        let mut rows = Vec::new();
        let mut counts = Vec::new();
        for depth in 1..=self.options.depth.unwrap_or(DEPTH) {
            if expected(&counts) > self.most {
                break;
            }
            let nodes = count(&table, &start, depth)?;
            counts.push(nodes);
            rows.push(Row { shows: None, fen: fen::write(&start), depth, nodes, confirmed: Vec::new() });
        }
        for rules::Rule { shows, fen, depth } in rules::of(id, &self.known.suites)? {
            let nodes = count(&table, &fen::read(&fen, variant)?, depth)?;
            rows.push(Row { shows: Some(shows), fen, depth, nodes, confirmed: Vec::new() });
        }
        for row in &mut rows {
            let slow = row.nodes <= self.most_slow;
            if slow {
                row.expect(SLOW, slow_count(id, &row.fen, row.depth)?)?;
            }
            row.confirmed = vec![slow];
        }
        let name = variant.spec().name.clone();
        let witnesses = vec![SLOW.to_owned()];
        let mut section = Section { id: id.to_owned(), name, start: fen::write(&start), witnesses, rows };
        section.confirm(self.known)?;
        for peer in &self.programs {
            if let Some(mut opened) = peer.plays(id, &start)? {
                for row in &mut section.rows {
                    let asked = row.nodes <= self.options.max_nodes_programs;
                    let confirmed = asked && peer.confirms(&mut opened, row, variant)?;
                    row.confirmed.push(confirmed);
                }
                section.witnesses.push(peer.version.clone());
            }
        }
        eprintln!("{:7.1} s: {id}: {} counts", self.begin.elapsed().as_secs_f64(), section.rows.len());
        Ok(section)
    }
}

/// Counts with the fast generator.
fn count(table: &PerftTable, position: &Position, depth: u32) -> anyhow::Result<u128> {
    let begin = Instant::now();
    let nodes = Perft::new().with_table(table).count(position, depth).context("nobody stops the count")?;
    let seconds = begin.elapsed().as_secs_f64();
    if seconds > 1.0 {
        eprintln!("  {} depth {depth}: {} in {seconds:.1} s", position.variant().id(), nodes.separate_with_commas());
    }
    Ok(nodes)
}

/// The expected next count, if it grows like the last one.
fn expected(counts: &[u128]) -> u128 {
    match counts {
        [.., before, last] => last * last / (*before).max(1),
        _ => 0,
    }
}

impl Row {
    pub(super) fn expect(&self, who: &str, nodes: u128) -> anyhow::Result<()> {
        let Row { fen, depth, nodes: ours, .. } = self;
        ensure!(nodes == *ours, "{fen} depth {depth}: we count {ours}, {who} {nodes}");
        Ok(())
    }
}

impl Peer {
    /// Starts the program in a variant, if it plays it by all our rules.
    fn plays(&self, id: &str, start: &Position) -> anyhow::Result<Option<Opened>> {
        let known = self.program.variants().find(|known| known.id == id && known.is_full());
        let Some(known) = known else { return Ok(None) };
        let Some(mut opened) = self.program.open(known)? else { return Ok(None) };
        let Some(fen) = opened.fen(start) else { return Ok(None) };
        Ok(if opened.set_up(&fen)?.is_none() { Some(opened) } else { None })
    }

    /// Counts; false if the program cannot express the position.
    fn confirms(&self, opened: &mut Opened, row: &Row, variant: Variant) -> anyhow::Result<bool> {
        let Some(fen) = opened.fen(&fen::read(&row.fen, variant)?) else { return Ok(false) };
        if opened.set_up(&fen)?.is_some() {
            return Ok(false);
        }
        let divide = opened.divide(row.depth).with_context(|| format!("{}: {}", self.version, row.fen))?;
        row.expect(&self.version, divide.total.unwrap_or_else(|| divide.sum()))?;
        Ok(true)
    }
}

/// A position of the slow generator.
pub(crate) fn slow_position(id: &str, fen: &str) -> anyhow::Result<slow::Position<'static>> {
    slow::Position::named(id, fen).map_err(|error| anyhow!(error))
}

/// The count of the slow generator, on all threads.
pub(crate) fn slow_count(id: &str, fen: &str, depth: u32) -> anyhow::Result<u128> {
    let position = slow_position(id, fen)?;
    let Some(rest) = depth.checked_sub(1) else { return Ok(1) };
    Ok(position.legal_moves().par_iter().map(|(_, next)| next.perft(rest)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth() {
        assert_eq!([expected(&[]), expected(&[28]), expected(&[28, 784])], [0, 0, 21_952]);
        // A count of 0 does not grow.
        assert_eq!([expected(&[1, 0]), expected(&[0, 0])], [0, 0]);
    }

    #[test]
    fn counts_of_the_slow_generator() {
        let start = "ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR w - - 0 1";
        assert_eq!([0, 1, 2].map(|depth| slow_count("carrera", start, depth).unwrap()), [1, 28, 782]);
        assert!(slow_count("carrera", "no position", 1).is_err());
    }

    #[test]
    fn a_wrong_count_is_an_error() {
        let row = Row { shows: None, fen: String::new(), depth: 1, nodes: 28, confirmed: Vec::new() };
        assert!(row.expect("slow", 28).is_ok());
        assert_eq!(row.expect("slow", 27).unwrap_err().to_string(), " depth 1: we count 28, slow 27");
    }
}
