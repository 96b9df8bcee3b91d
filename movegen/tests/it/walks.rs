//! Random walks through every built-in variant: the short ways agree with the long ones.

use std::collections::BTreeSet;

use campione_core::{Bitboard, SplitMix64, Variant};
use campione_movegen::{Move, Position};

/// Games of each variant, and the plies of each.
const GAMES: u64 = 2;
const PLIES: u32 = 150;

/// Calls `check` for each position on the walks, with its legal moves.
fn walk(mut check: impl FnMut(&Position, &[Move], &mut SplitMix64)) {
    for variant in Variant::ids().map(|id| Variant::named(id).unwrap()) {
        for seed in 0..GAMES {
            let mut random = SplitMix64::new(seed);
            let mut position = Position::start(variant);
            for _ in 0..PLIES {
                let moves = position.legal_moves();
                check(&position, &moves, &mut random);
                if moves.is_empty() {
                    break;
                }
                // Captures, checks and castlings are rare in random games, so they are preferred now and then.
                let rare = |mv: &&Move| {
                    mv.is_capture() || mv.castling_row().is_some() || position.play_unchecked(**mv).in_check()
                };
                let rare: Vec<Move> = moves.iter().filter(rare).copied().collect();
                let chosen = if !rare.is_empty() && random.index(3) == 0 { &rare } else { moves.as_slice() };
                position = position.play_unchecked(chosen[random.index(chosen.len())]);
            }
        }
    }
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort();
    moves
}

#[test]
fn moves_to_a_square_are_those_of_the_generator() {
    walk(|position, moves, random| {
        let variant = position.variant();
        let masks = [
            variant.board(),
            Bitboard::file(random.index(usize::from(variant.files())) as u8),
            Bitboard::rank(random.index(usize::from(variant.ranks())) as u8),
        ];
        for role in variant.all_roles() {
            let origins = masks[random.index(masks.len())];
            for to in variant.board() {
                let expected = moves.iter().copied().filter(|&mv| {
                    mv.to() == to && origins.contains(mv.from()) && position.moving_role(mv) == Some(role)
                });
                let found = position.legal_moves_from(role, origins, to);
                let expected = sorted(expected);
                assert_eq!(sorted(found), expected, "{position:?} {role:?} {to} {origins:?}");
                let promotions: BTreeSet<_> = expected.iter().map(|mv| mv.promotion()).chain([None]).collect();
                for promotion in promotions {
                    let castles = |mv| position.castling_row(mv).is_some_and(|row| row.partner.is_some());
                    let mut fitting = expected
                        .iter()
                        .copied()
                        .filter(|&mv| mv.promotion() == promotion && mv.turn_promotion().is_none() && !castles(mv));
                    let unique = fitting.next().filter(|_| fitting.next().is_none());
                    let found = position.unique_move(role, origins, to, promotion);
                    assert_eq!(found, unique, "{position:?} {role:?} {to} {origins:?} {promotion:?}");
                }
            }
        }
    });
}

#[test]
fn castlings_are_those_of_the_generator() {
    walk(|position, moves, _| {
        let expected = moves.iter().copied().filter(|mv| mv.castling_row().is_some());
        assert_eq!(sorted(position.legal_castlings()), sorted(expected), "{position:?}");
    });
}

#[test]
fn moves_made_in_place_lead_to_the_same_positions() {
    walk(|position, moves, _| {
        for &mv in moves {
            let (played, mut made) = (position.play_unchecked(mv), *position);
            made.make_unchecked(mv);
            assert_eq!((made, made.setup()), (played, played.setup()), "{position:?} {mv:?}");
        }
    });
}
