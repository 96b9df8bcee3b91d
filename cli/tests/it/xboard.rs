//! `campione xboard`, driven as by `XBoard`.

mod variants;

use std::time::{Duration, Instant};

use campione_core::Variant;
use campione_movegen::{Game, Position};
use campione_notation::xboard;

use crate::program::Engine;
use crate::{start, with_input};

impl Engine {
    fn xboard(arguments: &str) -> Engine {
        Engine::of(start(&format!("xboard {arguments}")))
    }

    /// The answers until this line and all lines before it are processed.
    #[track_caller]
    fn does(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("ping 77");
        let mut lines = self.until("pong 77");
        lines.pop();
        lines
    }

    /// Sends a line that must be accepted without an answer.
    #[track_caller]
    fn obeys(&mut self, line: &str) {
        assert_eq!(self.does(line), Vec::<String>::new(), "{line}");
    }

    /// Sends a line that must be refused with these words.
    #[track_caller]
    fn rejects(&mut self, line: &str, beginning: &str, words: &str) {
        let lines = self.does(line);
        let said = lines.iter().any(|said| said.starts_with(beginning) && said.contains(words));
        assert!(said, "{line}: {lines:?}");
    }

    /// The move that the engine makes.
    #[track_caller]
    fn moves(&mut self) -> String {
        let lines = self.until("move ");
        lines[lines.len() - 1]["move ".len()..].to_owned()
    }
}

#[test]
fn features() {
    let mut engine = Engine::xboard("");
    engine.send("xboard");
    engine.send("protover 2");
    let text = engine.until("feature done=1").join("\n");
    assert!(text.starts_with("feature done=0\n"), "{text}");
    for feature in [
        "setboard=1",
        "ping=1",
        "usermove=1",
        "analyze=1",
        "memory=1",
        "smp=1",
        "colors=0",
        "debug=1",
        "playother=1",
        "highlight=1",
        "sigint=0",
        "nps=0",
    ] {
        assert!(text.replace('\n', " ").contains(&format!(" {feature} ")), "{feature}: {text}");
    }
    let games = text.lines().find_map(|line| line.strip_prefix("feature variants=\"")).unwrap().trim_end_matches('"');
    let games: Vec<&str> = games.split(',').collect();
    // Two have two names.
    assert_eq!(games.len(), Variant::all_ids().count() + 2);
    for name in games {
        let said = engine.does(&format!("variant {name}"));
        assert!(said.iter().all(|line| line.starts_with("setup ") || line.starts_with("piece ")), "{name}: {said:?}");
        engine.obeys("force");
    }
    engine.rejects("variant atomic", "Error (", "atomic");
    engine.obeys("accepted setboard");
    engine.obeys("rejected highlight");
    engine.quit();
}

#[test]
fn a_game_of_both_sides() {
    let mut engine = Engine::xboard("");
    engine.obeys("new");
    engine.obeys("variant capablanca");
    engine.obeys("level 0 1 0.1");
    engine.obeys("post");
    engine.send("usermove f2f4");
    engine.send("ping 5");
    let lines = engine.until("pong 5");
    let place = lines.iter().position(|line| line.starts_with("move ")).unwrap();
    assert_eq!(place, lines.len() - 2, "the answer to ping comes after the move: {lines:?}");
    let thinking = &lines[..place];
    assert!(!thinking.is_empty());
    for line in thinking {
        let numbers = line.split_whitespace().take(4).all(|word| word.parse::<i64>().is_ok());
        assert!(numbers && line.split_whitespace().count() > 4, "{line}");
    }
    engine.rejects("usermove f1f9", "Illegal move (", "f1f9");
    engine.rejects("usermove e7e5", "Illegal move (", "e7e5");
    // The engine takes over the other side.
    engine.obeys("nopost");
    engine.send("go");
    let mv = engine.moves();
    engine.obeys("force");
    engine.obeys("undo");
    engine.obeys("undo");
    engine.obeys("undo");
    engine.rejects("undo", "Error (", "undo");
    let variant = Variant::named("capablanca").unwrap();
    let start = Position::start(variant);
    assert!(xboard::read(&mv, &start).is_err() || mv.len() >= 4);
    engine.obeys("usermove f2f4");
    engine.send("playother");
    engine.send("?");
    engine.obeys("sd 3");
    engine.send("usermove f7f5");
    engine.moves();
    engine.obeys("remove");
    engine.quit();
}

