//! Why moves are illegal: each rule is tested, and that every illegal move has a reason.

use std::collections::HashSet;

use campione_core::{Role, SplitMix64, Variant};
use campione_movegen::Position;
use campione_notation::moves::MoveNotation;
use campione_notation::{fen, random, uci, why};

/// Checks that the first reason against a move contains these words and this source.
#[track_caller]
fn because(variant: &str, text: &str, mv: &str, words: &str, source: &str) {
    let variant = Variant::named(variant).unwrap();
    let position = fen::read(text, variant).unwrap();
    let explanation = why::explain(mv, &position).unwrap();
    assert!(explanation.legal.is_empty(), "{mv} is legal");
    let reason = &explanation.reasons[0];
    assert!(reason.to_string().contains(words), "`{words}` is not in: {reason}");
    assert!(reason.source.contains(source), "`{source}` is not in: {}", reason.source);
    check_cause(reason);
}

/// Checks that the code of a reason is listed, and that it names no square that is not in its words.
fn check_cause(reason: &why::Reason) {
    let (code, words) = (reason.cause.code(), reason.to_string());
    assert!(why::Cause::CODES.contains(&code), "{code}: {words}");
    if !matches!(reason.cause, why::Cause::KingCapture { .. }) && !code.starts_with("illegal.castling-") {
        for square in reason.cause.squares() {
            assert!(words.contains(&square.to_string()), "{square} is not in: {words}");
        }
    }
}

const GENERAL: &str = "RULES.md, Words used throughout";
const PIECES: &str = "RULES.md, Board and pieces";

/// A pawn beside the origin on another rank than that of double steps has nothing to do with en passant.
#[test]
fn a_capture_beside_a_pawn_that_cannot_have_passed() {
    let position = fen::read("4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1", Variant::named("chess").unwrap()).unwrap();
    let causes = |text: &str| why::explain(text, &position).unwrap().reasons.into_iter().map(|reason| reason.cause);
    assert_eq!(causes("e4d5").collect::<Vec<_>>(), [why::Cause::PawnCapture { to: "d5".parse().unwrap() }]);
}

#[test]
fn steps() {
    let chess = "4k3/8/8/8/8/8/PPPP4/R2QKB1R w KQ - 0 1";
    because("chess", chess, "e4e5", "e4 is empty", PIECES);
    because("chess", chess, "e8e7", "is Black's, but White is to move", GENERAL);
    because("chess", chess, "j1j2", "j1 is not on the board", PIECES);
    because("chess", chess, "h1h9", "h9 is not on the board", PIECES);
    because("chess", chess, "d1d2", "cannot take the pawn on d2 of its own side", GENERAL);
    because("chess", chess, "d1d4", "the pawn on d2 stands in the way", PIECES);
    because("chess", chess, "Qd4", "the pawn on d2 stands in the way", PIECES);
    because("chess", chess, "f1f3", "the bishop on f1 does not move to f3: Slides along diagonals.", PIECES);
    because("chess", chess, "Nf3", "White has no knight", PIECES);
    because("chess", chess, "e1e8", "does not move to e8", PIECES);
    because(
        "arciscacchiere",
        "4k5/10/10/10/10/3PP5/3CP5/3PP5/10/4K5 w - - 0 1",
        "d4d6",
        "the pawn on d5 stands in the way",
        "RULES.md §3",
    );
}

#[test]
fn an_illegal_move_in_any_notation_has_a_reason() {
    let start = Position::start(Variant::named("chess").unwrap());
    let e4 = start.legal_moves_to(Role::PAWN, "e4".parse().unwrap())[0];
    // White's turn again, and no pawn can go to e4.
    let later = start.play(e4).and_then(|next| next.pass()).unwrap();
    for notation in MoveNotation::ALL {
        let text = notation.write(e4, &start).unwrap();
        let explanation = why::explain(&text, &later).unwrap_or_else(|error| panic!("{notation}: {error}"));
        assert!(explanation.legal.is_empty() && !explanation.reasons.is_empty(), "{notation}: {text}: {explanation:?}");
    }
}

