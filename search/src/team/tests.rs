use campione_core::Variant;
use campione_movegen::Position;

use super::*;

#[test]
fn moves_are_busy_until_they_are_searched() {
    let variant = Variant::named("courier-spiel").unwrap();
    let position = Position::start(variant);
    let moves = position.legal_moves();
    let team = Team::new();
    let names: Vec<u64> = moves.iter().map(|&mv| Team::name(position.wide_zobrist(), mv, None)).collect();
    for (index, &name) in names.iter().enumerate() {
        assert!(name != 0 && !names[..index].contains(&name));
        assert!(!team.is_busy(name));
        team.begin_move(name);
        assert!(team.is_busy(name));
    }
    // The same move has another name if the search excludes a move.
    assert_ne!(Team::name(position.wide_zobrist(), moves[0], Some(moves[1])), names[0]);
    for &name in &names {
        team.end_move(name);
        assert!(!team.is_busy(name));
    }
    // No name stays, no matter how many there are in one bucket.
    let crowd: Vec<u64> = (0..9).map(|number| 0x1234_5678_0000_0001 + 2 * number).collect();
    for &name in &crowd {
        team.begin_move(name);
    }
    assert!(team.is_busy(crowd[8]));
    for &name in &crowd {
        team.end_move(name);
    }
    assert!(!crowd.iter().any(|&name| team.is_busy(name)));
}

#[test]
fn the_first_result_of_a_root_search_counts() {
    let team = Team::new();
    assert_eq!(team.number(), 0);
    for number in 1..=3 {
        assert_eq!(team.begin(RootSearch { depth: 5, ..RootSearch::default() }), number);
        assert_eq!((team.number(), team.root_search().number, team.root_search().depth), (number, number, 5));
        assert!(!team.is_done(number) && team.result(number).is_none());
    }
    let root = RootMoves::new(&[]);
    team.set_result(3, 40, &root);
    team.set_result(3, 50, &root);
    // A late result of an older root search is ignored.
    team.set_result(2, 60, &root);
    assert!(team.is_done(3) && !team.is_done(2) && team.result(2).is_none());
    assert_eq!(team.result(3).map(|result| result.value), Some(40));
}