#[test]
fn positions_are_taken_or_refused() {
    let mut engine = Engine::xboard("-v archchess");
    engine.obeys("new");
    engine.obeys("force");
    engine.obeys("setboard r8r/4k5/10/10/10/10/10/10/4K5/R8R w - - 0 1");
    // Boards of ten ranks are counted from 0.
    engine.obeys("usermove a0a5");
    engine.rejects("usermove a1a2", "Illegal move (", "a1a2");
    engine.rejects("setboard 10/10 w", "tellusererror Illegal position", "");
    engine.rejects("usermove a9a8", "Illegal move (", "illegal");
    engine.rejects("go", "Error (", "illegal");
    engine.does("new");
    engine.obeys("force");
    engine.obeys("usermove e1e3");
    engine.obeys("sd 4");
    engine.rejects("go fast", "move ", "");
    engine.quit();
}

#[test]
fn castling_in_random_arrays() {
    let mut engine = Engine::xboard("");
    engine.obeys("new");
    engine.obeys("variant caparandom");
    engine.obeys("force");
    engine.obeys("setboard r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1");
    engine.obeys("usermove O-O");
    engine.obeys("usermove O-O-O");
    engine.rejects("usermove O-O", "Illegal move (", "O-O");
    engine.obeys("setboard r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1");
    // Source 003, rule f: no zeros.
    engine.rejects("usermove 0-0", "Illegal move (", "letter O");
    engine.rejects("0-0", "Error (unknown command", "");
    engine.quit();
}

/// `XBoard` itself reports only that a move was rejected.
#[test]
fn people_are_told_why_a_move_is_refused() {
    let mut engine = Engine::xboard("-v archchess");
    engine.does("new");
    engine.does("force");
    // With ranks as `XBoard` counts them.
    engine.rejects("usermove a1a5", "tellusererror a1a5: a pawn on a1 does not move to a5", "RULES.md");
    engine.rejects("usermove d0d1", "tellusererror d0d1: ", "the pawn on d1");
    engine.rejects("usermove e4e5", "tellusererror e4e5: e4 is empty", "");
    // Against another program there is no user to inform.
    engine.obeys("computer");
    let lines = engine.does("usermove a1a5");
    assert!(lines.len() == 1 && lines[0].starts_with("Illegal move (a pawn on a1"), "{lines:?}");
    engine.quit();
}

#[test]
fn analysis_goes_on_until_it_is_left() {
    let mut engine = Engine::xboard("");
    engine.obeys("new");
    engine.does("variant embassy");
    engine.obeys("force");
    engine.send("analyze");
    engine.until("1 ");
    engine.send(".");
    let status = engine.until("stat01: ");
    assert_eq!(status[status.len() - 1].split_whitespace().count(), 6, "{status:?}");
    engine.send("usermove f2f4");
    engine.until("1 ");
    engine.send("undo");
    engine.until("1 ");
    engine.send("ping 3");
    engine.until("pong 3");
    engine.send("exit");
    engine.does("easy");
    engine.obeys("post");
    engine.rejects("exit", "Error (", "exit");
    engine.send("hint");
    engine.until("Hint: ");
    engine.quit();
}

