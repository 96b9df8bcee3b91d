//! `cargo xtask fuzz`: runs the fuzz targets of `xtask/fuzz` for some minutes each, where cargo-fuzz is installed.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, ensure};
use comfy_table::{CellAlignment, Table, presets};
use rayon::prelude::*;
use serde::Deserialize;

use crate::{Usage, Verdict, root};

/// The folder of the targets, relative to the workspace.
const FOLDER: &str = "xtask/fuzz";

/// Time limit for one input, in seconds; a longer run is a finding.
const PATIENCE: u32 = 60;

/// Memory limit, in mebibytes; more is a finding. The address sanitizer needs a part of it.
const MEMORY: u32 = 4096;

/// The number of last lines printed when a target has a finding.
const LAST_LINES: usize = 60;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// How long each target runs; 0 runs only the kept inputs
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(..=100_000))]
    minutes: u32,
    /// How many targets run at the same time
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Folder for inputs that reach new code, with a subfolder for each target; thrown away by default
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Only these targets
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let installed = cargo_fuzz("--version").stderr(Stdio::null()).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        say!(
            "fuzz: skipped, there is no `cargo +nightly fuzz` (rustup toolchain install nightly --profile minimal; \
            cargo install --locked cargo-fuzz)"
        );
        return Ok(Verdict::Good);
    }
    let targets = targets(&options.targets)?;
    let built = cargo_fuzz("build").args(["--fuzz-dir", FOLDER]).args(single(&targets)).status().context("cargo")?;
    ensure!(built.success(), "the targets cannot be built");
    let temporary = tempfile::tempdir()?;
    // The targets run in another folder, so the paths must be absolute.
    let keep = std::path::absolute(options.keep.as_deref().unwrap_or(temporary.path()))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(options.jobs)).build()?;
    let runs = pool.install(|| {
        // A simple queue: all targets take equally long.
        let runs = targets.par_iter().with_max_len(1).map(|target| fuzz(target, options.minutes, &keep));
        runs.collect::<anyhow::Result<Vec<Run>>>()
    })?;
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(["target", "executions", "a second", "cov", "ft", "corpus", "findings"]);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for (target, run) in targets.iter().zip(&runs) {
        let Status { executions, coverage, features, corpus } = &run.status;
        let speed = executions / (60 * u64::from(options.minutes)).max(1);
        let numbers = [*executions, speed, *coverage, *features, *corpus, u64::from(run.finding.is_some())];
        table.add_row(std::iter::once(target.clone()).chain(numbers.map(|number| number.to_string())));
    }
    say!("{table}");
    let findings: Vec<_> =
        targets.iter().zip(&runs).filter_map(|(target, run)| Some((target, run.finding.as_ref()?))).collect();
    for (target, lines) in &findings {
        say!("\n{target}:\n{}", lines.join("\n"));
    }
    Ok(Verdict::of(findings.len()))
}

/// `cargo +nightly fuzz` in the folder of the workspace.
fn cargo_fuzz(command: &str) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.args(["+nightly", "fuzz", command]).current_dir(root());
    cargo
}

/// The target to build if there is only one; otherwise all are built.
fn single(targets: &[String]) -> Option<&String> {
    targets.first().filter(|_| targets.len() == 1)
}

/// The targets named, or all.
fn targets(named: &[String]) -> anyhow::Result<Vec<String>> {
    let path = root().join(FOLDER).join("Cargo.toml");
    let manifest: toml::Table = fs::read_to_string(&path).with_context(|| path.display().to_string())?.parse()?;
    let all = manifest.get("bin").and_then(toml::Value::as_array).into_iter().flatten();
    let all: Vec<String> = all.filter_map(|bin| Some(bin.get("name")?.as_str()?.to_owned())).collect();
    if let Some(unknown) = named.iter().find(|name| !all.contains(name)) {
        return Err(Usage(anyhow!("there is no target `{unknown}`: expected {}", all.join(", "))).into());
    }
    Ok(if named.is_empty() { all } else { named.to_vec() })
}

/// The longest input of a target, in bytes.
fn longest(target: &str) -> u32 {
    match target {
        "fen" | "differential" => 256,
        "moves" | "checkpoint" => 512,
        "pgn" | "uci" | "xboard" | "verify" => 2048,
        "net" => 16_384,
        _ => 4096,
    }
}

/// The result of a target.
struct Run {
    status: Status,
    /// The last lines of a target with a finding.
    finding: Option<Vec<String>>,
}

/// The numbers in libFuzzer's last status line: executions, edges and features reached, and the inputs that reach them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Status {
    executions: u64,
    coverage: u64,
    features: u64,
    corpus: u64,
}

impl Status {
    /// Parses `#1048576 pulse  cov: 3042 ft: 10230 corp: 812/91Kb …`.
    fn read(line: &str) -> Option<Status> {
        let mut words = line.split_whitespace();
        let executions = words.next()?.strip_prefix('#')?.parse().ok()?;
        let number = |name: &str| {
            let mut words = words.clone().skip_while(|&word| word != name).skip(1);
            words.next().and_then(|word| word.split('/').next()?.parse().ok())
        };
        Some(Status {
            executions,
            coverage: number("cov:")?,
            features: number("ft:")?,
            corpus: number("corp:").unwrap_or_default(),
        })
    }
}

/// An input of `corpus/TARGET.json`, which has each under its name.
#[derive(Deserialize)]
#[serde(untagged)]
enum Seed {
    /// Text, without the ends of its lines.
    Lines(Vec<String>),
    /// Bytes that are not UTF-8, two hexadecimal digits each.
    Hex(String),
}

