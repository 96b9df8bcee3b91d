//! Engines that write in other ways, ignore input, end, hang or print nonsense.

use std::time::{Duration, Instant};

use serde_json::Value;

#[cfg(unix)]
use super::script;
use super::{agreement, bisect, difference, faulty, moves, notes, texts};
use crate::{by_system, keys, with_input};

const CASTLINGS: &str = "'r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1'";

#[test]
fn other_ways_to_write_are_no_difference() {
    for words in ["archchess ranks-from-0", "archchess xboard ranks-from-0"] {
        // Moves from rank 0 show how ranks are counted.
        agreement("2 -v archchess", &faulty(words));
    }
    agreement(&format!("2 -v capablanca {CASTLINGS}"), &faulty("capablanca king-takes-rook"));
    agreement("2 -v crc '4k5/10/10/10/10/10/10/R1K6R w KQ - 0 1'", &faulty("crc king-takes-rook"));
    agreement(
        "2 -v capablanca --letters C=M,A=Y '2n1a4k/3P6/10/10/10/10/10/3C5K w - - 0 1'",
        &faulty("capablanca letters king-takes-rook"),
    );
    agreement("2 -v capablanca", &faulty("capablanca late"));
    agreement("1 -v carrera '4k5/10/10/10/10/10/10/R3K5 w - - 4294967295 4294967295'", &faulty("carrera"));
    agreement("2 -v capablanca", &faulty("capablanca counts-alone"));
}

#[test]
fn ways_to_write_do_not_hide_bugs() {
    // A path with castlings and promotions, in the engine's notation.
    for (manner, options) in [("king-takes-rook", ""), ("letters", "--letters C=M,A=Y"), ("xboard", ""), ("mute", "")] {
        let arguments = format!("3 -v capablanca {options} '9k/2P7/10/10/10/10/10/R4K4 b Q - 0 1'");
        let found = difference(&arguments, &faulty(&format!("capablanca {manner} no-promotion-to-c")));
        assert_eq!((texts(&found["path"]).len(), moves(&found["missing"])), (1, vec!["c7c8c"]), "{manner}: {found}");
    }
    let found = difference("3 -v archchess --first-rank 0", &faulty("archchess ranks-from-0 lame-centurion"));
    assert_eq!(moves(&found["missing"]), ["d1b3", "d1d3", "d1f3"]);
    let found = difference(
        "3 -v archchess '4k5/10/10/10/10/10/10/10/4P5/K8R b - - 0 1'",
        &faulty("archchess xboard ranks-from-0 no-last-file"),
    );
    assert_eq!(texts(&found["path_engine"]).len(), texts(&found["path"]).len());
    assert_ne!(found["path_engine"], found["path"], "{found}");
    assert_eq!(found["notes"], serde_json::json!([]), "{found}");
}

#[test]
fn templates_are_run_for_each_question() {
    let once = faulty("carrera once {fen} {depth}");
    agreement("2 -v carrera", &once);
    let with_moves = faulty("carrera double-step-in-check once {fen} {depth} \"{moves}\"");
    let found = difference("3 -v carrera '4k5/10/1b8/10/2p7/10/1P8/4K5 b - - 0 1'", &with_moves);
    assert_eq!((texts(&found["path"]), moves(&found["superfluous"])), (vec!["b6a5"], vec!["b2b4"]), "{found}");
    for (command, words) in [
        ("x {fen}", "needs {depth}"),
        ("x {depth} {moves}", "needs {fen}"),
        ("no-program-of-this-name {fen} {depth}", "`no-program-of-this-name` is not installed"),
        (
            "sh -c \"echo hello; exit 4\" {fen} {depth}",
            by_system("(exit status: 4); its last lines: hello", "(exit code: 4); its last lines: hello"),
        ),
        ("echo {fen} {depth}", "prints no divide; its last lines: ranbqkbncr/"),
    ] {
        fails(&format!("1 -v carrera --engine '{command}'"), &[words]);
    }
}

/// The engine cannot be driven: exit status 2, nothing on standard output, and these words.
#[track_caller]
fn fails(arguments: &str, words: &[&str]) {
    crate::contract::refused(&format!("bisect {arguments}"), words);
}

