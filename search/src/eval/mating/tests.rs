use campione_core::{Color, Setup, Variant};
use campione_movegen::Position;
use campione_variants::FromToml as _;

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

#[test]
fn one_piece_against_one() {
    for (id, strong, weak, beats) in [
        ("chess", 'Q', 'R', true),
        ("chess", 'R', 'N', false),
        ("chess", 'R', 'B', false),
        ("chess", 'Q', 'Q', false),
        ("carrera", 'Q', 'R', true),
        ("carrera", 'C', 'R', false),
        ("carrera", 'A', 'R', false),
        ("carrera", 'R', 'A', false),
        ("carrera", 'A', 'B', true),
        ("crc", 'C', 'N', true),
        ("crc", 'R', 'N', false),
        ("herb-garden", 'H', 'E', false),
    ] {
        let variant = Variant::named(id).unwrap();
        let role = |letter| variant.role_by_letter(letter).unwrap();
        let lost = Mating::new(variant).against(role(strong), role(weak)).unwrap();
        assert!(if beats { lost > 50.0 } else { lost < 20.0 }, "{id} {strong} {weak} {lost}");
    }
    let gardner = Variant::named("gardner").unwrap();
    let role = |letter| gardner.role_by_letter(letter).unwrap();
    assert_eq!(Mating::new(gardner).against(role('Q'), role('R')), None, "no table of this board");
}

/// The evaluation of what is drawn in general is small, whatever the values of the pieces; what is won keeps its value.
#[test]
fn drawn_endings_are_worth_little() {
    for (id, placement, won) in [
        ("chess", "8/3k4/8/8/2n5/8/4R3/3K4", false),
        ("chess", "8/3k4/8/8/2r5/8/6Q1/3K4", true),
        ("carrera", "10/3k6/10/10/2r7/10/6C3/3K6", false),
        ("carrera", "10/3k6/10/10/2b7/10/6A3/3K6", true),
        ("crc", "10/3k6/10/10/2n7/10/6R3/3K6", false),
    ] {
        let variant = Variant::named(id).unwrap();
        let board = variant.read_placement(placement).unwrap();
        let evaluate = |turn: Color| {
            let setup = Setup { board: board.clone(), turn, ..Setup::empty() };
            let position = Position::new(&setup, variant).unwrap();
            crate::Evaluator::new(variant, &crate::EvalParams::of(variant)).evaluate(&position)
        };
        // Without the bonus for the side to move.
        let value = (evaluate(Color::White) - evaluate(Color::Black)) / 2;
        // Half a pawn, where the pieces differ by several.
        assert!(if won { value > 200 } else { value.abs() < 53 }, "{id} {placement}: {value}");
    }
}
