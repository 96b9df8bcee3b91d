//! The numbering of inputs.

use campione_core::{Color, Role, Square, Variant};
use campione_movegen::Position;
use campione_search::net::{Inputs, KingBuckets, Layout, LayoutFault, Misfit, Movement};
use campione_variants::FromToml as _;

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn named(id: &str) -> Variant {
    Variant::named(id).unwrap()
}

#[test]
fn the_order_of_inputs() {
    let capablanca = named("capablanca");
    let layout = Layout::of(&[capablanca]).unwrap();
    let texts: Vec<String> = layout.movements().iter().map(Movement::to_string).collect();
    assert_eq!(texts, ["royal K", "pawn", "Q", "BN", "RN", "R", "B", "N"]);
    assert_eq!((layout.inputs(), layout.pieces()), (8 * 2 * 80, 40));
    let inputs = Inputs::new(&layout, capablanca).unwrap();
    let index = |us, king, movement, color, at: &str| inputs.index(us, square(king), movement, color, square(at));
    // White's king on the left half: the board as it is.
    assert_eq!(index(Color::White, "e1", 0, Color::White, "a1"), 0);
    assert_eq!(index(Color::White, "e1", 0, Color::White, "b1"), 1);
    assert_eq!(index(Color::White, "e1", 0, Color::White, "a2"), 10);
    assert_eq!(index(Color::White, "e1", 0, Color::Black, "a1"), 80);
    assert_eq!(index(Color::White, "e1", 1, Color::White, "a1"), 160);
    // White's king on the right half: left and right are exchanged.
    assert_eq!(index(Color::White, "f1", 0, Color::White, "a1"), 9);
    assert_eq!(index(Color::White, "j8", 7, Color::Black, "c5"), (7 * 2 + 1) * 80 + 4 * 10 + 7);
    // Black counts ranks from the other end, and its own pieces come first.
    assert_eq!(index(Color::Black, "e8", 0, Color::Black, "a8"), 0);
    assert_eq!(index(Color::Black, "f8", 0, Color::Black, "a8"), 9);
    assert_eq!(index(Color::Black, "e8", 2, Color::White, "b1"), (2 * 2 + 1) * 80 + 7 * 10 + 1);
}

#[test]
fn the_middle_file_counts_as_left() {
    let text = "extends = \"carrera\"\n[board]\nfiles = 9\narray = \"RNBQKABNR\"\n";
    let nine = Variant::from_toml(text, "nine").unwrap();
    let inputs = Inputs::new(&Layout::of(&[nine]).unwrap(), nine).unwrap();
    let mirrored = ["a1", "d1", "e1", "f1", "i1"].map(|king| inputs.view(Color::White, square(king)) == 1);
    assert_eq!(mirrored, [false, false, false, true, true]);
}

#[test]
fn the_king_s_place_chooses_its_bucket() {
    let capablanca = named("capablanca");
    let layout = Layout::of(&[capablanca]).unwrap().with_king_buckets(KingBuckets::Three).unwrap();
    assert_eq!(layout.inputs(), 3 * 8 * 2 * 80);
    let inputs = Inputs::new(&layout, capablanca).unwrap();
    let bucket = |us, king: &str| {
        let input = inputs.index(us, square(king), 1, us, square("a2"));
        usize::from(input) / (8 * 2 * 80)
    };
    let middle = ["d1", "e1", "f1", "g1", "d2", "g2"];
    let wing = ["a1", "b1", "c1", "h1", "i1", "j1", "c2", "h2"];
    let ahead = ["a3", "e3", "f8", "j8"];
    for (number, kings) in [&middle[..], &wing, &ahead].into_iter().enumerate() {
        for king in kings {
            assert_eq!(bucket(Color::White, king), number, "{king}");
            let flipped = format!("{}{}", &king[..1], 9 - king[1..].parse::<u8>().unwrap());
            assert_eq!(bucket(Color::Black, &flipped), number, "{flipped}");
        }
    }
    let index = |king| usize::from(inputs.index(Color::White, square(king), 2, Color::Black, square("b3")));
    assert_eq!(index("e1"), (2 * 2 + 1) * 80 + 21);
    assert_eq!(index("i1"), ((8 + 2) * 2 + 1) * 80 + 28);
    assert_eq!(index("e4"), ((2 * 8 + 2) * 2 + 1) * 80 + 21);
    // The middle file of nine is in the middle, three of the left five are a wing.
    let modern = named("modern");
    let layout = Layout::of(&[modern]).unwrap().with_king_buckets(KingBuckets::Three).unwrap();
    let inputs = Inputs::new(&layout, modern).unwrap();
    let views = ["a1", "c1", "d1", "e1", "f1", "g1", "e3"].map(|king| inputs.view(Color::White, square(king)));
    assert_eq!(views, [2, 2, 0, 0, 1, 3, 4]);
}

#[test]
fn buckets_divide_the_pieces_of_the_start() {
    let layout = Layout::of(&[named("capablanca")]).unwrap();
    let buckets: Vec<usize> = (2..=40).map(|pieces| layout.bucket(pieces)).collect();
    assert_eq!((buckets[0], buckets[38]), (0, 7));
    assert!(buckets.windows(2).all(|pair| pair[1] == pair[0] || pair[1] == pair[0] + 1));
    let count = |bucket| buckets.iter().filter(|&&other| other == bucket).count();
    assert_eq!((0..8).map(count).collect::<Vec<_>>(), [4, 5, 5, 5, 5, 5, 5, 5]);
    // A user's position may have more pieces.
    assert_eq!(layout.bucket(60), 7);
}

