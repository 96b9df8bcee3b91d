use campione_core::Variant;

use super::*;

fn check(id: &str, pieces: &str, shades: Shades, expected: Option<bool>) {
    let variant = Variant::named(id).unwrap();
    let mating = Mating::new(variant);
    let roles: Vec<Role> = pieces.chars().map(|letter| variant.role_by_letter(letter).unwrap()).collect();
    let found = match *roles {
        [one] => mating.alone(one),
        [one, two] => mating.pair(one, two, shades),
        _ => None,
    };
    assert_eq!(found, expected, "{id} {pieces} {shades:?}");
}

#[test]
fn who_mates_in_the_five_games() {
    for (id, mates, fails) in [
        ("carrera", "QRAC", "BN"),
        ("archchess", "QRC", "BND"),
        ("herb-garden", "QRHE", "BN"),
        ("crc", "QRAC", "BN"),
        ("courier-spiel", "QRUF", "CBN"),
    ] {
        let letters =
            |text: &str, expected| text.chars().for_each(|piece| check(id, &piece.to_string(), Shades::Any, expected));
        letters(mates, Some(true));
        letters(fails, Some(false));
    }
}

#[test]
fn pairs() {
    check("carrera", "BB", Shades::Different, Some(true));
    check("carrera", "BB", Shades::Same, Some(false));
    check("carrera", "NN", Shades::Any, Some(false));
    for pieces in ["BN", "NB"] {
        check("herb-garden", pieces, Shades::Any, Some(true));
    }
    check("archchess", "DD", Shades::Different, Some(false));
    // Courier-Spiel's courier moves as the bishop of other variants, and its bishop does not.
    check("courier-spiel", "CN", Shades::Any, Some(true));
    check("courier-spiel", "BB", Shades::Different, Some(true));
}

#[test]
fn pieces_of_a_users_game_are_known_by_their_movement() {
    let text = "extends = \"carrera\"\nid = \"x\"\n[piece.A]\nname = \"fool\"\nmoves = \"F\"\n";
    let variant = Variant::from_toml(text, "x").unwrap();
    let mating = Mating::new(variant);
    let role = |letter| variant.role_by_letter(letter).unwrap();
    assert_eq!(mating.alone(role('C')), Some(true));
    assert_eq!(mating.alone(role('A')), None, "no game of ours has that piece on ten by eight");
}
