//! Spellings of moves that people and programs use and we never write (NOTATION.md, "Spellings"); and null moves.

use campione_core::Variant;
use campione_movegen::{Game, Move, Position};
use campione_notation::moves::{
    self, CheckMark, MoveFault, MoveNotation, MoveStyle, MoveText, Said, StepText, Unresolved,
};
use campione_notation::pgn::{self, PgnGame, PgnNote, PgnOptions, PgnReader, Remark};
use campione_notation::{fen, san, uci, why, xboard};

fn variant(id: &str) -> Variant {
    Variant::named(id).unwrap()
}

/// All games of a case, made small from what people have.
fn case(name: &str) -> Vec<PgnGame> {
    let text = crate::case(name);
    let reader = PgnReader::new(text.as_bytes(), PgnOptions::new(variant("chess")));
    reader.map(|game| game.unwrap_or_else(|error| panic!("{name}: {error}"))).collect()
}

/// The moves of a game as we write them, on one line.
fn moves_of(game: &PgnGame) -> String {
    let text = pgn::write(game);
    text.split_once("\n\n").unwrap().1.trim_end().replace('\n', " ")
}

#[track_caller]
fn written(text: &str) -> String {
    let mut games = PgnReader::new(text.as_bytes(), PgnOptions::new(variant("chess")));
    let game = games.next().unwrap().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(games.next().is_none(), "{text}");
    moves_of(&game)
}

#[test]
fn the_suffix_of_en_passant() {
    let games = case("en-passant.pgn");
    assert_eq!(games.len(), 3);
    for game in games {
        assert_eq!(moves_of(&game), "1. e4 d5 2. e5 f5 3. exf6 *");
    }
    for suffix in ["ep", "e.p.", " ep", " e.p.", " (e.p.)", "(ep)", "(e.p.)", " e.p.+", "ep+"] {
        assert_eq!(written(&format!("1. e4 d5 2. e5 f5 3. exf6{suffix} Nxf6 *")), "1. e4 d5 2. e5 f5 3. exf6 Nxf6 *");
        let position = fen::read("4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1", variant("chess")).unwrap();
        assert_eq!(san::read(&format!("exf6{suffix}"), &position), uci::read("e5f6", &position), "{suffix}");
    }
}

#[test]
fn promotions() {
    let games = case("promotions.pgn");
    assert_eq!(games.len(), 7);
    for game in games {
        assert_eq!(moves_of(&game), "1. b8=Q *");
    }
    let position = fen::read("2r4k/1P6/8/8/8/8/8/K7 w - - 0 1", variant("chess")).unwrap();
    for text in
        ["b8N", "b8n", "b8=n", "b8=N", "b8(N)", "b8/N", "b8/n", "b7b8n", "b7b8N", "b7-b8(n)", "b7b8=N", "b8=♘", "b8♞"]
    {
        assert_eq!(moves::read(text, &position), uci::read("b7b8n", &position), "{text}");
    }
    for text in ["bxc8q", "bc8(Q)+", "b7:c8=q", "b:c8/Q", "b7c8Q", "b×c8=♕"] {
        assert_eq!(moves::read(text, &position), uci::read("b7c8q", &position), "{text}");
    }
    for text in ["b8k", "b8=P", "b8(X)", "b8()", "b8/", "bb"] {
        assert!(moves::read(text, &position).is_err(), "{text}");
    }
}

#[test]
fn null_moves() {
    let games = case("null-moves.pgn");
    let texts: Vec<String> = games.iter().map(moves_of).collect();
    assert!(texts[0].ends_with("6. Nxc6 bxc6 7. Bd3 -- 8. O-O Bxc3 *"), "{}", texts[0]);
    assert_eq!(texts[1], "1. d4 e6 2. c4 d5 3. Nc3 (3. Nf3 -- 4. g3) 3... c6 *");
    assert!(games.iter().all(|game| game.notes.is_empty()));
    assert_eq!(written("1. e4 Z0 2. d4 @@@@ 3. c4 0000 *"), "1. e4 -- 2. d4 -- 3. c4 -- *");
    // In check it is not possible. In a variation that is a fault of its line alone, which is kept as text.
    let text = "1. e4 e5 2. Qh5 Nc6 3. Bc4 (3. Qxf7+ -- 4. Nf3 {good} (4. d4 $1) 4... d6) 3... Nf6 4. Qxf7# *";
    let game = PgnReader::new(text.as_bytes(), PgnOptions::new(variant("chess"))).next().unwrap().unwrap();
    assert_eq!(game.notes, [PgnNote::NullInCheck { line: 1 }]);
    assert_eq!(moves_of(&game), "1. e4 e5 2. Qh5 Nc6 3. Bc4 (3. Qxf7+ {-- Nf3 good ( d4 $1 ) d6}) 3... Nf6 4. Qxf7# *");
}

