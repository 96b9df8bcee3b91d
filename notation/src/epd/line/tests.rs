use super::*;

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

#[track_caller]
fn read(line: &str, variant: Variant) -> Epd {
    let line = split(line).unwrap_or_else(|error| panic!("{line}: {error}")).unwrap();
    line.read(variant).unwrap_or_else(|error| panic!("{error}"))
}

/// The error of the operations behind the start position of chess.
#[track_caller]
fn error(operations: &str) -> String {
    let chess = Variant::named("chess").unwrap();
    let line = format!("{CHESS} {operations}");
    let read = split(&line).and_then(|line| line.unwrap().read(chess));
    read.map(|epd| write(&epd)).unwrap_err().to_string()
}

#[test]
fn operations_come_back_in_order() {
    let chess = Variant::named("chess").unwrap();
    for (from, to) in [
        ("", "fmvn 1; hmvc 0;"),
        (" bm e2e4 Nf3; id \"a; b\"", "bm e4 Nf3; fmvn 1; hmvc 0; id \"a; b\";"),
        (" am 1. f3; dm 3; id two words;", "am f3; dm 3; fmvn 1; hmvc 0; id \"two words\";"),
        (" ; hmvc 7;fmvn 12 ;sm Nc3", "fmvn 12; hmvc 7; sm Nc3;"),
        (" 7 12 sm b1c3;", "fmvn 12; hmvc 7; sm Nc3;"),
        (" c9 \"\tnine\"; c0 \"zero\"; noop; ce +35;", "c0 \"zero\"; c9 \"\tnine\"; ce +35; fmvn 1; hmvc 0; noop;"),
        (" variant chess;", "fmvn 1; hmvc 0; variant \"chess\";"),
        ("\tbm\te4\t;", "bm e4; fmvn 1; hmvc 0;"),
        (" bm #2;", "dm 2; fmvn 1; hmvc 0;"),
        (" bm #-1;", "dm -1; fmvn 1; hmvc 0;"),
        (" dm -3;", "dm -3; fmvn 1; hmvc 0;"),
        (" bm e4 #12;", "bm e4; dm 12; fmvn 1; hmvc 0;"),
        // A move of the position, although it stands behind `sm`.
        (" sm e4; bm Nf3;", "bm Nf3; fmvn 1; hmvc 0; sm e4;"),
    ] {
        let epd = read(&format!("{CHESS}{from}"), chess);
        let line = write(&epd);
        assert_eq!(line, format!("{CHESS} {to}"), "{from}");
        // Others come back in the order of their codes.
        assert_eq!(write(&read(&line, chess)), line);
    }
}

#[test]
fn what_it_means() {
    let chess = Variant::named("chess").unwrap();
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    let epd = read(&format!("{castling} bm O - O 0-0-0 Ke1-e2; am Kf1; dm 2; id \"x\"; xyz 1 \"2 3\";"), chess);
    let moves = |moves: &[Move]| moves.iter().map(|&mv| san::write(mv, &epd.position)).collect::<Vec<_>>();
    assert_eq!(moves(&epd.best), ["O-O", "O-O-O", "Ke2"]);
    assert_eq!(moves(&epd.avoid), ["Kf1"]);
    assert_eq!((epd.mate, epd.id.as_deref(), epd.played), (Some(2), Some("x"), None));
    let operands = vec![Operand::Word("1".to_owned()), Operand::Text("2 3".to_owned())];
    assert_eq!(epd.others, [Operation { code: "xyz".to_owned(), operands }]);
}

/// The form of chess-variant-puzzler.
#[test]
fn the_answer_to_a_move() {
    let chess = Variant::named("chess").unwrap();
    let epd = read(&format!("{CHESS} 0 1;variant chess;sm e2e4;bm e7e5;eval 30"), chess);
    assert_eq!(
        write(&epd),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; eval 30; fmvn 1; hmvc 0; variant \"chess\";"
    );
    let capablanca = Variant::named("capablanca").unwrap();
    let epd = read("4k5/10/10/10/10/10/4P5/4K5[] w - - 0 1;variant capablanca;sm e2e3;bm e8d7", capablanca);
    assert_eq!(crate::uci::write(epd.best[0], &epd.position), "e8d7");
    // Both sides have a knight that goes to e4.
    let line = split("7k/8/5N2/8/8/2n5/8/K7 w - - 0 1;sm Kb2;bm Ne4").unwrap().unwrap();
    let error = line.read(chess).unwrap_err();
    assert!(
        error.to_string().starts_with("bm: `Ne4` may be played in the position and, as an answer, after"),
        "{error}"
    );
}

#[test]
fn blank_lines_and_comments() {
    for line in ["", "  ", "# bm e4;", "  #"] {
        assert_eq!(split(line), Ok(None), "{line}");
    }
}

