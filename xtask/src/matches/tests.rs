//! Tests of whole matches.

use std::fs;
use std::path::Path;

use clap::Parser;

use super::*;
use crate::engine::find;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    options: Options,
}

/// Plays a match with these arguments; returns its report.
fn told(line: &str) -> (anyhow::Result<Verdict>, Vec<String>) {
    let words = std::iter::once("match").chain(line.split_whitespace());
    let options = Line::try_parse_from(words).unwrap().options;
    let lines = Mutex::new(Vec::new());
    let verdict = run_and_tell(&options, &|line| lock(&lines).push(line.to_owned()));
    (verdict, lines.into_inner().unwrap_or_default())
}

fn has(lines: &[String], start: &str) -> bool {
    lines.iter().any(|line| line.starts_with(start))
}

#[test]
fn equals_come_out_even_and_a_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("match.pgn");
    let line = format!("-v carrera --second own --first-pace 60n --pgn {}", pgn.display());
    let (verdict, lines) = told(&format!("{line} --games 4"));
    assert_eq!(verdict.unwrap(), Verdict::Good);
    assert!(has(&lines, "note: both engines are the same") && has(&lines, "own (1) against own (2)"), "{lines:?}");
    assert!(has(&lines, "pairs by points of the first engine (0, ½, 1, 1½, 2): 0 0 2 0 0"), "{lines:?}");
    let before = fs::read_to_string(&pgn).unwrap();
    let error = told(&format!("{line} --games 6")).0.unwrap_err();
    assert!(error.is::<Usage>(), "{error:#}");

    // Removes one game of the second pair.
    let games: Vec<&str> = before.split_inclusive("\n\n[Event").collect();
    let kept = games[..3].concat();
    fs::write(&pgn, kept.strip_suffix("[Event").unwrap()).unwrap();
    let (verdict, lines) = told(&format!("{line} --games 6 --resume"));
    assert_eq!(verdict.unwrap(), Verdict::Good);
    assert!(has(&lines, "3 games are in ") && has(&lines, "together        6 games"), "{lines:?}");
    assert!(has(&lines, "pairs by points of the first engine (0, ½, 1, 1½, 2): 0 0 3 0 0"), "{lines:?}");
    let after = fs::read_to_string(&pgn).unwrap();
    assert_eq!(after.matches("[Event ").count(), 6);
    let rounds = |text: &str| {
        let mut rounds: Vec<String> =
            text.lines().filter(|line| line.starts_with("[Round ")).map(str::to_owned).collect();
        rounds.sort();
        rounds
    };
    let expected = ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"].map(|round| format!("[Round \"{round}\"]"));
    assert_eq!(rounds(&after), expected);
    let error = told(&format!("{line} --games 6 --resume --seed 2")).0.unwrap_err();
    assert!(error.to_string().contains("it belongs to another match: `campione match: own 60n"), "{error}");
}

#[test]
fn a_test_ends_a_match() {
    let line =
        "-v capablanca --second own --first-pace 400n --second-pace 1n --games 400 --sprt -50.5,50 --concurrency 1";
    let (verdict, lines) = told(line);
    assert_eq!(verdict.unwrap(), Verdict::Good);
    let last = lines.iter().rfind(|line| line.starts_with("SPRT")).unwrap();
    assert!(last.starts_with("SPRT of -50.5 and 50 Elo: LLR ") && last.ends_with(", accepted"), "{last}");
    assert!(!has(&lines, "together      400 games"), "{lines:?}");
}

#[test]
fn openings_of_a_file_are_used_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.epd");
    fs::write(&file, "crc:1\ncrc:48000\n").unwrap();
    let pgn = folder.path().join("match.pgn");
    let files = format!("--openings {} --pgn {}", file.display(), pgn.display());
    let (verdict, lines) = told(&format!("-v crc --second own --first-pace 1n --max-plies 2 --games 6 {files}"));
    assert_eq!(verdict.unwrap(), Verdict::Good);
    assert!(lines.iter().any(|line| line.ends_with("2 openings for 3 pairs of games: they repeat in turn")));
    assert!(has(&lines, "     6 adjudication: 2 plies"), "{lines:?}");
    assert_eq!(fs::read_to_string(&pgn).unwrap().matches("[FEN ").count(), 6);
    fs::write(&file, "nothing\n").unwrap();
    let error = told(&format!("-v crc --second own --openings {}", file.display())).0.unwrap_err();
    assert!(error.is::<Usage>() && error.to_string().contains("line 1: "), "{error}");
}

