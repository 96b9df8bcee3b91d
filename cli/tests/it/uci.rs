//! `campione uci`, driven as by a graphical interface: lines are sent, and answers awaited.

mod manners;
mod searches;

use std::path::Path;

use campione_core::Variant;
use campione_movegen::Position;
use campione_notation::{fen, uci};

use crate::program::Engine;
use crate::{campione, start, with_input};

impl Engine {
    fn new(arguments: &str) -> Engine {
        Engine::of(start(&format!("uci {arguments}")))
    }

    /// The answers to a line: all lines before the answer to `isready`.
    #[track_caller]
    fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a line to which there must be no answer.
    #[track_caller]
    fn tell(&mut self, line: &str) {
        assert_eq!(self.ask(line), Vec::<String>::new(), "{line}");
    }

    /// Sends a line that must be refused with a reason.
    #[track_caller]
    fn refuses(&mut self, line: &str, words: &str) {
        let lines = self.ask(line);
        assert!(!lines.is_empty() && lines.iter().all(|line| line.starts_with("info string ")), "{line}: {lines:?}");
        assert!(lines.join("\n").contains(words), "{line}: {lines:?}");
    }

    /// The best move of a `go`.
    #[track_caller]
    fn best(&mut self, go: &str) -> String {
        self.send(go);
        let lines = self.until("bestmove ");
        lines[lines.len() - 1].split_whitespace().nth(1).unwrap().to_owned()
    }

    #[track_caller]
    fn fen(&mut self) -> String {
        let lines = self.ask("d");
        lines.iter().find_map(|line| line.strip_prefix("Fen: ")).unwrap_or_else(|| panic!("{lines:?}")).to_owned()
    }

    /// The total of `go perft`, which is the sum of its parts.
    #[track_caller]
    fn perft(&mut self, depth: u32) -> u128 {
        self.send(&format!("go perft {depth}"));
        let lines = self.until("Nodes searched: ");
        let count = |line: &str| line.split_once(": ").and_then(|(_, count)| count.parse::<u128>().ok());
        let (last, parts) = lines.split_last().unwrap();
        let total = count(last).unwrap();
        assert!(depth == 0 || parts.iter().filter_map(|line| count(line)).sum::<u128>() == total, "{lines:?}");
        total
    }
}

fn named(id: &str) -> Variant {
    Variant::named(id).unwrap()
}

#[test]
fn it_introduces_itself() {
    let mut engine = Engine::new("");
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Campione ") && lines[1].starts_with("id author "), "{lines:?}");
    let options = &lines[2..lines.len() - 1];
    assert!(options.iter().all(|line| line.starts_with("option name ") && line.contains(" type ")), "{options:?}");
    let names = [
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "UCI_Variant",
        "UCI_Chess960",
        "UCI_AnalyseMode",
        "Move Overhead",
        "Clear Hash",
        "VariantPath",
    ];
    for name in names {
        assert!(options.iter().any(|line| line.starts_with(&format!("option name {name} type "))), "{name}");
    }
    let games = options.iter().find(|line| line.contains(" UCI_Variant ")).unwrap();
    assert!(games.starts_with("option name UCI_Variant type combo default chess var "), "{games}");
    for id in Variant::all_ids().chain(["caparandom", "standard", "fischerandom"]) {
        assert!(format!("{games} ").contains(&format!(" var {id} ")), "{id}");
    }
    assert!(options.iter().any(|line| line.starts_with("option name Hash type spin default 64 ")), "{options:?}");
    // Without UCI_Variant the variant is orthodox chess.
    assert_eq!(engine.fen(), fen::write(&Position::start(named("chess"))));
    engine.tell("isready");
    engine.quit();

    let mut engine = Engine::new("-v gothic --threads 2");
    engine.send("uci");
    let lines = engine.until("uciok").join("\n");
    assert!(lines.contains("combo default gothic ") && lines.contains("Threads type spin default 2 "), "{lines}");
    assert_eq!(engine.fen(), fen::write(&Position::start(named("gothic"))));
    engine.hang_up();
}

