//! Games in PGN: reading, writing, errors and notes.

use std::cell::Cell;
use std::io::{BufReader, Read};
use std::rc::Rc;

use campione_core::{SplitMix64, Variant};
use campione_movegen::Position;
use campione_notation::pgn::{
    self, Checked, MAX_DEPTH, MAX_TAGS, Movetext, PgnError, PgnFault, PgnGame, PgnNote, PgnOptions, PgnReader, Ply,
    Reading, Remark, Tag,
};
use campione_variants::FromToml as _;
use proptest::collection::vec;
use proptest::prelude::*;

/// Reads all games of a text, and checks that the tree and [`PgnReader::check`] agree.
fn read_with(text: &[u8], options: PgnOptions) -> Vec<Result<PgnGame, Box<PgnError>>> {
    let mut games = Vec::new();
    let mut reader = PgnReader::new(BufReader::with_capacity(7, text), options);
    games.extend(reader.by_ref());
    let mut checker = PgnReader::new(text, options);
    for game in &games {
        match (game, checker.check().unwrap()) {
            (Ok(game), Ok(Checked { number, line, .. })) => assert_eq!((number, line), (game.number, game.line)),
            (Err(error), Err(same)) => assert_eq!(error, &same),
            (game, other) => panic!("{game:?} and {other:?}"),
        }
    }
    assert!(checker.check().is_none());
    assert_eq!((checker.plies(), checker.variation_plies()), (reader.plies(), reader.variation_plies()));
    assert_eq!((checker.bytes(), reader.bytes()), (text.len() as u64, text.len() as u64));
    games
}

/// The same, with the variant of games without a `Variant` tag.
fn read(text: &str, id: &str) -> Vec<Result<PgnGame, Box<PgnError>>> {
    read_with(text.as_bytes(), PgnOptions::new(Variant::named(id).unwrap()))
}

/// The only game of a text.
#[track_caller]
fn one(text: &str, id: &str) -> PgnGame {
    let mut games = read(text, id);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The moves of a game as text.
#[track_caller]
fn written(text: &str, id: &str) -> String {
    let text = pgn::write(&one(text, id));
    text.split_once("\n\n").unwrap().1.trim_end().to_owned()
}

/// The error of the only game of a text.
#[track_caller]
fn error(text: &str, id: &str) -> String {
    let games = read(text, id);
    assert_eq!(games.len(), 1, "{text}: {games:?}");
    games[0].as_ref().map_or_else(ToString::to_string, |game| panic!("{text}: {game:?}"))
}

#[test]
fn generous_reading_and_strict_writing() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
        "1.e4 1...e5 2.Nf3 2...Nc6 3.Bb5*",
        "e4 e5 Nf3 Nc6 Bb5",
        "1 e4 e5 2 Nf3 Nc6 3 Bb5 *",
        "1. e4 1... e5 7. Nf3 . . . Nc6\r\n3\r\n.\r\nBb5\r\n\r\n*\r\n",
        "%no move\n1. e2e4 Pe5 2. Ng1-f3 Nb8c6 3. Bxb5+ *",
        "\u{feff}1. e2-e4 e7e5 2. g1f3 b8c6 3. f1b5#",
    ] {
        assert_eq!(written(text, "chess"), "1. e4 e5 2. Nf3 Nc6 3. Bb5 *", "{text}");
    }
    let castling = "[FEN \"r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1\"]\n";
    for moves in ["1. O - O O - O - O", "1. 0-0 0-0-0", "1. O-O 1... 0 - 0 - 0+", "f1i1 f8a8"] {
        assert_eq!(written(&format!("{castling}\n{moves} *"), "modern-carrera"), "1. O-O O-O-O *", "{moves}");
    }
    let passing = "[FEN \"4k5/10/10/2pPp5/10/10/10/5K4 w - c6 7 30\"]";
    for moves in ["dxc6 e.p.", "dxc6e.p.", "30.dc ep", "30. dc6! e.p. $10"] {
        let text = format!("{passing}\n{moves} *");
        if moves.contains("dc ") {
            assert!(error(&text, "capablanca").contains("`dc`"));
        } else {
            let nags = if moves.contains('!') { " $1 $10" } else { "" };
            assert_eq!(written(&text, "capablanca"), format!("30. dxc6{nags} *"));
        }
    }
}