#[test]
fn programs_that_fail_lose_and_ours_are_blamed() {
    let Some(sh) = find("sh") else { return println!("skipped: sh is not installed") };
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, answer: &str| {
        let script = format!(
            "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; go*) {answer};; esac; done\n"
        );
        let path = folder.path().join(name);
        fs::write(&path, script).unwrap();
        path.display().to_string()
    };
    let play = |script: &str, pace: &str| {
        let words = ["match", "-v", "chess", "--games", "2", "--first-pace", "1n", "--second-pace", pace, "--second"];
        let command = format!("{} {script}", sh.display());
        let options = Line::try_parse_from(words.into_iter().chain([command.as_str()])).unwrap().options;
        let lines = Mutex::new(Vec::new());
        let verdict = run_and_tell(&options, &|line| lock(&lines).push(line.to_owned())).unwrap();
        assert_eq!(verdict, Verdict::Good, "another program's fault is not ours");
        lines.into_inner().unwrap_or_default()
    };
    let lines = play(&write("bad", "echo bestmove a1a1"), "1n");
    assert!(has(&lines, "together        2 games  +2 =0 -0") && has(&lines, "     2 illegal move"), "{lines:?}");
    // It is started again for the second game.
    let lines = play(&write("dies", "exit 3"), "1n");
    assert!(has(&lines, "     2 no answer"), "{lines:?}");
    let lines = play(&write("slow", "sleep 0.2; echo bestmove a1a1"), "10ms");
    assert!(has(&lines, "     2 time forfeit"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("fault: game 1.1: ") && line.contains(": time forfeit by 0.")));

    let mut tally = Tally::new(Names { names: ["a", "b"].map(str::to_owned), are_ours: [false, true] });
    let lost = Finished {
        round: 1,
        first: Color::White,
        winner: Some(Color::White),
        why: "illegal move a1a1",
        plies: 1,
        turns: &[],
        begins: Color::White,
    };
    tally.add(&lost);
    assert_eq!(tally.our_faults(), 1);
}

/// Plays two short games against another program, if it is installed, and checks that there are no faults.
fn against(program: &str, engine: &str, rest: &str) {
    if find(program).is_none() {
        return println!("skipped: {program} is not installed");
    }
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("match.pgn");
    let (verdict, lines) =
        told(&format!("--second {engine} --games 2 --max-plies 50 --adjudicate 0,0 --pgn {} {rest}", pgn.display()));
    assert_eq!(verdict.unwrap(), Verdict::Good, "{lines:?}");
    assert!(!has(&lines, "fault"), "{lines:?}");
    assert!(Path::new(&pgn).is_file() && has(&lines, "together        2 games"), "{lines:?}");
}

#[test]
fn sjaak_plays() {
    against("sjaakii", "xboard:sjaakii", "-v capablanca --first-pace 2d");
    against("sjaakii", "xboard:sjaakii", "-v crc --first-pace 2d --plies 2");
    against("sjaakii", "xboard:sjaakii", "-v modern-carrera --first-pace 2d");
}

#[test]
fn fairy_max_plays() {
    against("fairymax", "xboard:fairymax", "-v gothic --first-pace 3d");
    against("fairymax", "xboard:fairymax", "-v chess --first-pace 3d");
}

#[test]
fn fairy_stockfish_plays() {
    against("fairy-stockfish", "fairy-stockfish", "-v crc --first-pace 50n --plies 2");
    against("fairy-stockfish", "fairy-stockfish", "-v embassy --first-pace 50n");
    against("fairy-stockfish", "xboard:fairy-stockfish", "-v gothic --first-pace 3d");
}
