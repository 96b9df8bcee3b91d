//! The puzzles of the page to play: every claim is proven without the engine.

use std::collections::HashSet;

use campione_core::Variant;
use campione_lab::puzzles::{GAMES, Puzzle, committed};
use campione_notation::fen;
use rayon::prelude::*;

use crate::sample;

#[test]
fn every_game_has_puzzles_of_each_grade() {
    for id in GAMES {
        let puzzles = committed(id).unwrap();
        for grade in ["easy", "medium", "hard"] {
            assert!(puzzles.iter().filter(|puzzle| puzzle.grade == grade).count() >= 5, "{id}: {grade}");
        }
        let ids: HashSet<&str> = puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
        let fens: HashSet<String> = puzzles.iter().map(|puzzle| fen::write(&puzzle.position)).collect();
        assert_eq!((ids.len(), fens.len()), (puzzles.len(), puzzles.len()), "{id}: a puzzle is there twice");
    }
}

/// Mates in one and two: a few of each game, or all of them, and those in three, in a thorough test.
#[test]
fn puzzles_are_proven() {
    let longest = sample(2, 3);
    let all: Vec<Puzzle> = GAMES.iter().flat_map(|id| committed(id).unwrap()).collect();
    let wanted: Vec<&Puzzle> = all.iter().filter(|puzzle| puzzle.moves() <= longest).step_by(sample(25, 1)).collect();
    assert!(wanted.iter().any(|puzzle| puzzle.moves() == longest));
    wanted.par_iter().for_each(|puzzle| {
        assert_eq!(puzzle.fault(), None, "{} {}", puzzle.position.variant().id(), puzzle.id);
    });
}

#[test]
fn what_is_false_is_found() {
    let chess = Variant::named("chess").unwrap();
    let fault = |line: &str| Puzzle::read(&format!("1.1\teasy\t{line}"), chess).unwrap().fault().unwrap_or_default();
    // Two rooks mate on the last rank, one as well as the other.
    assert_eq!(fault("6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1\ta1a8"), "its first move is not the only one that mates");
    assert_eq!(fault("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\ta1a7 h7h6 a7a8"), "there is a shorter mate");
    assert_eq!(fault("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\ta1a8"), "");
    for bad in [
        "1.1\teasy\t6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
        "1.1\tgrim\t6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\ta1a8",
        "1.1\teasy\t6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\ta1b8",
        "1.1\teasy\t8/8/8/8/8/8/8/8 w - - 0 1\ta1a8",
    ] {
        assert!(Puzzle::read(bad, chess).is_err(), "{bad}");
    }
}
