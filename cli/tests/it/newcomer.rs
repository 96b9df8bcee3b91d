//! Mistakes of new users, and the program's messages.

use std::fs;
use std::io::Read;

use campione_core::Variant;
use tempfile::TempDir;

use crate::contract::refused;
use crate::{Run, campione, objects, start, with_input};

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// A file with this content, as an argument.
fn file(folder: &TempDir, name: &str, content: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    path.display().to_string()
}

/// Other arguments where a FEN is expected.
#[test]
fn a_variant_or_a_move_is_no_fen() {
    refused("perft 2 gothic", &["`gothic` is a variant, and a FEN is expected here: say `-v gothic`"]);
    refused("show CRC", &["say `-v crc`"]);
    refused("perft 3 -v chess e2e4", &["`e2e4` is a move, and a FEN is expected here: say `--play e2e4`"]);
    for moves in ["e4 e5 Nf3", "O-O exd8=Q+", "a10b10 Nbd2"] {
        refused(&format!("moves {moves}"), &[&format!("`{moves}` are moves"), &format!("say `--play '{moves}'`")]);
    }
    for text in ["nonsense", "4k3/8/8/8/8/8/8/4K3", "w - - 0 1", "zz"] {
        refused(&format!("show -v chess '{text}'"), &["bad FEN"]);
    }
    let run = with_input("perft 1 -", "gothic\n");
    assert_eq!((run.code, run.err.starts_with("line 1: `gothic` is a variant")), (Some(1), true), "{}", run.err);
}

#[test]
fn names_of_variants() {
    let counts = |id: &str| campione(&format!("perft 2 -v {id}")).out;
    assert_eq!((counts("Gothic"), counts("CHESS")), (counts("gothic"), "nodes: 400\n".to_owned()));
    assert_eq!(campione("variants Carrera").out, campione("variants carrera").out);
    refused("perft 1 -v carera", &["did you mean carrera, carrera-qac or courier? `campione variants` lists all"]);
    let all = format!("there is no variant `xyzzy`; `campione variants` lists all {}", Variant::all_ids().count());
    refused("perft 1 -v xyzzy", &[&all]);
}

#[test]
fn files_that_are_none_of_a_variant() {
    let folder = folder();
    let empty = file(&folder, "empty.toml", " \n");
    refused(&format!("perft 1 -v {empty}"), &["the file is empty", "`campione variants ID --format toml`"]);
    let run = campione(&format!("variants --check {empty}"));
    assert_eq!((run.code, run.err.contains("error: the file is empty")), (Some(1), true), "{}", run.err);
    refused(&format!("perft 1 -v {empty}:one"), &["empty.toml has one variant", "use ", "empty.toml alone"]);
}

#[test]
fn a_file_with_the_id_of_a_built_in_variant() {
    let folder = folder();
    let taken = file(&folder, "mine.toml", "extends = \"capablanca\"\nid = \"gothic\"\n");
    let run = campione(&format!("variants --check {taken}"));
    let note = format!("`-v {taken}`); `-v gothic` is the built-in variant");
    assert!(run.code == Some(0) && run.err.starts_with("note: its id, `gothic`, is that of"), "{}", run.err);
    assert!(run.err.contains(&note), "{}", run.err);
    for (name, text) in
        [("own.toml", "extends = \"capablanca\"\n"), ("same.toml", "extends = \"gothic\"\nid = \"gothic\"\n")]
    {
        let own = file(&folder, name, text);
        assert_eq!(campione(&format!("variants --check {own}")).err, "", "{name}");
    }
    let nothing = file(&folder, "nothing.toml", "extends = \"capablanca\"\npromotion.to = \"\"\n");
    let run = campione(&format!("variants --check {nothing}"));
    assert!(run.err.contains("promotion.to: it is empty: no pawn promotes"), "{}", run.err);
    assert!(run.out.lines().all(|line| line == line.trim_end()), "{}", run.out);
}

#[test]
fn many_games_are_summed_up() {
    let folder = folder();
    let ini = file(&folder, "games.ini", "[one:chess]\n[two:chess]\nfoo = 1\n[three:capablanca]\n");
    let run = campione(&format!("variants --check {ini}"));
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], format!("{ini}: 3 variants, 2 valid, 1 with errors"));
    assert_eq!(lines[1..3], ["  valid: one, three", "  with errors: two"]);
    let run = campione(&format!("variants --check {ini} --format json"));
    let lines = objects(&run.out);
    assert_eq!(lines.iter().map(|line| line["valid"].as_bool().unwrap()).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!((&lines[1]["file"], &lines[1]["errors"][0]["line"]), (&format!("{ini}:two").into(), &3.into()));
}

