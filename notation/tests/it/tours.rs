//! A tour of each variant: positions in every dialect, their moves in every notation, and every message. They are
//! snapshots that were checked by eye against docs/NOTATION.md (`cargo xtask snapshots`).

use std::fmt::Write;

use campione_core::Variant;
use campione_movegen::Position;
use campione_notation::dialect::Dialect;
use campione_notation::moves::{self, MoveNotation};
use campione_notation::{fen, mirror, why};

/// Writes a position in every dialect, the position with colors exchanged, and its legal moves in every notation.
fn stop(text: &mut String, title: &str, position: &Position) {
    let _ = writeln!(text, "## {title}");
    for dialect in Dialect::ALL {
        let written = dialect.write(position, false).unwrap_or_else(|error| format!("({error})"));
        let _ = writeln!(text, "{:9} {written}", dialect.name());
    }
    for dialect in [Dialect::Fairy, Dialect::Xboard] {
        if let Ok(written) = dialect.write(position, true)
            && Dialect::write(dialect, position, false).as_ref() != Ok(&written)
        {
            let _ = writeln!(text, "{:9} {written}", format!("{dialect} 960"));
        }
    }
    let _ = writeln!(text, "{:9} {}\n", "mirror", fen::write(&mirror::mirror(position)));
    let mut rows: Vec<[String; COLUMNS]> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            MoveNotation::ALL.map(|notation| notation.write(mv, position).unwrap_or_else(|_| "(not said)".to_owned()))
        })
        .collect();
    rows.sort();
    let _ = writeln!(text, "{}", line(&MoveNotation::ALL.map(|notation| notation.name().to_owned())));
    for mut row in rows {
        // Coordinates that equal the first column are shown as a ditto mark.
        let (uci, others) = row.split_at_mut(1);
        for (text, notation) in others.iter_mut().zip(&MoveNotation::ALL[1..]) {
            if *text == uci[0] && !matches!(notation, MoveNotation::San | MoveNotation::Lan) {
                "\"".clone_into(text);
            }
        }
        let _ = writeln!(text, "{}", line(&row));
    }
    text.push('\n');
}

/// A column for each notation.
const COLUMNS: usize = MoveNotation::ALL.len();

fn line(row: &[String; COLUMNS]) -> String {
    let mut line = String::new();
    for (text, notation) in row.iter().zip(MoveNotation::ALL) {
        let width = match notation {
            MoveNotation::Uci => 12,
            MoveNotation::Crc => 9,
            MoveNotation::Uci960 => 11,
            MoveNotation::San | MoveNotation::Lan => 15,
            // The last one: spaces behind it are trimmed.
            MoveNotation::Xboard => 8,
            other => panic!("tours.rs has no width for the column of {other}"),
        };
        let _ = write!(line, "{text:width$} ");
    }
    line.trim_end().to_owned()
}