#[test]
fn waiting_pawns() {
    let courier = Variant::named("courier-spiel").unwrap();
    let fields = "P2k8/12/12/12/12/12/12/3K8 w - -";
    for tail in [" 0 1 a8:0 id \"x\"", " wait \"a8:0\"; id \"x\";", " id \"x\"; wait a8:0; hmvc 0;"] {
        let epd = read(&format!("{fields}{tail}"), courier);
        assert_eq!(write(&epd), format!("{fields} fmvn 1; hmvc 0; id \"x\"; wait \"a8:0\";"), "{tail}");
    }
    let none = read("3k8/12/12/12/12/12/12/3K8 w - - 0 1 - id \"x\"", courier);
    assert_eq!(none.position.all_waiting_pawns().count(), 0);
    let twice = format!("{fields} 0 1 a8:0 wait \"a8:0\";");
    assert_eq!(split(&twice), Err(EpdError::Twice("the list of waiting pawns".to_owned())));
    assert_eq!(error("wait \"a8:0\";"), "wait: no pawn ever waits in chess");
    for (operation, message) in [
        ("wait \"\";", "wait: expected a list of waiting pawns"),
        ("wait a8:0 b8:0;", "wait: expected a list of waiting pawns"),
        ("wait \"a8:0 b8:0\";", "wait: expected a list without spaces"),
        ("wait \"a8:3\";", "bad FEN"),
        ("wait \"b8:0\";", "bad FEN"),
    ] {
        let line = format!("{fields} {operation}");
        let found = split(&line).unwrap().unwrap().read(courier).unwrap_err().to_string();
        assert!(found.starts_with(message), "{operation}: {found}");
    }
}

#[test]
fn texts_that_cannot_be_said() {
    let chess = Variant::named("chess").unwrap();
    let id = Some("a \"b\"\nc".to_owned());
    let epd = Epd { id, ..Epd::new(Position::start(chess)) };
    assert_eq!(write(&epd), format!("{CHESS} fmvn 1; hmvc 0; id \"a 'b' c\";"));
}

#[test]
fn the_game_of_a_line() {
    let chess = Variant::named("chess").unwrap();
    let line = split("4k5/10/10/10/10/10/10/4K5 w - - variant \"carrera\";").unwrap().unwrap();
    assert_eq!(line.variant(), Some("carrera"));
    assert_eq!(line.read(chess).unwrap_err().to_string(), "variant: the position belongs to `carrera`, not to chess");
    assert_eq!(split(CHESS).unwrap().unwrap().variant(), None);
}

#[test]
fn errors() {
    for line in ["a", "a w -", "a w - ; -", "a w -;"] {
        assert!(matches!(split(line), Err(EpdError::Fields(_))), "{line}");
    }
    for (operations, message) in [
        ("1 bm e4;", "`1` is not an opcode"),
        ("-1 1;", "`-1` is not an opcode"),
        ("\"bm\" e4;", "`\"bm\"` is not an opcode"),
        ("b.m e4;", "`b.m` is not an opcode"),
        ("id \"a;", "id: unmatched quotation mark: `\"a;`"),
        ("id a\"b;", "id: unmatched quotation mark: `a\"b`"),
        ("bm e4; bm d4;", "given twice: bm"),
        ("0 1 hmvc 3;", "given twice: the clocks (after the fields, and as `hmvc` or `fmvn`)"),
        ("bm;", "bm: expected moves, such as"),
        ("bm \"e4\";", "bm: expected moves without quotation marks, found `e4`"),
        ("bm e5;", "bm: `e5` is not a legal move here"),
        ("am xyzzy;", "am: `xyzzy` cannot be read as a move"),
        ("bm e4 dm 3;", "bm: `dm` cannot be read as a move"),
        ("sm e4 d4;", "sm: expected one move, found `e4 d4`"),
        ("dm 0;", "dm: expected a whole number other than 0, found `0`"),
        ("dm -0;", "dm: expected a whole number other than 0, found `-0`"),
        ("dm --2;", "dm: expected a whole number other than 0, found `--2`"),
        ("dm 1 2;", "dm: expected a whole number other than 0, found `1 2`"),
        ("dm;", "dm: expected a whole number other than 0, found ``"),
        ("bm #0;", "bm: `#0` cannot be read as a move"),
        ("bm #2 #3;", "given twice: the mate"),
        ("bm #2; dm 2;", "given twice: the mate"),
        ("sm Nf3; bm Nf6 Nf3;", "bm: `Nf6` is not a legal move here"),
        ("hmvc x;", "hmvc: expected a whole number, found `x`"),
        ("fmvn 99999999999;", "fmvn: expected a whole number, found"),
        ("variant;", "variant: expected the id of a variant"),
        ("variant a b;", "variant: expected the id of a variant, such as \"carrera\", found `a b`"),
    ] {
        let found = error(operations);
        assert!(found.contains(message), "{operations}: {found}");
    }
    let chess = Variant::named("chess").unwrap();
    let bad = split("8/8/8/8/8/8/8/8 w - - bm e4;").unwrap().unwrap();
    assert!(matches!(bad.read(chess), Err(EpdError::Fen(_))));
}

/// Found by fuzzing: such a line was written otherwise than it was read.
#[test]
fn an_end_of_line_in_a_text_is_a_space() {
    let variant = Variant::named("chess").unwrap();
    let line = split("4k3/8/8/8/8/8/8/4K3 w - - id \"one\rtwo\";").unwrap().unwrap();
    let read = line.read(variant).unwrap();
    assert_eq!(read.id.as_deref(), Some("one two"));
    assert_eq!(split(&write(&read)).unwrap().unwrap().read(variant).unwrap().id, read.id);
}
