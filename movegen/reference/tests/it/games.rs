//! Every variant but courier-spiel.

use campione_reference::{Game, Position};

use crate::{can_play, long_king_moves, play, position, read, start, texts};

#[test]
fn start_positions_are_written_as_they_are_read() {
    assert_eq!(Game::ids().count(), 16);
    for variant in Game::ids() {
        let start = start(variant);
        assert_eq!(position(variant, &start.fen()).fen(), start.fen());
        assert!(!start.in_check() && !start.is_dead());
        assert_eq!(start.outcome_without_history(), None);
    }
    assert!(Game::named("draughts").is_err());
}

/// Counts published for orthodox chess, Chess960 and the 10x8 games by other programs.
#[test]
fn published_counts() {
    let check = |variant: &str, fen: &str, depth, nodes| {
        assert_eq!(position(variant, fen).perft(depth), nodes, "{variant} {fen}");
    };
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    check("chess", kiwipete, 3, 97_862);
    check("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238);
    check("chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379);
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    check("chess960", fen, 3, 12_189);
    let fen = "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9";
    check("chess960", fen, 3, 18_002);
    for (variant, nodes) in [
        ("chess", 8_902),
        ("capablanca", 25_228),
        ("gothic", 25_283),
        ("embassy", 25_281),
        ("janus", 24_747),
        ("carrera", 24_944),
    ] {
        assert_eq!(start(variant).perft(3), nodes, "{variant}");
    }
}

// RULES.md §1.
#[test]
fn carrera_double_step_beside_an_enemy_pawn_when_in_check() {
    let source = "4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1";
    assert!(!can_play("carrera", source, "b2b4"));
    assert!(!can_play("carrera-qac", source, "b2b4"));
    assert!(can_play("capablanca", source, "b2b4"));
    // Not adjacent; not an enemy; not a pawn; not in check.
    for fen in [
        "4k5/10/10/b9/3p6/10/1P8/4K5 w - - 0 1",
        "4k5/10/10/b9/2P7/10/1P8/4K5 w - - 0 1",
        "4k5/10/10/b9/2n7/10/1P8/4K5 w - - 0 1",
        "4k5/10/10/10/2p7/10/1P8/4K5 w - - 0 1",
    ] {
        assert!(can_play("carrera", fen, "b2b4"), "{fen}");
    }
    let black = "4k5/1p8/10/2P7/B9/10/10/4K5 b - - 0 1";
    assert!(!can_play("carrera", black, "b7b5"));
}

#[test]
fn carrera_promotes_to_a_queen_and_never_takes_in_passing() {
    let fen = "9k/2P7/10/10/10/10/10/9K w - - 0 1";
    let pawn_moves = |variant| -> Vec<String> {
        let all = texts(&position(variant, fen));
        all.into_iter().filter(|text| text.starts_with("c7")).collect()
    };
    assert_eq!(pawn_moves("carrera"), ["c7c8q"]);
    assert_eq!(pawn_moves("carrera-qac"), ["c7c8a", "c7c8c", "c7c8q"]);
    let six = ["c7c8a", "c7c8b", "c7c8c", "c7c8n", "c7c8q", "c7c8r"];
    assert_eq!(pawn_moves("modern-carrera"), six);

    let before = position("carrera", "4k5/10/10/10/2p7/10/1P8/4K5 w - - 0 1");
    let after = play(&before, "b2b4");
    assert_eq!(after.fen(), "4k5/10/10/10/1Pp7/10/10/4K5 b - - 0 1");
    assert!(!texts(&after).contains(&"c4b3".to_string()));
    let before = position("modern-carrera", "4k5/10/10/10/2p7/10/1P8/4K5 w - - 0 1");
    let after = play(&before, "b2b4");
    assert_eq!(after.fen(), "4k5/10/10/10/1Pp7/10/10/4K5 b - b3 0 1");
    assert_eq!(play(&after, "c4b3").fen(), "4k5/10/10/10/10/1p8/10/4K5 w - - 0 2");
}

#[test]
fn targets_of_castling_with_a_fixed_array() {
    for (variant, fen, a_side, far_side) in [
        ("modern-carrera", "5k4/10/10/10/10/10/10/R4K3R", ("f1c1", "2KR5R"), ("f1i1", "R6RK1")),
        ("embassy", "4k5/10/10/10/10/10/10/R3K4R", ("e1b1", "1KR6R"), ("e1h1", "R5RK2")),
        ("janus", "4k5/10/10/10/10/10/10/R3K4R", ("e1b1", "1KR6R"), ("e1i1", "R6RK1")),
        ("chess", "4k3/8/8/8/8/8/8/R3K2R", ("e1c1", "2KR3R"), ("e1g1", "R4RK1")),
        ("courier-spiel", "5k6/12/12/12/12/12/12/R4K5R", ("f1c1", "2KR7R"), ("f1j1", "R7RK2")),
    ] {
        let before = position(variant, &format!("{fen} w KQ - 0 1"));
        for (mv, row) in [a_side, far_side] {
            let after = play(&before, mv).fen();
            assert!(after.ends_with(&format!("/{row} b - - 1 1")), "{variant}: {after}");
        }
    }
    let chess960 = position("chess960", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(long_king_moves(&chess960, "e1"), ["e1a1", "e1h1"]);
    assert!(play(&chess960, "e1h1").fen().ends_with("/R4RK1 b - - 1 1"));
}

// RULES.md §3.
#[test]
fn archchess_free_castling_on_an_open_rank() {
    let open = position("archchess", "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1");
    let all = texts(&open);
    // 15 toward j1, 10 toward a1, 3 leaps; 5 king steps, 12 + 13 rook moves.
    assert_eq!(all.iter().filter(|text| text.contains(',')).count(), 25);
    assert_eq!(all.iter().filter(|text| text.contains(",j1")).count(), 15);
    for leap in ["e1e3", "e1c1", "e1g1"] {
        assert!(all.contains(&leap.to_string()));
    }
    assert_eq!(all.len(), 58);
    for (mv, row) in [
        ("e1f1,j1e1", "R3RK4"),
        ("e1i1,j1g1", "R5R1K1"),
        ("e1j1,j1e1", "R3R4K"),
        ("e1a1,a1d1", "K2R5R"),
        ("e1g1", "R5K2R"),
    ] {
        let after = play(&open, mv).fen();
        assert!(after.ends_with(&format!("/{row} b - - 1 1")), "{after}");
    }
    // The rook never ends short of the king, nor stays where it was.
    assert!(!all.iter().any(|text| text == "e1f1,j1f1" || text == "e1f1,j1g1"));
    assert!(!all.iter().any(|text| text == "e1i1,j1j1"));
}

#[test]
fn archchess_leaps_jump_and_do_not_capture() {
    let fenced = position("archchess", "4k5/10/10/10/10/10/10/10/3PPP4/R2QKQ3R w KQL - 0 1");
    assert_eq!(long_king_moves(&fenced, "e1"), ["e1c1", "e1e3", "e1g1"]);
    let full = "4k5/10/10/10/10/10/10/4n5/10/4K5 w L - 0 1";
    assert!(!can_play("archchess", full, "e1e3"));
    // An enemy piece may be jumped over, if no other piece of theirs guards its square.
    let enemy = position("archchess", "5k4/10/10/10/10/10/10/10/4d5/4K5 w L - 0 1");
    assert!(texts(&enemy).contains(&"e1e3".to_string()));
    let guarded = "5k4/10/10/10/4r5/10/10/10/4d5/4K5 w L - 0 1";
    assert!(!can_play("archchess", guarded, "e1e3"));
}

#[test]
fn archchess_squares_crossed_and_the_target() {
    // Out of check: e3 gives it, and bars only the leap forward.
    let check = position("archchess", "4k5/10/10/10/10/10/10/4r5/10/R3K4R w KQL - 0 1");
    let all = long_king_moves(&check, "e1");
    assert_eq!(all.len(), 27);
    assert!(!all.contains(&"e1e3".to_string()));
    // b1 attacked: the king may go to b1's neighbours c1, d1, but neither to b1 nor over it.
    let barred = position("archchess", "4k5/10/10/10/10/10/10/1r8/10/R3K4R w Q - 0 1");
    let king_to = |text: &String| text[..4].to_string();
    let mut targets: Vec<String> = texts(&barred).iter().filter(|text| text.contains(',')).map(king_to).collect();
    targets.dedup();
    assert_eq!(targets, ["e1c1", "e1d1"]);
    // A rook behind the king: the squares before it are attacked once the king is removed.
    let behind = position("archchess", "4k5/10/10/10/10/10/10/10/10/R3K3r1 w QL - 0 1");
    assert!(texts(&behind).iter().all(|text| !text.contains(',') || text.starts_with("e1d1")));
    // e1-d1 with the rook to e1 blocks that very line: the target is judged after the move.
    assert!(texts(&behind).contains(&"e1d1,a1e1".to_string()));
    assert!(!texts(&behind).contains(&"e1c1".to_string()));
    assert!(!texts(&behind).contains(&"e1g1".to_string()));
}

#[test]
fn archchess_rights() {
    let start = position("archchess", "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1");
    let field = |position: &Position<'_>| position.fen().split(' ').nth(2).unwrap().to_string();
    assert_eq!(field(&play(&start, "a1a5")), "KL");
    assert_eq!(field(&play(&start, "e1e2")), "-");
    assert_eq!(field(&play(&start, "e1e3")), "-");
    // After a marker a letter is its file: `QA` is one right.
    let suffixed = position("archchess", "4k5/10/10/10/10/10/10/10/10/R3K4R w QAK - 0 1");
    assert_eq!(field(&suffixed), "KQ");
}

#[test]
fn the_two_centurions() {
    let fen = "4k5/10/10/10/3p6/3PC5/10/10/10/4K5 w - - 0 1";
    for (mv, leaps, steps) in [
        ("e5c5", true, false),
        ("e5c7", true, false),
        ("e5g5", true, true),
        ("e5c6", true, true),
        ("e5c4", true, true),
        ("e5d6", false, false),
    ] {
        assert_eq!(can_play("archchess", fen, mv), leaps, "{mv}");
        assert_eq!(can_play("arciscacchiere", fen, mv), steps, "{mv}");
    }
}

// RULES.md §4.
#[test]
fn herb_garden_castlings() {
    let white = "5k6/12/12/12/12/12/RHE3K2EHR w ABCJKL - 0 1";
    let white = position("herb-garden", white);
    assert_eq!(long_king_moves(&white, "g1"), ["g1e1", "g1i1"]);
    assert_eq!(play(&white, "g1i1").fen(), "5k6/12/12/12/12/12/RHE4EK1HR b - - 1 1");
    assert_eq!(play(&white, "g1e1").fen(), "5k6/12/12/12/12/12/RH2KE3EHR b - - 1 1");
    let black = "rhe2k3ehr/12/12/12/12/12/6K5 b abcjkl - 0 1";
    let black = position("herb-garden", black);
    assert_eq!(long_king_moves(&black, "f7"), ["f7d7", "f7h7"]);
    assert_eq!(play(&black, "f7d7").fen(), "rh1ke4ehr/12/12/12/12/12/6K5 w - - 1 2");
    assert_eq!(play(&black, "f7h7").fen(), "rhe3ek2hr/12/12/12/12/12/6K5 w - - 1 2");
    // The centaur on c7 attacks i1 along the long diagonal.
    let both = "rhe2k3ehr/12/12/12/12/12/RHE3K2EHR w ABCJKLabcjkl - 0 1";
    let both = position("herb-garden", both);
    assert_eq!(long_king_moves(&both, "g1"), ["g1e1"]);
    let champion = position("herb-garden", "5k6/12/12/12/12/12/6K3H1 w K - 0 1");
    assert_eq!(play(&champion, "g1i1").fen(), "5k6/12/12/12/12/12/7HK3 b - - 1 1");
    let rooks = position("herb-garden", "r4k5r/12/12/12/12/12/R5K4R w ALal - 0 1");
    // The rook that comes to f1 gives check to the king on f7, whose rights go.
    assert_eq!(play(&rooks, "g1e1").fen(), "r4k5r/12/12/12/12/12/4KR5R b - - 1 1");
    let attacked = position("herb-garden", "5k6/8r3/12/12/12/12/R5K4R w AL - 0 1");
    assert_eq!(long_king_moves(&attacked, "g1"), ["g1e1"]);
    let attacked = position("herb-garden", "5k6/7r4/12/12/12/12/R5K4R w AL - 0 1");
    assert_eq!(long_king_moves(&attacked, "g1"), ["g1e1"]);
}

#[test]
fn herb_garden_rights_go_with_the_first_check() {
    let fen = "rh3k4hr/12/12/12/12/12/RHE1Q1K2EHR w ABCJKLabkl - 0 1";
    let main = play(&position("herb-garden", fen), "e1f1");
    assert!(main.in_check());
    assert_eq!(main.fen(), "rh3k4hr/12/12/12/12/12/RHE2QK2EHR b ABCJKL - 1 1");
    let revised = play(&position("herb-garden-2002b", fen), "e1f1");
    assert_eq!(revised.fen(), "rh3k4hr/12/12/12/12/12/RHE2QK2EHR b ABCJKLabkl - 1 1");
    let quiet = play(&position("herb-garden", fen), "e1d1");
    assert!(quiet.fen().contains(" ABCJKLabkl "));
    let shown = "5k6/12/12/3b8/12/12/RH4K3HR w ABKL - 0 1";
    assert!(read("herb-garden", shown).is_err());
    assert!(read("herb-garden-2002b", shown).is_ok());
}

#[test]
fn herb_garden_pawns() {
    let fen = "5k6/P11/12/12/12/12/6K5 w - - 0 1";
    let all = texts(&position("herb-garden", fen));
    let pawn: Vec<&String> = all.iter().filter(|text| text.starts_with("a6")).collect();
    assert_eq!(pawn, ["a6a7e", "a6a7h", "a6a7q"]);
    let fen = "5k6/1p10/12/P1P9/12/12/6K5 b - - 0 1";
    let after = play(&position("herb-garden", fen), "b6b4");
    assert_eq!(after.fen(), "5k6/12/12/PpP9/12/12/6K5 w - b5 0 2");
    assert_eq!(play(&after, "a4b5").fen(), "5k6/12/1P10/2P9/12/12/6K5 b - - 0 2");
}

// RULES.md §5.
#[test]
fn crc_castling() {
    for (row, mv, after) in [
        ("R7KR", "i1i1k", "R6RK1"),
        ("R7KR", "i1c1", "2KR5R"),
        ("1R5K1R", "h1i1k", "1R5RK1"),
        ("1R5K1R", "h1c1", "2KR5R"),
        ("RK7R", "b1c1k", "2KR5R"),
        ("RKR7", "b1i1", "R6RK1"),
        ("7RKR", "i1c1", "2KR5R"),
        ("1RKR6", "c1i1", "1R5RK1"),
    ] {
        let before = position("crc", &format!("4k5/10/10/10/10/10/10/{row} w KQ - 0 1"));
        let fen = play(&before, mv).fen();
        assert_eq!(fen, format!("4k5/10/10/10/10/10/10/{after} b - - 1 1"), "{row} {mv}");
    }
    // Third pieces: on h1 for the rook, on d1 for the rook.
    assert!(!can_play("crc", "4k5/10/10/10/10/10/10/7RKR w KQ - 0 1", "i1i1k"));
    assert!(!can_play("crc", "4k5/10/10/10/10/10/10/1RKR6 w KQ - 0 1", "c1c1k"));
    // The rook shields the king from the queen only until it castles.
    assert!(!can_play("crc", "4k5/10/10/10/10/10/10/qR3KR3 w KQ - 0 1", "f1c1"));
    assert!(!can_play("crc", "4k5/10/10/10/10/10/10/6K1Rq w K - 0 1", "g1i1"));
    // The other rook's square may be attacked, and so may b1.
    assert!(can_play("crc", "4k5/1r8/10/10/10/10/10/R4K4 w Q - 0 1", "f1c1"));
    assert!(!can_play("crc", "4k5/2r7/10/10/10/10/10/R4K4 w Q - 0 1", "f1c1"));
}

#[test]
fn crc_inner_rooks_in_the_castling_field() {
    let fen = "4k5/10/10/10/10/10/10/R1R1K2R1R w KhQc - 0 1";
    let inner = position("crc", fen);
    assert_eq!(inner.fen(), fen);
    for same in ["HC", "CH", "KHQC", "QCKH"] {
        assert_eq!(position("crc", &fen.replace("KhQc", same)).fen(), fen);
    }
    // Neither the outer a-rook nor the j-rook is in the way.
    assert!(texts(&inner).contains(&"e1i1".to_string()));
    assert!(play(&inner, "e1i1").fen().contains("/R1R4RKR b - "));
    // When the outer rook leaves, the inner one is the outermost.
    assert!(play(&inner, "a1a2").fen().contains(" KhQ "));
    for wrong in ["Kc", "KhKj", "Ki", "Qd", "KK", "X", "KhJ"] {
        assert!(read("crc", &fen.replace("KhQc", wrong)).is_err(), "{wrong}");
    }
}
