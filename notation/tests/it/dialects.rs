//! Every dialect reads back what it writes, or refuses to write; detection; positions with the colors exchanged.

use campione_core::{Color, SplitMix64, Variant};
use campione_movegen::{Position, perft};
use campione_notation::dialect::Dialect;
use campione_notation::{fen, mirror, random};

/// Random positions of a variant, from random arrays if it has them.
fn each_position(id: &str, count: u32, mut each: impl FnMut(&Position)) {
    let variant = Variant::named(id).unwrap();
    let mut numbers = SplitMix64::new(7);
    for index in 0..count {
        let start = random::start(variant, &mut numbers);
        // Short games keep castling rights; long ones reach waiting pawns.
        let plies = if index % 3 == 0 { 0..=8 } else { 10..=120 };
        each(random::walk(&start, plies, &mut numbers).unwrap().position());
    }
}

/// Whether a dialect has a reason to refuse a position, judged by the native FEN only.
fn may_refuse(dialect: Dialect, text: &str, variant: Variant) -> bool {
    let fields: Vec<&str> = text.split(' ').collect();
    let waiting = fields.len() == 7;
    let leaps = variant.spec().king_leap.is_some() && fields[2].contains(['L', 'l']);
    let other_partners =
        variant.id().starts_with("herb-garden") && fields[2].contains(['B', 'C', 'J', 'K', 'b', 'c', 'j', 'k']);
    match dialect {
        Dialect::Xfen | Dialect::Shredder => false,
        Dialect::Chessv => waiting,
        Dialect::Fairy | Dialect::Xboard => waiting || leaps || other_partners,
        other => unreachable!("{other}: say what it cannot write"),
    }
}

#[test]
fn dialects_read_back_or_refuse() {
    for id in Variant::ids() {
        let (mut said, mut refused) = (0, 0);
        each_position(id, 150, |position| {
            let native = fen::write(position);
            for dialect in Dialect::ALL {
                for letters in [false, true] {
                    let at = || format!("{id} in {dialect}: {native}");
                    match dialect.write(position, letters) {
                        Ok(text) => {
                            assert_eq!(
                                dialect.read(&text, position.variant()).as_ref(),
                                Ok(position),
                                "{}: {text}",
                                at()
                            );
                            assert!(!may_refuse(dialect, &native, position.variant()), "{}: {text}", at());
                            if !matches!(dialect, Dialect::Xboard) {
                                let detected = Dialect::detect(&text, position.variant()).map(|(_, found)| found);
                                assert_eq!(detected.as_ref(), Ok(position), "{}: {text}", at());
                            }
                            said += 1;
                        }
                        Err(error) => {
                            assert!(may_refuse(dialect, &native, position.variant()), "{}: {error}", at());
                            refused += 1;
                        }
                    }
                }
            }
        });
        assert!(said >= 600, "{id}: {said} said, {refused} refused");
        assert_eq!(
            refused > 0,
            matches!(id, "archchess" | "arciscacchiere" | "courier-spiel") || id.starts_with("herb"),
            "{id}"
        );
    }
}

#[test]
fn mirrored_positions_have_the_same_games() {
    for id in Variant::ids() {
        each_position(id, 40, |position| {
            let other = mirror::mirror(position);
            assert_eq!(other.turn(), !position.turn());
            assert_eq!(perft(&other, 2), perft(position, 2), "{id}: {}", fen::write(position));
            assert_eq!(&mirror::mirror(&other), position);
        });
    }
    let variant = Variant::named("herb-garden").unwrap();
    let turned = mirror::mirror(&Position::start(variant));
    assert_eq!(turned.turn(), Color::Black);
    assert_eq!(turned.setup().board, Position::start(variant).setup().board);
}

#[track_caller]
fn detected(id: &str, text: &str, dialect: Dialect, native: &str) {
    let variant = Variant::named(id).unwrap();
    let (found, position) = Dialect::detect(text, variant).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((found, fen::write(&position).as_str()), (dialect, native));
}

