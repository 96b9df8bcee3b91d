//! Signals: the results so far are printed, and the exit status names the signal.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::checkpoint::{Folder, read};
use crate::{Run, keys, start};

/// Black has four moves, of which one mates.
const MATE: &str = "'2r5/3b3r/1q1p3n/1p1PpPkp/PP1P2P1/1n3P2/R3B1P1/2QK2NR b - - 6 33'";

pub(crate) fn signal(child: &Child, name: &str) {
    let status = Command::new("sh").args(["-c", &format!("kill -{name} {}", child.id())]).status().unwrap();
    assert!(status.success());
}

pub(crate) fn end(child: Child) -> Run {
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// Interrupts an endless count, later each time, until its output is what the test waits for.
#[track_caller]
fn interrupted(arguments: &str, name: &str, found: impl Fn(&Run) -> bool) -> Run {
    let mut last = String::new();
    for patience in (4..14).map(|power| Duration::from_millis(1 << power)) {
        let mut child = start(arguments);
        thread::sleep(patience);
        signal(&child, name);
        // A job in the background of a shell inherits that SIGINT is ignored. Then a signal that comes before the program listens is
        // lost, and the count would never end.
        for _ in 0..2_000 {
            if child.try_wait().unwrap().is_some() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        // Does nothing if it has ended.
        child.kill().unwrap();
        let run = end(child);
        // Without a code it was killed here.
        if run.code.is_some() && found(&run) {
            return run;
        }
        last = format!("{:?}: {}{}", run.code, run.out, run.err);
    }
    panic!("{arguments} and {name}: {last}");
}

/// `interrupted: N nodes counted so far, P % of the tree`, with some nodes.
#[track_caller]
pub(crate) fn assert_interrupted(line: &str) {
    let (nodes, part) = line
        .strip_prefix("interrupted: ")
        .and_then(|rest| rest.strip_suffix(" % of the tree"))
        .and_then(|rest| rest.split_once(" nodes counted so far, "))
        .unwrap_or_else(|| panic!("{line}"));
    let nodes = nodes.replace(',', "");
    assert!(nodes.parse::<u128>().is_ok() && part.parse::<f64>().is_ok_and(|part| part < 100.0), "{line}");
}

#[test]
fn a_count_ends_with_the_moves_that_are_known() {
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let arguments = format!("perft 40 -v chess --divide --threads 8 {MATE}");
        let run = interrupted(&arguments, name, |run| run.out.contains("c8c1"));
        let (mate, line) = run.out.trim_end().split_once('\n').unwrap();
        assert_eq!((mate, run.code, run.err.as_str()), ("c8c1: 0", Some(code), ""));
        assert_interrupted(line);
    }
}

#[test]
fn an_interrupted_count_in_json() {
    let arguments = format!("perft 40 -v chess --divide --format json --threads 8 {MATE}");
    let run = interrupted(&arguments, "INT", |run| run.out.contains("c8c1"));
    let line: Value = serde_json::from_str(&run.out).unwrap();
    let expected = "variant fen depth interrupted counted done seconds nps divide";
    assert_eq!((keys(&line).as_str(), run.code), (expected, Some(130)));
    assert_eq!((line["interrupted"].as_bool(), line["divide"]["c8c1"].as_u64()), (Some(true), Some(0)));
    assert!(line["counted"].as_u64() > Some(0), "{line}");
    assert!(line["done"].as_f64().is_some_and(|done| (0.0..1.0).contains(&done)), "{line}");
}

#[test]
fn statistics_end_too() {
    let run = interrupted("perft 40 --stats", "TERM", |run| run.code == Some(143));
    assert_interrupted(run.out.trim_end());
    assert_eq!(run.out.lines().count(), 1, "{}", run.out);
}

#[test]
fn a_line_of_many_is_interrupted() {
    let mut child = start("perft 40 -v chess -");
    let mut input = child.stdin.take().unwrap();
    // A position in which the game is over, and one whose count does not end.
    input.write_all(b"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\nstartpos\nstartpos\n").unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert_eq!(line, "nodes: 0\n");
    signal(&child, "INT");
    let rest: Vec<String> = out.lines().map(Result::unwrap).collect();
    // The signal may come before the second count has begun.
    assert!(rest.len() <= 1, "{rest:?}");
    for line in &rest {
        assert_interrupted(line);
    }
    drop(input);
    assert_eq!(end(child).code, Some(130));
}

#[test]
fn who_waits_for_input_is_ended_at_once() {
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let mut child = start("perft 2 -v chess -");
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"startpos\n").unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        signal(&child, name);
        // The input is still open.
        assert_eq!((line.as_str(), child.wait().unwrap().code()), ("nodes: 400\n", Some(code)));
        drop(input);
    }
}

