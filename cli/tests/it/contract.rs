//! The contract of the command line: what scripts rely on.

use serde_json::Value;

use crate::{Run, campione, keys, ok, start, with_input};

/// A usage error: status 2, these words, and nothing on standard output, but in JSON an object with the message.
#[track_caller]
pub(crate) fn refused(arguments: &str, words: &[&str]) {
    let run = campione(arguments);
    assert_eq!(run.code, Some(2), "{arguments}: {}", run.err);
    if arguments.contains("--format json") {
        error_object(&run);
    } else {
        assert_eq!(run.out, "", "{arguments}");
    }
    for word in words {
        assert!(run.err.contains(word), "{arguments}: `{word}` is not in: {}", run.err);
    }
    assert!(!run.err.contains("panicked"), "{}", run.err);
}

/// The object of an error in JSON, the only line of standard output. Its message is that of standard error.
#[track_caller]
pub(crate) fn error_object(run: &Run) -> Value {
    let object: Value = serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}", run.out));
    let message = object["error"].as_str().unwrap_or_else(|| panic!("{object}"));
    assert!(run.err.contains(message.split(": line ").next().unwrap()), "{message} is not in: {}", run.err);
    object
}

#[test]
fn perft_ends_with_its_count() {
    // Counts of docs/RULES.md's independent program; see notation/tests/data.
    assert_eq!(ok("perft 0"), "nodes: 1\n");
    assert_eq!(ok("perft 4 --variant capablanca").lines().last(), Some("nodes: 805128"));
    assert_eq!(ok("perft 4 -v herb-garden startpos").lines().last(), Some("nodes: 2060933"));
    assert_eq!(ok("perft 3 crc:1"), "nodes: 22182\n");
    assert_eq!(ok("perft 3 -v crc crc:1"), "nodes: 22182\n");
    assert_eq!(ok("perft 2 chess960:518"), "nodes: 400\n");
    assert_eq!(ok("perft 1 -v archchess 4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1"), "nodes: 58\n");
}

#[test]
fn divide_is_sorted_and_adds_up() {
    let out = ok("perft 3 -v courier-spiel --divide");
    let (parts, total) = out.trim_end().rsplit_once('\n').unwrap();
    let parts: Vec<(&str, u128)> =
        parts.lines().map(|line| line.split_once(": ").unwrap()).map(|(mv, n)| (mv, n.parse().unwrap())).collect();
    assert!(parts.is_sorted_by_key(|(mv, _)| *mv));
    assert_eq!(parts.len(), 34);
    assert_eq!(total, format!("nodes: {}", parts.iter().map(|(_, n)| n).sum::<u128>()));
    assert_eq!(total, "nodes: 42054");
    assert_eq!(ok("perft 0 --divide"), "nodes: 1\n");
}

