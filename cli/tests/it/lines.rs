//! Every command line of README.md, of the first pages of docs/guide and of the help, as a shell runs it in a folder that has only what the
//! page assumes.
//!
//! A line of a page that fails is the first thing a new user sees. So the lines are not copied here: they are read from the
//! pages. What cannot be run as it is written stands in one of three lists, with its reason, and a test says which entry is
//! no longer needed.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::campione;

/// Parts of lines that would take long, what is run in their place, and why. The options stay the same, so that they are
/// still checked.
const SHORTER: &[(&str, &str, &str)] = &[
    ("/*.tsv", "/carrera-qac.tsv", "all known counts take a minute, and notation's tests count them"),
    ("docs/kit/sample.jsonl  ", "docs/kit/sample.jsonl --budget 2000 ", "ten seconds without optimization"),
    ("bisect 4 -v carrera --engine ./mygen", "bisect 2 -v carrera --engine ./mygen", "each node asks the engine"),
    ("perft 6 -v capablanca --hash 256", "perft 3 -v capablanca --hash 4", "a minute"),
    ("perft 8 -v capablanca --hash 4096", "perft 3 -v capablanca --hash 4", "hours, and 4 GB"),
    ("perft 4 -v docs/examples", "perft 2 -v docs/examples", "seconds without optimization"),
    ("analyse -v archchess  ", "analyse -v archchess --nodes 999 ", "five seconds"),
    ("analyse -v archchess --multipv 3", "analyse -v archchess --nodes 999 --multipv 3", "five seconds"),
    ("analyse crc:27621 --multipv 3 --html", "analyse crc:27621 --nodes 999 --multipv 3 --html", "five seconds"),
    ("--play 'h4 e4' --hash 1024", "--play 'h4 e4' --hash 4 --nodes 999", "five seconds, and 1 GB"),
    ("--movetime 10000", "--movetime 50", "ten seconds"),
    ("--movetime 3000", "--movetime 50", "three seconds"),
    ("--movetime 1000", "--movetime 50", "a second for each position"),
    ("--depth 12", "--depth 2", "seconds without optimization"),
    ("--depth 8 <", "--depth 2 <", "seconds without optimization"),
    ("--balance 100000", "--balance 1000", "seconds without optimization"),
    ("campione bench --threads 1", "campione bench 1 --threads 1", "a minute without optimization"),
    ("campione bench 8", "campione bench 1", "seconds without optimization"),
    ("KRvKN -v carrera", "KRvKN -v gardner", "minutes without optimization; the same ending on 25 squares"),
    ("KRvK -v carrera", "KRvK -v gardner", "the tables are those of gardner"),
    (
        "endgame probe -v carrera --tables tables '10/3k6/10/10/2n7/10/6R3/3K6 w - - 0 1'",
        "endgame probe -v gardner --tables tables '3k1/5/1n3/2R2/2K2 w - - 0 1'",
        "the tables are those of gardner",
    ),
    ("dead -v carrera", "dead -v gardner", "seconds without optimization"),
    ("--tc 100ms --games 20", "--tc 50n --games 2", "minutes"),
    ("--second-option 'Skill Level=10'", "--second-option 'Skill Level=10' --games 2 --tc 50n", "100 games"),
];

/// The first words of lines that are not for this program, and why they are not run.
const FOREIGN: &[(&str, &str)] = &[
    ("cargo", "it builds the program, runs its tests, or examples that .ci/run builds"),
    ("CAMPIONE_GAMES=2000", "25 minutes; the same test runs with fewer games"),
    ("rustup", "it installs a compiler"),
    ("bindings/wasm/build-site", "it needs that compiler and Node; .ci/run builds the page where they are"),
    ("python3", "a file server, which does not end"),
    ("cutechess-cli", "another program; xtask clients runs it where it is"),
    ("xboard", "another program, with windows; xtask screen runs it where it is"),
];

