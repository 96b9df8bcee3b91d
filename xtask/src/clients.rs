//! `cargo xtask clients`: the programs that people use with an engine, for real. What is not installed is skipped.
//!
//! `XBoard` plays and shows every game (`cargo xtask screen`), other engines play a game of each companion under our
//! referee (`cargo xtask match`), python-chess drives the UCI side, and cutechess-cli lets the engine play itself.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, ensure};

use crate::engine::find;
use crate::{Verdict, binary, root};

/// The games of others that other engines know too, and how each engine is started.
const OPPONENTS: [(&str, &str, &[&str]); 2] = [
    (
        "fairy-stockfish",
        "fairy-stockfish",
        &["capablanca", "gothic", "embassy", "janus", "bird", "modern-carrera", "crc", "chess", "chess960"],
    ),
    ("sjaakii", "xboard:sjaakii", &["capablanca", "gothic", "bird", "modern-carrera", "chess"]),
];

/// The games of cutechess.
const CUTECHESS: [&str; 5] = ["capablanca", "gothic", "embassy", "janus", "caparandom"];

/// The script for python-chess.
const SCRIPT: &str = "docs/examples/python_chess.py";

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Recited games of each variant in `XBoard`
    #[arg(long, default_value_t = 4)]
    walks: u64,
    /// A Python that has the module `chess`; `python3` unless the environment variable `CAMPIONE_PYTHON` names one
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,
    /// A release binary of campione that is built already
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let campione = options.binary.clone().map_or_else(binary::build, |path| Ok(path.canonicalize()?))?;
    let python = options.python.clone().or_else(|| std::env::var_os("CAMPIONE_PYTHON").map(PathBuf::from));
    let python = python.unwrap_or_else(|| PathBuf::from("python3"));
    let mut faults = 0;
    let mut tell = |what: String, begin: Instant, result: anyhow::Result<Option<String>>| match result {
        Ok(Some(done)) => say!("{what}: {done} ({:.0} s)", begin.elapsed().as_secs_f64()),
        Ok(None) => say!("{what}: skipped, it is not installed"),
        Err(error) => {
            faults += 1;
            say!("{what}: FAILED: {error:#}");
        }
    };
    let begin = Instant::now();
    tell("xboard".to_owned(), begin, screen(&campione, options.walks).map(Some));
    for (program, engine, games) in OPPONENTS {
        if find(program).is_none() {
            tell(program.to_owned(), Instant::now(), Ok(None));
            continue;
        }
        for game in games {
            tell(format!("{program}, {game}"), Instant::now(), against(engine, game).map(Some));
        }
    }
    tell("python-chess".to_owned(), Instant::now(), python_chess(&python, &campione));
    for game in CUTECHESS {
        tell(format!("cutechess-cli, {game}"), Instant::now(), cutechess(&campione, game));
    }
    Ok(Verdict::of(faults))
}

/// What a program prints that must end well.
fn output(command: &mut Command) -> anyhow::Result<String> {
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("{}", command.get_program().display()))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure!(output.status.success(), "{}\n{said}{}", output.status, String::from_utf8_lossy(&output.stderr));
    Ok(said)
}

fn own(chore: &str) -> anyhow::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(chore);
    Ok(command)
}

fn screen(campione: &Path, walks: u64) -> anyhow::Result<String> {
    let said = output(own("screen")?.args(["--walks", &walks.to_string(), "--binary"]).arg(campione))?;
    Ok(said.trim_end().replace('\n', "\n  "))
}

/// Two games under our referee.
fn against(engine: &str, game: &str) -> anyhow::Result<String> {
    let said = output(own("match")?.args(["--second", engine, "-v", game, "--first-pace", "1+0.02", "--games", "2"]))?;
    let line = said.lines().find(|line| line.starts_with("together")).context("it tells no result")?;
    Ok(line.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn python_chess(python: &Path, campione: &Path) -> anyhow::Result<Option<String>> {
    let found = Command::new(python).args(["-c", "import chess.engine"]).stderr(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    let said = output(Command::new(python).arg(root().join(SCRIPT)).arg(campione))?;
    Ok(Some(said.trim_end().replace('\n', ", ")))
}

/// Two games of the engine with itself.
fn cutechess(campione: &Path, game: &str) -> anyhow::Result<Option<String>> {
    let Some(program) = find("cutechess-cli") else { return Ok(None) };
    let mut command = Command::new(program);
    let engine: OsString = [OsString::from("cmd="), campione.into()].into_iter().collect();
    for name in ["name=first", "name=second"] {
        command.args(["-engine", name, "arg=uci"]).arg(&engine);
    }
    command.args(["-each", "proto=uci", "tc=1+0.02", "-variant", game, "-games", "2", "-rounds", "1"]);
    let said = output(&mut command)?;
    let end = said.lines().filter(|line| line.starts_with("Finished game"));
    let ends: Vec<&str> = end.filter_map(|line| line.split_once('{')?.1.strip_suffix('}')).collect();
    let fair = |end: &&str| !["illegal", "time", "stalls", "disconnects"].iter().any(|word| end.contains(word));
    ensure!(ends.len() == 2 && ends.iter().all(fair), "{said}");
    Ok(Some(ends.join(", ")))
}
