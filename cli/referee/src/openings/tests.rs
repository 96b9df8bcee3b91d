use campione_core::Variant;
use campione_movegen::Move;
use campione_notation::uci;

use super::*;

fn drawn(id: &str, plies: u32, seed: u64, balance: i32, count: usize) -> anyhow::Result<Vec<(String, String)>> {
    let source = VariantSource::built_in(Variant::named(id)?);
    let mut openings = Openings::Drawn(Box::new(Draw::new(source.variant, plies, seed, balance)?));
    let text = |opening: Game| (fen::write(opening.start()), fen::write(opening.position()));
    (0..count).map(|_| openings.next().map(text)).collect()
}

#[test]
fn drawn_openings_are_new_and_the_same_for_a_seed() {
    let first = drawn("capablanca", 4, 7, 0, 20).unwrap();
    assert_eq!(first, drawn("capablanca", 4, 7, 0, 20).unwrap());
    assert_ne!(first, drawn("capablanca", 4, 8, 0, 20).unwrap());
    let ends: HashSet<&str> = first.iter().map(|(_, end)| end.as_str()).collect();
    assert_eq!(ends.len(), 20);
    // Where there is one opening alone, it comes again.
    assert_eq!(drawn("carrera", 0, 1, 0, 3).unwrap().len(), 3);
    let arrays: HashSet<String> = drawn("crc", 2, 1, 0, 20).unwrap().into_iter().map(|(start, _)| start).collect();
    assert!(arrays.len() > 18);
}

#[test]
fn openings_that_are_decided_are_drawn_anew() {
    let source = VariantSource::built_in(Variant::named("capablanca").unwrap());
    let mut draw = Draw::new(source.variant, 8, 3, 60).unwrap();
    let mut engine = Engine::new(&EngineConfig::default().with_hash(1)).unwrap();
    for _ in 0..10 {
        let opening = draw.next().unwrap();
        engine.clear();
        let limits = Limits { nodes: Some(GLANCE), ..Limits::default() };
        let result = engine.search(&opening, &limits, &Control::new(), &mut |_| {});
        assert!(score(result.lines[0].score).abs() <= 60);
    }
    let lost = fen::read("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/5K4 w kq - 0 1", source.variant).unwrap();
    let error = Draw::new(source.variant, 1, 3, 300).unwrap().from(&lost).next().unwrap_err().to_string();
    assert!(error.starts_with("--balance 300: none of 300 random openings is that level;"), "{error}");
    let bare = fen::read("9k/10/10/10/10/10/10/K9 w - - 0 1", source.variant).unwrap();
    let error = Draw::new(source.variant, 1, 3, 0).unwrap().from(&bare).next().unwrap_err().to_string();
    assert_eq!(error, "every opening ends the game");
}

/// What a file holds: where each opening starts, and its moves.
fn listed(name: &str, text: &str, id: &str, plies: Option<u32>) -> Result<Vec<(String, String)>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let source = VariantSource::built_in(Variant::named(id).unwrap());
    let describe = |opening: &Game| {
        let mut position = *opening.start();
        let mut moves = Vec::new();
        for &mv in opening.moves() {
            moves.push(uci::write(mv, &position));
            position = position.play_unchecked(mv);
        }
        (fen::write(opening.start()), moves.join(" "))
    };
    match read(&path, &source, plies) {
        Ok(list) => Ok(list.iter().map(describe).collect()),
        Err(error) => Err(format!("{error:#}").replace(&path.display().to_string(), "FILE")),
    }
}

const START: &str = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1";
const LATER: &str = "rnabqkbcnr/pppp1ppppp/10/4p5/4P5/10/PPPP1PPPPP/RNABQKBCNR w KQkq - 0 2";

#[test]
fn positions_of_a_file() {
    let text = format!(
        "\u{feff}# openings\n\n{LATER}\nstartpos\n{} id \"x\"; variant \"capablanca\";\n",
        &START[..START.len() - 4]
    );
    let found = listed("book.txt", &text, "capablanca", Some(1)).unwrap();
    assert_eq!(found, [LATER, START, START].map(|fen| (fen.to_owned(), String::new())));
    let found = listed("book.epd", "crc:27621\ncrc:1\n", "crc", None).unwrap();
    assert_eq!(found.len(), 2);
    let mated = "R8k/R9/10/10/10/10/10/5K4 b - - 0 1";
    let text = format!("{LATER}\n{mated}\n{START} variant \"gothic\";\nnonsense\ncrc:1\n");
    let error = listed("book.fen", &text, "capablanca", None).unwrap_err();
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines[0], "FILE: some entries are not openings of capablanca:");
    assert_eq!(lines[1], "line 2: the game is over there: checkmate");
    for (line, start) in lines[2..].iter().zip(["line 3: variant: ", "line 4: ", "line 5: "]) {
        assert!(line.starts_with(start), "{line}");
    }
    assert_eq!(lines.len(), 5);
    assert_eq!(listed("book.epd", "# nothing\n", "capablanca", None).unwrap_err(), "FILE: there is no opening in it");
}

#[test]
fn games_of_a_file() {
    let text = format!(
        "[Event \"a\"]\n[Variant \"Capablanca\"]\n\n1. e4 e5 2. Nc3 *\n\n[Event \"b\"]\n[Variant \"capablanca\"]\n[FEN \
         \"{LATER}\"]\n\n1. Nc3 {{best}} (1. f4) Nc6 *\n"
    );
    let openings = |plies| listed("book", &text, "capablanca", plies).unwrap();
    let expected = |a: &str, b: &str| [(START.to_owned(), a.to_owned()), (LATER.to_owned(), b.to_owned())];
    assert_eq!(openings(None), expected("e2e4 e7e5 b1c3", "b1c3 b8c6"));
    assert_eq!(openings(Some(1)), expected("e2e4", "b1c3"));
    // Without a tag it is a game of whatever is played.
    assert_eq!(listed("book", "1. e4 e5 *\n", "chess", None).unwrap().len(), 1);
    let text = "[Event \"a\"]\n[Variant \"gothic\"]\n\n1. e4 *\n\n[Event \"b\"]\n[Variant \"chess\"]\n\n1. e5 *\n\n[Event \
                \"c\"]\n[Variant \"chess\"]\n\n1. f3 e5 2. g4 Qh4# *\n";
    let error = listed("book.pgn", text, "chess", None).unwrap_err();
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines[1], "line 1: it is a game of gothic");
    assert!(lines[2].starts_with("line 9: game 2, line 9, ply 1: `e5` is not a legal move here"), "{}", lines[2]);
    assert_eq!(lines[3], "line 11: the game is over there: checkmate");
    assert_eq!(lines.len(), 4);
}

#[test]
fn lists_are_used_again_in_their_order() {
    let variant = Variant::named("chess").unwrap();
    let start = Position::start(variant);
    let moves = start.legal_moves();
    let opening = |&mv: &Move| {
        let mut opening = Game::new(start);
        opening.play_unchecked(mv);
        opening
    };
    let mut list: Vec<Game> = moves.iter().map(opening).collect();
    let plain = list.clone();
    SplitMix64::new(5).shuffle(&mut list);
    assert_ne!(list, plain);
    let once = list.clone();
    list.clone_from(&plain);
    SplitMix64::new(5).shuffle(&mut list);
    assert_eq!(list, once);
    let mut openings = Openings::Listed { list: list.clone(), next: 0 };
    for opening in list.iter().chain(&list) {
        assert_eq!(&openings.next().unwrap(), opening);
    }
    assert!(Openings::Listed { list: Vec::new(), next: 0 }.next().is_err());
}
