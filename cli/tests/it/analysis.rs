//! `campione analyse`: what does not depend on how well the engine plays.

use serde_json::Value;

use crate::contract::refused;
use crate::{Run, campione, keys, objects, ok, with_input};

/// White mates in one, by one move only.
const MATE: &str = "-v chess '6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1'";
/// White mates in two moves, not in one.
const LADDER: &str = "-v capablanca '9k/10/10/10/R9/1R8/10/4K5 w - - 0 1'";
/// King and rook against king: no mate is near.
const FAR: &str = "-v carrera '9k/10/10/10/10/10/10/R3K5 w - - 0 1'";

/// The move behind `bestmove` on the last line.
#[track_caller]
fn best(out: &str) -> &str {
    out.lines().last().and_then(|line| line.strip_prefix("bestmove ")).unwrap_or_else(|| panic!("{out}"))
}

#[test]
fn the_last_line_is_the_best_move() {
    for name in ["analyse", "analyze"] {
        let out = ok(&format!("{name} {MATE} --depth 3"));
        let lines: Vec<&str> = out.lines().collect();
        let [head, .., row, summary, last] = lines.as_slice() else { panic!("{out}") };
        let words: Vec<&str> = head.split_whitespace().collect();
        assert_eq!(words, ["depth", "score", "time", "nodes", "nps", "line"]);
        assert!(row.contains(" #1 ") && row.ends_with("  Ra8#"), "{row}");
        assert_eq!((*summary, *last), ("best: Ra8#, score #1", "bestmove a1a8"));
        // All rows have their columns one below the other.
        let column = |line: &&str| line.find("  Ra8#");
        assert!(lines[1..lines.len() - 2].iter().filter_map(column).all(|at| Some(at) == row.find("  Ra8#")), "{out}");
    }
}

#[test]
fn chances_of_win_draw_and_loss() {
    let out = ok(&format!("analyse {MATE} --depth 3 --wdl"));
    let words: Vec<&str> = out.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(words, ["depth", "score", "win", "draw", "loss", "time", "nodes", "nps", "line"]);
    assert!(
        out.lines().any(|row| row.split_whitespace().collect::<Vec<_>>()[1..5] == ["#1", "100", "0", "0"]),
        "{out}"
    );
    let out = ok("analyse -v archchess --depth 4 --wdl --format json");
    let chances = objects(&out)[0]["wdl"].as_array().unwrap().iter().map(|chance| chance.as_u64().unwrap()).collect();
    let chances: Vec<u64> = chances;
    assert_eq!((chances.len(), chances.iter().sum::<u64>()), (3, 1000), "{out}");
    assert!(objects(&ok("analyse -v archchess --depth 2 --format json"))[0].get("wdl").is_none());
}

#[test]
fn lines_in_other_notations() {
    for (notation, line) in [("uci", "a1a8"), ("lan", "Ra1-a8#"), ("san", "Ra8#"), ("uci960", "a1a8")] {
        let out = ok(&format!("analyse {MATE} --depth 2 --notation {notation}"));
        assert!(out.lines().any(|row| row.ends_with(&format!("  {line}"))), "{notation}: {out}");
        assert_eq!(best(&out), "a1a8");
    }
    refused(
        &format!("analyse {MATE} --notation xboard"),
        &["--notation", "possible values: uci, crc, uci960, san, lan]"],
    );
    refused(&format!("analyse {MATE} --notation pgn"), &["--notation", "possible values"]);
}

#[test]
fn objects_for_programs() {
    let out = ok(&format!("analyse {MATE} --depth 3 --format json"));
    let lines = objects(&out);
    let (last, reports) = lines.split_last().unwrap();
    for report in reports {
        assert_eq!(keys(report), "depth seldepth multipv score nodes nps time_ms hashfull pv san");
        assert_eq!(report["multipv"], 1);
    }
    let report = reports.last().unwrap();
    assert_eq!(report["score"], serde_json::json!({ "mate": 1 }));
    assert_eq!((report["pv"][0].as_str(), report["san"].as_str()), (Some("a1a8"), Some("Ra8#")));
    assert_eq!(keys(last), "bestmove san ponder score variant fen nodes nps time_ms");
    assert_eq!((last["bestmove"].as_str(), last["ponder"].is_null()), (Some("a1a8"), true));
    // A quiet position has no mate in it.
    let quiet = objects(&ok("analyse -v chess --depth 1 --format json"));
    assert!(quiet[0]["score"]["cp"].is_i64(), "{}", quiet[0]);
}

#[test]
fn every_game_has_a_move() {
    for line in ok("variants").lines().skip(1) {
        let id = line.split_whitespace().next().unwrap();
        for limit in ["--depth 1", "--nodes 100", "--movetime 0", "--movetime 20 --depth 2 --threads 2"] {
            let out = ok(&format!("analyse -v {id} {limit} --hash 1"));
            let moves = ok(&format!("moves -v {id}"));
            assert!(moves.lines().any(|mv| mv == best(&out)), "{id} {limit}: {out}");
        }
    }
}

