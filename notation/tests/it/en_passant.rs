//! Positions differ by the en passant captures that are legal, not by the square that a FEN gives (RULES.md, "Orthodox
//! draws").

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use campione_core::{Color, Piece, Role, Setup, SplitMix64, Square, Variant};
use campione_movegen::{
    EndReason, Game, Outcome, Perft, PerftTable, PerftUnit, Position, next_units, perft, perft_units,
};
use campione_notation::{fen, uci};

use super::flipped;
use super::slow_words::slow_position;

/// Double steps past a square that an enemy pawn attacks: the variant, the position before, the step, a cycle of four
/// plies, and whether the capture is legal.
const CASES: &[(&str, &str, &str, &str, bool)] = &[
    ("chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e8d8 e1d1 d8e8 d1e1", true),
    // Pinned along its file.
    ("chess", "3k4/8/8/8/3p4/8/4P3/3R2K1 w - - 0 1", "e2e4", "d8c8 g1h1 c8d8 h1g1", false),
    // Both pawns leave the rank of the king.
    ("chess", "8/8/8/8/k2p3R/8/4P3/6K1 w - - 0 1", "e2e4", "a4a3 g1h1 a3a4 h1g1", false),
    // Pinned along a diagonal, away from the square.
    ("chess", "8/6k1/8/8/3p4/8/1B2P3/6K1 w - - 0 1", "e2e4", "g7g8 g1h1 g8g7 h1g1", false),
    // Pinned along the diagonal on which it captures.
    ("chess", "8/8/8/1k6/3p4/5B2/4P3/6K1 w - - 0 1", "e2e4", "b5b4 g1h1 b4b5 h1g1", true),
    ("chess", "8/2k5/8/8/3p4/8/4P3/6BK w - - 0 1", "e2e4", "c7b7 h1h2 b7c7 h2h1", true),
    // One of two pawns is pinned, then both.
    ("chess", "3k4/8/8/8/3p1p2/8/4P3/3R2K1 w - - 0 1", "e2e4", "d8c8 g1h1 c8d8 h1g1", true),
    ("chess", "8/8/3k4/8/3p1p2/8/4P2B/3R2K1 w - - 0 1", "e2e4", "d6c6 g1h1 c6d6 h1g1", false),
    ("modern-carrera", "3k6/10/10/10/3p6/10/4P5/3C3K2 w - - 0 1", "e2e4", "d8c8 h1i1 c8d8 i1h1", false),
    ("modern-carrera", "3k6/10/10/10/3p6/10/4P5/3N3K2 w - - 0 1", "e2e4", "d8c8 h1i1 c8d8 i1h1", true),
    ("crc", "10/8k1/10/10/5p4/10/3AP5/K9 w - - 0 1", "e2e4", "i7i8 a1b1 i8i7 b1a1", true),
    ("crc", "10/7k2/10/10/5p4/10/3AP5/K9 w - - 0 1", "e2e4", "h7h8 a1b1 h8h7 b1a1", true),
    ("crc", "10/8k1/10/10/5p4/10/2A1P5/K9 w - - 0 1", "e2e4", "i7i8 a1b1 i8i7 b1a1", true),
    ("crc", "8k1/10/10/10/4p5/10/2A2P4/K9 w - - 0 1", "f2f4", "i8i7 a1b1 i7i8 b1a1", false),
    ("crc", "6k3/10/10/10/6p3/10/7P2/K5C3 w - - 0 1", "h2h4", "g8f8 a1b1 f8g8 b1a1", false),
    ("herb-garden", "12/k11/12/3p8/12/4P7/11K w - - 0 1", "e2e4", "a6a5 l1k1 a5a6 k1l1", true),
    ("herb-garden", "3k8/12/12/3p8/12/4P7/3H7K w - - 0 1", "e2e4", "d7c7 l1k1 c7d7 k1l1", false),
    ("herb-garden", "12/12/12/k2p6R1/12/4P7/11K w - - 0 1", "e2e4", "a4a3 l1k1 a3a4 k1l1", false),
    ("courier-spiel", "3k8/12/12/12/3p8/12/4P7/3R7K w - - 0 1", "e2e4", "d8c8 l1k1 c8d8 k1l1", false),
    ("courier-spiel", "3k8/12/12/12/3p8/12/4P7/3U7K w - - 0 1", "e2e4", "d8c8 l1k1 c8d8 k1l1", true),
];

