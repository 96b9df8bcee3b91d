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
fn each_fault_names_its_field_and_what_is_no_fault_is_read() {
    let rows = include_str!("../faults.tsv").lines().filter(|row| !row.starts_with('#'));
    let (mut faults, mut read) = (0, 0);
    for row in rows {
        match row.split('\t').collect::<Vec<_>>()[..] {
            [id, text, field, reason] => {
                rejects(id, text, field, reason);
                faults += 1;
            }
            [id, text, written] => {
                assert_eq!(rewritten(id, text), written, "{row}");
                read += 1;
            }
            _ => panic!("{row}"),
        }
    }
    assert_eq!((faults, read), (44, 16));
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
    let message = fault("carrera", "4k5/10/10/10/10/10/10/4K5 w - - 0 1 -");
    assert!(message.contains("fields: 7 found, but a FEN of carrera has 3 to 6"), "{message}");
}

#[test]
fn rights_that_name_nobody() {
    for (marker, side) in [('K', "last"), ('Q', "first")] {
        let mut spec = VariantSpec { id: "one-side".to_owned(), ..VariantSpec::built_in("chess").unwrap() };
        let castling = &mut spec.castling[&'O'];
        *if marker == 'K' { &mut castling.toward_last_file } else { &mut castling.toward_first_file } = None;
        let variant = Variant::compile(spec).unwrap();
        let faults = fen::read("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", variant).unwrap_err().to_string();
        let words = format!("`{marker}` in `KQ`: there is no castling toward the {side} file in one-side");
        assert!(faults.contains(&words), "{faults}");
    }
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
    let crc = "5k2r1/10/10/10/10/10/10/5K2R1 w Ki - 0 1";
    assert_eq!(
        rewritten("crc", &crc.replace("2r1", "1rr1").replace("Ki", "Kh")),
        crc.replace("2r1", "1rr1").replace("Ki", "Kkh")
    );
}

#[test]
fn archchess_rights_are_independent() {
    let fen = |field: &str| format!("r3k4r/10/10/10/10/10/10/10/10/R3K4R w {field} - 0 1");
    for field in ["KQLkql", "L", "Kl", "Qk", "-"] {
        assert_eq!(rewritten("archchess", &fen(field)), fen(field));
    }
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
}
