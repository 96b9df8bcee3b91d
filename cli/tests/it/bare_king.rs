//! Games in which a bare king loses: every command says that they are over.

use std::fs;

use tempfile::TempDir;

use crate::{Run, with_input};

/// White has taken Black's last piece and still has two rooks.
const LOST: &str = "8/8/8/3k4/8/8/8/K5RR b - - 0 1";
/// White takes Black's last piece with the king.
const TAKES: &str = "8/8/8/3k4/8/8/1p6/K5RR w - - 0 1";

/// Runs a command with a variant of chess in which a bare king loses.
fn run(command: &str, input: &str) -> Run {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("bare.toml");
    let rules = "extends = \"chess\"\ndraws = { stalemate = \"loss\", bare_king = true, dead_position = false }\n";
    fs::write(&path, rules).unwrap();
    with_input(&format!("{command} -v {}", path.display()), input)
}

/// The output of a command that must succeed.
#[track_caller]
fn out(command: &str) -> String {
    let run = run(command, "");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{command}: {}", run.out);
    run.out
}

#[test]
fn nothing_moves_where_a_bare_king_has_lost() {
    for depth in 1..=4 {
        for options in ["", "--plain", "--hash 1", "--threads 2"] {
            assert!(out(&format!("perft {depth} '{LOST}' {options}")).contains("nodes: 0\n"), "{depth} {options}");
        }
    }
    assert!(out(&format!("perft 2 '{LOST}' --stats")).contains("nodes: 0\n"));
    // One of the moves ends the game; it is counted as a move, and has no moves after it.
    let ply = |depth| out(&format!("perft {depth} '{TAKES}' --divide"));
    assert!(ply(1).contains("a1b2: 1\n") && ply(2).contains("a1b2: 0\n"), "{}", ply(2));
    assert_eq!(out(&format!("moves '{LOST}'")), "");
    let shown = out(&format!("show '{LOST}' --ascii"));
    assert!(shown.contains("bare king, White has won\n"), "{shown}");
    let shown = out(&format!("show '{LOST}' --format json"));
    assert!(shown.contains("\"legal_moves\":0,\"outcome\":{\"result\":\"1-0\",\"winner\":\"white\",\"code\":\"bare-king\",\"words\":\"bare king, White has won\"}"), "{shown}");
    for mv in ["d5d4", "Kd6", "a1a2"] {
        let why = out(&format!("moves '{LOST}' --why {mv}"));
        assert!(why.contains("  the game is over: Black has nothing but its king"), "{why}");
    }
    let kings = out("show '8/8/8/3k4/8/8/8/K7 w - - 0 1' --ascii");
    assert!(kings.contains("draw: dead position\n"), "{kings}");
}

#[test]
fn no_move_is_read_behind_the_end() {
    assert!(out(&format!("show '{TAKES}' --play 'Kxb2' --ascii")).contains("bare king, White has won\n"));
    let after = run(&format!("show '{TAKES}' --play 'Kxb2 Kd4' --ascii"), "");
    assert_ne!(after.code, Some(0));
    assert!(after.err.contains("the game is over after move 1: bare king, White has won"), "{}", after.err);
    let pgn = |moves: &str, result: &str| {
        let text = format!("[SetUp \"1\"]\n[FEN \"{TAKES}\"]\n[Result \"{result}\"]\n\n1. {moves} {result}\n");
        run("pgn -", &text)
    };
    let good = pgn("Kxb2", "1-0");
    assert_eq!((good.code, good.err.as_str()), (Some(0), ""));
    let odd = pgn("Kxb2", "0-1");
    assert_eq!(odd.code, Some(0));
    assert!(odd.err.contains("a bare king for Black, who has lost, but the result says 0-1"), "{}", odd.err);
    let on = pgn("Kxb2 Kd4", "1-0");
    assert_eq!(on.code, Some(1));
    assert!(on.err.contains("the game is over: Black has nothing but its king"), "{}", on.err);
}

#[test]
fn engines_find_no_move_there() {
    let analysed = run(&format!("analyse '{LOST}' --depth 3"), "");
    assert!(analysed.out.contains("result: 1-0, bare king\n"), "{}{}", analysed.out, analysed.err);
    let talk = |position: &str| {
        let input = format!("uci\nposition fen {position}\ngo depth 4\n");
        run("uci", &input).out
    };
    let over = talk(LOST);
    assert!(over.contains("info depth 0 score mate 0\nbestmove (none)\n"), "{over}");
    let takes = talk(TAKES);
    assert!(takes.contains("score mate 1 ") && takes.contains("bestmove a1b2\n"), "{takes}");
    assert!(talk(&format!("{TAKES} moves a1b2 d5d4")).contains("illegal"), "moves behind the end are not moves");
}