#[test]
fn options_are_set_or_refused() {
    let mut engine = Engine::new("");
    for line in [
        "name Hash value 1",
        "name hash value 8",
        "name Threads value 2",
        "name MultiPV value 3",
        "name Ponder value true",
        "name UCI_AnalyseMode value false",
        "name UCI_Chess960 value TRUE",
        "name Move Overhead value 0",
        "name Skill Level value 0",
        "name UCI_LimitStrength value true",
        "name UCI_Elo value 1000",
        "name Skill Seed value 7",
        "name UCI_LimitStrength value false",
        "name Skill Level value 20",
        "name Clear Hash",
        "name VariantPath value <empty>",
        "name VariantPath value",
        "name UCI_Variant value carrera",
    ] {
        engine.tell(&format!("setoption {line}"));
    }
    let before = engine.fen();
    for (line, words) in [
        ("", "expected `name"),
        ("Hash 5", "expected `name"),
        ("name Hash value 0", "a whole number from 1 to"),
        ("name Hash value many", "not `many`"),
        ("name Hash", "a whole number"),
        ("name Threads value -1", "from 1 to"),
        ("name MultiPV value 99999999999999999999", "from 1 to"),
        ("name Ponder value maybe", "`true` or `false`"),
        ("name Move Overhead value 1.5", "from 0 to"),
        ("name Skill Level value 21", "setoption Skill Level: expected a whole number from 0 to 20, not `21`"),
        ("name Skill Seed value -1", "from 0 to 2147483647"),
        ("name UCI_LimitStrength value 1", "`true` or `false`"),
        ("name UCI_Elo value 99", "expected a whole number from"),
        ("name UCI_Elo value 9999", "not `9999`"),
        ("name UCI_Variant value carera", "did you mean carrera"),
        ("name UCI_Variant value ../../x.toml", "there is no variant"),
        ("name VariantPath value no/such/file.ini", "no/such/file.ini"),
        ("name Contempt value 5", "unknown option `Contempt`"),
    ] {
        engine.refuses(&format!("setoption {line}"), words);
    }
    assert_eq!(engine.fen(), before);
    engine.quit();
}

