//! The engine solves the suites in `search/suites`. `bench/lab/tests/it/suites.rs` proves what they claim without it.

use std::fs;
use std::path::Path;

use campione_core::Variant;
use campione_movegen::Game;
use campione_notation::epd::{self, Epd};
use campione_notation::san;
use campione_search::{Control, Limits, Score, SearchResult};
use rayon::prelude::*;

use crate::new_engine;
use crate::sample;

const GAMES: [&str; 5] = ["carrera", "archchess", "herb-garden", "crc", "courier-spiel"];

fn suite(kind: &str) -> Vec<Epd> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("suites/{kind}.epd"));
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| epd::split(line).unwrap());
    let read = |line: epd::EpdLine| line.read(Variant::named(line.variant().unwrap()).unwrap());
    lines.map(|line| read(line).expect("the suites are EPD")).collect()
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
fn the_engine_proves_every_mate() {
    suite("mates").par_iter().step_by(sample(3, 1)).for_each(|test| {
        let moves = test.mate.unwrap().unsigned_abs();
        let (result, score) = mate_score(test, moves);
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
    let tests = suite("long-mates");
    assert_eq!(tests.len(), 200);
    tests.par_iter().step_by(sample(8, 1)).for_each(|test| {
        let most = test.mate.unwrap().unsigned_abs();
        let result = engine(test, &Limits { mate: Some(most), nodes: Some(40_000_000), ..Limits::default() });
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
        let tactics: Vec<Epd> =
            suite("tactics").into_iter().filter(|test| test.position.variant().id() == id).collect();
        assert!(!tactics.is_empty(), "{id}");
        let failed: Vec<String> = tactics
            .par_iter()
            .filter_map(|test| {
                let result = engine(test, &Limits { nodes: Some(sample(50_000, 100_000)), ..Limits::default() });
                let mv = result.best.filter(|mv| !test.best.contains(mv))?;
                Some(format!("{}: {}", test.id.as_deref().unwrap_or_default(), san::write(mv, &test.position)))
            })
            .collect();
        assert!(failed.len() * 4 <= tactics.len(), "{failed:#?}");
        (all, unsolved) = (all + tactics.len(), unsolved + failed.len());
    }
    assert!(unsolved * 8 <= all, "{unsolved} of {all}");
}