/// The same moves with the board flipped upside down.
fn flipped_moves(moves: &str, ranks: u8) -> String {
    let turn = |letter: char| letter.to_digit(10).map_or(letter, |rank| (b'0' + ranks + 1 - rank as u8) as char);
    moves.chars().map(turn).collect()
}

/// Every case, in both colors.
fn cases(mut visit: impl FnMut(Variant, &str, &str, &str, bool)) {
    for &(id, text, step, cycle, legal) in CASES {
        let variant = Variant::named(id).unwrap();
        visit(variant, text, step, cycle, legal);
        let ranks = variant.ranks();
        visit(variant, &flipped(text), &flipped_moves(step, ranks), &flipped_moves(cycle, ranks), legal);
    }
}

fn hash(position: &Position) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}

/// The position after the double step, and the same without the square.
fn with_and_without(variant: Variant, text: &str, step: &str) -> [Position; 2] {
    let before = fen::read(text, variant).unwrap_or_else(|error| panic!("{text}: {error}"));
    let after = before.play(uci::read(step, &before).unwrap_or_else(|error| panic!("{text}: {error}"))).unwrap();
    let mut setup = after.setup();
    assert!(setup.en_passant.is_some(), "{text}: a FEN has the square whether the capture is legal or not");
    setup.en_passant = None;
    [after, Position::new(&setup, variant).unwrap()]
}

#[test]
fn a_square_counts_when_a_capture_is_legal() {
    cases(|variant, text, step, _, legal| {
        let [with, without] = with_and_without(variant, text, step);
        let captures = with.legal_moves().iter().filter(|mv| mv.kind().is_en_passant()).count();
        assert_eq!(captures > 0, legal, "{} {text}", variant.id());
        assert_eq!(with.legal_en_passant().is_some(), legal, "{text}");
        assert_eq!(with.zobrist() == without.zobrist(), !legal, "{text}");
        assert_eq!(with == without, !legal, "{text}");
        assert!(legal || hash(&with) == hash(&without), "{text}");
        let written = fen::write(&with);
        assert!(with.en_passant().is_some() && written != fen::write(&without), "{written}");
        let read = fen::read(&written, variant).unwrap();
        assert_eq!((read.zobrist(), read.en_passant()), (with.zobrist(), with.en_passant()), "{written}");
        assert_eq!(fen::write(&read), written);
    });
}

#[test]
fn the_slow_generator_tells_the_same_positions_apart() {
    cases(|variant, text, step, _, legal| {
        let [with, without] = with_and_without(variant, text, step);
        let key = |position| slow_position(variant.id(), &fen::write(position)).repetition_key();
        assert_eq!(key(&with) == key(&without), !legal, "{} {text}", variant.id());
    });
}

#[test]
fn repetitions_count_from_the_double_step_unless_it_could_be_answered() {
    cases(|variant, text, step, cycle, legal| {
        let mut game = Game::new(fen::read(text, variant).unwrap());
        let mut drawn = None;
        for (ply, mv) in (1..).zip(format!("{step} {cycle} {cycle} {cycle}").split(' ')) {
            let mv = uci::read(mv, game.position()).unwrap_or_else(|error| panic!("{} {text}: {error}", variant.id()));
            game.play(mv).unwrap();
            if drawn.is_none() && game.outcome() == Some(Outcome::draw(EndReason::Repetition)) {
                drawn = Some(ply);
            }
        }
        // If the capture was legal, the position after Black's reply is the first that occurs three times.
        assert_eq!(drawn, Some(if legal { 10 } else { 9 }), "{} {text}", variant.id());
    });
}

/// A pawn makes a double step, or a single step from one square ahead. Both give the same position if no capture is
/// legal.
#[test]
fn units_of_two_ways_are_one_unless_a_capture_is_legal() {
    cases(|variant, text, step, _, legal| {
        let mut setups = [fen::read(text, variant).unwrap().setup(), fen::read(text, variant).unwrap().setup()];
        let [from, to] = [&step[..2], &step[2..]].map(|square| square.parse::<Square>().unwrap());
        let between = campione_core::between(from, to).first().unwrap();
        let pawn = setups[1].board.piece_at(from);
        setups[1].board.set(from, None);
        setups[1].board.set(between, pawn);
        let Ok(further) = Position::new(&setups[1], variant) else { return };
        let starts = [Position::new(&setups[0], variant).unwrap(), further];
        let starts = starts.map(|position| PerftUnit { position, multiplicity: 1_u32 });
        let units = next_units(starts, |sum, more| *sum += more);
        let arrived = |PerftUnit { position, .. }: &&PerftUnit<u32>| {
            position.piece_at(to) == pawn && position.piece_at(from).is_none() && position.piece_at(between).is_none()
        };
        let paths: Vec<u32> = units.iter().filter(arrived).map(|unit| unit.multiplicity).collect();
        assert_eq!(paths, if legal { vec![1, 1] } else { vec![2] }, "{} {text}", variant.id());
    });
}

