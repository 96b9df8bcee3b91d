//! `cargo xtask perft --twice`: counts that are too deep for a test. Each is made in two ways, so that a fault of the table
//! or of the incremental count shows; both stand in xtask/data/deep.tsv. `campione perft --checkpoint` makes them, so an interrupted one
//! goes on.

use std::fs::{self, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, bail, ensure};
use campione_core::Variant;
use campione_movegen::Position;
use campione_notation::fen;
use campione_workspace::{Build, git};
use clap::Args;
use serde::Deserialize;
use thousands::Separable;

use super::known::Known;
use super::page;
use crate::lines::{self, Line};
use crate::{Usage, Verdict, root};

/// The depth of the counts that every start position has, in plies.
pub(super) const DEPTH: u32 = 8;

/// The first line of the file.
const HEAD: &str =
    "# variant\tfen\tdepth\tnodes\tway and generator; `cargo xtask perft --twice` adds what is missing\n";

#[derive(Args)]
#[group(skip)]
pub(crate) struct Options {
    /// Counts depth 8 of the start positions, or --depth, each in two ways, as far as xtask/data/deep.tsv lacks them, and
    /// adds them there and to docs/reference/perft.md; after an interruption, even a kill, the same command goes on
    #[arg(long, conflicts_with_all = ["files", "deep", "slow", "publish", "export", "max_nodes", "max_nodes_slow",
        "max_nodes_programs"])]
    pub(super) twice: bool,
}

/// One of the two ways to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// The last two plies at once.
    First,
    /// Ply by ply, with a table of a third of the size.
    Second,
}

impl Way {
    const ALL: [Way; 2] = [Way::First, Way::Second];

    /// The beginning of the note of its lines.
    fn mark(self) -> &'static str {
        match self {
            Way::First => "first: ",
            Way::Second => "second: ",
        }
    }

    fn of(line: &Line) -> Option<Way> {
        Way::ALL.into_iter().find(|way| line.case.note.starts_with(way.mark()))
    }
}

/// The path of the file.
pub(super) fn path() -> PathBuf {
    root().join("xtask/data/deep.tsv")
}

pub(super) fn run(hash: u32, variant: Option<&str>, depth: u32) -> anyhow::Result<Verdict> {
    let variants: Vec<Variant> = match variant {
        Some(id) => {
            let variant = Variant::named(id).map_err(|error| Usage(error.into()))?;
            if !Variant::ids().any(|id| id == variant.id()) {
                bail!(Usage(anyhow!("docs/reference/perft.md has no section `{id}`")));
            }
            vec![variant]
        }
        None => Variant::ids().map(Variant::named).collect::<Result<_, _>>()?,
    };
    let generator = generator()?;
    let mut file = File::open(path())?;
    let campione = Build::named_or_built(None)?;
    let folder = root().join("target/twice");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for variant in variants {
        file.complete(&Position::start(variant), depth, |way| {
            let id = variant.id();
            let count = Count { id, depth, way, hash };
            let (nodes, how) = count.run(&campione, &folder.join(format!("{id}-{depth}-{way:?}-{generator}")))?;
            eprintln!("{id} {how}: {}", nodes.separate_with_commas());
            Ok((nodes, format!("{how}; generator {generator}")))
        })?;
        publish()?;
    }
    say!("complete: {}", file.path.display());
    Ok(Verdict::Good)
}

/// The last commit that changed what is counted with.
fn generator() -> anyhow::Result<String> {
    const SOURCES: [&str; 2] = ["core", "movegen/src"];
    let changed = git(&[&["status", "--porcelain", "--"], &SOURCES[..]].concat())?;
    ensure!(
        changed.is_empty(),
        "{} have changes that are not committed: commit them first, for the counts name the generator by its commit",
        SOURCES.join(" or ")
    );
    git(&[&["log", "-1", "--format=%h", "--abbrev=10", "--"], &SOURCES[..]].concat())
}

/// A count of a start position in one way.
struct Count<'a> {
    id: &'a str,
    depth: u32,
    way: Way,
    /// The greater of the two tables, in MiB.
    hash: u32,
}

/// What the program says of a count.
#[derive(Deserialize)]
struct Counted {
    nodes: u128,
    /// All runs together.
    seconds: f64,
}

