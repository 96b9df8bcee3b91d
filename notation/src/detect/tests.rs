use super::*;

fn named(id: &str) -> Variant {
    Variant::named(id).unwrap()
}

/// The variant that is found, or the error.
fn found(fen: &str, claim: Claim) -> String {
    read(fen, claim).map_or_else(|error| error.to_string(), |found| found.position.variant().id().to_owned())
}

#[test]
fn a_tag_stands_for_all_arrays_of_its_army() {
    let capablanca = Claim::Tagged(named("capablanca"));
    for (placement, id) in [
        ("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR", "capablanca"),
        ("rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR", "embassy"),
        ("r3k4r/10/10/10/10/10/10/R3K4R", "embassy"),
        ("arnbqkbnrc/pppppppppp/10/10/10/10/PPPPPPPPPP/ARNBQKBNRC", "crc"),
        ("r4k3r/10/10/10/10/10/10/R4K3R", "capablanca"),
    ] {
        assert_eq!(found(&format!("{placement} w KQkq - 0 1"), capablanca), id, "{placement}");
    }
    let janus = found("r3k4r/10/10/10/9J/10/10/R3K4R w KQkq - 0 1", capablanca);
    assert!(janus.contains("`J` is not a piece of capablanca"), "{janus}");
}

#[test]
fn a_variant_that_the_user_names_is_final() {
    let text = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1";
    assert!(found(text, Claim::Named(named("chess"))).contains("castling: "));
    assert_eq!(found(text, Claim::Named(named("chess960"))), "chess960");
    assert_eq!(found(text, Claim::Tagged(named("chess"))), "chess960");
}

#[test]
fn nobody_says_the_variant() {
    let assumed = Claim::Assumed(named("modern-carrera"), Some(named("chess")));
    for (text, id) in [
        ("ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR w KQkq - 0 1", "modern-carrera"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "chess"),
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", "chess960"),
        ("rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1", "knightmate"),
        ("rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1", "janus"),
        ("rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1", "embassy"),
        ("4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1; variant \"embassy\";", "embassy"),
        ("4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1; variant \"caparandom\";", "crc"),
    ] {
        assert_eq!(found(text, assumed), id, "{text}");
    }
}

/// With ten pawns a second chancellor is none of the game: the letters may be those of another.
#[test]
fn more_pieces_than_a_game_gives() {
    let text = "r1nbqkbncr/pppppppppp/2c7/10/10/1BP7/PP1PPPPPPP/RCN1QKBNCR b KQkq - 2 2";
    let nobody = Claim::Assumed(named("modern-carrera"), Some(named("chess")));
    let notes = |text: &str, claim| read(text, claim).unwrap().notes;
    let note = DetectNote::TooMany { variant: "modern-carrera", color: Color::White };
    assert_eq!(notes(text, nobody), std::slice::from_ref(&note));
    assert!(note.to_string().starts_with("White has more pieces than a game of modern-carrera gives"));
    // A list's lines have no clocks.
    assert_eq!(notes(text.trim_end_matches(" 2 2"), nobody), [note]);
    assert_eq!(notes(text, Claim::Named(named("modern-carrera"))), []);
    // A pawn may have become the piece.
    assert_eq!(
        notes(&text.replace("1BP7/PP1PPPPPPP", "1B8/PP1PPPPPPP").replace("pppppppppp/2c7", "ppppppppp1/2c7"), nobody),
        []
    );
}

#[test]
fn other_rules_do_not_hide_faults_of_the_text() {
    // The bishop gives check. Where bishops capture as knights it does not, but nobody has said so.
    let text = "4k3/8/8/1B6/8/8/8/4K3 w - - 0 1";
    let hoppelpoppel = Dialect::detect(text, named("hoppelpoppel"));
    assert!(hoppelpoppel.is_ok(), "{hoppelpoppel:?}");
    assert!(found(text, Claim::Assumed(named("chess"), None)).contains("Black is in check but not to move"));
}

