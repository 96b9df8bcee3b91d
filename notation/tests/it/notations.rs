//! Moves in every notation: the table of docs/NOTATION.md, checked by hand, and properties of all legal moves of random
//! games.

use campione_core::{Role, SplitMix64, Variant};
use campione_movegen::{Move, MoveKind, Position};
use campione_notation::dialect::Dialect;
use campione_notation::moves::{self, MoveFault, MoveNotation};
use campione_notation::{fen, random, san, why};
use campione_variants::FromToml as _;

use crate::sample;

use MoveNotation::{Crc, San, Uci, Uci960, Xboard};

#[test]
fn moves_as_each_notation_writes_them() {
    let mut count = 0;
    for row in include_str!("../moves.tsv").lines().filter(|row| !row.starts_with('#')) {
        let [id, text, uci, written @ ..] = &row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let position = fen::read(text, Variant::named(id).unwrap()).unwrap();
        let mv = MoveNotation::Uci.read(uci, &position).unwrap_or_else(|error| panic!("{row}: {error}"));
        for (notation, expected) in written.iter().map(|written| written.split_once(' ').unwrap()) {
            let notation: MoveNotation = notation.parse().unwrap();
            assert_eq!(notation.write(mv, &position).as_deref(), Ok(expected), "{row}");
            assert_eq!(notation.read(expected, &position), Ok(mv), "{row}");
            count += 1;
        }
    }
    assert_eq!(count, 123);
}

#[test]
fn the_table_of_archchess() {
    let open = "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1";
    let position = |text| fen::read(text, Variant::named("archchess").unwrap()).unwrap();
    let open = position(open);
    let castling = moves::read("e1i1,j1g1", &open).unwrap();
    assert!(Xboard.write(castling, &open).unwrap_err().to_string().contains("targets of the player's choice"));
    // Without squares a free castling is ambiguous, unless only one is legal.
    let error = moves::read("O-O", &open).unwrap_err();
    assert_eq!((error.fault, error.candidates.len()), (MoveFault::Ambiguous, 15));
    assert!(error.to_string().starts_with("`O-O` may be O-O:f1e1+ or O-O:g1e1+ or "), "{error}");
    let error = moves::read("e1i1", &open).unwrap_err();
    assert!(error.fault == MoveFault::Illegal && error.candidates.contains(&"e1i1,j1g1".to_owned()), "{error}");
}

#[test]
fn promotions_at_the_start_of_a_turn() {
    let text = "4P3k3/12/12/12/12/12/12/1N3K6 w - - 0 1 e8:0";
    let variant = Variant::named("courier-spiel").unwrap();
    let position = fen::read(text, variant).unwrap();
    let mv = moves::read("e8Q:Nc3", &position).unwrap();
    assert!(Xboard.write(mv, &position).unwrap_err().to_string().contains("promotion at the start of a turn"));
    assert_eq!(moves::read("Nc3", &position).unwrap_err().fault, MoveFault::Illegal);
}

#[test]
fn reading_is_wider_than_writing() {
    let read = |variant: &str, text: &str, wide: &[&str], uci: &str| {
        let variant = Variant::named(variant).unwrap();
        let position = fen::read(text, variant).unwrap();
        let mv = MoveNotation::Uci.read(uci, &position).unwrap();
        for text in wide {
            assert_eq!(moves::read(text, &position), Ok(mv), "{text}");
        }
    };
    let open = "r4k4/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQ - 0 1";
    let castlings = ["O-O", "O - O", "0-0", "0 - 0", "O -O+", "f1i1", "f1i1k", "f1j1", "O-O#", "O-O!"];
    read("modern-carrera", open, &castlings, "f1i1");
    read("modern-carrera", open, &["O - O - O", "0-0-0", "f1a1"], "f1c1");
    read("herb-garden", "5k6/12/12/12/12/12/2E3K5 w C - 0 1", &["E - E - E", "E-E-E+"], "g1e1");
    read("archchess", "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1", &["0-0:i1g1", "O - O:i1g1"], "e1i1,j1g1");
    let steps = "4k5/2P7/10/3pP5/10/1N8/10/5K4 w - d6 0 1";
    read(
        "capablanca",
        steps,
        &["Nd2", "Nbd2", "N3d2", "Nb3d2", "Nb3-d2", "Nxd2", "Nd2+", "Nd2#", "Nb3xd2", "Nd2!?"],
        "b3d2",
    );
    read(
        "capablanca",
        steps,
        &["exd6", "ed6", "e5d6", "e5xd6", "exd6 e.p.", "exd6e.p.", "xd6", "Pexd6", "exd6+ e.p."],
        "e5d6",
    );
    read("capablanca", steps, &["c8=C", "c8C", "cc8=C", "c7-c8=C+", "c8=C#", "c7c8c", "c7c8C", "Pc8=C"], "c7c8c");
}