#[test]
fn several_lines() {
    let lines = objects(&ok("analyse -v chess --depth 2 --multipv 3 --format json"));
    let second: Vec<&Value> = lines.iter().filter(|line| line["depth"] == 2).collect();
    let numbers: Vec<u64> = second.iter().map(|line| line["multipv"].as_u64().unwrap()).collect();
    for number in 1..=3 {
        assert!(numbers.contains(&number), "{numbers:?}");
    }
    // The last lines all begin with different moves.
    let mut firsts: Vec<&str> = second[second.len() - 3..].iter().map(|line| line["pv"][0].as_str().unwrap()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 3);
    let text = ok("analyse -v chess --depth 1 --multipv 2");
    assert!(text.lines().next().unwrap().trim_start().starts_with("# "), "{text}");
    assert!(text.lines().any(|row| row.trim_start().starts_with("2 ")), "{text}");
    // More lines than legal moves.
    let two = "-v chess 'k7/8/8/8/8/8/8/K6r w - - 0 1'";
    let lines = objects(&ok(&format!("analyse {two} --depth 1 --multipv 9 --format json")));
    let most = lines.iter().filter_map(|line| line["multipv"].as_u64()).max();
    assert_eq!((most, ok(&format!("moves {two}")).lines().count()), (Some(2), 2));
}

#[test]
fn some_moves_alone() {
    let out = ok("analyse -v chess --depth 1 --searchmoves h3");
    assert_eq!(best(&out), "h2h3");
    let castling = "-v archchess '4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1'";
    let out = ok(&format!("analyse {castling} --depth 1 --searchmoves 'O-O:i1g1'"));
    assert!(out.contains("\nbest: O-O:i1g1"), "{out}");
    assert_eq!(best(&out), "e1i1,j1g1");
    let two = objects(&ok("analyse -v chess --depth 1 --multipv 5 --searchmoves 'a2a3 h3 a3' --format json"));
    assert_eq!(two.iter().filter_map(|line| line["multipv"].as_u64()).max(), Some(2));
    refused("analyse -v chess --searchmoves e5", &["--searchmoves: `e5` is not a legal move here"]);
    refused("analyse -v chess --searchmoves ''", &["--searchmoves: there is no move"]);
}

#[test]
fn a_game_that_is_over() {
    for (game, result, outcome) in [
        ("-v chess --play 'f2f3 e7e5 g2g4 d8h4'", "0-1, checkmate", "checkmate, Black has won"),
        ("-v carrera 'R3k5/10/4K5/10/10/10/10/10 b - - 0 1'", "1-0, checkmate", "checkmate, White has won"),
        ("-v chess '7k/5Q2/8/8/8/8/8/K7 b - - 0 1'", "1/2-1/2, stalemate", "draw: stalemate"),
        ("-v chess 'k7/8/8/8/8/8/8/KN6 w - - 0 1'", "1/2-1/2, dead position", "draw: dead position"),
        ("-v chess 'k7/8/8/8/8/8/8/KR6 w - - 100 90'", "1/2-1/2, 50-move rule", "draw: 50-move rule"),
        ("-v chess --play 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8'", "1/2-1/2, repetition", "draw: repetition"),
    ] {
        let out = ok(&format!("analyse {game} --movetime 100"));
        assert_eq!(out, format!("result: {result}\nbestmove (none)\n"), "{game}");
        let object = &objects(&ok(&format!("analyse {game} --infinite --format json")))[0];
        let said = (&object["bestmove"], object["outcome"]["words"].as_str(), object["result"].as_str());
        assert_eq!(said, (&Value::Null, Some(outcome), result.split(',').next()), "{game}");
    }
    // One repetition is not a draw.
    let out = ok("analyse -v chess --play 'Nf3 Nf6 Ng1 Ng8' --depth 1");
    assert_ne!(best(&out), "(none)");
}