#[test]
fn numbers_are_made_anew() {
    let text =
        "7. e4 {a} e5 $1 (1... c5 2. Nf3 (2. c3 d5) (2. b4) 2... d6) 2. Nf3 ({only words}) Nc6 {b} {c} 3. Bb5 1-0";
    let expected = "1. e4 {a} 1... e5 $1 (1... c5 2. Nf3 (2. c3 d5) (2. b4) 2... d6) 2. Nf3 ({only\n\
        words}) 2... Nc6 {b} {c} 3. Bb5 1-0";
    assert_eq!(written(text, "chess"), expected);
    let black = "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 41\"]\n\ne5 Nf3 (d4 exd4) *";
    assert_eq!(written(black, "chess"), "41... e5 42. Nf3 (42. d4 exd4) *");
}

#[test]
fn special_moves_of_each_game() {
    let game = "[Variant \"archchess\"]\n[FEN \"4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1\"]\n";
    for (moves, text) in [("e1i1,j1g1 Kd9", "1. O-O:i1g1 Kd9"), ("0-0:i1g1", "1. O-O:i1g1"), ("Ke3", "1. Ke3")] {
        assert_eq!(written(&format!("{game}{moves}"), "chess"), format!("{text} *"));
    }
    let game = "[Variant \"Courier-Spiel\"]\n[FEN \"4P3k3/12/12/12/12/12/12/1N3K6 w - - 0 1 e8:0\"]\n";
    assert_eq!(written(&format!("{game}b1c3,e8q"), "chess"), "1. e8=Q:Nc3+ *");
    let game = "[Variant \"Herb Garden\"]\n[FEN \"5k6/12/12/12/12/12/2E3K5 w C - 0 1\"]\n";
    assert_eq!(written(&format!("{game}E - E - E"), "chess"), "1. E-E-E *");
}

#[test]
fn tags_keep_their_order_behind_the_roster() {
    let text = "[White \"A \\\"B\\\" C\"] [Black \"C:\\\\D\"]\n[Zeta \"1\"]\n[Event \"x\"]\n[Alpha \"\"]\n[Result \"1-0\"]\n1-0";
    let expected = "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"B\\\" C\"]\n\
        [Black \"C:\\\\D\"]\n[Result \"1-0\"]\n[Zeta \"1\"]\n[Alpha \"\"]\n\n1-0\n";
    let game = one(text, "chess");
    assert_eq!(pgn::write(&game), expected);
    assert_eq!((game.tag("white"), game.notes.len()), (Some("A \"B\" C"), 0));
    // The variant and the start position are never lost.
    let text = "[Variant \"Capablanca Random\"]\n[FEN \"rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1\"]\n*";
    let game = one(text, "chess");
    assert_eq!(game.start.variant().id(), "crc");
    let written = pgn::write(&game);
    assert!(written.contains("[Variant \"Capablanca Random\"]\n[FEN \"rnabqkbcnr/"), "{written}");
    assert!(written.contains("[SetUp \"1\"]"), "{written}");
    // Letters and castling fields of other programs become ours.
    let game = one("[FEN \"4k5/10/10/10/10/10/10/R4K3R w AJ - 0 1\"]\n1. O-O *", "modern-carrera");
    let written = pgn::write(&game);
    assert!(written.contains("[FEN \"4k5/10/10/10/10/10/10/R4K3R w "), "{written}");
    assert_eq!(one(&written, "chess").start, game.start);
    // An incomplete FEN of ours, and a second tag, which is ignored.
    let tags = "[FEN \"4k5/10/10/2pP6/10/10/10/5K4 w - c6\"]\n[FEN \"nonsense\"]\n";
    let written = pgn::write(&one(&format!("{tags}*"), "modern-carrera"));
    let native = "[FEN \"4k5/10/10/2pP6/10/10/10/5K4 w - c6 0 1\"]\n[FEN \"nonsense\"]\n";
    assert!(written.contains(native), "{written}");
    let game = one("[FEN \"4k5/10/10/10/10/10/10/10/10/R3K4R w AJ K - 0 1\"]\n1. Kg1 *", "archchess");
    let written = pgn::write(&game);
    assert!(written.contains("[FEN \"4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1\"]"), "{written}");
    assert!(pgn::write(&one("*", "carrera")).contains("[Variant \"carrera\"]"));
    assert!(!pgn::write(&one("*", "chess")).contains("Variant"));
    let overruled = PgnOptions { overrule: true, ..PgnOptions::new(Variant::named("bird").unwrap()) };
    let games = read_with(b"[Variant \"Gothic\"]\n*", overruled);
    assert!(pgn::write(games[0].as_ref().unwrap()).contains("[Variant \"bird\"]"));
}

