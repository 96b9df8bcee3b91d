use campione_core::{Variant, VariantSpec};
use campione_variants::{FromToml as _, warnings_in};

/// The faults of a text, each as `line:column message`.
fn faults(text: &str) -> Vec<String> {
    let faults = Variant::from_toml(text, "game").err().map_or_else(Vec::new, |faults| faults.0);
    faults.iter().map(|fault| format!("{}:{} {}", fault.line, fault.column, fault.message())).collect()
}

/// What the only fault of a text points at, and its message.
fn pointed_at(text: &str) -> (&str, String) {
    let faults = Variant::from_toml(text, "game").unwrap_err();
    assert_eq!(faults.0.len(), 1, "{faults}");
    (&text[faults.0[0].span.clone()], faults.0[0].message())
}

#[test]
fn two_lines_are_a_game() {
    let game = Variant::from_toml("extends = \"carrera\"\npromotion.to = \"QRACBN\"\n", "under-promotion").unwrap();
    assert_eq!((game.id(), game.promotions().len()), ("under-promotion", 6));
    assert_eq!(game.spec().name, "under-promotion", "the name is not inherited");
    assert!(game.spec().promotion.why.made, "a sentence about the old rule would be wrong");
    assert!(game.spec().promotion.why.rule.contains("Q, R, A, C, B, N"), "{}", game.spec().promotion.why.rule);
    assert!(game.spec().board.why.source.contains("source 000"), "what has not changed keeps its source");
}

#[test]
fn false_takes_away_and_no_castling_too() {
    let rights = |text: &str| {
        let game = Variant::from_toml(text, "game").unwrap();
        game.default_castling(campione_core::Color::White).rights.iter().map(|right| right.letter).collect::<String>()
    };
    assert_eq!(rights("extends = \"herb-garden\""), "ABCJKL");
    assert_eq!(rights("extends = \"herb-garden\"\ncastling.H = false"), "ACJL");
    assert_eq!(rights("extends = \"archchess\""), "KQL");
    assert_eq!(rights("extends = \"archchess\"\nking_leap = false"), "KQ");
    assert_eq!(rights("extends = \"capablanca\"\nking_leap = false\ncastling.Z = false"), "KQ");
    assert_eq!(rights("extends = \"capablanca\"\nno_castling = { rule = \"none\" }"), "");
    let castling = "castling.O = { partner = \"R\", toward_last_file = { king = \"f-h\", partner = \"j-g\" } }";
    assert_eq!(rights(&format!("extends = \"carrera\"\n{castling}")), "K");
}

#[test]
fn a_start_position_replaces_the_array() {
    let text = "extends = \"capablanca\"\n[board]\nstart = \"rnabqk3r/10/10/10/10/10/10/RNABQK3R\"\nrights = \"Kq\"\n";
    let game = Variant::from_toml(text, "game").unwrap();
    assert_eq!((game.start().board.occupied().count(), game.start().rights.len()), (14, 2));
    assert!(game.spec().board.array.is_empty());
}

#[test]
fn faults_have_their_place() {
    assert_eq!(faults("extends = \"carrera\"\nname = "), ["2:8 string values must be quoted, expected literal string"]);
    let text = "extends = \"cappablanca\"";
    assert_eq!(pointed_at(text).0, "\"cappablanca\"");
    assert!(pointed_at(text).1.contains("did you mean capablanca"), "{}", pointed_at(text).1);
    let text = "extends = \"carrera\"\n[pawn]\nenpassant = true";
    assert_eq!(
        pointed_at(text),
        ("enpassant", "pawn.enpassant: there is no such key; did you mean `en_passant`?".to_owned())
    );
    let text = "extends = \"carrera\"\npiece.C.moves = \"RpN\"";
    assert_eq!(pointed_at(text).0, "p");
    let text = "extends = \"carrera\"\n[promotion]\nto = \"QX\"\n";
    assert_eq!(pointed_at(text).0, "X");
    let text = "extends = \"carrera\"\n[board]\nfiles = \"ten\"\n";
    assert_eq!(pointed_at(text).0, "\"ten\"");
    let text = "extends = \"capablanca\"\ncastling.O.toward_last_file = { king = \"f-z\", partner = \"j-h\" }\n";
    assert_eq!(pointed_at(text).0, "\"f-z\"");
    let text = "id = \"x\"\n[board]\nfiles = 8\n";
    assert_eq!(pointed_at(text).0, "board", "the rest of the board is missing");
}

