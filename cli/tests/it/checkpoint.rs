//! `perft --checkpoint`: counts are never lost, and a file with other content is never changed.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Run, campione, keys};

/// A new folder, which is removed at the end of the test.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

pub(crate) fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap()
}

fn perft(arguments: &str, file: &Path) -> Run {
    campione(&format!("perft {arguments} --checkpoint '{}'", file.display()))
}

#[track_caller]
fn counted(arguments: &str, file: &Path) -> String {
    let run = perft(arguments, file);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments}: {}", run.out);
    run.out
}

/// The command fails with status 2 and these words, and the file is unchanged.
#[track_caller]
fn refused(arguments: &str, file: &Path, words: &[&str]) {
    let before = fs::read(file).ok();
    let run = perft(arguments, file);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments}: {}", run.err);
    for word in words {
        assert!(run.err.contains(word), "{arguments}: `{word}` is not in: {}", run.err);
    }
    assert!(!run.err.contains("panicked"), "{}", run.err);
    assert_eq!(fs::read(file).ok(), before, "{arguments}");
}

/// The lines of the counted units.
#[cfg(unix)]
fn units(state: &str) -> Vec<&str> {
    state.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).collect()
}

#[test]
fn the_same_totals_in_every_way() {
    let folder = Folder::new();
    // notation/tests/data/chess.tsv, archchess.tsv and courier-spiel.tsv.
    for (game, nodes) in [("5 -v chess", 4_865_609), ("4 -v archchess", 944_981), ("4 -v courier-spiel", 1_527_427)] {
        for (index, how) in ["", "--threads 1", "--hash 1", "--plain --threads 3", "--hash 4 --plain --threads 2"]
            .into_iter()
            .enumerate()
        {
            let file = folder.file(&format!("{}{index}", game.replace(' ', "")));
            let expected = format!("nodes: {nodes}\n");
            assert_eq!(counted(&format!("{game} {how}"), &file), expected, "{game} {how}");
            let state = fs::read(&file).unwrap();
            // The file is complete: the result is read from it, and nothing is written.
            assert_eq!(counted(game, &file), expected, "{game} {how}");
            assert_eq!(fs::read(&file).unwrap(), state);
        }
        let file = folder.file("divide");
        let divide = campione(&format!("perft {game} --divide")).out;
        assert_eq!(counted(&format!("{game} --divide"), &file), divide);
        assert_eq!(counted(&format!("{game} --divide"), &file), divide);
        fs::remove_file(file).unwrap();
    }
    if cfg!(unix) {
        assert!(folder.names().iter().all(|name| !name.starts_with('.')), "{:?}", folder.names());
    }
}

#[test]
fn small_depths_and_ended_games() {
    let folder = Folder::new();
    let mate = "-v chess 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'";
    for (number, (arguments, out)) in [
        ("0", "nodes: 1\n"),
        ("0 --divide", "nodes: 1\n"),
        ("1 -v capablanca", "nodes: 28\n"),
        ("2 -v chess", "nodes: 400\n"),
        ("3 -v chess", "nodes: 8902\n"),
        (&format!("0 {mate}"), "nodes: 1\n"),
        (&format!("1 {mate}"), "nodes: 0\n"),
        (&format!("9 --divide {mate}"), "nodes: 0\n"),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.file(&number.to_string());
        assert_eq!(counted(arguments, &file), out, "{arguments}");
        assert_eq!(counted(arguments, &file), out, "{arguments}");
    }
    let file = folder.file("json");
    let line: Value = serde_json::from_str(&counted("2 -v chess --divide --format json", &file)).unwrap();
    assert_eq!(keys(&line), "variant fen depth nodes seconds nps divide");
    assert_eq!((line["nodes"].as_u64(), line["divide"]["e2e4"].as_u64()), (Some(400), Some(20)));
}

#[test]
fn another_count_is_refused() {
    let folder = Folder::new();
    let file = folder.file("state");
    counted("4 -v capablanca", &file);
    refused("5 -v capablanca", &file, &["state: ", "another count", "the depth is 4 there and 5 here", "another file"]);
    refused("4 -v gothic", &file, &["the variant is capablanca there and gothic here", "the position is rnabqkbcnr/"]);
    refused("4 -v capablanca --play e2e4", &file, &["the position is", "/10/4P5/10/"]);
    refused("4 -v capablanca -", &file, &["--checkpoint", "`-`"]);
    refused("4 -v capablanca --stats", &file, &["--stats", "--checkpoint", "cannot be used with"]);
    refused("4 -v capablanca --split 2", &file, &["--split", "--checkpoint", "cannot be used with"]);
    assert_eq!(counted("4 -v capablanca startpos", &file), "nodes: 805128\n");
}