#[test]
fn a_start_that_the_variant_does_not_say_is_written() {
    for (id, numbers) in [("crc", [1, 100, 48_000]), ("chess960", [0, 100, 959])] {
        let variant = Variant::named(id).unwrap();
        for number in numbers {
            let start = Position::new(&variant.numbered_start(number).unwrap().unwrap(), variant).unwrap();
            let written = pgn::write(&PgnGame { start, ..one("*", id) });
            assert!(written.contains("[SetUp \"1\"]") && written.matches("[FEN \"").count() == 1, "{written}");
            assert_eq!(one(&written, "chess").start, start, "{written}");
        }
        assert!(!pgn::write(&one("*", id)).contains("FEN"));
    }
    // A clock is a part of the start too.
    let later = one("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 7\"]\n*", "chess");
    assert!(pgn::write(&PgnGame { tags: Vec::new(), ..later }).contains(" 3 7\"]\n"));
}

#[test]
fn a_tag_means_the_variant_of_the_options_by_its_id() {
    let file = |id: &str| Variant::from_toml("extends = \"carrera\"\npawn.en_passant = false", id).unwrap();
    for mine in ["mine", "gothic"].map(file) {
        let options = PgnOptions::new(mine);
        let id = mine.id();
        let text = format!("[Variant \"{}\"]\n\n1. e4 *\n\n[Variant \"Capablanca\"]\n\n1. e4 *\n", id.to_uppercase());
        let games: Vec<PgnGame> = read_with(text.as_bytes(), options).into_iter().map(Result::unwrap).collect();
        assert_eq!(games.iter().map(|game| game.start.variant().id()).collect::<Vec<_>>(), [id, "capablanca"]);
        assert_eq!(games[0].start.variant(), mine);
        let written = pgn::write(&games[0]);
        let again = read_with(written.as_bytes(), options).remove(0).unwrap();
        assert_eq!((again.start, again.moves), (games[0].start, games[0].moves.clone()), "{written}");
    }
}

