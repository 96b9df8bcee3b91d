//! The rule of dead positions, proven.

use campione_core::Variant;
use campione_endgame::{Mating, Monitor, prove_dead};

use crate::sample;

fn mating(variant: Variant, pieces: usize) -> Vec<Mating> {
    let mut all = Vec::new();
    prove_dead(variant, pieces, &Monitor::new(), |mating| all.push(mating)).unwrap();
    all
}

fn dead(variant: Variant, all: &[Mating]) -> Vec<String> {
    all.iter().filter(|mating| mating.is_dead()).map(|mating| mating.material.name(variant)).collect()
}

#[test]
fn one_piece() {
    let all = [
        ("chess", &["KvK", "KBvK", "KNvK"][..]),
        ("archchess", &["KvK", "KDvK", "KBvK", "KNvK"]),
        ("herb-garden", &["KvK", "KBvK", "KNvK"]),
        ("capablanca", &["KvK", "KBvK", "KNvK"]),
        ("courier-spiel", &["KvK", "KNvK", "KCvK", "KBvK"]),
    ];
    for &(id, expected) in sample(&all[..1], &all[..]) {
        let variant = Variant::named(id).unwrap();
        let all = mating(variant, 3);
        let mut found = dead(variant, &all);
        let mut expected: Vec<String> = expected.iter().map(|&name| name.to_owned()).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{id}");
        assert!(all.iter().all(Mating::agrees), "{id}");
    }
}

#[test]
fn two_pieces() {
    for id in sample(&["gardner"][..], &["chess", "gardner", "losalamos"]) {
        let variant = Variant::named(id).unwrap();
        let all = mating(variant, 4);
        assert!(all.iter().all(Mating::agrees), "{id}");
        // Bishops on squares of one color.
        let dead = dead(variant, &all);
        for name in ["KBBvK", "KBvKB"] {
            assert_eq!(dead.contains(&name.to_owned()), variant.role_by_letter('B').is_some(), "{id} {dead:?}");
        }
        for name in ["KNNvK", "KNvKN"] {
            assert!(!dead.contains(&name.to_owned()), "{id} {dead:?}");
        }
    }
}

/// The kings of Knightmate leap as knights. A bishop mates where the other king guards both squares of a cornered one, so the
/// list is not for such kings.
#[test]
fn kings_that_leap() {
    let knightmate = Variant::named("knightmate").unwrap();
    let all = mating(knightmate, 3);
    assert!(all.iter().all(|mating| !mating.listed || mating.is_dead()), "nothing in the list can be won");
    let bishop = |mating: &&Mating| mating.material.name(knightmate) == "KBvK" && !mating.is_dead();
    let bishop = all.iter().find(bishop).unwrap();
    assert_eq!((bishop.listed, bishop.open), (false, 24));
    let example = bishop.example.unwrap();
    assert!(!example.is_dead() && example.outcome().is_none());
    assert!(example.legal_moves().iter().any(|&mv| example.play(mv).unwrap().is_checkmate()));
}

/// What the list of dead positions leaves out, in variants that apply it.
#[test]
fn where_the_list_is_short() {
    // Pieces that cannot win, and are not in the list, which looks at colors and knights alone.
    let unlisted = [("hoppelpoppel", &["KBvK", "KNvK"][..]), ("newzealand", &["KRvK"]), ("shako", &["KCvK"])];
    for &(id, names) in sample(&unlisted[..1], &unlisted[..]) {
        let variant = Variant::named(id).unwrap();
        let all = mating(variant, 3);
        let unlisted: Vec<String> = all
            .iter()
            .filter(|mating| mating.is_dead() && !mating.listed)
            .map(|mating| mating.material.name(variant))
            .collect();
        assert_eq!(unlisted, names, "{id}");
    }
}
