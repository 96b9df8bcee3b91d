//! Faulty input of a new user: what the messages say, and what programs get instead of a result.

use serde_json::{Value, json};

use crate::contract::{error_object, refused};
use crate::{campione, keys, objects, with_input};

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_position_of_another_game() {
    let assumed = "no --variant was given, so the variant is modern-carrera";
    let choose = "--variant chooses another; on 8x8: chess, chess960\n";
    refused(&format!("show -v gothic {CHESS}"), &["its board is 8x8, but gothic is played on 10x8", choose]);
    assert!(!campione(&format!("show -v gothic {CHESS}")).err.contains(assumed));
    let waiting = "perft 1 P4k6/12/12/12/12/12/12/5K6 w - - 0 1 a8:3";
    refused(waiting, &["fields: 7 found", "its board is 12x8", assumed, "on 12x8: courier-spiel\n"]);
    refused("perft 1 k3/4/4/K3 w - - 0 1", &["its board is 4x4", "no variant has a board of 4x4\n"]);
    // The same board with other pieces.
    refused("perft 1 yyyykyyyyy/10/10/10/10/10/10/4K5 w - - 0 1", &["`y` is not a piece", assumed]);
}

#[test]
fn a_variant_that_nobody_names_is_found() {
    for (position, id, misfit) in [
        (CHESS, "chess", "the board of the FEN is not that"),
        ("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1", "chess960", "the board of the FEN is not that"),
        ("P4k6/12/12/12/12/12/12/5K6 w - - 0 1 a8:0", "courier-spiel", "the board of the FEN is not that"),
        ("jjjjkjjjjj/10/10/10/10/10/10/4K5 w - - 0 1", "janus", "the pieces of the FEN are not those"),
    ] {
        let run = campione(&format!("fen '{position}' --format json"));
        let note = format!("note: {misfit} of modern-carrera; it is read as {id} (`-v {id}` says so)\n");
        assert_eq!((run.err, run.code), (note, Some(0)), "{position}");
        assert_eq!(objects(&run.out)[0]["variant"], id, "{position}");
    }
    let embassy = "r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1";
    refused(&format!("perft 1 {embassy}"), &["may be a position of embassy, janus or crc: say of which, with `-v ID`"]);
    refused(
        &format!("perft 1 -v capablanca {embassy}"),
        &["partner on j1", "; it is a position of embassy: `-v embassy`\n"],
    );
    let list = format!("{CHESS}; ply 0;\n4k5/10/10/10/10/10/10/4K5 w - -; c0 \"x\";\n{CHESS}\n");
    let run = with_input("moves - --format json", &list);
    let ids: Vec<Value> = objects(&run.out).into_iter().map(|object| object["variant"].clone()).collect();
    assert_eq!(ids, ["chess", "modern-carrera", "chess"]);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
}

#[test]
fn start_arrays_by_a_bad_number() {
    refused("perft 1 crc:99999999999", &["no start array 99999999999: expected 1 to 48000"]);
    refused("perft 1 crc:0", &["no start array 0: expected 1 to 48000"]);
    for number in ["+5", "-5", "x", "", "5.0"] {
        refused(&format!("perft 1 crc:{number}"), &[&format!("`{number}` is not a whole number: expected 1 to 48000")]);
    }
    refused("perft 1 chess960:960", &["no start array 960: expected 0 to 959"]);
    refused("perft 1 gothic:5", &["only crc and chess960 have numbers"]);
    refused("perft 1 chess961:5", &["did you mean chess960"]);
    let run = with_input("perft 1 -", "crc:5\n");
    let message =
        "line 1: `crc:5` is a start array of crc, but the variant is modern-carrera: choose it with `-v crc`\n";
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", message, Some(1)));
    let run = with_input("perft 1 - -v gothic", "crc:5\n");
    assert_eq!(run.err, "line 1: `crc:5` is a start array of crc, but the variant is gothic\n");
}

