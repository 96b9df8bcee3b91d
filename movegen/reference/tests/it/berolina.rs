//! Berolina pawns of variant files, worked out by hand from the words of variant-files.md.

use campione_reference::{Game, Position, Seen};

/// A variant with kings, rooks and Berolina pawns; `rules` are further keys.
fn game(files: u8, ranks: u8, start: &str, rules: &str) -> Game {
    let text = format!(
        r#"
        {rules}
        board = {{ files = {files}, ranks = {ranks}, start = "{start}" }}
        piece.K = {{ moves = "K", royal = true }}
        piece.R.moves = "R"
        pawn.kind = "berolina"
        promotion.to = "R"
        "#
    );
    Game::from_toml(&text).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

/// The moves from that square, sorted, without its name.
fn from(position: &Position<'_>, square: &str) -> Vec<String> {
    let moves = position.legal_moves().into_iter();
    let mut targets: Vec<String> = moves.filter_map(|(text, _)| Some(text.strip_prefix(square)?.to_string())).collect();
    targets.sort();
    targets
}

fn play<'g>(position: &Position<'g>, line: &str) -> Position<'g> {
    let mut now = position.clone();
    for mv in line.split(' ') {
        let found = now.legal_moves().into_iter().find(|(text, _)| text == mv);
        now = found.unwrap_or_else(|| panic!("{mv} is not legal in {}", now.fen())).1;
    }
    now
}

fn en_passant_field(position: &Position<'_>) -> String {
    position.fen().split(' ').nth(3).unwrap().to_string()
}

#[test]
fn they_step_diagonally_and_capture_straight_ahead() {
    let game = game(8, 8, "4k3/8/8/8/1r6/1r1p3r/PPR1P1P1/4K3", "");
    let start = Position::start(&game);
    // a2 is at the edge and b3 is not empty; b2 captures there; e2 cannot go to d3; g2 not to h3.
    assert_eq!(from(&start, "a2"), Vec::<String>::new());
    assert_eq!(from(&start, "b2"), ["a3", "b3", "c3", "d4"]);
    assert_eq!(from(&start, "e2"), ["f3", "g4"]);
    assert_eq!(from(&start, "g2"), ["e4", "f3"]);
    for what in [Seen::BerolinaCapture, Seen::BerolinaBlock, Seen::BerolinaAtEdge, Seen::BerolinaStepPastPiece] {
        assert!(start.seen().contains(&what), "{what:?}");
    }
}

#[test]
fn they_give_check_straight_ahead_only() {
    let check = game(8, 8, "4k3/8/8/8/8/8/4p3/4K3", "");
    assert!(Position::start(&check).in_check());
    assert!(Position::start(&check).seen().contains(&Seen::BerolinaCheck));
    // The king may stand diagonally before the pawn, and not straight before it.
    let near = game(8, 8, "4k3/8/8/8/8/4p3/8/3K4", "");
    assert!(!Position::start(&near).in_check());
    assert_eq!(from(&Position::start(&near), "d1"), ["c1", "c2", "d2", "e1"]);
}

#[test]
fn they_promote_on_every_square_where_they_arrive() {
    let game = game(8, 8, "1rr3k1/P1P5/8/8/8/8/8/4K3", "");
    let start = Position::start(&game);
    assert_eq!(from(&start, "a7"), Vec::<String>::new());
    assert_eq!(from(&start, "c7"), ["c8r", "d8r"]);
    for what in [Seen::BerolinaCapturePromotion, Seen::BerolinaStepPromotion] {
        assert!(start.seen().contains(&what), "{what:?}");
    }
}

