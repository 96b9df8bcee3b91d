//! The suites in `search/suites`: every claim is proven without the engine.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use campione_core::Variant;
use campione_lab::proof::{Claim, Mates, prove};
use campione_notation::epd::{self, Epd};
use campione_notation::fen;
use campione_search::find_mate;
use rayon::prelude::*;

use crate::sample;

const GAMES: [&str; 5] = ["carrera", "archchess", "herb-garden", "crc", "courier-spiel"];

fn suite(kind: &str) -> Vec<Epd> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../search/suites/{kind}.epd"));
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| epd::split(line).unwrap());
    let read = |line: epd::EpdLine| line.read(Variant::named(line.variant().unwrap()).unwrap());
    lines.map(|line| read(line).expect("the suites are EPD")).collect()
}

/// Every third position, or all in a thorough test.
fn all(kind: &str) -> Vec<Epd> {
    suite(kind).into_iter().step_by(sample(3, 1)).collect()
}

#[test]
fn every_game_has_its_positions() {
    let is_listed = |test: &Epd| GAMES.contains(&test.position.variant().id());
    assert!(suite("mates").iter().chain(&suite("tactics")).all(is_listed));
    for id in GAMES {
        let of = |kind: &str| -> Vec<Epd> {
            suite(kind).into_iter().filter(|test| test.position.variant().id() == id).collect()
        };
        let (mates, tactics) = (of("mates"), of("tactics"));
        let claims = |tests: &[Epd], wanted: fn(Claim) -> bool| {
            tests.iter().filter(|test| wanted(Claim::of(test).unwrap())).count()
        };
        assert!(mates.len() >= 20 && tactics.len() >= 20, "{id}");
        assert_eq!(claims(&mates, |claim| matches!(claim, Claim::Mate(2..=4))), mates.len(), "{id}");
        assert!(claims(&tactics, |claim| matches!(claim, Claim::Material { .. })) >= 12, "{id}");
        assert!(claims(&tactics, |claim| claim == Claim::OnlyMove) >= 8, "{id}");
        let fens: HashSet<String> = mates.iter().chain(&tactics).map(|test| fen::write(&test.position)).collect();
        assert_eq!(fens.len(), mates.len() + tactics.len(), "{id}: a position is there twice");
    }
}

/// Mates in four are proven by the engine's mate solver, and by the plain solver after the first move.
#[test]
fn mates_are_proven() {
    all("mates").par_iter().for_each(|test| {
        let Claim::Mate(moves) = Claim::of(test).unwrap() else { panic!("{:?} is not a mate", test.id) };
        if moves <= 3 {
            assert_eq!(prove(test), Ok(()), "{:?}", test.id);
            // Two solvers that share nothing agree.
            let line = find_mate(&test.position, moves).unwrap();
            assert_eq!((line.len() as u32, line[0]), (2 * moves - 1, test.best[0]), "{:?}", test.id);
        } else {
            let next = test.position.play_unchecked(test.best[0]);
            assert_eq!(Mates::with_memory(u64::MAX).is_mated(&next, moves - 1), Ok(true), "{:?}", test.id);
            assert_eq!(Mates::with_memory(u64::MAX).mates(&test.position, moves - 1), Ok(false), "{:?}", test.id);
        }
    });
}

#[test]
fn tactics_are_proven() {
    all("tactics").par_iter().for_each(|test| {
        assert_eq!(prove(test), Ok(()), "{:?}", test.id);
    });
}