impl Count<'_> {
    /// Makes the count, or goes on with the one in `checkpoint`; the second result says how.
    fn run(&self, campione: &Path, checkpoint: &Path) -> anyhow::Result<(u128, String)> {
        let threads = std::thread::available_parallelism()?.get();
        let mut command = self.command(campione, checkpoint, threads);
        let run = command.stderr(Stdio::inherit()).output().with_context(|| campione.display().to_string())?;
        ensure!(run.status.success(), "{} has ended with {}", campione.display(), run.status);
        let Counted { nodes, seconds } = serde_json::from_slice(&run.stdout)?;
        let (mark, hash) = (self.way.mark(), self.table());
        let words = match self.way {
            Way::First => "two plies at once",
            Way::Second => "ply by ply",
        };
        Ok((nodes, format!("{mark}{words}, table of {hash} MiB, {seconds:.0} s of {threads} threads")))
    }

    /// The size of its table in MiB.
    fn table(&self) -> u32 {
        match self.way {
            Way::First => self.hash,
            Way::Second => self.hash.div_ceil(3),
        }
    }

    fn command(&self, campione: &Path, checkpoint: &Path, threads: usize) -> Command {
        let mut command = Command::new(campione);
        command
            .args(["perft", &self.depth.to_string(), "-v", self.id, "--format", "json"])
            .args(["--threads", &threads.to_string(), "--hash", &self.table().to_string()])
            .args((self.way == Way::Second).then_some("--plain"))
            .arg("--checkpoint")
            .arg(checkpoint);
        command
    }
}

/// Adds the counts to the database and the page.
fn publish() -> anyhow::Result<()> {
    let known = Known::read()?;
    let path = page::data_path();
    let publish = || -> anyhow::Result<()> {
        let before = page::read_data(&std::fs::read_to_string(&path)?)?;
        let mut page = before.clone();
        for section in &mut page.sections {
            section.confirm(&known)?;
        }
        if page != before {
            page::save(&page)?;
        }
        Ok(())
    };
    publish().with_context(|| path.display().to_string())
}

/// The file of counts, locked. Lines are only added at its end, so what it has is never lost.
struct File {
    file: fs::File,
    path: PathBuf,
}

impl File {
    /// Opens and locks the file; creates it if there is none.
    ///
    /// # Errors
    /// The file cannot be written to, or another process is at work on it.
    fn open(path: PathBuf) -> anyhow::Result<File> {
        let open = fs::File::options().append(true).create(true).open(&path);
        let mut file = open.with_context(|| path.display().to_string())?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("{}: another count is at work on it: wait until it ends", path.display())
            }
            Err(TryLockError::Error(error)) => {
                eprintln!(
                    "{}: cannot be locked here ({error}): make sure that no other count works on it",
                    path.display()
                );
            }
        }
        if file.metadata()?.len() == 0 {
            file.write_all(HEAD.as_bytes()).with_context(|| path.display().to_string())?;
        }
        Ok(File { file, path })
    }

    /// Makes the counts of a start position that the file lacks, and adds each as soon as it is known.
    ///
    /// # Errors
    /// The file cannot be read or written, or two counts differ: then the last one is not written.
    fn complete(
        &mut self,
        start: &Position,
        depth: u32,
        count: impl Fn(Way) -> anyhow::Result<(u128, String)>,
    ) -> anyhow::Result<()> {
        let (id, fen) = (start.variant().id(), fen::write(start));
        for way in Way::ALL {
            let mut text = text(&self.path)?;
            let known = parse(&self.path, &text)?;
            if known.iter().any(|line| line.is_of(id, &fen, depth) && Way::of(line) == Some(way)) {
                continue;
            }
            let (nodes, how) = count(way)?;
            let line = format!("{id}\t{fen}\t{depth}\t{nodes}\t{how}\n");
            text.push_str(&line);
            parse(&self.path, &text).context("this count is not written")?;
            let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
            written.with_context(|| self.path.display().to_string())?;
        }
        Ok(())
    }
}