#[test]
fn several_faults_come_together() {
    let found =
        faults("extends = \"carrera\"\nid = \"My Game\"\n[piece.C]\nmoves = \"R?\"\n[piece.Ab]\nmoves = \"N\"\n");
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found.iter().any(|fault| fault.starts_with("2:6 id: `My Game`")), "{found:#?}");
    assert!(found.iter().any(|fault| fault.starts_with("4:11 piece.C.moves")), "{found:#?}");
    assert!(found.iter().any(|fault| fault.starts_with("5:8 piece.Ab")), "{found:#?}");
}

/// Each row: lines behind `extends = "capablanca"`, and words of the fault.
const REFUSED: &[(&str, &str)] = &[
    ("board.files = 13", "4 to 12 files"),
    ("board.start = \"10/10/10/10/10/10/10/10\"", "White needs exactly one king"),
    ("board.start = \"4k5/10/10/10/10/10/10/4KK4\"", "found 2"),
    ("board.start = \"4k5/10/10/10/10/10/10/4RK4\"", "Black is in check by the rook on e1"),
    ("board.start = \"4k5/10/10/10/10/10/10/P3K5\"", "its own first rank"),
    ("board.start = \"P3k5/10/10/10/10/10/10/4K5\"", "where it would have promoted"),
    ("board.start = \"4k5/10/10\"", "its board is 10x3"),
    ("board.numbering = \"crc\"", "`rnabqkbcnr` is not one of these arrays"),
    ("board.rights = \"KX\"", "`X` is not a right"),
    ("pawn.double_step_ranks = [1]", "rank 2 or later"),
    ("pawn.double_step_ranks = [6]", "end before the pawn promotes"),
    ("pawn.long_steps = { 2 = [2] }", "3 to 9"),
    ("pawn.long_steps = { 3 = [1] }", "3 squares from rank 1: a step must start on rank 2"),
    ("pawn.long_steps = { 3 = [2, 5] }", "3 squares from rank 5"),
    ("promotion = { to = \"\", rank = 7 }", "where pawns do not promote"),
    ("promotion = { to = \"\", from_stock = true }", "where pawns do not promote"),
    ("castling.O.beside = true", "are only for free castling"),
    ("castling.O.shortest = 0", "must be 1 or more"),
    (
        "castling.O = { partner = \"R\", toward_last_file = { king = \"f-*\", partner = \"j-*\" }, shortest = 3, longest = 2 }",
        "not below it",
    ),
    ("piece.Q.moves = \"mQpW\"", "must stand before R, B, Q"),
    ("piece.K.moves = \"KpR\"", "true leaps to both sides"),
    ("promotion.rank = 9", "3 to 8"),
    ("promotion = { to = \"Q\", wait = 1 }", "needs `from_stock"),
    ("promotion.limits = { Q = 1 }", "needs `from_stock = true`"),
    ("promotion.to = \"QQ\"", "stands there twice"),
    ("piece.K.moves = \"fK\"", "true leaps to both sides"),
    ("piece.K.royal = false", "found 0"),
    ("castling.O.partner = \"K\"", "not a piece that castles"),
    ("castling.O.toward_last_file.partner = \"i-h\"", "no White R starts on i1"),
    ("castling.O.toward_last_file.king = \"f-h\"", "two different files"),
    ("castling.Oo = { partner = \"R\" }", "castling"),
    ("castling.L = { partner = \"R\" }", "which the king's leap has"),
    ("castling.X = { partner = \"N\" }", "give `toward_last_file`"),
    (
        "castling.X = { partner = \"N\", lost_by_check = true, toward_last_file = { king = \"f-h\", partner = \"i-g\" } }",
        "the same for all",
    ),
    ("castling.X = { partner = \"N\", toward_last_file = { king = \"f-h\", partner = \"i-g\" } }", "rights_by_file"),
    ("pawn = false", "pawn: invalid type: boolean `false`, expected a table"),
    ("draws = false", "expected a table"),
    ("board.files = \"ten\"", "expected a whole number"),
    ("castling.O.safe = \"never\"", "unknown word `never`"),
    ("king_leap.distance = 1", "2 to 11"),
    ("draws.stalemate = \"loss\"", "may still win"),
    ("draws.stalemate = \"lost\"", "draws.stalemate"),
];

