use campione_core::{Color, PawnKind, Variant};
use campione_variants::internal::known_names;
use campione_variants::{Foreign, Known, VariantIni};

/// The faults of the last game of a text, with what they point at.
fn faults(text: &str) -> Vec<(&str, String)> {
    let ini = match VariantIni::parse(text) {
        Ok(ini) => ini,
        Err(faults) => return faults.0.into_iter().map(|fault| (&text[fault.span.clone()], fault.message())).collect(),
    };
    let last = ini.names().last().unwrap();
    let found = ini.variant(last).unwrap().err().map_or_else(Vec::new, |faults| faults.0);
    found.into_iter().map(|fault| (&text[fault.span.clone()], fault.message())).collect()
}

fn game(text: &str) -> Variant {
    let ini = VariantIni::parse(text).unwrap();
    let last = ini.names().last().unwrap();
    ini.variant(last).unwrap().unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

#[test]
fn the_games_that_are_known_compile() {
    for name in known_names() {
        let variant = game(&format!("[x:{name}]"));
        assert_eq!(variant.id(), "x", "{name}");
        assert_eq!(variant.warnings(), [], "{name}");
    }
}

/// A line that gives our default array where it is not that of Fairy-Stockfish.
fn start_of(id: &str) -> &'static str {
    match id {
        "crc" => "startFen = rqnbakbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RQNBAKBNCR w KQkq - 0 1",
        _ => "",
    }
}

#[test]
fn games_that_we_have_too_are_the_same() {
    let same = Foreign::all().filter(|row| row.arrayed_as.is_none()).filter_map(|row| {
        let name = match row.fairy_stockfish? {
            Known::Random("chess") => "fischerandom",
            Known::As(name) | Known::Random(name) => name,
            Known::Described(_) => return None,
        };
        Some((row.id, name))
    });
    for (id, name) in same {
        let (ours, theirs) = (Variant::named(id).unwrap(), game(&format!("[x:{name}]\n{}", start_of(id))));
        assert_eq!(ours.spec().board.numbering, theirs.spec().board.numbering, "{id}");
        assert_eq!(ours.spec().notation, theirs.spec().notation, "{id}");
        assert_eq!(ours.placement(&ours.start().board), theirs.placement(&theirs.start().board), "{id}");
        for color in campione_core::Color::ALL {
            // The pieces have other numbers there.
            let rows = |variant: &Variant| -> Vec<_> {
                let rows = &variant.default_castling(color).rows;
                let squares = |row: &campione_core::CastlingRow| row.partner.map(|partner| (partner.from, partner.to));
                rows.iter().map(|row| (row.king_from, row.king_to, squares(row), row.empty, row.safe)).collect()
            };
            assert_eq!(rows(&ours), rows(&theirs), "{id}");
        }
        assert_eq!(ours.spec().pawn.double_step_ranks, theirs.spec().pawn.double_step_ranks, "{id}");
        assert_eq!(ours.spec().pawn.double_step, theirs.spec().pawn.double_step, "{id}");
        let ends = |variant: &Variant| {
            let draws = &variant.spec().draws;
            (draws.stalemate, draws.bare_king, draws.moves, draws.repetition, draws.dead_position)
        };
        assert_eq!(ends(&ours), ends(&theirs), "{id}");
        let moves = |variant: &Variant| -> std::collections::BTreeMap<String, campione_core::Betza> {
            let pieces = variant.spec().piece.iter();
            pieces.map(|(letter, piece)| (letter.clone(), campione_core::Betza::parse(&piece.moves).unwrap())).collect()
        };
        assert_eq!(moves(&ours), moves(&theirs), "{id}");
        let promotion = |variant: &Variant| {
            let rule = &variant.spec().promotion;
            (rule.rank, rule.optional, rule.from_stock)
        };
        assert_eq!(promotion(&ours), promotion(&theirs), "{id}");
        let sorted = |variant: &Variant| {
            let mut letters: Vec<char> = variant.spec().promotion.to.chars().collect();
            letters.sort_unstable();
            letters
        };
        assert_eq!(sorted(&ours), sorted(&theirs), "{id}");
    }
}

#[test]
fn castling_from_any_array() {
    // Neither Capablanca's array nor a shuffled one on nine files has a number; both castle as in Chess960.
    let other =
        "maxFile = 9\ncastlingKingsideFile = h\nstartFen = nrbkqbrnb/ppppppppp/9/9/9/9/PPPPPPPPP/NRBKQBRNB w KQkq -";
    for (lines, files) in [("", ["f-i", "j-h", "f-c", "a-d"]), (other, ["d-h", "g-g", "d-c", "b-d"])] {
        let variant = game(&format!("[x:caparandom]\n{lines}\n"));
        let castling = &variant.spec().castling[&'O'];
        let sides = [castling.toward_last_file.as_ref(), castling.toward_first_file.as_ref()].map(Option::unwrap);
        assert_eq!(sides.map(|side| [side.king.as_str(), side.partner.as_str()]).concat(), files);
        assert!(variant.spec().notation.king_takes_rook && variant.spec().board.numbering.is_none());
    }
}

