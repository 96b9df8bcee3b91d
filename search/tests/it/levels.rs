//! Levels below full strength.

use std::time::Duration;

use campione_core::Color;
use campione_search::{Clock, Strength};

use super::*;
use crate::positions::{game, games};

fn engine(level: u32, seed: u64) -> Engine {
    let mut engine = new_engine(1, 1);
    configure(&mut engine, |config| (config.strength, config.seed) = (Strength::of_level(level).unwrap(), seed));
    engine
}

/// Plays a game of at most `plies` plies. The engines need no other limit than their level.
fn play(engines: [&mut Engine; 2], start: &Position, plies: usize) -> Game {
    let mut game = Game::new(*start);
    let [white, black] = engines;
    while game.plies() < plies && game.outcome().is_none() {
        let engine = if game.turn() == Color::White { &mut *white } else { &mut *black };
        let best = search_game(engine, &game, &Limits::default()).best.unwrap();
        assert!(game.position().is_legal(best), "{}", place(game.position()));
        game.play_unchecked(best);
    }
    game
}

#[test]
fn every_level_plays_every_variant() {
    for (number, variant) in games().enumerate() {
        let levels = [0, 1 + number as u32 % 9];
        let [mut low, mut high] = levels.map(|level| engine(level, number as u64));
        play([&mut low, &mut high], &Position::start(variant), sample(40, 400));
    }
    let start = Position::start(game("crc"));
    for level in Strength::LEVELS.rev().skip(1) {
        let result = search(&mut engine(level, 1), &start, &Limits::default());
        assert!(start.is_legal(result.best.unwrap()), "level {level}");
    }
}

#[test]
fn a_higher_level_beats_a_lower_one() {
    let mut points = 0;
    for (seed, id) in (1..).zip(["capablanca", "archchess", "crc"]) {
        // Any position of a random game without an advantage would do; each variant has another one.
        let start = Position::start(game(id));
        let [mut low, mut high] = [1, 7].map(|level| engine(level, seed));
        for high_is_white in [true, false] {
            let engines = if high_is_white { [&mut high, &mut low] } else { [&mut low, &mut high] };
            let outcome = play(engines, &start, 400).outcome();
            let winner = outcome.and_then(|outcome| outcome.winner);
            points += match winner {
                Some(color) if (color == Color::White) == high_is_white => 2,
                Some(_) => 0,
                None => 1,
            };
        }
    }
    assert!(points >= 10, "{points} of 12");
}

#[test]
fn errors_follow_from_the_seed() {
    let start = Position::start(game("capablanca"));
    let moves = |seed| play([&mut engine(3, seed), &mut engine(3, seed)], &start, 16).moves().to_vec();
    assert_eq!(moves(1), moves(1));
    let games: Vec<Vec<Move>> = (1..=4).map(moves).collect();
    assert!(games.iter().any(|game| *game != games[0]), "four seeds, and the same errors");
}

#[test]
fn full_strength_is_as_if_there_were_no_levels() {
    let game = Game::new(Position::start(game("carrera")));
    let mut fresh = new_engine(1, 1);
    let mut used = engine(4, 9);
    search_game(&mut used, &game, &Limits::default());
    for strength in [Strength::of_level(20).unwrap(), Strength::FULL] {
        configure(&mut used, |config| (config.strength, config.seed) = (strength, 5));
        fresh.clear();
        used.clear();
        let [one, other] = [&mut fresh, &mut used].map(|engine| search_game(engine, &game, &depth(7)));
        assert_eq!((one.best, one.nodes, &one.lines[0].pv), (other.best, other.nodes, &other.lines[0].pv));
    }
}

/// A weak engine answers when it has looked at as much as it may, however much time there is; and with hardly any time.
#[test]
fn weak_engines_do_not_use_up_their_time() {
    let start = Position::start(game("crc"));
    for remaining in [0, 1, 20, 3_600_000] {
        let clock = Clock { remaining: Duration::from_millis(remaining), ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let result = search(&mut engine(5, 1), &start, &limits);
        assert!(result.best.is_some() && result.nodes < 5_000, "{remaining} ms: {} nodes", result.nodes);
    }
    let limits = Limits { clock: Some(Clock::default()), ..nodes(1) };
    assert_eq!(search(&mut engine(5, 1), &start, &limits).nodes, 1);
}

/// A weak engine looks up no endings and proves no mates, but it takes a queen and mates in one.
#[test]
fn weak_engines_see_what_is_in_front_of_them() {
    let chess = game("chess");
    let hanging = read("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", chess);
    let mate = read("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", chess);
    for (position, best) in [(hanging, "e4d5"), (mate, "a1a8")] {
        for seed in 1..=5 {
            let result = search(&mut engine(3, seed), &position, &Limits::default());
            assert_eq!(uci::write(result.best.unwrap(), &position), best, "seed {seed}");
        }
    }
    // King and rook: an exact distance at full strength only.
    let ending = read("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", chess);
    let score = |engine: &mut Engine| search(engine, &ending, &nodes(400)).lines[0].score;
    assert!(matches!(score(&mut engine(20, 1)), Score::Mate(_)) && matches!(score(&mut engine(3, 1)), Score::Cp(_)));
}

#[test]
fn a_level_does_not_depend_on_the_threads() {
    let start = Position::start(game("capablanca"));
    let strength = Strength::of_level(6).unwrap();
    let limits = Limits { multipv: 3, ..Limits::default() };
    let [one, two] = [1, 2].map(|threads| {
        let mut engine = new_engine(1, threads);
        configure(&mut engine, |config| (config.strength, config.seed) = (strength, 3));
        assert_eq!(engine.config().strength, strength);
        search(&mut engine, &start, &limits)
    });
    assert_eq!((one.best, one.nodes, one.lines.len()), (two.best, two.nodes, 3));
}