#[test]
fn a_bad_line_is_an_object_too() {
    let input = "\u{feff}startpos\nnonsense\n\n # note\nstartpos\n";
    for command in ["perft 1", "moves", "show", "random --plies 1"] {
        let run = with_input(&format!("{command} - --format json"), input);
        assert_eq!(run.code, Some(1), "{command}: {}", run.err);
        let lines = objects(&run.out);
        // Blank lines and comments have no answer.
        assert_eq!(lines.len(), 3, "{command}: {}", run.out);
        for (number, line) in [1, 2, 5].into_iter().zip(&lines) {
            if number != 2 {
                assert_eq!((&line["variant"], line.get("error")), (&json!("modern-carrera"), None), "{command}");
                continue;
            }
            assert_eq!((keys(line).as_str(), &line["line"]), ("line error code", &json!(number)), "{command}");
            assert_eq!(line["code"], "fen.fields", "{command}");
            let said = format!("line {number}: {}\n", line["error"].as_str().unwrap());
            assert!(run.err.contains(&said), "{command}: {said} is not in {}", run.err);
        }
    }
}

#[test]
fn a_line_without_random_games_stops_no_other() {
    let input = "R3k5/10/4K5/10/10/10/10/10 b - - 0 1\nstartpos\n";
    let run = with_input("random --plies 1 -v carrera -", input);
    assert_eq!((run.out.lines().count(), run.code), (1, Some(1)), "{}", run.err);
    assert!(run.err.starts_with("line 1: random games from R3k5"), "{}", run.err);
}

#[test]
fn moves_after_the_end_of_the_game() {
    let over = "--play, move 5 (`a2a3`): the game is over after move 4: checkmate, Black has won\n";
    refused("moves -v chess --play 'f2f3 e7e5 g2g4 d8h4 a2a3 a7a6'", &[over]);
    let mate = "R3k5/10/4K5/10/10/10/10/10 b - - 0 1";
    refused(&format!("perft 1 -v carrera {mate} --play e8e9"), &["over before the first move: checkmate, White has"]);
    assert_eq!(campione("moves -v chess --play 'f2f3 e7e5 g2g4 d8h4'").code, Some(0));
}

#[test]
fn numbers_below_zero() {
    refused("perft -1", &["-1 is not in 0..=128"]);
    refused("perft 1 --hash -1", &["--hash", "-1 is not in 1.."]);
    refused("perft 1 --threads -1", &["--threads", "-1 is not in 1..=1024"]);
    refused("perft 1 --split -1", &["--split", "-1 is not in 0.."]);
    refused("random --count -1", &["--count"]);
}

#[test]
fn two_games_at_once() {
    refused("variants gothic -v chess", &["two variants are named: gothic, and chess by --variant; name one"]);
    assert_eq!(campione("variants gothic -v gothic").out, campione("variants gothic").out);
}

#[test]
fn suites_name_positions_as_the_command_line_does() {
    // 27 and 22182 are from the independent program of docs/RULES.md, as in `contract`.
    let suite = "\u{feff}  # crc\ncrc\tcrc:1\t3\t22182\nchess\tstartpos\t2\t400\nstartpos\t;D1 28\nchess960\tchess960:518\t2\t400\n";
    let run = with_input("verify - -v capablanca", suite);
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("4 passed, 0 failed\n", "", Some(0)));
    let run = with_input("verify -", "crc:5 ;D1 28\ngothic\tcrc:5\t1\t28\n ;D1 28\n");
    assert_eq!(run.out, "0 passed, 3 failed\n");
    assert!(
        run.err.contains("line 1: `crc:5` is a start array of crc, but the variant is modern-carrera: choose it with")
    );
    assert!(run.err.contains("line 2: `crc:5` is a start array of crc, but the variant is gothic\n"), "{}", run.err);
    assert!(run.err.contains("line 3: bad FEN ``: fields: 0 found"), "{}", run.err);
}

