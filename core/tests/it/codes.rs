use campione_core::{BetzaError, Color, PlacementError, Square, VariantFault};

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
