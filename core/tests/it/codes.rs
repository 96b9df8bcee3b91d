use std::collections::HashSet;

use campione_core::{BetzaError, Color, PlacementError, Square, VariantFault, fault_codes};

#[test]
fn codes_are_unique_words_with_their_family() {
    let codes: Vec<&str> = fault_codes().collect();
    assert_eq!(codes.iter().collect::<HashSet<_>>().len(), codes.len(), "{codes:?}");
    for code in codes {
        let (family, kind) = code.split_once('.').unwrap();
        let plain = |word: &str| word.split('-').all(|part| part.bytes().all(|b| b.is_ascii_lowercase()) && part != "");
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
        VariantFault::CastlingMan { letter: 'O', side, piece: "partner", color, wanted: 'R', square },
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
fn the_key_of_each_fault_is_what_its_text_begins_with() {
    let faults = variant_faults();
    let codes: Vec<&str> = faults.iter().map(VariantFault::code).collect();
    assert_eq!(codes, VariantFault::CODES, "one of each kind");
    for fault in faults {
        assert_eq!(format!("{}: {}", fault.key().join("."), fault.reason()), fault.to_string(), "{fault:?}");
        assert!(fault.key().iter().all(|part| !part.is_empty()) && !fault.reason().is_empty(), "{fault:?}");
    }
}
