//! Mates: those that the engine reports are correct, and it finds all short ones.

use campione_search::find_mate;

use super::*;
use crate::positions::{FIVE, game, sparse};
use crate::sample;

/// The number of moves in which the side to move mates. `None` if it is more than `most`.
fn mates_in(position: &Position, most: u32) -> Option<i32> {
    find_mate(position, most).map(|line| line.len().div_ceil(2) as i32)
}

/// The number of moves in which the other side mates by force. `None` if it is more than `most`.
fn mated_in(position: &Position, most: u32) -> Option<i32> {
    let after = |mv| mates_in(&position.play_unchecked(mv), most);
    position.legal_moves().into_iter().map(after).try_fold(0, |longest, moves| Some(longest.max(moves?)))
}

/// Positions with few pieces, so that mates are frequent.
fn few_pieces(id: &str, count: usize, mut visit: impl FnMut(&Position)) {
    let variant = game(id);
    let mut random = SplitMix64::new(17);
    for _ in 0..count {
        let pieces = [2 + random.index(3), random.index(3)];
        if let Some(position) = sparse(variant, &mut random, pieces) {
            visit(&position);
        }
    }
}

#[test]
fn mates_in_one_are_found_at_once() {
    for id in FIVE {
        let mut found = 0;
        few_pieces(id, 220, |position| {
            if mates_in(position, 1).is_some() {
                found += 1;
                for depths in [1, 2, 5] {
                    let result = search(&mut new_engine(1, 1), position, &depth(depths));
                    assert_eq!(result.lines[0].score, Score::Mate(1), "{result:?} of {}", place(position));
                    assert_eq!(result.lines[0].pv.len(), 1);
                }
            }
        });
        assert!(found > 3, "{id}: {found}");
    }
}

/// The search prunes late moves, so it may overlook a mate in two among many other winning moves, or find a longer mate
/// first. But every mate that it reports must be correct.
#[test]
fn mates_that_are_told_are_true() {
    let (mut two, mut found, mut lost) = (0, 0, 0);
    for id in FIVE {
        let mut engine = new_engine(1, 1);
        let mut check = |position: &Position| {
            let expected = mates_in(position, 2);
            let result = search(&mut engine, position, &depth(9));
            let shown = || format!("{result:?} of {}", place(position));
            match result.lines[0].score {
                Score::Mate(moves) if moves > 0 => {
                    assert!(expected.is_none_or(|expected| expected <= moves), "{}", shown());
                    assert!(moves > 2 || expected == Some(moves), "{}", shown());
                    if moves == 3 {
                        let limits = Limits { mate: Some(3), depth: Some(5), ..Limits::default() };
                        let proven = search(&mut new_engine(1, 1), position, &limits);
                        assert!(matches!(proven.lines[0].score, Score::Mate(1..=3)), "{}", shown());
                    }
                    let line = &result.lines[0].pv;
                    let end = line.iter().fold(*position, |at, &mv| at.play(mv).unwrap());
                    if line.len() as i32 == 2 * moves - 1 {
                        assert!(end.in_check() && end.legal_moves().is_empty(), "{}", shown());
                    }
                    found += i32::from(moves == 2);
                }
                Score::Mate(moves @ -2..=-1) => {
                    assert!(mated_in(position, 2).is_some_and(|most| most <= -moves), "{}", shown());
                    lost += 1;
                }
                Score::Mate(_) => {}
                Score::Cp(_) => assert_ne!(expected, Some(1), "{}", shown()),
            }
            two += i32::from(expected == Some(2));
        };
        few_pieces(id, sample(30, 150), |position| {
            check(position);
            // And from the other side.
            if let Some(line) = find_mate(position, 2) {
                let next = position.play(line[0]).unwrap();
                if !next.legal_moves().is_empty() {
                    check(&next);
                }
            }
        });
        let variant = game(id);
        some_positions(variant, sample(2, 10), |position, _| check(position));
    }
    println!("{found} of {two} mates in two are found at this depth; {lost} times the side to move is mated");
    assert!(two > sample(4, 20) && found * 2 > two && lost > sample(1, 5), "{found} of {two}, {lost} lost");
}

#[test]
fn a_mate_that_is_asked_for_is_proven_or_there_is_none() {
    for id in FIVE {
        let mut engine = new_engine(1, 1);
        let mut found = [0; 3];
        few_pieces(id, sample(80, 220), |position| {
            let expected = mates_in(position, 2);
            let limits = Limits { mate: Some(2), depth: Some(4), ..Limits::default() };
            let result = search(&mut engine, position, &limits);
            let told = match result.lines[0].score {
                Score::Mate(moves @ 1..=2) => Some(moves),
                _ => None,
            };
            assert_eq!(told, expected, "{result:?} of {}", place(position));
            found[expected.unwrap_or(0) as usize] += 1;
        });
        assert!(found[0] > sample(10, 50) && found[1] + found[2] > sample(1, 5), "{id}: {found:?}");
    }
}

#[test]
fn longer_mates_than_are_looked_for_at_once() {
    // King and rook drive the king to the edge: mate in four.
    let variant = game("capablanca");
    let position = read("5k4/10/5K4/10/10/10/10/R9 w - - 0 1", variant);
    assert_eq!(mates_in(&position, 1), Some(1));
    let position = read("4k5/10/5K4/10/10/10/10/R9 w - - 0 1", variant);
    for most in 1..=5 {
        let limits = Limits { mate: Some(most), ..Limits::default() };
        let result = search(&mut new_engine(1, 1), &position, &limits);
        let length = find_mate(&position, 5).map(|line| line.len().div_ceil(2) as i32);
        match result.lines[0].score {
            Score::Mate(moves) if moves > 0 && moves <= most as i32 => assert_eq!(Some(moves), length, "{result:?}"),
            _ => assert!(length.is_none_or(|length| length > most as i32), "{result:?}"),
        }
    }
}
