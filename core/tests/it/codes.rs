use std::collections::HashSet;

use campione_core::{
    BetzaError, Color, FileFaultKind, IniFault, PlacementError, Square, ValueType, Variant, VariantFault, VariantIni,
    fault_codes,
};

#[test]
fn codes_are_unique_words_with_their_family() {
    let codes: Vec<&str> = fault_codes().collect();
    assert_eq!(codes.iter().collect::<HashSet<_>>().len(), codes.len(), "{codes:?}");
    for code in codes {
        let (family, kind) = code.split_once('.').unwrap();
        let plain =
            |word: &str| word.split('-').all(|part| part.bytes().all(|b| b.is_ascii_lowercase()) && !part.is_empty());
        assert!(plain(family) && plain(kind), "{code}");
    }
}

/// A fault of each kind.
fn variant_faults() -> Vec<VariantFault> {
    let key = || vec!["piece".to_owned(), "K".to_owned(), "name".to_owned()];
    let (square, color, side, text) = (Square::new(4, 0).unwrap(), Color::White, "toward_last_file", String::new);
    vec![
        VariantFault::Id("a: b".into()),
        VariantFault::Name { key: key(), name: "x: y".into() },
        VariantFault::BoardSize { files: 13, ranks: 4 },
        VariantFault::ArrayOrStart,
        VariantFault::ArrayLength { array: ": ".into(), found: 1, files: 8 },
        VariantFault::ArrayLetter { letter: '.' },
        VariantFault::Start(PlacementError::TooLong { rank: 1, text: text(), files: 8 }),
        VariantFault::StartPawn { color, square, reason: "x" },
        VariantFault::Kings { key: "array", color, letter: 'K', count: 2 },
        VariantFault::StartCheck { key: "start", piece: "rook".into(), square },
        VariantFault::Rights { letter: 'X', known: text() },
        VariantFault::RightsInCheck,
        VariantFault::Numbering { array: text(), error: text() },
        VariantFault::NumberedStart,
        VariantFault::Royal(2),
        VariantFault::RoyalMoves { letter: "K".into(), moves: "R".into() },
        // Not even a key with a dot and a colon in it is taken apart.
        VariantFault::Letter { key: vec!["piece".into(), "a.b: c".into()], letter: "a.b: c".into() },
        VariantFault::PawnLetter("P".into()),
        VariantFault::TooManyRoles(30),
        VariantFault::Moves { letter: "K".into(), error: BetzaError::Empty },
        VariantFault::DoubleStepRank { rank: 1, promotes: None },
        VariantFault::PromotionTooEarly { promotes: 3 },
        VariantFault::PromotionLetter { letter: 'X', index: 0, reason: "x" },
        VariantFault::NoPromotion,
        VariantFault::LongStep('2'),
        VariantFault::LongStepRank { squares: '3', rank: 1 },
        VariantFault::PromotionRank { rank: 9, last: 8 },
        VariantFault::Waiting,
        VariantFault::Limit('Q'),
        VariantFault::LimitsWithoutStock,
        VariantFault::CastlingFiles { letter: 'O', side, piece: "king", text: text() },
        VariantFault::CastlingTargets { letter: 'O', side },
        VariantFault::CastlingSide { letter: 'O', side, file: 'a', other: "toward_first_file" },
        VariantFault::CastlingAway { letter: 'O', side, files: ['f', 'b', 'c'] },
        VariantFault::CastlingPiece { letter: 'O', side, piece: "partner", color, wanted: 'R', square },
        VariantFault::CastlingPartner { letter: 'O', partner: 'K' },
        VariantFault::CastlingLetter('L'),
        VariantFault::CastlingNowhere('O'),
        VariantFault::CastlingLengths('O'),
        VariantFault::LostByCheck('O'),
        VariantFault::TooManyCastlings { rights: 9, rows: 9 },
        VariantFault::RightLetter { right: 'K', castlings: ['O', 'X'] },
        VariantFault::SharedRight('K'),
        VariantFault::LeapLetter,
        VariantFault::SameCastlings { color, from: square, to: square },
        VariantFault::LeapIsStep { from: square, to: square },
        VariantFault::LeapDistance(1),
        VariantFault::LeapWithWaiting,
        VariantFault::DeadWithStalemate,
        VariantFault::MoveRule(10_001),
    ]
}

