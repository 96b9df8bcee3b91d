//! The arguments of `go`, and the information that a search sends.

use super::*;

/// White mates in one, by one move only.
const MATE: &str = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";

/// The `info` lines of a search.
#[track_caller]
fn infos(engine: &mut Engine, go: &str) -> Vec<String> {
    engine.send(go);
    let mut lines = engine.until("bestmove ");
    lines.pop();
    assert!(lines.iter().all(|line| line.starts_with("info ")), "{lines:?}");
    lines
}

/// The word after a key.
#[track_caller]
fn word<'l>(line: &'l str, key: &str) -> &'l str {
    let mut words = line.split_whitespace().skip_while(|&word| word != key).skip(1);
    words.next().unwrap_or_else(|| panic!("no {key} in {line}"))
}

#[test]
fn lines_have_all_that_is_known() {
    let mut engine = Engine::new("-v capablanca");
    let lines = infos(&mut engine, "go depth 4");
    let keys = ["depth", "seldepth", "multipv", "score", "cp", "nodes", "nps", "hashfull", "time", "pv"];
    for (depth, line) in (1..).zip(&lines) {
        let found = line.split_whitespace().skip(1).filter(|word| word.chars().all(|c| c.is_ascii_alphabetic()));
        assert_eq!(found.collect::<Vec<_>>(), keys, "{line}");
        assert_eq!((word(line, "depth"), word(line, "multipv")), (depth.to_string().as_str(), "1"));
        for key in &keys[5..9] {
            word(line, key).parse::<u64>().unwrap();
        }
    }
    assert_eq!(lines.len(), 4);
    engine.tell("setoption name UCI_Variant value chess");
    engine.tell(MATE);
    let lines = infos(&mut engine, "go depth 3");
    assert!(
        lines.last().unwrap().contains(" score mate 1 ") && lines.last().unwrap().ends_with(" pv a1a8"),
        "{lines:?}"
    );
    engine.tell("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1 moves a1a8");
    assert_eq!(
        infos(&mut engine, "go depth 3"),
        ["info string the game is over: checkmate, White has won", "info depth 0 score mate 0"]
    );
    assert_eq!(engine.best("go infinite\nstop"), "(none)");
    engine.quit();
}

#[test]
fn chances_of_win_draw_and_loss() {
    let mut engine = Engine::new("-v capablanca");
    engine.tell("setoption name UCI_ShowWDL value true");
    for line in infos(&mut engine, "go depth 4") {
        let (before, after) = line.split_once(" wdl ").unwrap();
        assert!(before.contains(" score cp "), "{line}");
        let chances: Vec<u32> = after.split(' ').take(3).map(|chance| chance.parse().unwrap()).collect();
        assert_eq!(chances.iter().sum::<u32>(), 1000, "{line}");
        assert_eq!(after.split(' ').nth(3), Some("nodes"), "{line}");
    }
    engine.tell("setoption name UCI_Variant value chess");
    engine.tell(MATE);
    let lines = infos(&mut engine, "go depth 3");
    assert!(lines.last().unwrap().contains(" score mate 1 wdl 1000 0 0 nodes "), "{lines:?}");
    engine.quit();
}

#[test]
fn several_lines() {
    let mut engine = Engine::new("-v chess");
    engine.tell("setoption name MultiPV value 3");
    let lines = infos(&mut engine, "go depth 3");
    let last: Vec<&str> = lines[lines.len() - 3..].iter().map(|line| word(line, "multipv")).collect();
    assert_eq!(last, ["1", "2", "3"]);
    let mut firsts: Vec<&str> = lines[lines.len() - 3..].iter().map(|line| word(line, "pv")).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 3);
    engine.quit();
}