#[test]
fn a_signal_that_comes_twice_is_one() {
    // As `timeout` sends it.
    let mut seen = 0;
    for patience in (4..9).flat_map(|power| [Duration::from_millis(1 << power); 3]) {
        let child = start("perft 9 -v capablanca --threads 1");
        thread::sleep(patience);
        signal(&child, "TERM");
        signal(&child, "TERM");
        let output = child.wait_with_output().unwrap();
        // Without an exit status, the signal came before the handler was installed.
        if output.status.code().is_some() {
            let out = String::from_utf8(output.stdout).unwrap();
            assert!(out.starts_with("interrupted: "), "{out}");
            assert_eq!(output.status.code(), Some(143));
            seen += 1;
        }
    }
    assert!(seen > 0, "it never listens");
}

#[test]
fn a_later_signal_is_obeyed_at_once() {
    for patience in (4..14).map(|power| Duration::from_millis(1 << power)) {
        // The output is not read, so the command soon blocks in a write.
        let mut child = start("perft 1 -v chess --divide --format json -");
        let mut input = child.stdin.take().unwrap();
        let writer = thread::spawn(move || {
            // The thread ends when the child ends.
            while input.write_all(b"startpos\n").is_ok() {}
        });
        thread::sleep(patience);
        signal(&child, "INT");
        thread::sleep(Duration::from_millis(100));
        let waits = child.try_wait().unwrap().is_none();
        while waits && child.try_wait().unwrap().is_none() {
            signal(&child, "TERM");
            thread::sleep(Duration::from_millis(200));
        }
        let code = child.wait().unwrap().code();
        writer.join().unwrap();
        // Without an exit status, the first signal came before the handler was installed.
        if waits && code.is_some() {
            assert_eq!(code, Some(143));
            return;
        }
    }
    panic!("it never waits for its reader");
}

#[test]
fn a_suite_ends_with_the_lines_that_are_known() {
    let folder = Folder::new();
    let suite = folder.file("suite.tsv");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let lines =
        format!("chess\t{start}\t1\t20\nchess\t{start}\t2\t401\nchess\t{start}\t40\t1\nchess\tnonsense\t1\t1\n");
    std::fs::write(&suite, lines).unwrap();
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let arguments = format!("verify --threads 4 '{}'", suite.display());
        let run = interrupted(&arguments, name, |run| run.out.contains(" 1 not counted"));
        assert_eq!(run.code, Some(code));
        assert!(run.out.contains("depth 2: expected 401, counted 400\n"), "{}", run.out);
        assert!(run.out.ends_with("\ninterrupted: 1 passed, 2 failed, 1 not counted\n"), "{}", run.out);
        assert!(run.err.contains(":4: bad FEN `nonsense`"), "{}", run.err);
        let run = interrupted(&(arguments + " --format json"), name, |run| run.out.contains("\"uncounted\":1"));
        let summary: Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
        let expected = serde_json::json!({ "interrupted": true, "passed": 1, "failed": 2, "uncounted": 1 });
        assert_eq!((summary, run.code), (expected, Some(code)));
    }
}

#[test]
fn random_positions_end_with_those_that_are_counted() {
    let line = "chess\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t5\t4865609\n";
    for (format, line) in [("text", line), ("json", "\"nodes\":4865609")] {
        let arguments = format!("random -v chess --plies 0 --perft 5 --count 100000 --format {format}");
        let run = interrupted(&arguments, "INT", |run| run.out.contains(line));
        assert!(run.code == Some(130) && run.out.ends_with('\n'), "{:?}: {}", run.code, run.out);
    }
}

#[test]
fn a_checkpoint_is_saved_and_goes_on() {
    let folder = Folder::new();
    let file = folder.file("state");
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let arguments = format!("perft 40 -v chess --threads 2 --checkpoint '{}' {MATE}", file.display());
        let run = interrupted(&arguments, name, |run| run.code == Some(code));
        assert_interrupted(run.out.trim_end());
        assert!(run.err.contains("the same command goes on from there"), "{}", run.err);
        assert!(read(&file).ends_with('\n'));
        assert_eq!(folder.names(), ["state"]);
    }
}

#[test]
fn units_end_with_those_that_are_known() {
    let folder = Folder::new();
    let file = folder.file("units.tsv");
    let start = "chess\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let units = format!("{start}\t40\t1\n{start}\t1\t3\n");
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        std::fs::write(&file, &units).unwrap();
        let arguments = format!("perft --units '{}' --threads 2", file.display());
        let run = interrupted(&arguments, name, |run| run.out.contains("60 counted in 1 of 2 units"));
        assert_eq!(run.code, Some(code), "{}", run.err);
        assert_eq!(read(&file), format!("{units}{start}\t1\t3\t20\n"));
        // As a filter, the command ends at once.
        let run = interrupted("perft --units -", name, |run| run.code == Some(code));
        assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
    }
}