#[test]
fn bad_moves_say_what_may_be_meant() {
    let variant = Variant::named("capablanca").unwrap();
    let position = fen::read("4k5/2P7/10/10/10/1N3N4/10/5K4 w - - 0 1", variant).unwrap();
    let error = |text: &str| moves::read(text, &position).unwrap_err();
    assert_eq!(error("Nd2").to_string(), "`Nd2` may be Nbd2 or Nfd2");
    let illegal = error("Nd3");
    assert_eq!(illegal.fault, MoveFault::Illegal);
    assert!(illegal.candidates.contains(&"Na1".to_owned()) && illegal.candidates.iter().all(|mv| mv.starts_with('N')));
    assert_eq!(error("c8").candidates, ["c8=A", "c8=B", "c8=C+", "c8=N", "c8=Q+", "c8=R+"].map(str::to_owned));
    assert_eq!(error("c7c8").candidates.len(), 6);
    for text in
        ["", "x", "Nz9", "Jd2", "e", "O-", "O-O:", "O-O:i1", "Nd22", "N", "e8=", "é4", "d2é", "e1e", "b3d2,", "e8=Q:"]
    {
        assert_eq!(error(text).fault, MoveFault::Unreadable, "{text}");
    }
    assert_eq!(error("--").fault, MoveFault::Null);
    for text in ["O-O", "E-E", "b3d2k", "b3d2,a1b1", "b3d2,c8q", "e8=Q:Nd2", "Kf1", "a2a4", "l10"] {
        assert_eq!(error(text).fault, MoveFault::Illegal, "{text}");
    }
    assert!(Xboard.read("b0d1", &position).is_err(), "only boards of ten ranks are counted from 0");
}

/// Splits a piece's move in SAN before and after its origin: `Nb3xd2` is `N`, `b3`, `xd2`.
fn parts(text: &str) -> (&str, &str, &str) {
    let start = text.rfind(':').map_or(0, |colon| colon + 1);
    let body = &text[start..];
    let head = start + usize::from(body.starts_with(|c: char| c.is_ascii_uppercase()));
    let end = text[head..].find('=').map_or(text.trim_end_matches(['+', '#']).len(), |at| head + at);
    let target = text[..end].rfind(|c: char| c.is_ascii_lowercase()).unwrap_or(head);
    let before = text[head..target].strip_suffix('x').map_or(target, |origin| head + origin.len());
    (&text[..head], &text[head..before], &text[before..])
}

/// Checks that the moves of each role to each square are together all legal moves.
fn check_moves_to(position: &Position) {
    let role = |mv: &Move| match mv.turn_promotion() {
        Some(role) if position.waiting_pawns(position.turn()).next().is_some_and(|pawn| pawn.square == mv.from()) => {
            role
        }
        _ => position.role_at(mv.from()).unwrap(),
    };
    let mut legal = position.legal_moves().to_vec();
    let mut found = Vec::new();
    for square in position.variant().board() {
        for index in 0..position.variant().roles().len() {
            let wanted = Role::from_index(index).unwrap();
            let moves = position.legal_moves_to(wanted, square);
            assert!(moves.iter().all(|mv| mv.to() == square && role(mv) == wanted), "{}", fen::write(position));
            found.extend(moves);
        }
    }
    legal.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, legal, "{} {}", position.variant().id(), fen::write(position));
}

