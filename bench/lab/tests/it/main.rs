//! Tests of the laboratory's public interface.

mod bytes;
#[cfg(unix)]
mod killed;
mod nets;
mod packing;
mod puzzles;
mod python;
mod recorder;
mod suites;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use campione_core::Variant;
use campione_lab::data::file::Reader;
use campione_lab::data::game::RecordedGame;
use campione_lab::selfplay::{Done, Options, run};
use clap::Parser;

#[derive(Parser)]
#[command(args_override_self = true)]
struct Line {
    #[command(flatten)]
    options: Options,
}

/// The size of a sample: the larger one where `CAMPIONE_THOROUGH` is set, as `cargo xtask thorough` sets it.
fn sample<T>(everyday: T, thorough: T) -> T {
    if std::env::var_os("CAMPIONE_THOROUGH").is_some() { thorough } else { everyday }
}

/// Options for very quick games.
fn options(folder: &Path, more: &[&str]) -> Options {
    let to = folder.display().to_string();
    let few = ["lab", "--to", &to, "--mix", "carrera=1,crc=2,archchess=1", "--nodes", "20", "--hash", "1"];
    Line::parse_from(few.iter().chain(more)).options
}

fn record(folder: &Path, more: &[&str]) -> anyhow::Result<Done> {
    run(&options(folder, more), &AtomicBool::new(false))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "games"));
    files.sort();
    files
}

/// All games of a folder by number, and their variants.
fn games(folder: &Path) -> (Vec<RecordedGame>, Vec<Variant>) {
    let (mut games, mut variants) = (Vec::new(), Vec::new());
    for file in files(folder) {
        let mut reader = Reader::open(&file).unwrap();
        variants = reader.header().variants.iter().map(|rules| rules.variant().unwrap()).collect();
        while let Some(block) = reader.block().unwrap() {
            games.extend(block.games);
        }
    }
    games.sort_by_key(|game| game.number);
    (games, variants)
}

/// The place where the first block of a file begins.
fn first_block(bytes: &[u8]) -> usize {
    bytes.windows(4).position(|four| four == b"BLCK").unwrap()
}