#[test]
fn dialects_are_told_apart() {
    let rooks = "r4k3r/10/10/10/10/10/10/R4K3R";
    let native = format!("{rooks} w KQkq - 0 1");
    detected("capablanca", &native, Dialect::Xfen, &native);
    detected("capablanca", &format!("{rooks} w AJaj -"), Dialect::Shredder, &native);
    detected("capablanca", &format!("{rooks} w jJAa - 0 1"), Dialect::Shredder, &native);
    detected("capablanca", &format!("{rooks}[] w KQkq - 0 1"), Dialect::Fairy, &native);
    let champion = "r3Mk3r/10/10/10/10/10/10/R4K3R";
    let ours = "r3Ck3r/10/10/10/10/10/10/R4K3R b KQkq - 3 9";
    detected("modern-carrera", &format!("{champion} b KQkq - 3 9"), Dialect::Chessv, ours);
    let start = "rnbckqdbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBCKQDBNR";
    for castling in ["AJaj", "JAja", "KQkq"] {
        detected(
            "archchess",
            &format!("{start} w {castling} Kk - 0 1"),
            Dialect::Chessv,
            &format!("{start} w KQLkql - 0 1"),
        );
    }
    detected("archchess", &format!("{start} w AJaj k -"), Dialect::Chessv, &format!("{start} w KQkql - 0 1"));
    detected("archchess", &format!("{start} w AJLajl - 0 1"), Dialect::Shredder, &format!("{start} w KQLkql - 0 1"));
    detected("archchess", &format!("{start} w - - - 0 1"), Dialect::Chessv, &format!("{start} w - - 0 1"));
    // On twelve files, `L` is a file letter, not a marker.
    detected(
        "courier-spiel",
        "r4k5r/12/12/12/12/12/12/R4K5R w LAla - 0 1",
        Dialect::Shredder,
        "r4k5r/12/12/12/12/12/12/R4K5R w KQkq - 0 1",
    );
}

#[test]
fn a_mistyped_suffix_has_no_other_meaning() {
    let variant = Variant::named("crc").unwrap();
    let mistyped = "1r2k5/10/10/10/10/10/10/4K4R w Kb - 0 1";
    let error = Dialect::detect(mistyped, variant).unwrap_err().to_string();
    assert!(error.contains("`Kb` in `Kb`: the b-file is not on that side of White's king"), "{error}");
    assert!(Dialect::Fairy.read(mistyped, variant).is_ok());
}

#[test]
fn inner_rooks_beside_outer_ones() {
    // No dialect may read a letter after the marker of another right as its suffix.
    let variant = Variant::named("crc").unwrap();
    let rooks = "rr2k1r2r/10/10/10/10/10/10/RR2K1R2R";
    for castling in ["KQqb", "KQbkq", "Kqb", "KQqb", "KgQkqb", "KQkgqb", "KgQbkgqb", "kgqb", "Qk"] {
        let native = format!("{rooks} w {castling} - 0 1");
        // No rook attacks a king: the rooks on the other files attack only each other.
        let Ok(position) = fen::read(&native.replace("10/10/10", "6p3/10/6P3"), variant) else { panic!("{native}") };
        for dialect in Dialect::ALL {
            let text = dialect.write(&position, false).unwrap();
            assert_eq!(dialect.read(&text, variant).as_ref(), Ok(&position), "{castling} in {dialect}: {text}");
            let detected = Dialect::detect(&text, variant).map(|(_, found)| found);
            assert_eq!(detected.as_ref(), Ok(&position), "{castling} in {dialect}: {text}");
        }
    }
    let position =
        Dialect::Fairy.read(&format!("{rooks} w KBkb - 0 1").replace("10/10/10", "6p3/10/6P3"), variant).unwrap();
    assert!(fen::write(&position).contains(" w KQbkqb "), "{}", fen::write(&position));
}

#[test]
fn empty_squares_in_parts() {
    let variant = Variant::named("courier-spiel").unwrap();
    let position = fen::read("5k6/93/111111111111/12/75/12/4512/5K15 w - - 0 1", variant);
    assert!(position.is_err(), "4512 is too long for three digits");
    let position = fen::read("5k6/93/1a1/12/75/12/12/5K15 w - - 0 1", variant);
    assert!(position.is_err(), "no piece has the letter a");
    let position = fen::read("5k6/93/12/12/75/12/12/5K15 w - - 0 1", variant).unwrap();
    assert_eq!(fen::write(&position), "5k6/12/12/12/12/12/12/5K6 w - - 0 1");
}
