//! `cargo xtask soak`: keeps the engine busy for minutes, by each of its doors, and watches the memory.
//!
//! One process each of `campione uci`, `campione xboard` and Python with our package goes through all variants again and again:
//! searches, perft, new games, other sizes of the table, positions that it must refuse. Whatever is kept from one round to the next
//! shows as memory that grows.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use campione_core::Variant;
use campione_workspace::Build;
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

use crate::Verdict;
use crate::process::Process;
use crate::python::Environment;

/// The growth from one quarter to the next, in percent, that is no growth.
const ALLOWED: u64 = 1;

/// What Python does in a round: it reads the name of a variant and answers `done`.
const PYTHON: &str = "\
import sys
from campione import Board, Engine, FenError, Limit
engine = Engine(8)
for name in map(str.strip, sys.stdin):
    board = Board(name)
    while board.outcome() is None and board.ply() < 40:
        board.push(engine.play(board, Limit(nodes=200)).move)
    board.fen(), board.perft(1), board.copy(), list(board.legal_moves)
    try:
        Board(name, 'nonsense w - - 0 1')
        sys.exit('nonsense was read')
    except FenError:
        print('done', flush=True)
";

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// How long it runs
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    minutes: u64,
    /// A binary of campione that is built already
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// A Python that has the package; by default that of `bindings/python/check`, if it is there
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let campione = Build::named_or_built(options.binary.as_deref())?;
    let mut subjects = vec![
        Subject::start("uci", Command::new(&campione).arg("uci"), uci)?,
        Subject::start("xboard", Command::new(&campione).arg("xboard"), xboard)?,
    ];
    let checked = || Environment::of_check().map(|env| env.python);
    if let Some(python) = options.python.clone().or_else(checked) {
        subjects.push(Subject::start("python", Command::new(python).args(["-c", PYTHON]), python_round)?);
    } else {
        say!("python: skipped, run bindings/python/check first, or name a Python with --python");
    }
    let variants: Vec<&str> = Variant::all_ids().collect();
    let limit = Duration::from_secs(60 * options.minutes);
    let begin = Instant::now();
    while begin.elapsed() < limit || subjects[0].memory.len() < 4 {
        for subject in &mut subjects {
            for variant in &variants {
                (subject.round)(&mut subject.engine, variant)
                    .with_context(|| format!("{}, {variant}", subject.name))?;
            }
            let used = subject.engine.memory()?;
            subject.memory.push(used);
        }
        let used = subjects.iter().map(|subject| {
            format!("{} {} MiB", subject.name, subject.memory.last().map_or(0, |&bytes| mebibytes(bytes)))
        });
        say!("{:.0} s: {}", begin.elapsed().as_secs_f64(), used.collect::<Vec<_>>().join(", "));
    }
    let mut faults = 0;
    for Subject { name, memory, .. } in &subjects {
        let quarters = quarters(memory);
        let [second, third, last] = quarters.map(mebibytes);
        say!("{name}: {} rounds of {} variants: {second} MiB, then {third} and {last}", memory.len(), variants.len());
        if grows(quarters) {
            say!("{name}: the memory grows all the time");
            faults += 1;
        }
    }
    Ok(Verdict::of(faults))
}

fn mebibytes(bytes: u64) -> u64 {
    bytes >> 20
}

/// Work in one variant.
type Round = fn(&mut Engine, &str) -> anyhow::Result<()>;

/// One of the doors to the engine.
struct Subject {
    name: &'static str,
    engine: Engine,
    round: Round,
    /// The memory after each round through all variants, in bytes.
    memory: Vec<u64>,
}

impl Subject {
    fn start(name: &'static str, command: &mut Command, round: Round) -> anyhow::Result<Subject> {
        Ok(Subject { name, engine: Engine::start(command)?, round, memory: Vec::new() })
    }
}

fn uci(engine: &mut Engine, variant: &str) -> anyhow::Result<()> {
    engine.ask(&format!("uci\nsetoption name UCI_Variant value {variant}\nucinewgame\nisready"), "readyok")?;
    engine.ask("position startpos\ngo nodes 5000", "bestmove")?;
    engine.ask("go perft 2", "Nodes searched")?;
    engine.ask("position fen nonsense w - - 0 1\ngo depth 1", "bestmove 0000")?;
    for mebibytes in [8, 16] {
        engine.ask(&format!("setoption name Hash value {mebibytes}\nisready"), "readyok")?;
    }
    engine.ask("position startpos\ngo infinite\nstop", "bestmove")
}

fn xboard(engine: &mut Engine, variant: &str) -> anyhow::Result<()> {
    engine.ask(&format!("xboard\nprotover 2\nnew\nvariant {variant}\nping 1"), "pong 1")?;
    engine.ask("sd 3\ngo", "move")?;
    engine.ask("setboard nonsense", "tellusererror")?;
    engine.ask("usermove nonsense", "Illegal move")?;
    engine.ask("force\nundo\nanalyze\nexit\nping 2", "pong 2")?;
    for mebibytes in [8, 16] {
        engine.ask(&format!("memory {mebibytes}\nping 3"), "pong 3")?;
    }
    Ok(())
}

fn python_round(engine: &mut Engine, variant: &str) -> anyhow::Result<()> {
    engine.ask(variant, "done")
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
    fn start(command: &mut Command) -> anyhow::Result<Engine> {
        // With an arena for each thread glibc keeps freed memory for hundreds of rounds before it stays flat; with one, what grows is ours.
        command.env("MALLOC_ARENA_MAX", "1");
        let mut process = Process::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()))?;
        let input = process.0.stdin.take().context("the engine's input")?;
        let output = BufReader::new(process.0.stdout.take().context("the engine's output")?);
        Ok(Engine { process, input, output, system: System::new() })
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