#[test]
fn comments_are_kept_word_for_word() {
    let comment =
        "a comment  with two  spaces and  [%clk 0:00:01] and %words that must not begin a line of their own, at all";
    let text = format!("1. e4 {{{comment}}} e5 ; it }} ends {{ here\n2. Nf3 {{}} *");
    let out = written(&text, "chess");
    assert!(out.lines().all(|line| line.len() <= pgn::WIDTH && !line.starts_with(['%', '['])), "{out}");
    assert!(out.contains("1... e5 ;it } ends { here\n2. Nf3 {} *"), "{out}");
    let game = one(&out, "chess");
    assert_eq!(game.moves.plies[0].remarks, [Remark::Comment(comment.to_owned())]);
    // After the result, and before the first tag.
    assert_eq!(written("{a}\n[Event \"x\"]\n{b}\n1. e4 1-0 {c} ; d\n", "chess"), "{a} {b} 1. e4 {c} {d} 1-0");
    let games = read("1. e4 1-0\n{b}\n1. d4 0-1\n\n{last}\n;line\n", "chess");
    assert_eq!(games[1].as_ref().unwrap().moves.remarks, [Remark::Comment("b".to_owned())]);
    let mut reader = PgnReader::new(&b"*\n{b}\n;c"[..], PgnOptions::new(Variant::named("chess").unwrap()));
    assert!(reader.check().is_some() && reader.check().is_none());
    assert_eq!(reader.left_over(), Some(2));
}

#[test]
fn games_without_a_gap() {
    let two = |text: &str| {
        let games = read(text, "chess");
        assert!(games.iter().all(Result::is_ok), "{text}: {games:?}");
        games.into_iter().map(|game| game.unwrap().moves.plies.len()).collect::<Vec<_>>()
    };
    assert_eq!(two("[Event \"a\"]\n1. e4 e5 1-0\n[Event \"b\"]\n1. d4 *"), [2, 1]);
    assert_eq!(two("[Event \"a\"]\n1. e4 e5\n[Event \"b\"]\n1. d4"), [2, 1]);
    assert_eq!(two("[Event \"a\"]\n\n[Event \"b\"]\n[White \"c\"]\n1. d4"), [0, 1]);
    assert_eq!(two("1. e4 * 1. d4 d5 * *"), [1, 2, 0]);
    assert_eq!(two("1. e4 1-0 [Event \"b\"] 1. d4 d5"), [1, 2]);
    assert_eq!(two("[Event \"a\"]\n\n\n[White \"c\"]\n\n1. e4\n\n1... e5\n\n*\n\n\n"), [2]);
    // A tag whose name only starts with `Event` (found by the fuzz target `pgn`).
    assert_eq!(two("[Event \"a\"]\n[Event_Date \"b\"]\n1. e4 *"), [1]);
    assert_eq!(two(""), [0; 0]);
    assert_eq!(two("\n \r\n%\n"), [0; 0]);
}

#[test]
fn each_game_begins_in_its_own_variant() {
    let ids = ["chess", "chess", "gothic", "capablanca", "gothic", "chess"];
    let text: String = ids.iter().map(|id| format!("[Variant \"{id}\"]\n\n1. e3 *\n\n")).collect();
    let games = read(&text, "carrera");
    assert_eq!(games.len(), ids.len());
    for (game, id) in games.into_iter().zip(ids) {
        let game = game.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.start, Position::start(Variant::named(id).unwrap()));
    }
}

#[test]
fn a_bad_game_does_not_stop_the_others() {
    let bad = [
        "1. e4 e4 2. d4 {[Event \"no\"]\n[Event \"no\"]} (2. c4) d5 1-0",
        "1. e4 (1. d4 d6 2. e9 (2. e4) 1-0) e5 1-0 ; words",
        "1. e4 (1. d4 d6",
        "1. e4 { never closed",
        "1. e4 ) e5 1-0",
        "1. e4 } e5 1-0",
        "(1. e4) e5 1-0",
        "1. e4 f5 2. Qh5+ -- 1-0",
        "1. e4 [x] e5 1-0",
        "[Broken \"tag]\n[White \"x\"]\n\n1. e4 1-0",
        "[FEN \"nonsense\"]\n\n1. e4 1-0",
        "[Variant \"crazyhouse\"]\n\n1. e4 1-0",
    ];
    let mut text = String::new();
    for bad in bad {
        text += &format!("[Event \"bad\"]\n{bad}\n\n[Event \"good\"]\n\n1. d4 1-0\n\n");
    }
    let games = read(&text, "chess");
    assert_eq!(games.len(), 2 * bad.len());
    for (index, game) in games.iter().enumerate() {
        match game {
            Ok(game) => assert_eq!((game.number, game.tag("Event")), (index as u64 + 1, Some("good"))),
            Err(error) => assert_eq!(error.game, index as u64 + 1),
        }
        assert_eq!(game.is_ok(), index % 2 == 1, "{:?}: {game:?}", bad[index / 2]);
    }
    // Without tags, results separate the games.
    let games = read("1. e4 e4 1-0 1. d4 1-0\n1. e5 (1. e4 0-1) 0-1\n1. c4 *", "chess");
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true, false, true]);
}