/// One fault does not hide another, and none is told that only comes of another.
#[test]
fn no_fault_hides_another() {
    let keys = |text: &str| -> Vec<String> {
        let found = faults(&format!("extends = \"carrera\"\n{text}"));
        found.iter().map(|fault| fault.split_once(' ').unwrap().1.split(':').next().unwrap().to_owned()).collect()
    };
    assert_eq!(keys("pawn.enpassant = true\nbord.files = 8\n"), ["pawn.enpassant", "bord"]);
    assert_eq!(keys("pawn.enpassant = true\npawn.x = 1\n"), ["pawn.enpassant", "pawn.x"]);
    // Read, but wrong.
    assert_eq!(keys("pawn.enpassant = true\npromotion.to = \"QZ\"\n"), ["pawn.enpassant", "promotion.to"]);
    assert_eq!(keys("board.files = \"ten\"\npromotion.to = \"QZ\"\n"), ["board.files", "promotion.to"]);
    // A misspelled key is taken for the right one: nothing is missing.
    assert_eq!(keys("piece.Z = { name = \"zebra\", mvoes = \"Z\" }\npromotion.to = \"QZ\"\n"), ["piece.Z.mvoes"]);
    assert_eq!(keys("piece.Z = { name = \"zebra\", mvoes = \"RpN\" }\n"), ["piece.Z.mvoes", "piece.Z.moves"]);
    // Of this piece nothing is known, so what uses it is not judged.
    assert_eq!(keys("piece.Z = { name = \"zebra\", moves = 7 }\npromotion.to = \"QZX\"\n"), ["piece.Z.moves"]);
    // Text that is not TOML: a fault for each line.
    let found = faults("extends = \"carrera\"\npawn.en_passant = yes\nname = \"x\"\nking_leap = no\n");
    assert_eq!(found, ["2:19 `yes` is not a value: write `true`", "4:13 `no` is not a value: write `false`"]);
    let found = faults("[board\nfiles = 8\n[pawn]\nen_passant = \nname = \"x\n");
    assert_eq!(
        found,
        [
            "1:7 unclosed table, expected `]`",
            "4:14 string values must be quoted, expected literal string",
            "5:10 invalid basic string, expected `\"`",
        ]
    );
}

#[test]
fn what_cannot_be_is_refused_with_its_key_and_a_reason() {
    for (line, words) in REFUSED {
        let text = format!("extends = \"capablanca\"\n{line}\n");
        let faults = Variant::from_toml(&text, "game").err().unwrap_or_else(|| panic!("{line} is accepted"));
        let message = faults.to_string();
        assert!(message.contains(words), "{line}: {message}");
        for fault in &faults.0 {
            assert!(!fault.span.is_empty() && fault.line == 2, "{line}: no place: {fault}");
        }
    }
}

#[test]
fn rights_that_a_fen_cannot_tell_apart_are_told_once_with_what_helps() {
    let two = "castling.X = { partner = \"N\", toward_last_file = { king = \"f-h\", partner = \"i-g\" }, \
               toward_first_file = { king = \"f-d\", partner = \"b-e\" } }";
    let shared = "notation.rights_by_file = true\n\
                  castling.X = { partner = \"R\", toward_last_file = { king = \"f-h\", partner = \"j-g\" } }";
    for (lines, letters, words) in [(two, "KQ", "set `notation.rights_by_file"), (shared, "J", "share the right")] {
        let faults = Variant::from_toml(&format!("extends = \"capablanca\"\n{lines}\n"), "game").unwrap_err();
        assert_eq!(faults.0.len(), letters.len(), "{faults}");
        for (fault, letter) in faults.0.iter().zip(letters.chars()) {
            assert!(fault.message().contains(words) && fault.message().contains(&format!("`{letter}`")), "{fault}");
        }
    }
}

