use std::collections::HashSet;

use campione_core::Variant;
use campione_variants::{FileFaultKind, FromToml as _, IniFault, ValueType, VariantIni, fault_codes};

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
    ("[a:chess]\n[a:gothic]", "", "ini.same-name"),
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
    ("[a:chess]\nimmobile = i", "immobile", "ini.no-movement"),
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
