use campione_core::SplitMix64;
use campione_notation::{fen, uci};

use super::*;
use crate::positions::game;
use crate::tt::{Bound, TtEntry};

#[test]
fn what_some_moves_are_worth_is_not_what_the_position_is_worth() {
    let variant = game("chess");
    let position = fen::read("3q4/8/8/8/k7/8/8/3RK3 w - - 0 1", variant).unwrap();
    let mut engine = Engine::new(&EngineConfig::default().with_hash(1)).unwrap();
    let mut stored_value = |moves: &str| {
        let search_moves = moves.split_whitespace().map(|text| uci::read(text, &position).unwrap()).collect();
        let limits = Limits { search_moves, depth: Some(4), ..Limits::default() };
        engine.search(&Game::new(position), &limits, &Control::new(), &mut |_| {});
        // An entry may have only an evaluation.
        let entry = engine.tt.probe(position.wide_zobrist(), 0);
        entry.map(|entry| entry.value).filter(|&value| value != crate::score::NONE)
    };
    // Any move but the capture of the queen loses.
    assert_eq!(stored_value("e1f2"), None);
    assert!(stored_value("").is_some_and(|value| value > 300));
    assert!(stored_value("e1f2").is_some_and(|value| value > 300), "it stays");
}

/// The table gets entries with arbitrary moves while all threads search, as from mixed halves or wrong keys.
#[test]
fn a_move_of_the_table_that_is_not_legal_is_never_played() {
    let mut random = SplitMix64::new(9);
    for id in ["carrera", "archchess", "herb-garden", "crc", "courier-spiel"] {
        let variant = game(id);
        // On wasm32 there is one thread.
        let threads = if cfg!(target_family = "wasm") { 1 } else { 4 };
        let mut engine = Engine::new(&EngineConfig::default().with_hash(1).with_threads(threads)).unwrap();
        let mut position = Position::start(variant);
        let mut lies = 0;
        for _ in 0..12 {
            for _ in 0..random.index(9) {
                let moves = position.legal_moves();
                position = position.play_unchecked(moves[random.index(moves.len())]);
                if position.outcome().is_some() {
                    position = Position::start(variant);
                }
            }
            let replies = position.legal_moves().into_iter().map(|mv| position.play_unchecked(mv));
            let after_replies =
                replies.clone().flat_map(|next| next.legal_moves().into_iter().map(move |mv| next.play_unchecked(mv)));
            for next in std::iter::once(position).chain(replies.clone()).chain(after_replies) {
                // Any 32 bits, or a move that is legal in another position.
                let elsewhere = Position::start(variant).legal_moves();
                let mv = match random.index(2) {
                    0 => Move::from_bits(random.next_u64() as u32),
                    _ => Some(elsewhere[random.index(elsewhere.len())]),
                };
                lies += u32::from(mv.is_some_and(|mv| !next.is_legal(mv)));
                let depth = random.index(4) as i32;
                let value = random.below(400) as i32 - 200;
                let entry =
                    TtEntry { mv, value, eval: value, depth, bound: Bound::Exact, was_pv: random.index(2) == 0 };
                engine.tt.store(next.wide_zobrist(), 2, entry);
            }
            let limits = Limits { depth: Some(5), multipv: 2, ..Limits::default() };
            let result = engine.search(&Game::new(position), &limits, &Control::new(), &mut |_| {});
            assert!(result.best.is_some_and(|mv| position.is_legal(mv)), "{result:?}");
            for line in &result.lines {
                let played = line.pv.iter().try_fold(position, |position, &mv| position.play(mv));
                assert!(played.is_some(), "{line:?}");
            }
        }
        assert!(lies > 1_000, "{id}: {lies}");
    }
}

#[test]
fn a_search_that_was_prepared_finds_the_same() {
    let [carrera, chess] = ["carrera", "chess"].map(|id| Game::new(Position::start(game(id))));
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let mut engine = Engine::new(&EngineConfig::default().with_hash(1)).unwrap();
    let cold = engine.analyse(&carrera, &limits, |_| {});
    engine.analyse(&chess, &limits, |_| {});
    engine.prepare(carrera.variant());
    assert_eq!(engine.prepared.as_ref().map(|prepared| prepared.variant), Some(carrera.variant()));
    let prepared = engine.analyse(&carrera, &limits, |_| {});
    assert_eq!((cold.best, cold.nodes), (prepared.best, prepared.nodes));
}
