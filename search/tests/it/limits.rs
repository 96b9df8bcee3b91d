//! Limits of a search, and reproducible results.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use campione_core::Color::{Black, White};
use campione_movegen::{EndReason, Outcome};

use super::*;
use crate::positions::{FIVE, game, games};

/// The result of a search without its times.
fn essence(result: &SearchResult) -> SearchResult {
    let mut result = result.clone();
    result.time = Duration::ZERO;
    for line in &mut result.lines {
        line.time = Duration::ZERO;
    }
    result
}

#[test]
fn the_same_search_twice_is_the_same() {
    for id in FIVE {
        let variant = game(id);
        let mut engine = new_engine(1, 1);
        let round = |engine: &mut Engine| {
            let mut found = vec![essence(&search(engine, &Position::start(variant), &depth(9)))];
            some_positions(variant, 4, |position, _| {
                found.push(essence(&search(engine, position, &depth(9))));
                found.push(essence(&search(engine, position, &nodes(3_000))));
            });
            found
        };
        let first = round(&mut engine);
        assert!(first[0].nodes > 2_000, "a search to speak of: {}", first[0].nodes);
        engine.clear();
        assert_eq!(round(&mut engine), first, "{id}: cleared");
        assert_eq!(round(&mut new_engine(1, 1)), first, "{id}: new");
        // What is remembered makes a difference; otherwise the test of clearing would prove nothing.
        assert_ne!(round(&mut engine), first, "{id}: not cleared");
    }
}

#[test]
fn what_was_learned_of_one_game_is_not_believed_in_another() {
    // The same board and pieces, so all keys are the same, but in one variant stalemate loses.
    let (chess, other) = (game("chess"), game("stalemate-loses"));
    let text = "7k/8/5KP1/8/8/8/8/8 w - - 0 1";
    let mut engine = new_engine(1, 1);
    for _ in 0..2 {
        for variant in [&chess, &other] {
            let fresh = search(&mut new_engine(1, 1), &read(text, *variant), &depth(8));
            let found = search(&mut engine, &read(text, *variant), &depth(8));
            assert_eq!(essence(&found), essence(&fresh), "{}", variant.id());
        }
    }
}

#[test]
fn a_soft_limit_ends_with_the_iteration() {
    for id in FIVE {
        let variant = game(id);
        let start = Position::start(variant);
        let fresh = |limits: Limits| essence(&search(&mut new_engine(1, 1), &start, &limits));
        let iterations: Vec<SearchResult> = (1..=8).map(|plies| fresh(depth(plies))).collect();
        for limit in [0, 1, 100, 700, iterations[4].nodes, iterations[4].nodes + 1] {
            let expected = iterations.iter().find(|result| result.nodes >= limit).unwrap();
            let soft = Limits { soft_nodes: Some(limit), ..Limits::default() };
            assert_eq!(&fresh(soft.clone()), expected, "{id}: {limit}");
            // The hard limit still holds.
            let hard = expected.nodes / 2;
            assert!(fresh(Limits { nodes: Some(hard), ..soft }).nodes <= hard, "{id}: {limit}");
        }
    }
}

#[test]
fn the_number_of_nodes_is_exact() {
    for id in FIVE {
        let variant = game(id);
        let mut engine = new_engine(1, 1);
        let start = Position::start(variant);
        for limit in [1, 2, 3, 100, 511, 512, 513, 1_024, 5_000, 20_000] {
            for multipv in [1, 3] {
                let limits = Limits { multipv, ..nodes(limit) };
                let control = Control::new();
                let result = engine.search(&Game::new(start), &limits, &control, &mut |_| {});
                check_result(&start, &limits, &result);
                assert_eq!((result.nodes, control.nodes()), (limit, limit), "{id}");
            }
        }
    }
}

#[test]
fn the_number_of_nodes_holds_for_proofs_too() {
    let variant = game("crc");
    let start = Position::start(variant);
    for limit in [100, 3_000, 10_000] {
        for mate in [1, 2, 3, 4] {
            let limits = Limits { mate: Some(mate), ..nodes(limit) };
            let result = search(&mut new_engine(1, 1), &start, &limits);
            assert!(result.nodes <= limit, "mate in {mate}: {} of {limit}", result.nodes);
        }
    }
}

#[test]
fn no_time_is_enough_for_a_legal_move() {
    for variant in games() {
        let mut engine = new_engine(1, 1);
        some_positions(variant, 6, |position, _| {
            let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
            let result = search(&mut engine, position, &limits);
            assert!(result.best.is_some());
            let control = Control::new();
            control.stop();
            let result = engine.search(&Game::new(*position), &Limits::default(), &control, &mut |report| {
                check_report(position, &Limits::default(), report);
            });
            check_result(position, &Limits::default(), &result);
            assert!(result.best.is_some() && result.nodes < 25_000, "{result:?} of {}", place(position));
        });
    }
}

