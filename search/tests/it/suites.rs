//! The suites in `search/suites`: every claim is proven without the engine, and the engine solves them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use campione_core::Variant;
use campione_movegen::Game;
use campione_notation::epd::{self, Epd};
use campione_notation::{fen, san};
use campione_proof::{Claim, Mates, prove};
use campione_search::{Control, Limits, Score, SearchResult, find_mate};
use rayon::prelude::*;

use crate::new_engine;
use crate::sample;

const GAMES: [&str; 5] = ["carrera", "archchess", "herb-garden", "crc", "courier-spiel"];

/// A line of a suite, with its variant.
struct Line {
    variant: Variant,
    parted: epd::EpdLine,
}

impl Line {
    fn read(&self) -> Epd {
        self.parted.read(self.variant).expect("the suites are EPD")
    }
}

fn suite(id: &str, kind: &str) -> Vec<Line> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("suites/{id}-{kind}.epd"));
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| epd::split(line).unwrap());
    lines.map(|parted| Line { variant: Variant::named(id).unwrap(), parted }).collect()
}

/// Positions of all games: every third one, or all in a thorough test.
fn all(kind: &str) -> Vec<Line> {
    GAMES.iter().flat_map(|id| suite(id, kind)).step_by(sample(3, 1)).collect()
}

fn engine(test: &Epd, limits: &Limits) -> SearchResult {
    let mut engine = new_engine(16, 1);
    engine.search(&Game::new(test.position), limits, &Control::new(), &mut |_| {})
}

/// The result and score of a search that ends when it has proven a mate in `moves` moves, or that there is none.
fn mate_score(test: &Epd, moves: u32) -> (SearchResult, Option<Score>) {
    let result = engine(test, &Limits { mate: Some(moves), ..Limits::default() });
    let score = result.lines.first().map(|line| line.score);
    (result, score)
}

#[test]
fn every_game_has_its_positions() {
    for id in GAMES {
        let (mates, tactics) = (suite(id, "mates"), suite(id, "tactics"));
        let claims = |lines: &[Line], wanted: fn(Claim) -> bool| {
            lines.iter().filter(|line| wanted(Claim::of(&line.read()).unwrap())).count()
        };
        assert!(mates.len() >= 20 && tactics.len() >= 20, "{id}");
        assert_eq!(claims(&mates, |claim| matches!(claim, Claim::Mate(2..=4))), mates.len(), "{id}");
        assert!(claims(&tactics, |claim| matches!(claim, Claim::Material { .. })) >= 12, "{id}");
        assert!(claims(&tactics, |claim| claim == Claim::OnlyMove) >= 8, "{id}");
        let fens: HashSet<String> =
            mates.iter().chain(&tactics).map(|line| fen::write(&line.read().position)).collect();
        assert_eq!(fens.len(), mates.len() + tactics.len(), "{id}: a position is there twice");
    }
}

/// Mates in four are proven by the engine's mate solver, and by the plain solver after the first move.
#[test]
fn mates_are_proven() {
    all("mates").par_iter().for_each(|line| {
        let test = line.read();
        let Claim::Mate(moves) = Claim::of(&test).unwrap() else { panic!("{:?} is not a mate", test.id) };
        if moves <= 3 {
            assert_eq!(prove(&test), Ok(()), "{:?}", test.id);
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
    all("tactics").par_iter().for_each(|line| {
        let test = line.read();
        assert_eq!(prove(&test), Ok(()), "{:?}", test.id);
    });
}

#[test]
fn the_engine_proves_every_mate() {
    all("mates").par_iter().for_each(|line| {
        let test = line.read();
        let moves = test.mate.unwrap().unsigned_abs();
        let (result, score) = mate_score(&test, moves);
        assert_eq!((result.best, score), (Some(test.best[0]), Some(Score::Mate(moves as i32))), "{:?}", test.id);
        // The reported line ends in mate after `moves` moves.
        let mut position = test.position;
        for &mv in &result.lines[0].pv {
            position = position.play(mv).expect("legal");
        }
        assert!(position.in_check() && position.legal_moves().is_empty(), "{:?}", test.id);
        assert_eq!(result.lines[0].pv.len() as u32, 2 * moves - 1, "{:?}", test.id);
    });
}

/// Mates in 4 to 10 moves from games of the engine: it finds each of them, or a shorter one.
#[test]
fn the_engine_finds_long_mates() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites/long-mates.epd");
    let suite = fs::read_to_string(path).unwrap();
    let lines: Vec<epd::EpdLine> = suite.lines().filter_map(|line| epd::split(line).unwrap()).collect();
    assert_eq!(lines.len(), 200);
    lines.par_iter().step_by(sample(8, 1)).for_each(|line| {
        let variant = Variant::named(line.variant().unwrap()).unwrap();
        let test = line.read(variant).unwrap();
        let most = test.mate.unwrap().unsigned_abs();
        let result = engine(&test, &Limits { mate: Some(most), nodes: Some(40_000_000), ..Limits::default() });
        let Some(Score::Mate(moves)) = result.lines.first().map(|line| line.score) else { panic!("{:?}", test.id) };
        assert!((1..=most as i32).contains(&moves) && result.no_mate_in < moves as u32, "{:?}: {result:?}", test.id);
        let pv = &result.lines[0].pv;
        let end = pv.iter().fold(test.position, |position, &mv| position.play(mv).expect("legal"));
        assert!(pv.len() < 2 * moves as usize && end.is_checkmate(), "{:?}: {result:?}", test.id);
    });
}

/// The engine may miss a few tactics within the node limit, because another move is nearly as good or the point lies
/// deep. Which ones it misses changes with the search and the nets, but they must be few. The claims were found with
/// the hand-written evaluation, so a net may prefer another good move. The suite of one variant is small.
#[test]
fn the_engine_solves_the_tactics() {
    let (mut all, mut unsolved) = (0, 0);
    for id in GAMES {
        let tactics = suite(id, "tactics");
        let failed: Vec<String> = tactics
            .par_iter()
            .filter_map(|line| {
                let test = line.read();
                let result = engine(&test, &Limits { nodes: Some(sample(50_000, 100_000)), ..Limits::default() });
                let mv = result.best.filter(|mv| !test.best.contains(mv))?;
                Some(format!("{}: {}", test.id.as_deref().unwrap_or_default(), san::write(mv, &test.position)))
            })
            .collect();
        assert!(failed.len() * 4 <= tactics.len(), "{failed:#?}");
        (all, unsolved) = (all + tactics.len(), unsolved + failed.len());
    }
    assert!(unsolved * 8 <= all, "{unsolved} of {all}");
}
