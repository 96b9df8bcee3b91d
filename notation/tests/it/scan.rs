//! What search asks of a position besides its legal moves (`movegen/src/scan.rs`). It is compared with the list of
//! legal moves and with the effect of playing them, in random games of all built-in variants, of the examples and of
//! invented variants.

use std::collections::HashSet;

use campione_core::{Bitboard, Color, PawnKind, Role, Setup, SplitMix64, Square, Variant};
use campione_movegen::{Attacks, Move, MoveKind, MoveList, Position, Scan};
use campione_notation::{fen, random};
use campione_reference::invent;
use campione_variants::FromToml as _;

use crate::sample;

const EXAMPLES: &[&str] = &[
    include_str!("../examples/carrera-under-promotion.toml"),
    include_str!("../examples/courier.toml"),
    include_str!("../examples/cannons.toml"),
];

/// All built-in variants, the examples, and the variants that are valid among `invented` random files.
fn games(invented: u64) -> impl Iterator<Item = Variant> {
    let built_in = Variant::ids().map(|id| Variant::named(id).unwrap());
    let examples =
        EXAMPLES.iter().map(|text| Variant::from_toml(text, "example").unwrap_or_else(|error| panic!("{error}")));
    // Not every invented file is a valid variant.
    let invented = (0..invented).filter_map(|seed| {
        let mut random = SplitMix64::new(seed);
        Variant::from_toml(&invent::file(&mut |bound| random.below(bound)), "invented").ok()
    });
    built_in.chain(examples).chain(invented)
}

/// Visits every position of some random games, with the position before it. Captures and pawn moves are preferred, so
/// that games reach promotions and positions with few pieces.
fn walk(variant: Variant, games: u64, mut visit: impl FnMut(&Position, Option<&Position>, &mut SplitMix64)) {
    for seed in 0..games {
        let mut random = SplitMix64::new(seed);
        let mut position = random::start(variant, &mut random);
        let mut before = None;
        for _ in 0..150 {
            visit(&position, before.as_ref(), &mut random);
            let moves = position.legal_moves();
            let lively = |mv: &&Move| {
                mv.is_capture() || mv.turn_promotion().is_some() || position.role_at(mv.from()) == Some(Role::PAWN)
            };
            let lively: Vec<Move> = moves.iter().filter(lively).copied().collect();
            let choice = if random.index(2) == 0 && !lively.is_empty() { &lively[..] } else { &moves[..] };
            let Some(&mv) = choice.get(random.index(choice.len())) else { break };
            before = Some(position);
            position = position.play_unchecked(mv);
        }
    }
}

fn place(position: &Position) -> String {
    format!("{} {}\n{}", position.variant().id(), fen::write(position), position.variant().spec().to_toml())
}

/// The number of pieces of each role that a side has.
fn army(position: &Position, color: Color) -> Vec<usize> {
    let mut counts = vec![0; position.variant().roles().len()];
    for square in position.by_color(color) {
        counts[position.role_at(square).unwrap().index()] += 1;
    }
    counts
}

#[test]
fn noisy_and_quiet_moves_are_all_moves() {
    let mut rare = HashSet::new();
    for variant in games(150) {
        walk(variant, 3, |position, _, _| {
            let mut all = position.legal_moves();
            // The moves are appended to what the lists already contain.
            let first = all.first().copied();
            let mut noisy: MoveList = first.into_iter().collect();
            position.noisy_moves(&mut noisy);
            let mut quiet: MoveList = first.into_iter().collect();
            position.quiet_moves(&mut quiet);
            let skip = usize::from(first.is_some());
            assert_eq!((noisy.first(), quiet.first()), (first.as_ref(), first.as_ref()), "{}", place(position));
            let us = position.turn();
            for &mv in noisy.iter().skip(skip) {
                let next = position.play_unchecked(mv);
                let captures = next.by_color(!us).count() < position.by_color(!us).count();
                let promotes = position.role_at(mv.from()) == Some(Role::PAWN)
                    && mv.turn_promotion().is_none()
                    && next.role_at(mv.to()) != Some(Role::PAWN);
                assert!((captures || promotes) && mv.castling_row().is_none(), "{mv:?} in {}", place(position));
            }
            for &mv in quiet.iter().skip(skip) {
                let next = position.play_unchecked(mv);
                let captures = next.by_color(!us).count() < position.by_color(!us).count();
                if captures {
                    rare.insert("a king's leap that captures");
                }
                assert!(!captures || mv.castling_row().is_some(), "{mv:?} in {}", place(position));
                assert!(mv.promotion().is_none(), "{mv:?} in {}", place(position));
            }
            rare.extend(
                all.iter().filter(|mv| mv.kind() == MoveKind::EnPassantPromotion).map(|_| "en passant and promotion"),
            );
            rare.extend(all.iter().filter_map(|mv| mv.turn_promotion()).map(|_| "a promotion at the start of a turn"));
            let mut parts: Vec<Move> = noisy.iter().chain(quiet.iter().skip(skip)).skip(skip).copied().collect();
            parts.sort();
            all.sort();
            assert_eq!(parts, all.to_vec(), "{}", place(position));
        });
    }
    assert_eq!(rare.len(), 3, "only {rare:?} occurred");
}