#[test]
fn triple_steps_hoppers_and_pawns_that_do_not_promote() {
    let lines = "tripleStepRegionWhite = *2\ntripleStepRegionBlack = *9\ncannon = c\ncustomPiece1 = g:mRgBcpR";
    let variant = game(&format!("[x:shako]\n{lines}\nstartFen = 4k5/10/10/10/g8c/10/10/10/P8P/R4K3R w - - 0 1"));
    assert_eq!((&variant.spec().pawn.long_steps[&'3'], variant.has_hoppers()), (&vec![2], true));
    let own = "customPiece1 = p:fmWfceFifmnD\npawnTypes = p\npromotionPawnTypes = -";
    let none = game(&format!("[x:chess]\n{own}"));
    assert!(none.promotions().is_empty() && none.spec().pawn.double_step);
    let again = game(&format!("[y:chess]\n{own}\n[x:y]\npromotionPawnTypes = p"));
    assert_eq!(again.promotions().len(), 4);
    // Fairy-Stockfish's own pawn promotes whatever that key says.
    assert_eq!(game("[x:chess]\npromotionPawnTypes = -").promotions().len(), 4);
}

#[test]
fn sections_start_from_earlier_ones_and_letters_move() {
    let text = "[one:chess]\nqueen = -\nfers = q\n\n[two:one]\nfers = m\nrook = q\nstartFen = qnbmkbnq/pppppppp/8/8/8/8/PPPPPPPP/QNBMKBNQ w KQkq -\n";
    let variant = game(text);
    let moves = |letter: &str| variant.spec().piece[letter].moves.as_str();
    assert_eq!((moves("M"), moves("Q")), ("F", "R"));
    assert!(!variant.spec().piece.contains_key("R"));
    assert_eq!(faults("[two:one]\n[one:chess]\n").len(), 0, "the last stands for itself");
    assert_eq!(faults("[one:two]\n[two:one]").len(), 1);
    assert_eq!(faults("[a:xiangqi]")[0].0, "[a:xiangqi]");
    assert!(faults("[a:xiangqi]")[0].1.contains("every piece may go anywhere"), "{:?}", faults("[a:xiangqi]"));
    assert!(faults("[a:crazyhouse]")[0].1.contains("there are no drops"), "{:?}", faults("[a:crazyhouse]"));
    assert!(faults("[a:xyzzy]")[0].1.contains("capablanca"), "{:?}", faults("[a:xyzzy]"));
}

#[test]
fn a_long_chain_of_sections_is_no_deep_recursion() {
    let chain: String = (1..5000).map(|number| format!("[a{number}:a{}]\n", number - 1)).collect();
    assert_eq!(game(&format!("[a0:capablanca]\n{chain}")).id(), "a4999");
}

#[test]
fn remarks_spaces_and_doubled_keys() {
    let variant =
        game("; a remark\n# another\n[x:chess]  \r\n  maxFile =  8 \r\ndoubleStep=true\ndoubleStep = false\n");
    assert!(!variant.spec().pawn.double_step, "the last line counts");
}

#[test]
fn pawns_may_be_described() {
    for (moves, double, en_passant) in [
        ("mfWcfF", false, false),
        ("fmWfcFifmnD", true, false),
        ("fmWfceFifmnD", true, true),
        ("mfWcfeFimfnD", true, true),
    ] {
        let variant = game(&format!("[x:chess]\ncustomPiece1 = p:{moves}\npawnTypes = p\n"));
        assert_eq!((variant.spec().pawn.double_step, variant.en_passant()), (double, en_passant), "{moves}");
    }
    for (moves, double, en_passant) in [("fmFfcW", false, false), ("mfFcfeWimfnA", true, true)] {
        let variant = game(&format!("[x:chess]\ncustomPiece1 = p:{moves}\npawnTypes = p\n"));
        assert_eq!(variant.pawn_kind(), PawnKind::Berolina, "{moves}");
        assert_eq!((variant.spec().pawn.double_step, variant.en_passant()), (double, en_passant), "{moves}");
    }
    assert_eq!(game("[x:berolina]\n").pawn_kind(), PawnKind::Berolina);
    // Who captures en passant, said before or behind who the pawn is.
    assert!(game("[x:chess]\nenPassantTypes = p\n").en_passant());
    let text = "[x:chess]\nenPassantTypes = s\ncustomPiece1 = s:mfFcfeWimfnA\npawn = -\npawnTypes = s\n";
    assert!(game(&format!("{text}startFen = rnbqkbnr/ssssssss/8/8/8/8/SSSSSSSS/RNBQKBNR w KQkq - 0 1\n")).en_passant());
    let found = faults("[x:chess]\nenPassantTypes = n\n");
    assert!(found.iter().any(|(_, message)| message.contains("only pawns capture en passant")), "{found:?}");
    for moves in ["mWcF", "fmFcW", "fmFfcWimfnD", "fmWfcFimfnA", "fmWfcFifD"] {
        let text = format!("[x:chess]\ncustomPiece1 = p:{moves}\npawnTypes = p\n");
        let found = faults(&text);
        assert!(found.iter().any(|(_, message)| message.contains("as the movement of pawns")), "{moves}: {found:?}");
    }
}

