//! `campione match`.

use std::fs;

use campione_driver::find;

use crate::{Run, campione};

/// Plays a match with these arguments. Returns its lines; it must end well.
#[track_caller]
fn played(line: &str) -> Vec<String> {
    let run = campione(&format!("match {line}"));
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    run.out.lines().map(str::to_owned).collect()
}

/// Plays a match that is refused. Returns the error.
#[track_caller]
fn refused(line: &str) -> String {
    let Run { out, err, code } = campione(&format!("match {line}"));
    assert_eq!(code, Some(2), "{out}{err}");
    err
}

fn has(lines: &[String], start: &str) -> bool {
    lines.iter().any(|line| line.starts_with(start))
}

/// The players are called as the engines call themselves. Equal ones are told apart by their options.
#[test]
fn games_have_a_date_and_names() {
    let folder = tempfile::tempdir().unwrap();
    let own = format!("Campione {}", env!("CARGO_PKG_VERSION"));
    for (options, names) in [
        ("", [format!("{own} (1)"), format!("{own} (2)")]),
        ("--second-option 'Skill Level=3'", [own.clone(), format!("{own} Skill Level=3")]),
    ] {
        let pgn = folder.path().join(format!("{}.pgn", options.len()));
        played(&format!("-v chess --second own {options} --tc 50n --games 2 --pgn {}", pgn.display()));
        let text = fs::read_to_string(pgn).unwrap();
        for [white, black] in [[&names[0], &names[1]], [&names[1], &names[0]]] {
            assert!(text.contains(&format!("[White \"{white}\"]\n[Black \"{black}\"]\n")), "{text}");
        }
        assert_eq!(text.matches("[Date \"20").count(), 2, "{text}");
    }
}

#[test]
fn equals_come_out_even_and_a_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("match.pgn");
    let line = format!("-v carrera --second own --tc 60n --pgn {}", pgn.display());
    let lines = played(&format!("{line} --games 4"));
    assert!(has(&lines, "note: both engines are the same") && has(&lines, "own (1) against own (2)"), "{lines:?}");
    assert!(has(&lines, "pairs by points of the first engine (0, ½, 1, 1½, 2): 0 0 2 0 0"), "{lines:?}");
    let before = fs::read_to_string(&pgn).unwrap();
    let error = refused(&format!("{line} --games 6"));
    assert!(error.contains("the file exists: --resume continues its match"), "{error}");

    // Removes one game of the second pair.
    let games: Vec<&str> = before.split_inclusive("\n\n[Event").collect();
    let kept = games[..3].concat();
    fs::write(&pgn, kept.strip_suffix("[Event").unwrap()).unwrap();
    let lines = played(&format!("{line} --games 6 --resume"));
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
    let error = refused(&format!("{line} --games 6 --resume --seed 2"));
    assert!(error.contains("it belongs to another match: `campione match: own 60n"), "{error}");
}

