use campione_core::internal::castling_tables;
use campione_core::{Color, Variant, VariantFault, VariantSpec};

fn variant(id: &str) -> Variant {
    Variant::named(id).unwrap()
}

#[test]
fn every_built_in_game_compiles() {
    for id in Variant::ids() {
        if let Err(faults) = Variant::compile(VariantSpec::built_in(id).unwrap()) {
            panic!("{id}: {faults}");
        }
    }
}

#[test]
fn archchess_has_25_free_castlings_and_3_leaps() {
    // RULES.md §3: 15 toward j1 (1 + 2 + 3 + 4 + 5), 10 toward a1.
    let game = variant("archchess");
    let side = game.default_castling(Color::White);
    let rows: Vec<u8> = side.rights.iter().map(|right| right.row_count).collect();
    assert_eq!(rows, [15, 10, 3]);
    assert_eq!(side.rights.iter().map(|right| right.letter).collect::<String>(), "KQL");
}

#[test]
fn herb_garden_is_point_symmetric() {
    let game = variant("herb-garden");
    assert_eq!(game.placement(&game.start().board), "rhenbkqbnehr/pppppppppppp/12/12/12/PPPPPPPPPPPP/RHENBQKBNEHR");
    let black = game.default_castling(Color::Black);
    assert_eq!(black.rights.iter().map(|right| right.letter).collect::<String>(), "ABCJKL");
    let long = black.rows.iter().find(|row| row.letter == 'H' && row.long).unwrap();
    assert_eq!((long.king_from.to_string(), long.king_to.to_string()), ("f7".to_owned(), "h7".to_owned()));
}

#[test]
fn k_is_toward_the_last_file_for_both_colors() {
    // NOTATION.md, "Castling field"; Black's rotated array has its king's side toward the a-file.
    let mut spec = VariantSpec::built_in("herb-garden").unwrap();
    spec.notation.rights_by_file = false;
    spec.castling.retain(|&letter, _| !matches!(letter, 'H' | 'E'));
    let variant = Variant::compile(spec).unwrap();
    for color in Color::ALL {
        let rights = &variant.default_castling(color).rights;
        let named: String =
            rights.iter().flat_map(|right| [right.letter, right.partner.unwrap().square.file_letter()]).collect();
        assert_eq!(named, "KlQa", "{color}");
    }
}

#[test]
fn random_arrays_have_a_table_for_every_king_and_pair_of_rooks() {
    let tables = |id| castling_tables(variant(id), Color::White);
    // 1 default + the ways to choose rook, king, rook on ten or eight files.
    assert_eq!(tables("crc"), 1 + 120);
    assert_eq!(tables("chess960"), 1 + 56);
    assert_eq!(tables("capablanca"), 1);
}