#[test]
fn mates_that_are_asked_for() {
    let out = ok(&format!("analyse {MATE} --mate 1"));
    assert_eq!(best(&out), "a1a8");
    let object = objects(&ok(&format!("analyse {LADDER} --mate 2 --format json"))).pop().unwrap();
    assert_eq!((object["mate"].as_u64(), &object["score"]["mate"]), (Some(2), &Value::from(2)));
    assert_eq!(object["no_mate_in"].as_u64(), Some(1), "it is the shortest");
    let out = ok(&format!("analyse {LADDER} --mate 9"));
    assert!(out.lines().any(|line| line == "mate in 2 moves, the shortest (proven)"), "{out}");
    for (arguments, said) in [
        (format!("{LADDER} --mate 1"), "no mate in 1 move (proven)"),
        (format!("{FAR} --mate 2"), "no mate in 2 moves (proven)"),
        // A solved ending: the shortest mate is known however short the search is.
        (format!("{FAR} --mate 2 --nodes 1"), "no mate in 2 moves (proven)"),
        // Less is proven if something else ends the search.
        ("-v carrera --mate 2 --depth 1".to_owned(), "no mate in 2 moves found so far; none in 1 move (proven)"),
        ("-v carrera --mate 2 --nodes 1".to_owned(), "no mate in 2 moves found so far"),
        ("-v chess --play 'f2f3 e7e5 g2g4 d8h4' --mate 1".to_owned(), "no mate in 1 move (proven)"),
    ] {
        let Run { out, err, code } = campione(&format!("analyse {arguments}"));
        assert_eq!((code, err.as_str()), (Some(1), ""), "{arguments}: {out}");
        assert!(out.lines().any(|line| line == said), "{arguments}: {out}");
        assert_eq!(out.lines().filter(|line| line.starts_with("bestmove ")).count(), 1, "{out}");
    }
    let run = campione(&format!("analyse {LADDER} --mate 1 --format json"));
    let object = objects(&run.out).pop().unwrap();
    assert_eq!((run.code, &object["mate"], object["no_mate_in"].as_u64()), (Some(1), &Value::Null, Some(1)));
}

#[test]
fn a_position_a_line() {
    let input = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\nnonsense\n\nk7/8/8/8/8/8/8/KN6 w - -\n# note\nstartpos\n";
    let run = with_input("analyse -v chess - --depth 1", input);
    assert_eq!(run.code, Some(1));
    let lines: Vec<&str> = run.out.lines().collect();
    let [mate, dead, start] = lines.as_slice() else { panic!("{}", run.out) };
    assert!(mate.starts_with("bestmove a1a8 score #1 depth 1 nodes ") && mate.ends_with(" s pv Ra8#"), "{mate}");
    assert_eq!(*dead, "bestmove (none) result 1/2-1/2, dead position");
    assert!(start.starts_with("bestmove ") && start.contains(" pv "), "{start}");
    let places: Vec<&str> = run.err.lines().filter_map(|line| line.split_once(": ")).map(|(place, _)| place).collect();
    assert_eq!(places, ["line 2"], "{}", run.err);
    let run = with_input("analyse -v chess - --depth 1 --multipv 2 --format json", input);
    let lines = objects(&run.out);
    assert_eq!((run.code, lines.len()), (Some(1), 4));
    assert_eq!((lines[0]["bestmove"].as_str(), lines[0]["lines"][0]["pv"][0].as_str()), (Some("a1a8"), Some("a1a8")));
    assert_eq!(lines[3]["lines"].as_array().unwrap().len(), 2);
    assert_eq!((lines[1]["line"].as_u64(), lines[2]["lines"].as_array().unwrap().len()), (Some(2), 0));
    // The moves of --play are played from each line. A mate that is not found is a failed check.
    let run = with_input("analyse -v chess - --mate 1 --play 'f2f3 e7e5 g2g4'", "startpos\n");
    assert_eq!((run.code, run.out.starts_with("bestmove d8h4 score #1 ")), (Some(0), true), "{}", run.out);
    let run = with_input("analyse -v chess - --mate 1", "startpos\n6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\n");
    assert_eq!((run.code, run.out.lines().count()), (Some(1), 2));
    assert!(run.out.lines().next().unwrap().contains(" no mate in 1 move (proven) "), "{}", run.out);
    refused("analyse - --multipv 2", &["--multipv", "--format json"]);
}

#[test]
fn bad_usage_is_refused() {
    refused("analyse -v chess '8/8/8/8/8/8/8/8 w - - 0 1'", &["bad FEN"]);
    for (option, value) in [
        ("depth", "0"),
        ("depth", "-3"),
        ("depth", "x"),
        ("nodes", "0"),
        ("nodes", "1e6"),
        ("movetime", "-1"),
        ("movetime", "99999999999"),
        ("mate", "0"),
        ("mate", "100000"),
        ("multipv", "0"),
        ("multipv", "-1"),
        ("hash", "0"),
        ("hash", "x"),
        ("threads", "0"),
    ] {
        refused(&format!("analyse --{option} {value}"), &[&format!("--{option}"), value]);
    }
    for option in ["--depth 3", "--nodes 5", "--movetime 5", "--mate 2"] {
        refused(&format!("analyse --infinite {option}"), &["--infinite", "cannot be used with"]);
    }
}

#[test]
fn memory_that_nobody_has() {
    // More memory than 48-bit addresses can reach.
    for command in ["analyse --depth 1", "bench 1"] {
        refused(
            &format!("{command} --hash 4000000000"),
            &["--hash 4000000000", "does not fit in memory, of which", "MB are free"],
        );
    }
}
