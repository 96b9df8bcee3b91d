//! Moves in every notation: the table of docs/NOTATION.md by hand, and what must hold for every legal move of random games.

use campione_core::{Role, SplitMix64, Variant};
use campione_movegen::{Move, MoveKind, Position};
use campione_notation::moves::{self, MoveFault, MoveNotation};
use campione_notation::{fen, random, san};

/// A position, a move of it in coordinates, and how each notation writes it.
#[track_caller]
fn written(variant: &str, text: &str, uci: &str, expected: &[(MoveNotation, &str)]) {
    let variant = Variant::named(variant).unwrap();
    let position = fen::read(text, &variant).unwrap();
    let mv = MoveNotation::Uci.read(uci, &position).unwrap_or_else(|error| panic!("{error}"));
    for &(notation, expected) in expected {
        assert_eq!(notation.write(mv, &position).as_deref(), Ok(expected), "{uci} in {notation}");
        assert_eq!(notation.read(expected, &position), Ok(mv), "{expected} in {notation}");
    }
}

use MoveNotation::{Crc, Lan, San, Uci, Uci960, Xboard};

#[test]
fn the_table_of_castlings() {
    let modern = "r4k4/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQ - 0 1";
    let expected = [(Uci, "f1i1"), (Crc, "f1i1"), (Uci960, "f1j1"), (San, "O-O"), (Lan, "O-O"), (Xboard, "f1i1")];
    written("modern-carrera", modern, "f1i1", &expected);
    written("modern-carrera", modern, "f1c1", &[(Uci, "f1c1"), (Uci960, "f1a1"), (San, "O-O-O")]);
    let chess = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    written(
        "chess960",
        chess,
        "e1h1",
        &[(Uci, "e1h1"), (Crc, "e1h1"), (Uci960, "e1h1"), (San, "O-O"), (Xboard, "e1h1")],
    );
    written("chess", chess, "e1g1", &[(Uci, "e1g1"), (Uci960, "e1h1"), (San, "O-O")]);
    // Capablanca Random Chess: the king one square, none, and far.
    let one = "4k5/10/10/10/10/10/10/7K1R w K - 0 1";
    written("crc", one, "h1i1k", &[(Uci, "h1i1k"), (Crc, "h1i1k"), (Uci960, "h1j1"), (San, "O-O"), (Lan, "O-O")]);
    written("crc", one, "h1i1", &[(Uci, "h1i1"), (San, "Ki1"), (Lan, "Kh1-i1")]);
    let none = "4k5/10/10/10/10/10/10/8KR w K - 0 1";
    written("crc", none, "i1i1k", &[(Uci, "i1i1k"), (Crc, "i1i1k"), (Uci960, "i1j1"), (San, "O-O")]);
    let far = "4k5/10/10/10/10/10/10/RK8 w Q - 0 1";
    written("crc", far, "b1c1k", &[(Uci, "b1c1k"), (Uci960, "b1a1"), (San, "O-O-O")]);
    // Herb Garden Chess, both colors: Black's king's side is toward the a-file.
    for (letter, partner, file) in [('O', 'R', 'l'), ('H', 'H', 'k'), ('E', 'E', 'j')] {
        let after = 'l' as usize - file as usize;
        let pad = |count: usize| if count == 0 { String::new() } else { count.to_string() };
        let white =
            format!("5k6/12/12/12/12/12/6K{}{partner}{} w {} - 0 1", 4 - after, pad(after), file.to_ascii_uppercase());
        let short = format!("{letter}-{letter}");
        written(
            "herb-garden",
            &white,
            "g1i1",
            &[(Uci960, &format!("g1{file}1")), (San, &short), (Lan, &short), (Crc, "g1i1")],
        );
        let other = (b'a' + after as u8) as char;
        let lower = partner.to_ascii_lowercase();
        let black = format!("{}{lower}{}k6/12/12/12/12/12/6K5 b {other} - 0 1", pad(after), 4 - after);
        written("herb-garden", &black, "f7d7", &[(Uci960, &format!("f7{other}7")), (San, &short)]);
        let white =
            format!("7k4/12/12/12/12/12/{}{partner}{}K5 w {} - 0 1", pad(after), 5 - after, other.to_ascii_uppercase());
        let long = format!("{short}-{letter}");
        written("herb-garden", &white, "g1e1", &[(Uci960, &format!("g1{other}1")), (San, &long), (Lan, &long)]);
    }
    let courier = "5k6/12/12/12/12/12/12/R4K5R w KQ - 0 1";
    written("courier-spiel", courier, "f1j1", &[(San, "O-O"), (Uci960, "f1l1")]);
    written("courier-spiel", courier, "f1c1", &[(San, "O-O-O"), (Uci960, "f1a1")]);
}