fn check_position(position: &Position) {
    let legal = position.legal_moves();
    check_moves_to(position);
    for &mv in &legal {
        for notation in MoveNotation::ALL {
            let text = match notation.write(mv, position) {
                Ok(text) => text,
                Err(error) => {
                    assert_eq!(error.notation, Xboard, "{error}");
                    assert!(mv.kind() == MoveKind::Castling || mv.turn_promotion().is_some(), "{error}");
                    continue;
                }
            };
            let at = || format!("{text} in {notation}, {} {}", position.variant().id(), fen::write(position));
            assert_eq!(notation.read(&text, position), Ok(mv), "{}", at());
            if notation != Xboard {
                assert_eq!(moves::read(&text, position), Ok(mv), "{}", at());
            }
            if notation == San {
                check_san(&text, mv, position);
            }
        }
    }
}

/// Checks a SAN text independently of the code that wrote it.
fn check_san(text: &str, mv: Move, position: &Position) {
    let at = || format!("{text}: {} {}", position.variant().id(), fen::write(position));
    let next = position.play(mv).unwrap();
    let mark = if !next.in_check() {
        ""
    } else if next.is_checkmate() {
        "#"
    } else {
        "+"
    };
    assert_eq!(text.trim_start_matches(|c| !matches!(c, '+' | '#')), mark, "{}", at());
    if text.contains('-') {
        return;
    }
    assert_eq!(text.contains('x'), mv.is_capture(), "{}", at());
    let (head, origin, tail) = parts(text);
    let pawn_capture = head.is_empty() || head.ends_with(':');
    if pawn_capture {
        assert_eq!(origin.len(), usize::from(mv.is_capture()), "{}", at());
        return;
    }
    // Without a part of its origin the text is ambiguous; and the file is preferred to the rank.
    let (file, rank) = origin.split_at(usize::from(origin.starts_with(|c: char| c.is_ascii_lowercase())));
    if !file.is_empty() {
        assert_eq!(
            san::read(&format!("{head}{rank}{tail}"), position).unwrap_err().fault,
            MoveFault::Ambiguous,
            "{}",
            at()
        );
    }
    if !rank.is_empty() {
        assert_eq!(
            san::read(&format!("{head}{file}{tail}"), position).unwrap_err().fault,
            MoveFault::Ambiguous,
            "{}",
            at()
        );
        let file = mv.from().file_letter();
        assert!(san::read(&format!("{head}{file}{tail}"), position).is_err(), "the file would do: {}", at());
    }
}

/// Random games of every variant, and positions with many rare moves.
#[test]
fn every_notation_reads_back_in_random_games() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let mut random = SplitMix64::new(4);
        for game in 0..sample(10, 60) {
            let (mut position, mut plies) = (random::start(variant, &mut random), 0);
            loop {
                let moves = position.legal_moves();
                if moves.is_empty() || plies == 160 {
                    break;
                }
                if plies % 7 == game % 7 {
                    check_position(&position);
                }
                // Castlings and promotions are rare, so they are preferred.
                let rare: Vec<Move> =
                    moves.iter().copied().filter(|mv| mv.kind() as u8 >= MoveKind::EnPassant as u8).collect();
                let mv = if rare.is_empty() || random.below(3) > 0 {
                    moves[random.index(moves.len())]
                } else {
                    rare[random.index(rare.len())]
                };
                position = position.play(mv).unwrap();
                plies += 1;
            }
        }
        let position = *random::walk(&Position::start(variant), 20..=60, &mut random).unwrap().position();
        check_position(&position);
    }
}