#[test]
fn a_count_alone_leads_to_the_position_too() {
    let found = difference(
        "2 -v carrera '4k5/10/1b8/10/2p7/10/1P8/4K5 b - - 0 1'",
        &faulty("carrera counts-alone double-step-in-check"),
    );
    assert_eq!((texts(&found["path"]), moves(&found["superfluous"]).len()), (vec!["b6a5"], 0), "{found}");
    assert!(notes(&found).contains("the engine prints no moves; here it counts 5, and we 4"), "{found}");
    let found = difference(
        "2 -v carrera '4k5/10/1b8/10/2p7/10/1P8/4K5 b - - 0 1'",
        &faulty("carrera riddles double-step-in-check"),
    );
    let words = "the engine's moves cannot be read, such as `<e1e2>`; here it counts 5, and we 4";
    assert!(notes(&found).contains(words), "{found}");
}

#[test]
fn counts_that_do_not_add_up() {
    let found = difference("3 -v capablanca", &faulty("capablanca wrong-total"));
    assert!(notes(&found).contains("prints 25229 as its total, but its moves add up to 25228"), "{found}");
    let found = difference("3 -v capablanca", &faulty("capablanca remembers"));
    assert_eq!(texts(&found["path"]), ["b1c3"], "{found}");
    assert!(notes(&found).contains("as part of the count before Nc3 it counts 841"), "{found}");
}

#[test]
fn dropped_positions_are_noticed() {
    let fen = "'4k5/10/10/10/10/10/10/R3K5 w - - 0 7'";
    // Detected by the engine's FEN, and without a FEN by its moves.
    let found = difference(&format!("2 -v carrera {fen}"), &faulty("carrera drops-positions"));
    assert!(notes(&found).contains("the engine has not accepted this position: it stands at ranbqkbncr/"), "{found}");
    assert_eq!((&found["nodes"], &found["compared"]), (&Value::Null, &Value::Null), "{found}");
    let found = difference(&format!("2 -v carrera {fen}"), &faulty("carrera drops-positions mute"));
    assert!(notes(&found).contains("its moves are those of its start position"), "{found}");
    let found = difference(&format!("2 -v carrera {fen}"), &faulty("carrera drops-positions xboard mute"));
    assert!(notes(&found).contains("its moves are those of its start position"), "{found}");
}

#[test]
fn dropped_moves_are_noticed() {
    // The archbishop appears by promotion, and moves two plies later.
    let arguments = "3 -v capablanca '9k/2P7/10/10/10/10/10/9K w - - 0 1'";
    for (manner, words) in [
        ("drops-moves", "the engine has not played c8=A (told as `c7c8a`): it stands at 9k/2P7/"),
        ("drops-moves mute", "(told as `c7c8a`): its moves are those of the position before the first move"),
        ("drops-moves xboard", "(told as `c7c8a`): it stands at 9k/2P7/"),
        ("drops-moves xboard mute", "(told as `c7c8a`): its moves are those of the position before the first move"),
        ("drops-positions drops-moves", "from here on it is told positions alone"),
    ] {
        let found = difference(arguments, &faulty(&format!("capablanca {manner} centaur-without-knight")));
        assert!(notes(&found).contains(words), "{manner}: {found}");
        assert_eq!(texts(&found["path_san"])[0], "c8=A", "{manner}: {found}");
        if !manner.contains("positions") {
            assert_eq!(moves(&found["missing"]), ["c8a7", "c8b6", "c8d6", "c8e7"], "{manner}: {found}");
        }
    }
    // An engine that reports the ignored move.
    let found = difference(arguments, &faulty("capablanca drops-moves complains xboard centaur-without-knight"));
    assert!(notes(&found).contains("the engine says: Illegal move: c7c8a"), "{found}");
}