#[test]
fn games_by_all_their_names() {
    let mut engine = Engine::new("");
    for (name, id) in [
        ("caparandom", "crc"),
        ("crc", "crc"),
        ("Capablanca", "capablanca"),
        ("gothic", "gothic"),
        ("embassy", "embassy"),
        ("janus", "janus"),
        ("standard", "chess"),
        ("fischerandom", "chess960"),
        ("courier-spiel", "courier-spiel"),
        // One program sends an empty name for orthodox chess.
        ("", "chess"),
    ] {
        engine.tell(&format!("setoption name UCI_Variant value {name}"));
        assert_eq!(engine.fen(), fen::write(&Position::start(named(id))), "{name}");
    }
    // Programs that know only chess send only this option.
    engine.tell("setoption name UCI_Chess960 value true");
    engine.tell("position fen 4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1 moves e1g1");
    assert_eq!(engine.fen(), "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
    // Others call crc so. The array of the variant stays, and another that no castling of it fits is read.
    engine.tell("setoption name UCI_Variant value capablanca");
    engine.tell("position startpos");
    assert_eq!(engine.fen(), fen::write(&Position::start(named("capablanca"))));
    for rights in ["KQkq", "IBib"] {
        let place = "arnbqkbnrc/pppppppppp/10/10/10/10/PPPPPPPPPP/ARNBQK2RC";
        engine.tell(&format!("position fen {place} w {rights} - 0 1"));
        assert_eq!(engine.best("go depth 1 searchmoves f1i1"), "f1i1", "{rights}");
    }
    // The king goes to other squares in Embassy.
    engine.tell("setoption name UCI_Variant value embassy");
    engine.refuses("position fen arnbqkbnrc/pppppppppp/10/10/10/10/PPPPPPPPPP/ARNBQKBNRC w KQkq - 0 1", "castling: ");
    engine.tell("setoption name UCI_Chess960 value false");
    engine.tell("setoption name UCI_Variant value capablanca");
    engine.refuses("position fen arnbqkbnrc/pppppppppp/10/10/10/10/PPPPPPPPPP/ARNBQKBNRC w KQkq - 0 1", "castling: ");
    engine.quit();
}

#[test]
fn games_of_a_file() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples/large-boards.ini");
    let file = file.display();
    let mut engine = Engine::new("");
    engine.tell(&format!("setoption name VariantPath value {file}"));
    engine.send("uci");
    assert!(engine.until("uciok").join("\n").contains(" var gothic-like var "));
    engine.tell("setoption name UCI_Variant value gothic-like");
    let known = campione("perft 3 -v gothic").out;
    assert_eq!(known, format!("nodes: {}\n", engine.perft(3)));
    // A file that is not a variant file changes nothing.
    engine.refuses("setoption name VariantPath value Cargo.toml", "not a valid variant: line 1: ");
    engine.tell("setoption name UCI_Variant value embassy-like");
    engine.tell("setoption name VariantPath value <empty>");
    engine.refuses("setoption name UCI_Variant value embassy-like", "there is no variant `embassy-like`");
    // Programs send options in any order.
    engine.refuses("position startpos", "there is no variant `embassy-like`");
    engine.tell(&format!("setoption name VariantPath value {file}"));
    engine.tell("position startpos");
    assert_eq!(known_start(&mut engine), "embassy-like: White to move");
    engine.quit();

    let mut engine = Engine::new(&format!("-v '{file}:janus-like'"));
    engine.send("uci");
    assert!(engine.until("uciok").join("\n").contains("combo default janus-like var "));
    assert!(!engine.best("go depth 2").is_empty());
    engine.quit();
}

#[test]
fn options_have_any_spaces_and_the_diagram_ends_with_the_checkers() {
    let mut engine = Engine::new("");
    engine.tell("setoption   name  Move \t  Overhead   value   30");
    engine.tell("setoption name UCI_Variant value  capablanca");
    engine.tell("position fen 5k4/10/10/10/10/4c5/10/5K3r w - - 0 1");
    assert_eq!(engine.ask("d").pop().unwrap(), "Checkers: j1 e3");
    engine.quit();
}

/// The line of the diagram that names the variant.
fn known_start(engine: &mut Engine) -> String {
    engine.ask("d").into_iter().find(|line| line.ends_with("to move")).unwrap()
}

