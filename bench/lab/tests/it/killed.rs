//! Files of the laboratory that are continued after `kill -9`: nothing that was written is lost or there twice, and the result
//! is that of an undisturbed run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use campione_lab::data::file::Reader;
use campione_lab::data::game::RecordedGame;
use campione_lab::pack;
use clap::Parser;

use crate::nets::SMALL;
use crate::{files, games, record};

/// Microseconds between something new in the files and the kill: during a write, soon after it, and long after it.
const DELAYS: [u64; 6] = [0, 150, 40_000, 600, 7_000, 2_500];

fn lab(arguments: &[&str]) -> Command {
    let mut lab = Command::new(env!("CARGO_BIN_EXE_lab"));
    lab.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    lab
}

/// Starts the program again and again, and kills it each time after there is something new. Ends after so many starts, or
/// when the program ends by itself, or `after` a kill says that all is done. Returns the number of programs that were killed.
fn kill_again_and_again<T: PartialEq>(
    starts: usize,
    command: impl Fn() -> Command,
    seen: impl Fn() -> T,
    mut after: impl FnMut() -> bool,
) -> usize {
    let mut kills = 0;
    for delay in DELAYS.into_iter().cycle().take(starts) {
        let before = seen();
        let mut child = Killed(command().spawn().unwrap());
        while child.0.try_wait().unwrap().is_none() && seen() == before {
            thread::sleep(Duration::from_micros(200));
        }
        thread::sleep(Duration::from_micros(delay));
        child.0.kill().unwrap();
        match child.0.wait().unwrap().code() {
            None => kills += 1,
            Some(code) => {
                assert_eq!(code, 0, "the program has failed");
                return kills;
            }
        }
        if !after() {
            return kills;
        }
    }
    kills
}

/// A program that does not outlive a test that fails.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn succeeds(mut command: Command) {
    let output = command.stderr(Stdio::piped()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The games of whole blocks, while another process may write.
fn written(folder: &Path) -> Vec<RecordedGame> {
    let mut games = Vec::new();
    for file in files(folder) {
        let mut reader = Reader::open(&file).unwrap();
        while let Some(block) = reader.whole_block().unwrap() {
            games.extend(block.games);
        }
    }
    games.sort_by_key(|game| game.number);
    games
}

/// The names of the files in a folder: those that are complete, and those that killed programs have not finished.
fn names(folder: &Path) -> [BTreeSet<String>; 2] {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let (unfinished, complete) = names.partition(|name| name.starts_with('.'));
    [complete, unfinished]
}

#[derive(Parser)]
struct Packing {
    #[command(flatten)]
    options: pack::Options,
}

fn packed(folder: &Path) -> pack::Packed {
    let to = folder.join("packed").display().to_string();
    pack::run(&Packing::parse_from(["lab", &folder.display().to_string(), "--to", &to]).options).unwrap()
}

#[test]
fn a_killed_recorder_goes_on() {
    const GAMES: [&str; 8] =
        ["--seeds", "0..600", "--threads", "2", "--mix", "carrera=1,crc=2,archchess=1", "--nodes", "1"];
    let (killed, whole) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (killed, whole) = (killed.path(), whole.path());
    let to = killed.display().to_string();
    let command = || lab(&[&["selfplay", "--hash", "1", "--to", &to], &GAMES[..]].concat());
    let bytes = || files(killed).iter().map(|file| fs::metadata(file).unwrap().len()).collect::<Vec<_>>();
    let mut before: Vec<RecordedGame> = Vec::new();
    let kills = kill_again_and_again(6, command, bytes, || {
        let now = written(killed);
        let numbers: BTreeSet<u64> = now.iter().map(|game| game.number).collect();
        assert_eq!(numbers.len(), now.len(), "a game is there twice");
        assert!(before.iter().all(|game| {
            now.binary_search_by_key(&game.number, |game| game.number).is_ok_and(|at| now[at] == *game)
        }));
        before = now;
        true
    });
    assert!(kills > 2 && !before.is_empty(), "killed {kills} times, after {} games", before.len());
    succeeds(command());
    record(whole, &GAMES).unwrap();
    assert_eq!(games(killed).0, games(whole).0);
    assert_eq!(packed(killed), packed(whole));
    assert_eq!(names(killed)[1], BTreeSet::new());
}

#[test]
fn a_killed_training_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    record(&path("games"), &["--seeds", "0..150", "--nodes", "1", "--mix", "capablanca=1,janus=1"]).unwrap();
    let text = |name: &str| path(name).display().to_string();
    succeeds(lab(&["pack", &text("games"), "--to", &text("data"), "--held-out", "20"]));
    let train = |name: &str| {
        let few = ["--hidden=32", "--epochs=6", "--batch=512", "--first-ply=0", "--threads=2"];
        lab(&[&["train", &text("data"), "--to", &text(name)], &few[..]].concat())
    };
    succeeds(train("whole"));
    // The epochs of the state, and what is there of the end.
    let seen = || {
        let state = fs::read(path("killed.state")).unwrap_or_default();
        (
            state.windows(8).filter(|word| word == b"[[rows]]").count(),
            ["tsv", "svg", "net"].map(|ending| path(&format!("killed.{ending}")).exists()),
        )
    };
    let mut before = 0;
    let kills = kill_again_and_again(
        9,
        || train("killed"),
        seen,
        || {
            // Killed after its last step, the training is complete.
            if path("killed.net").exists() && !path("killed.state").exists() {
                return false;
            }
            let (epochs, _) = seen();
            assert!(epochs >= before, "{before} epochs were in the state, and {epochs} are");
            before = epochs;
            true
        },
    );
    assert!(kills > 2, "killed {kills} times");
    if !path("killed.net").exists() || path("killed.state").exists() {
        succeeds(train("killed"));
    }
    for ending in ["net", "tsv", "svg"] {
        let [killed, whole] = ["killed", "whole"].map(|name| fs::read(path(&format!("{name}.{ending}"))).unwrap());
        assert!(killed == whole, "{ending}");
    }
    let [complete, unfinished] = names(folder.path());
    assert!(!complete.contains("killed.state") && unfinished.is_empty(), "{complete:?} {unfinished:?}");
}