#[test]
fn errors_have_their_place_and_the_candidates() {
    let start = "; the position is rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        error("[Event \"x\"]\n\n1. e4 e5\n2. Nf3 Nc6 (2... Nf6 3. Nd5)\n*", "chess"),
        "game 1, line 4, ply 5 of a variation: `Nd5` is not a legal move here; legal: Na3 Nc3 Nd4 Ng1 Ng5 Nh4 Nxe5; the \
         position is rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3; the knight on b1 does not move to d5: Leaps one \
         square along and two across. [RULES.md, Board and pieces]"
    );
    assert_eq!(
        error("1. Nd2", "chess"),
        format!(
            "game 1, line 1, ply 1: `Nd2` is not a legal move here; legal: Na3 Nc3 Nf3 Nh3{start}; the knight on b1 \
             cannot take the pawn on d2 of its own side [RULES.md, Words used throughout]"
        )
    );
    // The reason is that of the native reading, so with swapped castlings it is omitted.
    let janus = Variant::named("janus").unwrap();
    for reading in [Reading::Native, Reading::CastlingSwapped] {
        let options = PgnOptions { reading: Some(reading), ..PgnOptions::new(janus) };
        let error = read_with(b"1. O-O", options).remove(0).unwrap_err();
        assert_eq!(error.reason.is_none(), reading != Reading::Native, "{error}");
    }
    let two = "[FEN \"4k5/10/10/10/10/1N3N4/10/5K4 w - - 0 1\"]\nNd2";
    assert!(error(two, "capablanca").starts_with("game 1, line 2, ply 1: `Nd2` may be Nbd2 or Nfd2; the position is"));
    for null in ["--", "Z0", "0000", "@@@@"] {
        let message = error(&format!("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ {null}"), "chess");
        let expected = format!("game 1, line 1, ply 6: `{null}`: a null move is not possible in check");
        assert!(message.starts_with(&expected), "{message}");
    }
    for (text, message) in [
        ("1. e4\n{a\n\nb", "game 1, line 2: this comment is never closed"),
        ("1. e4\n(1. d4\n(1. c4) d5", "game 1, line 2: this variation is never closed"),
        ("1. e4 (1. d4 1-0)", "game 1, line 1: the result `1-0` inside a variation"),
        ("1. e4 e5)", "game 1, line 1: unexpected `)`"),
        ("1. e4 <x>", "game 1, line 1: unexpected `<`"),
        ("(e4)", "game 1, line 1: a variation before the first move of its line"),
        ("\n[Event x]\n", "game 1, line 2: `[Event x]` is not a tag: expected `[Name \"value\"]` on one line"),
        ("e4 $", "game 1, line 1: `$` is not an annotation: expected $0 to $65535 or one of ! ? !! ?? !? ?!"),
        ("e4 $65536", "game 1, line 1: `$65536` is not an annotation: expected $0 to $65535 or one of ! ? !! ?? !? ?!"),
        (
            "[Variant \"carera\"]",
            "game 1, line 1: tag Variant: there is no variant `carera`; did you mean carrera, carrera-qac or courier?",
        ),
    ] {
        assert_eq!(error(text, "chess"), message, "{text}");
    }
    let size = error("\n[FEN \"4k5/10/10/10/10/1N3N4/10/5K4 w - - 0 1\"]\ne4", "chess");
    assert!(size.starts_with("game 1, line 2: tag FEN: it may be a position of carrera, "), "{size}");
    let size = error("\n[FEN \"4k5/10/10/10/10/1N3N4/10/5X4 w - - 0 1\"]\ne4", "chess");
    assert!(size.starts_with("game 1, line 2: tag FEN: bad FEN `4k5/") && size.contains("10"), "{size}");
    let assumed = |text: &str| read(text, "gothic").remove(0).unwrap_err().assumed;
    assert_eq!(assumed("1. Nf9"), Some("gothic".to_owned()));
    assert_eq!(assumed("[Variant \"gothic\"]\n1. Nf9"), None);
}

