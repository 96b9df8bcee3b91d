//! `campione suite` and `campione bench`.

use serde_json::Value;

use crate::checkpoint::Folder;
use crate::contract::refused;
use crate::{Run, campione, keys, objects, sample, with_input};

/// Tests that any engine solves: mates, and moves to avoid.
const GOOD: &str = "# mates\n\n\
    6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; dm 1; variant \"chess\"; id \"back; rank\"; c0 \"a comment\";\n\
    5k6/H11/12/12/12/12/1H4K5 w - - dm 1; variant \"herb-garden\";\n\
    9k/10/10/10/R9/1R8/10/4K5 w - - dm 2; variant \"capablanca\"\n\
    6k1/5ppp/8/8/8/8/8/R3K3 w Q - 3 50 am Ra7 Ke2 O - O - O; variant chess;\n";

#[test]
fn solved_positions() {
    let folder = Folder::new();
    let file = folder.file("good.epd");
    std::fs::write(&file, GOOD).unwrap();
    let run = campione(&format!("suite '{}' --depth 3", file.display()));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    let lines: Vec<&str> = run.out.lines().collect();
    let place = |line: u32| format!("{}:{line}: solved", file.display());
    let first = format!("{} \"back; rank\": Ra8# (#1) at depth ", place(3));
    assert!(lines[0].starts_with(&first) && lines[0].ends_with(" nodes"), "{}", lines[0]);
    assert!(lines[1].starts_with(&format!("{}: Hb7# (#1) at depth ", place(4))), "{}", lines[1]);
    assert!(lines[2].starts_with(&place(5)) && lines[2].contains(" (#2) at depth "), "{}", lines[2]);
    assert!(lines[3].starts_with(&format!("{}: Ra8# (#1) at depth ", place(6))), "{}", lines[3]);
    assert!(lines[4].starts_with("solved 4 of 4, time ") && lines[4].contains(" s, nodes "), "{}", lines[4]);
    assert_eq!(lines.len(), 5);
    // The same file twice.
    let run = campione(&format!("suite '{0}' '{0}' --depth 2", file.display()));
    assert!(run.out.lines().last().unwrap().contains(" of 8, time "), "{}", run.out);
}

#[test]
fn suites_in_json() {
    let run = with_input("suite - --nodes 5000 --format json", GOOD);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    let lines = objects(&run.out);
    let first = &lines[0];
    let expected = "place line variant fen id bm am dm solved solution bestmove score no_mate_in depth nodes time_ms";
    assert_eq!(keys(first), expected);
    assert_eq!((first["place"].as_str(), first["line"].as_u64()), (Some("line 3"), Some(3)));
    assert_eq!((first["bm"][0].as_str(), first["bestmove"].as_str()), (Some("a1a8"), Some("a1a8")));
    assert_eq!((first["dm"].as_u64(), first["score"]["mate"].as_i64()), (Some(1), Some(1)));
    for line in &lines[..4] {
        let found = &line["solution"];
        assert!(found["nodes"].as_u64() <= line["nodes"].as_u64(), "{line}");
        assert!(found["depth"].as_u64() <= line["depth"].as_u64(), "{line}");
        assert!(found["time_ms"].as_u64() <= line["time_ms"].as_u64(), "{line}");
    }
    assert_eq!(lines[3]["fen"], "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 3 50");
    let last = lines.last().unwrap();
    assert_eq!((last["solved"].as_u64(), last["positions"].as_u64()), (Some(4), Some(4)));
    let nodes: u64 = lines[..4].iter().map(|line| line["nodes"].as_u64().unwrap()).sum();
    assert_eq!(last["nodes"].as_u64(), Some(nodes));
}

#[test]
fn unsolved_positions() {
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -";
    // The engine plays the mate, so all tests that want other moves fail.
    let suite = format!(
        "{mate} bm Ke2 Ra7; id \"wrong\";\n{mate} am Ra8#;\n{mate} bm Ra8 Ra7; am Ra8;\n\
         4k3/8/8/8/8/8/8/R3K3 w Q - dm 1; bm Ra8;\n{mate} bm Ra8+;\n"
    );
    let run = with_input("suite - -v chess --depth 3", &suite);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""), "{}", run.out);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "line 1: not solved \"wrong\": Ra8# (#1), expected bm Ke2 Ra7");
    assert_eq!(lines[1], "line 2: not solved: Ra8# (#1), expected am Ra8#");
    assert_eq!(lines[2], "line 3: not solved: Ra8# (#1), expected bm Ra8# Ra7, am Ra8#");
    // The claim is false, and that is proven.
    let end = ", expected bm Ra8+, dm 1; no mate in 1 move (proven)";
    assert!(lines[3].starts_with("line 4: not solved: ") && lines[3].ends_with(end), "{}", lines[3]);
    assert!(lines[4].starts_with("line 5: solved: Ra8# (#1) at depth "), "{}", lines[4]);
    assert!(lines[5].starts_with("solved 1 of 5, time "), "{}", lines[5]);
}