/// The files that a user has, as the lines call them, with their content.
const OWN: &[(&str, &str)] = &[
    ("fens.txt", "# two positions\nstartpos\n"),
    ("lines.txt", "e4 e5 Nf3\n"),
    ("suite.tsv", "carrera\tstartpos\t1\t28\n"),
    ("suite.epd", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1 ;D1 28 ;D2 784\n"),
    (
        "kit.jsonl",
        "{\"type\":\"position\",\"id\":\"carrera-2\",\"variant\":\"carrera\",\"fen\":\"4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1\",\
         \"counts\":[4,52,367],\"moves\":[\"e1d1\",\"e1e2\",\"e1f1\",\"e1f2\"],\"tags\":[\"check\",\"double-step-barred\"],\
         \"origin\":\"a test\",\"agree\":{}}\n",
    ),
    ("tests.epd", "7k/8/8/8/8/8/R7/1R4K1 w - - variant \"chess\"; dm 2; bm Rb7;\n"),
    ("games.pgn", "[Variant \"gothic\"]\n\n1. e4 e5 2. Nc3 *\n"),
    // Programs: ours in the place of another one.
    ("mygen", "#!/bin/sh\nexec campione uci\n"),
    ("divide", "#!/bin/sh\nexec campione perft \"$2\" \"$1\" -v carrera --divide\n"),
];

/// What is sent to the lines that read standard input: `play` lists moves and ends, the others read a file.
const INPUT: &[u8] = b"moves\nquit\n";

/// Lines that a reader runs one after the other.
struct Page {
    /// Where they stand.
    name: String,
    lines: Vec<String>,
}

impl Page {
    /// Those that run this program, and how they are run.
    fn runs(&self) -> impl Iterator<Item = (&str, String)> {
        let ours = self.lines.iter().filter(|line| !is_foreign(line));
        ours.map(|line| {
            let short = SHORTER.iter().fold(line.clone(), |line, (long, short, _)| line.replace(long, short));
            (line.as_str(), short)
        })
    }

    /// Runs them. Each must succeed, with nothing on standard error but notes.
    fn run(&self) {
        let folder = folder(!self.name.starts_with("campione"));
        let binary = Path::new(assert_cmd::cargo::cargo_bin!("campione")).parent().unwrap().to_owned();
        let path = std::env::join_paths(std::iter::once(binary).chain(std::env::split_paths(&path()))).unwrap();
        for (line, short) in self.runs() {
            let mut shell = Command::new("sh");
            shell.args(["-c", &short]).current_dir(folder.path()).env("PATH", &path).stdin(Stdio::piped());
            let mut child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            // A command that reads nothing may have ended.
            let _ = child.stdin.take().unwrap().write_all(INPUT);
            let output = child.wait_with_output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            let place = format!("{}: `{line}`, run as `{short}`", self.name);
            assert_eq!(output.status.code(), Some(0), "{place}: {err}");
            assert!(err.lines().all(|line| line.starts_with("note: ")), "{place}: {err}");
        }
    }
}

fn path() -> std::ffi::OsString {
    std::env::var_os("PATH").unwrap_or_default()
}

fn is_foreign(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    FOREIGN.iter().any(|(word, _)| *word == first)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// A folder with the files of a user; in a clone of the repository also with what pages name of it.
fn folder(is_clone: bool) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in OWN {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        if content.starts_with("#!") {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
    for part in ["docs", "notation"].into_iter().filter(|_| is_clone) {
        symlink(root().join(part), folder.path().join(part)).unwrap();
    }
    folder
}

/// The lines of the blocks of a page with that name, such as `sh`.
fn blocks(text: &str, name: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.trim().strip_prefix("```") {
            Some(other) => inside = other == name,
            None if inside && !line.is_empty() => lines.push(line.to_owned()),
            None => {}
        }
    }
    lines
}

/// The pages of docs/guide from which people start.
const START: [&str; 5] = ["best-move", "convert", "generator", "play", "program"];

/// README.md and those pages, with the lines of their blocks with that name.
fn pages(block: &str) -> Vec<Page> {
    let start = START.map(|name| root().join(format!("docs/guide/{name}.md"))).into_iter();
    let mut paths: Vec<PathBuf> = start.chain([root().join("README.md")]).collect();
    paths.sort();
    let page = |path: &PathBuf| Page {
        name: path.strip_prefix(root()).unwrap().display().to_string(),
        lines: blocks(&fs::read_to_string(path).unwrap(), block),
    };
    paths.iter().map(page).collect()
}

/// The commands that a help lists.
fn commands(help: &str) -> Vec<&str> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").collect()
}

/// The examples in the help of a command and of its subcommands.
fn examples(command: &str) -> Vec<Page> {
    let help = campione(&format!("{command} --help")).out;
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1).map_while(|line| line.strip_prefix("  "));
    let lines = lines.filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
    let page = Page { name: format!("campione {command} --help"), lines };
    let inner = commands(&help).into_iter().flat_map(|name| examples(format!("{command} {name}").trim()));
    std::iter::once(page).chain(inner).collect()
}

