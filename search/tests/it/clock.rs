//! Searches with a clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use campione_search::Clock;

use super::*;
use crate::positions::{game, games};

fn on(clock: Clock) -> Limits {
    Limits { clock: Some(clock), ..Limits::default() }
}

fn minutes(minutes: u64) -> Clock {
    Clock { remaining: Duration::from_secs(60 * minutes), ..Clock::default() }
}

#[test]
fn a_clock_that_has_run_out_is_enough_for_a_legal_move() {
    for variant in games() {
        let mut engine = new_engine(1, 1);
        some_positions(variant, 6, |position, _| {
            assert!(search(&mut engine, position, &on(Clock::default())).best.is_some());
        });
    }
}

#[test]
fn an_only_move_is_answered_at_once() {
    let variant = game("chess");
    // The king must capture the queen. Without a clock, the search goes on with the position after it.
    let position = read("7k/6Q1/8/8/8/pp6/8/K7 b - - 0 1", variant);
    for threads in [1, 2] {
        let mut engine = new_engine(1, threads);
        let result = search(&mut engine, &position, &on(minutes(10_000)));
        assert_eq!((result.lines[0].depth, position.legal_moves().len()), (1, 1));
        assert_eq!(search(&mut engine, &position, &depth(9)).lines[0].depth, 9);
    }
}

#[test]
fn other_limits_hold_with_a_clock() {
    let variant = game("crc");
    let start = Position::start(variant);
    let mut engine = new_engine(1, 1);
    let limits = Limits { clock: Some(minutes(10_000)), ..nodes(5_000) };
    assert_eq!(search(&mut engine, &start, &limits).nodes, 5_000);
    let limits = Limits { clock: Some(minutes(10_000)), ..depth(4) };
    assert_eq!(search(&mut engine, &start, &limits).lines[0].depth, 4);
    let limits = Limits { clock: Some(minutes(10_000)), time: Some(Duration::ZERO), ..Limits::default() };
    assert!(search(&mut engine, &start, &limits).best.is_some());
}

#[test]
fn no_time_is_spent_before_the_ponderhit() {
    let chess = game("chess");
    let crc = game("crc");
    let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let searches = [
        (Position::start(crc), on(Clock::default())),
        (Position::start(crc), none),
        // Only one legal move: the search ends as soon as the opponent has moved, but not before.
        (read("7k/6Q1/8/8/8/pp6/8/K7 b - - 0 1", chess), on(minutes(10_000))),
    ];
    for (position, limits) in searches {
        for threads in [1, 2] {
            let control = Control::pondering();
            let (hit, done) = (AtomicBool::new(false), AtomicBool::new(false));
            let mut engine = new_engine(1, threads);
            let result = std::thread::scope(|scope| {
                scope.spawn(|| {
                    while control.nodes() < 60_000 && !done.load(Ordering::SeqCst) {
                        std::thread::yield_now();
                    }
                    hit.store(true, Ordering::SeqCst);
                    control.ponderhit();
                });
                let result = engine.search(&Game::new(position), &limits, &control, &mut |_| {});
                done.store(true, Ordering::SeqCst);
                assert!(hit.load(Ordering::SeqCst), "it ended before the other side had moved");
                result
            });
            check_result(&position, &limits, &result);
            assert!(result.best.is_some() && !control.is_pondering());
        }
    }
}