/// A tag that --variant overrules is reported once, and again for games that cannot be read.
#[test]
fn a_variant_tag_that_is_overruled() {
    let games =
        "[Variant \"gothic\"]\n\n1. e4 *\n\n[Variant \"gothic\"]\n\n1. d4 *\n\n[Variant \"Standard\"]\n\n1. e4 *\n";
    let run = with_input("pgn -v chess -", games);
    let said = "warning: game 1, line 1: the Variant tag says gothic, but the game is read as chess, as --variant says";
    assert!(run.err.starts_with(said) && run.err.lines().count() == 1, "{}", run.err);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "3 games, 3 plies: 3 passed, 0 failed\n"));
    let run = with_input("pgn -v chess -", "[Variant \"gothic\"]\n\n1. Nh3 Na6 2. Ag3 *\n");
    assert!(
        run.code == Some(1) && run.err.contains("; the Variant tag says gothic, but --variant says otherwise"),
        "{}",
        run.err
    );
    assert_eq!(with_input("pgn -v gothic -", "[Variant \"Gothic Chess\"]\n\n1. Nh3 *\n").err, "");
}

#[test]
fn a_variant_of_ones_own_in_a_game() {
    let folder = folder();
    let own = file(&folder, "mine.toml", "extends = \"capablanca\"\nid = \"mine\"\n");
    let game = "[Variant \"mine\"]\n\n1. e4 *\n";
    let run = with_input("pgn -", game);
    assert!(
        run.err.contains("there is no variant `mine`") && run.err.contains("name its file: `-v FILE`"),
        "{}",
        run.err
    );
    let run = with_input(&format!("pgn -v {own} -"), game);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

#[test]
fn a_reading_is_told_once() {
    let game = "[Variant \"archchess\"]\n\n1. Nc2 Nc7 *\n\n";
    let run = with_input("pgn -", &game.repeat(3));
    assert!(
        run.err.lines().count() == 1 && run.err.ends_with("; `--reading xboard` says so for all games\n"),
        "{}",
        run.err
    );
    // In lists, ranks are counted from 1 as everywhere.
    let run = with_input("pgn - --reading xboard", "[Variant \"archchess\"]\n\n1. e9 *\n");
    assert!(run.err.contains("counted from 0, those of the moves and the position listed here from 1"), "{}", run.err);
    let run = with_input("pgn - --reading xboard", "[Variant \"capablanca\"]\n\n1. e9 *\n");
    assert!(!run.err.contains("counted from 0"), "{}", run.err);
}

/// The file is written even if the reader of the output is gone.
#[test]
fn a_page_behind_a_closed_pipe() {
    let folder = folder();
    let games = file(&folder, "games.pgn", &"[Variant \"chess\"]\n\n1. e4 e5 *\n\n".repeat(20_000));
    let small = file(&folder, "small.pgn", "[Variant \"chess\"]\n\n1. e4 e5 *\n");
    for (index, arguments) in [
        "analyse -v chess --depth 6".to_owned(),
        "analyse -v chess --depth 6 --format json".to_owned(),
        format!("pgn {small} --to json"),
        "show -v chess --svg -".to_owned(),
    ]
    .iter()
    .enumerate()
    {
        let page = folder.path().join(format!("{index}.html"));
        let mut child = start(&format!("{arguments} --html {}", page.display()));
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "{arguments}");
        assert!(fs::read_to_string(&page).unwrap().starts_with("<!"), "{arguments}");
    }
    // Without a file the command ends when the reader is gone.
    let mut child = start(&format!("pgn {games} --to san"));
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0; 5]).unwrap();
    drop(out);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn one_move_is_asked_about() {
    refused("moves -v chess --why 'e4 e5'", &["--why takes one move: say `--play 'e4' --why e5`"]);
    assert!(campione("moves -v chess --why 'O - O'").out.starts_with("O - O is not legal"));
    let run = campione("moves -v chess --why O-O '4k3/8/8/8/8/8/8/4K2R w - - 0 1'");
    assert!(run.out.contains("the castling field of the FEN grants no such right"), "{}", run.out);
    let run = campione("moves -v crc --why O-O '5k4/10/10/10/10/10/10/R4K3R w - - 0 1'");
    assert!(run.out.contains("the castling field of the FEN grants none"), "{}", run.out);
}