#[test]
fn waiting_pawns_in_epd() {
    let (clocks, counts) = ("0 1 a8:0,h8:0,a1:1", "\t1\t77\n");
    let fen = "P2k3P4/12/12/12/12/12/12/p2K8 w - -";
    let suite = format!("courier-spiel\t{fen} {clocks}{counts}{fen} wait \"a8:0,h8:0,a1:1\"; D1 77\n");
    let run = with_input("verify - -v courier-spiel", &suite);
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("2 passed, 0 failed\n", "", Some(0)));
    let run = with_input("verify - -v chess", "4k3/8/8/8/8/8/8/4K3 w - - ;wait \"a8:0\" ;D1 5\n");
    assert!(run.err.contains("fields: 7 found, but a FEN of chess has 3 to 6"), "{}", run.err);
}

#[test]
fn a_suite_without_cases_checks_nothing() {
    for suite in ["", "# nothing\n\n"] {
        let run = with_input("verify -", suite);
        let expected = ("0 passed, 0 failed\n", "standard input: no case in it\n", Some(1));
        assert_eq!((run.out.as_str(), run.err.as_str(), run.code), expected);
    }
    assert_eq!(with_input("verify - --format json", "").out, "{\"passed\":0,\"failed\":0}\n");
}

#[test]
fn counts_that_are_left_out_and_notes_on_positions() {
    let suite =
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D9 1\nchess\tstartpos\t9\t1\n";
    for limit in ["--depth 2", "--budget 400 --depth 8"] {
        let run = with_input(&format!("verify - -v chess {limit}"), suite);
        assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("2 passed, 0 failed\n", "", Some(0)), "{limit}");
    }
    let run = with_input("verify - -v chess --budget 0", suite);
    assert_eq!((run.err.as_str(), run.code), ("--depth and --budget leave out all counts\n", Some(1)));
    // In another program it is the other piece.
    let run = with_input("verify - -v capablanca", "9k/10/10/10/4E5/10/10/K9 w - - 0 1 ;D1 27\n");
    assert_eq!(run.err, "note: letters of another program: `E` is read as our `A`\n");
    // One position, one error.
    let run = with_input("verify - -v chess", "x w - - 0 1 ;D1 20 ;D2 400\n");
    assert_eq!((run.err.lines().count(), run.out.as_str()), (1, "0 passed, 2 failed\n"), "{}", run.err);
}

#[test]
fn the_objects_of_verify_have_stable_keys() {
    let suite = "chess\tstartpos\t1\t20\tright\nchess\tstartpos\t1\t21\n\nchess\tk\t1\t20\nchess\nno\tk\t1\t1\nstartpos ;D1 20\n";
    let run = with_input("verify - -v chess --format json", suite);
    assert_eq!(run.code, Some(1));
    let lines = objects(&run.out);
    let (counted, bad) = ("place line variant fen depth expected nodes passed note", "place line error code");
    let expected = [counted, counted, bad, bad, bad, counted, "passed failed"];
    assert_eq!(lines.iter().map(keys).collect::<Vec<_>>(), expected, "{}", run.out);
    let numbers: Vec<_> = lines.iter().filter_map(|line| line["line"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 4, 5, 6, 7]);
    let codes: Vec<_> = lines.iter().filter_map(|line| line["code"].as_str()).collect();
    assert_eq!(codes, ["fen.fields", "suite.form", "variant.unknown"]);
    assert_eq!((&lines[1]["passed"], &lines[6]), (&json!(false), &json!({ "passed": 2, "failed": 4 })));
    let place = lines[2]["place"].as_str().unwrap();
    assert!(run.err.contains(&format!("{place}: {}\n", lines[2]["error"].as_str().unwrap())), "{}", run.err);
}