/// The text of the file; its first line, if there is no file yet.
fn text(path: &Path) -> anyhow::Result<String> {
    match std::fs::read_to_string(path) {
        Ok(text) if text.is_empty() || text.ends_with('\n') => Ok(text),
        Ok(_) => bail!("{}: its last line has no end: complete or remove it", path.display()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(HEAD.to_owned()),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// The counts of the file.
///
/// # Errors
/// A line does not say which count it is, stands there twice, or contradicts another.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Line>> {
    parse(path, &text(path)?)
}

fn parse(path: &Path, text: &str) -> anyhow::Result<Vec<Line>> {
    let lines = lines::read_text(&path.display().to_string(), text)?;
    for (number, line) in lines.iter().enumerate() {
        let Line { place, case, .. } = line;
        let way =
            Way::of(line).with_context(|| format!("{place}: its note begins with neither `first: ` nor `second: `"))?;
        let same = lines[..number].iter().filter(|other| other.is_of(line.game(""), &case.fen, case.depth));
        for other in same {
            ensure!(
                other.case.nodes == case.nodes,
                "{place}: {} depth {}: {} ({}), but {} ({}) in {}: one of them is wrong; find out why, remove the wrong line \
                 and count again",
                line.game(""),
                case.depth,
                case.nodes,
                case.note,
                other.case.nodes,
                other.case.note,
                other.place
            );
            ensure!(Way::of(other) != Some(way), "{place}: the same count as in {}: remove one", other.place);
        }
    }
    Ok(lines)
}

/// The count, if both ways have made it.
pub(super) fn counted(lines: &[Line], id: &str, fen: &str, depth: u32) -> Option<u128> {
    let find = |way| lines.iter().find(|line| line.is_of(id, fen, depth) && Way::of(line) == Some(way));
    let [first, second] = Way::ALL.map(find);
    first.zip(second).map(|(first, _)| first.case.nodes)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    fn start(id: &str) -> Position {
        Position::start(Variant::named(id).unwrap())
    }

    fn file(folder: &Path) -> File {
        File::open(folder.join("deep.tsv")).unwrap()
    }

    #[test]
    fn every_start_position_was_counted_twice() {
        let lines = read(&path()).unwrap();
        for id in Variant::ids() {
            let counted = counted(&lines, id, &fen::write(&start(id)), DEPTH);
            assert!(counted.is_some(), "{id}: run `cargo xtask perft --twice`");
        }
    }

    #[test]
    fn each_way_has_its_table() {
        for (way, hash) in [(Way::First, "--hash 16"), (Way::Second, "--hash 6 --plain")] {
            let count = Count { id: "gothic", depth: 9, way, hash: 16 };
            let command = count.command(Path::new("campione"), Path::new("kept"), 2);
            let arguments: Vec<&str> = command.get_args().filter_map(|argument| argument.to_str()).collect();
            let expected = format!("perft 9 -v gothic --format json --threads 2 {hash} --checkpoint kept");
            assert_eq!(arguments.join(" "), expected);
        }
    }

    /// The program's tests count chess and other games with these options, and name the fields.
    #[test]
    fn what_the_program_says_is_read() {
        let said = r#"{"variant":"gothic","fen":"9k w","depth":9,"nodes":56000000000000,"seconds":2.6,"nps":7.0}"#;
        let Counted { nodes, seconds } = serde_json::from_str(said).unwrap();
        assert_eq!((nodes, format!("{seconds:.0}").as_str()), (56_000_000_000_000, "3"));
        assert!(serde_json::from_str::<Counted>(r#"{"error":"stopped"}"#).is_err());
    }

    #[test]
    fn what_is_missing_is_counted_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = file(folder.path());
        let chess = start("chess");
        let asked = RefCell::new(Vec::new());
        let count = |way: Way| {
            asked.borrow_mut().push(way);
            Ok((7, format!("{}somehow", way.mark())))
        };
        // Interrupted after the first count.
        let interrupted =
            file.complete(&chess, DEPTH, |way| if way == Way::Second { bail!("killed") } else { count(way) });
        assert_eq!(interrupted.unwrap_err().to_string(), "killed");
        let fen = fen::write(&chess);
        assert_eq!(counted(&read(&file.path).unwrap(), "chess", &fen, DEPTH), None);
        file.complete(&chess, DEPTH, count).unwrap();
        file.complete(&chess, DEPTH, count).unwrap();
        assert_eq!(*asked.borrow(), Way::ALL);
        let text = std::fs::read_to_string(&file.path).unwrap();
        assert_eq!(text, format!("{HEAD}chess\t{fen}\t8\t7\tfirst: somehow\nchess\t{fen}\t8\t7\tsecond: somehow\n"));
        let lines = read(&file.path).unwrap();
        assert_eq!(counted(&lines, "chess", &fen, DEPTH), Some(7));
        // Another variant with the same start position, another depth.
        assert_eq!(counted(&lines, "chess960", &fen, DEPTH), None);
        assert_eq!(counted(&lines, "chess", &fen, DEPTH + 1), None);
    }

    /// The folder of [`count_slowly`].
    const FOLDER: &str = "CAMPIONE_TWICE_FOLDER";

    /// Counts that take a moment each.
    fn complete_slowly(folder: &Path) {
        let mut file = file(folder);
        for id in Variant::ids() {
            let start = start(id);
            let count = |way: Way| {
                std::thread::sleep(std::time::Duration::from_millis(3));
                Ok((7, format!("{}somehow", way.mark())))
            };
            file.complete(&start, DEPTH, count).unwrap();
        }
    }

    /// Not a test: the program that [`a_killed_count_goes_on`] starts and kills.
    #[test]
    fn count_slowly() {
        if let Some(folder) = std::env::var_os(FOLDER) {
            complete_slowly(Path::new(&folder));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_killed_count_goes_on() {
        let (killed, whole) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        complete_slowly(whole.path());
        let text = |folder: &Path| fs::read_to_string(folder.join("deep.tsv")).unwrap_or_default();
        let mut kills = 0;
        for delay in [0, 100, 2_900, 3_100, 700] {
            let before = text(killed.path());
            let mut count = std::process::Command::new(std::env::current_exe().unwrap());
            count.args(["perft::twice::tests::count_slowly", "--exact"]).env(FOLDER, killed.path());
            let mut child = count.stdout(std::process::Stdio::null()).spawn().unwrap();
            while child.try_wait().unwrap().is_none() && text(killed.path()) == before {
                std::thread::sleep(std::time::Duration::from_micros(100));
            }
            std::thread::sleep(std::time::Duration::from_micros(delay));
            child.kill().unwrap();
            let is_killed = child.wait().unwrap().code().is_none();
            let now = text(killed.path());
            assert!(now.starts_with(&before) && now.len() > before.len(), "{now}");
            if !is_killed {
                break;
            }
            kills += 1;
        }
        assert!(kills > 2, "killed {kills} times");
        complete_slowly(killed.path());
        assert_eq!(text(killed.path()), text(whole.path()));
    }

    #[test]
    fn counts_that_differ_are_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = file(folder.path());
        let count = |way: Way| Ok((if way == Way::First { 7 } else { 8 }, format!("{}somehow", way.mark())));
        let error = format!("{:#}", file.complete(&start("chess"), DEPTH, count).unwrap_err());
        for part in [
            "this count is not written: ",
            "deep.tsv:3: chess depth 8: 8 (second: somehow), but 7 (first",
            "deep.tsv:2",
        ] {
            assert!(error.contains(part), "{error}");
        }
        let text = std::fs::read_to_string(&file.path).unwrap();
        assert!(text.ends_with("\t7\tfirst: somehow\n"), "{text}");
    }

    #[test]
    fn one_process_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let first = file(folder.path());
        let error = File::open(first.path.clone()).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("another count is at work"), "{error}");
        drop(first);
        file(folder.path());
    }

    #[test]
    fn files_that_cannot_be_used() {
        let path = Path::new("deep.tsv");
        for (text, complaint) in [
            ("chess\tfen\t8\t7\tsomehow\n", "deep.tsv:1: its note begins with neither"),
            ("chess\tfen\t8\tmany\tfirst: a\n", "deep.tsv:1: nodes: `many` is not a whole number"),
            ("chess\tfen\t8\t7\tfirst: a\nchess\tfen\t8\t7\tfirst: b\n", "deep.tsv:2: the same count as in deep.tsv:1"),
            (
                "chess\tfen\t8\t7\tsecond: a\nchess\tfen\t8\t6\tfirst: b\n",
                "deep.tsv:2: chess depth 8: 6 (first: b), but 7",
            ),
        ] {
            let error = parse(path, text).map(|_| ()).unwrap_err();
            assert!(format!("{error:#}").starts_with(complaint), "{error:#}");
        }
        let folder = tempfile::tempdir().unwrap();
        let torn = folder.path().join("torn.tsv");
        std::fs::write(&torn, "chess\tfen\t8\t7").unwrap();
        assert!(read(&torn).map(|_| ()).unwrap_err().to_string().contains("has no end"));
        assert!(read(&folder.path().join("none.tsv")).unwrap().is_empty());
    }
}
