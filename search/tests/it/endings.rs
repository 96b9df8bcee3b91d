//! Wins with few pieces, against a defender that never errs: what the exhaustive solver calls won within the move rule the
//! engine wins, by the rules and on the board.

use std::time::Duration;

use campione_core::{Role, Variant};
use campione_movegen::{EndReason, Game, Outcome, Position};
use campione_retrograde::Ending;
use campione_search::{Control, Engine, Limits};
use rayon::prelude::*;

use crate::new_engine;
use crate::sample;

/// Positions of each ending, everyday and in a thorough test.
const POSITIONS: [usize; 2] = [50, 100];

/// The engine, with the strong side and 100 ms a move, against the table. Whether it mates.
fn wins(engine: &mut Engine, ending: &Ending, start: &Position) -> bool {
    let strong = start.turn();
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    let mut game = Game::new(*start);
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome == Outcome::win(strong, EndReason::Checkmate);
        }
        let mv = if game.turn() == strong {
            engine.search(&game, &limits, &Control::new(), &mut |_| {}).best
        } else {
            ending.best_reply(game.position())
        };
        game.play(mv.expect("the game goes on")).expect("legal");
    }
}

/// The endings with one piece, and in a thorough test those with two, which take longest to solve.
fn check(id: &str, one: &[&str], two: &[&str]) {
    let endings = sample(one.to_vec(), [one, two].concat());
    let positions = sample(POSITIONS[0], POSITIONS[1]);
    let variant = Variant::named(id).unwrap();
    endings.par_iter().for_each(|letters| {
        let pieces: Vec<Role> = letters.chars().map(|letter| variant.role_by_letter(letter).unwrap()).collect();
        let ending = Ending::solve(variant, &pieces).unwrap();
        let mut starts = ending.sample(2026, positions);
        assert_eq!(starts.len(), positions);
        // The engine solves the ending on its clock, during the first moves; those games are short ones.
        starts.sort_by_key(|position| ending.probe(position));
        let mut engine = new_engine(4, 1);
        for position in starts {
            assert!(wins(&mut engine, &ending, &position), "{id} K+{letters}: {position:?}");
        }
    });
}

#[test]
fn carrera() {
    check("carrera", &["R", "C", "A", "Q"], &["BB", "BN"]);
}

#[test]
fn archchess() {
    check("archchess", &["R", "C", "Q"], &["BB", "BN"]);
}

#[test]
fn herb_garden() {
    check("herb-garden", &["R", "H", "E", "Q"], &["BB", "BN"]);
}

#[test]
fn crc() {
    check("crc", &["R", "C", "A", "Q", "BB", "BN"], &[]);
}

#[test]
fn courier_spiel() {
    // Its couriers move as bishops.
    check("courier-spiel", &["R", "U", "F", "Q"], &["CC", "CN"]);
}