#[test]
fn the_partner_of_a_castling_stands_on_the_side_that_its_key_says() {
    // Both castlings with the rook on the a-file: it is no question of letters of rights.
    let text = "extends = \"capablanca\"\ncastling.O.toward_last_file = { king = \"f-c\", partner = \"a-d\" }\n";
    let faults = Variant::from_toml(text, "game").unwrap_err();
    assert_eq!(faults.0.len(), 1, "{faults}");
    assert!(faults.0[0].message().contains("give this castling under the key `toward_first_file`"), "{faults}");
    // `*` is the outermost partner on that side, not one on the other.
    let array = "board.array = \"rnabqknbcn\"\n";
    let text = format!("extends = \"capablanca\"\n{array}castling.O.toward_last_file.partner = \"*-h\"\n");
    let faults = Variant::from_toml(&text, "game").unwrap_err();
    assert!(faults.0[0].message().contains("no White R"), "{faults}");
    // A king next to its rook steps away from it, as in chess960.
    let text = "extends = \"chess\"\nboard.array = \"rkbqnbnr\"\nnotation.king_takes_rook = true\n\
                castling.O.toward_last_file = { king = \"b-g\", partner = \"h-f\" }\n\
                castling.O.toward_first_file = { king = \"b-c\", partner = \"a-d\" }\n";
    assert_eq!(Variant::from_toml(text, "game").map(Variant::id), Ok("game"));
}

#[test]
fn a_rule_of_castling_is_titled_with_the_moves_that_there_are() {
    let titles = |spec: &VariantSpec| spec.rules().into_iter().map(|rule| rule.title).collect::<Vec<_>>();
    let both = VariantSpec::built_in("chess").unwrap();
    assert!(titles(&both).contains(&"Castling (O-O, O-O-O)".to_owned()));
    let (mut last, mut first) = (both.clone(), both);
    last.castling[&'O'].toward_first_file = None;
    first.castling[&'O'].toward_last_file = None;
    assert!(titles(&last).contains(&"Castling (O-O)".to_owned()), "{:?}", titles(&last));
    assert!(titles(&first).contains(&"Castling (O-O-O)".to_owned()), "{:?}", titles(&first));
}

#[test]
fn every_built_in_game_reads_back_from_its_toml() {
    for id in Variant::all_ids() {
        let game = Variant::named(id).unwrap();
        let text = game.spec().to_toml();
        let again = Variant::from_toml(&text, "other").unwrap_or_else(|faults| panic!("{id}: {faults}\n{text}"));
        assert_eq!(again.spec(), game.spec(), "{id}\n{text}");
        assert_eq!(game.warnings(), [], "{id}");
        assert!(!text.contains("extends"), "{id}: it stands for itself");
        assert!(!format!("{:?}", game.spec()).contains("the variant file"), "{id}: every rule has its source");
    }
}

#[test]
fn whatever_a_description_says_reads_back_from_its_toml() {
    let quotes = "'''\"\"\"";
    for text in ["", " ", "a.b", "\"", "'", quotes, "\\", "#[x]", "two\nlines\r\n", "\t\u{7}\u{7f}", "ü♔", "true", "3"]
    {
        let mut spec = VariantSpec::built_in("archchess").unwrap();
        text.clone_into(&mut spec.about);
        text.clone_into(&mut spec.piece["C"].name);
        text.clone_into(&mut spec.draws.why.source);
        spec.piece.insert(text.to_owned(), spec.piece["C"].clone());
        let castling = spec.castling[&'O'].clone();
        spec.castling.insert(text.chars().next().unwrap_or('.'), castling);
        spec.pawn.long_steps.insert('3', vec![2]);
        let file = spec.to_toml();
        assert_eq!(VariantSpec::from_toml(&file, "x").as_ref(), Ok(&spec), "{file}");
    }
}

#[test]
fn every_built_in_file_is_read_and_has_its_id() {
    for id in VariantSpec::all_ids() {
        let spec = VariantSpec::from_toml(VariantSpec::built_in_text(id).unwrap(), "other");
        let spec = spec.unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(spec.id, id);
        assert_eq!(Ok(spec), VariantSpec::built_in(id), "core reads the same");
    }
}

/// Each row: lines behind `extends = "capablanca"`, and words of the warning.
const IDLE: &[(&str, &str)] = &[
    ("pawn.double_step = false", "nothing to capture en passant"),
    ("pawn.pinned_pawn_bars = false", "double_step_barred"),
    ("pawn.double_step_ranks = []", "it is empty"),
    (
        "board.start = \"4k5/10/10/pppppppppp/PPPPPPPPPP/10/10/4K5\"\ncastling.O = false\npawn.long_steps = { 3 = [2] }",
        "on its rank 2",
    ),
    ("piece.D = { moves = \"D\" }", "no pawn becomes one"),
    ("piece.Q.moves = \"QWN\"", "`W` adds nothing"),
    ("promotion.to = \"\"", "no pawn promotes"),
    ("promotion.optional = true", "on the last rank a pawn must promote"),
    ("promotion.from_stock = true\npiece.D = { moves = \"D\" }\npromotion.to = \"QD\"", "no pawn ever becomes `D`"),
    ("castling.O.crossing = false", "only free castling"),
    ("king_leap = { distance = 2 }", "it goes nowhere"),
    ("king_leap = { distance = 9, forward = true }", "beyond the board"),
    ("board.rights = \"-\"", "never a castling"),
    ("board.start = \"4k5/10/10/10/10/10/10/4K5\"\ncastling.O = false", "there is no pawn at the start"),
    ("board.start = \"4k5/10/pppppppppp/10/10/PPPPPPPPPP/10/4K5\"\ncastling.O = false", "all start beyond it"),
];

