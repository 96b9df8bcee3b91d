//! The counts of the kit's positions, and who agrees with them.

use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use campione_core::Variant;
use campione_driver::peers::{KnownVariant, Opened, PeerProgram};
use campione_movegen::{Perft, PerftTable, Position};
use campione_notation::kit::KitPosition;
use campione_reference as slow;
use rayon::prelude::*;

use super::choose::Chosen;

/// The greatest depth that is counted.
const DEEPEST: u32 = 5;
/// A position is counted a ply deeper if it has at most so many nodes.
const MOST_BEFORE: u64 = 1_500_000;
/// The size of the table that the counts of a variant share, in mebibytes.
const TABLE: usize = 256;
/// The most nodes that the slow generator counts of a position.
const MOST_SLOW: u64 = 10_000;
/// The most nodes that another program counts of a position.
const MOST_OF_OTHERS: u64 = 30_000;

/// The lines of positions with counts.
pub(super) fn of(variant: Variant, chosen: &[Chosen], witnesses: &mut Witnesses) -> anyhow::Result<Vec<KitPosition>> {
    let id = variant.id();
    let read;
    let rules = if let Ok(rules) = slow::Game::named(id) {
        rules
    } else {
        read = slow::Game::from_toml(&variant.spec().to_toml()).map_err(|error| anyhow!("{id}: {error}"))?;
        &read
    };
    let table = PerftTable::new(TABLE).context("not enough memory")?;
    let line = |(number, (position, origin)): (usize, &Chosen)| -> anyhow::Result<KitPosition> {
        let mut line = KitPosition::new(format!("{id}-{}", number + 1), position, (*origin).to_owned());
        line.counts = counts(position, &table);
        line.agree.insert("campione".to_owned(), line.counts.len() as u32);
        let depth = compare_slow(rules, &line).with_context(|| format!("{id}: {}", line.fen))?;
        line.agree.insert("campione-reference".to_owned(), depth);
        Ok(line)
    };
    let mut lines: Vec<KitPosition> = chosen.par_iter().enumerate().map(line).collect::<anyhow::Result<_>>()?;
    witnesses.count(variant, chosen, &mut lines)?;
    Ok(lines)
}

fn counts(position: &Position, table: &PerftTable) -> Vec<u64> {
    let mut counts: Vec<u64> = Vec::new();
    for depth in 1..=DEEPEST {
        if counts.last().is_some_and(|&nodes| nodes > MOST_BEFORE) {
            break;
        }
        let nodes = Perft::new().with_table(table).count(position, depth).and_then(|nodes| u64::try_from(nodes).ok());
        let Some(nodes) = nodes else { break };
        counts.push(nodes);
    }
    counts
}

/// Compares the slow generator's moves and counts. Returns the depth to which it has counted.
fn compare_slow(rules: &slow::Game, line: &KitPosition) -> anyhow::Result<u32> {
    let position =
        slow::Position::from_fen(rules, &line.fen).map_err(|error| anyhow!("the slow generator: {error}"))?;
    let mut moves: Vec<String> = position.legal_moves().into_iter().map(|(text, _)| text).collect();
    moves.sort_unstable();
    ensure!(moves == line.moves, "the slow generator has the moves {}", moves.join(" "));
    let mut depth = 0;
    for &nodes in line.counts.iter().take_while(|&&nodes| nodes <= MOST_SLOW) {
        depth += 1;
        let slow = position.perft(depth);
        ensure!(slow == u128::from(nodes), "depth {depth}: {nodes}, but the slow generator counts {slow}");
    }
    Ok(depth.max(1))
}

/// Other programs that count the positions.
#[derive(Default)]
pub(super) struct Witnesses {
    /// Each with the folder of the descriptions that it reads.
    programs: Vec<(PeerProgram, tempfile::TempDir)>,
    /// Where one of them counts otherwise. Which of us is right, is found out from the rules.
    pub(super) differences: Vec<String>,
}

impl Witnesses {
    pub(super) fn new(paths: &[PathBuf]) -> anyhow::Result<Witnesses> {
        let mut witnesses = Witnesses::default();
        for path in paths {
            let folder = tempfile::tempdir()?;
            let program = PeerProgram::at(path, &[], folder.path()).with_context(|| path.display().to_string())?;
            witnesses.programs.push((program, folder));
        }
        Ok(witnesses)
    }

    /// Notes the agreement of all programs that play the variant by all our rules.
    fn count(&mut self, variant: Variant, chosen: &[Chosen], lines: &mut [KitPosition]) -> anyhow::Result<()> {
        let each = chosen.len().div_ceil(rayon::current_num_threads()).max(1);
        for (program, _) in &self.programs {
            let plays = |known: &KnownVariant| known.id == variant.id() && known.is_full();
            let Some(known) = program.variants().find(plays) else { continue };
            // A process of its own for each thread.
            let parts = chosen.par_chunks(each).zip(lines.par_chunks_mut(each));
            let differences: Vec<Vec<String>> = parts
                .map(|(chosen, lines)| count_part(program, known, chosen, lines))
                .collect::<anyhow::Result<_>>()?;
            self.differences.extend(differences.into_iter().flatten());
        }
        Ok(())
    }
}

/// Counts some of the positions in one process. Returns where it counts otherwise.
fn count_part(
    program: &PeerProgram,
    known: KnownVariant,
    chosen: &[Chosen],
    lines: &mut [KitPosition],
) -> anyhow::Result<Vec<String>> {
    let mut differences = Vec::new();
    let Some(mut opened) = program.open(known)? else { return Ok(differences) };
    for ((position, _), line) in chosen.iter().zip(lines) {
        // What the program cannot be told, it does not count.
        let Some(fen) = opened.fen(position) else { continue };
        if opened.set_up(&fen)?.is_some() {
            continue;
        }
        match depth_of_agreement(&mut opened, &line.counts)? {
            Ok(depth) => {
                line.agree.insert(opened.version().to_owned(), depth);
            }
            Err((depth, nodes)) => differences.push(format!(
                "{}: {}: depth {depth}: {} counts {nodes}, we {}",
                known.id,
                line.fen,
                opened.version(),
                line.counts[depth as usize - 1],
            )),
        }
    }
    Ok(differences)
}

/// The depth to which a program agrees, or the first depth and count that differ.
fn depth_of_agreement(opened: &mut Opened, counts: &[u64]) -> anyhow::Result<Result<u32, (u32, u128)>> {
    let mut depth = 0;
    for &nodes in counts.iter().take_while(|&&nodes| nodes <= MOST_OF_OTHERS) {
        depth += 1;
        let divide = opened.divide(depth)?;
        let total = divide.total.unwrap_or_else(|| divide.sum());
        if total != u128::from(nodes) {
            return Ok(Err((depth, total)));
        }
    }
    Ok(Ok(depth))
}
