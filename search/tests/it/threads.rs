//! Several threads with one transposition table.

use std::time::Duration;

use super::*;
use crate::positions::{FIVE, game};

#[test]
fn several_threads_find_legal_moves() {
    for threads in [2, 3] {
        let mut engine = new_engine(1, threads);
        assert_eq!(engine.config().threads, threads);
        for id in FIVE {
            let variant = game(id);
            some_positions(variant, 4, |position, _| {
                for multipv in [1, 3] {
                    let result = search(&mut engine, position, &Limits { multipv, ..depth(5) });
                    assert!(result.best.is_some());
                    for line in &result.lines {
                        let played = line.pv.iter().try_fold(*position, |position, &mv| position.play(mv));
                        assert!(!line.pv.is_empty() && played.is_some(), "{line:?}");
                    }
                    search(&mut engine, position, &Limits { multipv, ..nodes(4_000) });
                }
                let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
                assert!(search(&mut engine, position, &limits).best.is_some());
            });
        }
        engine.clear();
    }
}

#[test]
fn all_threads_count_toward_the_limit() {
    let variant = game("crc");
    let start = Position::start(variant);
    let mut engine = new_engine(1, 2);
    for limit in [5_000, 40_000] {
        let result = search(&mut engine, &start, &nodes(limit));
        assert!((limit..limit + 2 * 2 * 512).contains(&result.nodes), "{} of {limit}", result.nodes);
    }
}

#[test]
fn several_threads_find_mates() {
    let variant = game("capablanca");
    let position = read("9k/10/10/10/R9/1R8/10/4K5 w - - 0 1", variant);
    let mut engine = new_engine(1, 3);
    for _ in 0..20 {
        let result = search(&mut engine, &position, &depth(6));
        assert_eq!(result.lines[0].score, Score::Mate(2), "{result:?}");
    }
}

/// The helpers end with the main thread, even if the callback for reports panics.
#[test]
fn a_panic_leaves_no_thread_behind() {
    let variant = game("carrera");
    let start = Position::start(variant);
    let mut engine = new_engine(1, 3);
    let search = std::panic::AssertUnwindSafe(|| {
        engine.search(&Game::new(start), &depth(3), &Control::new(), &mut |_| panic!("as asked"))
    });
    assert!(std::panic::catch_unwind(search).is_err());
    assert!(super::search(&mut engine, &start, &depth(3)).best.is_some());
}

#[test]
fn no_threads_and_no_memory_are_one_each() {
    let mut engine = new_engine(0, 0);
    let variant = game("chess");
    assert!(search(&mut engine, &Position::start(variant), &depth(2)).best.is_some());
    assert!(Engine::new(&EngineConfig::default().with_hash(usize::MAX)).is_err());
}