/// Each row: lines below `[x:capablanca]`, what is pointed at, and words of the fault.
const REFUSED: &[(&str, &str, &str)] = &[
    ("pieceDrops = true", "true", "pieceDrops: cannot be expressed: there are no drops"),
    ("capturesToHand = true", "true", "there are no drops"),
    ("gating = true", "true", "nothing is put on the board"),
    ("flipEnclosedPieces = reversi", "reversi", "pieces keep their color"),
    ("customPiece1 = x:jR", "x:jR", "must pass over"),
    ("customPiece1 = x", "x", "a movement is missing"),
    ("customPiece1 = x:AA", "x:AA", "rides of W, F and N alone"),
    ("customPiece1 = x:C2", "x:C2", "rides of W, F and N alone"),
    ("customPiece1 = x:nH", "x:nH", "lame leaps of N, A, Z and D alone"),
    ("customPiece1 = x:QmB3", "x:QmB3", "one range for each direction"),
    ("promotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1", "*6 *7 *8", "captures en passant"),
    ("knight = n:NN", "n:NN", "its movement is fixed"),
    ("mobilityRegionWhiteKing = *1", "*1", "every piece may go anywhere"),
    ("promotedPieceType = n:q", "n:q", "only pawns promote"),
    ("tripleStepRegionWhite = *2", "*2", "must mirror each other"),
    ("tripleStepRegionWhite = *6\ntripleStepRegionBlack = *3", "*6", "end before the pawn promotes"),
    ("customPiece1 = x:pNN", "x:pNN", "along ranks, files and diagonals alone"),
    ("customPiece1 = x:pRgR", "x:pRgR", "one range for each direction"),
    ("doubleStepRegionWhite = *2 *3", "*2 *3", "must mirror each other"),
    ("doubleStepRegionWhite = b2 c2\ndoubleStepRegionBlack = b7 c7", "b7 c7", "of whole ranks"),
    ("promotionRegionWhite = *6 *8\npromotionRegionBlack = *1 *3", "*1 *3", "adjacent ranks"),
    ("mandatoryPawnPromotion = false", "false", "a pawn that may stay one on the last rank"),
    ("promotionLimit = q:1", "q:1", "limits for some"),
    ("promotionPieceTypes = qx", "qx", "`x` is not the letter of a piece"),
    ("extinctionValue = loss\nextinctionPieceTypes = q", "loss", "that of Shatranj"),
    ("flagPiece = k", "k", "no game is won by reaching a place"),
    ("checkCounting = true", "true", "no game is won by giving checks"),
    ("stalemateValue = lose", "lose", "must be draw, loss or win"),
    ("castling = yes", "yes", "must be true or false"),
    ("castlingKingsideFile = m", "m", "must be a file"),
    ("castlingRookPieces = qr", "qr", "only one kind does that"),
    ("maxRank = 11", "11", "must be a rank"),
    ("startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR[Q] w KQkq - 0 1", "", "pieces in hand"),
    ("startFen = *nabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w - - 0 1", "", "walls"),
    ("startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR b - - 0 1", "", "White must be to move"),
    ("startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCN1 w K - 0 1", "", "no `R` stands there"),
    ("startFen = rnabqkbcnr/pppppppppp/10/10/10/PPPPPPPPPP/RNABQKBCNR w - - 0 1", "", "its board is 10x7"),
    (
        "customPiece1 = p:mfWcfF\npawnTypes = p\npromotionPawnTypes = -\nimmobilityIllegal = true",
        "true",
        "pawns going to the last rank",
    ),
    ("promotionPieceTypes = -", "-", "with `promotionPawnTypes = -` none promotes"),
    ("king = k:R", "k:R", "true leaps"),
    ("king = -", "-", "every side needs one king"),
    ("casling = true", "casling", "did you mean `castling`?"),
    ("xyzzy = 1", "xyzzy", "there is no such key"),
    ("nonsense", "nonsense", "expected `key = value`"),
    ("[x", "[x", "must end with `]`"),
];

