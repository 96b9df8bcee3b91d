//! `cargo xtask crosscheck`: our counts compared with those of other programs.

use std::path::Path;

use anyhow::{Context, anyhow};
use campione_core::Variant;
use campione_driver::peers::{KnownVariant, Opened, PeerProgram};
use campione_driver::{Comparison, find};
use campione_movegen::{Position, divide, perft};
use campione_notation::{fen, uci};
use campione_variants::Known;
use clap::Args;
use rayon::prelude::*;

use crate::perft::slow_count;
use crate::positions::{from_play, from_suites};
use crate::{Usage, Verdict};

/// Above this many nodes, random positions are counted one ply less deep.
const MOST_NODES: u128 = 3_000_000;

#[derive(Args)]
pub(crate) struct Options {
    /// Random positions of each variant, besides the start position
    #[arg(long, value_name = "N", default_value_t = 10)]
    positions: u32,
    /// Depth to count, in plies
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Seed of the random play
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Count the positions of the committed suites too
    #[arg(long)]
    suites: bool,
    /// Only these variants
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    variant: Vec<String>,
    /// Only this program
    #[arg(long, value_name = "NAME")]
    program: Option<String>,
    /// Compare with our own slow generator too, in every variant
    #[arg(long)]
    slow: bool,
}

/// The result of comparing one variant.
#[derive(Default)]
struct Tally {
    agreed: u32,
    /// Of these, the positions in which the omitted rules make no difference.
    full: u32,
    nodes: u128,
    /// Positions that the program's FEN cannot express.
    unsayable: u32,
    differences: u32,
    /// What is printed: variants are compared at the same time, and told in their order.
    lines: Vec<String>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    for id in &options.variant {
        Variant::named(id).map_err(|unknown| Usage(anyhow!("--variant: {unknown}")))?;
    }
    if let Some(program) = options.program.as_deref().filter(|program| !PeerProgram::NAMES.contains(program)) {
        return Err(Usage(anyhow!("--program {program}: expected {}", PeerProgram::NAMES.join(" or "))).into());
    }
    let folder = tempfile::tempdir().context("a folder for descriptions of variants")?;
    let mut differences = 0;
    if options.slow {
        say!("the slow generator:");
        for id in Variant::ids().filter(|&id| is_asked(id, options)) {
            differences += compare_slow(id, options).with_context(|| id.to_owned())?;
        }
    }
    for name in PeerProgram::NAMES {
        if options.program.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let Some(path) = find(name) else {
            say!("skipped: {name} is not installed");
            continue;
        };
        say!("{name}: {}", path.display());
        differences += compare(name, &path, folder.path(), options).with_context(|| name.to_owned())?;
    }
    Ok(Verdict::of(differences as usize))
}

/// Compares all variants of a program at the same time; returns the number of differences.
fn compare(name: &str, path: &Path, folder: &Path, options: &Options) -> anyhow::Result<u32> {
    let program = PeerProgram::at(path, &[], folder)?;
    let asked: Vec<KnownVariant> = program.variants().filter(|known| is_asked(known.id, options)).collect();
    let tallies: Vec<anyhow::Result<Tally>> =
        asked.par_iter().map(|&known| compare_variant(name, &program, known, options)).collect();
    let mut differences = 0;
    for (known, tally) in asked.iter().zip(tallies) {
        let Tally { lines, differences: found, .. } = tally.with_context(|| known.id.to_owned())?;
        for line in lines {
            say!("  {line}");
        }
        differences += found;
    }
    Ok(differences)
}

fn is_asked(id: &str, options: &Options) -> bool {
    options.variant.is_empty() || options.variant.iter().any(|asked| asked == id)
}

/// Each variant has a seed of its own, so that the choice of variants does not change the positions.
fn seed(id: &str, options: &Options) -> u64 {
    id.bytes().fold(options.seed, |seed, byte| seed.wrapping_mul(257).wrapping_add(u64::from(byte)))
}