#[test]
fn oddities_are_noted() {
    let notes = |text: &str| one(text, "chess").notes.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(notes("[Result \"1-0\"]\n0-1"), ["the Result tag says 1-0, the end of the moves 0-1"]);
    assert_eq!(notes("[Result \"won\"]\n0-1"), ["the Result tag says won, the end of the moves 0-1"]);
    assert_eq!(notes("[Result \"1/2-1/2\"]\ne4"), ["no result after the moves; it is taken as 1/2-1/2"]);
    assert_eq!(notes("e4"), ["no result after the moves; it is taken as *"]);
    assert_eq!(notes("f3 e5 g4 Qh4 1-0"), ["ends in checkmate of White, but the result says 1-0"]);
    assert_eq!(notes("f3 e5 g4 Qh4 1/2-1/2"), ["ends in checkmate of White, but the result says 1/2-1/2"]);
    assert_eq!(notes("f3 e5 g4 Qh4 0-1"), [""; 0]);
    assert_eq!(notes("f3 e5 g4 Qh4 *"), [""; 0]);
    assert_eq!(notes("[A \"1\"]\n[A \"2\"]\n[A \"3\"]\n*"), ["the tag A occurs more than once; the first counts"]);
    let options = PgnOptions::new(Variant::named("chess").unwrap());
    for text in [&b"[White \"J\xf6rg\"]\n1. e4 {J\xf6rg} *"[..], b"1. e4 {J\xf6rg} *"] {
        let games = read_with(text, options);
        let game = games[0].as_ref().unwrap();
        assert_eq!(game.notes, [PgnNote::Latin1]);
        assert!(pgn::write(game).contains("{Jörg}"));
        assert_eq!(game.tag("White").unwrap_or("Jörg"), "Jörg");
    }
}

#[test]
fn a_variation_with_nothing_in_it_is_left_out() {
    let game = one("1. e4 () e5 ({none}) 2. d4 (2. f4 ()) *", "chess");
    assert!(pgn::write(&game).ends_with("\n1. e4 e5 ({none}) 2. d4 (2. f4) *\n"), "{}", pgn::write(&game));
}