#[test]
fn pieces_that_move_alike_are_one_input_whatever_they_are_called() {
    let (janus, capablanca) = (named("janus"), named("capablanca"));
    let layout = Layout::of(&[capablanca, janus]).unwrap();
    assert_eq!(layout, Layout::of(&[capablanca]).unwrap(), "Janus adds nothing");
    let of = |variant: Variant, letter| {
        Inputs::new(&layout, variant).unwrap().movement(variant.role_by_letter(letter).unwrap())
    };
    assert_eq!(of(janus, 'J'), of(capablanca, 'A'));
    assert_eq!(Movement::parse("BN").unwrap(), Movement::parse("NB").unwrap());
    assert_ne!(Movement::parse("royal K").unwrap(), Movement::parse("K").unwrap());
    // Courier-Spiel's piece that moves like a king is not the king.
    let courier = named("courier-spiel");
    let inputs = Inputs::new(&Layout::of(&[courier]).unwrap(), courier).unwrap();
    assert_ne!(inputs.movement(courier.role_by_letter('F').unwrap()), inputs.movement(Role::KING));
}

#[test]
fn waiting_pawns_have_an_input_of_their_own() {
    let variant = Variant::ids().map(named).find(|variant| variant.promotion_wait().is_some()).unwrap();
    let inputs = Inputs::new(&Layout::of(&[variant]).unwrap(), variant).unwrap();
    assert_ne!(inputs.waiting_pawn(), inputs.movement(Role::PAWN));
    let waits = |position: &Position| position.all_waiting_pawns().next();
    let positions = super::random_positions(variant, 20_000, 1);
    let (position, waiting) = positions.iter().find_map(|position| Some((position, waits(position)?))).unwrap();
    let color = if position.by_color(Color::White).contains(waiting.square) { Color::White } else { Color::Black };
    let wanted = inputs.index(Color::White, position.king(Color::White), inputs.waiting_pawn(), color, waiting.square);
    let mut active = Vec::new();
    inputs.for_each(position, Color::White, |input| active.push(input));
    assert!(active.contains(&wanted), "{position:?}");
}

#[test]
fn a_net_serves_games_on_its_board_with_its_movements() {
    let serves = |layout: &[&str], id: &str| {
        let variants: Vec<Variant> = layout.iter().map(|id| named(id)).collect();
        Inputs::new(&Layout::of(&variants).unwrap(), named(id)).map(|_| ())
    };
    for id in ["capablanca", "gothic", "embassy", "bird", "janus", "crc", "carrera", "modern-carrera", "carrera-qac"] {
        assert_eq!(serves(&["capablanca"], id), Ok(()), "{id}");
    }
    assert_eq!(serves(&["chess"], "chess960"), Ok(()));
    let error = serves(&["janus"], "capablanca").unwrap_err();
    assert!(matches!(&error, Misfit::Movement(_, _, movement, _) if movement == "RN"), "{error}");
    assert!(error.to_string().contains("capablanca, which moves as `RN`; it knows royal K, pawn, "), "{error}");
    let error = serves(&["capablanca"], "archchess").unwrap_err();
    assert_eq!(error.to_string(), "the net is for a board of 10x8, and archchess is played on 10x10");
}

#[test]
fn layouts_that_cannot_be() {
    let piece = |text: &str| Movement::parse(text).unwrap();
    let new = |files, ranks, pieces, movements| Layout::new(files, ranks, pieces, movements).unwrap_err().to_string();
    assert!(new(13, 8, 32, vec![Movement::Pawn]).starts_with("a board of 13x8"));
    assert!(new(8, 11, 32, vec![Movement::Pawn]).starts_with("a board of 8x11"));
    assert!(new(8, 8, 1, vec![Movement::Pawn]).starts_with("1 pieces"));
    assert!(new(8, 8, 65, vec![Movement::Pawn]).starts_with("65 pieces"));
    assert!(new(8, 8, 32, Vec::new()).starts_with("0 movements"));
    assert_eq!(
        new(8, 8, 32, vec![piece("BN"), Movement::Pawn, piece("NB")]),
        "movement 2 (`NB`) is the same as an earlier one"
    );
    // As many movements as there may be, on the largest board: three times their inputs are more than an index can name.
    let atoms = ["W", "F", "D", "N", "A", "H", "L"];
    let sum = |set: usize| -> String {
        atoms.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, &atom)| atom).collect()
    };
    let many = (1..=120).map(|set| piece(&sum(set))).collect();
    let layout = Layout::new(12, 10, 48, many).unwrap();
    assert_eq!(layout.inputs(), 28_800);
    let error = layout.with_king_buckets(KingBuckets::Three).unwrap_err();
    assert_eq!(error.to_string(), "86400 inputs: expected at most 65536; take fewer movements or one king bucket");
    assert_eq!(Layout::of(&[]), Err(LayoutFault::NoVariant));
    let error = Layout::of(&[named("chess"), named("carrera")]).unwrap_err();
    assert_eq!(error.to_string(), "chess and carrera have boards of different size: a net is for one board");
}