/// The two pawns that may have passed d3 are told apart by the second square of the field.
#[test]
fn en_passant_removes_the_pawn_that_has_stepped() {
    let right = game(8, 8, "4k3/8/8/8/3pP3/8/4P3/4K3", "");
    let after = play(&Position::start(&right), "e2c4");
    assert_eq!(en_passant_field(&after), "d3c4");
    assert!(after.seen().contains(&Seen::BerolinaPawnsOnBothSides));
    assert_eq!(from(&after, "d4"), ["c3", "d3", "e3"]);
    assert_eq!(play(&after, "d4d3").fen(), "4k3/8/8/8/4P3/3p4/8/4K3 w - - 0 2");
    let left = game(8, 8, "4k3/8/8/8/2Pp4/8/2P5/4K3", "");
    let after = play(&Position::start(&left), "c2e4");
    assert_eq!(en_passant_field(&after), "d3e4");
    assert_eq!(play(&after, "d4d3").fen(), "4k3/8/8/8/2P5/3p4/8/4K3 w - - 0 2");
    // Only at once.
    assert_eq!(from(&play(&after, "e8e7 e1e2"), "d4"), ["c3", "e3"]);
}

#[test]
fn en_passant_of_black_names_the_lower_rank_first() {
    let game = game(8, 8, "4k3/3p4/8/4P3/8/8/8/4K3", "");
    let after = play(&Position::start(&game), "e1e2 d7f5");
    assert_eq!(en_passant_field(&after), "f5e6");
    assert_eq!(play(&after, "e5e6").fen(), "4k3/8/4P3/8/8/8/4K3/8 b - - 0 2");
    // No pawn stands straight before the square passed.
    assert_eq!(en_passant_field(&play(&Position::start(&game), "e1e2 d7b5")), "-");
}

#[test]
fn en_passant_can_be_switched_off() {
    let game = game(8, 8, "4k3/8/8/8/3p4/8/4P3/4K3", "pawn.en_passant = false");
    let after = play(&Position::start(&game), "e2c4");
    assert_eq!(en_passant_field(&after), "-");
    assert_eq!(from(&after, "d4"), ["c3", "e3"]);
}

#[test]
fn en_passant_must_not_expose_the_king() {
    // Both pawns leave the way of the rook on h4 to the king on a4.
    let game = game(8, 8, "8/8/8/8/k2p3R/8/4P3/4K3", "");
    let after = play(&Position::start(&game), "e2c4");
    assert_eq!(en_passant_field(&after), "d3c4");
    assert_eq!(from(&after, "d4"), ["c3", "e3"]);
    assert!(after.seen().contains(&Seen::BerolinaEnPassantExposesKing));
}

#[test]
fn long_steps_go_one_way_over_empty_squares() {
    let game = game(8, 9, "4k3/8/8/8/8/3p4/2p5/1P6/4K3", "pawn.long_steps = { 3 = [2] }");
    // c3 is not empty, and to the other side the board ends.
    assert_eq!(from(&Position::start(&game), "b2"), ["a3"]);
}

#[test]
fn long_steps_can_be_captured_on_every_square_passed() {
    let game = game(8, 9, "4k3/8/8/8/2p5/3p4/8/4P3/4K3", "pawn.long_steps = { 3 = [2] }");
    let start = Position::start(&game);
    assert_eq!(from(&start, "e2"), ["b5", "c4", "d3", "f3", "g4", "h5"]);
    let after = play(&start, "e2b5");
    assert_eq!(en_passant_field(&after), "d3c4b5");
    assert_eq!(play(&after, "c5c4").fen(), "4k3/8/8/8/8/2pp4/8/8/4K3 w - - 0 2");
    assert_eq!(play(&after, "d4d3").fen(), "4k3/8/8/8/2p5/8/3p4/8/4K3 w - - 0 2");
    for what in [Seen::BerolinaEnPassantFromAfar, Seen::BerolinaSeveralPassedSquares] {
        assert!(after.seen().contains(&what), "{what:?}");
    }
    // The double step passes only one of the squares.
    assert_eq!(en_passant_field(&play(&start, "e2c4")), "d3c4");
}