#[test]
fn limits_are_named() {
    let nested = |depth: usize| format!("e4 {}{} *", "(d4 ".repeat(depth), ")".repeat(depth));
    assert!(written(&nested(MAX_DEPTH), "chess").len() > 100);
    let message = error(&nested(MAX_DEPTH + 1), "chess");
    assert_eq!(message, "game 1, line 1: this nest of variations is too large: more than 100 levels");
    let tags = |count: usize| (0..count).map(|number| format!("[T{number} \"\"]\n")).collect::<String>() + "e4 *";
    assert_eq!(one(&tags(MAX_TAGS), "chess").tags.len(), MAX_TAGS);
    assert!(error(&tags(MAX_TAGS + 1), "chess").ends_with("this game is too large: more than 1000 tags"));
    // The tree of a game has this limit; a check keeps nothing, so it has none.
    let glyphs = format!("1. e4 {}*\n\n[Event \"good\"]\n1. d4 *\n", "$1 ".repeat(pgn::MAX_KEPT));
    let options = PgnOptions::new(Variant::named("chess").unwrap());
    let mut reader = PgnReader::new(glyphs.as_bytes(), options);
    let fault = reader.next().unwrap().unwrap_err().fault;
    assert_eq!(fault, PgnFault::Limit { what: "game", most: pgn::MAX_KEPT as u64, unit: "moves and remarks" });
    assert_eq!(reader.next().unwrap().unwrap().tag("Event"), Some("good"));
    assert!(PgnReader::new(glyphs.as_bytes(), options).check().unwrap().is_ok());
    // A game that is too long is skipped as a whole.
    let line = format!("{{{}}}\n", "x".repeat(1 << 20));
    let text = format!("[Event \"long\"]\n1. e4\n{}e5 *\n\n[Event \"good\"]\n1. d4 *\n", line.repeat(65));
    let mut reader = PgnReader::new(text.as_bytes(), PgnOptions::new(Variant::named("chess").unwrap()));
    let fault = reader.next().unwrap().unwrap_err().fault;
    assert_eq!(fault, PgnFault::Limit { what: "game", most: pgn::MAX_GAME, unit: "bytes" });
    assert_eq!(reader.next().unwrap().unwrap().tag("Event"), Some("good"));
    assert!(reader.next().is_none());
}

/// Counts the bytes that are read from it.
struct Tap<'t>(&'t [u8], Rc<Cell<usize>>);

impl Read for Tap<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let length = self.0.read(into)?;
        self.1.set(self.1.get() + length);
        Ok(length)
    }
}

#[test]
fn no_more_than_one_game_is_taken_from_the_stream() {
    let game = "[Event \"x\"]\n\n1. e4 {words} e5 (1... c5) 2. Nf3 *\n\n";
    let text = game.repeat(1000);
    let taken = Rc::new(Cell::new(0));
    let input = BufReader::with_capacity(64, Tap(text.as_bytes(), taken.clone()));
    let mut reader = PgnReader::new(input, PgnOptions::new(Variant::named("chess").unwrap()));
    for number in 1..=1000 {
        assert!(if number % 2 == 0 { reader.next().unwrap().is_ok() } else { reader.check().unwrap().is_ok() });
        assert!(taken.get() <= number * game.len() + 64, "{number}: {}", taken.get());
    }
}

const WORDS: [&str; 20] = [
    "a", "good", "move", "%", "%eval", "[%clk", "1:02]", "{", "(", ")", ";", "\"", "\\", "é", "♞x", "1-0", "*", "$1",
    "[Event", "\t",
];

fn words(random: &mut SplitMix64, spaces: &[&str]) -> String {
    let mut text = String::new();
    for _ in 0..random.below(30) {
        text += WORDS[random.index(WORDS.len())];
        text += spaces[random.index(spaces.len())];
    }
    if random.below(10) == 0 {
        text += "}x";
    }
    text.trim_ascii().to_owned()
}

fn remarks(random: &mut SplitMix64, depth: u32, before: Option<&Position>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    while random.below(4) == 0 {
        remarks.push(match (random.below(3), before) {
            (0, Some(before)) if depth > 0 => match line(random, depth - 1, before, 5) {
                // An empty variation would not be written.
                empty if empty == Movetext::default() => continue,
                line => Remark::Variation(line),
            },
            (0 | 1, _) => Remark::Comment(words(random, &[" ", " ", "  ", "", " \t "])),
            _ => Remark::Nag(random.below(1 << 16) as u16),
        });
    }
    remarks
}

/// Random moves with random remarks.
fn line(random: &mut SplitMix64, depth: u32, start: &Position, most: u64) -> Movetext {
    let mut line = Movetext { remarks: remarks(random, depth, None), plies: Vec::new() };
    let mut position = *start;
    for _ in 0..random.below(most + 1) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.index(moves.len())];
        line.plies.push(Ply { mv, remarks: remarks(random, depth, Some(&position)) });
        position = position.play_unchecked(mv);
    }
    line
}