#[test]
fn perft_in_json() {
    let line: Value = serde_json::from_str(&ok("perft 2 -v chess --divide --format json")).unwrap();
    assert_eq!(keys(&line), "variant fen depth nodes seconds nps divide");
    assert_eq!((line["nodes"].as_u64(), line["divide"]["e2e4"].as_u64()), (Some(400), Some(20)));
    assert_eq!(line["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

#[test]
fn moves_are_played_first() {
    let played = ok("moves -v carrera --play 'a2a4 a7a6'");
    assert_eq!(played, ok("moves -v carrera ranbqkbncr/1ppppppppp/p9/10/P9/10/1PPPPPPPPP/RANBQKBNCR w - - 0 2"));
    assert!(played.lines().any(|mv| mv == "a4a5") && played.lines().is_sorted());
    let json: Value = serde_json::from_str(&ok("moves -v archchess --play e2e4 --format json")).unwrap();
    assert_eq!(json["moves"].as_array().unwrap().len(), 30);
    refused("moves --play 'e2e4 e2e4'", &["--play, move 2", "`e2e4` is not a legal move"]);
}

#[test]
fn lines_of_standard_input_keep_their_numbers() {
    let input = "startpos\nnonsense\n\ncrc:5\n8/8 w - - 0 1\nstartpos";
    let run = with_input("perft 1 -v crc -", input);
    assert_eq!(run.out, "nodes: 28\nnodes: 27\nnodes: 28\n");
    assert_eq!(run.code, Some(1));
    let places: Vec<&str> = run.err.lines().filter_map(|line| line.split_once(": ")).map(|(place, _)| place).collect();
    assert_eq!(places, ["line 2", "line 5"], "{}", run.err);
    let run = with_input("moves -v chess - --format json", "startpos\nstartpos\n");
    assert_eq!((run.out.lines().count(), run.code), (2, Some(0)));
    let run = with_input("moves -v chess -", "startpos\n");
    assert_eq!(run.out.split_whitespace().count(), 20);
    let run = with_input("perft 1 --divide -", "startpos\n");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("--format json"), "{}", run.err);
}

/// The commands that read a position, with what else they must be given.
fn reading_positions() -> Vec<String> {
    let help = ok("--help");
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
    let reading: Vec<&str> =
        names.filter(|name| *name != "help" && ok(&format!("{name} --help")).contains("[FEN]...")).collect();
    assert!(reading.contains(&"moves") && reading.contains(&"play"), "{reading:?}");
    let with = |name: &str| match name {
        "perft" => "perft 1".to_owned(),
        "bisect" => "bisect 1 --engine true".to_owned(),
        "analyse" => "analyse --depth 1".to_owned(),
        other => other.to_owned(),
    };
    reading.into_iter().map(with).chain(["endgame probe --tables .".to_owned()]).collect()
}

#[test]
fn the_help_says_whether_positions_are_read_from_standard_input() {
    for command in reading_positions() {
        let help = ok(&format!("{command} --help").replace("--engine true ", "").replace("--tables . ", ""));
        let says =
            help.split_whitespace().collect::<Vec<_>>().join(" ").contains("read from standard input, one per line");
        assert_eq!(says, command != "play", "{command}: {help}");
    }
    refused("play -", &["a game begins from one position"]);
    for command in ["perft 1", "moves", "show", "fen", "random", "analyse --depth 1"] {
        let run = with_input(&format!("{command} -"), "");
        let note = "note: standard input contained no position\n";
        assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", note, Some(0)), "{command}");
    }
}

/// An unset shell variable does not mean the start position.
#[test]
fn an_empty_position_is_refused() {
    for blank in ["''", "' '", "'' ''", "'\t'"] {
        for command in reading_positions().iter().map(String::as_str).chain(["perft 1 --split 1"]) {
            refused(&format!("{command} {blank}"), &["the FEN is empty", "`startpos`"]);
        }
        if !blank.contains("' '") || blank == "' '" {
            refused(&format!("convert e2e4 --fen {blank}"), &["the FEN is empty"]);
        }
    }
    refused("perft 1 -v ''", &["there is no variant ``"]);
    refused("perft 1 -v no-such-file.toml", &["campione: there is no file `no-such-file.toml`\n"]);
    refused("moves --why ''", &["cannot be read as a move"]);
    refused("convert ''", &["there is no move in ``"]);
    refused("analyse --searchmoves ''", &["there is no move in ``"]);
    // A line of moves may be empty, as for a game that has not begun.
    assert_eq!(ok("perft 1 --play ''"), "nodes: 28\n");
}

#[test]
fn bad_usage_is_refused() {
    refused("perft", &["<DEPTH>"]);
    refused("perft x", &["'x'", "DEPTH", "expected a whole number"]);
    refused("analyse --depth=", &["'--depth <N>'", "expected a whole number"]);
    refused("perft 99999999999999999999", &["DEPTH", "expected a smaller number"]);
    refused("random --seed -1", &["--seed", "expected a whole number, not below 0"]);
    refused("perft -99999999999999999999", &["expected a whole number, not below 0"]);
    refused("analyse --depth 241", &["--depth", "1..=240"]);
    refused("perft 1 'xx w - - 0 1'", &["bad FEN", "placement"]);
    refused("perft 1 -v gothic crc:1", &["crc:1", "--variant says gothic"]);
    refused("perft 1 --threads 0", &["--threads"]);
    refused("perft 1 --format xml", &["xml", "text", "json"]);
    refused("verify no-such-file", &["no-such-file"]);
    refused("show --ascii --unicode", &["cannot be used with"]);
    refused("nonsense", &["nonsense"]);
    refused("perft 129", &["129", "0..=128"]);
    refused("perft 1 --threads 1025", &["--threads", "1..=1024"]);
}

#[test]
fn verify_reports_each_difference_and_a_summary() {
    let suite = "# a comment\n\ncapablanca\trnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1\t2\t784\tgood\n\
        chess\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t1\t21\twrong\n\
        chess\tnonsense\t1\t21\n\
        no-such-game\tk\t1\t21\n\
        rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1 ;D1 28 ;D2 784\n";
    let run = with_input("verify - -v capablanca", suite);
    assert_eq!(run.code, Some(1));
    assert!(run.out.starts_with("line 4: chess rnbqkbnr/"), "{}", run.out);
    assert!(run.out.contains("depth 1: expected 21, counted 20 -- wrong\n"), "{}", run.out);
    assert!(run.out.ends_with("\n3 passed, 3 failed\n"), "{}", run.out);
    assert!(run.err.starts_with("line 5: bad FEN `nonsense`"), "{}", run.err);
    assert!(run.err.contains("line 6: there is no variant `no-such-game`"), "{}", run.err);
    let json =
        with_input("verify - --format json", "chess\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\t1\t20\n");
    let lines: Vec<Value> = json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines[0]["passed"].as_bool(), lines[1]["passed"].as_u64()), (Some(true), Some(1)));
    assert_eq!(json.code, Some(0));
}