#[test]
fn each_fault_has_a_key_which_its_text_does_not_say() {
    let faults = variant_faults();
    let codes: Vec<&str> = faults.iter().map(VariantFault::code).collect();
    assert_eq!(codes, VariantFault::CODES, "one of each kind");
    for fault in faults {
        let key = fault.key();
        assert!(!key.is_empty() && key.iter().all(|part| !part.is_empty()), "{fault:?}");
        assert!(!fault.to_string().starts_with(&format!("{}: ", key.join("."))), "{fault}: the key is said twice");
    }
}

/// The key, the code and the reason of each fault of a text.
fn file_faults(text: &str) -> Vec<(String, &'static str, String)> {
    let faults = Variant::from_toml(text, "game").unwrap_err().0;
    faults.iter().map(|fault| (fault.key.join("."), fault.code(), fault.reason())).collect()
}

/// Each row: lines behind `extends = "chess"`, the key and the code of the only fault.
const OF_FILES: &[(&str, &str, &str)] = &[
    ("name = ", "", "file.syntax"),
    ("pawn.en_passant = yes", "", "file.truth"),
    ("pawn.zebra = 1", "pawn.zebra", "file.unknown-key"),
    ("piece.\"a: b\" = { name = \"x\" }", "piece.a: b", "file.missing-key"),
    ("board = [1]", "board", "file.wrong-type"),
    ("draws.stalemate = 3", "draws.stalemate", "file.wrong-type"),
    ("pawn.long_steps = { 3 = 2 }", "pawn.long_steps.3", "file.wrong-type"),
    ("board.files = 300", "board.files", "file.wrong-number"),
    ("castling.OO = {}", "castling.OO", "file.wrong-letter"),
    ("castling.O.partner = 1", "castling.O.partner", "file.wrong-letter"),
    ("draws.stalemate = \"lost\"", "draws.stalemate", "file.unknown-word"),
    ("draws.moves = 20000", "draws.moves", "variant.move-rule"),
];

#[test]
fn faults_of_files_are_data() {
    for &(line, key, code) in OF_FILES {
        let found = file_faults(&format!("extends = \"chess\"\n{line}\n"));
        let found: Vec<_> = found.iter().map(|(key, code, _)| (key.as_str(), *code)).collect();
        assert_eq!(found, [(key, code)], "{line}");
    }
    assert_eq!(file_faults("extends = 3")[0].1, "file.extends-type");
    assert_eq!(file_faults("extends = \"ches\"")[0].1, "variant.unknown");
    let faults = Variant::from_toml("extends = \"chess\"\npawn.en_pasant = true\nboard.files = \"ten\"\n", "game");
    let faults = faults.unwrap_err().0;
    assert!(matches!(faults[0].kind, FileFaultKind::UnknownKey { meant: Some("en_passant"), .. }), "{faults:?}");
    let found = "string \"ten\"".to_owned();
    assert_eq!(faults[1].kind, FileFaultKind::WrongType { found, expected: ValueType::WholeNumber });
    let faults = Variant::from_toml("extends = \"chess\"\nboard.files = 9\n", "game").unwrap_err().0;
    assert_eq!(faults[0].inherited_from.as_deref(), Some("chess"));
}