/// In check from f1: d2-f4 would end beside the pawn on e4, d2-b4 beside none.
#[test]
fn the_prohibition_looks_at_the_square_where_the_pawn_lands() {
    let start = "5K2/8/8/8/4p3/8/3P4/k4r2";
    assert_eq!(from(&Position::start(&game(8, 8, start, "")), "d2"), ["f4"]);
    let barred = game(8, 8, start, "pawn.double_step_barred_in_check_beside_pawn = true");
    assert_eq!(from(&Position::start(&barred), "d2"), Vec::<String>::new());
    assert!(Position::start(&barred).seen().contains(&Seen::BerolinaBarredToOneSide));
}

#[test]
fn the_field_may_leave_out_a_pawn_that_nobody_can_take_for_another() {
    let game = game(8, 9, "4k3/8/8/8/2p5/3p4/8/4P3/4K3", "pawn.long_steps = { 3 = [2] }");
    let fen = |start: &str, squares: &str| format!("{start} b - {squares} 0 1");
    let read = |start: &str, squares: &str| {
        Position::from_fen(&game, &fen(start, squares)).map(|position| en_passant_field(&position))
    };
    // Of c4 and e4 either may have passed d3, as long as the square where it started is empty.
    let both = "4k3/8/8/8/8/2PpP3/8/8/4K3";
    assert!(read(both, "d3").is_err());
    for (squares, written) in [("d3c4", "d3c4"), ("c4d3", "d3c4"), ("e4d3", "d3e4")] {
        assert_eq!(read(both, squares).as_deref(), Ok(written));
    }
    let one = "4k3/8/8/8/8/2PpP3/8/4P3/4K3";
    assert_eq!(read(one, "d3").as_deref(), Ok("d3e4"));
    assert!(read(one, "d3c4").is_err());
    // Nobody can capture on d3, or nobody has passed it.
    assert_eq!(read("4k3/8/8/8/8/2P5/8/8/4K3", "d3").as_deref(), Ok("-"));
    assert!(read("4k3/8/8/8/8/3p4/8/8/4K3", "d3").is_err());
    // The pawn alone, a square twice, and what is no step.
    for squares in ["c4", "d3d3", "c4e4", "d3c4e4", "d", "e3"] {
        assert!(read(both, squares).is_err(), "{squares}");
    }
    // A longer step.
    let long = "4k3/8/8/8/1Pp5/3p4/8/8/4K3";
    for squares in ["d3c4b5", "b5c4d3", "d3c4"] {
        assert_eq!(read(long, squares).as_deref(), Ok("d3c4b5"));
    }
}

/// All positions after up to three moves.
#[test]
fn every_field_is_read_as_it_is_written() {
    fn check(position: &Position<'_>, game: &Game, depth: u32, fields: &mut Vec<String>) {
        let fen = position.fen();
        let read = Position::from_fen(game, &fen).unwrap_or_else(|why| panic!("{fen}: {why}"));
        assert_eq!(read.fen(), fen);
        assert_eq!(read.perft(1), position.perft(1), "{fen}");
        fields.push(en_passant_field(position));
        if depth > 0 {
            position.legal_moves().iter().for_each(|(_, after)| check(after, game, depth - 1, fields));
        }
    }
    let game = game(6, 9, "2k3/1p4/1P1p2/2p3/6/1P1P2/3p2/PP2P1/2K3", "pawn.long_steps = { 3 = [2] }");
    let mut fields = Vec::new();
    check(&Position::start(&game), &game, 3, &mut fields);
    fields.sort();
    fields.dedup();
    assert!(fields.len() > 3, "{fields:?}");
}

#[test]
fn other_kinds_of_pawns_are_refused() {
    let text = "board = { files = 5, ranks = 5, array = \"rnknr\" }\npawn.kind = \"legan\"\n\
                piece.K = { moves = \"K\", royal = true }\npiece.R.moves = \"R\"\npiece.N.moves = \"N\"\n\
                promotion.to = \"R\"\n";
    assert_eq!(Game::from_toml(text).err().as_deref(), Some("pawn.kind = \"legan\""));
    assert!(Game::from_toml(&text.replace("legan", "orthodox")).is_ok());
}