#[test]
fn files_that_are_no_suite() {
    let folder = folder();
    let binary = folder.path().join("binary");
    fs::write(&binary, b"\x7fELF\0\n\xff\n\n").unwrap();
    let run = campione(&format!("verify {}", binary.display()));
    let said = format!("{}: this is a binary file, not text\n", binary.display());
    assert_eq!((run.err, run.code), (said, Some(1)));
    let prose = file(&folder, "prose", &"some words\n".repeat(40));
    let run = campione(&format!("verify {prose}"));
    assert_eq!((run.err.lines().count(), run.out.as_str(), run.code), (6, "0 passed, 40 failed\n", Some(1)));
    assert!(run.err.ends_with("\n35 more lines cannot be read or counted\n"), "{}", run.err);
    // In JSON all lines are reported.
    let run = campione(&format!("verify {prose} --format json"));
    assert_eq!(run.out.lines().count(), 41);
}

#[test]
fn blank_lines_and_comments_are_passed_over() {
    let input = "# two positions\n\nstartpos\n \n  # the same\nstartpos\n";
    for command in ["perft 1 -", "moves -", "fen -", "analyse --depth 1 -"] {
        let Run { out, err, code } = with_input(&format!("{command} -v chess"), input);
        assert_eq!((out.lines().count(), err.as_str(), code), (2, "", Some(0)), "{command}");
    }
    for (command, what) in [("perft 2 -", "position"), ("convert -", "move"), ("crc -", "number or array")] {
        for input in ["", "\n# nothing\n"] {
            let run = with_input(command, input);
            let said = format!("note: standard input contained no {what}\n");
            assert_eq!((run.out.as_str(), run.err, run.code), ("", said, Some(0)), "{command}");
        }
    }
}

#[test]
fn options_that_have_no_effect_or_no_such_value() {
    refused("show --theme dark", &["--theme is for pictures and pages: add --svg, --png or --html FILE"]);
    refused("show --force", &["--force is for pictures and pages"]);
    refused("analyse --depth 1 --theme dark", &["--theme is for a page: add --html FILE"]);
    refused("pgn - --theme light", &["--theme is for a page"]);
    refused("bench --depth 300", &["'300'", "--depth", "1..=240"]);
    refused("bench --depth 1 2", &["cannot be used with"]);
    refused("random --plies -1", &["'-1'", "--plies", "expected `A..B`"]);
    let nodes =
        |arguments: &str| campione(arguments).out.lines().last().unwrap().split(" nps").next().unwrap().to_owned();
    assert_eq!(nodes("bench --depth 1 --threads 1"), nodes("bench 1 --threads 1"));
}

#[test]
fn what_is_said_in_a_game() {
    let run = with_input("play -v chess --side both", "xyzzy\ne5\nquit\n");
    let said: Vec<&str> = run.out.lines().filter(|line| line.contains("`help` lists what else can be said")).collect();
    assert!(said.len() == 1 && said[0].starts_with("`xyzzy` cannot be read as a move"), "{}", run.out);
}

/// A program that speaks no protocol is detected by what it answers, not by its silence.
#[test]
#[cfg(unix)]
fn an_engine_that_is_none() {
    // If it waited for the time to run out, the test would not end.
    refused(
        "bisect 2 --engine cat --timeout 3600",
        &["`cat` only echoes what it is sent (`uci`): it is not a chess engine"],
    );
    let run = campione("bisect 2 --engine 'sleep 60' --timeout 3 --protocol uci");
    assert!(run.err.starts_with("`sleep 60` has not answered `uci` yet: it has 3 s\n"), "{}", run.err);
}

#[test]
fn engines_are_named_in_one_way() {
    for command in ["bisect 2 --engine ucci:mygen", "match --second ucci:mygen"] {
        refused(command, &["there is no protocol `ucci`: expected uci, xboard or template"]);
    }
    refused("bisect 2 --engine uci:cat --protocol xboard", &["--engine says uci, and --protocol says xboard"]);
    refused("match --second 'template:mygen {fen}'", &["cannot play games: expected uci or xboard"]);
    let template = "bisect 1 -v chess --engine 'template:echo a2a3: 1 {fen} {depth}'";
    assert!(campione(template).out.contains("missing"), "{}", campione(template).out);
}

#[test]
fn a_file_that_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("owlery.toml");
    std::fs::write(&file, "extends = \"chess\"\n").unwrap();
    let path = folder.path().join("owlery").display().to_string();
    refused(&format!("perft 1 -v {path}.tml"), &["there is no such file; did you mean ", "owlery.toml?"]);
    refused("perft 1 -v no-such-file.tml", &["there is no file `no-such-file.tml`"]);
}

#[test]
fn notations_are_listed_by_the_program() {
    refused("moves -v chess --notation numeric", &["possible values: uci, crc, uci960, san, lan, xboard"]);
    refused("analyse -v chess --notation xboard", &["possible values: uci, crc, uci960, san, lan"]);
}
