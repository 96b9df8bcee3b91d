//! Texts as people have them, from `tests/cases.txt`.

use campione_core::{Role, Variant};
use campione_movegen::Position;
use campione_notation::detect::{self, Claim};
use campione_notation::epd::{self, PositionText};
use campione_notation::moves::Letters;
use campione_notation::pgn::{self, PgnError, PgnGame, PgnNote, PgnOptions, PgnReader, Reading, Remark};
use campione_notation::{fen, uci};

use crate::case;

fn games(text: &str) -> Vec<Result<PgnGame, Box<PgnError>>> {
    PgnReader::new(text.as_bytes(), PgnOptions::new(Variant::named("chess").unwrap())).collect()
}

/// For each game of a text, the final position and the notes on its `FEN` tag.
fn ends(text: &str) -> Vec<(String, Vec<String>)> {
    let games = games(text).into_iter().map(|game| game.unwrap_or_else(|error| panic!("{error}")));
    let said = |note: &PgnNote| matches!(note, PgnNote::Start(_)).then(|| note.to_string());
    games
        .map(|game| {
            let end = game.moves.plies.iter().fold(game.start, |at, ply| at.play(ply.mv).expect("legal"));
            (fen::write(&end), game.notes.iter().filter_map(said).collect())
        })
        .collect()
}

/// The errors of the games of a text.
fn errors(text: &str) -> Vec<String> {
    games(text).into_iter().filter_map(|game| game.err().map(|error| error.to_string())).collect()
}

#[test]
fn a_game_of_chess960_without_its_name() {
    let ends = ends(&case("chess960-untagged.pgn"));
    let note = "tag FEN: the castling rights of the FEN fit no castling of chess; it is read as chess960";
    let end = "bqnr1krb/p3pppp/1p3n2/2p5/2pP4/1P3N2/P3PPPP/BQNR1RKB w kq - 0 6";
    assert_eq!(ends, [(end.to_owned(), vec![note.to_owned()])]);
}

/// The final positions are those of pyffish 0.0.90, as `embassy` and `caparandom`.
#[test]
fn arrays_of_capablancas_army() {
    let note = |found: &str| {
        vec![format!("tag FEN: the castling rights of the FEN fit no castling of capablanca; it is read as {found}")]
    };
    let expected = [
        ("1kr6r/10/10/10/10/10/10/R3K4R w KQ - 1 2", "embassy"),
        ("1kr2cabnr/pbpp1ppppp/1pn1p4q/10/4P5/1PN2P2P1/PBPP2PPBP/R2QKCA1NR w KQ - 1 8", "embassy"),
    ];
    let ends_of = ends(&case("pychess-embassy.pgn"));
    assert_eq!(ends_of.len(), expected.len());
    for ((end, notes), (fen, found)) in ends_of.into_iter().zip(expected) {
        assert_eq!((end.as_str(), notes), (fen, note(found)));
    }
    let end = "2rbq1bk1r/1a1pn1p2n/2p4N2/2p2pA1p1/PPP2P2P1/3Pp1P1K1/4P2P1P/R2B4RC w - - 2 31";
    assert_eq!(ends(&case("pychess-conservative.pgn")), [(end.to_owned(), note("crc"))]);
}

#[test]
fn the_moves_decide_where_the_position_does_not() {
    let game = |variant: &str, moves: &str| {
        let tag = if variant.is_empty() { String::new() } else { format!("[Variant \"{variant}\"]\n") };
        format!("{tag}[FEN \"r3k4r/9p/10/10/10/10/9P/R3K4R w KQkq - 0 1\"]\n\n{moves} *\n")
    };
    // The king goes to h or b in Embassy Chess, to i or c in crc, and to i or b in Janus Chess.
    let embassy = ("1. O-O Ra7 2. Kg2", "4k4r/r8p/10/10/10/10/6K2P/R5R3 b k - 3 2");
    let crc = ("1. O-O-O Ra7 2. Kd2", "4k4r/r8p/10/10/10/10/3K5P/3R5R b k - 3 2");
    let board = "tag FEN: the board of the FEN is not that of chess; it is read as";
    let castling = "tag FEN: the castling rights of the FEN fit no castling of capablanca; it is read as";
    for (variant, (moves, end), note) in [
        ("", embassy, format!("{board} embassy")),
        ("", crc, format!("{board} crc")),
        ("Capablanca", embassy, format!("{castling} embassy")),
        ("Capablanca", crc, format!("{castling} crc")),
    ] {
        assert_eq!(ends(&game(variant, moves)), [(end.to_owned(), vec![note])], "{variant}: {moves}");
    }
    let undecided = "tag FEN: it may be a position of janus or crc, and the moves do not tell which";
    assert!(errors(&game("", "1. O-O Ra7 2. Kj1"))[0].contains(undecided));
    let none = "tag FEN: it may be a position of embassy, janus or crc, and the moves do not tell which";
    assert!(errors(&game("", "1. O-O-O Ka4"))[0].contains(none));
    // The next game is read all the same.
    let both = format!("{}\n{}", game("", "1. O-O"), game("embassy", "1. O-O"));
    assert_eq!((games(&both).len(), errors(&both).len()), (2, 1));
    let error = &errors(&game("Capablanca", "1. Ka4"))[0];
    assert!(error.contains("ply 1: `Ka4` is not a legal move"), "{error}");
}

