//! `cargo xtask clients`: runs the programs that people use with an engine. A program that is not installed is skipped.
//!
//! `XBoard` plays and shows every variant (`cargo xtask screen`), other engines play a game of each variant that they
//! know under our referee (`campione match`), python-chess drives the UCI side, and cutechess-cli lets the engine
//! play itself.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

use crate::check::{Checks, Done};
use crate::{Verdict, python, root};
use campione_core::Variant;
use campione_driver::find;
use campione_driver::peers::{self, KnownVariant, PeerProgram};
use campione_variants::{Foreign, Known};
use campione_workspace::Build;

/// The variants that other engines know by name, of small boards chess alone, of Sjaak without random arrays; and how each
/// engine is started.
fn opponents() -> [(&'static str, &'static str, Vec<KnownVariant>); 2] {
    let is_played = |game: &KnownVariant| is_large(game.id) || ["chess", "chess960"].contains(&game.id);
    let by_name = peers::fairy_stockfish().filter(|game| !matches!(game.known, Known::Described(_))).filter(is_played);
    let fixed = peers::sjaak().filter(|game| matches!(game.known, Known::As(_)));
    [("fairy-stockfish", "fairy-stockfish", by_name.collect()), ("sjaakii", "xboard:sjaakii", fixed.collect())]
}

/// The programs that are run here, besides python-chess.
const PROGRAMS: [&str; 4] = ["xboard", "fairy-stockfish", "sjaakii", "cutechess-cli"];

fn is_large(id: &str) -> bool {
    Variant::named(id).is_ok_and(|variant| variant.files() > 8)
}

/// The variants of cutechess on large boards; python-chess plays on small ones.
fn cutechess_games() -> impl Iterator<Item = &'static str> {
    Foreign::all().filter(|row| is_large(row.id)).filter_map(|row| row.cutechess)
}

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
    /// A binary of campione that is built already; by default one is built for release
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let python = python::python(options.python.as_deref());
    if !PROGRAMS.iter().any(|name| find(name).is_some()) && python::lacks(&python, "chess.engine").is_some() {
        say!("clients: skipped, there is no {}, and no python-chess", PROGRAMS.join(", no "));
        return Ok(Verdict::Good);
    }
    let campione = Build::named_or_built(options.binary.as_deref())?;
    let mut checks = Checks::default();
    checks.make("xboard", || screen(&campione, options.walks));
    for (program, engine, games) in opponents() {
        for game in games {
            checks.make(&format!("{program}, {}", game.id), || against(&campione, program, engine, game));
        }
    }
    checks.make("python-chess", || python_chess(&python, &campione));
    for game in cutechess_games() {
        checks.make(&format!("cutechess-cli, {game}"), || cutechess(&campione, game));
    }
    Ok(checks.verdict())
}

/// The path of a program, or the note that the check is skipped without it.
fn needed(program: &str) -> Result<PathBuf, Done> {
    find(program).ok_or_else(|| Done::Skipped("it is not installed".to_owned()))
}

/// Runs a program that must succeed; returns its output.
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

fn screen(campione: &Path, walks: u64) -> anyhow::Result<Done> {
    let said = output(own("screen")?.args(["--walks", &walks.to_string(), "--binary"]).arg(campione))?;
    Ok(Done::Good(said.trim_end().replace('\n', "\n  ")))
}

/// Two games under our referee.
fn against(campione: &Path, program: &str, engine: &str, game: KnownVariant) -> anyhow::Result<Done> {
    let path = match needed(program) {
        Ok(path) => path,
        Err(skipped) => return Ok(skipped),
    };
    // Its versions differ in the variants that they know.
    let folder = tempfile::tempdir()?;
    if PeerProgram::at(&path, &[], folder.path())?.open(game)?.is_none() {
        return Ok(Done::LeftOut("it does not know this variant".to_owned()));
    }
    let arguments = ["match", "--second", engine, "-v", game.id, "--tc", "1+0.02", "--games", "2"];
    let said = output(Command::new(campione).args(arguments))?;
    let line = said.lines().find(|line| line.starts_with("together")).context("it prints no result")?;
    Ok(Done::Good(line.split_whitespace().collect::<Vec<_>>().join(" ")))
}

fn python_chess(python: &Path, campione: &Path) -> anyhow::Result<Done> {
    if let Some(skipped) = python::lacks(python, "chess.engine") {
        return Ok(skipped);
    }
    let said = output(Command::new(python).arg(root().join(SCRIPT)).arg(campione))?;
    Ok(Done::Good(said.trim_end().replace('\n', ", ")))
}

/// Two games of the engine with itself.
fn cutechess(campione: &Path, game: &str) -> anyhow::Result<Done> {
    let mut command = match needed("cutechess-cli") {
        Ok(program) => Command::new(program),
        Err(skipped) => return Ok(skipped),
    };
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
    Ok(Done::Good(ends.join(", ")))
}
