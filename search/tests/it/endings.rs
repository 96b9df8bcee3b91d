//! Wins with few pieces, against a defender that never errs: what the exhaustive solver calls won within the move rule the
//! engine wins, by the rules and on the board.

use campione_core::{Color, Piece, Role, Setup, SplitMix64, Square, Variant};
use campione_endgame::{Material, Monitor, Tables, Value};
use campione_movegen::{EndReason, Game, Outcome, Position};
use campione_search::{Control, Engine, Limits};
use rayon::prelude::*;

use crate::new_engine;
use crate::sample;

/// Positions of each ending, everyday and in a thorough test.
const POSITIONS: [usize; 2] = [50, 100];

/// Random positions that the side to move wins before the move rule draws. The strong side is White or Black.
fn won_positions(tables: &Tables, pieces: &[Role], count: usize) -> Vec<Position> {
    let variant = tables.variant();
    let time = u16::try_from(variant.draws().plies().unwrap()).unwrap();
    let squares: Vec<Square> = variant.board().into_iter().collect();
    let mut random = SplitMix64::new(2026);
    let mut positions: Vec<Position> = Vec::new();
    while positions.len() < count {
        let strong = Color::ALL[positions.len() % 2];
        let mut setup = Setup { turn: strong, ..Setup::empty() };
        let kings = [Piece { color: strong, role: Role::KING }, Piece { color: !strong, role: Role::KING }];
        for piece in kings.into_iter().chain(pieces.iter().map(|&role| Piece { color: strong, role })) {
            setup.board.set(squares[random.index(squares.len())], Some(piece));
        }
        let Ok(position) = Position::new(&setup, variant) else { continue };
        let whole = position.occupied().count() as usize == pieces.len() + 2;
        let won = matches!(tables.probe(&position), Some(Value::Win(plies)) if plies <= time);
        if whole && won && !positions.contains(&position) {
            positions.push(position);
        }
    }
    positions
}

/// The engine, with the strong side, against the table. Whether it mates. No clock: what the engine does with 100 ms
/// depends on what else the machine does.
fn wins(engine: &mut Engine, tables: &Tables, start: &Position) -> bool {
    let strong = start.turn();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut game = Game::new(*start);
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome == Outcome::win(strong, EndReason::Checkmate);
        }
        let mv = if game.turn() == strong {
            engine.search(&game, &limits, &Control::new(), &mut |_| {}).best
        } else {
            tables.moves(game.position()).unwrap().first().map(|&(mv, _)| mv)
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
        let mut tables = Tables::new(variant);
        tables.build(Material::new(&pieces, &[], variant).unwrap(), &Monitor::new()).unwrap();
        let starts = won_positions(&tables, &pieces, positions);
        let mut engine = new_engine(4, 1);
        for position in starts {
            assert!(wins(&mut engine, &tables, &position), "{id} K+{letters}: {position:?}");
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
