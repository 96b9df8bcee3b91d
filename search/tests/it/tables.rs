//! Endgame tables in the engine: what it says of positions with few pieces is what the tables say.

use std::sync::Arc;

use campione_core::{Color, SplitMix64, Variant};
use campione_endgame::{Material, Monitor, Table, Tables, Value};
use campione_movegen::{EndReason, Game, Outcome, Position};
use campione_search::{Engine, Limits, Score};

use crate::{configure, new_engine};
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
    let mut engine = new_engine(1, 1);
    configure(&mut engine, |config| config.endgames = Some(Arc::new(tables)));
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
    let value = engine.config().endgames.as_ref().unwrap().probe(&position);
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

/// Plays a position out: the engine with tables wins, the other side delays as long as the tables can.
fn win(engine: &mut Engine, mut game: Game) {
    let tables = Arc::clone(engine.config().endgames.as_ref().unwrap());
    let winner = game.position().turn();
    let Some(Value::Win(mut left)) = tables.probe(game.position()) else { panic!("not won") };
    while game.outcome().is_none() {
        let position = *game.position();
        let mv = if position.turn() == winner {
            let value = tables.probe(&position);
            assert!(matches!(value, Some(Value::Win(plies)) if plies <= left), "{value:?}, {left}");
            engine.analyse(&game, &depth(2), |_| {}).best.unwrap()
        } else {
            tables.moves(&position).unwrap()[0].0
        };
        game.play(mv).unwrap();
        left = left.saturating_sub(1);
    }
    assert_eq!(game.outcome(), Some(Outcome::win(winner, EndReason::Checkmate)));
}

/// Won positions are won against the best defense, before the move rule draws and without a repetition.
#[test]
fn what_is_won_is_won() {
    for (id, name) in [("gardner", "KQvKR"), ("losalamos", "KRvKN"), ("chess", "KPvK")] {
        let tables = tables(id, &[name]);
        let table = tables.table(Material::read(name, tables.variant()).unwrap()).unwrap();
        let mut engine = engine(tables.clone());
        let (_, longest) = table.tally(Color::White).longest_win.unwrap();
        win(&mut engine, Game::new(table.position(longest).unwrap()));
        let mut random = SplitMix64::new(8);
        for _ in 0..sample(4, 100) {
            let position = random_position(&table, &mut random);
            let Some(Value::Win(plies)) = tables.probe(&position) else { continue };
            // The last moment at which the move rule leaves time enough.
            let mut setup = position.setup();
            setup.halfmove_clock = position.variant().draws().plies().unwrap() - u32::from(plies);
            win(&mut engine, Game::new(Position::new(&setup, position.variant()).unwrap()));
        }
    }
}

/// Positions that have occurred before, so that one more repetition would draw: the engine goes elsewhere.
#[test]
fn a_repetition_does_not_spoil_a_win() {
    let chess = Variant::named("chess").unwrap();
    let mut engine = engine(tables("chess", &["KRvK"]));
    let mut game = Game::new(read("8/8/8/4k3/8/8/8/K6R w - - 0 1", chess));
    // Best play from the start, twice there and back, with the defender's help.
    for text in "h1h2 e5d5 h2h1 d5e5 h1h2 e5d5 h2h1 d5e5".split(' ') {
        let mv = campione_notation::uci::read(text, game.position()).unwrap();
        game.play(mv).unwrap();
    }
    // The start has occurred three times.
    assert!(game.outcome().is_some());
    let mut game = Game::new(read("8/8/8/4k3/8/8/8/K6R w - - 0 1", chess));
    for text in "a1a2 e5d5 a2a1 d5e5 h1h2 e5d5 h2h1 d5e4".split(' ') {
        let mv = campione_notation::uci::read(text, game.position()).unwrap();
        game.play(mv).unwrap();
    }
    assert_eq!(game.outcome(), None);
    win(&mut engine, game);
}