#[test]
fn courier_spiel_wants_the_rook_safe_too() {
    let game = variant("courier-spiel");
    let rows = &game.default_castling(Color::White).rows;
    let squares =
        |row: &campione_core::CastlingRow| row.safe.into_iter().map(|s| s.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(squares(&rows[0]), "f1 g1 h1 i1 j1 k1 l1");
    assert_eq!(squares(&rows[1]), "a1 b1 c1 d1 e1 f1");
}

#[test]
fn knight_centaur_and_champion_share_their_leaps() {
    let game = variant("carrera");
    assert_eq!(game.leap_classes().len(), 1);
    let letters = |class: u8| {
        game.roles().iter().filter(|info| info.leap_class == Some(class)).map(|info| info.letter).collect::<String>()
    };
    assert_eq!(letters(0), "CAN");
    assert!(game.role(game.role_by_letter('B').unwrap()).colorbound);
}

/// Compiles `carrera` with some lines of its file replaced.
fn faults(replacements: &[(&str, &str)]) -> Vec<VariantFault> {
    let mut text = VariantSpec::built_in_text("capablanca").unwrap().to_owned();
    for (from, to) in replacements {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    let found = Variant::compile(toml::from_str(&text).unwrap()).err();
    let found = found.map_or_else(Vec::new, |faults| faults.0);
    for fault in &found {
        assert!(VariantFault::CODES.contains(&fault.code()), "{fault}");
    }
    found
}

#[test]
fn all_faults_are_reported_at_once() {
    let found = faults(&[
        ("files = 10", "files = 13"),
        ("\"rnabqkbcnr\"", "\"rnabqkxcnr\""),
        ("moves = \"RN\"", "moves = \"R?\""),
        ("to = \"QACRBN\"", "to = \"QPZ\""),
    ]);
    let text: Vec<String> = found.iter().map(VariantFault::message).collect();
    assert_eq!(text.len(), 6, "{text:#?}");
    for part in ["13x8", "has 10 pieces for 13", "`X` is not a piece", "piece.C.moves", "`P` is not", "`Z` is not"] {
        assert!(text.iter().any(|fault| fault.contains(part)), "{part}: {text:#?}");
    }
}

#[test]
fn each_fault_is_found() {
    let one = |from: &str, to: &str| {
        let found = faults(&[(from, to)]);
        assert!(!found.is_empty(), "{from} -> {to}");
        found[0].clone()
    };
    assert!(matches!(one("ranks = 8", "ranks = 4"), VariantFault::BoardSize { .. }));
    assert!(matches!(one("\"rnabqkbcnr\"", "\"rnabqkbcn\""), VariantFault::ArrayLength { found: 9, .. }));
    assert!(matches!(one("\"rnabqkbcnr\"", "\"rnabkkbcnr\""), VariantFault::Kings { count: 2, .. }));
    assert!(matches!(one("royal = true", "royal = false"), VariantFault::Royal(0)));
    assert!(matches!(one("moves = \"K\"", "moves = \"Q\""), VariantFault::RoyalMoves { .. }));
    assert!(matches!(one("[piece.Q]", "[piece.q]"), VariantFault::Letter { .. }));
    assert!(matches!(one("letter = \"P\"", "letter = \"Pp\""), VariantFault::Letter { .. }));
    assert!(matches!(one("letter = \"P\"", "letter = \"Q\""), VariantFault::PawnLetter(_)));
    assert!(matches!(one("name = \"", "name = \"\\u0007"), VariantFault::Name { .. }));
    assert!(matches!(one("to = \"QACRBN\"", "to = \"\"\nrank = 7"), VariantFault::NoPromotion));
    assert!(matches!(one("to = \"QACRBN\"", "to = \"Q\"\nwait = 2"), VariantFault::Waiting));
    assert!(matches!(one("king = \"f-i\"", "king = \"f-k\""), VariantFault::CastlingFiles { .. }));
    assert!(matches!(one("king = \"f-i\"", "king = \"fi\""), VariantFault::CastlingFiles { .. }));
    assert!(matches!(one("king = \"f-i\"", "king = \"f-*\""), VariantFault::CastlingTargets { .. }));
    assert!(matches!(one("king = \"f-i\"", "king = \"e-i\""), VariantFault::CastlingPiece { wanted: 'K', .. }));
    assert!(matches!(one("partner = \"j-h\"", "partner = \"i-h\""), VariantFault::CastlingPiece { wanted: 'R', .. }));
    assert_eq!(one("[draws]\nrepetition = 3\nmoves = 50", "[draws]\nmoves = 10001"), VariantFault::MoveRule(10_001));
    assert_eq!(faults(&[("moves = 50", "moves = 10000")]), []);
}

#[test]
fn limits_are_named() {
    let mut extra = String::new();
    for letter in "DEFGHIJLMOSTUVWXYZ".chars() {
        extra += &format!("[piece.{letter}]\nname = \"x\"\nmoves = \"R\"\nwhy = {{ rule = \"\", source = \"\" }}\n");
    }
    assert_eq!(faults(&[("[piece.K]", &format!("{extra}[piece.K]"))]), []);
    let moves = ["W", "F", "D", "A", "H", "C", "Z", "G"];
    for (letter, moves) in "DEFGHIJL".chars().zip(moves) {
        extra = extra.replacen(
            &format!("[piece.{letter}]\nname = \"x\"\nmoves = \"R\""),
            &format!("[piece.{letter}]\nname = \"x\"\nmoves = \"{moves}\""),
            1,
        );
    }
    // Nine sets of leaps: the last two share a class, and each leap there says whose it is.
    assert_eq!(faults(&[("[piece.K]", &format!("{extra}[piece.K]"))]), []);
    for letter in 'A'..='Z' {
        extra += &format!("[piece.{letter}{letter}]\nmoves = \"R\"\n");
    }
    let found = faults(&[("[piece.K]", &format!("{extra}[piece.K]"))]);
    let roles = found.iter().find(|fault| matches!(fault, VariantFault::TooManyRoles(_))).unwrap();
    assert!(roles.to_string().contains("a move can name 31"), "{roles}");
}