#[test]
fn kings_in_check() {
    because(
        "chess",
        "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "Nc3",
        "pinned: moving it opens a line to the king on e1 for the rook on e8",
        GENERAL,
    );
    because(
        "chess",
        "4r1k1/8/8/8/8/8/8/N3K3 w - - 0 1",
        "Nb3",
        "in check by the rook on e8, and this does not parry it",
        GENERAL,
    );
    because("chess", "3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", "Kd2", "attacked on d2 by the rook on d8", GENERAL);
    because(
        "chess",
        "6k1/8/8/K1pP3r/8/8/8/8 w - c6 0 1",
        "dxc6",
        "capturing en passant opens a line to the king on a5 for the rook on h5",
        GENERAL,
    );
}

#[test]
fn pawns() {
    let carrera = "4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1";
    because("carrera", carrera, "b4", "beside the enemy pawn on c4", "RULES.md §1");
    because(
        "archchess",
        "4k5/10/10/10/10/b9/2p7/10/1P8/4K5 w - - 0 1",
        "b2b4",
        "beside the enemy pawn on c4",
        "RULES.md §3",
    );
    because(
        "carrera",
        "4k5/10/10/3pP5/10/10/10/5K4 w - - 0 1",
        "exd6",
        "there is no such capture in carrera",
        "RULES.md §1",
    );
    because("capablanca", "4k5/10/10/3pP5/10/10/10/5K4 w - - 0 1", "exd6", "has not just made one", PIECES);
    because("capablanca", "4k5/10/10/10/10/3p6/3P6/5K4 w - - 0 1", "d2d4", "blocked by the pawn on d3", PIECES);
    because("capablanca", "4k5/10/10/10/10/3p6/3P6/5K4 w - - 0 1", "d3", "blocked by the pawn on d3", PIECES);
    because("capablanca", "4k5/10/10/10/10/3P6/10/5K4 w - - 0 1", "d3d5", "from its second rank only", PIECES);
    because("capablanca", "4k5/10/10/10/10/3P6/10/5K4 w - - 0 1", "dxe4", "e4 is empty", PIECES);
    because("capablanca", "4k5/10/10/10/10/3P6/10/5K4 w - - 0 1", "d3d2", "does not move to d2", PIECES);
    because(
        "carrera",
        "k9/2P7/10/10/10/10/10/9K w - - 0 1",
        "c8=C",
        "cannot become `C` in carrera, only: queen",
        "RULES.md §1",
    );
    because("carrera", "k9/2P7/10/10/10/10/10/9K w - - 0 1", "c7c8", "say which (queen)", "RULES.md §1");
    because("carrera", "k9/2P7/10/10/10/10/10/9K w - - 0 1", "j1j2q", "`Q` is not allowed here", "RULES.md §1");
}

