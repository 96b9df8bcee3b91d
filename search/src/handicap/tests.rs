use super::*;
use crate::positions::{FIVE, game, walk};
use crate::strength::Strength;

fn level(number: u32, position: &Position) -> Level {
    Strength::of_level(number).and_then(|strength| strength.level(position.variant())).unwrap()
}

fn handicap(number: u32, seed: u64, position: &Position) -> Handicap {
    Handicap::new(&level(number, position), seed, position.variant().roles().len())
}

#[test]
fn both_sides_misjudge_a_position_alike() {
    for id in FIVE {
        let errors = handicap(0, 5, &Position::start(game(id)));
        walk(game(id), 1, 60, |position, _| {
            let mut setup = position.setup();
            (setup.turn, setup.en_passant) = (!setup.turn, None);
            // A side that could capture the king has no such position.
            let Ok(other) = Position::new(&setup, position.variant()) else { return };
            assert_eq!(errors.misjudgment(position), -errors.misjudgment(&other), "{position:?}");
        });
    }
}

#[test]
fn squares_are_misjudged_as_much_as_the_level_says() {
    let start = Position::start(game("capablanca"));
    let level = level(0, &start);
    let errors = handicap(0, 1, &start);
    let squares = errors.squares.iter().map(|&error| f64::from(error));
    let count = squares.len() as f64;
    let deviation = (squares.clone().map(|error| error * error).sum::<f64>() / count).sqrt();
    assert!((deviation / f64::from(level.noise) - 1.0).abs() < 0.05, "{deviation}");
    assert!((squares.sum::<f64>() / count).abs() < deviation / 10.0);
    assert!(handicap(0, 2, &start).squares != errors.squares, "another seed, and the same errors");
}

#[test]
fn long_moves_are_overlooked_more_often_than_recaptures() {
    let variant = game("capablanca");
    let errors = handicap(0, 1, &Position::start(variant));
    let (mut long, mut answers, mut count) = (0, 0, 0);
    walk(variant, 3, 200, |position, _| {
        for mv in position.legal_moves() {
            if distance(mv) < 4 {
                continue;
            }
            count += 1;
            long += u32::from(errors.overlooks(position, mv, None));
            answers += u32::from(errors.overlooks(position, mv, Some(mv.to())));
        }
    });
    let level = level(0, &Position::start(variant));
    let share = f64::from(long) / f64::from(count) * 1_000.0 / f64::from(level.oversight);
    assert!(count > 300 && (0.6..1.2).contains(&share), "{share} of {count}");
    assert!(answers * 2 < long, "{answers} of {long}");
}

/// What is overlooked is overlooked whatever the side to move did before, unless pawns have moved.
#[test]
fn an_oversight_lasts() {
    let variant = game("capablanca");
    let start = Position::start(variant);
    let errors = handicap(0, 4, &start);
    let seen = |position: &Position| -> Vec<Move> {
        position.legal_moves().into_iter().filter(|&mv| !errors.overlooks(position, mv, None)).collect()
    };
    let before = seen(&start);
    // Moves that leave the pawns as they are.
    let moves_of = |position: &Position| -> Vec<Move> {
        let keeps = |mv: &Move| pawns::key(&position.play_unchecked(*mv)) == pawns::key(position);
        position.legal_moves().into_iter().filter(keeps).collect()
    };
    let moves = moves_of(&start);
    assert!(!moves.is_empty() && before.len() < start.legal_moves().len());
    for mv in moves {
        let mut position = start.play_unchecked(mv);
        for _ in 0..3 {
            position = position.play_unchecked(moves_of(&position)[0]);
        }
        let both = seen(&position).into_iter().filter(|mv| start.is_legal(*mv));
        assert!(both.into_iter().all(|mv| before.contains(&mv)), "{position:?}");
    }
}
