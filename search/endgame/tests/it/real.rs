//! Positions on the variants' own boards, compared with the results of the move generator one ply later.

use campione_core::{Color, Piece, Role, Setup, SplitMix64, Square, Variant};
use campione_endgame::{Material, Monitor, Tables, Value};
use campione_movegen::Position;

use crate::{sample, tables};

/// A random legal position of king and pieces against king. Either color may be the strong side.
fn random_position(variant: Variant, pieces: &[Role], random: &mut SplitMix64) -> Position {
    let squares: Vec<Square> = variant.board().into_iter().collect();
    loop {
        let strong = Color::ALL[random.index(2)];
        let mut setup = Setup { turn: Color::ALL[random.index(2)], ..Setup::empty() };
        let kings = [Piece { color: strong, role: Role::KING }, Piece { color: !strong, role: Role::KING }];
        for piece in pieces.iter().map(|&role| Piece { color: strong, role }).chain(kings) {
            setup.board.set(squares[random.index(squares.len())], Some(piece));
        }
        if setup.board.occupied().count() as usize == pieces.len() + 2
            && let Ok(position) = Position::new(&setup, variant)
        {
            return position;
        }
    }
}

/// The value of a position, computed only from the legal moves and the values after them.
fn look_ahead(position: &Position, tables: &Tables) -> Value {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.in_check() { Value::Loss(0) } else { Value::Draw };
    }
    let after = moves.into_iter().map(|mv| {
        let next = position.play(mv).unwrap();
        let value = tables.probe(&next).unwrap();
        // Tables leave this rule aside, and it changes nothing.
        assert!(!next.is_dead() || value == Value::Draw, "{:?}", next.setup());
        value.before()
    });
    after.max_by_key(|value| value.rank()).unwrap()
}

/// Some positions, or in a thorough test all.
fn check(id: &str, letters: &str) {
    let mut tables = tables(id);
    let variant = tables.variant();
    let roles: Vec<Role> = letters.chars().map(|letter| variant.role_by_letter(letter).unwrap()).collect();
    let table = tables.build(Material::new(&roles, &[], variant).unwrap(), &Monitor::new()).unwrap();
    let mut random = SplitMix64::new(7);
    let mut decided = 0;
    for _ in 0..sample(1000, 4000) {
        let position = random_position(variant, &roles, &mut random);
        let value = tables.probe(&position).unwrap();
        assert_eq!(value, look_ahead(&position, &tables), "{id} {letters} {:?}", position.setup());
        let best = tables.moves(&position).unwrap().first().map(|&(_, value)| value);
        assert!(best.is_none_or(|best| best == value), "{id} {letters} {:?}", position.setup());
        decided += u32::from(value != Value::Draw);
    }
    let tally = table.tally(Color::White);
    assert!(decided > 0 || tally.wins * 1000 < tally.positions(), "{id} {letters}");
    assert!(tally.losses == 0 && table.tally(Color::Black).wins == 0, "{id} {letters}");
    if sample(false, true) {
        assert_eq!(tables.verify(&table, &Monitor::new()).mismatch, None, "{id} {letters}");
    }
}

#[test]
fn one_piece() {
    for (id, letters) in [
        ("capablanca", "QACRBN"),
        ("archchess", "QCDRBN"),
        ("arciscacchiere", "C"),
        ("herb-garden", "QHERBN"),
        ("courier-spiel", "QRNCBUF"),
    ] {
        for letter in letters.chars() {
            check(id, &letter.to_string());
        }
    }
}

#[test]
fn two_pieces() {
    let all = [("arciscacchiere", "CD"), ("courier-spiel", "FF"), ("capablanca", "BN")];
    for &(id, letters) in sample(&all[..2], &all[..]) {
        check(id, letters);
    }
}