impl Seed {
    fn bytes(&self) -> anyhow::Result<Vec<u8>> {
        match self {
            Seed::Lines(lines) => Ok(lines.join("\n").into_bytes()),
            Seed::Hex(digits) => {
                let pair = |pair: &[u8]| Ok(u8::from_str_radix(std::str::from_utf8(pair)?, 16)?);
                ensure!(digits.len().is_multiple_of(2), "`{digits}` has an odd number of digits");
                digits.as_bytes().chunks(2).map(pair).collect()
            }
        }
    }
}

/// Writes the inputs of `TARGET.json` in the corpus as files into the folder `to/TARGET`, and returns their number.
fn unpack(target: &str, corpus: &Path, to: &Path) -> anyhow::Result<usize> {
    let path = corpus.join(format!("{target}.json"));
    let named = || path.display().to_string();
    let seeds: BTreeMap<String, Seed> =
        serde_json::from_str(&fs::read_to_string(&path).with_context(named)?).with_context(named)?;
    let folder = to.join(target);
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for (name, seed) in &seeds {
        let bytes = seed.bytes().with_context(|| format!("{}: {name}", named()))?;
        fs::write(folder.join(name), bytes).with_context(|| folder.join(name).display().to_string())?;
    }
    Ok(seeds.len())
}

/// The words of a target in `dictionaries.txt`, which has a section `[TARGET]` for each that has words.
fn dictionary(target: &str) -> anyhow::Result<Option<String>> {
    let path = root().join(FOLDER).join("dictionaries.txt");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut lines = text.lines().skip_while(|line| *line != format!("[{target}]"));
    Ok(lines.next().map(|_| lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n") + "\n"))
}

/// Runs a target.
fn fuzz(target: &str, minutes: u32, keep: &Path) -> anyhow::Result<Run> {
    // Where cargo-fuzz looks for them.
    let corpus = root().join(FOLDER).join("corpus");
    unpack(target, &corpus, &corpus)?;
    let found = keep.join(target);
    fs::create_dir_all(&found).with_context(|| found.display().to_string())?;
    let mut command = cargo_fuzz("run");
    // libFuzzer writes new inputs to the first folder.
    command.args(["--fuzz-dir", FOLDER, target]).arg(&found).arg(format!("{FOLDER}/corpus/{target}")).arg("--");
    command.args([
        match minutes {
            0 => "-runs=0".to_owned(),
            minutes => format!("-max_total_time={}", minutes * 60),
        },
        format!("-max_len={}", longest(target)),
        format!("-timeout={PATIENCE}"),
        format!("-rss_limit_mb={MEMORY}"),
    ]);
    let words = tempfile::NamedTempFile::new()?;
    if let Some(dictionary) = dictionary(target)? {
        fs::write(words.path(), dictionary).with_context(|| words.path().display().to_string())?;
        command.arg(format!("-dict={}", words.path().display()));
    }
    if matches!(target, "uci" | "xboard") {
        // The output is not needed, and memory held by a session's threads at its end is not a leak.
        command.args(["-close_fd_mask=1", "-detect_leaks=0"]);
    }
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().context("cargo")?;
    let mut status = Status::default();
    let mut last = VecDeque::new();
    for line in BufReader::new(child.stderr.take().context("no standard error")?).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        status = Status::read(&line).unwrap_or(status);
        last.push_back(line);
        if last.len() > LAST_LINES {
            last.pop_front();
        }
    }
    let finding = if child.wait()?.success() { None } else { Some(last.into()) };
    Ok(Run { status, finding })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_of_libfuzzer() {
        let line = "#1048576\tpulse  cov: 3042 ft: 10230 corp: 812/91Kb lim: 256 exec/s: 9362 rss: 412Mb";
        let status = Status { executions: 1_048_576, coverage: 3042, features: 10230, corpus: 812 };
        assert_eq!(Status::read(line), Some(status));
        assert_eq!(Status::read("#2\tINITED exec/s: 0 rss: 40Mb"), None);
        assert_eq!(Status::read("    #7 0x55d8 in main"), None);
    }

    #[test]
    fn every_target_has_a_corpus() {
        let folder = root().join(FOLDER);
        let unpacked = tempfile::tempdir().unwrap();
        for target in targets(&[]).unwrap() {
            assert!(unpack(&target, &folder.join("corpus"), unpacked.path()).unwrap() > 0, "{target}");
            assert!(folder.join("targets").join(format!("{target}.rs")).is_file(), "{target}");
        }
        assert_eq!(fs::read(unpacked.path().join("verify/arrays")).unwrap().last(), Some(&b'\n'));
        assert_eq!(fs::read(unpacked.path().join("net/whole")).unwrap().len(), 5608);
        assert!(targets(&["nothing".to_owned()]).unwrap_err().is::<Usage>());
    }

    #[test]
    fn dictionaries_are_of_targets() {
        let targets = targets(&[]).unwrap();
        let text = fs::read_to_string(root().join(FOLDER).join("dictionaries.txt")).unwrap();
        let named = text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
        for name in named {
            assert!(targets.iter().any(|target| target == name), "{name}");
            let words = dictionary(name).unwrap().unwrap();
            assert!(words.lines().all(|line| line.starts_with(['#', '"'])), "{words}");
            assert!(words.lines().count() > 4, "{words}");
        }
        assert!(dictionary("pgn").unwrap().unwrap().contains("\"1. \"\n"));
        assert_eq!(dictionary("net").unwrap(), None);
    }
}
