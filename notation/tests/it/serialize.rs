use campione_core::Variant;
use campione_movegen::{Game, Move, Position};
use campione_notation::moves::MoveNotation;
use campione_notation::pgn::{PgnOptions, PgnReader};
use campione_notation::serde::MoveIn;
use campione_notation::{Notation, ReadPosition, fen};
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_value, json, to_value};

#[derive(Serialize, Deserialize)]
struct WithPosition(#[serde(with = "campione_notation::serde::position")] Position);

#[derive(Serialize, Deserialize)]
struct WithGame(#[serde(with = "campione_notation::serde::game")] Game);

#[test]
fn a_position_is_its_variant_and_its_fen() {
    let text = "r3k4r/10/10/10/10/10/10/10/10/R3K4R w KQLkql - 3 7";
    let position = fen::read(text, Variant::named("archchess").unwrap()).unwrap();
    let value = to_value(WithPosition(position)).unwrap();
    assert_eq!(value, json!({ "variant": "archchess", "fen": text }));
    assert_eq!(from_value::<WithPosition>(value).unwrap().0, position);
    let bad = json!({ "variant": "archchess", "fen": "10/10/10/10/10/10/10/10/10/10 w - - 0 1" });
    assert!(from_value::<WithPosition>(bad).is_err_and(|error| error.to_string().contains("king")));
    let unknown = json!({ "variant": "archches", "fen": text });
    assert!(from_value::<WithPosition>(unknown).is_err_and(|error| error.to_string().contains("archchess")));
}

#[test]
fn a_game_is_its_start_and_its_moves() {
    let mut game = Game::new(Position::start(Variant::named("gothic").unwrap()));
    for text in ["d4", "Nc6"] {
        game.play(game.position().parse_move(text).unwrap()).unwrap();
    }
    game.pass().unwrap();
    let value = to_value(WithGame(game.clone())).unwrap();
    assert_eq!(value["moves"], json!(["d2d4", "b8c6", "0000"]));
    let again = from_value::<WithGame>(value.clone()).unwrap().0;
    assert_eq!((&again, again.moves()[2]), (&game, Move::NULL));
    let mut wrong = value;
    wrong["moves"][1] = json!("b8c5");
    assert!(from_value::<WithGame>(wrong).is_err_and(|error| error.to_string().contains("b8c5")));
}

#[test]
fn a_move_is_written_in_a_notation() {
    let position = &Position::start(Variant::named("gothic").unwrap());
    let mv = position.parse_move("b1c3").unwrap();
    let written = [MoveNotation::Uci, MoveNotation::San, MoveNotation::Lan]
        .map(|notation| to_value(MoveIn { position, mv, notation }).unwrap());
    assert_eq!(written, [json!("b1c3"), json!("Nc3"), json!("Nb1-c3")]);
}

#[test]
fn faults_have_a_code_a_place_and_a_text() {
    let gothic = Variant::named("gothic").unwrap();
    let codes = |value: &Value| value["code"].clone();
    let error = gothic.position("4k5/10/10/10/10/10/10/4K5 x - - 0 1").unwrap_err();
    let value = to_value(&error).unwrap();
    assert_eq!(value["fen"], json!(error.fen));
    let text = error.faults[0].to_string();
    assert_eq!(
        value["faults"],
        json!([{ "code": error.faults[0].code(), "place": { "field": "side" }, "text": text }])
    );

    let error = Position::start(gothic).parse_move("Nc4").unwrap_err();
    let value = to_value(&error).unwrap();
    assert_eq!((codes(&value), &value["place"]), (json!("move.illegal"), &json!({ "text": "Nc4" })));
    assert_eq!(value["text"], json!(error.to_string()));

    let text = "[Variant \"Gothic\"]\n\n1. d4 Nc4 *\n";
    let error = PgnReader::new(text.as_bytes(), PgnOptions::new(gothic)).next().unwrap().unwrap_err();
    let value = to_value(&error).unwrap();
    assert_eq!((codes(&value), &value["place"]), (json!("pgn.move"), &json!({ "game": 1, "line": 3, "ply": 2 })));
    assert_eq!(value["text"], json!(error.fault.to_string()));
}