#[test]
fn it_thinks_in_the_others_time() {
    let mut engine = Engine::xboard("");
    for line in ["new", "variant gothic", "hard", "post", "level 0 0:10 0"] {
        engine.obeys(line);
    }
    engine.send("usermove e2e4");
    engine.moves();
    let hint = engine.until("Hint: ").pop().unwrap();
    engine.until("5 ");
    // The move that was expected, and then another.
    engine.send("time 900");
    engine.send(&format!("usermove {}", &hint["Hint: ".len()..]));
    engine.moves();
    engine.until("Hint: ");
    engine.send("force");
    engine.does("easy");
    engine.quit();
}

#[test]
fn the_end_of_a_game_is_told() {
    let mut engine = Engine::xboard("");
    engine.obeys("new");
    engine.obeys("variant capablanca");
    engine.obeys("force");
    engine.obeys("setboard 9k/R9/10/10/10/10/10/1R3K4 w - - 0 1");
    engine.obeys("sd 4");
    engine.send("go");
    assert_eq!(engine.moves(), "b1b8");
    let line = engine.until("1-0 ").pop().unwrap();
    assert_eq!(line, "1-0 {White mates}");
    engine.rejects("usermove j8j7", "Illegal move (", "over");
    engine.obeys("result 1-0 {White mates}");
    engine.obeys("draw");
    engine.quit();
}

#[test]
fn lost_games_are_given_up_if_that_is_wanted() {
    let mut engine = Engine::xboard("");
    engine.rejects("option Resign=2", "Error (", "Resign");
    engine.rejects("option Contempt=2", "Error (", "unknown option");
    engine.rejects("option Skill Level=21", "Error (", "a whole number from 0 to 20");
    engine.rejects("option Limit Strength=2", "Error (", "expected `1` or `0`");
    engine.rejects("option Elo=1", "Error (", "a whole number from");
    engine.rejects("option Skill Seed=-1", "Error (", "from 0 to");
    for line in [
        "option Resign=1",
        "option MultiPV=2",
        "option Move Overhead=5",
        "memory 40",
        "cores 2",
        "new",
        "variant capablanca",
        "force",
        "sd 2",
        "setboard 5k4/10/10/10/10/qqqq6/10/9K b - - 0 1",
    ] {
        engine.obeys(line);
    }
    engine.obeys("usermove f8f7");
    let mut said = vec![engine.does("go")];
    for step in ["f7f8", "f8f7"] {
        said.push(engine.does(&format!("usermove {step}")));
    }
    let words: Vec<&str> = said.iter().map(|lines| lines[0].split(' ').next().unwrap()).collect();
    assert_eq!(words, ["move", "move", "resign"], "{said:?}");
    engine.quit();
}

#[test]
fn lifted_pieces_are_marked() {
    let mut engine = Engine::xboard("");
    engine.obeys("new");
    engine.obeys("variant capablanca");
    assert_eq!(engine.does("lift e2"), ["highlight 10/10/10/10/4Y5/4Y5/10/10"]);
    engine.obeys("put e4");
    engine.obeys("force");
    engine.obeys("setboard 5k4/1P8/10/10/10/10/10/5K4 w - - 0 1");
    engine.does("lift b7");
    let said = engine.does("put b8");
    assert!(said.len() == 1 && said[0].starts_with("choice ") && said[0].contains('Q'), "{said:?}");
    engine.rejects("lift z9", "Error (", "square");
    engine.quit();
}

#[test]
fn it_ends_at_once() {
    for state in ["", "new\n", "new\ngo\n", "new\nforce\nanalyze\n", "new\nlevel 0 60 0\nhard\nusermove e2e4\n"] {
        for end in ["quit\n", ""] {
            let begin = Instant::now();
            let mut engine = Engine::xboard("");
            engine.send(state);
            if end.is_empty() {
                engine.hang_up();
            } else {
                engine.quit();
            }
            assert!(begin.elapsed() < Duration::from_secs(20), "{state:?}, {end:?}");
        }
    }
}