/// The count does not depend on how positions are merged.
#[test]
fn tables_and_units_count_the_same() {
    let table = PerftTable::new(1).unwrap();
    cases(|variant, text, _, _, _| {
        let position = fen::read(text, variant).unwrap();
        let slow = slow_position(variant.id(), text);
        for depth in 1..=3 {
            let nodes = slow.perft(depth);
            assert_eq!(perft(&position, depth), nodes, "{text}");
            assert_eq!(Perft::new().with_table(&table).count(&position, depth), Some(nodes), "{text}");
            for plies in 0..=depth {
                let units = perft_units(&position, plies);
                let sum: u128 = units.iter().map(|unit| unit.multiplicity * perft(&unit.position, depth - plies)).sum();
                assert_eq!(sum, nodes, "{text}, {plies} of {depth}");
                let keys: HashSet<u128> = units.iter().map(|unit| unit.position.wide_zobrist()).collect();
                assert_eq!(keys.len(), units.len(), "{text}: units are told apart by what the key tells apart");
            }
        }
    });
}

/// A few random pieces around a double step that was just made. The key has an en passant square only if a legal move
/// captures there, and both generators distinguish the same positions.
#[test]
fn keys_and_captures_agree_in_random_positions() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        if !variant.en_passant() {
            continue;
        }
        let mut random = SplitMix64::new(17);
        let squares: Vec<Square> = variant.board().into_iter().collect();
        let mut found = [0; 2];
        for number in 0..1_500 {
            let mover = Color::ALL[number % 2];
            let origins: Vec<Square> = variant.double_step_from(mover).into_iter().collect();
            let from = origins[random.index(origins.len())];
            let step = if mover == Color::White { 1 } else { -1 };
            let [Some(passed), Some(to)] = [1, 2].map(|steps| from.offset(0, steps * step)) else { continue };
            let beside = [-1, 1].map(|side| to.offset(side, 0).filter(|&square| variant.board().contains(square)));
            let Some(captor) = beside[random.index(2)] else { continue };
            let mut setup = Setup { turn: !mover, en_passant: Some(passed), ..Setup::empty() };
            setup.board.set(to, Some(Piece { color: mover, role: Role::PAWN }));
            setup.board.set(captor, Some(Piece { color: !mover, role: Role::PAWN }));
            let officers = variant.roles().len() - 2;
            let roles = [0, 0, 2, 2, 2].map(|least| if least == 0 { 0 } else { least + random.index(officers) });
            for (role, color) in roles.into_iter().zip([mover, !mover, mover, mover, !mover]) {
                let at = squares[random.index(squares.len())];
                if at != from && at != passed && setup.board.piece_at(at).is_none() {
                    setup.board.set(at, Some(Piece { color, role: Role::from_index(role).unwrap() }));
                }
            }
            let Ok(position) = Position::new(&setup, variant) else { continue };
            let without = Position::new(&Setup { en_passant: None, ..setup }, variant).unwrap();
            let legal = position.legal_moves();
            let captures = legal.iter().find(|mv| mv.kind().is_en_passant()).map(|mv| mv.to());
            let text = fen::write(&position);
            assert_eq!(position.legal_en_passant(), captures, "{id} {text}");
            assert_eq!(position == without, captures.is_none(), "{id} {text}");
            assert_eq!(position.zobrist() == without.zobrist(), captures.is_none(), "{id} {text}");
            let key = |position| slow_position(id, &fen::write(position)).repetition_key();
            assert_eq!(key(&position) == key(&without), captures.is_none(), "{id} {text}");
            found[usize::from(captures.is_some())] += 1;
        }
        assert!(found[0] > 20 && found[1] > 100, "{id}: {found:?}");
    }
}
