use std::fs;
use std::time::Duration;

use campione_core::Variant;
use campione_movegen::Position;
use campione_notation::uci;

use super::*;
use crate::fake::game;
use campione_driver::SearchReport;

fn opening(variant: Variant, moves: &str) -> Game {
    game(&Position::start(variant), moves)
}

fn turn(opening: &Game, text: &str, score: Option<i32>, depth: Option<u32>) -> Turn {
    let mv = uci::read(text, opening.position()).unwrap();
    Turn { mv, report: SearchReport { score, depth, nodes: None }, spent: Duration::from_millis(50) }
}

fn finished<'g>(round: usize, first: Color, winner: Option<Color>, why: &'g str, turns: &'g [Turn]) -> Finished<'g> {
    Finished {
        round,
        first,
        winner,
        why,
        offence: Offence::of(why),
        plies: 2 + turns.len(),
        turns,
        begins: Color::White,
    }
}

fn controls(white: &str, black: &str) -> [String; 2] {
    [white, black].map(str::to_owned)
}

#[test]
fn games_are_written_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let source = VariantSource::built_in(Variant::named("capablanca").unwrap());
    let first = opening(source.variant, "e2e4 e7e5");
    let mut record = Record::create(&path, "a \"match\"".to_owned()).unwrap();
    let turns = [turn(&first, "b1c3", Some(35), Some(12))];
    let result = finished(1, Color::White, Some(Color::White), "resignation", &turns);
    record.add(&first, &result, ["own", "other"], controls("1+0", "9n")).unwrap();
    let turns = [turn(&first, "i1h3", None, None)];
    let result = finished(1, Color::Black, None, "adjudication: 600 plies", &turns);
    record.add(&first, &result, ["other", "own"], controls("9n", "9n")).unwrap();
    drop(record);
    let text = fs::read_to_string(&path).unwrap();
    let dates: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("[Date \"")).collect();
    let is_date = |date: &&str| date.len() == 12 && date.starts_with("20") && date.matches('.').count() == 2;
    assert!(dates.len() == 2 && dates.iter().all(is_date), "{text}");
    for part in [
        "[Event \"a \\\"match\\\"\"]\n",
        "[Round \"1.2\"]\n[White \"other\"]\n[Black \"own\"]\n[Result \"1/2-1/2\"]\n[Termination \"adjudication: 600 plies\"]\n",
        "[WhiteTimeControl \"1+0\"]\n[BlackTimeControl \"9n\"]\n[Variant \"capablanca\"]\n\n1. e4 e5 2. Nc3 {+0.35/12 0.050s} 1-0\n\n",
        "[TimeControl \"9n\"]\n[Variant \"capablanca\"]\n\n1. e4 e5 2. Nh3 {? 0.050s} 1/2-1/2\n\n",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }

    let resume = || {
        let told = std::cell::RefCell::new(String::new());
        let event = "a \"match\"".to_owned();
        let past = Record::resume(&path, event, &source, &|line| told.borrow_mut().push_str(line)).unwrap().1;
        (past, told.into_inner())
    };
    let (past, told) = resume();
    assert_eq!((past.len(), &*told), (2, ""));
    let found = past[&(1, Color::White)].result(&first, 1, Color::White).unwrap();
    assert_eq!((found.winner, found.why, found.plies), (Some(Color::White), "resignation", 3));
    let other = opening(source.variant, "e2e4 d7d5");
    let error = past[&(1, Color::Black)].result(&other, 1, Color::Black).unwrap_err().to_string();
    assert!(error.starts_with("game 1.2 of the file begins otherwise"), "{error}");

    // Killed at any byte, a program leaves whole games and perhaps the beginning of one, which is cut off.
    let second = text.find("\n\n[").unwrap() + 2;
    let ends = [second - 2, text.len() - 2];
    for length in 0..=text.len() {
        fs::write(&path, &text[..length]).unwrap();
        let (past, told) = resume();
        let whole = ends.iter().filter(|&&end| length >= end).count();
        assert_eq!(past.len(), whole, "{length}");
        let (kept, cut) = match whole {
            0 => ("", length),
            1 => (&text[..second], length.saturating_sub(second)),
            _ => (&*text, 0),
        };
        assert_eq!(fs::read_to_string(&path).unwrap(), kept, "{length}");
        assert_eq!(
            told.ends_with(&format!("the last game was not finished: its {cut} bytes are cut off")),
            cut > 0,
            "{told}"
        );
    }
}

#[test]
fn files_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let source = VariantSource::built_in(Variant::named("chess").unwrap());
    let start = opening(source.variant, "");
    let (mut record, past) = Record::resume(&path, "this".to_owned(), &source, &|_| {}).unwrap();
    assert!(past.is_empty());
    record.add(&start, &finished(7, Color::White, None, "x", &[]), ["a", "b"], controls("1n", "1n")).unwrap();
    drop(record);
    let good = fs::read_to_string(&path).unwrap();
    let error = |event: &str, text: &str| {
        fs::write(&path, text).unwrap();
        let error = Record::resume(&path, event.to_owned(), &source, &|_| {}).err().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        format!("{error:#}").replace(&path.display().to_string(), "FILE")
    };
    assert_eq!(error("that", &good), "FILE: line 1: it belongs to another match: `this`, not `that`");
    assert_eq!(error("this", &good.repeat(2)), "FILE: line 13: game 7.1 occurs twice");
    for (from, to, words) in [
        ("7.1", "7", "line 1: Round `7` is not a round of a match"),
        ("7.1", "7.3", "line 1: Round `7.3` is not a round of a match"),
        ("\n1/2-1/2", "\n*", "line 1: the game has no result: remove it"),
        ("\n1/2-1/2", "\n1. e5 1/2-1/2", "ply 1: `e5` is not a legal move here"),
        ("\n1/2-1/2", "\n1. e4 {never 1-0", "is never closed: remove that game, and it is played again"),
    ] {
        let error = error("this", &good.replace(from, to));
        assert!(error.contains(words), "{error}");
    }
    assert!(Record::create(&path, "this".to_owned()).is_err());
}