#[test]
fn random_games_are_written_and_read_back() {
    let chess = Variant::named("chess").unwrap();
    let mut random = SplitMix64::new(7);
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let mut games = Vec::new();
        for number in 1..=40 {
            let mut tags: Vec<Tag> = ["Event", "Site", "Date", "Round", "White", "Black"]
                .map(|name| Tag { name: name.to_owned(), value: words(&mut random, &[" ", "", "\\"]) })
                .to_vec();
            let text = ["1-0", "0-1", "1/2-1/2", "*"][random.index(4)];
            let outcome = pgn::read_result(text.as_bytes()).unwrap();
            tags.push(Tag { name: "Result".to_owned(), value: text.to_owned() });
            tags.push(Tag { name: "Variant".to_owned(), value: id.to_owned() });
            let mut start = Position::start(variant);
            if number % 3 == 0 {
                start = *campione_notation::random::walk(&start, 1..=90, &mut random).unwrap().position();
                tags.push(Tag { name: "SetUp".to_owned(), value: "1".to_owned() });
                tags.push(Tag { name: "FEN".to_owned(), value: campione_notation::fen::write(&start) });
            }
            let moves = line(&mut random, 3, &start, 120);
            games.push(PgnGame {
                number,
                line: 0,
                tags,
                start,
                moves,
                outcome,
                reading: Reading::Native,
                notes: Vec::new(),
            });
        }
        let texts: Vec<String> = games.iter().map(pgn::write).collect();
        let read = read_with(texts.join("\n").as_bytes(), PgnOptions::new(chess));
        assert_eq!(read.len(), games.len(), "{id}");
        for ((game, text), read) in games.iter().zip(&texts).zip(read) {
            let read = read.unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!((read.number, read.start, read.outcome), (game.number, game.start, game.outcome), "{text}");
            assert_eq!(read.tags, game.tags, "{text}");
            assert_eq!(read.moves, game.moves, "{text}");
            assert_eq!(&pgn::write(&read), text);
        }
    }
}

/// Parts of games, from which random texts are made.
const PIECES: [&str; 40] = [
    "[Event \"x\"]\n",
    "[Event \"x\"",
    "[",
    "]",
    "[A \"\\\"]",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "{",
    "}",
    "{c}",
    ";",
    "%",
    "\n%",
    "(",
    ")",
    "1.",
    "12...",
    "1",
    "e4 ",
    "e5 ",
    "Nf3 ",
    "Nc6 ",
    "e2e4 ",
    "O - O",
    "0-0",
    "O-",
    "e.p.",
    ".",
    "*",
    "1-0",
    "1/2",
    "$1",
    "$",
    "!?",
    "!!!",
    "--",
    "\u{e9}",
    "\"",
];

proptest! {
    /// For any text: nothing panics, checking and reading agree, and a game that can be read is written and read again.
    #[test]
    fn nonsense_is_read_to_its_end(pieces in vec(0..PIECES.len(), 0..60), cut in any::<bool>()) {
        let text: Vec<u8> = pieces.iter().flat_map(|&piece| PIECES[piece].bytes()).collect();
        // Half of a character is not UTF-8.
        let text = if cut { &text[..text.len().saturating_sub(1)] } else { &text[..] };
            let options = PgnOptions::new(Variant::named("chess").unwrap());
        let good: Vec<PgnGame> = read_with(text, options).into_iter().filter_map(Result::ok).collect();
        let written: String = good.iter().map(|game| pgn::write(game) + "\n").collect();
        let again = read_with(written.as_bytes(), options);
        prop_assert_eq!(again.len(), good.len());
        for (game, again) in good.iter().zip(again) {
            let again = again.unwrap();
            prop_assert_eq!((&again.moves, again.outcome), (&game.moves, game.outcome));
            prop_assert_eq!(pgn::write(&again), pgn::write(game));
        }
    }
}