#[test]
fn the_table_of_archchess() {
    let open = "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1";
    let free = [(Uci, "e1i1,j1g1"), (Crc, "e1i1,j1g1"), (Uci960, "e1i1,j1g1"), (San, "O-O:i1g1"), (Lan, "O-O:i1g1")];
    written("archchess", open, "e1i1,j1g1", &free);
    written("archchess", open, "e1b1,a1e1", &[(San, "O-O-O:b1e1+")]);
    written("archchess", open, "e1g1", &[(Uci960, "e1g1"), (San, "Kg1"), (Lan, "Ke1-g1"), (Xboard, "e0g0")]);
    written("archchess", open, "e1e3", &[(San, "Ke3"), (Lan, "Ke1-e3"), (Xboard, "e0e2")]);
    let black = "r3k4r/10/10/10/10/10/10/10/10/4K5 b kql - 0 1";
    written("archchess", black, "e10i10,j10g10", &[(San, "O-O:i10g10"), (Uci960, "e10i10,j10g10")]);
    written("archchess", black, "a10a1", &[(San, "Ra1+"), (Lan, "Ra10-a1+"), (Xboard, "a9a0")]);
    written("archchess", "4k5/10/10/10/10/10/10/10/10/r3NK4 b - - 0 1", "a1a10", &[(San, "Ra10"), (Xboard, "a0a9")]);
    let position = |text| fen::read(text, Box::leak(Box::new(Variant::named("archchess").unwrap()))).unwrap();
    let open = position(open);
    let castling = moves::read("e1i1,j1g1", &open).unwrap();
    assert!(Xboard.write(castling, &open).unwrap_err().to_string().contains("targets of the player's choice"));
    // Without its squares a free castling is ambiguous, unless only one is legal.
    let error = moves::read("O-O", &open).unwrap_err();
    assert_eq!((error.fault, error.candidates.len()), (MoveFault::Ambiguous, 15));
    assert!(error.to_string().starts_with("`O-O` may be O-O:f1e1+ or O-O:g1e1+ or "), "{error}");
    let error = moves::read("e1i1", &open).unwrap_err();
    assert!(error.fault == MoveFault::Illegal && error.candidates.contains(&"e1i1,j1g1".to_owned()), "{error}");
}

#[test]
fn promotions_at_the_start_of_a_turn() {
    let text = "4P3k3/12/12/12/12/12/12/1N3K6 w - - 0 1 e8:0";
    written(
        "courier-spiel",
        text,
        "b1c3,e8q",
        &[(Uci, "b1c3,e8q"), (Crc, "b1c3,e8q"), (Uci960, "b1c3,e8q"), (San, "e8=Q:Nc3+"), (Lan, "e8=Q:Nb1-c3+")],
    );
    // The new man moves, and is told from others of its kind.
    written("courier-spiel", text, "e8c7,e8n", &[(San, "e8=N:Nc7"), (Lan, "e8=N:Ne8-c7")]);
    let two = "4P3k3/12/2N9/12/12/12/12/5K6 w - - 0 1 e8:0";
    written("courier-spiel", two, "e8d6,e8n", &[(San, "e8=N:Nd6")]);
    written("courier-spiel", two, "c6e7,e8n", &[(San, "e8=N:Ne7")]);
    let three = "4P3k3/12/2N9/12/12/12/12/5K6 w - - 0 1 e8:0";
    written("courier-spiel", three, "c6e7,e8q", &[(San, "e8=Q:Ne7+")]);
    let castling = "4P5k1/12/12/12/12/12/12/5K5R w K - 0 1 e8:0";
    written("courier-spiel", castling, "f1j1,e8b", &[(San, "e8=B:O-O"), (Lan, "e8=B:O-O"), (Uci960, "f1l1,e8b")]);
    let variant = Variant::named("courier-spiel").unwrap();
    let position = fen::read(text, &variant).unwrap();
    let mv = moves::read("e8Q:Nc3", &position).unwrap();
    assert!(Xboard.write(mv, &position).unwrap_err().to_string().contains("promotion at the start of a turn"));
    assert_eq!(moves::read("Nc3", &position).unwrap_err().fault, MoveFault::Illegal);
    // A pawn that arrives waits: no promotion is written.
    written("courier-spiel", "9k2/4P7/12/12/12/12/12/5K6 w - - 0 1", "e7e8", &[(San, "e8"), (Lan, "e7-e8")]);
}

