//! Programs that read files of games, timed in alternation.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;
use thousands::Separable;

use super::process::{Run, better, mebibytes, time};
use crate::compare::statistics::Spread;

/// A program that checks the moves of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reader {
    /// Ours, with one thread.
    Ours(PathBuf),
    /// Ours, with as many threads as it likes.
    AllCores(PathBuf),
    /// Ours at a commit, with one thread.
    Before { commit: String, binary: PathBuf },
    /// The example `validate` of the crate `pgn-reader`, which plays moves by `shakmaty`.
    Shakmaty(PathBuf),
    /// `pgn-extract`.
    PgnExtract(PathBuf),
}

impl Reader {
    /// Its name in a table.
    fn name(&self) -> String {
        match self {
            Reader::Ours(_) => "campione, one thread".to_owned(),
            Reader::AllCores(_) => "campione".to_owned(),
            Reader::Before { commit, .. } => format!("campione at {commit}, one thread"),
            Reader::Shakmaty(_) => "pgn-reader with shakmaty".to_owned(),
            Reader::PgnExtract(_) => "pgn-extract".to_owned(),
        }
    }

    /// Whether it knows variants other than chess.
    fn knows_variants(&self) -> bool {
        !matches!(self, Reader::Shakmaty(_) | Reader::PgnExtract(_))
    }

    /// The process that checks a file.
    fn command(&self, file: &Path) -> Command {
        let (program, args): (_, &[&str]) = match self {
            Reader::Ours(path) | Reader::Before { binary: path, .. } => (path, &["pgn", "--threads", "1"]),
            Reader::AllCores(path) => (path, &["pgn"]),
            Reader::Shakmaty(path) => (path, &[]),
            // It reports errors and writes no game.
            Reader::PgnExtract(path) => (path, &["-s", "-r"]),
        };
        let mut command = Command::new(program);
        command.args(args).arg(file).stdin(Stdio::null()).stdout(Stdio::piped());
        // `pgn-extract` tells its progress there.
        command.stderr(if self.knows_variants() { Stdio::inherit() } else { Stdio::null() });
        command
    }
}

/// A file of games.
pub(super) struct Games<'a> {
    /// Its name in a table.
    pub(super) name: &'a str,
    pub(super) path: &'a Path,
    /// Whether only chess is in it.
    pub(super) chess: bool,
}

/// The head of the table.
pub(super) const HEAD: &str = "| file | MB | games | plies | program | million plies/s | MB/s | memory, MiB | ours / theirs | min–max |\n\
     |---|--:|--:|--:|---|--:|--:|--:|--:|:-:|";

/// Times the readers on a file, in turn, and returns their rows. The first must be ours.
pub(super) fn contest(games: &Games<'_>, readers: &[Reader], runs: u32) -> anyhow::Result<Vec<String>> {
    let readers: Vec<&Reader> = readers.iter().filter(|reader| games.chess || reader.knows_variants()).collect();
    let mut all: Vec<Vec<Run>> = readers.iter().map(|_| Vec::new()).collect();
    for _ in 0..runs {
        for (reader, runs) in readers.iter().zip(&mut all) {
            runs.push(time(&mut reader.command(games.path))?);
        }
    }
    let ours: Vec<f64> = all[0].iter().map(|run| run.seconds).collect();
    let (count, plies) = counts(&all[0][0].out)?;
    let bytes = std::fs::metadata(games.path)?.len();
    let mut rows = Vec::new();
    for (reader, runs) in readers.iter().zip(all) {
        let ratios = Spread::of(runs.iter().zip(&ours).map(|(run, ours)| run.seconds / ours)).context("no runs")?;
        let best = runs.into_iter().reduce(better).context("no runs")?;
        rows.push(format!(
            "| {} | {:.0} | {} | {} | {} | {:.2} | {:.0} | {} | {:.2} | {:.2}–{:.2} |",
            games.name,
            bytes as f64 / 1e6,
            count.separate_with_commas(),
            plies.separate_with_commas(),
            reader.name(),
            plies as f64 / best.seconds / 1e6,
            bytes as f64 / best.seconds / 1e6,
            mebibytes(best.memory),
            ratios.median,
            ratios.min,
            ratios.max,
        ));
    }
    Ok(rows)
}

/// The games and plies that `campione pgn` has counted. All must have passed.
fn counts(out: &str) -> anyhow::Result<(u64, u64)> {
    let words: Vec<&str> = out.split_whitespace().collect();
    let [games, "games,", plies, "plies:", _, "passed,", "0", "failed"] = words[..] else {
        anyhow::bail!("`campione pgn` says: {}", out.trim());
    };
    Ok((games.parse().context("the number of games")?, plies.parse().context("the number of plies")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_campione_counts() {
        assert_eq!(counts("12 games, 1500 plies: 12 passed, 0 failed\n").unwrap(), (12, 1500));
        assert!(counts("12 games, 1500 plies: 11 passed, 1 failed\n").is_err());
    }

    #[test]
    fn only_ours_know_variants() {
        let path = || PathBuf::from("program");
        let before = Reader::Before { commit: "1234".to_owned(), binary: path() };
        for reader in [Reader::Ours(path()), Reader::AllCores(path()), before] {
            assert!(reader.knows_variants(), "{}", reader.name());
        }
        assert!(!Reader::Shakmaty(path()).knows_variants() && !Reader::PgnExtract(path()).knows_variants());
    }
}