#[test]
fn lines_that_are_no_tests() {
    let chess = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -";
    let bad = [
        ("8/8 w", "fields: 2 found, but EPD begins with 4"),
        (&format!("{chess} id \"x\"; variant chess;"), "there is nothing to solve: expected `bm`"),
        (&format!("{chess} bm Rb2; variant chess;"), "bm: `Rb2` is not a legal move here; legal: "),
        (&format!("{chess} bm;"), "the variant is modern-carrera"),
        (&format!("{chess} bm Ra8; variant carera;"), "there is no variant `carera`; did you mean carrera"),
        ("k7/8/8/8/8/8/8/KN6 w - - bm Nc3; variant chess;", "the game is over: draw: dead position"),
        ("7k/5Q2/8/8/8/8/8/K7 b - - dm 1; variant chess;", "the game is over: draw: stalemate"),
        ("8/8/8/8/8/8/8/8 w - - dm 1; variant chess;", "bad FEN"),
    ];
    let suite: String = bad.iter().map(|(line, _)| format!("{line}\n")).collect();
    let suite = format!("{suite}{chess} dm 1; variant chess;\n");
    let folder = Folder::new();
    let file = folder.file("bad.epd");
    std::fs::write(&file, &suite).unwrap();
    let run = campione(&format!("suite '{}'", file.display()));
    assert_eq!(run.code, Some(1));
    // In text only the first faults are reported, in JSON all of them.
    let said: Vec<&str> = run.err.lines().collect();
    assert_eq!((said.len(), said.last()), (6, Some(&"3 more lines cannot be read")), "{}", run.err);
    for (number, said) in (1..).zip(&said[..5]) {
        assert!(said.starts_with(&format!("{}:{number}: ", file.display())), "{said}");
    }
    let json = campione(&format!("suite '{}' --format json", file.display()));
    let said: Vec<&str> = json.err.lines().collect();
    assert_eq!(said.len(), bad.len(), "{}", json.err);
    for (number, ((line, message), said)) in (1..).zip(bad.iter().zip(said)) {
        let place = format!("{}:{number}: ", file.display());
        assert!(said.starts_with(&place) && said.contains(message), "{line}: {said}");
    }
    assert!(run.out.contains("\nsolved 1 of 1, time ") && run.out.ends_with(", bad lines 8\n"), "{}", run.out);
    let lines = objects(&with_input("suite - --format json", &suite).out);
    assert_eq!((lines[1]["line"].as_u64(), lines[1]["place"].as_str()), (Some(2), Some("line 2")));
    assert!(lines[1]["error"].as_str().unwrap().contains("nothing to solve"));
    assert_eq!(lines.last().unwrap()["bad_lines"], bad.len());
}

#[test]
fn suites_that_are_none() {
    refused("suite", &["<FILE>"]);
    refused("suite no-such-file.epd", &["no-such-file.epd"]);
    refused("suite - --depth 0", &["--depth"]);
    refused("suite - --multipv 2", &["--multipv"]);
    refused("suite - -v carera", &["no variant `carera`"]);
    let Run { out, err, code } = with_input("suite -", "# nothing\n");
    assert_eq!((err.as_str(), code), ("standard input: no position in it\n", Some(1)));
    assert!(out.starts_with("solved 0 of 0, "), "{out}");
}

#[test]
fn perft_suites_name_their_game_too() {
    let suite =
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 401; variant \"chess\"; id \"start\";\n";
    let run = with_input("verify -", suite);
    assert!(run.out.contains(": chess rnbqkbnr/") && run.out.contains("counted 400 -- start\n"), "{}", run.out);
    assert!(run.out.ends_with("\n1 passed, 1 failed\n"), "{}", run.out);
}

/// The committed counts: lines of a depth, the nodes with the nets of the program, and those with the hand-written evaluation.
const NODES: &str = include_str!("../../data/bench-nodes.txt");

#[test]
fn the_bench_has_its_committed_nodes_with_nets() {
    has_its_committed_nodes("", 1);
}

#[test]
fn the_bench_has_its_committed_nodes_without_nets() {
    has_its_committed_nodes("--no-net", 2);
}

fn has_its_committed_nodes(evaluation: &str, column: usize) {
    let rows: Vec<Vec<&str>> =
        NODES.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').collect()).collect();
    let row = sample(&rows[0], rows.last().unwrap());
    let run = campione(&format!("bench {} --threads 1 {evaluation}", row[0]));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let last = run.out.lines().last().unwrap();
    let (nodes, speed) = last.strip_prefix("nodes: ").and_then(|rest| rest.split_once(" nps: ")).unwrap();
    assert!(speed.parse::<u64>().is_ok(), "{last}");
    assert_eq!(
        nodes, row[column],
        "the engine searches otherwise than before. If that is meant, CONTRIBUTING.md says how to write \
         cli/data/bench-nodes.txt anew"
    );
    // A row for each position, the table's head, and the total.
    assert_eq!(run.out.lines().count(), 48 + 2);
}

#[test]
fn a_short_bench() {
    let lines = objects(&campione("bench 1 -v chess --threads 1 --format json").out);
    let (last, rows) = lines.split_last().unwrap();
    assert_eq!(rows.len(), 3);
    for row in rows {
        assert_eq!(keys(row), "variant fen depth score bestmove nodes nps time_ms");
        assert_eq!((row["variant"].as_str(), row["depth"].as_u64()), (Some("chess"), Some(1)));
    }
    let nodes: u64 = rows.iter().map(|row| row["nodes"].as_u64().unwrap()).sum();
    assert_eq!(keys(last), "positions depth hash threads nodes nps time_ms");
    assert_eq!((last["nodes"].as_u64(), last["threads"].as_u64()), (Some(nodes), Some(1)));
    // Each position has the same count again, whatever was searched before it.
    let again = objects(&campione("bench 1 --threads 1 --format json").out);
    let chess: Vec<&Value> = again.iter().filter(|row| row["variant"] == "chess").map(|row| &row["nodes"]).collect();
    assert_eq!(chess, rows.iter().map(|row| &row["nodes"]).collect::<Vec<_>>());
    refused("bench 0", &["0", "DEPTH"]);
    refused("bench x", &["'x'", "DEPTH"]);
    refused("bench --hash 0", &["--hash"]);
    refused("bench -v carera", &["no variant `carera`"]);
    refused("bench startpos", &["'startpos'"]);
}