/// Killed between two games or in the middle of one, a match goes on to the games that it would have had.
#[cfg(unix)]
#[test]
fn a_killed_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let games = |text: &str| {
        let mut games: Vec<String> = text.split("[Event ").skip(1).map(|game| game.trim_end().to_owned()).collect();
        games.sort();
        games
    };
    let line = |name: &str| {
        let pgn = folder.path().join(name);
        let line =
            format!("match -v carrera --second own --tc 200n --games 10 --concurrency 1 --pgn {}", pgn.display());
        (pgn, line)
    };
    let (whole, without_kill) = line("whole.pgn");
    assert_eq!(campione(&without_kill).code, Some(0));
    let (pgn, line) = line("killed.pgn");
    let (mut before, mut kills) = (Vec::new(), 0);
    for round in 0..4_u64 {
        let child = crate::start(&format!("{line}{}", if pgn.exists() { " --resume" } else { "" }));
        let recorded = || fs::read_to_string(&pgn).map_or(0, |text| text.matches("[Event ").count());
        let delay = std::time::Duration::from_micros(7919 * round * round);
        kills += u32::from(crate::kill_when(child, || recorded() > before.len(), delay));
        let now = games(&fs::read_to_string(&pgn).unwrap());
        // The last may be half a game.
        assert!(before.iter().filter(|game| now.contains(game)).count() + 1 >= before.len(), "round {round}");
        before = now;
    }
    assert!(kills > 0, "the match is too fast to be killed");
    assert_eq!(campione(&format!("{line} --resume")).code, Some(0));
    // Moves and results without what depends on the clock.
    let moves = |path: &std::path::Path| {
        let text = fs::read_to_string(path).unwrap();
        let text: String =
            text.lines().filter(|line| !line.starts_with("[Date ")).map(|line| format!("{line} ")).collect();
        let timeless: String =
            text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
        games(&timeless.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let (killed, whole) = (moves(&pgn), moves(&whole));
    assert_eq!(killed.len(), 10);
    for (killed, whole) in killed.iter().zip(&whole) {
        assert_eq!(killed, whole);
    }
}

#[test]
fn a_test_ends_a_match() {
    let line = "-v capablanca --second own --tc 400n --second-tc 1n --games 400 --sprt -50.5,50 --concurrency 1";
    let lines = played(line);
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
    let lines = played(&format!("-v crc --second own --tc 1n --max-plies 2 --games 6 {files}"));
    assert!(lines.iter().any(|line| line.ends_with("2 openings for 3 pairs of games: they repeat in turn")));
    assert!(has(&lines, "     6 adjudication: 2 plies"), "{lines:?}");
    assert_eq!(fs::read_to_string(&pgn).unwrap().matches("[FEN ").count(), 6);
    fs::write(&file, "nothing\n").unwrap();
    let error = refused(&format!("-v crc --second own --openings {}", file.display()));
    assert!(error.contains("line 1: "), "{error}");
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
    let play = |script: &str, control: &str| {
        played(&format!("-v chess --games 2 --tc 1n --second-tc {control} --second '{} {script}'", sh.display()))
    };
    let lines = play(&write("bad", "echo bestmove a1a1"), "1n");
    assert!(has(&lines, "together        2 games  +2 =0 -0") && has(&lines, "     2 illegal move"), "{lines:?}");
    // It is started again for the second game.
    let lines = play(&write("dies", "exit 3"), "1n");
    assert!(has(&lines, "     2 no answer"), "{lines:?}");
    let lines = play(&write("slow", "sleep 0.2; echo bestmove a1a1"), "10ms");
    assert!(has(&lines, "     2 time forfeit"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("fault: game 1.1: ") && line.contains(": time forfeit by 0.")));
}

/// Plays two short games against another program, if it is installed, and checks that there are no faults.
fn against(program: &str, engine: &str, rest: &str) {
    if find(program).is_none() {
        return println!("skipped: {program} is not installed");
    }
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("match.pgn");
    let lines =
        played(&format!("--second {engine} --games 2 --max-plies 50 --adjudicate 0,0 --pgn {} {rest}", pgn.display()));
    assert!(!has(&lines, "fault"), "{lines:?}");
    assert!(pgn.is_file() && has(&lines, "together        2 games"), "{lines:?}");
}

#[test]
fn sjaak_plays() {
    against("sjaakii", "xboard:sjaakii", "-v capablanca --tc 2d");
    against("sjaakii", "xboard:sjaakii", "-v crc --tc 2d --plies 2");
    against("sjaakii", "xboard:sjaakii", "-v modern-carrera --tc 2d");
}

#[test]
fn fairy_max_plays() {
    against("fairymax", "xboard:fairymax", "-v gothic --tc 3d");
    against("fairymax", "xboard:fairymax", "-v chess --tc 3d");
}

#[test]
fn fairy_stockfish_plays() {
    against("fairy-stockfish", "fairy-stockfish", "-v crc --tc 50n --plies 2");
    against("fairy-stockfish", "fairy-stockfish", "-v embassy --tc 50n");
    against("fairy-stockfish", "xboard:fairy-stockfish", "-v gothic --tc 3d");
}

#[test]
fn levels_as_options() {
    let line = |first: &str, second: &str| {
        let control = "--tc 1000000n --games 6 --concurrency 1 --max-plies 300";
        format!("-v capablanca --second own --first-option '{first}' --second-option '{second}' {control}")
    };
    // The same on every machine, since nothing depends on the time.
    let report = || played(&format!("{} --format json", line("Skill Level=8", "Skill Level=1"))).join("\n");
    let first = report();
    let read: serde_json::Value = serde_json::from_str(&first).unwrap();
    assert!(read["wins"].as_u64().unwrap() >= 5 && read["games"] == 6, "{first}");
    assert_eq!(first, report());
    for (option, words) in [
        ("Skill Level=21", "option Skill Level=21: expected a whole number from 0 to 20"),
        ("UCI_Elo=99", "option UCI_Elo=99: expected a whole number from"),
        ("UCI_LimitStrength=1", "option UCI_LimitStrength=1: expected `true` or `false`"),
        ("Skill Seed=x", "option Skill Seed=x: expected a whole number"),
        ("Contempt=1", "`own` has only Hash, Threads, Skill Level, UCI_Elo"),
    ] {
        let error = refused(&line(option, "Skill Level=1"));
        assert!(error.contains(words), "{option}: {error}");
    }
}
