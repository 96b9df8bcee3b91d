//! `cargo lab convert-bench`: how fast text is read and converted, beside other programs that are installed.
//!
//! Whole processes are timed. Their input is made here and is the same on every machine.

mod chess;
mod games;
mod process;
mod readers;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;
use campione_core::Variant;
use campione_driver::find;
use campione_workspace::{Build, Verdict};
use clap::Args;
use thousands::Separable;

use self::process::{best_of, mebibytes, time};
use self::readers::{Games, HEAD, Reader, contest};
use crate::revision::Revision;

/// The variants of the games in the file by default.
const GAMES: [&str; 8] =
    ["chess", "capablanca", "crc", "carrera", "modern-carrera", "archchess", "herb-garden", "courier-spiel"];

/// The name under which the example `validate` of the crate `pgn-reader` is looked for.
const PGN_READER: &str = "pgn-reader-validate";

/// The name under which `pgn-extract` is looked for.
const PGN_EXTRACT: &str = "pgn-extract";

#[derive(Args)]
pub(crate) struct Options {
    /// Megabytes of random games of several variants
    #[arg(long, value_name = "MB", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    mb: u64,
    /// Megabytes of chess games that look like those of people, many with clocks and evaluations
    #[arg(long, value_name = "MB", default_value_t = 80, value_parser = clap::value_parser!(u64).range(1..))]
    chess_mb: u64,
    /// Runs of each measurement
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Number of positions to convert from xfen to shredder; 0 converts none
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    fens: u64,
    /// The variants of the random games, played in turn
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    games: Vec<String>,
    /// Write the files of games to this folder and keep them
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// The binary of Campione; built if not given
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// Time our program at this commit too; it is built
    #[arg(long, value_name = "COMMIT")]
    before: Option<String>,
    /// The example `validate` of the crate `pgn-reader`; by default it is looked for as `pgn-reader-validate`
    #[arg(long, value_name = "PATH")]
    pgn_reader: Option<PathBuf>,
    /// The program `pgn-extract`; by default it is looked for under this name
    #[arg(long, value_name = "PATH")]
    pgn_extract: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let ids: Vec<&str> =
        if options.games.is_empty() { GAMES.to_vec() } else { options.games.iter().map(String::as_str).collect() };
    let variants = ids.iter().map(|id| Ok(Variant::named(id)?)).collect::<anyhow::Result<Vec<_>>>()?;
    let campione = Build::named_or_built(options.binary.as_deref())?;
    let readers = readers(options, &campione)?;
    let temporary = tempfile::tempdir().context("a folder for the games")?;
    let folder = options.keep.as_deref().unwrap_or_else(|| temporary.path());
    let [chess, small, large] = ["chess.pgn", "tenth.pgn", "mixture.pgn"].map(|name| folder.join(name));
    let orthodox = Variant::named("chess")?;
    make(&chess, options.chess_mb * 1_000_000, |part| chess::part(part, orthodox))?;
    make(&small, options.mb * 100_000, |part| games::part(part, &variants))?;
    make(&large, options.mb * 1_000_000, |part| games::part(part, &variants))?;
    say!("Checks of every move. `chess` looks like games of people, three quarters with clocks; `mixture` has random");
    say!("games of {} in turn, no comments; `tenth` is its tenth part.\n\n{HEAD}", ids.join(", "));
    for (name, path) in [("chess", &chess), ("tenth", &small), ("mixture", &large)] {
        for row in contest(&Games { name, path, chess: name == "chess" }, &readers, options.runs)? {
            say!("{row}");
        }
    }
    if options.fens > 0 {
        say!("\n`campione fen -v GAME - --to shredder --threads 1`, positions of random games:\n");
        say!("| game | positions | seconds | million a second | MB/s | memory, MiB |");
        say!("|---|--:|--:|--:|--:|--:|");
        for variant in &variants {
            convert(&campione, *variant, &folder.join("fens.txt"), options)?;
        }
    }
    say!(
        "\nThe best of {} runs, start-up included; ratios are medians; memory is the peak of the process.",
        options.runs
    );
    Ok(Verdict::Good)
}

/// The programs that are timed, ours first. Those that are not installed are skipped, with a line.
fn readers(options: &Options, campione: &Path) -> anyhow::Result<Vec<Reader>> {
    let mut readers = vec![Reader::Ours(campione.to_owned()), Reader::AllCores(campione.to_owned())];
    if let Some(commit) = &options.before {
        let revision = Revision::find(commit)?;
        readers.push(Reader::Before { commit: revision.short().to_owned(), binary: revision.binary });
    }
    if let Some(path) = options.pgn_reader.clone().or_else(|| find(PGN_READER)) {
        readers.push(Reader::Shakmaty(path));
    } else {
        say!("skipped: {PGN_READER} is not installed (docs/background/performance.md says what it is)");
    }
    if let Some(path) = options.pgn_extract.clone().or_else(|| find(PGN_EXTRACT)) {
        readers.push(Reader::PgnExtract(path));
    } else {
        say!("skipped: {PGN_EXTRACT} is not installed");
    }
    Ok(readers)
}

/// Writes whole games until there are this many bytes.
fn make(path: &Path, bytes: u64, games: impl Fn(u64) -> Vec<String>) -> anyhow::Result<()> {
    eprintln!("making {} MB of games", (bytes as f64 / 1e6).round());
    let mut file = BufWriter::new(File::create(path).with_context(|| path.display().to_string())?);
    let mut written = 0;
    for part in 0.. {
        for game in games(part) {
            file.write_all(game.as_bytes())?;
            written += game.len() as u64;
            if written >= bytes {
                file.flush()?;
                return Ok(());
            }
        }
    }
    Ok(())
}

/// A row of the table of positions.
fn convert(campione: &Path, variant: Variant, path: &Path, options: &Options) -> anyhow::Result<()> {
    let mut file = BufWriter::new(File::create(path).with_context(|| path.display().to_string())?);
    games::positions(variant, options.fens, |fen| writeln!(file, "{fen}"))?;
    file.flush()?;
    let best = best_of(options.runs, || {
        let mut command = Command::new(campione);
        command.args(["fen", "-v", variant.id(), "-", "--to", "shredder", "--threads", "1"]);
        command.stdin(File::open(path)?).stdout(Stdio::null()).stderr(Stdio::inherit());
        time(&mut command)
    })?;
    say!(
        "| {} | {} | {:.2} | {:.2} | {:.0} | {} |",
        variant.id(),
        options.fens.separate_with_commas(),
        best.seconds,
        options.fens as f64 / best.seconds / 1e6,
        std::fs::metadata(path)?.len() as f64 / best.seconds / 1e6,
        mebibytes(best.memory),
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_the_same_every_time_and_of_their_size() {
        let folder = tempfile::tempdir().unwrap();
        let variants = [Variant::named("chess").unwrap(), Variant::named("archchess").unwrap()];
        let made = |name: &str| {
            let path = folder.path().join(name);
            make(&path, 10_000, |part| games::part(part, &variants)).unwrap();
            std::fs::read_to_string(path).unwrap()
        };
        let text = made("a");
        assert!(text.len() >= 10_000 && text.len() < 16_000, "{}", text.len());
        assert_eq!(text, made("b"));
        assert!(text.contains("[Variant \"archchess\"]"));
    }
}