#[test]
fn what_is_no_checkpoint_is_refused() {
    let folder = Folder::new();
    let file = folder.file("notes.txt");
    for content in [" ", "my notes\n", "campione perft checkpoin", "\u{0}\u{1}"] {
        fs::write(&file, content).unwrap();
        refused("3", &file, &["notes.txt", "not a checkpoint"]);
    }
    fs::write(&file, b"\xff\xfe").unwrap();
    refused("3", &file, &["not a checkpoint"]);
    assert_eq!(folder.names(), ["notes.txt"]);
    refused("3", &folder.file("."), &["not a regular file"]);
    refused("3", &folder.file("no-such-folder/state"), &["no-such-folder", "cannot be written"]);
    refused("3", &folder.file("notes.txt/state"), &["notes.txt"]);
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let folder = Folder::new();
    let file = folder.file("state");
    counted("3 -v chess", &file);
    let good = fs::read(&file).unwrap();
    // The unit tests of the format change every byte; this test changes some.
    for at in (0..good.len()).step_by(7) {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        fs::write(&file, &bad).unwrap();
        refused("3 -v chess", &file, &["checkpoint"]);
    }
    for length in [1, good.len() / 2, good.len() - 1] {
        fs::write(&file, &good[..length]).unwrap();
        refused("3 -v chess", &file, &["checkpoint"]);
    }
    let later = String::from_utf8(good.clone()).unwrap().replace("checkpoint 1\n", "checkpoint 2\n");
    fs::write(&file, later).unwrap();
    refused("3 -v chess", &file, &["format 2", "format 1", "delete it"]);
    fs::write(&file, &good).unwrap();
    assert_eq!(counted("3 -v chess", &file), "nodes: 8902\n");
}

#[cfg(unix)]
mod killed {
    use super::*;
    use crate::interrupted::{assert_interrupted, end, signal};
    use crate::start;
    use std::process::Child;
    use std::thread;
    use std::time::Duration;

    /// Six plies of Capablanca's chess, counted slowly, which takes some seconds.
    const SLOW: &str = "6 -v capablanca --plain --threads 1";
    const NODES: &str = "nodes: 1015802437\n";

    fn start_slowly(file: &Path) -> Child {
        start(&format!("perft {SLOW} --checkpoint '{}'", file.display()))
    }

    /// Waits until more is saved than before; false if the count ends first.
    fn has_saved_more(child: &mut Child, file: &Path, before: usize) -> bool {
        while child.try_wait().unwrap().is_none() {
            if fs::read_to_string(file).is_ok_and(|state| units(&state).len() > before) {
                return true;
            }
            thread::sleep(Duration::from_millis(1));
        }
        false
    }

    #[test]
    fn a_killed_count_goes_on() {
        let folder = Folder::new();
        let file = folder.file("state");
        let mut before = String::new();
        let mut kills = 0;
        for round in 0..6_u64 {
            let mut child = start_slowly(&file);
            if !has_saved_more(&mut child, &file, units(&before).len()) {
                break;
            }
            // Some processes are killed during a save, some between two saves.
            thread::sleep(Duration::from_micros(7919 * round * round % 25_000));
            child.kill().unwrap();
            kills += u32::from(end(child).code.is_none());
            let now = read(&file);
            let known = units(&now);
            assert!(known.len() > units(&before).len());
            assert!(units(&before).iter().all(|unit| known.contains(unit)), "round {round}");
            before = now;
        }
        assert!(kills > 0, "the count is too fast to be killed");
        assert_eq!(counted("6 -v capablanca", &file), NODES);
        assert_eq!(folder.names(), ["state"]);
    }

    #[test]
    fn an_interrupted_count_goes_on_in_another_way() {
        let folder = Folder::new();
        let file = folder.file("state");
        let mut child = start_slowly(&file);
        assert!(has_saved_more(&mut child, &file, 0));
        signal(&child, "TERM");
        let run = end(child);
        assert_eq!(run.code, Some(143), "{}", run.err);
        assert_interrupted(run.out.trim_end());
        let saved = read(&file);
        let divide = counted("6 -v capablanca --divide --hash 16 --threads 2", &file);
        assert_eq!(divide, campione("perft 6 -v capablanca --divide --hash 16").out);
        assert!(divide.ends_with(NODES));
        let complete = read(&file);
        let known = units(&complete);
        assert!(units(&saved).len() < known.len() && units(&saved).iter().all(|unit| known.contains(unit)));
    }

    #[test]
    fn one_process_at_a_time() {
        let folder = Folder::new();
        let file = folder.file("state");
        let arguments = format!("perft 40 --checkpoint '{}'", file.display());
        let child = start(&arguments);
        while !file.exists() {
            thread::sleep(Duration::from_millis(1));
        }
        let second = campione(&arguments);
        assert_eq!((second.code, second.out.as_str()), (Some(2), ""));
        assert!(second.err.contains("another campione is at work on it"), "{}", second.err);
        signal(&child, "INT");
        assert_eq!(end(child).code, Some(130));
        assert_eq!(folder.names(), ["state"]);
    }
}
