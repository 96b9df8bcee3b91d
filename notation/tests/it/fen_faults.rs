//! Each error that docs/NOTATION.md lists names its field and its reason. What the document accepts is accepted.

use campione_core::{Variant, VariantSpec};
use campione_notation::fen::{self, StartError};

/// The message for a FEN that must be rejected.
fn fault(variant: &str, text: &str) -> String {
    let variant = Variant::named(variant).unwrap();
    match fen::read(text, variant) {
        Ok(position) => panic!("{text} was read as {}", fen::write(&position)),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn rejects(variant: &str, text: &str, field: &str, reason: &str) {
    let message = fault(variant, text);
    let start = format!("bad FEN `{text}`: {field}: ");
    assert!(message.starts_with(&start) || message.contains(&format!("; {field}: ")), "{message}");
    assert!(message.contains(reason), "{message}");
}

/// Reads a FEN and returns how it is written.
#[track_caller]
fn rewritten(variant: &str, text: &str) -> String {
    let variant = Variant::named(variant).unwrap();
    fen::write(&fen::read(text, variant).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn kings() {
    rejects("capablanca", "10/10/10/10/10/10/10/4K5 w - - 0 1", "placement", "Black has 0 kings");
    rejects("capablanca", "4k5/10/10/10/10/10/10/3KK5 w - - 0 1", "placement", "White has 2 kings");
}

#[test]
fn the_side_not_to_move_may_not_be_in_check() {
    rejects("carrera", "4k5/10/10/4R5/10/10/10/4K5 w - - 0 1", "side to move", "Black is in check but not to move");
    rejects("capablanca", "10/10/10/4k5/4K5/10/10/10 w - - 0 1", "side to move", "in check");
    assert_eq!(rewritten("carrera", "4k5/10/10/4R5/10/10/10/4K5 b - - 0 1"), "4k5/10/10/4R5/10/10/10/4K5 b - - 0 1");
}

#[test]
fn pawns_where_they_cannot_be() {
    rejects("gothic", "4k5/10/10/10/10/10/10/4KP4 w - - 0 1", "placement", "White pawn cannot stand on f1");
    rejects("gothic", "4kp4/10/10/10/10/10/10/4K5 w - - 0 1", "placement", "Black pawn cannot stand on f8");
    rejects("gothic", "4kP4/10/10/10/10/10/10/4K5 w - - 0 1", "placement", "f8, where it promotes");
    rejects("courier-spiel", "P4k6/12/12/12/12/12/12/5K6 w - - 0 1", "waiting pawns", "must be listed, such as `a8:0`");
    rejects("courier-spiel", "5k6/12/12/12/12/12/12/p4K6 w - - 0 1", "waiting pawns", "pawn on a1");
    rejects("courier-spiel", "p4k6/12/12/12/12/12/12/5K6 w - - 0 1", "placement", "own first rank");
}

#[test]
fn waiting_pawns() {
    let with = |list: &str| format!("P2k3P4/12/12/12/12/12/12/p2K8 w - - 0 1 {list}");
    for (list, reason) in [
        ("a8:0,h8:0,a1:3", "`a1:3` is not of the form"),
        ("a8:0,h8:0,a1", "`a1` is not of the form"),
        ("a8:0,h8:0,z1:0", "`z1:0` is not of the form"),
        ("a8:0,h8:0,a1:0,a8:0", "a8 is listed twice"),
        ("a8:0,h8:0,a1:0,b8:0", "no pawn stands on b8"),
        ("a8:1,h8:0,a1:0", "the waits of White must not fall"),
        ("a8:2,h8:2,a1:0", "only 0 may occur twice"),
        ("a8:1,h8:1,a1:0", "only 0 may occur twice"),
        ("a8:0,h8:0", "the Black pawn on a1"),
        ("-", "must be listed"),
    ] {
        rejects("courier-spiel", &with(list), "waiting pawns", reason);
    }
    let good = with("a1:0,a8:1,h8:2");
    assert_eq!(rewritten("courier-spiel", &good), good);
    assert_eq!(
        rewritten("courier-spiel", "3k8/12/12/12/12/12/12/3K8 w - - 0 1 -"),
        "3k8/12/12/12/12/12/12/3K8 w - - 0 1"
    );
    let message = fault("carrera", "4k5/10/10/10/10/10/10/4K5 w - - 0 1 -");
    assert!(message.contains("fields: 7 found, but a FEN of carrera has 3 to 6"), "{message}");
}

#[test]
fn rights_that_name_nobody() {
    rejects(
        "capablanca",
        "4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1",
        "castling",
        "White has no right with a partner on j1",
    );
    rejects("capablanca", "5k4/10/10/10/10/10/10/R4K3N w KQ - 0 1", "castling", "partner on j1");
    rejects("capablanca", "5k4/10/10/10/10/10/10/r4K3R w KQ - 0 1", "castling", "partner on a1");
    rejects("carrera", "5k4/10/10/10/10/10/10/R4K3R w K - 0 1", "castling", "there is no castling in carrera");
    rejects("carrera", "5k4/10/10/10/10/10/10/R4K3R w A - 0 1", "castling", "there is no castling in carrera");
    for (marker, side) in [('K', "last"), ('Q', "first")] {
        let mut spec = VariantSpec { id: "one-side".to_owned(), ..VariantSpec::built_in("chess").unwrap() };
        let castling = &mut spec.castling[&'O'];
        *if marker == 'K' { &mut castling.toward_last_file } else { &mut castling.toward_first_file } = None;
        let variant = Variant::compile(spec).unwrap();
        let faults = fen::read("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", variant).unwrap_err().to_string();
        let words = format!("`{marker}` in `KQ`: there is no castling toward the {side} file in one-side");
        assert!(faults.contains(&words), "{faults}");
    }
    rejects("archchess", "4k5/10/10/10/10/10/10/10/10/5K4 w L - 0 1", "castling", "no right to a king's leap");
    rejects("crc", "5k4/10/10/10/10/10/10/R4K3N w K - 0 1", "castling", "White has no rook on that side");
    rejects("crc", "5k4/10/10/10/10/5K4/10/R8R w K - 0 1", "castling", "White's king is not on its first rank");
    rejects("crc", "5k4/10/10/10/10/10/10/R4K3R w Kb - 0 1", "castling", "b-file is not on that side");
    rejects("crc", "5k4/10/10/10/10/10/10/R4K3R w Kh - 0 1", "castling", "partner on h1");
    rejects("crc", "5k4/10/10/10/10/10/10/R3RK3R w AA - 0 1", "castling", "same right is given twice");
    rejects("crc", "5k4/10/10/10/10/10/10/R3RK3R w AE - 0 1", "castling", "partner on e1");
    rejects("capablanca", "5k4/10/10/10/10/10/10/R4K3R w KaQ - 0 1", "castling", "that rook starts on the j-file");
    rejects(
        "capablanca",
        "5k4/10/10/10/10/10/10/R4K3R w B - 0 1",
        "castling",
        "can castle with pieces on j1, a1 alone",
    );
    rejects("capablanca", "5k4/10/10/10/10/10/10/R4K3R w K? - 0 1", "castling", "neither a marker nor a file");
}

#[test]
fn suffixes_and_file_letters() {
    let with = |field: &str| format!("r1r1k2r1r/10/10/10/10/10/10/R1R1K2R1R b {field} - 0 1");
    let crc = |field: &str| rewritten("crc", &with(field));
    for (read, written) in [
        ("KQkq", "KQkq"),
        ("KhQckhqc", "KhQckhqc"),
        ("KHQC", "KhQc"),
        ("kHqC", "khqc"),
        ("JAja", "KQkq"),
        ("hcHC", "KhQckhqc"),
        ("KJ", "K"),
        ("Qk", "Qk"),
        ("-", "-"),
    ] {
        assert_eq!(crc(read), with(written), "{read}");
    }
}

#[test]
fn file_letters_of_the_other_side_behind_a_marker() {
    // python-chess writes inner rooks so: the letter is a separate right if the marker needs no suffix.
    let (one, two) = ("1r2k2r", "rr2k2r");
    for (black, white, read, written) in [
        (two, "1R2K2R", "KQb", "KQqb"),
        (two, "R3K2R", "KQb", "KQqb"),
        (two, "R3K2R", "Kb", "Kqb"),
        ("1r2k2r", "RR2K2R", "kqB", "Qbkq"),
        // The other color's right on that side is given already, so the letter is a suffix.
        (two, "1R2K2R", "KQbq", "KQq"),
        (two, "1R2K2R", "qKQb", "KQq"),
        // The marker needs the suffix.
        (two, "RR2K2R", "KQb", "KQb"),
        (one, "1R2K2R", "KQB", "KQ"),
        ("4k3", "1R2K2R", "KQb", "KQ"),
    ] {
        let with = |field: &str| format!("{black}/8/8/8/8/8/8/{white} w {field} - 0 1");
        assert_eq!(rewritten("chess960", &with(read)), with(written), "{read}");
    }
    let with = |field: &str| format!("1r2k2r/8/8/8/8/8/8/1R2K2R w {field} - 0 1");
    rejects("chess960", &with("KQb"), "castling", "`Qb` in `KQb`: it may be White's right with the rook on b1, or");
    rejects("chess960", &with("KQb"), "castling", "such as `B` and `b`");
    assert_eq!(rewritten("chess960", &with("HBb")), with("KQq"));
    let crc = "5k2r1/10/10/10/10/10/10/5K2R1 w Ki - 0 1";
    rejects("crc", crc, "castling", "name each rook by the letter of its file");
    assert_eq!(
        rewritten("crc", &crc.replace("2r1", "1rr1").replace("Ki", "Kh")),
        crc.replace("2r1", "1rr1").replace("Ki", "Kkh")
    );
}

#[test]
fn herb_garden_names_rights_by_file() {
    let king = "5k6/12/12/12/12/12/R5K4R w";
    rejects("herb-garden", &format!("{king} K - 0 1"), "castling", "White has no right with a partner on k1");
    rejects("herb-garden", &format!("{king} Q - 0 1"), "castling", "by the file letters of the partners");
    rejects("herb-garden", &format!("{king} D - 0 1"), "castling", "pieces on a1, b1, c1, j1, k1, l1 alone");
    assert_eq!(rewritten("herb-garden", &format!("{king} LA - 0 1")), format!("{king} AL - 0 1"));
    let check = "5k6/12/12/3b8/12/12/R5K4R w AL - 0 1";
    rejects("herb-garden", check, "castling", "White is in check and so has lost its rights");
    assert_eq!(rewritten("herb-garden-2002b", check), check);
    // The rights of the side that is not in check are kept.
    assert_eq!(
        rewritten("herb-garden", "r4k5r/12/12/3b8/12/12/R5K4R w al - 0 1"),
        "r4k5r/12/12/3b8/12/12/R5K4R w al - 0 1"
    );
}

#[test]
fn archchess_rights_are_independent() {
    let fen = |field: &str| format!("r3k4r/10/10/10/10/10/10/10/10/R3K4R w {field} - 0 1");
    for field in ["KQLkql", "L", "Kl", "Qk", "-"] {
        assert_eq!(rewritten("archchess", &fen(field)), fen(field));
    }
    assert_eq!(rewritten("archchess", &fen("lqkLQK")), fen("KQLkql"));
    assert_eq!(rewritten("archchess", &fen("QaKj")), fen("KQ"));
    assert_eq!(rewritten("archchess", &fen("AJaj")), fen("KQkq"));
}

#[test]
fn en_passant() {
    let white = |square: &str| format!("4k5/10/10/3Pp5/10/10/10/4K5 w - {square} 0 1");
    assert_eq!(rewritten("gothic", &white("e6")), white("e6"));
    rejects("gothic", &white("f6"), "en passant", "no pawn stands before it");
    rejects("gothic", &white("e5"), "en passant", "not on the rank that pawns pass");
    rejects("gothic", &white("e3"), "en passant", "not on the rank that pawns pass");
    rejects("gothic", &white("k6"), "en passant", "`k6` is not a square of the board");
    rejects("gothic", &white("e9"), "en passant", "`e9` is not a square of the board");
    rejects("gothic", &white("x"), "en passant", "`x` is not a square");
    rejects("gothic", "4k5/10/4n5/3Pp5/10/10/10/4K5 w - e6 0 1", "en passant", "it is occupied");
    rejects("gothic", "4k5/4n5/10/3Pp5/10/10/10/4K5 w - e6 0 1", "en passant", "start square is occupied");
    // Plain FEN gives a square after every double step: it is read and dropped.
    assert_eq!(rewritten("gothic", "4k5/10/10/4p5/10/10/10/4K5 w - e6 0 1"), "4k5/10/10/4p5/10/10/10/4K5 w - - 0 1");
    rejects("carrera", &white("e6"), "en passant", "carrera has no en passant");
    // No wrap-around from the last file to the first.
    assert_eq!(
        rewritten("courier-spiel", "5k6/12/12/P10p/12/12/12/5K6 w - l6 0 1"),
        "5k6/12/12/P10p/12/12/12/5K6 w - - 0 1"
    );
}

#[test]
fn fields_and_clocks() {
    let fields = |text: &str| {
        let message = fault("gothic", text);
        assert!(message.contains("fields: "), "{message}");
    };
    fields("");
    fields("4k5/10/10/10/10/10/10/4K5");
    fields("4k5/10/10/10/10/10/10/4K5 w");
    fields("4k5/10/10/10/10/10/10/4K5 w - - 0 1 2");
    assert_eq!(rewritten("gothic", "4k5/10/10/10/10/10/10/4K5 w - -"), "4k5/10/10/10/10/10/10/4K5 w - - 0 1");
    assert_eq!(rewritten("gothic", "4k5/10/10/10/10/10/10/4K5 w -"), "4k5/10/10/10/10/10/10/4K5 w - - 0 1");
    assert_eq!(rewritten("gothic", "4k5/10/10/10/10/10/10/4K5 w - - 7"), "4k5/10/10/10/10/10/10/4K5 w - - 7 1");
    rejects("gothic", "4k5/10/10/10/10/10/10/4K5 w - - x", "half-move clock", "`x` is not a number");
    rejects("gothic", "4k5/10/10/10/10/10/10/4K5 x - - 0 1", "side to move", "`x` is neither");
    for bad in ["-1", "+1", "1.5", "x", "99999999999"] {
        rejects("gothic", &format!("4k5/10/10/10/10/10/10/4K5 w - - {bad} 1"), "half-move clock", bad);
        rejects("gothic", &format!("4k5/10/10/10/10/10/10/4K5 w - - 0 {bad}"), "move number", bad);
    }
}

#[test]
fn all_faults_at_once() {
    let message = fault("gothic", "4k5/10/10/10/10/10/10/4Kx4 z ? e9 a b");
    for field in ["placement: rank 1", "side to move: ", "en passant: ", "half-move clock: ", "move number: "] {
        assert!(message.contains(field), "{message}");
    }
    let message = fault("courier-spiel", "P2kk7/12/12/12/12/12/12/P11 w K a3 0 1");
    for part in
        ["White has 0 kings", "Black has 2 kings", "own first rank", "must be listed", "castling: ", "en passant: "]
    {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn numbered_arrays() {
    let crc = Variant::named("crc").unwrap();
    let start = |text: &str| fen::read_numbered(text, crc).map(|position| fen::write(&position));
    assert_eq!(start("crc:1").unwrap(), "aqbbcnnrkr/pppppppppp/10/10/10/10/PPPPPPPPPP/AQBBCNNRKR w KQkq - 0 1");
    assert!(start("crc:0").unwrap_err().to_string().contains("expected 1 to 48000"));
    assert!(start("crc:48001").unwrap_err().to_string().contains("expected 1 to 48000"));
    assert!(start("crc:99999999999").unwrap_err().to_string().contains("no start array 99999999999: expected 1 to"));
    for text in ["crc:", "crc:x", "crc:+5", "crc:-1", "crc:5 "] {
        assert!(start(text).unwrap_err().to_string().contains("is not a whole number: expected 1 to 48000"), "{text}");
    }
    assert!(start("crc").unwrap_err().to_string().contains("is not the name of a start array"));
    assert!(
        start("chess960:1").unwrap_err().to_string().contains("is a start array of chess960, but the variant is crc")
    );
    assert!(start("gothic:1").unwrap_err().to_string().contains("only crc and chess960 have numbers"));
    assert!(start("chess961:1").unwrap_err().to_string().contains("did you mean chess960"));
    let gothic = Variant::named("gothic").unwrap();
    assert!(matches!(fen::read_numbered("gothic:1", gothic), Err(StartError::NotNumbered { .. })));
    assert!(matches!(fen::read_numbered("crc:1", gothic), Err(StartError::OtherGame { .. })));
}

#[test]
fn another_board_is_said_once() {
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    let message = fault("gothic", chess);
    assert_eq!(message, format!("bad FEN `{chess}`: placement: its board is 8x8, but gothic is played on 10x8"));
    // Even if the number of fields is wrong too.
    rejects("gothic", "5k6/12/12/12/12/12/12/5K6 w - - 0 1 -", "placement", "its board is 12x8");
}