#[test]
fn without_arguments_the_first_line_decides() {
    let output = with_input("", "xboard\nprotover 2\nquit\n");
    assert!(output.out.contains("feature done=1"), "{}", output.err);
    let output = with_input("", "\nuci\nquit\n");
    assert!(output.out.contains("uciok"), "{}", output.err);
    // Some programs do not name the protocol, and some shells send a byte order mark.
    for first in ["isready", "setoption name Hash value 1", "position startpos", "\u{feff}uci", "ucinewgame"] {
        let output = with_input("", &format!("{first}\nisready\nquit\n"));
        assert!(output.out.ends_with("readyok\n"), "{first}: {}", output.err);
    }
    assert!(with_input("", "protover 2\nquit\n").out.contains("feature done=1"));
    let output = with_input("", "hello\n");
    assert_eq!(output.code, Some(2));
    assert!(output.err.contains("expected `uci` or `xboard`"), "{}", output.err);
    assert_eq!(with_input("", "").code, Some(2));
}

/// Plays whole games of the engine against itself, and checks each move.
#[test]
fn games_of_each_kind_are_played_to_their_end() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let mut engines = [Engine::xboard(&format!("-v {id}")), Engine::xboard(&format!("-v {id}"))];
        for engine in &mut engines {
            for line in ["new", "force", "sd 2"] {
                engine.does(line);
            }
        }
        let mut game = Game::new(Position::start(variant));
        for ply in 0..60 {
            if game.outcome().is_some() {
                break;
            }
            let [white, black] = &mut engines;
            let (mover, other) = if ply % 2 == 0 { (white, black) } else { (black, white) };
            mover.send("go");
            let text = mover.moves();
            mover.send("force");
            let mv = xboard::read(&text, game.position()).unwrap_or_else(|error| panic!("{id} {text}: {error}"));
            game.play(mv).unwrap();
            other
                .does(&format!("usermove {text}"))
                .iter()
                .for_each(|line| assert!(!line.starts_with("Illegal"), "{line}"));
        }
        engines.into_iter().for_each(Engine::quit);
    }
}

/// If a user lifts a king that cannot castle, its moves along the rank are leaps. If it can castle, those moves mean
/// castling.
#[test]
fn leaps_and_free_castlings_in_hand() {
    let mut engine = Engine::xboard("-v archchess");
    engine.does("new");
    engine.does("force");
    engine.does("setboard 4k5/10/10/10/10/10/10/10/10/RN2KN3R w KQ - 0 1");
    engine.rejects("usermove e0g0", "Illegal move", "");
    let lines = engine.does("lift e0");
    assert_eq!(lines[0], "piece K& KifmDismD");
    // Steps and leaps are yellow.
    assert_eq!(lines[1], "highlight 10/10/10/10/10/10/10/4Y5/3YYY4/2YY2Y3", "{lines:?}");
    let lines = engine.does("usermove e0g0");
    assert!(lines.iter().any(|line| line.starts_with("piece K KifmDiO1")), "{lines:?}");
    // Black's king is on its start square without a rook. The refused move is of White's king, which has leapt and
    // cannot castle.
    engine.obeys("usermove e9e8");
    engine.rejects("usermove g0j0", "Illegal move", "");
    engine.does("setboard 4k5/10/10/10/10/10/10/10/10/R3K4R w KQ - 0 1");
    let lines = engine.does("lift e0");
    assert_eq!(lines, ["highlight 10/10/10/10/10/10/10/4Y5/3YYY4/CYYY1YYYYC"]);
    engine.rejects("usermove e0j0", "Illegal move (XBoard cannot show", "the king moves to the partner's square");
    engine.obeys("usermove e0j0,j0f0");
    engine.quit();
}

