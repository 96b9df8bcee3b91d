//! `cargo xtask cluster`: runs what docs/guide/cluster.md shows.
//!
//! The work units of one count go to a dask cluster (one worker is killed in the middle), to GNU parallel, and to the
//! array script for Slurm, run by a shell. Each time the results must add up to the known count. A program that is not
//! installed is skipped.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use tempfile::TempDir;

use crate::check::{Checks, Done};
use crate::process::{self, Process};
use crate::{Verdict, python, root};
use campione_driver::find;
use campione_workspace::Build;

/// The count: variant, depth, plies of the split, units and nodes.
const GAME: &str = "capablanca";
const DEPTH: &str = "6";
const PLIES: &str = "2";
const UNITS: usize = 784;
const NODES: &str = "nodes: 1015802437";

/// Longer than any of the runs takes, even on a busy machine.
const LIMIT: Duration = Duration::from_secs(180);

/// The page, and the scripts that it quotes in full.
const PAGE: &str = "docs/guide/cluster.md";
const DASK: &str = "docs/examples/dask_perft.py";
const SLURM: &str = "docs/examples/perft.sbatch";
const PARALLEL_FILES: &str = "parallel 'campione perft --units {} --threads 1' ::: parts/*\n";
const PARALLEL_PIPE: &str = "touch results.tsv
test -z \"$(tail -c 1 results.tsv)\" || sed -i '$d' results.tsv
cut -f 1-4 results.tsv | grep -vxFf - units.tsv |
    parallel --pipe -N 50 'campione perft --units - --threads 1' >> results.tsv
";

#[derive(Args)]
pub(crate) struct Options {
    /// A Python that has the module `distributed`; `python3` unless the environment variable `CAMPIONE_PYTHON` names one
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,
    /// A binary of campione that is built already
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let campione = Build::named_or_built(options.binary.as_deref())?;
    let mut python = python::python(options.python.as_deref());
    if python.components().count() > 1 {
        // The programs run in another folder. A symbolic link is kept: a virtual environment depends on it.
        python = std::path::absolute(&python)?;
    }
    let mut checks = Checks::default();
    checks.make("page", page);
    checks.make("slurm", || slurm(&campione));
    checks.make("parallel", || parallel(&campione));
    checks.make("dask", || dask(&campione, &python));
    Ok(checks.verdict())
}

/// Checks that the page shows what is run here.
fn page() -> anyhow::Result<Done> {
    let page = fs::read_to_string(root().join(PAGE)).context(PAGE)?;
    for script in [DASK, SLURM] {
        let text = fs::read_to_string(root().join(script)).context(script)?;
        ensure!(page.contains(&format!("\n{text}```\n")), "{PAGE} does not show {script} as it is");
    }
    for commands in [PARALLEL_FILES, PARALLEL_PIPE] {
        ensure!(
            page.contains(&format!("\n{commands}")),
            "{PAGE} does not show these commands, which are run here:\n{commands}"
        );
    }
    Ok(Done::Good(format!("{PAGE} shows the scripts as they are")))
}

/// The array script, one task after the other; one of them is killed and started again.
fn slurm(campione: &Path) -> anyhow::Result<Done> {
    let Some(bash) = find("bash") else { return Ok(Done::Skipped("there is no bash".to_owned())) };
    let work = Work::new(campione)?;
    let parts = work.parts("parts", 3)?;
    let task = |number: usize| -> anyhow::Result<Job> {
        let mut task = Command::new(&bash);
        task.arg(root().join(SLURM)).env("SLURM_ARRAY_TASK_ID", number.to_string()).env("SLURM_CPUS_PER_TASK", "1");
        work.start(&mut task, "slurm.log")
    };
    let size = fs::metadata(&parts[1])?.len();
    let mut killed = task(1)?;
    wait_until("the first result", || Ok(killed.process.has_ended()? || fs::metadata(&parts[1])?.len() > size))?;
    killed.process.kill()?;
    let before = number_of_results(&parts[1])?;
    for number in 0..parts.len() {
        task(number)?.succeed()?;
    }
    work.check(&parts)?;
    Ok(Done::Good(format!("{} tasks, one killed after {before} of {} units", parts.len(), UNITS / parts.len())))
}