#[test]
fn legal_moves_are_known_without_a_list() {
    let mut exhaustive = 0;
    for variant in games(60) {
        let mut left = sample(1, 2);
        walk(variant, sample(1, 2), |position, before, random| {
            let legal: HashSet<Move> = position.legal_moves().into_iter().collect();
            let check = |bits: u32| {
                let Some(mv) = Move::from_bits(bits) else { return };
                assert_eq!(mv.bits(), bits);
                assert_eq!(position.is_legal(mv), legal.contains(&mv), "{bits:#x} ({mv:?}) in {}", place(position));
                // For an illegal move the answers have no meaning, but nothing may panic.
                let _ = (position.moving_role(mv), position.captured_role(mv), position.castling_row(mv));
            };
            let most = 31 << 18 | 127 << 23;
            for mv in &legal {
                check(mv.bits());
                for bit in 0..32 {
                    check(mv.bits() ^ 1 << bit);
                }
                // With another role and another castling row.
                check(mv.bits() & !most | random.next_u64() as u32 & most);
            }
            for mv in before.into_iter().flat_map(Position::legal_moves) {
                check(mv.bits());
            }
            for _ in 0..50 {
                check(random.next_u64() as u32);
                check(random.next_u64() as u32 | 1 << 31);
            }
            check(0);
            if left > 0 && random.index(40) == 0 {
                left -= 1;
                exhaustive += 1;
                // Every start, target and kind. The high bit marks a move.
                for bits in 0..1 << 18 {
                    check(bits | 1 << 31);
                }
                // Every role and kind, with the starts and targets of the legal moves.
                for mv in &legal {
                    for rest in 0..1 << 9 {
                        check(mv.bits() & 0x3fff | rest << 14 | 1 << 31);
                    }
                }
            }
        });
    }
    assert!(exhaustive > sample(10, 20));
}

/// The squares that all pieces except pawns attack.
struct Everything<'p>(&'p Position);

impl Scan for Everything<'_> {
    type Output = Vec<(Square, Color, Bitboard)>;

    #[inline(always)]
    fn run(self, attacks: impl Attacks) -> Self::Output {
        let mut all = Vec::new();
        for color in Color::ALL {
            for square in self.0.by_color(color) {
                if let Some(role) = self.0.role_at(square).filter(|&role| role != Role::PAWN) {
                    all.push((square, color, attacks.from(square, color, role)));
                }
            }
        }
        all
    }
}

