use campione_core::Variant;
use campione_movegen::Position;

use super::*;

#[test]
fn busy_moves_are_known_until_they_are_searched() {
    let variant = Variant::named("courier-spiel").unwrap();
    let position = Position::start(variant);
    let moves = position.legal_moves();
    let team = Team::new();
    let names: Vec<u64> = moves.iter().map(|&mv| Team::name(position.wide_zobrist(), mv, None)).collect();
    for (index, &name) in names.iter().enumerate() {
        assert!(name != 0 && !names[..index].contains(&name));
        assert!(!team.is_busy(name));
        team.begin(name);
        assert!(team.is_busy(name));
    }
    // The same move without another one is another search.
    assert_ne!(Team::name(position.wide_zobrist(), moves[0], Some(moves[1])), names[0]);
    for &name in &names {
        team.end(name);
        assert!(!team.is_busy(name));
    }
    // However many there are in one place, none stays.
    let crowd: Vec<u64> = (0..9).map(|number| 0x1234_5678_0000_0001 + 2 * number).collect();
    for &name in &crowd {
        team.begin(name);
    }
    assert!(team.is_busy(crowd[8]));
    for &name in &crowd {
        team.end(name);
    }
    assert!(!crowd.iter().any(|&name| team.is_busy(name)));
}

#[test]
fn the_first_to_be_done_with_a_task_is_heard() {
    let team = Team::new();
    assert_eq!(team.number(), 0);
    for number in 1..=3 {
        assert_eq!(team.set_task(Task { depth: 5, ..Task::default() }), number);
        assert_eq!((team.number(), team.task().number, team.task().depth), (number, number, 5));
        assert!(!team.is_done(number) && team.found(number).is_none());
    }
    team.set_found(3, 40, &[]);
    team.set_found(3, 50, &[]);
    // A helper that comes late with an older task is not heard.
    team.set_found(2, 60, &[]);
    assert!(team.is_done(3) && !team.is_done(2) && team.found(2).is_none());
    assert_eq!(team.found(3).map(|found| found.value), Some(40));
}