#[test]
fn every_limit_ends_a_search() {
    let mut engine = Engine::new("-v chess");
    for go in [
        "go depth 2",
        "go depth 0",
        "go nodes 100",
        "go nodes 0",
        "go movetime 20",
        "go movetime 0",
        "go movetime -5",
        "go wtime 50 btime 50",
        "go wtime 0 btime 0 winc 0 binc 0 movestogo 0",
        "go mate 1 depth 3",
        "go depth 1 nodes 99999999999999999999999",
        "go searchmoves e2e4 depth 1",
        "go depth 1 ponder\nponderhit",
        "go depth 200 movetime 1",
        "go ponder movetime 1\nponderhit",
        "go infinite depth 1\nstop",
        "go\nstop",
    ] {
        assert!(engine.best(go).len() == 4, "{go}");
    }
    let nodes = infos(&mut engine, "go nodes 2000");
    assert!(nodes.iter().all(|line| word(line, "nodes").parse::<u64>().unwrap() <= 2_000), "{nodes:?}");
    assert_eq!(engine.best("go depth 2 searchmoves h2h3 a2a3 h2h3").len(), 4);
    for _ in 0..3 {
        assert_eq!(engine.best("go searchmoves h2h3 depth 2"), "h2h3");
    }
    // Invalid arguments are reported, and the others are used.
    for (go, words) in [
        ("go fast depth 1", "`fast` is unknown"),
        ("go depth 1 nodes", "go nodes: expected a whole number"),
        ("go movetime soon depth 1", "go movetime: expected a whole number"),
        ("go depth 1 searchmoves e2e5 h2h3", "`e2e5` is not a legal move here"),
    ] {
        let lines = infos(&mut engine, go);
        assert!(lines[0].starts_with("info string ") && lines[0].contains(words), "{go}: {lines:?}");
    }
    assert_eq!(engine.best("go depth 1 searchmoves e2e5 h2h3"), "h2h3");
    // A limit was intended, and no `stop` will come.
    for go in ["go dept 3", "go depth three", "go movetime", "go movetime searchmoves e2e4"] {
        let lines = infos(&mut engine, go);
        let said = "info string go: without a known limit the search takes 1 s";
        assert!(lines.iter().any(|line| line == said), "{go}: {lines:?}");
    }
    engine.quit();
}

#[test]
fn mates_that_are_asked_for() {
    let mut engine = Engine::new("-v capablanca");
    engine.tell("position fen 9k/10/10/10/R9/1R8/10/4K5 w - - 0 1");
    let lines = infos(&mut engine, "go mate 2");
    let [.., mate, said] = lines.as_slice() else { panic!("{lines:?}") };
    assert!(mate.contains(" score mate 2 "), "{mate}");
    assert_eq!(said, "info string mate in 2 moves, the shortest (proven)");
    engine.quit();
}

#[test]
fn castling_as_the_other_side_writes_it() {
    // The king on h1 castles with the rook on j1 and goes one square to i1. Its coordinates alone would be a normal
    // king move.
    let place = "5k4/10/10/10/10/10/10/2R4K1R w";
    let mut engine = Engine::new("");
    for (game, chess960, written) in
        [("crc", false, "h1i1k"), ("crc", true, "h1j1"), ("caparandom", false, "h1j1"), ("caparandom", true, "h1j1")]
    {
        engine.tell(&format!("setoption name UCI_Chess960 value {chess960}"));
        engine.tell(&format!("setoption name UCI_Variant value {game}"));
        for rights in ["KQ", "JC"] {
            for castling in ["h1i1k", "h1j1"] {
                engine.tell(&format!("position fen {place} {rights} - 0 1 moves {castling}"));
                assert_eq!(engine.fen(), "5k4/10/10/10/10/10/10/2R4RK1 b - - 1 1", "{rights} {castling}");
                engine.tell(&format!("position fen {place} {rights} - 0 1"));
                assert_eq!(engine.best(&format!("go depth 1 searchmoves {castling}")), written, "{game} {chess960}");
            }
        }
        engine.send("go perft 1");
        let counted = engine.until("Nodes searched: ");
        assert!(counted.contains(&format!("{written}: 1")), "{counted:?}");
    }
    // Castlings whose coordinates are not ambiguous.
    engine.tell("setoption name UCI_Chess960 value false");
    for (game, place, king, rook) in [
        ("capablanca", "5k4/10/10/10/10/10/10/5K3R w K - 0 1", "f1i1", "f1j1"),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "e1a1"),
        ("herb-garden", "5k6/12/12/12/12/12/6K4R w L - 0 1", "g1i1", "g1l1"),
    ] {
        engine.tell(&format!("setoption name UCI_Variant value {game}"));
        engine.tell(&format!("position fen {place}"));
        for castling in [king, rook] {
            assert_eq!(engine.best(&format!("go depth 1 searchmoves {castling}")), king, "{game}");
        }
    }
    engine.tell("setoption name UCI_Variant value chess960");
    engine.tell("position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(engine.best("go depth 1 searchmoves e1a1"), "e1a1");
    engine.quit();
}