#[test]
fn a_null_move_is_never_legal_but_lines_have_it() {
    let start = Position::start(variant("carrera"));
    assert!(!start.legal_moves().contains(&Move::NULL) && start.play(Move::NULL).is_none());
    for text in ["--", "Z0", "0000", "@@@@", "null"] {
        assert_eq!(moves::read(text, &start).unwrap_err().fault, MoveFault::Null, "{text}");
        assert_eq!(moves::read_or_pass(text, &start), Ok(Move::NULL), "{text}");
    }
    assert_eq!(uci::read("0000", &start).unwrap_err().fault, MoveFault::Null);
    assert_eq!(uci::read_or_pass("0000", &start), Ok(Move::NULL));
    assert_eq!((san::write(Move::NULL, &start).as_str(), uci::write(Move::NULL, &start).as_str()), ("--", "0000"));
    assert!(why::explain("--", &start).unwrap().reasons[0].to_string().contains("may not pass"));
    assert!(xboard::read("@@@@", &start).is_err() && xboard::read("0000", &start).is_err());
    let mut game = Game::new(start);
    game.pass().unwrap();
    assert_eq!((game.plies(), game.position()), (1, &start.pass().unwrap()));
    assert_eq!(game.undo(), Some(Move::NULL));
    let check = fen::read("4k5/10/10/10/10/10/10/4R1K3 b - - 0 1", variant("carrera")).unwrap();
    assert_eq!(
        Game::new(check).pass().unwrap_err().to_string(),
        "a null move is not possible here: the king is in check"
    );
    assert_eq!(moves::read_or_pass("--", &check).unwrap_err().fault, MoveFault::Null);
}

#[test]
fn signs_of_books() {
    let texts: Vec<String> = case("signs.pgn").iter().map(moves_of).collect();
    assert_eq!(
        texts,
        [
            "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *",
            "1. e4 d5 2. Bb5+ c6 *",
            "1. e4 d5 2. Bb5+ c6 *",
            "1. e4 $1 e6 $6 $145 {French} 2. d4 $14 a5 $146 *",
            "1. e4 e5 (1... e6 $18) 2. Nf3 Nc6 *",
            "1. e4 c5 $13 *",
        ]
    );
    for (sign, glyph) in [
        ("=/+", 15),
        ("-+", 19),
        ("⩲", 14),
        ("±", 16),
        ("∓", 17),
        ("∞", 13),
        ("=", 10),
        ("□", 7),
        ("+/−", 16),
        ("N", 146),
        ("RR", 145),
    ] {
        assert_eq!(written(&format!("1. e4 {sign} e5 *")), format!("1. e4 ${glyph} e5 *"), "{sign}");
    }
    // Written at the move itself.
    assert_eq!(written("1. e4± e5+- 2. Nf3∞ *"), "1. e4 $16 e5 $18 2. Nf3 $13 *");
    for mark in ["+", "++", " ch", " ch.", " dbl ch", " dbl.ch.", "†", " †", "‡", " mate"] {
        assert_eq!(written(&format!("1. e4 d5 2. Bb5{mark} c6 *")), "1. e4 d5 2. Bb5+ c6 *", "{mark}");
    }
}

#[test]
fn results() {
    for (text, result) in [("1/2", "1/2-1/2"), ("½-½", "1/2-1/2"), ("1 - 0", "1-0"), ("1–0", "1-0"), ("0 – 1", "0-1")]
    {
        let two = format!("1. e4 e5 {text}\n\n1. d4 d5 *\n");
        let reader = PgnReader::new(two.as_bytes(), PgnOptions::new(variant("chess")));
        let texts: Vec<String> = reader.map(|game| moves_of(&game.unwrap())).collect();
        assert_eq!(texts, [format!("1. e4 e5 {result}"), "1. d4 d5 *".to_owned()], "{text}");
    }
}

#[test]
fn captures_and_castlings() {
    let games = case("janus-colon.pgn");
    assert_eq!(games[0].moves.plies.len(), 34);
    assert!(moves_of(&games[0]).contains("5. Bf3 Bxf3 6. Qxf3 Jc6"), "{}", moves_of(&games[0]));
    let open = fen::read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", variant("chess")).unwrap();
    for text in ["o-o", "o - o", "O–O", "O – O", "0–0", "o-o!", "O‑O", "e1-g1", "Kg1", "e1g1"] {
        assert_eq!(moves::read(text, &open), uci::read("e1g1", &open), "{text}");
    }
    assert_eq!(
        written("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. o – o 0 - 0 *"),
        "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *"
    );
    // Engines get letters in upper case alone (source 003, rule f).
    assert!(uci::read("o-o", &open).is_err() && uci::read("0-0", &open).is_err());
}

