//! A reader that was written from docs/reference/data.md alone gives the same results. Skipped without Python 3.11.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use campione_lab::data::game::{NO_SCORE, RecordedGame, Start};

use crate::{files, first_block, games, record};

/// The output of the program in docs/examples for a file; `None` if it cannot run.
fn read(file: &Path) -> Option<Output> {
    let new_enough = Command::new("python3").args(["-c", "import tomllib"]).output();
    if !new_enough.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no Python 3.11");
        return None;
    }
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/recorded_games.py");
    Some(Command::new("python3").arg("-B").arg(program).arg(file).output().unwrap())
}

/// A game as the program prints it.
fn line(game: &RecordedGame, id: &str) -> String {
    let start = match &game.start {
        Start::Variant => "null".to_owned(),
        Start::Array(number) => number.to_string(),
        Start::Fen(text) => format!("\"{text}\""),
    };
    let moves: Vec<String> = game.plies.iter().map(|ply| ply.mv.to_string()).collect();
    let score = |score: i16| if score == NO_SCORE { "null".to_owned() } else { score.to_string() };
    let scores: Vec<String> = game.plies.iter().map(|ply| score(ply.score)).collect();
    format!(
        r#"{{"number":{},"variant":"{id}","white":{:.1},"ending":"{}","played_out":{},"opening":{},"start":{start},"moves":[{}],"scores":[{}]}}"#,
        game.number,
        f64::from(game.points) / 2.0,
        game.ending.text(),
        game.played_out,
        game.opening,
        moves.join(","),
        scores.join(",")
    )
}

#[test]
fn another_reader_reads_the_same() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path(), &["--seeds", "0..12"]).unwrap();
    let file = &files(folder.path())[0];
    let Some(output) = read(file) else { return };
    let (games, variants) = games(folder.path());
    assert!(games.iter().any(|game| matches!(game.start, Start::Array(_))));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let mut expected: Vec<String> =
        games.iter().map(|game| line(game, variants[usize::from(game.variant)].id())).collect();
    lines.sort_unstable();
    expected.sort_unstable();
    assert!(output.status.success());
    assert_eq!(lines, expected);
    // It agrees on incomplete and on damaged files.
    let good = fs::read(file).unwrap();
    let start = first_block(&good);
    let twice = [&good[..], &good[start..]].concat();
    let changed = |at: usize| {
        let mut bytes = twice.clone();
        bytes[at] ^= 1;
        bytes
    };
    for (bytes, code, said, whole) in [
        (twice[..twice.len() - 1].to_vec(), 0, "was not written to its end", 12),
        (changed(twice.len() - 1), 0, "was not written to its end", 12),
        ([&good[..], &[0; 50]].concat(), 0, "was not written to its end", 12),
        (changed(start + 60), 1, "has another checksum", 0),
        (changed(start + 5), 1, "no block", 0),
        (changed(20), 1, "the header has another checksum", 0),
        (changed(0), 1, "no file of games", 0),
    ] {
        let path = folder.path().join("changed");
        fs::write(&path, bytes).unwrap();
        let output = read(&path).unwrap();
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words}");
        assert!(words.contains(said), "{words}");
        assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), whole);
    }
}
