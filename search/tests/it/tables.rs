//! Endgame tables in the engine: what it says of positions with few pieces is what the tables say.

use std::sync::Arc;

use campione_core::{SplitMix64, Variant};
use campione_endgame::{Material, Monitor, Table, Tables, Value};
use campione_movegen::{Game, Position};
use campione_search::{Engine, Limits, Score};

use crate::{depth, read, sample};

fn tables(id: &str, names: &[&str]) -> Tables {
    let mut tables = Tables::new(Variant::named(id).unwrap());
    for name in names {
        let material = Material::read(name, tables.variant()).unwrap();
        tables.build(material, &Monitor::new()).unwrap();
    }
    tables
}

fn random_position(table: &Table, random: &mut SplitMix64) -> Position {
    loop {
        let number = random.index(table.entries() as usize) as u64;
        if let Some(position) = table.position(number).filter(|position| position.outcome().is_none()) {
            return position;
        }
    }
}

fn engine(tables: Tables) -> Engine {
    let mut engine = Engine::new(1, 1).unwrap();
    engine.set_endgames(Some(Arc::new(tables)));
    engine
}

fn score(value: Value) -> Score {
    match value {
        Value::Draw => Score::Cp(0),
        Value::Win(plies) => Score::Mate(i32::from(plies.div_ceil(2))),
        Value::Loss(plies) => Score::Mate(-i32::from(plies / 2)),
    }
}

#[test]
fn the_root_is_what_the_table_says() {
    for (id, name) in [("gardner", "KQvKR"), ("gardner", "KPvKN"), ("losalamos", "KRvKN")] {
        let tables = tables(id, &[name]);
        let table = tables.table(Material::read(name, tables.variant()).unwrap()).unwrap();
        let mut random = SplitMix64::new(4);
        let mut engine = engine(tables.clone());
        for _ in 0..sample(60, 2000) {
            let position = random_position(&table, &mut random);
            let value = tables.probe(&position).unwrap();
            let result = engine.analyse(&Game::new(position), &depth(2), |_| {});
            assert_eq!(result.lines[0].score, score(value), "{name} {:?}", position.setup());
            // Best play to the very end.
            if let Some(plies) = value.plies() {
                let mut next = position;
                for &mv in &result.lines[0].pv {
                    next = next.play(mv).unwrap();
                }
                assert_eq!(result.lines[0].pv.len(), usize::from(plies));
                assert!(next.is_checkmate());
            }
        }
    }
}

/// The ending itself has no table, but those after each capture and promotion have.
#[test]
fn the_tree_is_probed() {
    let chess = Variant::named("chess").unwrap();
    let mut engine = engine(tables("chess", &["KPvK", "KRvK"]));
    // The rook takes the pawn. A search of five plies does not see the mate of rook against king, the table does.
    let position = read("8/8/8/8/8/1k6/1p1R4/1K6 w - - 0 1", chess);
    let value = engine.endgames().unwrap().probe(&position);
    assert_eq!(value, None, "KRvKP has no table");
    let result = engine.analyse(&Game::new(position), &depth(5), |_| {});
    assert!(matches!(result.lines[0].score, Score::Mate(moves) if moves > 4), "{:?}", result.lines[0].score);
}

/// A win that the move rule does not grant is searched, not taken from the table.
#[test]
fn the_move_rule_comes_first() {
    let mut engine = engine(tables("chess", &["KRvK"]));
    let chess = Variant::named("chess").unwrap();
    let early = read("8/8/8/4k3/8/8/8/K6R w - - 0 1", chess);
    let late = read("8/8/8/4k3/8/8/8/K6R w - - 95 60", chess);
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let known = engine.analyse(&Game::new(early), &limits, |_| {});
    assert!(matches!(known.lines[0].score, Score::Mate(_)));
    let drawn = engine.analyse(&Game::new(late), &limits, |_| {});
    assert!(!matches!(drawn.lines[0].score, Score::Mate(_)), "{:?}", drawn.lines[0].score);
    // The tables of chess are not those of another variant.
    let gardner = read("5/2k2/5/5/K3R w - - 0 1", Variant::named("gardner").unwrap());
    assert!(engine.analyse(&Game::new(gardner), &limits, |_| {}).best.is_some());
}
