//! `fen`, `convert`, and `moves` with `--notation` and `--why`: the second task of the tool, as scripts use it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Command;

use serde_json::Value;

use crate::contract::refused;
use crate::{campione, keys, objects, with_input};

#[track_caller]
fn prints(arguments: &str, expected: &str) {
    let run = campione(arguments);
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), (expected, "", Some(0)), "{arguments}");
}

const START: &str = "rnbckqdbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBCKQDBNR";

#[test]
fn positions_in_other_dialects() {
    prints("fen -v capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1\n");
    prints("fen crc:25933 --to shredder", "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w AJaj - 0 1\n");
    prints("fen -v archchess --to chessv", &format!("{START} w AJaj Kk - 0 1\n"));
    // One FEN without quotes, and several with quotes.
    prints(&format!("fen -v archchess {START} w AJaj Kk - 0 1"), &format!("{START} w KQLkql - 0 1\n"));
    prints(
        &format!("fen -v archchess '{START} w AJ - - 0 1' startpos --to shredder"),
        &format!("{START} w AJ - 0 1\n{START} w AJLajl - 0 1\n"),
    );
    prints("fen crc:1 --to fairy --chess960", "aqbbcnnrkr/pppppppppp/10/10/10/10/PPPPPPPPPP/AQBBCNNRKR w HJhj - 0 1\n");
    prints(
        "fen -v crc 'rr2k1r2r/10/10/10/10/10/10/4K5 b kgqb - 0 1' --to shredder",
        "rr2k1r2r/10/10/10/10/10/10/4K5 b bg - 0 1\n",
    );
    prints(
        "fen -v carrera --mirror '4k5/10/10/10/10/10/1P8/R3K5 w - - 3 7'",
        "r3k5/1p8/10/10/10/10/10/4K5 b - - 3 7\n",
    );
    prints(
        "fen -v herb-garden --mirror 'r4k5r/12/12/12/12/12/6K4R w Lal - 0 1'",
        "r4k6/12/12/12/12/12/R5K4R b ALa - 0 1\n",
    );
    prints(
        "fen -v courier-spiel --mirror '4P4k2/12/12/12/12/12/12/1pN2K6 w - - 0 1 e8:1,b1:2'",
        "1Pn2k6/12/12/12/12/12/12/4p4K2 b - - 0 1 e1:1,b8:2\n",
    );
}

#[test]
fn a_dialect_says_what_it_cannot_say() {
    refused("fen -v archchess --to fairy", &["fairy cannot say White's right to the king's leap", "xfen or shredder"]);
    refused("fen -v herb-garden --to xboard", &["xboard cannot say White's right to castle with the champion on b1"]);
    let waiting = "'4P4k2/12/12/12/12/12/12/5K6 w - - 0 1 e8:1'";
    refused(&format!("fen -v courier-spiel --to chessv {waiting}"), &["the pawn that waits on e8"]);
    refused("fen --to pgn", &["invalid value 'pgn' for '--to", "xfen, shredder, fairy, xboard, chessv"]);
    refused("fen --chess960", &["--chess960 goes with `--to fairy` and `--to xboard`"]);
    refused("fen --from xfens startpos", &["invalid value 'xfens' for '--from"]);
    refused("fen 'x w - - 0 1' startpos", &["x w - - 0 1"]);
    let run = campione("fen -v chess startpos bad");
    assert!(run.err.contains("position 2: bad FEN `bad`"), "{}", run.err);
    for beside in ["startpos -", "- startpos", "crc:1 -"] {
        refused(
            &format!("fen {beside}"),
            &["`-` reads positions from standard input, so it cannot be combined with others"],
        );
    }
    let run = campione("fen -v chess startpos 'x/ w - - 0 1'");
    assert_eq!((run.out.lines().count(), run.code), (1, Some(2)));
    assert!(run.err.contains("position 2: bad FEN `x/ w - - 0 1`"), "{}", run.err);
}

/// What programs send to an engine, handed to a command.
#[test]
fn positions_with_moves_behind_them() {
    let start = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1";
    let after = "rnabqkbcnr/pppp1ppppp/10/4p5/4P5/10/PPPP1PPPPP/RNABQKBCNR w KQkq - 0 2\n";
    let lines = format!(
        "position startpos moves e2e4 e7e5\nstartpos moves e4 e5\nposition fen {start} moves e2e4 e7e5\n{start} moves e2e4 e7e5\n"
    );
    let run = with_input("fen -v capablanca -", &lines);
    assert_eq!((run.out, run.err.as_str(), run.code), (after.repeat(4), "", Some(0)));
    prints(&format!("fen -v capablanca 'position fen {start} moves e2e4 e7e5'"), after);
    refused("fen -v capablanca 'startpos moves e2e5'", &["move 1", "`e2e5` is not a legal move"]);
}