/// The stops of each variant's tour: a title and a FEN.
const TOURS: &[(&str, &[(&str, &str)])] = &[
    (
        "carrera",
        &[
            ("start", "startpos"),
            ("double step barred in check", "4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1"),
            ("promotion to a queen alone, two champions, capture", "1r2k5/P9/10/10/C6C2/10/10/4K5 w - - 0 1"),
            ("Black promotes", "4k5/10/10/10/10/10/p9/1R2K5 b - - 7 40"),
        ],
    ),
    ("carrera-qac", &[("promotion to queen, centaur or champion", "1r2k5/P9/10/10/10/10/10/4K5 w - - 0 1")]),
    (
        "modern-carrera",
        &[
            ("castling of White", "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1"),
            ("castling of Black, one right gone", "r4k3r/10/10/10/10/10/10/5K4 b q - 0 1"),
            ("en passant and promotions", "1r3k4/P9/10/3pP5/10/10/10/5K4 w - d6 0 1"),
        ],
    ),
    (
        "archchess",
        &[
            ("free castling and leap of White", "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1"),
            ("free castling and leap of Black", "r3k4r/10/10/10/10/10/10/10/10/4K5 b kql - 0 1"),
            ("the leap alone", "4k5/10/10/10/10/10/10/10/4P5/3QKB4 w L - 0 1"),
            ("castling out of check", "5k4/10/10/10/10/10/10/4r5/10/R3K4R w KQL - 0 1"),
            ("a square that may not be crossed", "4k5/10/10/10/10/10/10/10/5r4/R3K4R w KQL - 0 1"),
            ("Black's double step barred in check", "4k5/1p8/10/2P7/B9/10/10/10/10/4K5 b - - 0 1"),
            ("origins on rank 10", "3C1C4/10/10/3C6/10/9k/10/10/10/4K5 w - - 0 1"),
            ("rank 10", "1r3k4/P3C5/10/4C5/10/10/10/10/10/4K5 w - - 0 1"),
        ],
    ),
    ("arciscacchiere", &[("lame leaps", "4k5/10/10/10/10/3P6/3CP5/10/10/4K5 w - - 0 1")]),
    (
        "herb-garden",
        &[
            ("start", "startpos"),
            ("castling of White", "7k4/12/12/12/12/12/R5K4R w AL - 0 1"),
            ("championing of White", "7k4/12/12/12/12/12/1H4K3H1 w BK - 0 1"),
            ("centauring of White", "7k4/12/12/12/12/12/2E3K2E2 w CJ - 0 1"),
            ("castling of Black", "r4k5r/12/12/12/12/12/4K7 b al - 0 1"),
            ("championing of Black", "1h3k4h1/12/12/12/12/12/4K7 b bk - 0 1"),
            ("centauring of Black", "2e2k3e2/12/12/12/12/12/4K7 b cj - 0 1"),
            ("promotions and en passant on twelve files", "1r3k6/11P/12/10pP/12/12/6K5 w - k5 0 1"),
        ],
    ),
    ("herb-garden-2002b", &[("rights outlive a check", "5k6/12/12/12/6q5/12/R4NK4R w AL - 0 1")]),
    (
        "crc",
        &[
            ("the king goes one square", "4k5/10/10/10/10/10/10/RK7R w KQ - 0 1"),
            ("castling by one square and far", "4k5/10/10/10/10/10/10/R6K1R w KQ - 0 1"),
            ("the king stays on c", "6k3/10/10/10/10/10/10/R1K6R w KQ - 0 1"),
            ("castling of Black", "r7kr/10/10/10/10/10/10/4K5 b kq - 0 1"),
            ("outer and inner rights", "4k5/10/10/10/10/10/10/RR2K1R2R w KQb - 0 1"),
            ("the king stays", "4k5/10/10/10/10/10/10/R7KR w KQ - 0 1"),
            ("inner rooks", "1r1r2k1rr/6p3/10/10/10/10/10/RR2K1R2R w KgQbkiqd - 0 1"),
            ("inner rooks of White", "4k5/10/10/10/10/10/10/RR2K1R2R w KgQb - 0 1"),
        ],
    ),
    (
        "courier-spiel",
        &[
            ("castling of White", "6k5/12/12/12/12/12/12/R4K5R w KQ - 0 1"),
            ("a pawn arrives and waits", "9k2/4P7/12/12/12/12/12/5K6 w - - 0 1"),
            (
                "a queen, rook or any lost piece at the start of the turn",
                "4P4k2/12/12/12/12/12/12/R1N2K6 w - - 0 1 e8:0",
            ),
            ("pawns of both wait", "4P4k2/12/12/12/12/12/12/1pN2K6 w - - 0 1 e8:1,b1:2"),
            ("Black's pawn has waited, and only rooks are lost", "1nbcukqfcbn1/12/12/12/12/12/4K7/9p2 b - - 9 40 j1:0"),
            ("two pawns have waited: the first promotes", "RNBCUKQFCBNR/12/12/12/12/12/2k9/pp10 b - - 0 1 a1:0,b1:0"),
            ("a capture that promotes Black's pawn at once", "rnbcukqfcbnr/12/12/12/12/R11/5K6/p11 w - - 0 1 a1:0"),
            ("en passant", "5k6/12/12/10Pp/12/12/12/5K6 w - l6 0 1"),
            ("castling with a promotion", "4P5k1/12/12/12/12/12/12/5K5R w K - 0 1 e8:0"),
        ],
    ),
    (
        "capablanca",
        &[
            ("castling", "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1"),
            ("knights", "4k5/10/10/10/10/1N3N4/10/1N3K4 w - - 0 1"),
            ("a pinned twin needs no file", "4r1k3/10/10/10/1N8/10/4N5/4K5 w - - 0 1"),
            ("archbishops and chancellors", "7k2/10/10/10/A4A4/10/10/1C3K2C1 w - - 0 1"),
        ],
    ),
    ("gothic", &[("castling of Black", "r4k3r/10/10/10/10/10/10/5K4 b kq - 0 1")]),
    ("embassy", &[("castling from the e-file", "4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1")]),
    (
        "janus",
        &[
            ("januses", "4k5/10/10/10/1J3J4/10/10/4K5 w - - 0 1"),
            ("castling from the e-file to b or i", "4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1"),
            ("castling of Black", "r3k4r/10/10/10/10/10/10/4K5 b kq - 0 1"),
        ],
    ),
    ("bird", &[("castling", "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1")]),
    (
        "chess",
        &[
            ("castling", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
            ("mate", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"),
        ],
    ),
    (
        "chess960",
        &[("castling", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ("inner rook", "4k3/8/8/8/8/8/8/1R1K1R1R w KfQ - 0 1")],
    ),
];

#[test]
fn tours() {
    let ids: Vec<&str> = TOURS.iter().map(|(id, _)| *id).collect();
    let missing: Vec<&str> = Variant::ids().filter(|id| !ids.contains(id)).collect();
    assert!(missing.is_empty(), "variants without a tour in TOURS of notation/tests/it/tours.rs: {missing:?}");
    let mut text = String::new();
    for (id, stops) in TOURS {
        let variant = Variant::named(id).unwrap();
        let _ = writeln!(text, "# {id}\n");
        for (title, place) in *stops {
            let position = if *place == "startpos" { Ok(Position::start(variant)) } else { fen::read(place, variant) };
            stop(&mut text, title, &position.unwrap_or_else(|error| panic!("{id}: {error}")));
        }
    }
    insta::assert_snapshot!("tours", text);
}

#[test]
fn messages_about_positions() {
    let mut text = String::new();
    for (id, dialect, bad) in [
        ("archchess", Dialect::Xfen, "4k5/10/10/10/10/10/10/10/10/R3K4R w KQLL - 0 1"),
        ("archchess", Dialect::Xfen, "4k5/10/10/10/10/10/10/10/10/R3K4R w AJ X - 0 1"),
        ("archchess", Dialect::Chessv, "4k5/10/10/10/10/10/10/10/10/R3K4R w AJ Q - 0 1"),
        ("archchess", Dialect::Chessv, "4k5/10/10/10/10/10/10/10/10/R3K4R w AJ KK - 0 1"),
        ("archchess", Dialect::Chessv, "4k5/10/10/10/10/10/10/10/10/R3K4R w AJ - 0 1"),
        ("archchess", Dialect::Chessv, "4k5/10/10/10/10/10/10/10/10/R3K4R w AJ k e3 0 1"),
        ("archchess", Dialect::Xboard, "4k5/10/10/10/10/10/10/10/10/R3K4R w KQ e10 0 1"),
        ("capablanca", Dialect::Fairy, "4k5/10/10/10/10/10/10/R4K3R[Q] w KQ - 0 1"),
        ("capablanca", Dialect::Chessv, "4k5/10/10/10/10/10/10/R3MK3R w KQ"),
        ("courier-spiel", Dialect::Fairy, "4P5k1/12/12/12/12/12/12/5K5R w K - 0 1"),
        ("herb-garden", Dialect::Shredder, "5k6/12/12/12/12/12/R5K4R w KQ - 0 1"),
        ("crc", Dialect::Xfen, "4k5/10/10/10/10/10/10/R6K1R w KaQ - 0 1"),
        ("crc", Dialect::Xfen, "4k5/10/10/10/10/10/10/R6K1R w KgQ - 0 1"),
        ("gothic", Dialect::Xfen, "4k5/10/10/10/10/10/10/R4K3R w Ki - 0 1"),
    ] {
        let variant = Variant::named(id).unwrap();
        let answer = dialect
            .read(bad, variant)
            .map_or_else(|error| error.to_string(), |read| format!("read as {}", fen::write(&read)));
        let _ = writeln!(text, "{id}, {dialect}: {bad}\n  {answer}");
    }
    insta::assert_snapshot!("messages-positions", text);
}

#[test]
fn messages_about_moves() {
    let mut text = String::new();
    for (id, place, bad) in [
        (
            "capablanca",
            "4k5/2P7/10/10/10/1N3N4/10/5K4 w - - 0 1",
            &["Nd2", "Nd3", "c8", "c7c8", "c7c8k", "Qd2", "O-O", "e9", "xyz", "--", "1-0"][..],
        ),
        ("archchess", "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1", &["O-O", "O-O:i1j1", "e1i1", "e0g0", "Kg2"]),
        (
            "courier-spiel",
            "4P4k2/12/12/12/12/12/12/1N3K6 w - - 0 1 e8:0",
            &["Nc3", "e8=K:Nc3", "d8=Q:Nc3", "b1c3", "b1c3,e8k"],
        ),
        ("herb-garden", "7k4/12/12/12/12/12/R5K4R w AL - 0 1", &["H-H", "E - E - E", "g1k1"]),
        ("crc", "4k5/10/10/10/10/10/10/R6K1R w KQ - 0 1", &["h1g1k", "O-O:i1g1"]),
    ] {
        let variant = Variant::named(id).unwrap();
        let position = fen::read(place, variant).unwrap();
        let _ = writeln!(text, "{id}: {place}");
        for mv in bad {
            let error = moves::read(mv, &position).expect_err("a bad move");
            let _ = writeln!(text, "  {error}");
            for reason in why::explain(mv, &position).map(|explanation| explanation.reasons).unwrap_or_default() {
                let _ = writeln!(text, "    why: {reason} ({})", reason.source);
            }
        }
    }
    insta::assert_snapshot!("messages-moves", text);
}