#[test]
fn pieces_as_others_write_them() {
    let games = case("game-courier.pgn");
    assert_eq!(moves_of(&games[0]), "1. e4 e5 2. Nc3 Nh6 *");
    let start = Position::start(variant("gothic"));
    for text in ["b1-c3", "b1c3", "N b1-c3", "n b1-c3", "Nb1–c3", "♘c3", "♞c3", "NC3", "B1-C3", "Nb1-c3", "B1C3"]
    {
        assert_eq!(moves::read(text, &start), uci::read("b1c3", &start), "{text}");
    }
    for text in ["E4", "e2-e4", "P e2-e4", "♙e4", "E2-E4", "E2E4", "Pe4"] {
        assert_eq!(moves::read(text, &start), uci::read("e2e4", &start), "{text}");
    }
    // The compounds of the knight have figurines too, and the letters of their variant.
    let position = fen::read("4k5/10/10/10/10/10/10/1C2A1K3 w - - 0 1", variant("capablanca")).unwrap();
    for text in ["🩏b4", "🩒b4", "Cb4"] {
        assert_eq!(moves::read(text, &position), uci::read("b1b4", &position), "{text}");
    }
    assert_eq!(moves::read("🩐g3", &position), uci::read("e1g3", &position));
    assert!(moves::read("🩎b4", &position).unwrap_err().to_string().contains("is not a piece of capablanca"));
    // A file in upper case is read where no piece has that letter, here or elsewhere.
    let captures = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1";
    let position = fen::read(captures, variant("chess")).unwrap();
    assert_eq!(moves::read("Exd5", &position), uci::read("e4d5", &position));
    assert!(moves::read("Cxd5", &position).unwrap_err().to_string().contains("`C` is not a piece of chess"));
    // What may be several moves stays an error.
    let two = fen::read("4k3/8/8/8/8/8/8/1N1N1K2 w - - 0 1", variant("chess")).unwrap();
    assert_eq!(moves::read("♘c3", &two).unwrap_err().fault, MoveFault::Ambiguous);
}

#[test]
fn a_text_is_a_value() {
    let style = MoveStyle::NATIVE;
    let parse = |text: &str| MoveText::parse(text, style);
    let step = StepText {
        piece: Some('Q'),
        file: Some(3),
        rank: Some(0),
        capture: true,
        to: "h5".parse().unwrap(),
        promotion: None,
    };
    let found = parse("Qd1xh5#").unwrap();
    assert_eq!((found.said, found.check), (Said::Step(step), Some(CheckMark::Mate)));
    assert_eq!(parse("Qd1:h5 mate").unwrap(), found);
    assert_eq!(parse("♕d1×h5#").unwrap(), found);
    assert_eq!(parse("--").map(|text| text.said), Some(Said::Null));
    assert_eq!(parse("Nf3 +/=").unwrap().glyph, Some(14));
    for text in ["", "x", "hello", "1-0", "(e4)", "O-O-", "Qd1xx5", "½"] {
        assert_eq!(parse(text), None, "{text}");
    }
    let start = Position::start(variant("chess"));
    let resolve = |text: &str| parse(text).unwrap().resolve(&start, style);
    assert_eq!(resolve("Zf3"), Err(Unresolved::Piece('Z')));
    assert_eq!(resolve("Nf4"), Err(Unresolved::Illegal));
    assert_eq!(resolve("--"), Err(Unresolved::Null));
    assert_eq!(resolve("Nf3"), uci::read("g1f3", &start).map_err(|_| Unresolved::Illegal));
    // Appended, a text is the same as written.
    for notation in MoveNotation::ALL {
        for mv in start.legal_moves() {
            let mut text = "x ".to_owned();
            notation.append(&mut text, mv, &start).unwrap();
            assert_eq!(text[2..], notation.write(mv, &start).unwrap());
        }
    }
}

#[test]
fn remarks_after_a_glued_sign_keep_their_order() {
    let text = "1. e4± {a} $2 e5 *";
    let game = PgnReader::new(text.as_bytes(), PgnOptions::new(variant("chess"))).next().unwrap().unwrap();
    let expected = [Remark::Nag(16), Remark::Comment("a".to_owned()), Remark::Nag(2)];
    assert_eq!(game.moves.plies[0].remarks, expected);
}