#[test]
fn what_has_no_effect_is_warned_of_at_its_place() {
    for (lines, words) in IDLE {
        let text = format!("extends = \"capablanca\"\n{lines}\n");
        let game = Variant::from_toml(&text, "game").unwrap_or_else(|faults| panic!("{lines}: {faults}"));
        let warnings = warnings_in(game, &text);
        assert!(warnings.iter().any(|warning| warning.message().contains(words)), "{lines}: {warnings:#?}");
    }
}

#[test]
fn an_old_name_of_a_key_is_read_with_a_note() {
    let text = "extends = \"archchess\"\nking_leap = { over_men = false }\n";
    let new = text.replace("over_men", "over_pieces");
    let [variant, renamed] = [text, &new].map(|text| Variant::from_toml(text, "game").unwrap());
    assert_eq!(variant, renamed);
    assert!(variant.spec().to_toml().contains("over_pieces = false"));
    assert_eq!(warnings_in(renamed, &new), []);
    let note = &warnings_in(variant, text)[..];
    let words = "line 2, column 15: king_leap.over_men: it is called `over_pieces` now; the old name is still read";
    assert_eq!(note.iter().map(ToString::to_string).collect::<Vec<_>>(), [words]);
    assert_eq!((note[0].code(), &text[note[0].span.clone()]), ("file.old-name", "over_men"));

    // A wrong value is found where it stands; of two names, the old one means nothing; elsewhere it never did.
    let fault = |lines: &str| Variant::from_toml(&format!("extends = \"archchess\"\n{lines}"), "game").unwrap_err().0;
    assert_eq!(fault("king_leap.over_men = 3\n")[0].column, 22);
    let both = fault("king_leap = { over_men = true, over_pieces = false }\n");
    assert_eq!((both[0].key.join("."), both[0].code()), ("king_leap.over_men".to_owned(), "file.unknown-key"));
    assert_eq!(fault("pawn.over_men = true\n")[0].code(), "file.unknown-key");
}

#[test]
fn what_an_inherited_piece_does_not_do_is_said_where_it_is_inherited() {
    let text = "extends = \"capablanca\"\npromotion.to = \"QACRB\"\nboard.array = \"raqbkbqcr\"\nboard.files = 9\n[piece.B]\nmoves = \"F\"\n";
    let text = &format!("{text}[castling]\nO = false\n");
    let warnings = warnings_in(Variant::from_toml(text, "game").unwrap(), text);
    let knight = warnings.iter().find(|warning| warning.message().contains("piece.N")).unwrap();
    assert_eq!((knight.line, &text[knight.span.clone()]), (1, "\"capablanca\""), "{warnings:#?}");
}

#[test]
fn a_fault_of_what_the_file_inherits_says_so() {
    let text = "extends = \"chess\"\nboard.files = 9\n";
    let faults = Variant::from_toml(text, "game").unwrap_err();
    let words = "board.array: `rnbqkbnr` has 8 pieces for 9 files; the file inherits `board.array` from chess";
    assert_eq!(faults.0[0].message(), words);
    let faults = Variant::from_toml(&format!("{text}board.array = \"rnbqkbnr\"\n"), "game").unwrap_err();
    assert_eq!(faults.0[0].message(), "board.array: `rnbqkbnr` has 8 pieces for 9 files");
}