#[test]
fn a_bad_line_does_not_shift_the_others() {
    let good = "4k5/10/10/10/10/10/10/R4K3R w KQ - 0 1";
    let input = format!("{good}\nnonsense\n\n{good}\n4k5/10/10 w - - 0 1\ncrc:1\n{good}\r\n");
    let run = with_input("fen -v capablanca - --to shredder", &input);
    let shredder = "4k5/10/10/10/10/10/10/R4K3R w AJ - 0 1\n";
    assert_eq!(run.out, shredder.repeat(3));
    assert_eq!(run.code, Some(1));
    let places: Vec<&str> = run.err.lines().filter_map(|line| line.split_once(": ")).map(|(place, _)| place).collect();
    assert_eq!(places, ["line 2", "line 5", "line 6"], "{}", run.err);
    let long = format!("{good}\n{}\n{good}\n{}\n{good}", "r".repeat((1 << 20) + 1), "9".repeat(5 << 20));
    let run = with_input("fen -v capablanca - --to shredder", &long);
    assert_eq!((run.out, run.code), (shredder.repeat(3), Some(1)));
    assert_eq!(run.err, "line 2: it is longer than 1048576 bytes\nline 4: it is longer than 1048576 bytes\n");
    let run = with_input("fen -v capablanca - --format json", &input);
    let lines = objects(&run.out);
    assert_eq!(lines.len(), 6, "an object for each line that is not blank");
    assert_eq!((lines[0]["from"].as_str(), lines[0]["fen"].as_str()), (Some("xfen"), Some(good)));
    assert_eq!((lines[1]["line"].as_u64(), lines[1]["error"].is_string()), (Some(2), true));
}

/// All threads work on a file. Its output is that of the same lines from a pipe, in their order.
#[test]
fn lines_of_a_file_are_answered_in_order() {
    let mut lines: Vec<String> =
        (0..9_000).map(|clock| format!("4k5/10/10/10/10/10/10/5K4 w - - {clock} 77")).collect();
    for bad in [0, 300, 8_500] {
        lines[bad] = format!("nonsense {bad}");
    }
    let text = lines.join("\n");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lines");
    fs::write(&file, &text).unwrap();
    for command in ["fen -", "moves - --format json", "show - --ascii"] {
        let command = format!("{command} -v capablanca");
        let mut run = Command::new(assert_cmd::cargo::cargo_bin!("campione"));
        let run = run.args(command.split(' ')).stdin(fs::File::open(&file).unwrap()).output().unwrap();
        let piped = with_input(&command, &text);
        assert_eq!(String::from_utf8(run.stdout).unwrap(), piped.out, "{command}");
        assert_eq!(String::from_utf8(run.stderr).unwrap(), piped.err, "{command}");
        let places: Vec<&str> = piped.err.lines().filter_map(|line| Some(line.split_once(": ")?.0)).collect();
        assert_eq!((places, run.status.code()), (vec!["line 1", "line 301", "line 8501"], Some(1)), "{command}");
        assert!(piped.out.find(" 8998 77") < piped.out.find(" 8999 77"), "{command}");
    }
}

/// A program that asks line by line gets each answer before it sends the next line.
#[test]
fn lines_of_a_pipe_are_answered_at_once() {
    for (command, answer) in [("fen", "w KQkq - 0 1"), ("moves", "a2a3"), ("show", "White to move")] {
        let mut child = crate::start(&format!("{command} - -v capablanca"));
        let mut input = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        for _ in 0..2 {
            writeln!(input, "startpos").unwrap();
            assert!(answers.by_ref().map(Result::unwrap).any(|line| line.contains(answer)), "{command}");
        }
        drop(input);
        assert!(child.wait().unwrap().success(), "{command}");
    }
}