/// Compares a variant with our slow generator; returns the number of differences.
fn compare_slow(id: &str, options: &Options) -> anyhow::Result<u32> {
    let variant = Variant::named(id)?;
    let mut positions = from_play(variant, options.positions, seed(id, options))?;
    if options.suites {
        positions.extend(from_suites(variant, variant)?);
    }
    let counts: Vec<(u128, u128)> = positions
        .par_iter()
        .enumerate()
        .map(|(number, position)| {
            let depth = depth(position, number, options);
            Ok((perft(position, depth), slow_count(id, &fen::write(position), depth)?))
        })
        .collect::<anyhow::Result<_>>()?;
    let mut differences = 0;
    for (position, (ours, slow)) in positions.iter().zip(&counts).filter(|(_, (ours, slow))| ours != slow) {
        differences += 1;
        say!("  {id}: {}: we count {ours}, the slow generator {slow}", fen::write(position));
    }
    let nodes: u128 = counts.iter().map(|(ours, _)| ours).sum();
    let told = if differences == 0 { String::new() } else { format!(", {differences} DIFFER") };
    say!("  {id}: {} positions, {nodes} nodes{told}", positions.len());
    Ok(differences)
}

fn compare_variant(name: &str, program: &PeerProgram, known: KnownVariant, options: &Options) -> anyhow::Result<Tally> {
    let (shared, full) = (known.shared()?, known.full());
    let mut tally = Tally::default();
    let Some(mut opened) = program.open(known)? else {
        tally.lines.push(format!("{}: left out: it does not know this variant", known.id));
        return Ok(tally);
    };
    let mut positions = from_play(shared, options.positions, seed(known.id, options))?;
    if options.suites {
        positions.extend(from_suites(full, shared)?);
    }
    for (number, position) in positions.iter().enumerate() {
        let Some(fen) = opened.fen(position) else {
            tally.unsayable += 1;
            continue;
        };
        match opened.set_up(&fen)? {
            None => check(name, &mut opened, position, full, depth(position, number, options), &mut tally)?,
            // The program's version may be too old for our description.
            Some(read) if number == 0 && matches!(known.known, Known::Described(_)) => {
                tally.lines.push(format!(
                    "{}: left out: it cannot play this, and reads the start position as {read}",
                    known.id
                ));
                return Ok(tally);
            }
            Some(read) => {
                tally.differences += 1;
                tally.lines.push(format!("{}: {}: {name} reads {read}", known.id, fen::write(position)));
            }
        }
    }
    let Tally { agreed, full, nodes, unsayable, differences, .. } = tally;
    let confirmed = if known.is_full() { String::new() } else { format!(", {full} of them under the full rules") };
    let skipped = if unsayable == 0 { String::new() } else { format!(", {unsayable} cannot be expressed in its FEN") };
    tally.lines.push(format!(
        "{}{}: {agreed} positions agree, {nodes} nodes{confirmed}{skipped}{}",
        known.id,
        known.note(),
        if differences == 0 { String::new() } else { format!(", {differences} DIFFER") }
    ));
    Ok(tally)
}

fn depth(position: &Position, number: usize, options: &Options) -> u32 {
    if number > 0 && options.depth > 1 && perft(position, options.depth) > MOST_NODES {
        options.depth - 1
    } else {
        options.depth
    }
}

/// Compares one position.
fn check(
    name: &str,
    opened: &mut Opened,
    position: &Position,
    full: Variant,
    depth: u32,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let found = compared(opened, position, depth)?;
    let (ours, theirs) = found.nodes;
    if !found.differs() {
        tally.agreed += 1;
        tally.nodes += ours;
        let same = Position::new(&position.setup(), full).is_ok_and(|same| perft(&same, depth) == ours);
        tally.full += u32::from(same);
        return Ok(());
    }
    tally.differences += 1;
    let fen = fen::write(position);
    tally.lines.push(format!("{}: {fen}: depth {depth}: we count {ours}, {name} {theirs}", full.id()));
    tally.lines.extend(differences(&found, position, name).into_iter().map(|line| format!("  {line}")));
    Ok(())
}

/// The divides of the program and ours, side by side.
pub(crate) fn compared(opened: &mut Opened, position: &Position, depth: u32) -> anyhow::Result<Comparison> {
    let theirs = opened.divide(depth)?;
    Ok(Comparison::new(position, depth, &divide(position, depth), &theirs, opened.notation()))
}

/// The differences between two divides, one line for each move.
pub(crate) fn differences(found: &Comparison, position: &Position, name: &str) -> Vec<String> {
    let written = |mv| uci::write(mv, position);
    let missing = found.missing.iter().map(|&mv| format!("{}: {name} has no such move", written(mv)));
    let superfluous = found.superfluous.iter().map(|text| format!("{text}: we have no such move"));
    let different = found.different.iter().map(|other| {
        let (ours, theirs) = other.counts;
        format!("{}: we count {ours}, {name} {theirs}", written(other.mv))
    });
    missing.chain(superfluous).chain(different).collect()
}