#[test]
fn a_fen_tag_with_operations() {
    for (tag, notes) in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -; cdb eval: 8, ply: 1;", 0),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq", 1),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0", 1),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1; 50% draws", 1),
    ] {
        let ends = ends(&format!("[FEN \"{tag}\"]\n\n1... e5 *\n"));
        let end = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        assert_eq!((ends[0].0.as_str(), ends[0].1.len()), (end, notes), "{tag}: {:?}", ends[0].1);
    }
}

#[test]
fn positions_with_operations() {
    let lines: Vec<String> = case("position-list.epd")
        .lines()
        .map(|line| {
            let text = PositionText::of(line);
            assert_eq!((text.unread, text.variant), (None, None), "{line}");
            text.fen.into_owned()
        })
        .collect();
    assert_eq!(
        lines,
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
            "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1",
        ]
    );
}

#[test]
fn mates_as_best_moves() {
    let chess = Variant::named("chess").unwrap();
    let mates: Vec<Option<i32>> = case("mates.epd")
        .lines()
        .map(|line| {
            let epd = epd::split(line).unwrap().unwrap().read(chess).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert!(epd.best.is_empty(), "{line}");
            epd.mate
        })
        .collect();
    assert_eq!(mates, [Some(-1), Some(2), Some(2), Some(2), Some(2), Some(1)]);
}

/// `ChessV`'s G and E in Bird's Chess and in an array of crc, Jocly's A in Janus Chess: with a `FEN` tag that has them too, and
/// without.
#[test]
fn moves_with_letters_of_other_programs() {
    let games = games(&case("letters.pgn"));
    let expected = [
        ("d1c3 d8c6 g1f3 g8h6", Reading::Chessv),
        ("d1c3 d8c6 g1f3 g8f6 f3e5", Reading::Native),
        ("i1h3 b8c6", Reading::Jocly),
        ("i1h3 b8c6 i8h6", Reading::Native),
        ("f1g3 f8g6 h1i3", Reading::Native),
        ("e7e8a", Reading::Chessv),
    ];
    for (game, (moves, reading)) in games.iter().zip(expected) {
        let game = game.as_ref().unwrap_or_else(|error| panic!("{error}"));
        let played = game.moves.plies.iter().scan(game.start, |at, ply| {
            let text = uci::write(ply.mv, at);
            let pawn = at.role_at(ply.mv.from()) == Some(Role::PAWN) && ply.mv.promotion().is_none();
            *at = at.play(ply.mv).expect("legal");
            Some((text, pawn))
        });
        let pieces: Vec<String> = played.filter_map(|(text, pawn)| (!pawn).then_some(text)).collect();
        assert_eq!((pieces.join(" ").as_str(), game.reading), (moves, reading));
        let said = game.notes.iter().any(|note| match note {
            PgnNote::Read(read) => *read == reading,
            note => note.to_string().starts_with("tag FEN: letters of another program: "),
        });
        assert!(said, "{:?}", game.notes);
    }
    // The pawn on the e-file, or the equerry.
    let last = games.last().unwrap().as_ref().unwrap_err();
    assert!(last.to_string().contains("`Exd5` may be Axd5 or exd5"), "{last}");
    assert_eq!(games.len(), expected.len() + 1);
    let decided = PgnOptions { reading: Some(Reading::Chessv), ..PgnOptions::new(Variant::named("chess").unwrap()) };
    let text = case("letters.pgn");
    assert!(PgnReader::new(text.as_bytes(), decided).last().is_some_and(|game| game.is_ok()));
}

