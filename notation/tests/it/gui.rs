//! Games saved by other programs, in `tests/gui`. The README there says where each file comes from.

use std::path::PathBuf;

use campione_core::Variant;
use campione_movegen::Position;
use campione_notation::pgn::{self, PgnError, PgnGame, PgnNote, PgnOptions, PgnReader, Reading};
use campione_notation::{fen, uci};
use campione_variants::FromToml as _;

fn file(name: &str) -> Vec<u8> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gui")).join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

type Read = Result<PgnGame, Box<PgnError>>;

/// Reads all games of a text. `check` must accept and reject the same games.
fn games(text: &[u8], options: PgnOptions) -> Vec<Read> {
    let mut reader = PgnReader::new(text, options);
    let games: Vec<Read> = reader.by_ref().collect();
    let mut checker = PgnReader::new(text, options);
    for game in &games {
        match (game, checker.check().unwrap()) {
            (Ok(game), Ok(same)) => {
                assert_eq!((game.line, game.reading, &game.notes), (same.line, same.reading, &same.notes));
            }
            (Err(error), Err(same)) => assert_eq!(error, &same),
            (game, other) => panic!("{game:?} and {other:?}"),
        }
    }
    assert_eq!((reader.plies(), reader.variation_plies()), (checker.plies(), checker.variation_plies()));
    games
}

/// The first game of a text, read as `variant` if no tag names one.
fn first(text: &str, variant: Variant, reading: Option<Reading>) -> Read {
    games(text.as_bytes(), PgnOptions { reading, ..PgnOptions::new(variant) }).remove(0)
}

fn end(game: &PgnGame) -> Position {
    game.moves.plies.iter().fold(game.start, |position, ply| position.play_unchecked(ply.mv))
}

fn in_coordinates(game: &PgnGame) -> String {
    let mut position = game.start;
    let moves = game.moves.plies.iter().map(|ply| {
        let text = uci::write(ply.mv, &position);
        position = position.play_unchecked(ply.mv);
        text
    });
    moves.collect::<Vec<_>>().join(" ")
}

/// The expected reading of each game, and its last placement and side to move, which `XBoard` saved in a separate file;
/// or its moves.
type Expected<'e> = (Reading, &'e str);

use Reading::{Brainking, CastlingSwapped, Native, Xboard};

