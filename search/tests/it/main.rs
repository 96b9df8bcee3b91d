//! Tests of the engine through its public interface, in every variant.

mod clock;
mod draws;
mod endings;
mod levels;
mod limits;
mod lines;
mod mates;
mod net;
mod net_choice;
mod positions;
mod strange;
mod suites;
mod tables;
mod threads;
mod whole;

use campione_core::{SplitMix64, Variant};
use campione_movegen::{Game, Move, Position};
use campione_notation::{fen, uci};
use campione_search::{Control, Engine, EngineConfig, Limits, Report, Score, SearchResult};

use crate::positions::{place, sparse, walk};

/// The size of a sample: the larger one where `CAMPIONE_THOROUGH` is set, as `cargo xtask thorough` sets it.
fn sample<T>(everyday: T, thorough: T) -> T {
    if std::env::var_os("CAMPIONE_THOROUGH").is_some() { thorough } else { everyday }
}

/// An engine with a table of `hash` mebibytes.
fn new_engine(hash: usize, threads: usize) -> Engine {
    Engine::new(&EngineConfig::default().with_hash(hash).with_threads(threads)).unwrap()
}

/// Changes some settings of an engine.
fn configure(engine: &mut Engine, change: impl FnOnce(&mut EngineConfig)) {
    let mut config = engine.config().clone();
    change(&mut config);
    engine.configure(&config).unwrap();
}

fn read(text: &str, variant: Variant) -> Position {
    fen::read(text, variant).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Searches a position without a history. Every report is checked.
fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> SearchResult {
    search_game(engine, &Game::new(*position), limits)
}

/// Searches the position of a game. Every report is checked.
fn search_game(engine: &mut Engine, game: &Game, limits: &Limits) -> SearchResult {
    let position = game.position();
    let mut last: Option<Report> = None;
    let result = engine.search(game, limits, &Control::new(), &mut |report| {
        check_report(position, limits, report);
        if let Some(last) = &last {
            // The lines of one iteration have the same depth, but those of a solved ending end with the game.
            assert!(report.depth >= last.depth || report.multipv > last.multipv, "{last:?}, {report:?}");
            assert!(report.nodes >= last.nodes && report.time >= last.time, "{last:?}, {report:?}");
        }
        last = Some(report.clone());
    });
    check_result(position, limits, &result);
    result
}

/// Checks that a report is plausible.
fn check_report(position: &Position, limits: &Limits, report: &Report) {
    let place = || format!("{report:?} of {}", place(position));
    assert!(!report.pv.is_empty(), "{}", place());
    let first = report.pv[0];
    assert!(limits.search_moves.is_empty() || limits.search_moves.contains(&first), "{}", place());
    let mut at = *position;
    for &mv in &report.pv {
        assert!(at.outcome().is_none(), "the game is over before {mv:?}: {}", place());
        at = at.play(mv).unwrap_or_else(|| panic!("{mv:?}: {}", place()));
    }
    assert!((1..=limits.multipv.max(1)).contains(&report.multipv), "{}", place());
    assert!(report.hashfull <= 1_000, "{}", place());
    match report.score {
        Score::Cp(value) => assert!(value.abs() < 31_000, "{}", place()),
        Score::Mate(moves) => assert!(moves != 0 && moves.abs() <= 200, "{}", place()),
    }
}

/// A number that orders scores.
fn worth(score: Score) -> i64 {
    match score {
        Score::Cp(value) => i64::from(value),
        Score::Mate(moves) if moves > 0 => 1_000_000 - i64::from(moves),
        Score::Mate(moves) => -1_000_000 - i64::from(moves),
    }
}

fn check_result(position: &Position, limits: &Limits, result: &SearchResult) {
    let place = || format!("{result:?} of {}", place(position));
    let Some(best) = result.best else {
        assert!(result.lines.is_empty() && result.ponder.is_none(), "{}", place());
        return;
    };
    assert!(result.outcome.is_none() && position.is_legal(best), "{}", place());
    for (index, line) in result.lines.iter().enumerate() {
        check_report(position, limits, line);
        assert_eq!(line.multipv, index + 1, "{}", place());
    }
    let pv = &result.lines[0].pv;
    assert_eq!((result.best, result.ponder), (pv.first().copied(), pv.get(1).copied()), "{}", place());
    let mut first: Vec<Move> = result.lines.iter().map(|line| line.pv[0]).collect();
    first.sort();
    first.dedup();
    assert_eq!(first.len(), result.lines.len(), "lines that begin alike: {}", place());
    assert!(result.lines.is_sorted_by_key(|line| -worth(line.score)), "lines out of order: {}", place());
}

/// Some positions of a variant in which the game is not over: from random games, and with few pieces.
fn some_positions(variant: Variant, count: usize, mut visit: impl FnMut(&Position, &mut SplitMix64)) {
    let mut random = SplitMix64::new(count as u64);
    let mut seen = 0;
    for seed in 0.. {
        let chosen = random.below(120);
        let mut ply = 0;
        walk(variant, seed, 120, |position, random| {
            if ply == chosen && seen < count && position.outcome().is_none() {
                seen += 1;
                visit(position, random);
            }
            ply += 1;
        });
        let pieces = [1 + random.index(4), random.index(4)];
        if let Some(position) = sparse(variant, &mut random, pieces).filter(|_| seen < count) {
            seen += 1;
            visit(&position, &mut random);
        }
        if seen == count {
            return;
        }
    }
}

/// A game with the given moves.
fn play(start: &Position, moves: &str) -> Game {
    let mut game = Game::new(*start);
    for text in moves.split_whitespace() {
        let mv = uci::read(text, game.position()).unwrap_or_else(|error| panic!("{error}"));
        game.play(mv).unwrap();
    }
    game
}