/// The other side means a variant that is not here. Nothing is played, until it names one that is.
#[test]
fn after_an_unknown_variant_nothing_is_played() {
    for before in ["", "setoption name UCI_Variant value gothic", "position startpos moves e2e4"] {
        let mut engine = Engine::new("");
        engine.send(before);
        engine.refuses("setoption name UCI_Variant value nonsense", "there is no variant `nonsense`");
        let why = "the last UCI_Variant was refused: setoption UCI_Variant: there is no variant `nonsense`; nothing is \
                   played until it is set to a variant of the list";
        for line in [
            "position startpos",
            "position startpos moves e2e4",
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "position crc:5",
        ] {
            engine.refuses(line, why);
        }
        for line in ["ucinewgame", "setoption name UCI_Chess960 value true", "setoption name Hash value 1"] {
            engine.tell(line);
        }
        for go in ["go depth 1", "go perft 1", "go movetime 1"] {
            engine.send(go);
            let lines = engine.until("bestmove ");
            assert!(lines.len() == 2 && lines[0].contains(why) && lines[1] == "bestmove 0000", "{go}: {lines:?}");
        }
        let lines = engine.ask("eval");
        assert!(lines.len() == 1 && lines[0].starts_with("evaluation: none, the last UCI_Variant"), "{lines:?}");
        // Another faulty option does not make it forgotten.
        engine.refuses("setoption name Hash value 0", "a whole number");
        engine.refuses("position startpos", why);
        engine.tell("setoption name UCI_Variant value capablanca");
        assert_eq!(known_start(&mut engine), "capablanca: White to move");
        engine.tell("position startpos moves e2e4");
        assert_ne!(engine.best("go depth 1"), "0000", "{before}");
        engine.quit();
    }
    // The variant that was played is named again: the position that was refused in between is not known.
    let mut engine = Engine::new("");
    engine.refuses("setoption name UCI_Variant value nonsense", "there is no variant `nonsense`");
    engine.tell("setoption name UCI_Variant value chess");
    assert_ne!(engine.best("go depth 1"), "0000");
    engine.refuses("setoption name UCI_Variant value nonsense", "there is no variant `nonsense`");
    engine.refuses("position startpos moves e2e4", "nonsense");
    engine.tell("setoption name UCI_Variant value chess");
    assert_eq!(engine.best("go depth 1"), "0000");
    engine.tell("position startpos moves e2e4");
    assert_ne!(engine.best("go depth 1"), "0000");
    engine.quit();
}