/// Fairy-Stockfish #512: with another rook, its castling is lost without a word.
#[test]
fn a_rook_that_is_replaced_is_named_as_the_piece_that_castles() {
    let text = include_str!("../cases/rook-replaced.ini");
    let refused = |text: &str| faults(text).into_iter().map(|(_, message)| message).collect::<Vec<_>>();
    let remedy = "castlingRookPieces: kings castle with a rook, which the variant does not have: write";
    assert_eq!(refused(text), [format!("{remedy} `castlingRookPieces = r`")]);
    let remedied = format!("{text}castlingRookPieces = r\n");
    let variant = VariantIni::parse(&remedied).unwrap().variant("ourtestvariant").unwrap().unwrap();
    let side = variant.default_castling(Color::White);
    assert_eq!(side.rights.iter().map(|right| right.letter).collect::<String>(), "KQ");
    let other = format!("{text}startFen = 4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\n");
    let unknown = "`castlingRookPieces = LETTER` with the piece that castles, or `castling = false`";
    assert_eq!(refused(&other), [format!("{remedy} {unknown}")]);
}

#[test]
fn what_cannot_be_expressed_is_refused_with_its_key_and_a_reason() {
    for (lines, part, words) in REFUSED {
        let text = format!("[x:capablanca]\n{lines}\n");
        let found = faults(&text);
        let fits = |(place, message): &(&str, String)| message.contains(words) && (part.is_empty() || place == part);
        assert!(found.iter().any(fits), "{lines}: {found:#?}");
    }
}

#[test]
fn a_side_without_a_rook_has_no_right_there() {
    let odds = game("[x:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1\n");
    let rights = |color| odds.default_castling(color).rights.iter().map(|right| right.letter).collect::<String>();
    assert_eq!(
        (rights(campione_core::Color::White).as_str(), rights(campione_core::Color::Black).as_str()),
        ("K", "KQ")
    );
    assert_eq!(odds.start().rights.len(), 3);
}

#[test]
fn what_says_nothing_about_rules_is_passed_over() {
    let lines =
        "pieceToCharTable = PNBRQ\npocketSize = 0\npieceValueMg = q:2000\npieceDrops = false\ncountingRule = none\n";
    assert_eq!(game(&format!("[x:chess]\n{lines}")).id(), "x");
}

#[test]
fn no_game_at_all() {
    assert!(faults("")[0].1.contains("it defines no variant"));
    assert!(faults("a = b")[0].1.contains("before the first key"));
    assert!(VariantIni::parse("[x:chess]").unwrap().variant("y").is_none());
}

/// The same twice is no fault. Where the rules differ, only the variants that need them cannot be told.
#[test]
fn two_sections_of_one_name() {
    let text = "[x:chess]\nnMoveRule = 20\n[y:gothic]\n[x:chess]\nnMoveRule = 20\n[z:x]\n";
    let ini = VariantIni::parse(text).unwrap();
    assert_eq!(ini.names().collect::<Vec<_>>(), ["x", "y", "z"]);
    assert_eq!(game(text).spec().draws.moves, 20);
    let clash = text.replacen("20", "30", 1);
    let ini = VariantIni::parse(&clash).unwrap();
    assert!(ini.variant("y").unwrap().is_ok());
    for name in ["x", "z"] {
        let found = ini.variant(name).unwrap().unwrap_err();
        assert_eq!((found.0.len(), found.0[0].span.start), (1, clash.rfind("[x").unwrap()), "{name}: {found}");
        assert!(found.to_string().contains("there is already a section `x`, with other rules"), "{found}");
    }
}

/// On a small board Fairy-Stockfish leaves the regions of Black where chess has them.
#[test]
fn remedies_that_a_file_can_take_over() {
    let board = "[x:chess]\nmaxRank = 6\nstartFen = rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n";
    let text = format!("{board}promotionRank = 6\n");
    let found = faults(&text);
    assert!(found[0].1.ends_with("write `doubleStepRegionBlack = *5`"), "{found:?}");
    assert_eq!(game(&format!("{text}doubleStepRegionBlack = *5\n")).ranks(), 6);
    let high = "[x:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/4K2R/PPPPPPPP/8 w K - 0 1\n";
    let found = faults(high);
    assert!(found[0].1.contains("stands there: write `castlingRank = 3`"), "{found:?}");
    assert_eq!(game(&format!("{high}castlingRank = 3\n")).id(), "x");
}