/// Each row: lines behind `extends = "capablanca"`, the place and the words of the only fault.
const FAULTS: &[(&str, (usize, usize), &str)] = &[
    ("castling.O.in_check = yes", (2, 23), "`yes` is not a value: write `true`"),
    ("pawn.en_passant = off", (2, 19), "`off` is not a value: write `false`"),
    ("piece.P.moves = \"W\"", (2, 7), "piece.P: `P` is the pawn's letter: rename the piece, or set `pawn.letter`"),
    ("promotion.to = \"QCC\"", (2, 19), "promotion.to: `C` stands there twice"),
    ("promotion.to = \"QK\"", (2, 18), "promotion.to: `K` is not a piece that a pawn can become: it is the king"),
    ("promotion.to = \"ZQ\"", (2, 17), "promotion.to: `Z` is not a piece of the variant"),
    ("promotion.limits = { Q = 1, C = 1 }", (2, 11), "promotion.limits: needs `from_stock = true`"),
    (
        "promotion = { from_stock = true, limits = { Z = 2 } }",
        (2, 49),
        "promotion.limits.Z: `Z` is not in `promotion.to`",
    ),
    ("board.files = 13", (2, 15), "board.files: 13x8 is out of range: 4 to 12 files and 5 to 10 ranks"),
    ("board.ranks = 4", (2, 15), "board.ranks: 10x4 is out of range: 4 to 12 files and 5 to 10 ranks"),
    (
        "promotion.rank = 3",
        (2, 18),
        "promotion.rank: 3: a double step from rank 2 must end before the pawn promotes: name rank 5 or later, or set \
         `pawn.double_step = false`",
    ),
    (
        "pawn.double_step_ranks = [5]\npromotion.rank = 7",
        (2, 26),
        "pawn.double_step_ranks: rank 5: a double step must start on rank 2 or later, counted from the pawn's own side, and \
         end before the pawn promotes (`promotion.rank` is 7)",
    ),
    (
        "piece.d = { name = \"dabbaba\", moves = \"D\" }\npromotion.to = \"QD\"\nboard.array = \"rnadqkbcnr\"",
        (2, 7),
        "piece.d: `d` must be one letter A to Z; did you mean `D`?",
    ),
    (
        "piece.q.moves = \"QN\"\npiece.q.name = \"queen\"",
        (2, 7),
        "piece.q: `q` must be one letter A to Z; did you mean `Q`?",
    ),
    ("castling.WW = { partner = \"R\" }", (2, 10), "castling.WW: must be one letter A to Z"),
    (
        "castling.W = { partner = \"C\", toward_last_file = { king = \"f-j\", partner = \"h-g\" } }",
        (2, 1),
        "castling: two rights would both be written `K`, those of castling.O and castling.W; set \
         `notation.rights_by_file = true`",
    ),
    (
        "castling.O.toward_last_file = { king = \"f-b\", partner = \"a-c\" }",
        (2, 57),
        "castling.O.toward_last_file.partner: the partner on the a-file stands on the other side of the king: give this \
         castling under the key `toward_first_file`",
    ),
    (
        "castling.O.toward_first_file.partner = \"j-h\"",
        (2, 40),
        "castling.O.toward_first_file.partner: the partner on the j-file stands on the other side of the king: give this \
         castling under the key `toward_last_file`",
    ),
    (
        "castling.O.toward_last_file = { king = \"f-*\", partner = \"a-*\" }",
        (2, 57),
        "castling.O.toward_last_file.partner: the partner on the a-file stands on the other side of the king: give this \
         castling under the key `toward_first_file`",
    ),
    (
        "castling.O.toward_last_file = { king = \"f-b\", partner = \"j-c\" }",
        (2, 40),
        "castling.O.toward_last_file.king: the king would go from the f-file to the b-file, away from its partner, which \
         goes to the c-file: name a file nearer to where the partner stands, or let the partner end on the other side of the \
         king",
    ),
];

#[test]
fn each_fault_is_told_at_its_place_with_the_remedy() {
    for &(lines, place, words) in FAULTS {
        let faults = Variant::from_toml(&format!("extends = \"capablanca\"\n{lines}\n"), "game").unwrap_err();
        let first = &faults.0[0];
        assert_eq!(((first.line, first.column), first.message().as_str()), (place, words), "{lines}");
    }
}

#[test]
fn what_must_be_given_is_named() {
    let board = "board = { files = 8, ranks = 8, array = \"rnbqkbnr\" }\n";
    let said = |text: &str| Variant::from_toml(text, "game").unwrap_err().to_string();
    assert!(
        said("pawn = {}").contains("`board.files`, `board.ranks` and `board.array` or `board.start` must be given")
    );
    let text = said(&format!("{board}pawn = {{}}\npiece.K = {{ moves = \"K\", royal = true }}\n"));
    assert!(text.contains("`promotion.to` must be given"), "{text}");
}