const XBOARD: [(&str, &[Expected<'_>]); 4] = [
    (
        "xboard-archchess.pgn",
        &[
            (Xboard, "3krqdbnr/ppp1pppppp/2n1bc4/3p6/10/10/3P6/2N1BC4/PPP1PPPPPP/1K1R1QDBNR b"),
            (Xboard, "rnbc1qdbnr/pppppp1ppp/4k5/6p3/10/10/6P3/4K5/PPPPPP1PPP/RNBC1QDBNR w"),
            (Xboard, "rnbcrk4/ppppqpbdpp/4p1pp1n/10/10/10/10/4P1PP1N/PPPPQPBDPP/RNBC2R1K1 b"),
        ],
    ),
    (
        "xboard-janus.pgn",
        &[
            (CastlingSwapped, "rjnb3rk1/ppppqbpppp/4p2jn1/5p4/10/PNJ1P2P2/1PPPBPP1PP/1KR2QBNJR w"),
            (CastlingSwapped, "1kr2qbnjr/1pppbpp1pp/pnj1p2p2/10/5P4/4P2JN1/PPPPQBPPPP/RJNB3RK1 w"),
        ],
    ),
    (
        "xboard-herb-garden.pgn",
        &[
            // A person played against our engine. The FEN has no rights, and still the king castles with the centaur.
            (Xboard, "g2g3 g6g4 h1g2 h7c2 i1h3 c2b1 g1i1 d6d5"),
            (Xboard, "rh1ke1qbnehr/pppppbpppppp/2n2p6/12/6PN4/PPPPPPBPPPPP/RHENBQ1EK1HR w"),
            (Xboard, "r2kh1qbnehr/pppppbpppppp/3enp6/12/6PNE3/PPPPPPBPPPPP/RHENBQ1HK2R w"),
            (Xboard, "3kr1qbnehr/pppppbpppppp/2henp6/12/6PNEH2/PPPPPPBPPPPP/RHENBQ1RK3 w"),
        ],
    ),
    (
        "xboard-others.pgn",
        &[
            (CastlingSwapped, "rnbqkcabnr/6pppp/pppppp4/10/10/6CAPN/PPPPPPPPBP/RNBQ2RK2 w"),
            (Native, "2kr2bcnr/ppbpqppppp/nap1p5/10/10/PP5PCN/2PPPPPBPP/RNABQ2RK1 w"),
            (Native, "2kr2bncr/pppqbppppp/1napp5/10/5P4/PP4NC2/2PPPBPPPP/RANBQ2RK1 w"),
            (Native, "rnbcukqfcbnr/6pppppp/pppppp6/12/12/N1PUB7/PPCPPPPPPPPP/2KR2QFCBNR w"),
        ],
    ),
];

#[test]
fn xboard_s_games_end_where_it_says() {
    let chess = Variant::named("chess").unwrap();
    for (name, expected) in XBOARD {
        let games = games(&file(name), PgnOptions::new(chess));
        assert_eq!(games.len(), expected.len(), "{name}");
        for (number, (game, &(reading, placement))) in games.iter().zip(expected).enumerate() {
            let game = game.as_ref().unwrap_or_else(|error| panic!("{name}: {error}"));
            if placement.contains('/') {
                assert_eq!(&fen::write(&end(game))[..placement.len()], placement, "{name} {number}");
            } else {
                assert_eq!(in_coordinates(game), placement, "{name} {number}");
            }
            assert_eq!(game.reading, reading, "{name} {number}");
            let note = (reading != Native).then_some(PgnNote::Read(reading));
            assert_eq!(
                game.notes.iter().find(|note| matches!(note, PgnNote::Read(_))),
                note.as_ref(),
                "{name} {number}"
            );
        }
    }
}

#[test]
fn cutechess_s_castlings_are_the_king_s_moves() {
    let chess = Variant::named("chess").unwrap();
    let games_of = |name: &str| games(&file(name), PgnOptions::new(chess));
    let played = [games_of("cutechess-janus.pgn"), games_of("made-cutechess-janus.pgn")].concat();
    for game in &played {
        let game = game.as_ref().unwrap_or_else(|error| panic!("{error}"));
        // A tag says how many plies there are.
        assert_eq!(game.tag("PlyCount").unwrap(), game.moves.plies.len().to_string());
        assert_eq!((game.reading, game.notes.len()), (Native, 0), "{:?}", game.notes);
    }
    let moves: Vec<String> = played.iter().map(|game| in_coordinates(game.as_ref().unwrap())).collect();
    assert!(moves[0].contains(" e1b1 "), "{}", moves[0]);
    assert_eq!(moves[2], "h1i3 c8b6 i1h3 b8c6 e2e3 e7e6 f1e2 d8e7 f2f4 a7a6 g1f2 e8b8 e1i1 h7h6");
    // We write the same moves, with castlings by their names.
    let text = pgn::write(played[2].as_ref().unwrap()).replace('\n', " ");
    assert!(text.contains(" O-O-O 7. O-O {+0.10/9 0.03s} 7... h6 *"), "{text}");
}

#[test]
fn brainking_s_letters() {
    let chess = Variant::named("chess").unwrap();
    let games = games(&file("made-brainking-embassy.pgn"), PgnOptions::new(chess));
    let moves = ["f1g3 a7a6 g1h3 b7b6 i1j3 c7c6 i2i3 d7d6 h1i2 e7e6 e1h1 f7f6 h3e6 b8d7 e6g5", "f1g3 a7a6 g1h3 b7b6"];
    for (game, moves) in games.iter().zip(moves) {
        let game = game.as_ref().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((in_coordinates(game).as_str(), game.reading), (moves, Brainking));
        assert_eq!(game.start, Position::start(Variant::named("embassy").unwrap()));
        // Written in our letters, it can be read natively.
        let again = first(&pgn::write(game), chess, Some(Native)).unwrap();
        assert_eq!((again.start, again.moves), (game.start, game.moves.clone()));
    }
    // Without the letter `M` this reading is not tried: a wrong move is an error.
    let wrong = "[Variant \"embassy\"]\n\n1. e4 e5 2. Ch3 *";
    assert!(first(wrong, chess, None).is_err());
    assert!(first(wrong, chess, Some(Brainking)).is_ok());
}

#[test]
fn lines_before_games_are_left_out() {
    let options = PgnOptions::new(Variant::named("chess").unwrap());
    let text = file("made-lines-before-games.pgn");
    let found: Vec<(u64, String)> = games(&text, options)
        .iter()
        .map(|game| game.as_ref().unwrap())
        .map(|game| (game.line, in_coordinates(game)))
        .collect();
    assert_eq!(found, [(3, "e2e4 e7e5".to_owned()), (12, "d2d4 d7d5".to_owned())]);
    // Among the moves, `#` does not begin a remark line.
    assert!(games(b"1. e4\n# e5 *", options)[0].is_err());
    assert!(games(b"#\n# nothing\n", options).is_empty());
}

#[test]
fn a_reading_can_be_named() {
    let janus = Variant::named("janus").unwrap();
    let text = "[FEN \"r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1\"]\n1. O-O O-O-O *";
    let moves = |reading| in_coordinates(&first(text, janus, reading).unwrap());
    // It can be read natively, so no other reading is tried.
    assert_eq!(moves(None), "e1i1 e8b8");
    assert_eq!((moves(Some(Native)), moves(Some(CastlingSwapped))), (moves(None), "e1b1 e8i8".to_owned()));
    // Where the king starts on the a-file's half, XBoard swaps the names too.
    assert_eq!(moves(Some(Xboard)), "e1b1 e8i8");
    let capablanca = Variant::named("capablanca").unwrap();
    let text = "[FEN \"r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1\"]\n1. O-O *";
    assert_eq!(in_coordinates(&first(text, capablanca, Some(Xboard)).unwrap()), "f1i1");
    assert_eq!(in_coordinates(&first(text, capablanca, Some(CastlingSwapped)).unwrap()), "f1c1");
    for reading in Reading::ALL {
        assert_eq!(reading.name().parse(), Ok(reading));
    }
    assert!("cutechess".parse::<Reading>().unwrap_err().to_string().contains("castling-swapped"));
}

/// Archchess with one fixed castling on each side.
const FIXED: &str = "extends = \"archchess\"\nking_leap = false\n[castling.O]\n\
    toward_last_file = { king = \"e-g\", partner = \"j-f\" }\ntoward_first_file = { king = \"e-c\", partner = \"a-d\" }\n";

#[test]
fn readings_that_disagree_are_no_reading() {
    let own = Variant::from_toml(FIXED, "own").unwrap_or_else(|error| panic!("{error}"));
    let fen = "[FEN \"4k5/10/10/10/10/r9/10/10/10/R3K4R w Q - 0 1\"]\n";
    let game = |moves: &str, reading| first(&format!("{fen}{moves}"), own, reading);
    // `O-O` is the remaining castling if the names are swapped, but the target of `Ra8` depends on how ranks are
    // counted.
    let error = game("1. O-O Ra8 *", None).unwrap_err();
    assert_eq!(error.fault, pgn::PgnFault::Readings(vec![CastlingSwapped, Xboard]));
    assert_eq!((error.line, error.ply), (2, Some(1)));
    assert!(
        error.to_string().contains("with O-O and O-O-O swapped (`castling-swapped`), as XBoard writes it (`xboard`)"),
        "{error}"
    );
    assert_eq!(in_coordinates(&game("1. O-O Ra8 *", Some(CastlingSwapped)).unwrap()), "e1c1 a5a8");
    assert_eq!(in_coordinates(&game("1. O-O Ra8 *", Some(Xboard)).unwrap()), "e1c1 a5a9");
    // If one reading fails, the other is used; if both give the same game, that game is used.
    assert_eq!(game("1. O-O Ra0 *", None).unwrap().reading, Xboard);
    assert_eq!(game("1. O-O Ra10 *", None).unwrap().reading, CastlingSwapped);
    assert_eq!(game("1. O-O *", None).unwrap().reading, CastlingSwapped);
    // If all readings fail, the error is that of the native reading.
    let error = game("1. Ra2 Ra10 2. Zz1 *", None).unwrap_err();
    assert!(error.to_string().starts_with("game 1, line 2, ply 3: `Zz1`"), "{error}");
    // Variations, comments and the comment after the result are read again too, and then the next game follows.
    let text = format!("{fen}1. O-O {{a\nb}} (1. Ke1 Ra0 $1) 1... Ra0 1-0 ; end\n{fen}1. Ra2 Ra10 1-0");
    let two = games(text.as_bytes(), PgnOptions::new(own));
    let written: Vec<String> = two.iter().map(|game| pgn::write(game.as_ref().unwrap())).collect();
    assert!(written[0].ends_with("1. O-O-O {a b} (1. Ke2 Rxa1 $1) 1... Ra1+ {end} 1-0\n"), "{}", written[0]);
    assert_eq!(two[1].as_ref().unwrap().reading, Native);
}

#[test]
fn a_game_that_is_read_again_has_its_limit() {
    let janus = Variant::named("janus").unwrap();
    // The fault comes first. The rest of the game is skipped, but it is too long to be kept for another reading.
    let text = |words: &str| format!("[FEN \"r3k4r/10/10/10/10/10/10/R3K4R w Q - 0 1\"]\n1. O-O {{\n{words}}} *\n");
    assert_eq!(first(&text("x"), janus, None).unwrap().reading, CastlingSwapped);
    let long = text(&format!("{:70}\n", "x").repeat(pgn::MAX_GAME as usize / 70));
    let options = PgnOptions::new(janus);
    let mut reader = PgnReader::new(long.as_bytes(), options);
    assert!(reader.check().unwrap().is_err());
    assert!(reader.check().is_none());
}