#[test]
fn foreign_text_commands_no_terminal() {
    let escape = "\u{1b}[2J\u{7}\u{9b}31m";
    let safe = "\\u{1b}[2J\\u{7}\\u{9b}31m";
    let tag = format!("[Variant \"chess\"]\n[FEN \"x{escape}x\"]\n*\n");
    for (arguments, input) in [
        (format!("fen 'x{escape}x'"), String::new()),
        (format!("moves --play 'x{escape}x'"), String::new()),
        (format!("moves --why 'x{escape}x' -"), "startpos".to_owned()),
        ("fen -".to_owned(), format!("x{escape}x\n")),
        ("pgn -".to_owned(), tag),
        ("verify -".to_owned(), format!("chess\tstartpos\t1\t21\tx{escape}x\n")),
        (format!("bisect 1 --engine 'printf x{escape}x'"), String::new()),
    ] {
        let run = with_input(&arguments, &input);
        let all = format!("{}{}", run.out, run.err);
        assert!(all.contains('x') && !all.contains(|c: char| c.is_control() && c != '\n'), "{arguments}: {all:?}");
        if !arguments.starts_with("bisect") {
            assert!(all.contains(&format!("x{safe}x")), "{arguments}: {all:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_of() {
    use std::process::{Command, Stdio};

    for command in ["variants", "perft 2", "fen", "convert e4", "crc --list", "show"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut run = Command::new(assert_cmd::cargo::cargo_bin!("campione"));
        let run = run.args(command.split(' ')).stdin(Stdio::null()).stdout(full).output().unwrap();
        let err = String::from_utf8(run.stderr).unwrap();
        assert!(err.starts_with("campione: standard output: No space left"), "{command}: {err}");
        assert_eq!(run.status.code(), Some(2), "{command}");
    }
}

#[test]
fn files_of_another_kind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("packed");
    std::fs::write(&file, b"\x1f\x8b\x08\x00\x00\x00").unwrap();
    let name = file.display();
    let run = campione(&format!("pgn {name}"));
    assert!(run.err.contains("packed by gzip: unpack it first") && run.code == Some(1), "{}", run.err);
    // A book of moves: keys, moves, weights, and four empty bytes in each entry.
    std::fs::write(&file, b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x64\x00\x00\x00\x00".repeat(100)).unwrap();
    let run = campione(&format!("pgn '{}'", file.display()));
    assert!(run.err.contains("this is a binary file, not PGN") && run.code == Some(1), "{}", run.err);
    refused(&format!("fen -v chess {name}"), &["it is the name of a file", "standard input"]);
    // A NUL byte in a comment does not matter to `pgn`.
    let run = with_input("pgn - -v chess", "1. e4 {a\0b} e5 1-0\n");
    assert_eq!((run.out.as_str(), run.code), ("1 game, 2 plies: 1 passed, 0 failed\n", Some(0)), "{}", run.err);
    // An endless line is not kept in memory.
    refused("verify /dev/zero", &["/dev/zero: it is longer than 256 MiB"]);
}

#[test]
fn a_suite_of_random_positions() {
    let suite = campione("random -v herb-garden --count 5 --perft 2").out;
    let run = with_input("verify -", &suite);
    assert_eq!((run.out.as_str(), run.code), ("5 passed, 0 failed\n", Some(0)), "{suite}");
    let json = objects(&campione("random -v chess --plies 0 --perft 3 --format json").out);
    assert_eq!((&json[0]["depth"], &json[0]["nodes"]), (&json!(3), &json!(8902)));
    // A suite of another variant, which is not named.
    let epd = format!("{CHESS} ;D1 21");
    let assumed = "no --variant was given: lines without a variant are read as modern-carrera";
    assert!(with_input("verify -", &epd).err.contains(assumed));
    assert!(!with_input("verify -v chess -", &epd).err.contains("no --variant"));
}

/// A command that fails in JSON prints one object with the message, and with the place where it is known.
#[test]
fn an_error_is_an_object_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.toml").display().to_string();
    std::fs::write(&file, "extends = \"carrera\"\npawn.enpassant = true\nbord.files = 8\n").unwrap();
    let object = |arguments: &str| {
        let run = campione(&format!("{arguments} --format json"));
        assert_eq!(run.code, Some(2), "{arguments}: {}", run.err);
        error_object(&run)
    };
    let bad = object(&format!("perft 1 -v '{file}'"));
    assert_eq!(keys(&bad), "error file line column errors", "{bad}");
    assert_eq!((&bad["file"], &bad["line"], &bad["column"]), (&json!(file), &json!(2), &json!(6)));
    // The faults are those of --check.
    let check = campione(&format!("variants --check '{file}' --format json"));
    let check: Value = serde_json::from_str(&check.out).unwrap();
    assert_eq!((&bad["errors"], bad["errors"].as_array().unwrap().len()), (&check["errors"], 2));
    let fen = object("perft 1 nonsense");
    assert_eq!((keys(&fen).as_str(), &fen["fen"]), ("error code fen", &json!("nonsense")));
    let mv = object("moves -v chess --play e2e5");
    assert_eq!((keys(&mv).as_str(), &mv["move"]), ("error code move", &json!("e2e5")));
    for (arguments, argument) in [
        ("perft x", "[DEPTH]"),
        ("analyse --depth 0", "--depth <N>"),
        ("fen --to pgn", "--to <DIALECT>"),
        ("perft 1 --no-such-option", "--no-such-option"),
    ] {
        let usage = object(arguments);
        assert_eq!((keys(&usage).as_str(), &usage["argument"]), ("error argument", &json!(argument)), "{usage}");
        let message = usage["error"].as_str().unwrap();
        assert!(!message.starts_with("error: ") && !message.contains("Usage"), "{message}");
    }
    for arguments in ["verify nosuch", "play", "uci"] {
        assert_eq!(keys(&object(arguments)), "error", "{arguments}");
    }
    for (arguments, code) in [
        ("variants nosuch", "variant.unknown"),
        ("bench -v carera", "variant.unknown"),
        ("crc --array x", "array.length"),
        ("perft 1 crc:99999", "start.number"),
    ] {
        let coded = object(arguments);
        assert_eq!((keys(&coded).as_str(), &coded["code"]), ("error code", &json!(code)));
    }
    // Help is no error, and without JSON there is no object.
    let help = campione("perft --help --format json");
    assert!(help.code == Some(0) && help.out.contains("Usage: campione perft"), "{}", help.out);
    assert_eq!(campione("perft x").out, "");
}

/// The reason why a file cannot be read stands once in the message, behind the name of the file.
#[test]
fn a_file_that_is_missing_is_told_once() {
    let missing = crate::by_system("No such file or directory", " (os error ");
    for arguments in [
        "analyse --depth 1 --tables nosuch",
        "analyse --depth 1 --eval-file nosuch",
        "bench 1 --eval-file nosuch",
        "endgame probe --tables nosuch",
        "endgame stats --tables nosuch",
        "endgame verify --tables nosuch",
        "match --second own --openings nosuch",
        "match --second own --pgn nosuch/x",
        "match --second own --pgn nosuch/x --resume",
        "perft 1 --checkpoint nosuch/x",
        "perft --units nosuch",
        "perft --sum nosuch",
        "play --tables nosuch",
        "play --eval-file nosuch",
        "suite nosuch",
        "verify nosuch",
    ] {
        let run = campione(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments}: {}", run.err);
        let counts = [missing, "nosuch"].map(|words| run.err.matches(words).count());
        assert_eq!((counts, run.err.lines().count()), ([1, 1], 1), "{arguments}: {}", run.err);
    }
    // For `pgn` a file that cannot be read is a bad file among others.
    let run = campione("pgn nosuch");
    assert_eq!((run.code, run.err.matches(missing).count(), run.err.matches("nosuch").count()), (Some(2), 1, 1));
}

/// As the help of --why says: 0 for every move, 2 for a text that is none.
#[test]
fn why_not_has_the_exit_status_of_its_help() {
    let why = |text: &str| campione(&format!("moves -v chess --why {text}"));
    assert!(why("e2e4").out.starts_with("e2e4 is legal") && why("e2e5").out.starts_with("e2e5 is not legal:"));
    for (text, status) in [("e2e4", 0), ("e2e5", 0), ("O-O", 0), ("e9", 0), ("zz9", 2), ("''", 2)] {
        assert_eq!(why(text).code, Some(status), "{text}: {}", why(text).err);
    }
    let help = campione("moves --help").out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        help.contains("The exit status is 0 either way; it is 2 if the text is not a move in any notation"),
        "{help}"
    );
}
