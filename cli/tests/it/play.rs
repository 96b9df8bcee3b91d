//! `campione play`, with lines from a file instead of a person.

use std::fs;

use campione_core::Variant;
use campione_notation::pgn::{PgnOptions, PgnReader, result_text};
use campione_search::Strength;

use crate::{campione, with_input};

/// The answers to these lines, without boards.
#[track_caller]
fn said(arguments: &str, lines: &str) -> Vec<String> {
    let run = with_input(&format!("play {arguments} --nodes 500 --threads 1"), lines);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{arguments}");
    let board = |line: &str| line.contains(['│', '┌', '├', '└']) || line.trim_start().starts_with("a   b");
    run.out.lines().filter(|line| !board(line)).map(str::to_owned).collect()
}

/// The results and numbers of plies of the games in a text, which are checked.
fn games(text: &str) -> Vec<(String, usize)> {
    let chess = Variant::named("chess").unwrap();
    let games = PgnReader::new(text.as_bytes(), PgnOptions::new(chess)).map(Result::unwrap);
    games.map(|game| (result_text(game.outcome).to_owned(), game.moves.plies.len())).collect()
}

#[test]
fn a_game_with_second_thoughts() {
    let lines = said("-v capablanca", "e5\nmoves b1\nwhy e2e6\ne4\nundo\nd2d4\nfen\nhint\nresign\nundo\nresign\n");
    let text = lines.join("\n");
    assert!(text.contains("a pawn on e2 does not move to e5"), "{text}");
    assert!(text.contains("moves b1\nNa3 Nc3"), "{text}");
    assert!(text.contains("a pawn on e2 does not move to e6"), "{text}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("1… ")).count(), 2, "{text}");
    assert!(text.contains(" w KQkq - "), "{text}");
    assert_eq!(text.matches("White has resigned, Black has won").count(), 2, "{text}");
    // Without --pgn the game is printed.
    let printed = text.split_once("[Event ").unwrap().1;
    assert_eq!(games(&format!("[Event {printed}")), [("0-1".to_owned(), 2)], "{text}");
}

#[test]
fn games_go_to_the_end_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, "[Event \"mine\"]\n\n1. e4 e5 *\n").unwrap();
    let arguments = format!("-v chess --side both --pgn {}", path.display());
    let lines = said(&arguments, "f3\ne5\ng4\nQh4\nnew\nd4\nquit\n");
    assert!(lines.iter().any(|line| line.contains("checkmate, Black has won")), "{lines:?}");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("[Event \"mine\"]\n\n1. e4 e5 *\n\n[Event "), "{text}");
    let found = games(&text);
    assert_eq!(found, [("*".to_owned(), 2), ("0-1".to_owned(), 4), ("*".to_owned(), 1)], "{text}");
    // `save` writes a new file, and overwrites nothing.
    let saved = folder.path().join("saved.pgn").display().to_string();
    let lines = said("-v chess --side both", &format!("d4\nsave {saved}\nsave {saved}\n"));
    assert!(lines.iter().any(|line| line.contains("there is such a file")), "{lines:?}");
    assert!(lines.iter().all(|line| !line.starts_with("[Event")), "it is in the file: {lines:?}");
    assert_eq!(games(&fs::read_to_string(saved).unwrap()), [("*".to_owned(), 1)]);
    // No move was played, so nothing is written.
    let before = fs::read(&path).unwrap();
    said(&arguments, "hint\nquit\n");
    assert_eq!(fs::read(&path).unwrap(), before);
}

/// A game that cannot be written is printed. A game saved with `save` is still appended to the file of --pgn.
#[cfg(target_os = "linux")]
#[test]
fn no_game_is_lost() {
    let run = with_input("play -v chess --side both --pgn /dev/full", "d4\nquit\n");
    assert!(run.out.contains("1. d4 *") && run.err.contains("--pgn /dev/full") && run.code != Some(0), "{}", run.out);
    let folder = tempfile::tempdir().unwrap();
    let all = folder.path().join("all.pgn");
    let one = folder.path().join("one.pgn").display().to_string();
    said(&format!("-v chess --side both --pgn {}", all.display()), &format!("d4\nsave {one}\nquit\n"));
    assert_eq!(games(&fs::read_to_string(all).unwrap()), [("*".to_owned(), 1)]);
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    for game in ["archchess", "courier-spiel"] {
        let lines = said(&format!("-v {game} --side none --play a2a3"), "");
        let end = lines.iter().any(|line| line.contains("has won") || line.starts_with("draw: "));
        assert!(end && lines.iter().any(|line| line == "1… " || line.starts_with("1… ")), "{game}: {lines:?}");
        let text = lines.join("\n");
        let printed = text.split_once("[Event ").unwrap().1;
        assert_ne!(games(&format!("[Event {printed}"))[0].0, "*", "{game}");
    }
}