#[test]
fn engines_that_cannot_be_driven_are_told_with_their_last_words() {
    let carrera = |words: &str, engine: &str| format!("2 -v carrera {words} --engine '{}'", faulty(engine));
    for protocol in ["", "--protocol uci"] {
        fails(
            &carrera(protocol, "carrera dies"),
            &[
                by_system("has ended after `isready` (exit status: 3)", "has ended after `isready` (exit code: 3)"),
                "assertion failed: a rook has no file",
            ],
        );
    }
    let start = Instant::now();
    fails(&carrera("--timeout 0.3", "carrera hangs"), &["has not answered", "within 0.3 s"]);
    assert!(start.elapsed() < Duration::from_secs(60), "it does not wait for ever");
    let asked = ["--divide-command sets the command", "prints no divide after `go perft 1`", "total confusion"];
    fails(&carrera("--timeout 1", "carrera garbage"), &asked);
    let asked = ["--divide-command sets the command", "prints no divide after `go perft 1`", "total confusion"];
    fails(&carrera("--protocol uci", "carrera garbage"), &asked);
    let own = ["--divide-command sets the command", "prints no divide after `count 1`"];
    fails(&carrera("--protocol uci --divide-command 'count {depth}'", "carrera garbage"), &own);
    fails(&carrera("--protocol xboard", "carrera garbage xboard"), &["prints no divide", "--divide-command", "total"]);
    fails("1 --engine ''", &["there is no command"]);
    fails("1 --engine 'no-program-of-this-name'", &["`no-program-of-this-name` is not installed or not executable"]);
    fails("1 --engine true", &["`true` has ended", "it has printed nothing"]);
    let silent = ["has not answered after `uci`", "has not answered after `protover 2`"];
    fails("1 --timeout 0.5 --engine 'sleep 60'", &silent);
    fails("1 --timeout 0.5 --engine cat", &["`cat` only echoes what it is sent (`uci`)"]);
    fails("1 --engine yes", &["more than 131072 lines", "its last lines: y | y"]);
    fails("1 -v gothic --engine-variant x", &["--engine"]);
    fails(
        &format!("1 -v gothic --timeout 1 --engine '{}'", faulty("carrera")),
        &["does not know gothic; it offers carrera"],
    );
    fails(&carrera("--dialect chessx", "carrera"), &["chessx"]);
    fails(&carrera("--letters C", "carrera"), &["not of the form `C=M`"]);
    fails(&carrera("--option X", "carrera"), &["NAME=VALUE"]);
    fails(&carrera("--timeout 0", "carrera"), &["number of seconds"]);
    fails(&format!("0 --engine '{}'", faulty("carrera")), &["0 is not in 1..=128"]);
    fails(&format!("1 - --engine '{}'", faulty("carrera")), &["--format json"]);
    let unsaid = "'r3k4r/10/10/10/10/10/10/10/10/R3K4R w L - 0 1'";
    let engine = faulty("archchess");
    fails(&format!("1 -v archchess --dialect fairy {unsaid} --engine '{engine}'"), &["--dialect", "king's leap"]);
}

#[test]
fn what_the_engine_does_not_have_is_refused() {
    for words in ["carrera", "carrera xboard"] {
        let at = |options: &str| format!("1 -v carrera {options} --engine '{}'", faulty(words));
        fails(&at("--engine-variant carera"), &["--engine-variant carera: ", "did you mean carrera?"]);
        fails(&at("--option Stile=Risky"), &["--option Stile: the engine has no such option; did you mean Style?"]);
        fails(&at("--option Style=risk"), &["--option Style=risk: ", "did you mean Risky?"]);
        agreement("1 -v carrera --option Style=Risky --engine-variant carrera", &faulty(words));
    }
    fails(&format!("1 -v carrera --letters M=C --engine '{}'", faulty("carrera")), &["`M` is not a piece of carrera"]);
    let once = faulty("carrera once {fen} {depth}");
    fails(&format!("1 -v carrera --engine-variant x --engine '{once}'"), &["--engine-variant x: ", "{variant}"]);
    fails(&format!("1 -v carrera --option x=y --engine '{once}'"), &["--option x: "]);
    // The option is wrong for all positions, so the command ends.
    let run = with_input(
        &format!("bisect 1 - --format json -v carrera --option x=y --engine '{}'", faulty("carrera")),
        "startpos\nstartpos\n",
    );
    assert_eq!(run.code, Some(2), "{}", run.err);
    crate::contract::error_object(&run);
}

#[test]
fn many_positions_through_one_engine() {
    let input = "startpos\nnonsense\n4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1\n";
    let engine = faulty("carrera double-step-in-check");
    let run = with_input(&format!("bisect 2 -v carrera - --format json --engine '{engine}'"), input);
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), run.code), (3, Some(1)), "{}{}", run.out, run.err);
    assert_eq!((&lines[0]["agrees"], &lines[2]["agrees"]), (&Value::Bool(true), &Value::Bool(false)));
    assert!(run.err.starts_with("line 2: bad FEN"), "{}", run.err);
    let died = with_input(&format!("bisect 2 -v carrera - --format json --engine '{}'", faulty("carrera dies")), input);
    assert_eq!((died.out.lines().count(), died.code), (3, Some(1)), "{}", died.out);
}

