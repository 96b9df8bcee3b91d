use campione_core::{CastlingRight, Color, Partner, Piece, Role, Square, Variant, VariantSpec, WaitingPawn};
use serde_json::{Value, from_value, json, to_value};

fn e4() -> Square {
    "e4".parse().unwrap()
}

#[test]
fn squares_and_pieces() {
    assert_eq!(to_value(e4()).unwrap(), json!("e4"));
    assert_eq!(from_value::<Square>(json!("l10")).unwrap().to_string(), "l10");
    assert!(from_value::<Square>(json!("m1")).unwrap_err().to_string().contains("not a square"));

    let piece = Piece { color: Color::Black, role: Role::PAWN };
    assert_eq!(to_value(piece).unwrap(), json!({ "color": "black", "role": 1 }));
    assert_eq!(from_value::<Piece>(to_value(piece).unwrap()).unwrap(), piece);
    assert!(from_value::<Role>(json!(31)).is_err());

    let pawn = WaitingPawn { square: e4(), wait: 2 };
    assert_eq!(to_value(pawn).unwrap(), json!({ "square": "e4", "wait": 2 }));
    assert_eq!(from_value::<WaitingPawn>(to_value(pawn).unwrap()).unwrap(), pawn);
}

#[test]
fn rights() {
    let (king, partner) = (e4(), Some(Partner { square: e4(), role: Role::PAWN }));
    let right = CastlingRight { color: Color::White, letter: 'K', name: "castling", king, partner };
    let expected = json!({
        "color": "white", "letter": "K", "name": "castling", "king": "e4", "partner": { "square": "e4", "role": 1 }
    });
    assert_eq!(to_value(right).unwrap(), expected);
}

#[test]
fn a_variant_is_its_id_or_its_file() {
    let gothic = Variant::named("gothic").unwrap();
    assert_eq!(to_value(gothic).unwrap(), json!("gothic"));
    assert_eq!(from_value::<Variant>(json!("gothic")).unwrap(), gothic);
    assert!(from_value::<Variant>(json!("gotic")).unwrap_err().to_string().contains("gothic"));

    let mut spec = VariantSpec { id: "mine".to_owned(), name: "Mine".to_owned(), ..gothic.spec().clone() };
    spec.pawn.en_passant = false;
    let own = Variant::compile(spec).unwrap();
    let value = to_value(own).unwrap();
    assert!(value.as_str().unwrap().contains("en_passant = false"), "{value}");
    let again: Variant = from_value(value).unwrap();
    assert_eq!((again, again.id(), again.spec()), (own, "mine", own.spec()));
    let bad: Result<Variant, _> = from_value(json!("extends = \"gothic\"\nboard.files = 9\n"));
    assert!(bad.unwrap_err().to_string().contains("board.array"));
}

#[test]
fn the_file_of_a_variant_is_read_or_refused() {
    let old: Variant = from_value(json!("extends = \"archchess\"\nking_leap.over_men = false\n")).unwrap();
    assert!(old.spec().king_leap.as_ref().is_some_and(|leap| !leap.over_pieces), "a key with its old name");
    for (text, word) in [
        ("name = ", "quoted"),
        ("extends = 3", "in quotes"),
        ("extends = \"gotic\"", "did you mean gothic"),
        ("extends = \"gothic\"\npawn.zebra = 1", "zebra"),
        ("extends = \"gothic\"\nboard.files = \"ten\"", "ten"),
    ] {
        let error = from_value::<Variant>(json!(text)).unwrap_err().to_string();
        assert!(error.contains(word), "{text}: {error}");
    }
}

#[test]
fn faults_have_a_code_a_place_and_a_text() {
    let mut spec = VariantSpec::built_in("chess").unwrap();
    spec.board.files = 13;
    let faults = to_value(Variant::compile(spec).unwrap_err()).unwrap();
    let codes: Vec<&Value> = faults.as_array().unwrap().iter().map(|fault| &fault["code"]).collect();
    assert!(codes.contains(&&json!("variant.board-size")), "{faults}");
    assert_eq!(faults[0]["place"], json!({ "key": ["board", "files"] }), "{faults}");
}