#[test]
fn what_came_before_counts() {
    let start = "position fen 7k/7p/8/8/8/8/P7/R3K3 w - - 0 1 moves";
    let mut engine = Engine::new("-v chess");
    // Black is a rook down, and can repeat the position for the third time.
    let score = |engine: &mut Engine, moves: &str| {
        engine.tell(&format!("{start} {moves}"));
        let lines = infos(engine, "go depth 1 searchmoves g8h8");
        let score = word(lines.last().unwrap(), "cp").parse::<i32>().unwrap();
        engine.tell("setoption name Clear Hash");
        score
    };
    let round = "e1e2 h8g8 e2e1 g8h8";
    assert!(score(&mut engine, "e1e2 h8g8 e2e1") < -200);
    assert_eq!(score(&mut engine, &format!("{round} e1e2 h8g8 e2e1")), 0);
    // The draw is not claimed, so a best move is sent anyway.
    engine.tell(&format!("{start} {round} {round}"));
    engine.send("go depth 2");
    let lines = engine.until("bestmove ");
    assert_eq!(lines[0], "info string the game is over: draw: repetition");
    assert_ne!(lines.last().unwrap(), "bestmove (none)");
    for over in ["k7/8/8/8/8/8/8/KR6 w - - 100 90", "k7/8/8/8/8/8/8/KN6 w - - 0 1"] {
        engine.tell(&format!("position fen {over}"));
        assert_eq!(engine.best("go movetime 100").len(), 4, "{over}");
    }
    engine.quit();
}

#[test]
fn other_commands() {
    let mut engine = Engine::new("-v chess");
    engine.send("eval");
    let eval = engine.until("evaluation: ");
    assert!(eval.last().unwrap().contains(" for White"), "{eval:?}");
    let lines = engine.ask("d").join("\n");
    assert!(lines.contains("\nchess: White to move\n") && lines.contains("\nKey: "), "{lines}");
    engine.send("bench 1");
    let lines = engine.until("nodes: ");
    let known = campione("bench 1 --threads 1").out;
    let nodes = |line: &str| line.split_whitespace().nth(1).unwrap().to_owned();
    assert_eq!(nodes(lines.last().unwrap()), nodes(known.lines().last().unwrap()));
    assert_eq!(lines.len(), known.lines().count());
    engine.refuses("bench fast", "expected a depth");
    engine.send("bench 60\nstop");
    engine.until("info string bench stopped: ");
    engine.quit();
}

/// The nodes of the last line of a search.
fn nodes_of(engine: &mut Engine, go: &str) -> u64 {
    let lines = infos(engine, go);
    word(lines.last().unwrap(), "nodes").parse().unwrap()
}

#[test]
fn a_weak_level_is_for_games_alone() {
    let mut engine = Engine::new("");
    engine.tell("setoption name UCI_Variant value capablanca");
    for weak in [&["Skill Level value 3"] as &[&str], &["UCI_LimitStrength value true", "UCI_Elo value 1000"]] {
        for option in weak {
            engine.tell(&format!("setoption name {option}"));
        }
        // Without the level, a search of so many plies takes some ten thousand nodes.
        for go in ["go depth 9", "go wtime 3600000 btime 3600000", "go movetime 3600000"] {
            let nodes = nodes_of(&mut engine, go);
            assert!(nodes < 5_000, "{weak:?}, {go}: {nodes}");
        }
        engine.tell("setoption name UCI_AnalyseMode value true");
        assert!(nodes_of(&mut engine, "go nodes 20000") > 5_000);
        engine.tell("setoption name UCI_AnalyseMode value false");
        engine.tell("setoption name Skill Level value 20");
    }
    engine.tell("setoption name UCI_LimitStrength value false");
    assert!(nodes_of(&mut engine, "go nodes 20000") > 5_000);
    engine.quit();
}

#[test]
fn a_seed_gives_the_same_game() {
    let mut engine = Engine::new("");
    for option in ["UCI_Variant value capablanca", "Skill Level value 4", "Skill Seed value 9"] {
        engine.tell(&format!("setoption name {option}"));
    }
    let mut moves = || {
        engine.tell("ucinewgame");
        let mut moves = String::new();
        for _ in 0..12 {
            engine.tell(&format!("position startpos moves{moves}"));
            moves += " ";
            moves += engine.best("go").split_whitespace().next().unwrap();
        }
        moves
    };
    assert_eq!(moves(), moves());
    engine.quit();
}