/// The engine does not play moves that `XBoard` would show wrongly, unless they are not shown.
#[test]
fn moves_that_are_not_shown() {
    let mut engine = Engine::xboard("-v herb-garden");
    engine.does("new");
    engine.does("force");
    let fen = "setboard 5k6/12/12/6Pp4/12/12/6K5 b - g3 0 1";
    engine.does(fen);
    engine.rejects("usermove h4g3", "Illegal move (XBoard cannot show", "en passant");
    engine.obeys("option Shown Moves Only=0");
    engine.obeys("usermove h4g3");
    engine.does(fen);
    engine.obeys("option Shown Moves Only=1");
    engine.rejects("option Shown Moves Only=2", "Error", "expected `1` or `0`");
    engine.obeys("sd 1");
    let lines = engine.does("go");
    assert!(lines.iter().any(|line| line.starts_with("telluser Moves that XBoard cannot show")), "{lines:?}");
    engine.quit();
}

/// Between two programs `XBoard` is the judge, and a claim that it does not understand would lose the game.
#[test]
fn ends_under_a_judge() {
    for (computer, last) in [(false, "0-1 {black mates}"), (true, "resign")] {
        let mut engine = Engine::xboard("-v herb-garden");
        engine.does("new");
        if computer {
            engine.obeys("computer");
        }
        engine.does("force");
        // For XBoard, the king on its start square might still castle.
        engine.does("setboard 5k6/12/12/12/2r9/r11/6K5 b - - 0 1");
        engine.does("sd 2");
        engine.does("playother");
        let lines = engine.does("usermove c3c1");
        let said = lines.iter().any(|line| line.eq_ignore_ascii_case(last));
        assert!(said, "{lines:?}");
        engine.quit();
    }
}

/// If a move is requested after the end of the game, the answer is that it is over.
#[test]
fn going_on_after_the_end() {
    let mut engine = Engine::xboard("-v capablanca");
    engine.does("new");
    engine.does("force");
    engine.does("setboard 5k4/10/10/10/10/10/10/4NK4 w - - 0 1");
    let lines = engine.does("go");
    assert!(lines.iter().any(|line| line.starts_with("1/2-1/2 {")), "{lines:?}");
    // A judge that does not know the end continues the game.
    engine.obeys("computer");
    let lines = engine.does("go");
    assert_eq!(lines[0], "offer draw", "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
    let lines = engine.does("usermove f8f7");
    assert!(lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
    engine.quit();
}

#[test]
fn pawns_that_would_wait_do_not_arrive() {
    for shown_only in [0, 1] {
        let mut engine = Engine::xboard("-v courier-spiel");
        engine.does("new");
        engine.does("force");
        engine.obeys(&format!("option Shown Moves Only={shown_only}"));
        engine.does("setboard 12/6P5/12/2k9/12/12/12/R7K3 w - - 0 1");
        engine.rejects("usermove g7g8", "Illegal move (XBoard cannot show", "waits for its promotion");
        engine.obeys("usermove a1a2");
        engine.quit();
    }
}

/// The squares shown for a lifted king are forgotten when the position changes.
#[test]
fn a_lifted_king_is_put_down_by_everything() {
    for line in ["setboard 4k5/10/10/10/10/10/10/10/10/R3K4R w KQ - 0 1", "undo", "variant archchess", "go", "new"] {
        let mut engine = Engine::xboard("-v archchess");
        engine.does("new");
        engine.does("force");
        engine.obeys("sd 1");
        engine.does("setboard 4k5/10/10/10/10/10/10/10/P9/RN2KN3R w KQ - 0 1");
        engine.obeys("usermove a1a2");
        engine.obeys("usermove e9d9");
        engine.does("lift e0");
        let lines = engine.does(line);
        let forgotten = lines.iter().any(|line| line.starts_with("piece K KifmDiO1"));
        assert!(forgotten, "{line}: {lines:?}");
        engine.quit();
    }
}

/// `XBoard` names a variant only if it is not orthodox chess.
#[test]
fn new_is_chess_once_a_game_was_named() {
    let mut engine = Engine::xboard("-v carrera");
    engine.does("new");
    engine.does("force");
    engine.obeys("usermove j2j3");
    engine.does("variant archchess");
    engine.does("new");
    engine.does("force");
    engine.rejects("usermove j2j3", "Illegal move", "");
    engine.obeys("usermove g1f3");
    engine.quit();
}