/// Letters of a language, which the user names. They are ours where the list does not have them.
#[test]
fn letters_that_the_user_names() {
    let text = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd4 *";
    let read = |letters: &str| {
        let letters = letters.parse().unwrap();
        let options = PgnOptions { letters, ..PgnOptions::new(Variant::named("chess").unwrap()) };
        PgnReader::new(text.as_bytes(), options).next().unwrap()
    };
    let game = read("D=Q,T=R,l=b,S=N").unwrap();
    assert!(pgn::write(&game).contains("2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Qd4"));
    assert!(read("D=Q,T=R,S=N").unwrap_err().to_string().contains("`L` is not a piece of chess"));
    for bad in ["", "S", "S=", "S=NN", "S=N,S=B", "S=N,", "A=B,C=D,E=F,G=H,I=J,K=L,M=N,O=P,Q=R"] {
        assert!(bad.parse::<Letters>().is_err(), "{bad}");
    }
}

/// Positions as people have them: with clocks that are not known, in quotation marks, tags, addresses and tables.
#[test]
fn positions_with_something_around_them() {
    let chess = Variant::named("chess").unwrap();
    let start = Position::start(chess);
    let text = case("pasted-fens.txt");
    let lines = text.lines();
    assert!(lines.clone().count() > 30);
    for line in lines {
        let read = detect::read(line, Claim::Named(chess)).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(read.position, start, "{line}");
        let remark = line.contains(" start") || line.contains(",e2e4");
        assert_eq!(read.notes.len(), usize::from(remark), "{line}: {:?}", read.notes);
    }
    let error = |fen: &str| detect::read(fen, Claim::Assumed(chess, None)).unwrap_err().to_string();
    let placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert!(error(&format!("{placement}[Nn] w KQkq - 0 1")).ends_with("pieces in hand: `[Nn]`: no variant has drops"));
    // Nothing is left out where it may mean something.
    for fen in [
        format!("{placement} w KQkq - 3+3 0 1"),
        format!("{placement}/Nn w KQkq - 0 1"),
        format!("{placement} w KQkq - 0 x"),
        format!("{placement} w KQkq e 0 1"),
        format!("{placement} x KQkq - 0 1"),
        format!("\"{placement} w KQkq - 0 1"),
        "w KQkq - 0 1".to_owned(),
        placement.to_owned(),
    ] {
        assert!(detect::read(&fen, Claim::Assumed(chess, None)).is_err(), "{fen}");
    }
    // The waiting pawns of Courier-Spiel have commas as tables have.
    let spiel = Variant::named("courier-spiel").unwrap();
    let waiting = "4P4k2/12/12/12/12/12/12/1pN2K6 w - - 0 1 e8:1,b1:2";
    assert_eq!(fen::write(&detect::read(waiting, Claim::Named(spiel)).unwrap().position), waiting);
}

#[test]
fn games_as_they_are_pasted() {
    let games = games(&case("pasted.pgn"));
    let games: Vec<PgnGame> = games.into_iter().map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect();
    let moves = |game: &PgnGame| game.moves.plies.len();
    assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), [4, 4, 4, 2, 4, 4, 4, 4, 2]);
    let known = &games[0].moves.plies;
    for game in games[..8].iter().filter(|game| moves(game) == 4) {
        assert!(game.moves.plies.iter().zip(known).all(|(ply, known)| ply.mv == known.mv));
    }
    let results: Vec<&str> = games.iter().map(|game| pgn::result_text(game.outcome)).collect();
    assert_eq!(results[..4], ["*", "1-0", "1/2-1/2", "*"]);
    assert_eq!((games[0].tag("Event"), games[7].tag("Event")), (Some("Club"), Some("Joined")));
    let glyphs = [Remark::Nag(10), Remark::Nag(220)];
    assert_eq!(games[6].moves.plies[3].remarks, glyphs);
    assert!(errors("[Variant \"?\"]\n\n1. e4 *")[0].contains("there is no variant `?`"));
    let written = pgn::write(&games[8]);
    assert!(written.contains("1. O-O O-O-O *"), "{written}");
}