#[test]
fn the_error_is_that_of_the_right_board() {
    let assumed = Claim::Assumed(named("modern-carrera"), Some(named("chess")));
    let error = read("4k3/8/8/8/8/8/8/4X3 w - - 0 1", assumed).unwrap_err();
    assert!(matches!(&error, DetectError::Fen { variant: "chess", .. }), "{error}");
    let error = read("4k4/9/9/9 w - - 0 1", assumed).unwrap_err();
    assert!(matches!(&error, DetectError::Fen { variant: "modern-carrera", .. }), "{error}");
}

#[test]
fn operations_that_name_a_variant() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - -; variant \"chess\";";
    assert_eq!(found(text, Claim::Named(named("gothic"))), "variant: the position belongs to `chess`, not to gothic");
    let gothic = Claim::Assumed(named("gothic"), None);
    assert_eq!(found(text, gothic), "chess");
    let unknown = found("4k3/8/8/8/8/8/8/4K3 w - -; variant bughouse;", gothic);
    assert!(unknown.starts_with("variant: there is no variant `bughouse`"), "{unknown}");
}

#[test]
fn letters_of_other_programs() {
    for (id, fen) in [
        ("bird", "rnbgqkebnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBGQKEBNR w KQkq - 0 1"),
        ("janus", "ranbkqbnar/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBKQBNAR w - - 0 1"),
        ("crc", "rbqnkgnebr/pppppppppp/10/10/10/10/PPPPPPPPPP/RBQNKGNEBR w AJaj - 0 1"),
        ("embassy", "rnbqkmcbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKMCBNR w AJaj - 0 1"),
    ] {
        let variant = named(id);
        let found = read(fen, Claim::Named(variant)).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert!(matches!(found.notes[..], [DetectNote::Letters(_)]), "{id}: {:?}", found.notes);
        if !variant.has_random_arrays() {
            assert!(is_start(&found.position), "{id}");
        }
    }
    let note = |id: &str, fen: &str| read(fen, Claim::Named(named(id))).map(|found| found.notes[0].to_string());
    let bird = "rnbgqkebnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBGQKEBNR w KQkq - 0 1";
    let said = "letters of another program: `G` is read as our `C`, `E` is read as our `A`";
    assert_eq!(note("bird", bird).as_deref(), Ok(said));
    // Where the pieces stand counts more than what the letters usually are.
    let other = bird.replace('g', "x").replace('e', "g").replace('x', "e");
    let other = other.replace('G', "X").replace('E', "G").replace('X', "E");
    let said = "letters of another program: `E` is read as our `C`, `G` is read as our `A`";
    assert_eq!(note("bird", &other).as_deref(), Ok(said));
    // Pieces that do not stand on the first rank.
    let said = "letters of another program: `E` is read as our `C`";
    let grand = "r8r/1nbqkeabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKEABN1/R8R w - - 0 1";
    assert_eq!(note("grand", grand).as_deref(), Ok(said));
    // Where a variant is named, its array says what the letters are; else they may be of another game.
    let german = "tsldklst/pppppppp/8/8/8/8/PPPPPPPP/TSLDKLST w KQkq - 0 1";
    let said = "letters of another program: `T` is read as our `R`, `S` is read as our `N`, `L` is read as our `B`, `D` is \
                read as our `Q`";
    assert_eq!(note("chess", german).as_deref(), Ok(said));
    for other in [
        german,
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "rbqkbr/pppppp/6/6/PPPPPP/RBQKBR w - - 0 1",
        "rnbqkbnr/pppppppp/rnbqcbnr/pppppppp/PPPPPPPP/RNBQCBNR/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        let found = found(other, Claim::Assumed(named("modern-carrera"), Some(named("chess"))));
        assert!(found.starts_with("bad FEN"), "{other}: {found}");
    }
    for (id, fen) in [
        // A letter of ours beside another one for the same piece: a fault of typing.
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNH w KQkq - 0 1"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/DWACKAWD w KQkq - 0 1"),
        // Two letters for the chancellor, an unknown letter, and a letter of a piece that Chess has not.
        ("bird", "4k5/10/10/10/10/10/10/2GMK5 w - - 0 1"),
        ("bird", "4k5/10/10/10/10/10/10/2GCK5 w - - 0 1"),
        ("bird", "4k5/10/10/10/10/10/10/2GXK5 w - - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/2G1K3 w - - 0 1"),
    ] {
        assert!(note(id, fen).is_err(), "{id}: {fen}");
    }
}