/// The two ways that the page shows for GNU parallel.
fn parallel(campione: &Path) -> anyhow::Result<Done> {
    let skipped = || Ok(Done::Skipped("GNU parallel is not installed".to_owned()));
    let Some(parallel) = find("parallel") else { return skipped() };
    // Another program has the same name.
    if !Command::new(&parallel).arg("--version").output()?.stdout.starts_with(b"GNU parallel") {
        return skipped();
    }
    let work = Work::new(campione)?;
    let results = work.folder.path().join("results.tsv");
    let shell = |commands: &str| -> anyhow::Result<()> {
        work.start(Command::new("sh").args(["-c", commands]), "shell.log")?.succeed()
    };
    shell(PARALLEL_PIPE)?;
    work.check(&[&results])?;
    work.tear(&results)?;
    shell(PARALLEL_PIPE)?;
    work.check(&[&results])?;

    let parts = work.parts("parts", 8)?;
    let mut files = Command::new(&parallel);
    files.args(["campione perft --units {} --threads 1", ":::"]).args(&parts);
    let mut killed = work.start(&mut files, "files.log")?;
    let begun = || parts.iter().map(|part| number_of_results(part)).sum::<anyhow::Result<usize>>();
    wait_until("some results", || Ok(killed.process.has_ended()? || begun()? > 50))?;
    killed.process.kill()?;
    let before = begun()?;
    // The processes that it started go on until they have finished their files.
    let free = || -> anyhow::Result<bool> {
        let locks = parts.iter().map(|part| Ok(OpenOptions::new().append(true).open(part)?.try_lock().is_ok()));
        Ok(locks.collect::<anyhow::Result<Vec<bool>>>()?.into_iter().all(|free| free))
    };
    wait_until("the parts to be free", || {
        // One result may not be in its file yet.
        let seems_free = free()?;
        std::thread::sleep(Duration::from_millis(300));
        Ok(seems_free && free()?)
    })?;
    shell(PARALLEL_FILES)?;
    work.check(&parts)?;
    Ok(Done::Good(format!(
        "by pipe, a torn file continued; by {} files, killed after {before} of {UNITS} units",
        parts.len()
    )))
}

/// A scheduler and two workers, one of which is killed; then a local cluster that continues an interrupted file.
fn dask(campione: &Path, python: &Path) -> anyhow::Result<Done> {
    if let Some(skipped) = python::lacks(python, "distributed") {
        return Ok(skipped);
    }
    let version = Command::new(python).args(["-c", "import distributed; print(distributed.__version__)"]).output()?;
    let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    let work = Work::new(campione)?;
    let results = work.folder.path().join("results.tsv");
    let python = |arguments: &[&str], log: &str| {
        work.start(Command::new(python).args(arguments), log).with_context(|| arguments.join(" "))
    };
    let dask = root().join(DASK);
    let dask = dask.to_str().ok_or_else(|| anyhow!("the path of this folder is not UTF-8"))?;
    let scheduler = [
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
        "--scheduler-file",
        "scheduler.json",
    ];
    let _scheduler = python(&scheduler, "scheduler.log")?;
    wait_until("the scheduler", || Ok(work.folder.path().join("scheduler.json").exists()))?;
    let worker = [
        "-m",
        "distributed.cli.dask_worker",
        "--scheduler-file",
        "scheduler.json",
        "--no-nanny",
        "--nthreads",
        "1",
        "--no-dashboard",
    ];
    let mut first = python(&worker, "worker-1.log")?;
    let _second = python(&worker, "worker-2.log")?;
    let arguments = [dask, "units.tsv", "results.tsv", "--scheduler", "scheduler.json", "--batch", "4"];
    let mut client = python(&arguments, "client.log")?;
    wait_until(
        "a part of the results",
        || Ok(client.process.has_ended()? || number_of_results(&results)? > UNITS / 8),
    )?;
    first.process.kill()?;
    let at_death = number_of_results(&results)?;
    client.succeed()?;
    ensure!(at_death < UNITS, "the worker was killed too late: all units were counted");
    work.check(&[&results])?;
    work.tear(&results)?;
    python(&[dask, "units.tsv", "results.tsv", "--workers", "2"], "client.log")?.succeed()?;
    work.check(&[&results])?;
    Ok(Done::Good(format!(
        "distributed {version}: one of two workers killed after {at_death} of {UNITS} units; a torn file continued"
    )))
}

/// A folder with the units, and `campione` in the `PATH` of what runs there.
struct Work {
    folder: TempDir,
    campione: PathBuf,
}