#[test]
fn it_stops_when_told_so() {
    let variant = game("crc");
    let start = Position::start(variant);
    for threads in [1, 2] {
        let mut engine = new_engine(1, threads);
        let control = Control::new();
        let (stopped_at, done) = (AtomicU64::new(0), AtomicBool::new(false));
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                while control.nodes() < 60_000 && !done.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
                control.stop();
                stopped_at.store(control.nodes(), Ordering::SeqCst);
            });
            let result = engine.search(&Game::new(start), &Limits::default(), &control, &mut |_| {});
            done.store(true, Ordering::Relaxed);
            result
        });
        check_result(&start, &Limits::default(), &result);
        assert!(result.best.is_some());
        // Each thread reports its nodes and checks the limits at least every 512 nodes.
        let after = result.nodes.saturating_sub(stopped_at.into_inner());
        assert!(after <= 2 * 512 * threads as u64, "{after} more nodes with {threads} threads");
        assert_eq!(result.nodes, control.nodes());
    }
}

#[test]
fn depths_are_searched_to_the_end_and_no_further() {
    let variant = game("archchess");
    let start = Position::start(variant);
    let mut engine = new_engine(1, 1);
    for wanted in 1..=6 {
        let control = Control::new();
        let mut depths = Vec::new();
        let result = engine.search(&Game::new(start), &depth(wanted), &control, &mut |report| {
            depths.push(report.depth);
        });
        assert_eq!(depths, (1..=wanted).collect::<Vec<_>>());
        assert_eq!((control.depth(), result.lines[0].depth), (wanted, wanted));
    }
}

#[test]
fn only_moves_that_are_asked_for() {
    for variant in games() {
        let mut engine = new_engine(1, 1);
        let mut other_best = 0;
        some_positions(variant, 6, |position, random| {
            let legal = position.legal_moves();
            let best = search(&mut engine, position, &depth(3)).best.unwrap();
            // All moves but the best one; a few moves; a single move; a list with some illegal moves.
            let but_best = legal.iter().copied().filter(|&mv| mv != best).collect();
            let few = (0..3).map(|_| legal[random.index(legal.len())]).collect();
            let one = vec![legal[random.index(legal.len())]];
            let strange = vec![Move::from_bits(77).unwrap(), legal[0], Move::from_bits(u32::MAX).unwrap(), legal[0]];
            for search_moves in [but_best, few, one, strange] {
                let any = !search_moves.is_empty();
                for multipv in [1, 4] {
                    let limits = Limits { search_moves: search_moves.clone(), multipv, ..depth(3) };
                    let found = search(&mut engine, position, &limits).best.unwrap();
                    assert!(!any || search_moves.contains(&found), "{}", place(position));
                    other_best += u32::from(found != best);
                }
            }
            let limits = Limits { search_moves: vec![Move::from_bits(77).unwrap()], ..depth(3) };
            let nothing = search(&mut engine, position, &limits);
            assert_eq!((nothing.best, nothing.outcome), (None, None));
        });
        assert!(other_best > 0);
    }
}

#[test]
fn games_that_are_over_have_an_outcome() {
    let check = |id: &str, text: &str, outcome: Outcome| {
        let variant = game(id);
        let position = read(text, variant);
        let result = search(&mut new_engine(1, 1), &position, &depth(3));
        assert_eq!((result.outcome, result.best, result.lines.len()), (Some(outcome), None, 0), "{text}");
    };
    check("carrera", "R3k5/10/4K5/10/10/10/10/10 b - - 0 1", Outcome::win(White, EndReason::Checkmate));
    check("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Outcome::draw(EndReason::Stalemate));
    check("stalemate-loses", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Outcome::win(White, EndReason::Stalemate));
    check("stalemate-wins", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Outcome::win(Black, EndReason::Stalemate));
    check("bare-king-loses", "7k/5Q2/8/8/8/8/8/K7 w - - 1 1", Outcome::win(White, EndReason::BareKing));
    check("crc", "9k/10/10/10/10/10/10/4KN4 w - - 0 1", Outcome::draw(EndReason::DeadPosition));
    check("crc", "9k/10/10/10/10/10/10/4KR4 w - - 100 80", Outcome::draw(EndReason::MoveRule { moves: 50 }));
    check("soon-drawn", "7k/8/8/8/8/8/8/4KR2 w - - 10 80", Outcome::draw(EndReason::MoveRule { moves: 5 }));

    let variant = game("crc");
    let start = read("9k/10/10/10/10/10/10/R3K5 w - - 0 1", variant);
    let game = play(&start, "e1e2 j8j7 e2e1 j7j8 e1e2 j8j7 e2e1 j7j8");
    let result = search_game(&mut new_engine(1, 1), &game, &depth(3));
    assert_eq!((result.outcome, result.best), (Some(Outcome::draw(EndReason::Repetition)), None));
}