#[test]
fn a_bad_position_or_move_is_refused() {
    let mut engine = Engine::new("-v capablanca");
    engine.tell("position startpos moves e2e4 e7e5 i1h3");
    let before = engine.fen();
    for (line, words) in [
        ("", "expected `startpos` or `fen`"),
        ("moves e2e4", "expected `startpos` or `fen`"),
        ("startpos e2e4", "expected `startpos` or `fen`"),
        ("fen", "expected `startpos` or `fen`"),
        ("fen moves e2e4", "expected `startpos` or `fen`"),
        ("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "variant is capablanca (option UCI_Variant)"),
        ("fen 4k5/10/10/10/10/10/10/10 w - - 0 1", "illegal position"),
        ("fen 4k5/10/10/4R5/10/10/10/4K5 w - - 0 1", "illegal position"),
        ("fen 4k5/10/10/4R5/10/10/10/4K5 b - - 0 x", "illegal position"),
        ("crc:5", "illegal position"),
        ("startpos moves e2e5", "illegal move 1 (`e2e5`)"),
        ("startpos moves e2e4 e7e5 e4e5", "illegal move 3 (`e4e5`)"),
        ("startpos moves e2e4 Nf6", "illegal move 2 (`Nf6`)"),
        ("startpos moves 0000 e2e4", "illegal move 2 (`e2e4`)"),
    ] {
        engine.refuses(&format!("position {line}"), words);
        assert_eq!(engine.fen(), before, "{line}");
        assert_eq!(engine.best("go depth 1"), "0000", "{line}");
    }
    // The answer names the rule that forbids the move.
    engine.tell("setoption name UCI_Variant value carrera");
    engine.refuses("position fen 4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1 moves b2b4", "RULES.md §1");
    engine.quit();
}

#[test]
fn castlings_by_name() {
    let mut engine = Engine::new("");
    // Those of the other variants are in the tests of `campione-notation`.
    engine.tell("setoption name UCI_Variant value crc");
    engine.tell("position fen 4k5/10/10/10/10/10/10/R4K3R w KQ - 0 1 moves f1h1");
    assert_eq!(engine.fen(), "4k5/10/10/10/10/10/10/R6RK1 b - - 1 1");
    engine.tell("setoption name UCI_Variant value chess");
    engine.tell("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves O-O O-O-O");
    assert_eq!(engine.fen(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
    let open = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    engine.refuses(&format!("{open} moves 0-0"), "letter O");
    engine.refuses(&format!("{open} moves Kd2"), "cannot be read as a move");
    engine.refuses("position fen 4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1 moves O-O", "these squares are not empty: g1");
    engine.tell(open);
    assert_eq!(engine.best("go depth 1 searchmoves O-O-O"), "e1c1");
    engine.quit();
}

#[test]
fn counts_are_the_known_ones() {
    let mut engine = Engine::new("");
    // From docs/reference/perft.md, which other programs confirm.
    for (game, depth, nodes) in [("archchess", 3, 29_186), ("courier-spiel", 3, 42_054), ("chess", 4, 197_281)] {
        engine.tell(&format!("setoption name UCI_Variant value {game}"));
        assert_eq!(engine.perft(depth), nodes, "{game}");
    }
    assert_eq!((engine.perft(0), engine.perft(1)), (1, 20));
    engine.tell("setoption name UCI_Variant value crc");
    engine.tell("position crc:1");
    assert_eq!(engine.perft(3), 22_182);
    engine.tell("setoption name Threads value 2");
    assert_eq!(engine.perft(3), 22_182);
    // Each count is complete before the next one begins.
    engine.tell("setoption name UCI_Variant value chess");
    for depth in 1..=3 {
        engine.send(&format!("go perft {depth}"));
    }
    for total in [20, 400, 8_902] {
        assert_eq!(engine.until("Nodes searched: ").last().unwrap(), &format!("Nodes searched: {total}"));
    }
    engine.quit();
    // Commands from a file.
    let run = with_input("uci -v chess", "isready\ngo perft 1\nisready\n");
    let done = run.out.contains("Nodes searched: 20\n") && run.out.matches("readyok\n").count() == 2;
    assert!(done && run.code == Some(0), "{}", run.out);
}

#[test]
fn our_own_bisect_finds_no_difference() {
    let engine = assert_cmd::cargo::cargo_bin!("campione").display().to_string();
    for (arguments, nodes) in [
        ("3 -v archchess", "29186"),
        ("2 -v courier-spiel", "1156"),
        ("2 -v courier-spiel 'P2k8/12/12/12/12/12/12/3K8 w - - 0 1 a8:0'", ""),
        ("3 crc:27621", "25366"),
        ("2 -v chess960 chess960:1", "400"),
        ("2 -v herb-garden 'r4k5r/12/12/12/12/12/R5K4R w ALal - 0 1'", ""),
    ] {
        let run = campione(&format!("bisect {arguments} --engine '\"{engine}\" uci'"));
        let said = format!("no difference to depth {}: {nodes}", arguments.split(' ').next().unwrap());
        assert!(run.out.contains(&said) && run.code == Some(0), "{arguments}: {}{}", run.out, run.err);
    }
}

/// Plays the engine against itself, and checks each move with a position of our own.
fn plays(id: &str, go: &str, plies: usize) {
    let variant = named(id);
    let mut engine = Engine::new("");
    engine.tell(&format!("setoption name UCI_Variant value {id}"));
    engine.tell("ucinewgame");
    let mut position = Position::start(variant);
    let mut line = "position startpos moves".to_owned();
    for _ in 0..plies {
        if position.outcome().is_some() {
            break;
        }
        engine.tell(line.strip_suffix(" moves").unwrap_or(&line));
        assert_eq!(engine.fen(), fen::write(&position), "{id}: {line}");
        let best = engine.best(go);
        let mv = uci::read(&best, &position).unwrap_or_else(|error| panic!("{id}: {line}: {error}"));
        // The engine writes moves as all commands do.
        assert_eq!(uci::write(mv, &position), best, "{id}");
        position = position.play_unchecked(mv);
        line += &format!(" {best}");
    }
    engine.quit();
}

#[test]
fn it_plays_every_game() {
    for id in Variant::ids() {
        plays(id, "go nodes 500", 40);
    }
}

#[test]
fn it_plays_on_a_clock() {
    for go in ["go wtime 200 btime 100 winc 1 binc 1", "go wtime 1 btime -20", "go wtime 300 btime 300 movestogo 1"] {
        plays("crc", go, 6);
    }
}
