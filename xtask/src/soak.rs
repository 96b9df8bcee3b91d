//! `cargo xtask soak`: keeps one engine busy for minutes and watches its memory.
//!
//! One process of `campione uci` plays through all variants again and again: searches, perft, new games, other sizes of the table,
//! positions that it must refuse. Whatever is kept from one round to the next shows as memory that grows.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use campione_core::Variant;
use campione_workspace::Build;
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

use crate::Verdict;
use crate::process::Process;

/// The growth from one quarter to the next, in percent, that is no growth.
const ALLOWED: u64 = 1;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// How long it runs
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    minutes: u64,
    /// A binary of campione that is built already
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let campione = Build::named_or_built(options.binary.as_deref())?;
    let mut engine = Engine::start(&campione)?;
    let variants: Vec<&str> = Variant::all_ids().collect();
    let limit = Duration::from_secs(60 * options.minutes);
    let begin = Instant::now();
    let mut rounds = Vec::new();
    while begin.elapsed() < limit || rounds.len() < 4 {
        for variant in &variants {
            engine.round(variant)?;
        }
        rounds.push(engine.memory()?);
        say!("{:.0} s: {} MiB", begin.elapsed().as_secs_f64(), rounds[rounds.len() - 1] >> 20);
    }
    let quarters = quarters(&rounds);
    let [second, third, last] = quarters.map(|bytes| bytes >> 20);
    say!("{} rounds of {} variants: {second} MiB, then {third} and {last}", rounds.len(), variants.len());
    let grows = grows(quarters);
    if grows {
        say!("the memory grows all the time");
    }
    Ok(Verdict::of(usize::from(grows)))
}

/// Whether memory grows from each quarter to the next. One step is no growth: an allocator may keep a table that was freed.
fn grows(quarters: [u64; 3]) -> bool {
    quarters.windows(2).all(|pair| pair[1] * 100 > pair[0] * (100 + ALLOWED))
}

/// The medians of the second, third and last quarter: in the first, tables and nets are still read.
fn quarters(rounds: &[u64]) -> [u64; 3] {
    let median = |part: &[u64]| {
        let mut part = part.to_vec();
        part.sort_unstable();
        part[part.len() / 2]
    };
    let end = |quarter: usize| rounds.len() * quarter / 4;
    [1, 2, 3].map(|quarter| median(&rounds[end(quarter)..end(quarter + 1)]))
}

/// An engine at work.
struct Engine {
    process: Process,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    system: System,
}

impl Engine {
    fn start(campione: &Path) -> anyhow::Result<Engine> {
        let mut process =
            Process::start(Command::new(campione).arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()))?;
        let input = process.0.stdin.take().context("the engine's input")?;
        let output = BufReader::new(process.0.stdout.take().context("the engine's output")?);
        let mut engine = Engine { process, input, output, system: System::new() };
        engine.ask("uci", "uciok")?;
        Ok(engine)
    }

    /// Sends lines and reads until a line begins with what is expected.
    fn ask(&mut self, lines: &str, expected: &str) -> anyhow::Result<()> {
        writeln!(self.input, "{lines}").context("the engine has ended")?;
        let mut line = String::new();
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                bail!("the engine has ended after\n{lines}");
            }
            if line.starts_with(expected) {
                return Ok(());
            }
        }
    }

    /// Work in one variant.
    fn round(&mut self, variant: &str) -> anyhow::Result<()> {
        self.ask(&format!("setoption name UCI_Variant value {variant}\nucinewgame\nisready"), "readyok")?;
        self.ask("position startpos\ngo nodes 5000", "bestmove")?;
        self.ask("go perft 2", "Nodes searched")?;
        self.ask("position fen nonsense w - - 0 1\ngo depth 1", "bestmove 0000")?;
        for mebibytes in [8, 16] {
            self.ask(&format!("setoption name Hash value {mebibytes}\nisready"), "readyok")?;
        }
        self.ask("position startpos\ngo infinite\nstop", "bestmove")
    }

    /// The memory of the process, in bytes.
    fn memory(&mut self) -> anyhow::Result<u64> {
        let pid = Pid::from_u32(self.process.0.id());
        let memory = ProcessRefreshKind::nothing().with_memory();
        self.system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, memory);
        let found = self.system.process(pid).context("the engine has ended")?.memory();
        ensure!(found > 0, "this system does not say how much memory a process has");
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_quarter_does_not_count() {
        assert_eq!(quarters(&[1, 50, 51, 52]), [50, 51, 52]);
        assert_eq!(quarters(&[1, 2, 50, 40, 50, 50, 60, 61]), [50, 50, 61]);
        assert_eq!(quarters(&[9, 9, 9, 5, 4, 6, 7, 8, 7, 1, 2, 3]), [5, 7, 2]);
    }

    #[test]
    fn a_step_is_no_growth() {
        for (quarters, wanted) in [([93, 93, 109], false), ([93, 109, 109], false), ([100, 101, 103], false)] {
            assert_eq!(grows(quarters), wanted, "{quarters:?}");
        }
        assert!(grows([100, 102, 104]));
    }
}