#[test]
fn who_plays_and_what_is_wrong() {
    let lines = said("-v chess --side black", "e5\ngo\n");
    assert!(lines[0].starts_with("1. ") && lines[0].contains("depth"), "{lines:?}");
    // After `go` the engine has moved for Black, and the prompt is for White.
    assert!(
        lines.iter().any(|line| line.starts_with("3. ")) || lines.iter().any(|line| line.starts_with("2… ")),
        "{lines:?}"
    );
    let lines = said("-v chess", "undo\nsave\nwhy\nmoves e\nmoves e3\nxyzzy\nhelp\n");
    for said in [
        "no move has been made",
        "expected the name of a new file",
        "expected a move",
        "`e` is not a square",
        "nothing on e3 can move",
        "`xyzzy`",
    ] {
        assert!(lines.iter().any(|line| line.contains(said)), "{said}: {lines:?}");
    }
    assert!(lines.iter().any(|line| line.contains("resign      ")), "{lines:?}");
    for (arguments, said) in [
        ("play --format json", "it has no --format json"),
        ("play -v chess -", "a game begins from one position"),
        ("play --pgn /no/such/folder/x", "--pgn /no/such/folder/x"),
        ("play --pgn -", "expected the name of a file"),
    ] {
        let run = campione(arguments);
        assert!(run.err.contains(said) && run.code == Some(2), "{arguments}: {}", run.err);
    }
}

#[test]
fn colors() {
    insta::assert_snapshot!("colors-256", campione("show -v carrera --color 256").out.replace('\u{1b}', "␛"));
    let all = campione("show -v carrera --color true").out;
    assert!(all.contains("\u{1b}[48;2;") || all.contains(";48;2;"), "{all:?}");
    let last = |options: &str| campione(&format!("show -v chess --color true {options}")).out;
    let (played, plain) = (last("--play e4"), last("'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'"));
    assert_eq!(played.lines().filter(|line| !plain.contains(line)).count(), 2, "the ranks of e2 and e4\n{played}");
    // Without a terminal there are no colors.
    assert!(!campione("show -v carrera").out.contains('\u{1b}'));
    assert_eq!(campione("show --ascii --color true").code, Some(2));
}

/// The signal comes while the program waits for input.
#[test]
#[cfg(unix)]
fn no_game_is_lost_to_a_signal() {
    use std::io::{Read as _, Write as _};

    use crate::interrupted::{end, signal};
    use crate::start;

    for (name, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let mut child = start(&format!("play -v chess --side both --pgn {}", path.display()));
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"e4\ne5\n").unwrap();
        let (mut said, mut byte) = (Vec::new(), [0]);
        while !said.ends_with(b"2. ") {
            assert_eq!(
                child.stdout.as_mut().unwrap().read(&mut byte).unwrap(),
                1,
                "{}",
                String::from_utf8_lossy(&said)
            );
            said.push(byte[0]);
        }
        signal(&child, name);
        let run = end(child);
        assert_eq!((run.err.as_str(), run.code), ("", Some(code)), "{name}");
        assert_eq!(games(&fs::read_to_string(&path).unwrap()), [("*".to_owned(), 2)], "{name}");
        drop(input);
    }
}

#[test]
fn a_weak_opponent() {
    let weak = |seed: u32| said(&format!("-v capablanca --level 2 --side black --seed {seed}"), "pgn\nresign\n");
    let lines = weak(5);
    assert!(lines.iter().any(|line| line == "[White \"Campione, level 2\"]"), "{lines:?}");
    assert_eq!(lines, weak(5));
    // Its scores are wrong on purpose, and are not shown. A hint has full strength, and so has level 20.
    let answer = |arguments: &str| {
        let lines = said(&format!("-v capablanca {arguments}"), "e4\nhint\nquit\n");
        let shown = |beginning: &str| lines.iter().find(|line| line.starts_with(beginning)).unwrap().contains("depth");
        [shown("1… "), lines.iter().any(|line| line.contains(", depth ") && !line.starts_with("1… "))]
    };
    assert_eq!([answer("--level 5"), answer("--elo 1000")], [[false, true]; 2]);
    assert_eq!([answer("--level 20"), answer("")], [[true, true]; 2]);
    // The record has the number that is played: no level is as strong in chess as the strongest in capablanca.
    let (least, most) = Strength::elo_range().into_inner();
    let mut bounded = 0;
    for id in ["capablanca", "chess"] {
        let of_level = |level| Strength::of_level(level).unwrap().elo(Variant::named(id).unwrap()).unwrap();
        let (weakest, strongest) = (of_level(0), of_level(*Strength::LEVELS.end() - 1));
        for asked in [least, 1_000, most] {
            let played = asked.clamp(weakest, strongest);
            bounded += u32::from(asked != played);
            let lines = said(&format!("-v {id} --elo {asked} --side black"), "pgn\n");
            assert!(lines.contains(&format!("[White \"Campione, Elo {played}\"]")), "{id}, {asked}: {lines:?}");
        }
    }
    assert!(bounded > 0);
    for (arguments, words) in [
        ("--level 21", "21 is not in 0..=20"),
        ("--level -1", "-1 is not in 0..=20"),
        ("--elo 99", "99 is not in "),
        ("--level 3 --elo 1000", "cannot be used with"),
        ("--seed 3", "required"),
    ] {
        let run = campione(&format!("play -v capablanca {arguments}"));
        assert!(run.code == Some(2) && run.err.contains(words), "{arguments}: {}", run.err);
    }
}