#[test]
fn steps_as_fide_writes_them() {
    let text = "4k5/10/10/10/10/1N3N4/10/5K4 w - - 0 1";
    written("capablanca", text, "b3d2", &[(San, "Nbd2")]);
    written("capablanca", "4k5/10/10/10/10/1N3N4/10/1N3K4 w - - 0 1", "b3d2", &[(San, "Nb3d2"), (Lan, "Nb3-d2")]);
    written("capablanca", "4k5/10/10/10/10/1N8/10/1N3K4 w - - 0 1", "b3d2", &[(San, "N3d2")]);
    written("capablanca", "9k/4P5/10/10/10/10/10/5K4 w - - 0 1", "e7e8c", &[(San, "e8=C+"), (Lan, "e7-e8=C+")]);
    written("capablanca", "3r5k/4P5/10/10/10/10/10/5K4 w - - 0 1", "e7d8a", &[(San, "exd8=A"), (Lan, "e7xd8=A")]);
    written("capablanca", "4k5/10/10/2pP6/10/10/10/5K4 w - c6 0 1", "d5c6", &[(San, "dxc6"), (Lan, "d5xc6")]);
    written(
        "chess",
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
        "d8h4",
        &[(San, "Qh4#"), (Lan, "Qd8-h4#")],
    );
    written("archchess", "4k5/P9/10/10/10/10/10/10/10/4K5 w - - 0 1", "a9a10q", &[(San, "a10=Q+"), (Xboard, "a8a9q")]);
}

#[test]
fn reading_is_wider_than_writing() {
    let read = |variant: &str, text: &str, wide: &[&str], uci: &str| {
        let variant = Variant::named(variant).unwrap();
        let position = fen::read(text, &variant).unwrap();
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
    let position = fen::read("4k5/2P7/10/10/10/1N3N4/10/5K4 w - - 0 1", &variant).unwrap();
    let error = |text: &str| moves::read(text, &position).unwrap_err();
    assert_eq!(error("Nd2").to_string(), "`Nd2` may be Nbd2 or Nfd2");
    let illegal = error("Nd3");
    assert_eq!(illegal.fault, MoveFault::Illegal);
    assert!(illegal.candidates.contains(&"Na1".to_owned()) && illegal.candidates.iter().all(|mv| mv.starts_with('N')));
    assert_eq!(error("c8").candidates, ["c8=A", "c8=B", "c8=C+", "c8=N", "c8=Q+", "c8=R+"].map(str::to_owned));
    assert_eq!(error("c7c8").candidates.len(), 6);
    for text in [
        "", "x", "Nz9", "Jd2", "e", "O-", "O-O:", "O-O:i1", "Nd22", "N", "e8=", "é4", "d2é", "e1e", "b3d2,", "--",
        "e8=Q:",
    ] {
        assert_eq!(error(text).fault, MoveFault::Unreadable, "{text}");
    }
    for text in ["O-O", "E-E", "b3d2k", "b3d2,a1b1", "b3d2,c8q", "e8=Q:Nd2", "Kf1", "a2a4", "l10"] {
        assert_eq!(error(text).fault, MoveFault::Illegal, "{text}");
    }
    assert!(Xboard.read("b0d1", &position).is_err(), "only boards of ten ranks are counted from 0");
}

/// The origin in a SAN move of a man, and the text without it: `Nb3xd2` is `N`, `b3`, `xd2`.
fn parts(text: &str) -> (&str, &str, &str) {
    let start = text.rfind(':').map_or(0, |colon| colon + 1);
    let body = &text[start..];
    let head = start + usize::from(body.starts_with(|c: char| c.is_ascii_uppercase()));
    let end = text[head..].find('=').map_or(text.trim_end_matches(['+', '#']).len(), |at| head + at);
    let target = text[..end].rfind(|c: char| c.is_ascii_lowercase()).unwrap_or(head);
    let before = text[head..target].strip_suffix('x').map_or(target, |origin| head + origin.len());
    (&text[..head], &text[head..before], &text[before..])
}

/// The moves of each role to each square, among all moves.
fn check_moves_to(position: &Position<'_>) {
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

fn check_position(position: &Position<'_>) {
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

/// Checks of a SAN text that know nothing of how it was made.
fn check_san(text: &str, mv: Move, position: &Position<'_>) {
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
    // Without any part of its origin it is ambiguous; and the file goes before the rank.
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

/// Random games of every variant, and positions full of the rarer moves.
#[test]
fn every_notation_reads_back_in_random_games() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let mut random = SplitMix64::new(4);
        for game in 0..60 {
            let (mut position, mut plies) = (random::start(&variant, &mut random), 0);
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
        let (position, _) = random::walk(&Position::start(&variant), 20..=60, &mut random).unwrap();
        check_position(&position);
    }
}

/// The positions in which a rule decides are in the suites.
#[test]
fn moves_of_one_role_to_one_square_in_every_suite() {
    let mut seen = 0;
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        for text in crate::suite_positions(id) {
            let position = fen::read(&text, &variant).unwrap();
            check_moves_to(&position);
            for &mv in &position.legal_moves() {
                check_moves_to(&position.play_unchecked(mv));
                seen += 1;
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}