#[test]
fn castlings() {
    let modern = "r4k4/pppppppppp/10/10/10/10/PPPPPPPPPP/R4KB2R w KQ - 0 1";
    because("modern-carrera", modern, "O-O", "these squares are not empty: g1", "RULES.md §2");
    because("modern-carrera", modern, "f1i1", "these squares are not empty: g1", "RULES.md §2");
    because("modern-carrera", modern, "f1j1", "these squares are not empty: g1", "RULES.md §2");
    let attacked = "5r1k2/10/10/10/10/10/10/R4K3R w KQ - 0 1";
    because("modern-carrera", attacked, "O-O-O", "in check by", "RULES.md §2");
    because(
        "modern-carrera",
        "3r2k3/10/10/10/10/10/10/R4K3R w KQ - 0 1",
        "O-O-O",
        "d1 is attacked by the rook on d8",
        "RULES.md §2",
    );
    because(
        "modern-carrera",
        "6k3/10/10/10/10/10/10/R4K3R w K - 0 1",
        "O-O-O",
        "may no longer play castling with the rook on a1: the castling field of the FEN grants no such right",
        "RULES.md §2",
    );
    because(
        "carrera",
        "6k3/10/10/10/10/10/10/R4K3R w - - 0 1",
        "O-O",
        "there is no castling in carrera",
        "RULES.md §1",
    );
    because(
        "courier-spiel",
        "1r6k3/12/12/12/12/12/12/R4K5R w KQ - 0 1",
        "O-O-O",
        "b1 is attacked by the rook on b8",
        "RULES.md §6",
    );
    because("herb-garden", "7k4/12/12/12/12/12/R5K4R w A - 0 1", "O-O", "or the king has been in check", "RULES.md §4");
    because(
        "herb-garden",
        "7k4/12/12/12/12/12/1H4K4R w BL - 0 1",
        "H-H",
        "may no longer play championing with the champion on k1",
        "RULES.md §4",
    );
    because("archchess", "4k5/10/10/10/10/10/10/10/6r3/R3K4R w KQL - 0 1", "Kg1", "attacked on g1", "RULES.md §3");
    because(
        "archchess",
        "4k5/10/10/10/10/10/10/10/5r4/R3K4R w KQL - 0 1",
        "e1g1",
        "f1 is attacked by the rook on f2",
        "RULES.md §3",
    );
    because("archchess", "4k5/10/10/10/10/10/10/4p5/10/R3K4R w L - 0 1", "Ke3", "not empty: e3", "RULES.md §3");
    because(
        "archchess",
        "4k5/10/10/10/10/10/10/10/10/R3K4R w KQ - 0 1",
        "Ke3",
        "may no longer play the king's leap to e3",
        "RULES.md §3",
    );
    because(
        "archchess",
        "4k5/10/10/10/10/10/10/10/10/R3K4R w L - 0 1",
        "e1i1,j1g1",
        "may no longer play free castling",
        "RULES.md §3",
    );
    because(
        "archchess",
        "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1",
        "e1g1,j1h1",
        "has no such castling",
        "RULES.md §3",
    );
    because(
        "crc",
        "4k5/10/10/10/10/10/10/qR3KR3 w KQ - 0 1",
        "O-O-O",
        "attacked on c1 by the queen on a1",
        "RULES.md §5",
    );
    because(
        "crc",
        "4k5/10/10/10/10/10/10/1R3KR3 w - - 0 1",
        "O-O",
        "has no right to castle on that side",
        "RULES.md §5",
    );
}

#[test]
fn waiting_pawns() {
    let section = "RULES.md §6";
    let ready = "4P4k2/12/12/12/12/12/12/1N3K6 w - - 0 1 e8:0";
    because("courier-spiel", ready, "Nc3", "becomes another piece at the start of this turn (queen, ", section);
    because("courier-spiel", ready, "b1c3", "becomes another piece at the start of this turn (queen, ", section);
    because("courier-spiel", "4P4k2/12/12/12/12/12/12/1N3K6 w - - 0 1 e8:1", "b1c3,e8q", "still waits", section);
    because(
        "courier-spiel",
        "4P4k2/12/12/12/12/12/12/1N3K6 w - - 0 1 e8:1",
        "e8d8",
        "waits for its promotion and cannot move",
        section,
    );
    because("courier-spiel", ready, "e8=P:Nc3", "not a pawn", section);
    because("courier-spiel", ready, "c8=Q:Nc3", "no pawn of White waits on c8", section);
    let stock = "4P4k2/12/12/12/12/12/12/1Q3K6 w - - 0 1 e8:0";
    because("courier-spiel", stock, "e8=Q:Qb2", "not a queen", section);
    because("courier-spiel", "9k2/12/12/12/12/12/12/R3p1K5 w - - 0 1 e1:0", "Rxe1", "cannot be captured", section);
    because("courier-spiel", "9k2/4P7/12/12/12/12/12/6K5 w - - 0 1", "e8=Q", "not promoted as it arrives", section);
    because(
        "carrera",
        "4k5/10/10/10/10/10/10/4K5 w - - 0 1",
        "e8=Q:Kd1",
        "no pawn waits for its promotion in carrera",
        "RULES.md §1",
    );
}

#[test]
fn letters_that_are_too_much() {
    let chess = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    because("chess", chess, "e1g1q", "`Q` is not allowed here", PIECES);
    because("chess", chess, "e1f1k", "no such castling", PIECES);
    let leap = "4k5/10/10/10/10/10/10/10/10/4K4R w KL - 0 1";
    because("archchess", leap, "e1e3k", "no such castling", "RULES.md §3");
    because("archchess", leap, "e1e3q", "`Q` is not allowed here", "RULES.md §3");
    because("archchess", leap, "Ke3=Q", "`Q` is not allowed here", "RULES.md §3");
    because("archchess", leap, "e1i1q,j1g1", "`Q` is not allowed here", "RULES.md §3");
    because("crc", "k9/10/10/10/10/10/10/7K1R w K - 0 1", "h1j1q", "`Q` is not allowed here", "RULES.md §5");
}