#[test]
fn attacks_from_squares_are_attacks_to_squares() {
    for variant in games(150) {
        walk(variant, 2, |position, _, _| {
            let mut to = [[Bitboard::EMPTY; 128]; 2];
            for (from, color, seen) in position.scan(Everything(position)) {
                assert!((seen - variant.board()).is_empty(), "{from} in {}", place(position));
                for square in seen {
                    to[color.index()][square.index()] |= Bitboard::of(from);
                }
            }
            for color in Color::ALL {
                let waiting: Bitboard = position.waiting_pawns(color).map(|pawn| pawn.square).collect();
                assert_eq!(position.waiting_squares(color), waiting, "{}", place(position));
                let is_pawn = |&square: &Square| position.role_at(square) == Some(Role::PAWN);
                let pawns: Bitboard = (position.by_color(color) - waiting).into_iter().filter(is_pawn).collect();
                assert_eq!(position.pawns(color), pawns, "{}", place(position));
                let mut by_pawns = Bitboard::EMPTY;
                for from in pawns {
                    let sides: &[i8] = match variant.spec().pawn.kind {
                        PawnKind::Orthodox => &[-1, 1],
                        PawnKind::Berolina => &[0],
                    };
                    for &files in sides {
                        let target = from.offset(files, if color == Color::White { 1 } else { -1 });
                        if let Some(target) = target.filter(|&target| variant.board().contains(target)) {
                            to[color.index()][target.index()] |= Bitboard::of(from);
                            by_pawns |= Bitboard::of(target);
                        }
                    }
                }
                assert_eq!(position.pawn_attacks(color), by_pawns, "{}", place(position));
                for square in variant.board() {
                    let expected = position.attackers_to(square, color);
                    assert_eq!(
                        to[color.index()][square.index()],
                        expected,
                        "{color:?} on {square} in {}",
                        place(position)
                    );
                }
            }
        });
    }
}

#[test]
fn passing_changes_the_side_to_move() {
    let mut passed = 0;
    for variant in games(60) {
        walk(variant, 2, |position, _, _| {
            let Some(next) = position.pass() else {
                assert!(position.in_check(), "{}", place(position));
                return;
            };
            assert!(!position.in_check(), "{}", place(position));
            let setup = position.setup();
            let expected = Setup {
                turn: !setup.turn,
                en_passant: None,
                halfmove_clock: setup.halfmove_clock + 1,
                fullmove_number: setup.fullmove_number + u32::from(setup.turn == Color::Black),
                ..setup
            };
            let expected =
                Position::new(&expected, variant).unwrap_or_else(|error| panic!("{error} in {}", place(position)));
            assert_eq!(next, expected, "{}", place(position));
            assert_eq!(next.wide_zobrist(), expected.wide_zobrist(), "{}", place(position));
            assert_eq!(next.wide_zobrist() as u64, next.zobrist());
            let sorted = |position: &Position| {
                let mut moves = position.legal_moves();
                moves.sort();
                moves
            };
            assert_eq!(sorted(&next), sorted(&expected), "{}", place(position));
            let again = next.pass().expect("nobody is in check");
            assert_eq!(again.wide_zobrist() == position.wide_zobrist(), position.legal_en_passant().is_none());
            passed += 1;
        });
    }
    assert!(passed > 1000);
}

#[test]
fn roles_of_moves_are_what_playing_them_shows() {
    let mut instant = 0;
    for variant in games(150) {
        walk(variant, 2, |position, _, _| {
            let us = position.turn();
            let (own, enemy) = (army(position, us), army(position, !us));
            let ready = position.waiting_pawns(us).next().filter(|pawn| pawn.wait == 0).map(|pawn| pawn.square);
            assert_eq!(position.first_ready(us), ready, "{}", place(position));
            for mv in position.legal_moves() {
                let next = position.play_unchecked(mv);
                let moved = position.moving_role(mv);
                let arrived = next.role_at(mv.to());
                match mv.promotion() {
                    Some(role) => assert_eq!((moved, arrived), (Some(Role::PAWN), Some(role))),
                    None => assert_eq!(moved, arrived, "{mv:?} in {}", place(position)),
                }
                let becomes = mv.promotion().or(mv.turn_promotion());
                let mut expected = own.clone();
                if let Some(role) = becomes {
                    expected[Role::PAWN.index()] -= 1;
                    expected[role.index()] += 1;
                }
                assert_eq!(army(&next, us), expected, "{mv:?} in {}", place(position));
                let mut expected = enemy.clone();
                if let Some(role) = position.captured_role(mv) {
                    expected[role.index()] -= 1;
                }
                let left = army(&next, !us);
                if left != expected {
                    // An enemy's waiting pawn has become the captured piece (RULES.md §6).
                    let role = position.captured_role(mv).unwrap_or_else(|| panic!("{mv:?} in {}", place(position)));
                    expected[role.index()] += 1;
                    expected[Role::PAWN.index()] -= 1;
                    assert!(variant.promotion_wait().is_some());
                    instant += 1;
                }
                assert_eq!(left, expected, "{mv:?} in {}", place(position));
            }
        });
    }
    assert!(instant > 0, "no pawn was promoted by a capture");
}