/// Each row: a file of Fairy-Stockfish, the key and the code of its first fault.
const OF_INI: &[(&str, &str, &str)] = &[
    ("[a", "", "ini.section-end"),
    ("[]", "", "ini.no-name"),
    ("[a]\n[a]", "", "ini.same-name"),
    ("a = b", "", "ini.no-section"),
    ("[a]\nzebra", "", "ini.line"),
    ("", "", "ini.no-variant"),
    ("[a:b]\n[b:chess]", "", "ini.later-parent"),
    ("[a:atomic]", "", "ini.foreign-parent"),
    ("[a:zebra]", "", "ini.unknown-parent"),
    ("[a:chess]\nflagRegon = e4", "flagRegon", "ini.unknown-key"),
    ("[a:chess]\nmaxRank = x", "maxRank", "ini.value"),
    ("[a:chess]\nrook = r:R", "rook", "ini.fixed-movement"),
    ("[a:chess]\ncustomPiece1 = c:nC", "customPiece1", "ini.movement"),
    ("[a:chess]\ncustomPiece1 = p:W\npawnTypes = p", "customPiece1", "ini.pawn-movement"),
    ("[a:chess]\ncustomPiece1 = x:mfWcfF\npawnTypes = x", "pawnTypes", "ini.two-pawns"),
    ("[a]\nwazir = w", "king", "ini.no-king"),
    ("[a:chess]\npromotionRegionWhite = *7 *8", "promotionRegionWhite", "ini.unequal-regions"),
    ("[a:chess]\npromotionRegionWhite = a8", "promotionRegionWhite", "ini.part-of-rank"),
    ("[a:chess]\npromotionRegionWhite = *5\npromotionRegionBlack = *4", "promotionRegionBlack", "ini.promotion-ranks"),
    (
        "[a:chess]\npawn = -\ncustomPiece1 = p:mfWcfF\npawnTypes = p\npromotionPawnTypes = -\nimmobilityIllegal = true",
        "immobilityIllegal",
        "ini.pawn-stops",
    ),
    ("[a:chess]\nmandatoryPawnPromotion = false", "mandatoryPawnPromotion", "ini.pawn-stays"),
    (
        "[a:chess]\npromotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1",
        "promotionRegionWhite",
        "ini.en-passant-promotes",
    ),
    ("[a:chess]\nlance = l\nimmobilityIllegal = true", "immobilityIllegal", "ini.immobile"),
    ("[a:chess]\npromotionLimit = q:1", "promotionLimit", "ini.some-limits"),
    ("[a:chess]\npromotionPieceTypes = -", "promotionPieceTypes", "ini.no-promotion-pieces"),
    ("[a:chess]\nextinctionValue = win", "extinctionValue", "ini.extinction"),
    ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "startFen", "ini.hand"),
    ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/*7/4K3 w - - 0 1", "startFen", "ini.walls"),
    ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/3+QK3 w - - 0 1", "startFen", "ini.promoted-pieces"),
    ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 b - - 0 1", "startFen", "ini.black-begins"),
    ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w H - 0 1", "startFen", "ini.castling-letter"),
    ("[a:chess]\nrook = -", "castlingRookPieces", "ini.castling-partner"),
    ("[a:chess]\ncastlingRank = 2", "castlingRank", "ini.castling-rank"),
    ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w K - 0 1", "startFen", "ini.no-rook"),
    ("[a:chess]\ncastlingKingsideFile = 12", "castlingKingsideFile", "ini.castling-target"),
    ("[a:chess]\nnMoveRule = 20000", "", "variant.move-rule"),
    ("[a:chess]\nflagRegion = e4", "flagRegion", "foreign.goal"),
];

#[test]
fn faults_of_files_of_fairy_stockfish_are_data() {
    for &(text, key, code) in OF_INI {
        let id_of = |ini: VariantIni<'_>| ini.variant("a").unwrap().map(Variant::id);
        let faults = VariantIni::parse(text).and_then(id_of).unwrap_err();
        assert_eq!((faults.0[0].key.join(".").as_str(), faults.0[0].code()), (key, code), "{text:?}: {faults}");
    }
    let codes: Vec<&str> = OF_INI.iter().map(|(.., code)| *code).filter(|code| code.starts_with("ini.")).collect();
    assert_eq!(codes, IniFault::CODES, "one of each kind");
}
