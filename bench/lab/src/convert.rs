//! `cargo lab convert-bench`: how fast text is read and converted.
//!
//! Whole processes are timed, with one thread. Their input is made here and is the same on every machine.

mod games;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use campione_core::Variant;
use campione_workspace::{Build, Verdict};
use clap::Args;
use thousands::Separable;

/// The variants of the games in the file by default.
const GAMES: [&str; 8] =
    ["chess", "capablanca", "crc", "carrera", "modern-carrera", "archchess", "herb-garden", "courier-spiel"];

/// How often the memory of a process is sampled.
const TICK: Duration = Duration::from_millis(20);

#[derive(Args)]
pub(crate) struct Options {
    /// Megabytes of random games
    #[arg(long, value_name = "MB", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    mb: u64,
    /// Runs of each measurement
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Number of positions to convert from xfen to shredder
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    fens: u64,
    /// The variants that are played, in turn
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    games: Vec<String>,
    /// Write the games to this file and keep it
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// The binary of Campione; built if not given
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

/// One run of a process.
struct Run {
    seconds: f64,
    /// Peak memory in KiB, where the system reports it.
    memory: Option<u64>,
    out: String,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let ids: Vec<&str> =
        if options.games.is_empty() { GAMES.to_vec() } else { options.games.iter().map(String::as_str).collect() };
    let variants = ids.iter().map(|id| Ok(Variant::named(id)?)).collect::<anyhow::Result<Vec<_>>>()?;
    let campione = Build::named_or_built(options.binary.as_deref())?;
    let folder = tempfile::tempdir().context("a folder for the games")?;
    let large = options.keep.clone().unwrap_or_else(|| folder.path().join("games.pgn"));
    let small = folder.path().join("tenth.pgn");
    make(&small, options.mb * 100_000, &variants)?;
    make(&large, options.mb * 1_000_000, &variants)?;
    say!("`campione pgn FILE --threads 1`, random games of {} in turn, no comments:\n", ids.join(", "));
    say!("| MB | games | plies | million plies/s | MB/s | memory, MiB |");
    say!("|--:|--:|--:|--:|--:|--:|");
    for path in [&small, &large] {
        check(&campione, path, options.runs)?;
    }
    say!("\n`campione fen -v GAME - --to shredder --threads 1`, positions of random games:\n");
    say!("| game | positions | seconds | million a second | MB/s | memory, MiB |");
    say!("|---|--:|--:|--:|--:|--:|");
    for variant in &variants {
        convert(&campione, *variant, &folder.path().join("fens.txt"), options)?;
    }
    say!("\nThe best of {} runs, start-up included; memory is the peak of the process.", options.runs);
    Ok(Verdict::Good)
}

/// Writes whole games until there are this many bytes.
fn make(path: &Path, bytes: u64, variants: &[Variant]) -> anyhow::Result<()> {
    eprintln!("making {} MB of games", (bytes as f64 / 1e6).round());
    let mut file = BufWriter::new(File::create(path).with_context(|| path.display().to_string())?);
    let mut written = 0;
    for part in 0.. {
        for game in games::part(part, variants) {
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
        command.stdin(File::open(path)?).stdout(Stdio::null());
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

/// The fastest of some runs, with the highest peak memory of any.
fn best_of(runs: u32, mut run: impl FnMut() -> anyhow::Result<Run>) -> anyhow::Result<Run> {
    let mut best = run()?;
    for _ in 1..runs {
        let next = run()?;
        let memory = best.memory.max(next.memory);
        if next.seconds < best.seconds {
            best = next;
        }
        best.memory = memory;
    }
    Ok(best)
}

fn mebibytes(kib: Option<u64>) -> String {
    kib.map_or_else(|| "unknown".to_owned(), |kib| format!("{:.1}", kib as f64 / 1024.0))
}

/// A row of the table of games.
fn check(campione: &Path, path: &Path, runs: u32) -> anyhow::Result<()> {
    let best = best_of(runs, || {
        time(Command::new(campione).args(["pgn", "--threads", "1"]).arg(path).stdout(Stdio::piped()))
    })?;
    let words: Vec<&str> = best.out.split_whitespace().collect();
    let [games, "games,", plies, "plies:", _, "passed,", "0", "failed"] = words[..] else {
        anyhow::bail!("`campione pgn` says: {}", best.out.trim());
    };
    let bytes = std::fs::metadata(path)?.len();
    let count: u64 = plies.parse().context("the number of plies")?;
    say!(
        "| {:.0} | {} | {} | {:.2} | {:.0} | {} |",
        bytes as f64 / 1e6,
        games.separate_with_commas(),
        count.separate_with_commas(),
        count as f64 / best.seconds / 1e6,
        bytes as f64 / best.seconds / 1e6,
        mebibytes(best.memory),
    );
    Ok(())
}

/// Runs a process to its end.
fn time(command: &mut Command) -> anyhow::Result<Run> {
    let start = Instant::now();
    let child = command.stderr(Stdio::inherit()).spawn().context("cannot run campione")?;
    let status = format!("/proc/{}/status", child.id());
    let waiter = thread::spawn(move || child.wait_with_output().map(|output| (output, start.elapsed())));
    // The peak never falls, so the last sample is good enough.
    let mut memory = None;
    while !waiter.is_finished() {
        memory = memory.max(high_water_mark(&status));
        thread::sleep(TICK);
    }
    let Ok(done) = waiter.join() else { anyhow::bail!("the thread that waits for campione has panicked") };
    let (output, elapsed) = done?;
    ensure!(output.status.success(), "campione has failed");
    let out = String::from_utf8(output.stdout).context("its output")?;
    Ok(Run { seconds: elapsed.as_secs_f64(), memory, out })
}

/// The peak memory of a process in KiB, as Linux reports it.
fn high_water_mark(status: &str) -> Option<u64> {
    let text = std::fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
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
            make(&path, 10_000, &variants).unwrap();
            std::fs::read_to_string(path).unwrap()
        };
        let text = made("a");
        assert!(text.len() >= 10_000 && text.len() < 16_000, "{}", text.len());
        assert_eq!(text, made("b"));
        assert!(text.contains("[Variant \"archchess\"]"));
    }

    #[test]
    fn the_mark_of_this_process() {
        if cfg!(target_os = "linux") {
            assert!(high_water_mark("/proc/self/status").is_some_and(|kib| kib > 100));
        }
        assert_eq!(high_water_mark("/proc/none"), None);
    }
}