#[test]
fn every_line_of_the_pages_works() {
    let pages = pages("sh");
    assert!(pages.iter().map(|page| page.runs().count()).sum::<usize>() > 40);
    pages.iter().for_each(Page::run);
}

#[test]
fn every_example_of_the_help_works() {
    let pages = examples("");
    assert!(pages.len() > 20 && pages.iter().all(|page| !page.lines.is_empty()));
    // The lines of all commands of `endgame` need the tables that one of them builds.
    let (endgame, others): (Vec<Page>, Vec<Page>) = pages.into_iter().partition(|page| page.name.contains(" endgame "));
    others.iter().for_each(Page::run);
    let lines = endgame.into_iter().flat_map(|page| page.lines).collect();
    Page { name: "campione endgame".to_owned(), lines }.run();
}

/// What pages show as the output of a command is what it prints, but for times and speeds.
#[test]
fn the_output_in_the_pages_is_true() {
    let mut count = 0;
    for page in pages("console") {
        for lines in page.lines.chunk_by(|_, line| !line.starts_with("$ ")) {
            let command = lines[0].strip_prefix("$ campione ").unwrap_or_else(|| panic!("{}: {}", page.name, lines[0]));
            // The engine of the page has a bug, which the engine of the tests can imitate.
            let engine = crate::engine::command("carrera double-step-in-check").replace('"', "");
            let docs = root().join("docs").display().to_string();
            let mut run =
                campione(&command.replace("./mygen", &format!("'{engine}'")).replace(" docs/", &format!(" {docs}/")));
            run.out = run.out.replace(&docs, "docs");
            let shown: Vec<String> = lines[1..].iter().map(|line| timeless(&line.replace("mygen", "Faulty"))).collect();
            let printed = run.out.lines().chain(run.err.lines().filter(|_| run.out.is_empty()));
            let printed: Vec<String> = printed.filter(|line| !line.is_empty()).map(timeless).collect();
            assert_eq!(printed, shown, "{}: {command}: {}", page.name, run.err);
            count += 1;
        }
    }
    assert!(count > 2);
}

/// A line of output without its numbers, if it has a time; then its words alone.
fn timeless(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    if !words.contains(&"s") {
        return words.join(" ");
    }
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit() || b".,".contains(&byte));
    words.into_iter().map(|word| if is_number(word) { "N" } else { word }).collect::<Vec<_>>().join(" ")
}

/// Short help has them too.
#[test]
fn the_short_help_has_the_examples() {
    for page in examples("") {
        let short = campione(&page.name.replace("campione ", "").replace("--help", "-h")).out;
        assert!(page.lines.iter().all(|line| short.contains(line)), "{}: {short}", page.name);
    }
}

/// An exception that no line needs any more is removed, so that the lists do not hide a new line that fails.
#[test]
fn every_exception_is_needed() {
    let pages: Vec<Page> = pages("sh").into_iter().chain(examples("")).collect();
    let all: Vec<&String> = pages.iter().flat_map(|page| &page.lines).collect();
    for (word, why) in FOREIGN {
        let found = all.iter().any(|line| line.split_whitespace().next() == Some(word));
        assert!(found, "no line begins with `{word}` ({why}): remove it from FOREIGN");
    }
    for (long, _, why) in SHORTER {
        let found = all.iter().any(|line| !is_foreign(line) && line.contains(long));
        assert!(found, "no line has `{long}` ({why}): remove it from SHORTER");
    }
    for (name, _) in OWN {
        assert!(all.iter().any(|line| line.contains(name)), "no line names {name}: remove it from OWN");
    }
    // Whatever runs is this program, alone or behind a pipe.
    let ours = all.iter().filter(|line| !is_foreign(line));
    let strange: HashSet<_> = ours
        .filter(|line| !line.starts_with("campione ") && !line.contains("| campione ") && !line.starts_with("printf "))
        .collect();
    assert!(strange.is_empty(), "neither ours nor in FOREIGN: {strange:?}");
}
