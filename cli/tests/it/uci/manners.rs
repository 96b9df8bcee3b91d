//! Commands in any order and at any time: the engine answers, and ends when it must.

#[cfg(unix)]
use std::process::{Command, Stdio};

use super::*;

/// Searches that end only with a command.
const ENDLESS: [&str; 6] =
    ["go infinite", "go ponder", "go ponder wtime 1 btime 1", "go ponder depth 1", "go infinite depth 1", "go"];

/// Checks that the engine answers `isready` during a search, without a best move.
#[track_caller]
fn is_searching(engine: &mut Engine) {
    let lines = engine.ask("isready");
    let lines = [lines, engine.until("readyok")].concat();
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    for threads in [1, 2] {
        let mut engine = Engine::new(&format!("-v archchess --threads {threads}"));
        for go in ENDLESS {
            engine.send(go);
            is_searching(&mut engine);
            assert_ne!(engine.best("stop"), "(none)", "{go}");
        }
        engine.quit();
    }
}

#[test]
fn every_search_may_be_the_last() {
    let stopped = ["go perft 9\nstop", "bench 60\nstop"];
    let others = ["go depth 1", "isready", "setoption name Hash value 64"];
    for go in ENDLESS.iter().chain(&stopped).chain(&others) {
        let mut engine = Engine::new("-v archchess");
        engine.send(go);
        engine.quit();
    }
    // Its input may end without `quit`.
    for go in ENDLESS.iter().chain(&stopped).chain(&["go depth 99", "isready", "position"]) {
        let mut engine = Engine::new("-v archchess");
        engine.send(go);
        engine.hang_up();
    }
    // A large table is there before the answers.
    let run = with_input("uci", "setoption name Hash value 512\nisready\ngo depth 3\n");
    let done = run.out.contains("readyok") && run.out.contains("bestmove ") && !run.out.contains("stopped");
    assert!(done && run.code == Some(0), "{:?}: {}{}", run.code, run.out, run.err);
}

#[test]
fn the_expected_move_is_made() {
    let mut engine = Engine::new("-v herb-garden");
    for go in ["go ponder wtime 1000 btime 1000", "go ponder movetime 1", "go ponder depth 1", "go depth 2 ponder"] {
        engine.tell("position startpos moves h2h4 f6f4");
        engine.send(go);
        is_searching(&mut engine);
        engine.send("ponderhit");
        assert_ne!(engine.until("bestmove ").last().unwrap(), "bestmove (none)", "{go}");
    }
    // A search that waits for `stop` does not end with `ponderhit`.
    for go in ["go infinite", "go infinite ponder"] {
        engine.send(go);
        engine.send("ponderhit");
        is_searching(&mut engine);
        assert_ne!(engine.best("stop"), "(none)");
    }
    engine.quit();
}

#[test]
fn words_at_the_wrong_time_do_no_harm() {
    let mut engine = Engine::new("-v courier-spiel");
    for line in ["stop", "ponderhit", "stop", "ucinewgame", "debug on", "register later", "", "   "] {
        engine.tell(line);
    }
    // Each search sends its best move.
    engine.send("go infinite\ngo infinite\ngo depth 3");
    for _ in 0..3 {
        engine.until("bestmove ");
    }
    engine.send("go infinite");
    is_searching(&mut engine);
    for line in ["ucinewgame", "setoption name Hash value 2", "setoption name Threads value 2", "position startpos"] {
        engine.send(line);
        is_searching(&mut engine);
    }
    engine.send("uci");
    assert!(engine.until("uciok").iter().all(|line| !line.starts_with("bestmove")));
    engine.send("d");
    assert!(engine.until("Fen: ").iter().all(|line| !line.starts_with("bestmove")));
    assert_ne!(engine.best("stop"), "(none)");
    assert_eq!(engine.perft(2), 1_156);
    engine.send("go perft 9");
    is_searching(&mut engine);
    engine.send("stop");
    engine.until("info string stopped: ");
    engine.quit();
}

#[test]
fn another_game_during_a_search() {
    let mut engine = Engine::new("-v janus");
    engine.send("go infinite");
    engine.send("setoption name UCI_Variant value chess");
    engine.send("position startpos moves e2e4");
    is_searching(&mut engine);
    // The search is of the variant before the change.
    let best = engine.best("stop");
    assert!(uci::read(&best, &Position::start(named("janus"))).is_ok(), "{best}");
    let best = engine.best("go depth 2");
    assert!(engine.ask(&format!("position startpos moves e2e4 {best}")).is_empty());
    engine.quit();
}

#[cfg(unix)]
#[test]
fn memory_that_the_system_does_not_give() {
    let program = assert_cmd::cargo::cargo_bin!("campione");
    let limited = "ulimit -v 1200000 && exec \"$0\" uci";
    let mut command = Command::new("sh");
    command.args(["-c", limited]).arg(program);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut engine = Engine::of(piped.spawn().unwrap());
    // More than the limit, and less memory than most machines have.
    engine.refuses("setoption name Hash value 1300", "MB for the table; Hash is still 64, Threads 1");
    // There is memory for each of these tables, but not for both at once.
    assert!(engine.ask("setoption name Hash value 600").is_empty());
    assert!(engine.ask("setoption name Hash value 700").is_empty());
    engine.refuses("setoption name Hash value 1300", "; Hash is still 700, Threads 1");
    engine.refuses("setoption name Hash value 4194304", "; Hash is still 700, Threads 1");
    // The values from before stay, and the next option is set independently.
    engine.tell("setoption name Threads value 2");
    engine.tell("setoption name Hash value 2");
    assert_ne!(engine.best("go depth 3"), "(none)");
    engine.quit();
}

#[test]
fn no_other_form() {
    let run = campione("uci --format json");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("--format json"), "{}", run.err);
    assert_eq!(campione("uci -v carera").code, Some(2));
}