#[test]
fn the_keys_of_the_object_are_stable() {
    let found = difference("2 -v archchess", &faulty("archchess lame-centurion"));
    assert_eq!(
        keys(&found),
        "variant fen depth engine agrees compared nodes engine_nodes path path_san path_engine position engine_position \
         missing superfluous rules played_wrongly notes"
    );
    assert_eq!(keys(&found["missing"][0]), "move san rule kind source");
    assert_eq!(keys(&found["rules"][0]), "rule source");
    let run = bisect("2 -v archchess --format json", &faulty("archchess"));
    assert_eq!(keys(&serde_json::from_str(&run.out).unwrap()), keys(&found));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_with_what_is_known() {
    use crate::interrupted::{end, signal};
    use crate::start;
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let engine = faulty("carrera hangs");
        let mut seen = false;
        for patience in (4..14).map(|power| Duration::from_millis(1 << power)) {
            let child = start(&format!("bisect 9 -v carrera --engine '{engine}'"));
            std::thread::sleep(patience);
            signal(&child, name);
            let run = end(child);
            if run.code == Some(code) && !run.out.is_empty() {
                assert_eq!((run.out.as_str(), run.err.as_str()), ("interrupted: nothing is compared yet\n", ""));
                seen = true;
                break;
            }
        }
        assert!(seen, "{name}");
    }
    let engine = faulty("capablanca");
    for patience in (6..15).map(|power| Duration::from_millis(1 << power)) {
        let child = start(&format!("bisect 9 -v capablanca --format json --engine '{engine}'"));
        std::thread::sleep(patience);
        signal(&child, "INT");
        let run = end(child);
        let Ok(found) = serde_json::from_str::<Value>(&run.out) else { continue };
        if found["compared"].as_u64() >= Some(2) {
            assert_eq!(
                (run.code, &found["interrupted"], &found["agrees"]),
                (Some(130), &Value::Bool(true), &Value::Bool(true))
            );
            return;
        }
    }
    panic!("nothing is ever compared");
}

#[cfg(unix)]
#[test]
fn a_signal_from_the_keyboard_reaches_the_engine_too() {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    use crate::interrupted::end;
    let mut seen = 0;
    for patience in (6..12).map(|power| Duration::from_millis(1 << power)) {
        let child = Command::new(assert_cmd::cargo::cargo_bin!("campione"))
            // If it waited for the engine, the test would not end.
            .args(["bisect", "9", "-v", "carrera", "--timeout", "3600", "--engine", &faulty("carrera hangs")])
            .process_group(0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(patience);
        let all = format!("kill -INT -{}", child.id());
        assert!(Command::new("sh").args(["-c", &all]).status().unwrap().success());
        let run = end(child);
        // Without an exit status, the signal came before the handler was installed.
        if run.code.is_some() {
            let expected = (Some(130), "interrupted: nothing is compared yet\n", "");
            assert_eq!((run.code, run.out.as_str(), run.err.as_str()), expected);
            seen += 1;
        }
    }
    assert!(seen > 0, "it never listens");
}

#[cfg(unix)]
const LONE_KING: &str = "-v chess '4k3/8/8/8/8/8/8/K7 w - - 0 1'";

/// A program that ends the game early has the move, but counts nothing after it.
#[test]
#[cfg(unix)]
fn a_count_of_0_is_not_a_missing_move() {
    let folder = tempfile::tempdir().unwrap();
    let engine =
        script(&folder, "if [ $2 = 1 ]; then echo a1a2: 1; else echo a1a2: 0; fi\necho a1b1: $2\necho a1b2: $2\n");
    let found = difference(&format!("2 {LONE_KING}"), &engine);
    assert_eq!((texts(&found["path"]), moves(&found["missing"]).len()), (vec!["a1a2"], 0), "{found}");
    assert!(notes(&found).contains("it takes the game for over"), "{found}");
    // It may print nothing there; an engine that fails is another thing.
    for (end, code) in [("exit", 1), ("exit 3", 2)] {
        let lines =
            format!("case \"$1\" in *' b '*) {end};; esac\necho a1a2: $((2 - $2))\necho a1b1: 1\necho a1b2: 1\n");
        let engine = script(&folder, &lines).replace("{fen}", "\"{fen}\"");
        let run = bisect(&format!("2 {LONE_KING}"), &engine);
        assert_eq!(
            (run.code, run.out.contains("takes the game for over")),
            (Some(code), code == 1),
            "{}{}",
            run.out,
            run.err
        );
    }
    // If it lacks the only move after it, that is the difference.
    let engine = script(
        &folder,
        "case \"$1\" in *' b '*) echo 'Nodes searched: 0'; exit;; esac\n\
         for move in c7c6 c7d6 c7d7 c7d8; do echo $move: $2; done\n\
         echo c7c8: $((2 - $2))\necho h5h6: $((2 - $2))\n",
    );
    let engine = engine.replace("{fen}", "\"{fen}\"");
    let found = difference("2 -v chess 'k7/p1K4p/P7/7P/8/8/8/8 w - - 0 1'", &engine);
    assert_eq!((texts(&found["path"]), moves(&found["missing"])), (vec!["c7c8"], vec!["h7h6"]), "{found}");
    // At the last ply it is none of its moves.
    let engine = script(&folder, "echo a1a2: 0\necho a1b1: 1\necho a1b2: 1\n");
    assert_eq!(moves(&difference(&format!("1 {LONE_KING}"), &engine)["missing"]), ["a1a2"]);
}

/// A line that cannot be read may be the move that seems to be missing, and is a move too many where none is.
#[test]
#[cfg(unix)]
fn lines_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let engine = script(&folder, "echo a1a2: 1\necho king to b1: 1\necho a1b2: 1\n");
    fails(&format!("1 {LONE_KING} --engine '{engine}'"), &["`king to b1` cannot be read as a move", "such as `e2e4`"]);
    // A total that fits says that the line is none.
    let engine = script(&folder, "echo a1a2: 1\necho Thread 1\necho a1b1: 1\necho 'Nodes searched: 2'\n");
    assert_eq!(moves(&difference(&format!("1 {LONE_KING}"), &engine)["missing"]), ["a1b2"]);
    let engine =
        script(&folder, "echo a1a2: 1\necho a1b1: 1\necho a1b2: 1\necho '(none): 0'\necho Key: A1B2C3D4E5F60718 5\n");
    agreement(&format!("1 {LONE_KING}"), &engine);
    let engine = script(&folder, "echo a1a2: 1\necho a1b1: 1\necho a1b2: 1\necho '@1b2: 1'\n");
    let found = difference(&format!("1 {LONE_KING}"), &engine);
    assert_eq!((moves(&found["superfluous"]), &found["engine_nodes"]), (vec!["@1b2"], &4.into()), "{found}");
    assert!(bisect(&format!("1 {LONE_KING}"), &engine).out.contains("rule: it cannot be read as a move\n"));
    let engine = script(&folder, "echo 'move 1 : a1a2 : 1'\necho 'move 2 : a1b1 : 1'\necho 'move 3 : A1B2 : 1'\n");
    agreement(&format!("1 {LONE_KING}"), &engine);
}