#[test]
fn a_capture_that_promotes_a_pawn_against_our_king() {
    // Black has all its pieces on the board. The captured rook is the first lost piece, so the pawn on a1 becomes a
    // rook.
    let variant = Variant::named("courier-spiel").unwrap();
    let full = "rnbcukqfcbnr/12/12/12/12/R11/12/p4K6 w - - 0 1 a1:0";
    let position = fen::read(full, variant).unwrap();
    let explanation = why::explain("a3a8", &position).unwrap();
    assert!(
        explanation.reasons[0].to_string().contains("becomes the captured rook at once, and attacks the king on f1"),
        "{explanation:?}"
    );
    assert!(explanation.reasons[0].source.contains("RULES.md §6"));
}

/// Checks moves from every piece of the side to move to every square; the king's moves also with a letter after them.
fn check_position(position: &Position) {
    let legal: HashSet<String> = position.legal_moves().into_iter().map(|mv| uci::write(mv, position)).collect();
    let board = position.variant().board();
    for from in position.by_color(position.turn()) {
        let letters = if from == position.king(position.turn()) { &["", "k", "q"][..] } else { &[""] };
        for to in board {
            for letter in letters {
                let text = format!("{from}{to}{letter}");
                let explanation = why::explain(&text, position).unwrap();
                let at = || format!("{text}: {} {}", position.variant().id(), fen::write(position));
                if legal.contains(&text) {
                    assert_eq!((explanation.legal.len(), explanation.reasons.len()), (1, 0), "{}", at());
                } else if explanation.legal.is_empty() {
                    assert!(!explanation.reasons.is_empty(), "{}", at());
                }
                explanation.reasons.iter().for_each(check_cause);
            }
        }
    }
    for text in ["O-O", "O-O-O", "H-H", "H-H-H", "E-E", "E-E-E"] {
        let explanation = why::explain(text, position).unwrap();
        assert_ne!(explanation.legal.is_empty(), explanation.reasons.is_empty(), "{text}: {}", fen::write(position));
    }
    for mv in &legal {
        assert_eq!(why::explain(mv, position).unwrap().legal.len(), 1, "{mv}");
    }
}

#[test]
fn no_illegal_move_is_without_a_reason() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let mut random = SplitMix64::new(11);
        for _ in 0..crate::sample(16, 40) {
            let position = *random::walk(&Position::start(variant), 4..=90, &mut random).unwrap().position();
            check_position(&position);
        }
    }
}

#[test]
fn codes_are_unique_kebab_case() {
    let kebab =
        |name: &str| !name.is_empty() && name.split('-').all(|word| word.chars().all(|c| c.is_ascii_lowercase()));
    for (prefix, codes) in [("illegal.", why::Cause::CODES)] {
        let unique: HashSet<&str> = codes.iter().copied().collect();
        assert_eq!(unique.len(), codes.len(), "{codes:?}");
        for code in codes {
            assert!(code.strip_prefix(prefix).is_some_and(kebab), "{code}");
        }
    }
}

#[test]
fn a_cause_names_its_squares_and_counts_ranks_as_asked() {
    let position = fen::read("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", Variant::named("chess").unwrap()).unwrap();
    let reason = &why::explain("e2c3", &position).unwrap().reasons[0];
    let placed = |square: &str| {
        let square = square.parse().unwrap();
        why::Placed { piece: position.piece_at(square).unwrap(), square }
    };
    let (mover, rook, king) = (placed("e2"), placed("e8"), placed("e1").square);
    assert_eq!(reason.cause, why::Cause::Pinned { mover, king, by: vec![rook] });
    assert_eq!(reason.cause.code(), "illegal.pinned");
    let squares: Vec<String> = reason.cause.squares().into_iter().map(|square| square.to_string()).collect();
    assert_eq!(squares, ["e1", "e2", "e8"]);
    let words = "the knight on e1 is pinned: moving it opens a line to the king on e0 for the rook on e7";
    assert_eq!(reason.counted_from(0).to_string(), words);
}