#[test]
fn a_killed_workshop_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("small.toml"), SMALL).unwrap();
    let (game, threads) = (path("small.toml").display().to_string(), "1");
    let make = |name: &str| {
        let to = path(name).display().to_string();
        let few = ["--positions", "1500", "--nodes", "20", "--neighbors", "1", "--hidden", "32", "--epochs", "2"];
        lab(&[&["net", &game, "--to", &to, "--games", "4", "--match-nodes", "50", "--threads", threads], &few[..]]
            .concat())
    };
    succeeds(make("whole"));
    let kills = kill_again_and_again(60, || make("killed"), || names(&path("killed"))[0].clone(), || true);
    // The rules, the plan, the games, three trainings and two matches.
    assert!(kills > 12, "killed {kills} times");
    succeeds(make("killed"));
    let [whole, _] = names(&path("whole"));
    assert_eq!(names(&path("killed")), [whole.clone(), BTreeSet::new()]);
    for name in whole.iter().filter(|name| [".net", ".tsv", ".toml"].iter().any(|ending| name.ends_with(ending))) {
        assert!(fs::read(path("killed").join(name)).unwrap() == fs::read(path("whole").join(name)).unwrap(), "{name}");
    }
    for number in [1, 2] {
        let all = |name: &str| games(&path(name).join(format!("games-{number}"))).0;
        assert_eq!(all("killed"), all("whole"));
        let pgn = fs::read_to_string(path("killed").join(format!("g{number}.pgn"))).unwrap();
        let rounds: BTreeSet<&str> = pgn.lines().filter(|line| line.starts_with("[Round ")).collect();
        assert_eq!((rounds.len(), pgn.matches("[Event ").count()), (4, 4));
    }
}

#[test]
fn killed_matches_of_levels_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let search = concat!(env!("CARGO_MANIFEST_DIR"), "/../../search/data");
    fs::copy(format!("{search}/levels.toml"), path("levels.toml")).unwrap();
    // All that was played, without three pairs.
    let missing = ["0\t1\t", "1\t2\t", "2\t3\t"];
    let known = fs::read_to_string(format!("{search}/levels-capablanca.tsv")).unwrap();
    let is_known = |line: &&str| !missing.iter().any(|pair| line.starts_with(pair));
    let known: Vec<&str> = known.lines().filter(is_known).collect();
    fs::write(path("results.tsv"), known.join("\n") + "\n").unwrap();
    fs::create_dir(path("pgn")).unwrap();
    let command = || {
        let [results, levels, pgn] = ["results.tsv", "levels.toml", "pgn"].map(|name| path(name).display().to_string());
        let files = ["--results", &results, "--levels", &levels, "--pgn", &pgn, "--games", "4", "--concurrency", "1"];
        lab(&[&["levels", "--pair", "0-1", "--pair", "1-2", "--pair", "2-3"], &files[..]].concat())
    };
    let lines =
        || fs::read_to_string(path("results.tsv")).unwrap().lines().map(str::to_owned).collect::<BTreeSet<String>>();
    let bytes =
        || fs::read_dir(path("pgn")).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum::<u64>();
    let mut before = lines();
    let kills = kill_again_and_again(
        8,
        command,
        || (lines(), bytes()),
        || {
            let now = lines();
            assert!(now.is_superset(&before), "{now:?}");
            before = now;
            true
        },
    );
    assert!(kills > 2, "killed {kills} times");
    succeeds(command());
    let now = lines();
    assert!(known.iter().all(|line| now.contains(*line)), "{now:?}");
    for pair in missing {
        let line = now.iter().find_map(|line| line.strip_prefix(pair)).unwrap();
        assert_eq!(line.split('\t').map(|number| number.parse::<u32>().unwrap()).sum::<u32>(), 4, "{pair}");
        let pgn = fs::read_to_string(path("pgn").join(pair.trim_end().replace('\t', "-") + ".pgn")).unwrap();
        let rounds: BTreeSet<&str> = pgn.lines().filter(|line| line.starts_with("[Round ")).collect();
        assert_eq!((rounds.len(), pgn.matches("[Event ").count()), (4, 4), "{pair}");
    }
}