#[test]
#[cfg(unix)]
fn what_a_command_says_when_it_fails() {
    let folder = tempfile::tempdir().unwrap();
    let engine = script(&folder, "echo boom >&2; exit 3\n");
    fails(&format!("1 {LONE_KING} --engine '{engine}'"), &["(exit status: 3); its last lines: boom"]);
    let engine = script(&folder, "if [ $2 = 2 ]; then exit 3; fi\necho a1a2: 1\necho a1b1: 1\necho a1b2: 1\n");
    fails(
        &format!("2 {LONE_KING} --engine '{engine}'"),
        &["(exit status: 3); it has printed nothing", "no difference to depth 1: 3 nodes"],
    );
}

/// A command that fails is told the position in another dialect.
#[test]
#[cfg(unix)]
fn a_command_that_cannot_read_a_dialect() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "e1f1 e1f2 e1d1 e1d2 e1e2 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8 h1g1 h1f1";
    let engine = script(
        &folder,
        &format!("case $1 in *\" K \"*) ;; *) exit 3;; esac\nfor move in {moves} O-O; do echo $move: 1; done\n"),
    );
    let engine = engine.replace("{fen} {depth}", "\"{fen}\" {depth}");
    let start = "-v chess960 '1k6/8/8/8/8/8/8/4K2R w K - 0 1'";
    let found = bisect(&format!("1 {start} --format json"), &engine);
    assert!(found.out.contains("it has failed; it is told"), "{}{}", found.out, found.err);
    assert_eq!(found.code, Some(0), "{}", found.out);
    fails(&format!("1 {start} --dialect shredder --engine '{engine}'"), &["(exit status: 3)"]);
}

/// An engine that plays chess alone is not asked about the default variant.
#[test]
#[cfg(unix)]
fn an_engine_that_cannot_be_told_the_variant() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine.sh");
    let lines = "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; \
                 go*) echo info depth 1 score cp 3 pv e2e4;; quit) exit;; esac; done\n";
    std::fs::write(&path, lines).unwrap();
    let engine = format!("--engine 'uci:sh {}'", path.display());
    fails(&format!("1 {engine}"), &["cannot be told to play modern-carrera", "`-v chess`"]);
    fails(&format!("1 -v chess {engine}"), &["after `go perft 1` it searches, and does not count"]);
}