#[test]
fn counts_beyond_doubles_are_strings() {
    let suite =
        "chess\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\t1\t340282366920938463463374607431768211455\n";
    let json = with_input("verify - --format json", suite);
    let line: Value = serde_json::from_str(json.out.lines().next().unwrap()).unwrap();
    assert_eq!(line["expected"], "340282366920938463463374607431768211455");
    assert_eq!(line["nodes"], 20);
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    for (command, line, count) in [
        ("show - --format json", "startpos\n", 1_000),
        ("pgn - --to pgn -v chess", "1. e4 e5 *\n", 10_000),
        ("perft --units -", "chess\t7k/8/8/8/8/8/8/K7 w - - 0 1\t3\t1\n", 3_000),
    ] {
        let mut child = start(command);
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        // The program may end before it has read everything.
        let _ = (0..count).try_for_each(|_| std::io::Write::write_all(&mut input, line.as_bytes()));
        drop(input);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "{command}");
    }
}

#[test]
fn no_option_changes_counts() {
    for options in ["--hash 1", "--plain", "--hash 2 --plain --threads 1", "--threads 2", "--threads 3"] {
        assert_eq!(ok(&format!("perft 4 -v archchess {options}")), "nodes: 944981\n");
    }
    refused("perft 2 --hash 0", &["--hash"]);
    refused("perft 2 --hash 4000000000", &["--hash 4000000000", "does not fit in memory, of which", "MB are free"]);
    refused("perft 2 --stats --divide", &["cannot be used with"]);
}

#[test]
fn statistics_of_the_last_ply() {
    let out = ok("perft 1 --stats -v archchess 4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1");
    // RULES.md §3: 25 free castlings and three leaps.
    let expected = "captures: 0\nen_passant: 0\ncastlings: 25\nking_leaps: 3\npromotions: 0\n";
    assert!(out.starts_with(expected), "{out}");
    assert!(out.ends_with("\nnodes: 58\n"), "{out}");
    let json: Value = serde_json::from_str(&ok("perft 4 --stats -v chess --format json")).unwrap();
    assert_eq!(
        (json["captures"].as_u64(), json["checks"].as_u64(), json["mates"].as_u64()),
        (Some(1576), Some(469), Some(8))
    );
}

#[test]
fn random_positions_are_reproducible() {
    let arguments = "random -v herb-garden --seed 9 --count 5 --plies 4..12";
    let out = ok(arguments);
    assert_eq!((out.lines().count(), &ok(arguments)), (5, &out));
    assert_ne!(ok("random -v herb-garden --seed 10 --count 5 --plies 4..12"), out);
    let json: Value = serde_json::from_str(&ok("random -v crc --plies 3 --format json crc:1")).unwrap();
    assert_eq!(json["moves"].as_array().unwrap().len(), 3);
    refused("random --plies 5..3", &["--plies", "A..B"]);
    refused("random --plies 0..3 -v carrera R3k5/10/4K5/10/10/10/10/10 b - - 0 1", &["end before 0 plies"]);
}
