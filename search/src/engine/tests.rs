use campione_notation::{fen, uci};

use super::*;
use crate::positions::game;

#[test]
fn what_some_moves_are_worth_is_not_what_the_position_is_worth() {
    let variant = game("chess");
    let position = fen::read("3q4/8/8/8/k7/8/8/3RK3 w - - 0 1", &variant).unwrap();
    let history = GameHistory::new(&position);
    let mut engine = Engine::new(1, 1).unwrap();
    let mut known = |moves: &str| {
        let search_moves = moves.split_whitespace().map(|text| uci::read(text, &position).unwrap()).collect();
        let limits = Limits { search_moves, depth: Some(4), ..Limits::default() };
        engine.search(&position, &history, &limits, &Control::new(), &mut |_| {});
        // Its evaluation may be known.
        let known = engine.table.probe(position.wide_zobrist(), 0);
        known.map(|entry| entry.value).filter(|&value| value != crate::score::NONE)
    };
    // Any move but the capture of the queen loses.
    assert_eq!(known("e1f2"), None);
    assert!(known("").is_some_and(|value| value > 300));
    assert!(known("e1f2").is_some_and(|value| value > 300), "it stays");
}