#[test]
fn games_end_with_those_that_are_known() {
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let mut child = start("pgn - -v chess --to san");
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"1. e4 e5 *\n1. d4 d5").unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        signal(&child, name);
        // The input is still open, and the second game is not complete.
        assert_eq!((line.as_str(), child.wait().unwrap().code()), ("e4 e5\n", Some(code)));
        drop(input);
    }
    for (format, words) in [("text", "interrupted: 2 games, "), ("json", "\"interrupted\":true}")] {
        let mut child = start(&format!("pgn - -v chess --format {format}"));
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"1. e4 e5 *\n1. e5 *\n1. d4").unwrap();
        // The message about the second game shows that the first one is done.
        let mut err = BufReader::new(child.stderr.take().unwrap());
        err.read_line(&mut String::new()).unwrap();
        signal(&child, "INT");
        let run = end(child);
        assert!(run.out.contains(words), "{}", run.out);
        assert_eq!(run.code, Some(130));
        drop(input);
    }
}

#[test]
fn an_analysis_ends_with_the_best_move_so_far() {
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        for format in ["text", "json"] {
            let mut child = start(&format!("analyse -v chess --infinite --format {format}"));
            let mut out = BufReader::new(child.stdout.take().unwrap());
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            signal(&child, name);
            let last = out.lines().map(Result::unwrap).last().unwrap();
            assert_eq!(end(child).code, Some(code));
            if format == "json" {
                let object: Value = serde_json::from_str(&last).unwrap();
                assert!(object["bestmove"].is_string() && object["interrupted"] == true, "{last}");
            } else {
                let best = last.strip_prefix("bestmove ").unwrap_or_else(|| panic!("{last}"));
                assert!(crate::campione("moves -v chess").out.lines().any(|mv| mv == best), "{last}");
            }
        }
    }
}

#[test]
fn an_analysis_of_many_positions_ends_with_those_that_are_known() {
    let mut child = start("analyse -v chess --infinite -");
    let mut input = child.stdin.take().unwrap();
    // In the first position the game is over.
    input.write_all(b"k7/8/8/8/8/8/8/KN6 w - -\nstartpos\nstartpos\n").unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert_eq!(line, "bestmove (none) result 1/2-1/2, dead position\n");
    signal(&child, "INT");
    let rest: Vec<String> = out.lines().map(Result::unwrap).collect();
    // The signal may come before the second has begun.
    assert!(rest.len() <= 1 && rest.iter().all(|line| line.starts_with("bestmove ")), "{rest:?}");
    drop(input);
    assert_eq!(end(child).code, Some(130));
}

#[test]
fn a_test_suite_ends_with_the_positions_that_are_known() {
    let folder = Folder::new();
    let file = folder.file("suite.epd");
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - dm 1; variant chess;\n";
    let long = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; variant chess;\n";
    std::fs::write(&file, format!("{mate}{long}{long}")).unwrap();
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        for (format, words) in [
            ("text", "interrupted, 2 not searched: solved 1 of 1, "),
            ("json", "\"interrupted\":true,\"not_searched\":2}"),
        ] {
            let arguments = format!("suite '{}' --movetime 1000000 --format {format}", file.display());
            let mut child = start(&arguments);
            let mut out = BufReader::new(child.stdout.take().unwrap());
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            signal(&child, name);
            let rest: Vec<String> = out.lines().map(Result::unwrap).collect();
            assert_eq!((rest.len(), end(child).code), (1, Some(code)), "{rest:?}");
            assert!(rest[0].contains(words), "{rest:?}");
        }
    }
}

#[test]
fn a_bench_ends_too() {
    for (format, words) in [("text", "interrupted: "), ("json", "{\"interrupted\":true,")] {
        // A depth that no search reaches.
        let arguments = format!("bench 100 -v chess --format {format}");
        let run = interrupted(&arguments, "INT", |run| run.code == Some(130));
        let last = run.out.lines().last().unwrap_or_default();
        assert!(last.starts_with(words), "{}", run.out);
    }
}

/// After `quit` a count goes on to its end, unless a signal ends it.
#[test]
fn an_engine_that_counts_on_after_quit_ends_too() {
    // As an engine it leaves signals as they are, so where SIGINT is ignored it is not ended by it: in a job in the background of a
    // shell, which cannot trap it either.
    let trap = Command::new("sh").args(["-c", "trap 'exit 7' INT; kill -INT $$; exit 0"]).status().unwrap();
    let names: &[&str] = if trap.code() == Some(7) { &["INT", "TERM"] } else { &["TERM"] };
    for name in names {
        let mut child = start("uci");
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"go perft 1\ngo perft 20\nquit\n").unwrap();
        drop(input);
        let mut out = BufReader::new(child.stdout.take().unwrap());
        while !matches!(out.by_ref().lines().next(), Some(Ok(line)) if line == "Nodes searched: 20") {}
        assert_eq!(child.try_wait().unwrap(), None, "the second count goes on");
        signal(&child, name);
        let status = end(child).code;
        assert_eq!(status, None, "{name}");
    }
}