impl Work {
    fn new(campione: &Path) -> anyhow::Result<Work> {
        let work = Work { folder: TempDir::new()?, campione: campione.to_owned() };
        let units = work.output(&["perft", DEPTH, "-v", GAME, "--split", PLIES])?;
        ensure!(units.lines().count() == UNITS, "{} units, not {UNITS}", units.lines().count());
        fs::write(work.folder.path().join("units.tsv"), units)?;
        Ok(work)
    }

    /// What `campione` prints, whatever its exit status.
    fn output(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let run = Command::new(&self.campione).args(arguments).current_dir(self.folder.path()).output()?;
        Ok(String::from_utf8_lossy(&run.stdout).into_owned())
    }

    /// Distributes the units over files in a new folder.
    fn parts(&self, folder: &str, count: usize) -> anyhow::Result<Vec<PathBuf>> {
        let folder = self.folder.path().join(folder);
        fs::create_dir(&folder)?;
        let parts: Vec<PathBuf> = (0..count).map(|number| folder.join(format!("{number:03}"))).collect();
        let mut files = parts.iter().map(File::create).collect::<Result<Vec<File>, _>>()?;
        let units = fs::read_to_string(self.folder.path().join("units.tsv"))?;
        for (number, unit) in units.lines().enumerate() {
            writeln!(files[number % count], "{unit}")?;
        }
        Ok(parts)
    }

    /// Starts a program in the folder; its output goes to a file there.
    fn start(&self, command: &mut Command, log: &str) -> anyhow::Result<Job> {
        let log = self.folder.path().join(log);
        let output = OpenOptions::new().create(true).append(true).open(&log)?;
        let own = self.campione.parent().map(Path::to_path_buf);
        let path = std::env::var_os("PATH").unwrap_or_default();
        command
            .current_dir(self.folder.path())
            .env("PATH", std::env::join_paths(own.into_iter().chain(std::env::split_paths(&path)))?)
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output);
        Ok(Job { process: Process::start(command)?, log })
    }

    /// Cuts a file to half of its results and the beginning of one more, as a program killed while writing leaves it.
    fn tear(&self, results: &Path) -> anyhow::Result<()> {
        let text = fs::read_to_string(results)?;
        let (kept, _) = text.match_indices('\n').nth(UNITS / 2).ok_or_else(|| anyhow!("too few results"))?;
        fs::write(results, &text[..kept + 20])?;
        ensure!(self.sum(&[results])? != NODES, "half of the results already make the whole sum");
        Ok(())
    }

    /// The last line that `campione` prints for the sum of these files.
    fn sum<P: AsRef<Path>>(&self, files: &[P]) -> anyhow::Result<String> {
        let files = files.iter().map(|file| file.as_ref().to_str().ok_or_else(|| anyhow!("a path that is not UTF-8")));
        let files = files.collect::<anyhow::Result<Vec<&str>>>()?;
        let out = self.output(&[&["perft", "--sum", "units.tsv"], &files[..]].concat())?;
        Ok(out.lines().last().unwrap_or_default().to_owned())
    }

    /// Checks that the results in these files add up to the known count.
    fn check<P: AsRef<Path>>(&self, files: &[P]) -> anyhow::Result<()> {
        let sum = self.sum(files)?;
        ensure!(sum == NODES, "the sum is `{sum}`, not `{NODES}`");
        Ok(())
    }
}

/// The number of results in a file; 0 if it does not exist.
fn number_of_results(path: &Path) -> anyhow::Result<usize> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text.split_inclusive('\n').filter(|line| line.matches('\t').count() == 4).count()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// Waits until a condition holds; an error after the time limit.
fn wait_until(what: &str, is_so: impl FnMut() -> anyhow::Result<bool>) -> anyhow::Result<()> {
    process::wait_until(what, LIMIT, is_so)
}

/// A started program, and the file with its output.
struct Job {
    process: Process,
    log: PathBuf,
}

impl Job {
    /// Waits until the program ends, which must be successful.
    fn succeed(&mut self) -> anyhow::Result<()> {
        wait_until("a program to end", || self.process.has_ended())?;
        let status = self.process.0.wait()?;
        if !status.success() {
            let log = fs::read_to_string(&self.log).unwrap_or_default();
            let from = log.lines().count().saturating_sub(20);
            bail!("{status}, and has printed\n{}", log.lines().skip(from).collect::<Vec<_>>().join("\n"));
        }
        Ok(())
    }
}
