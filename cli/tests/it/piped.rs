//! Scripts: lines through a pipe, the last of them `quit`, or no `quit` at all. Everything that was asked before the end is
//! answered, however fast the end comes.

use campione_core::Variant;
use campione_movegen::Position;
use campione_notation::{uci, xboard};

use crate::{Run, campione, sample, with_input};

/// The two ends of a script.
const ENDS: [&str; 2] = ["quit\n", ""];

/// Runs a script that must succeed without a message.
#[track_caller]
fn run(protocol: &str, script: &str) -> String {
    let Run { out, err, code } = with_input(protocol, script);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{script}: {out}");
    out
}

/// The rest of all lines with this beginning.
fn after<'o>(out: &'o str, beginning: &'o str) -> Vec<&'o str> {
    out.lines().filter_map(|line| line.strip_prefix(beginning)).collect()
}

fn is_legal(text: &str) -> bool {
    let start = Position::start(Variant::named("chess").unwrap());
    uci::read(text.split(' ').next().unwrap_or_default(), &start).is_ok()
}

#[test]
fn uci_loses_no_answer() {
    let script = "go perft 2\nd\ngo infinite\ngo perft 1\neval\ngo ponder wtime 9 btime 9\ngo depth 5\nisready\nuci\n";
    for number in 0..sample(50, 300) {
        let out = run("uci", &format!("{script}{}", ENDS[number % 2]));
        assert_eq!(after(&out, "Nodes searched: "), ["400", "20"], "{number}: {out}");
        let best = after(&out, "bestmove ");
        assert!(best.len() == 3 && best.iter().all(|text| is_legal(text)), "{number}: {out}");
        for line in ["Fen: ", "evaluation: ", "readyok", "uciok"] {
            assert_eq!(after(&out, line).len(), 1, "{number}: {line}: {out}");
        }
    }
}

#[test]
fn xboard_loses_no_answer() {
    let script = "new\nsd 9\nusermove e2e4\nping 1\nusermove e4e5\n";
    let hint = "new\nforce\nusermove e2e5\nusermove e2e4\nping 1\nusermove e7e5\nundo\nhint\nping 2\n";
    let start = Position::start(Variant::named("chess").unwrap());
    let position = start.play(xboard::read("e2e4", &start).unwrap()).unwrap();
    let is_legal = |text: &&str| xboard::read(text, &position).is_ok();
    for number in 0..sample(50, 300) {
        let end = ENDS[number / 2 % 2];
        if number % 2 == 0 {
            let out = run("xboard", &format!("{script}{end}"));
            let moves = after(&out, "move ");
            assert!(moves.len() == 1 && moves.iter().all(is_legal), "{number}: {out}");
            assert_eq!((after(&out, "pong "), after(&out, "Error (").len()), (vec!["1"], 1), "{number}: {out}");
            continue;
        }
        let out = run("xboard", &format!("{hint}{end}"));
        let hints = after(&out, "Hint: ");
        assert!(hints.len() == 1 && hints.iter().all(is_legal), "{number}: {out}");
        assert_eq!(after(&out, "pong "), ["1", "2"], "{number}: {out}");
        assert_eq!(after(&out, "Illegal move (").len(), 1, "{number}: {out}");
        // The answer to a ping says that everything before it is done.
        assert!(out.ends_with("pong 2\n"), "{number}: {out}");
    }
}

#[test]
fn counts_are_finished_before_the_end() {
    let script = include_str!("../data/uci-piped-perft.txt");
    let out = run("uci", script);
    // The first is in docs/reference/perft.md. The second is the share of its move in a count that is one ply deeper.
    let deeper = campione("perft 4 -v gothic --divide").out;
    let share = after(&deeper, "e2e4: ")[0].replace(',', "");
    assert_eq!(after(&out, "Nodes searched: "), ["25283", share.as_str()], "{out}");
    for end in ENDS {
        let out = run("uci", &format!("bench 1\nbench 2\n{end}"));
        let nodes = after(&out, "nodes: ");
        assert!(nodes.len() == 2 && nodes[0] != nodes[1] && !out.contains("stopped"), "{out}");
        // The search waits for the count before it, and is stopped before it begins.
        let out = run("uci", &format!("go perft 3\ngo\n{end}"));
        let (count, best) = out.split_once("Nodes searched: 8902\n").unwrap_or_else(|| panic!("{out}"));
        assert!(!count.contains("bestmove") && is_legal(after(best, "bestmove ")[0]), "{out}");
    }
    // Who does not want to wait says so.
    let out = run("uci", "go perft 30\nbench 90\nstop\nquit\n");
    assert_eq!(
        after(&out, "info string stopped: ").len() + after(&out, "info string bench stopped: ").len(),
        2,
        "{out}"
    );
}

#[test]
fn after_a_refused_position_there_is_no_move() {
    let out = run("uci", include_str!("../data/uci-refused-position.txt"));
    let lines: Vec<&str> = out.lines().collect();
    let [told, again, "bestmove 0000"] = lines[..] else { panic!("{out}") };
    assert!(told.starts_with("info string illegal position; the variant is capablanca"), "{told}");
    assert!(again.starts_with("info string the last position was refused: illegal position; "), "{again}");

    let refused = "position startpos moves e2e4\nposition startpos moves e2e5\n";
    for go in ["go depth 1", "go perft 1", "go searchmoves e2e4 depth 1", "go infinite", "go ponder movetime 1"] {
        for end in ["quit\n", "", "stop\n", "setoption name MultiPV value 2\nucinewgame\ngo depth 1\n"] {
            let out = run("uci", &format!("{refused}{go}\n{end}"));
            let moves = 1 + usize::from(end.contains("go"));
            assert_eq!(after(&out, "bestmove "), vec!["0000"; moves], "{go}, {end}: {out}");
            let why = "info string the last position was refused: illegal move 1 (`e2e5`): ";
            assert_eq!(after(&out, why).len(), moves, "{go}, {end}: {out}");
            assert!(!out.contains("Nodes") && !out.contains("info depth"), "{go}, {end}: {out}");
        }
    }
    // A position that is accepted is searched, also the one before.
    let out = run("uci", &format!("{refused}go depth 1\nposition startpos moves e2e4\ngo depth 1\n"));
    let best = after(&out, "bestmove ");
    assert!(best.len() == 2 && best[0] == "0000" && best[1].len() >= 4, "{out}");
    // The other questions about the position are not answered as if nothing had happened either.
    let out = run("uci", &format!("{refused}d\neval\n"));
    assert_eq!(after(&out, "info string this is the position before:").len(), 1, "{out}");
    assert_eq!(after(&out, "evaluation: none, the last position was refused: ").len(), 1, "{out}");
    // A line that cannot be read may have been a position.
    let long = format!("position startpos moves{}\ngo depth 1\n", " g1f3 g8f6 f3g1 f6g8".repeat(60_000));
    let out = run("uci", &long);
    assert_eq!(after(&out, "bestmove "), ["0000"], "{out}");
}