#[test]
fn moves_from_one_notation_to_another() {
    prints("convert -v janus e2e4 e7e5", "e4 e5\n");
    prints("convert -v janus --to lan 'e4 e5'", "e2-e4 e7-e5\n");
    let open = "'4k5/10/10/10/10/10/10/R4K3R w KQ - 0 1'";
    prints(&format!("convert -v capablanca --fen {open} 'O - O'"), "O-O\n");
    let leap = "'4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1'";
    prints(&format!("convert -v archchess --fen {leap} --from xboard --to san e0e2"), "Ke3\n");
    refused(&format!("convert -v archchess --fen {leap} O-O:i1g1 --to xboard"), &["move 1", "xboard cannot say"]);
    refused(&format!("convert -v archchess --fen {leap} O-O"), &["move 1", "`O-O` may be O-O:f1e1+ or "]);
    prints("convert -v chess 1. f3 e5 2. g4 Qh4# --to uci", "f2f3 e7e5 g2g4 d8h4\n");
    refused("convert -v chess f3 e5 g4 Qh4 a3", &["move 5 (`a3`): the game is over after move 4: checkmate"]);
    refused("convert -v chess e4 e4", &["move 2: `e4` is not a legal move here; legal:"]);
    refused("convert -v chess e4 1-0 e5", &["move 2: `1-0` cannot be read as a move"]);
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        prints(&format!("convert -v chess e4 e5 {result} --to uci"), "e2e4 e7e5\n");
    }
    // What XBoard and servers write at the end of a line.
    prints("convert -v chess f3 e5 g4 Qh4# 0-1 '{Black wins}'", "f3 e5 g4 Qh4#\n");
    prints("convert -v chess e4 '{best by test} e5 {' d4", "e4 e5\n");
    prints("convert -v chess e4 a6 e5 d5 exd6 e.p. cxd6 --to uci", "e2e4 a7a6 e4e5 d7d5 e5d6 c7d6\n");
    refused("convert -v chess e.p. e4", &["move 1: `e.p.` cannot be read as a move"]);
    let played = |moves: &str| campione(&format!("moves -v chess --play '{moves}'")).out;
    assert_eq!(played("1. e4 a6 2. e5 d5 3. exd6 e.p. *"), played("e4 a6 e5 d5 exd6"));
    assert!(played("e4 *").contains("e7e5"));
    for nothing in ["''", "' '", "1.", "*"] {
        refused(&format!("convert {nothing}"), &["there is no move in `"]);
    }
    refused("convert -v chess --from uci Nf3", &["expected coordinates such as `e2e4`, or `O-O` with the letter O\n"]);
    refused("convert -v chess --from san e2--e4", &["expected algebraic such as `Nc3` or `O-O`\n"]);
    refused("convert e4 --to pgn", &["possible values: uci, crc, uci960, san, lan, xboard"]);
    refused("convert", &["<MOVE>"]);
}

#[test]
fn lines_of_moves() {
    let run = with_input("convert -v chess -", "e2e4 e7e5\nxyz\ne4 e5 Nf3 Nc6 Bb5 a6 O - O\n\nd4\n");
    assert_eq!(run.out, "e4 e5\ne4 e5 Nf3 Nc6 Bb5 a6 O-O\nd4\n");
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("line 2: move 1: `xyz`") && run.err.lines().count() == 1, "{}", run.err);
    let run = with_input("convert -v chess - --format json --to uci", "e4\ne5\n");
    let first = &objects(&run.out)[0];
    assert_eq!((keys(first).as_str(), &first["moves"][0]), ("variant fen to moves end", &"e2e4".into()));
    assert_eq!(run.code, Some(1));
}

#[test]
fn moves_in_every_notation() {
    let random = "'4k5/10/10/10/10/10/10/R7KR w KQ - 0 1'";
    for (notation, castling) in [("uci", "i1i1k"), ("crc", "i1i1k"), ("uci960", "i1j1"), ("san", "O-O"), ("lan", "O-O")]
    {
        let run = campione(&format!("moves -v crc {random} --notation {notation}"));
        assert!(run.out.lines().any(|line| line == castling) && run.out.lines().is_sorted(), "{}", run.out);
    }
    refused("moves -v archchess '4k5/10/10/10/10/10/10/10/10/R3K4R w KQL -' --notation xboard", &["xboard cannot say"]);
}

#[test]
fn why_a_move_is_illegal() {
    let barred = "'4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1'";
    let run = campione(&format!("moves -v carrera {barred} --why b4"));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("b4 is not legal:\n  in check a pawn may not make the double step"), "{}", run.out);
    assert!(run.out.contains("RULES.md §1"), "{}", run.out);
    prints(&format!("moves -v carrera {barred} --why e1e2"), "e1e2 is legal: Ke2\n");
    prints(&format!("moves -v carrera {barred} --why Ke2"), "Ke2 is legal\n");
    let run = campione(&format!("moves -v carrera {barred} --why b4 --format json"));
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(answer["legal"].as_array().map(Vec::len), Some(0));
    assert!(answer["reasons"][0]["source"].as_str().unwrap().contains("RULES.md §1"));
    refused(&format!("moves -v carrera {barred} --why xyz"), &["`xyz` cannot be read as a move"]);
    let lines = with_input("moves -v chess - --why e5", "startpos\nstartpos\n").out;
    assert_eq!((lines.lines().count(), lines.lines().all(|line| line.starts_with("e5 is not legal: "))), (2, true));
    refused("moves --why e4 --notation san", &["cannot be used with"]);
}