/// The suites contain the positions in which particular rules matter.
#[test]
fn moves_of_one_role_to_one_square_in_every_suite() {
    let mut seen = 0;
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        for text in crate::suite_positions(id) {
            let position = fen::read(&text, variant).unwrap();
            check_moves_to(&position);
            for &mv in &position.legal_moves() {
                check_moves_to(&position.play_unchecked(mv));
                seen += 1;
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

/// Castlings by name among moves in coordinates, as engines receive them.
#[test]
fn castlings_by_name_in_coordinates() {
    let read = |id: &str, fen: &str, text: &str| {
        let variant = Variant::named(id).unwrap();
        let position = fen::read(fen, variant).unwrap();
        let found = [Uci, Crc, Uci960].map(|notation| notation.read(text, &position));
        assert!(found.iter().all(|mv| mv.is_ok() == found[0].is_ok()), "{text}: {found:?}");
        found[0].clone().map(|mv| Uci.write(mv, &position).unwrap())
    };
    let open = "r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1";
    let black = &open.replace(" w ", " b ");
    for (id, fen, text, uci) in [
        ("modern-carrera", open, "O-O", "f1i1"),
        ("modern-carrera", black, "O-O-O", "f8c8"),
        ("chess", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "O-O", "e8g8"),
        ("chess960", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "e1a1"),
        ("crc", "4k5/10/10/10/10/10/10/8KR w K - 0 1", "O-O", "i1i1k"),
        ("herb-garden", "5k6/12/12/12/12/12/6K3H1 w K - 0 1", "H-H", "g1i1"),
        ("herb-garden", "2e2k6/12/12/12/12/12/6K5 b c - 0 1", "E-E", "f7d7"),
        ("archchess", "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1", "O-O:i1g1", "e1i1,j1g1"),
        ("archchess", "r3k5/10/10/10/10/10/10/10/10/4K5 b q - 0 1", "O-O-O:d10e10", "e10d10,a10e10"),
        ("courier-spiel", "5k6/12/12/12/12/12/12/R4K5R w KQ - 0 1", "O-O", "f1j1"),
        ("courier-spiel", "4P5k1/12/12/12/12/12/12/5K5R w K - 0 1 e8:0", "e8=B:O-O", "f1j1,e8b"),
    ] {
        assert_eq!(read(id, fen, text).as_deref(), Ok(uci), "{id} {text}");
    }
    // Source 003, rule f: no zeros. No other move has a name.
    for text in ["0-0", "0-0-0", "Na3", "a4", "o-o", "O-O-O-O", "O-Z-O"] {
        assert_eq!(read("modern-carrera", open, text).unwrap_err().fault, MoveFault::Unreadable, "{text}");
    }
    let error = read("modern-carrera", open, "0-0").unwrap_err().to_string();
    assert!(error.contains("`O-O` with the letter O"), "{error}");
    assert_eq!(read("modern-carrera", open, "H-H").unwrap_err().fault, MoveFault::Illegal);
    let free = "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1";
    let error = read("archchess", free, "O-O").unwrap_err();
    assert_eq!((error.fault, error.candidates.len()), (MoveFault::Ambiguous, 15));
    // In `xboard`, boards of ten ranks are counted from 0, also in the squares after a castling's name.
    let variant = Variant::named("archchess").unwrap();
    let position = fen::read(free, variant).unwrap();
    assert_eq!(Xboard.read("O-O:i0g0", &position), Uci.read("O-O:i1g1", &position));
    assert!(Xboard.read("O-O:i1g1", &position).is_err());
}

/// Source 003, rule d: the king is moved two squares or more toward its rook.
#[test]
fn castlings_by_hand_in_random_arrays() {
    let read = |id: &str, fen: &str, text: &str| {
        let variant = Variant::named(id).unwrap();
        let position = fen::read(fen, variant).unwrap();
        moves::read(text, &position).map(|mv| Uci.write(mv, &position).unwrap())
    };
    let open = "4k5/10/10/10/10/10/10/R4K3R w KQ - 0 1";
    for (text, uci) in [("f1h1", "f1i1"), ("f1i1", "f1i1"), ("f1j1", "f1i1"), ("f1d1", "f1c1"), ("f1b1", "f1c1")] {
        assert_eq!(read("crc", open, text).as_deref(), Ok(uci), "{text}");
    }
    let near = "4k5/10/10/10/10/10/10/RK7R w KQ - 0 1";
    for (text, uci) in [("b1d1", "b1i1"), ("b1h1", "b1i1"), ("b1c1", "b1c1"), ("b1c1k", "b1c1k"), ("b1a1", "b1c1k")] {
        assert_eq!(read("crc", near, text).as_deref(), Ok(uci), "{text}");
    }
    assert_eq!(read("chess960", "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "b1e1").as_deref(), Ok("b1h1"));
    // If there is no such castling, or no castling at all, the error says so.
    let blocked = "4k5/10/10/10/10/10/10/R4K2NR w KQ - 0 1";
    assert_eq!(read("crc", blocked, "f1h1").unwrap_err().fault, MoveFault::Illegal);
    let variant = Variant::named("crc").unwrap();
    let why = |fen: &str| why::explain("f1h1", &fen::read(fen, variant).unwrap()).unwrap().reasons[0].to_string();
    assert_eq!(why(blocked), "castling with the rook on j1: these squares are not empty: i1");
    assert!(why("4k5/10/10/10/10/10/10/R4K3R w Q - 0 1").contains("no right to castle"), "{}", why(blocked));
    for (id, text) in [("modern-carrera", "f1h1"), ("crc", "f1h1k"), ("crc", "f1h3")] {
        assert!(read(id, open, text).is_err(), "{id} {text}");
    }
}

/// A castling as the king's move, if the king has no other move there.
#[test]
fn castlings_as_moves_of_the_king() {
    let read = |id: &str, fen: &str, text: &str| {
        let variant = Variant::named(id).unwrap();
        let position = fen::read(fen, variant).unwrap();
        san::read(text, &position).map(|mv| Uci.write(mv, &position).unwrap())
    };
    let janus = "r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1";
    for (text, uci) in [("Kb1", "e1b1"), ("Ki1", "e1i1"), ("Kei1", "e1i1"), ("Ke1-i1", "e1i1"), ("Kd1", "e1d1")] {
        assert_eq!(read("janus", janus, text).as_deref(), Ok(uci), "{text}");
    }
    assert_eq!(read("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kc1").as_deref(), Ok("e1c1"));
    assert_eq!(read("herb-garden", "5k6/12/12/12/12/12/6K2E2 w J - 0 1", "Ki1").as_deref(), Ok("g1i1"));
    // One step, or a square to which the king can leap: that is the step or leap, never a castling.
    assert_eq!(read("crc", "4k5/10/10/10/10/10/10/7K1R w K - 0 1", "Ki1").as_deref(), Ok("h1i1"));
    assert!(read("crc", "4k5/10/10/10/10/10/10/8KR w K - 0 1", "Ki1").is_err());
    assert_eq!(read("archchess", "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1", "Kg1").as_deref(), Ok("e1g1"));
    for text in ["Kh1", "Kxi1", "Kg1", "K1"] {
        assert!(read("janus", janus, text).is_err(), "{text}");
    }
    // If it is not legal, the reason is a rule of castling.
    let variant = Variant::named("janus").unwrap();
    let position = fen::read("r3k4r/10/10/10/10/10/10/R3K2N1R w KQkq - 0 1", variant).unwrap();
    let reasons = why::explain("Ki1", &position).unwrap().reasons;
    assert!(reasons[0].to_string().contains("these squares are not empty: h1"), "{reasons:?}");
}

/// Modern Chess (1968), without its exchange of bishops.
const MODERN: &str = "[board]\nfiles = 9\nranks = 9\narray = \"RNBMKQBNR\"\n\
    [piece.K]\nmoves = \"K\"\nroyal = true\n[piece.Q]\nmoves = \"Q\"\n[piece.M]\nmoves = \"BN\"\n\
    [piece.R]\nmoves = \"R\"\n[piece.B]\nmoves = \"B\"\n[piece.N]\nmoves = \"N\"\n[promotion]\nto = \"QMRBN\"\n\
    [castling.O]\npartner = \"R\"\ntoward_last_file = { king = \"e-g\", partner = \"i-f\" }\n\
    toward_first_file = { king = \"e-c\", partner = \"a-d\" }\n";

/// A castling named by a piece on its side: `O-Q-O`.
#[test]
fn castlings_by_a_piece() {
    let own = Variant::from_toml(MODERN, "modern-9").unwrap_or_else(|error| panic!("{error}"));
    let position = fen::read("r3k3r/9/9/9/9/9/9/9/R3K3R w KQkq - 0 1", own).unwrap();
    let read = |text: &str| moves::read(text, &position).map(|mv| Uci.write(mv, &position).unwrap());
    for (text, uci) in [("O-Q-O", "e1g1"), ("O-M-O", "e1c1"), ("0-Q-0+", "e1g1"), ("O-O", "e1g1"), ("O-O-O", "e1c1")] {
        assert_eq!(read(text).as_deref(), Ok(uci), "{text}");
    }
    let black = position.play(Uci.read("e1d2", &position).unwrap()).unwrap();
    assert_eq!(moves::read("O-Q-O", &black).map(|mv| Uci.write(mv, &black).unwrap()).as_deref(), Ok("e9g9"));
    // A piece that stands on both sides, or on neither, names no side.
    for text in ["O-B-O", "O-N-O", "O-K-O", "O-P-O"] {
        assert_eq!(read(text).unwrap_err().fault, MoveFault::Illegal, "{text}");
    }
    for text in ["O-X-O", "O-Q-", "O-Q-O-O", "O-q-O", "O-Q-H"] {
        assert_eq!(read(text).unwrap_err().fault, MoveFault::Unreadable, "{text}");
    }
    let chess = Variant::named("chess").unwrap();
    let position = fen::read("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", chess).unwrap();
    assert_eq!(moves::read("O-Q-O", &position), Uci.read("e1c1", &position));
    // In random arrays the start squares of the pieces are not known.
    let crc = Variant::named("crc").unwrap();
    let position = fen::read("4k5/10/10/10/10/10/10/R4K3R w KQ - 0 1", crc).unwrap();
    assert!(moves::read("O-Q-O", &position).is_err());
}

/// Other programs' letters for the two pieces that move as a knight and more.
#[test]
fn letters_that_no_piece_has() {
    let hint = |id: &str, text: &str| {
        let variant = Variant::named(id).unwrap();
        moves::read(text, &Position::start(variant)).unwrap_err().to_string()
    };
    assert_eq!(
        hint("crc", "Mh3"),
        "`Mh3`: `M` is not a piece of crc: a marshall (rook and knight) is its chancellor, `C`"
    );
    assert!(hint("herb-garden", "Ah3").contains("an archbishop (bishop and knight) is its centaur, `E`"));
    assert!(hint("janus", "Ah4+").contains("is its janus, `J`"));
    assert!(hint("bird", "Gh3").contains("a guard (rook and knight) is its"));
    assert!(hint("capablanca", "a8=M").contains("is its chancellor, `C`"));
    assert_eq!(hint("chess", "Mh3"), "`Mh3`: `M` is not a piece of chess, which has K P Q R B N");
    assert!(hint("crc", "Zz9").contains("cannot be read as a move"));
    // Letters that only one program has are read, but not among coordinates of engines.
    let same = |id: &str, text: &str, ours: &str| {
        let start = Position::start(Variant::named(id).unwrap());
        assert_eq!(moves::read(text, &start), moves::read(ours, &start), "{text}");
        assert!(moves::read(ours, &start).is_ok(), "{ours}");
    };
    same("janus", "Ah3", "Jh3");
    same("bird", "Gc3", "Cc3");
    same("bird", "Ef3", "Af3");
    let pawn = fen::read("4k5/4P5/10/10/10/10/10/5K4 w - - 0 1", Variant::named("bird").unwrap()).unwrap();
    assert!(moves::read("e7e8g", &pawn).is_err());
    let embassy = Variant::named("embassy").unwrap();
    let theirs = "rnbqkmcbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKMCBNR w KQkq - 0 1";
    assert_eq!(Dialect::detect(theirs, embassy).unwrap().1, Position::start(embassy));
    // `M` alone is the marshall. If `A` is there too, `C` is ambiguous.
    let alone = Dialect::detect("4k5/10/10/10/10/10/10/M3K5 w - - 0 1", embassy).unwrap().1;
    assert_eq!(fen::write(&alone), "4k5/10/10/10/10/10/10/C3K5 w - - 0 1");
    assert!(Dialect::detect("4k5/10/10/10/10/10/10/MCA1K5 w - - 0 1", embassy).is_err());
}
