//! `cargo xtask san`: compares our SAN with that of pyffish, the Python module of Fairy-Stockfish, where it is installed.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, anyhow, ensure};
use campione_core::{SplitMix64, Variant};
use campione_driver::peers::{self, KnownVariant};
use campione_movegen::Position;
use campione_notation::dialect::Dialect;
use campione_notation::moves::MoveNotation;
use campione_notation::random;
use campione_variants::Known;
use clap::Args as ClapArgs;
use rayon::prelude::*;

use crate::check::Done;
use crate::{Verdict, python};

/// The Python script that answers our lines.
const SCRIPT: &str = include_str!("san.py");

/// Our variants, its names for them, and whether castling is as in Chess960 there.
fn known() -> impl Iterator<Item = (&'static str, &'static str, bool)> {
    peers::fairy_stockfish().filter_map(|KnownVariant { id, known }| match known {
        // Berolina's pawn is another kind of piece there, with a letter: `Pxe6`.
        Known::As("berolina") | Known::Described(_) => None,
        Known::As(name) => (name == id).then_some((id, name, false)),
        Known::Random(name) => Some((id, name, true)),
    })
}

#[derive(ClapArgs)]
pub(crate) struct Options {
    /// Random positions of each variant
    #[arg(long, default_value_t = 2000)]
    positions: u32,
    /// Only this variant
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// A Python that has pyffish; `python3` unless the environment variable `CAMPIONE_PYTHON` names one
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,
    /// Fail if pyffish is missing
    #[arg(long)]
    strict: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let python = python::python(options.python.as_deref());
    if let Some(Done::Skipped(why)) = python::lacks(&python, "pyffish") {
        say!("skipped: {why} (`pip install pyffish` brings it)");
        return Ok(if options.strict { Verdict::Bad } else { Verdict::Good });
    }
    let games: Vec<_> = known().filter(|(id, ..)| options.game.as_ref().is_none_or(|game| game == id)).collect();
    ensure!(!games.is_empty(), "--game: one of {}", known().map(|(id, ..)| id).collect::<Vec<_>>().join(", "));
    let compared: Vec<anyhow::Result<Vec<String>>> = games
        .par_iter()
        .map(|&(id, name, random_castling)| {
            compare(id, name, random_castling, options, &python).with_context(|| id.to_owned())
        })
        .collect();
    let mut complaints = 0;
    for ((id, ..), differences) in games.into_iter().zip(compared) {
        let differences = differences?;
        say!("{id}: {} positions, {} differences", options.positions, differences.len());
        for difference in differences.iter().take(5) {
            say!("  {difference}");
        }
        complaints += differences.len();
    }
    Ok(Verdict::of(complaints))
}

/// Random positions of a variant. If it has many arrays, all are equally likely.
fn positions(variant: Variant, count: u32) -> anyhow::Result<Vec<Position>> {
    let mut numbers = SplitMix64::new(2004);
    let mut positions = Vec::new();
    for _ in 0..count {
        let start = random::start(variant, &mut numbers);
        let position = *random::walk(&start, 2..=100, &mut numbers).context("random games end early")?.position();
        positions.push(position);
    }
    Ok(positions)
}

fn compare(
    id: &str,
    name: &str,
    random_castling: bool,
    options: &Options,
    python: &Path,
) -> anyhow::Result<Vec<String>> {
    let variant = Variant::named(id)?;
    let positions = positions(variant, options.positions)?;
    let mut lines = Vec::new();
    for position in &positions {
        lines.push(Dialect::Fairy.write(position, random_castling)?);
    }
    let mut child = Command::new(python)
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| python.display().to_string())?;
    let mut input = child.stdin.take().context("no pipe")?;
    let output = BufReader::new(child.stdout.take().context("no pipe")?);
    let questions: String = lines.iter().map(|fen| format!("{name}\t{random_castling}\t{fen}\n")).collect();
    let asking = thread::spawn(move || input.write_all(questions.as_bytes()));
    let mut differences = Vec::new();
    let mut answers = output.lines();
    for (position, fen) in positions.iter().zip(&lines) {
        let answer = answers.next().ok_or_else(|| anyhow!("pyffish has ended at {fen}"))??;
        let theirs: BTreeMap<&str, &str> = answer.split(' ').filter_map(|pair| pair.split_once('=')).collect();
        let coordinates = if random_castling { MoveNotation::Uci960 } else { MoveNotation::Uci };
        let mut ours = BTreeMap::new();
        for mv in position.legal_moves() {
            ours.insert(coordinates.write(mv, position)?, MoveNotation::San.write(mv, position)?);
        }
        if ours.len() != theirs.len() {
            differences.push(format!("{fen}: we have {} moves, pyffish {}", ours.len(), theirs.len()));
        }
        for (mv, san) in &ours {
            match theirs.get(mv.as_str()) {
                Some(other) if other == san => {}
                other => {
                    differences.push(format!("{fen}: {mv} is {san}, pyffish has {}", other.unwrap_or(&"no such move")));
                }
            }
        }
    }
    asking.join().map_err(|_| anyhow!("the thread that asks has ended"))??;
    ensure!(child.wait()?.success(), "pyffish has failed");
    Ok(differences)
}
