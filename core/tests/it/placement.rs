use campione_core::{Board, Variant};

fn rank_error(text: &str) -> String {
    let variant = Variant::named("courier-spiel").unwrap();
    let placement = format!("{text}/12/12/12/12/12/12/12");
    variant.read_placement(&placement).unwrap_err()[0].to_string()
}

#[test]
fn placements_read_back() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let board = &variant.start().board;
        let text = variant.placement(board);
        assert_eq!(variant.read_placement(&text).as_ref(), Ok(board), "{id}");
    }
}

#[test]
fn runs_that_do_not_fit_are_read_digit_by_digit() {
    let variant = Variant::named("carrera").unwrap();
    let empty = Board::default();
    for rank in ["10", "91", "19", "55", "111111112", "28", "1117"] {
        let text = format!("{rank}/10/10/10/10/10/10/10");
        let read = variant.read_placement(&text);
        if rank.len() > 3 {
            assert!(read.is_err(), "{rank}");
        } else {
            assert_eq!(read, Ok(empty.clone()), "{rank}");
        }
    }
}

#[test]
fn faults_name_the_rank() {
    assert!(rank_error("13").contains("rank 8 (`13`) is too short: 4 of 12"));
    assert!(rank_error("99").contains("rank 8 (`99`) is too long"));
    assert!(rank_error("k12").contains("too short"), "{}", rank_error("k12"));
    assert!(rank_error("0k11").contains("`0` is not a number"));
    assert!(rank_error("k011").contains("`011` is not a number"));
    assert!(rank_error("120").contains("too long"));
    assert!(rank_error("z11").contains("`z` is not a piece of courier-spiel"));
    assert!(rank_error("é11").contains("`é` is not a piece"));
    assert!(rank_error("kkkkkkkkkkkkk").contains("too long"));
    assert!(rank_error("").contains("too short: 0 of 12"));
}

#[test]
fn another_board_is_one_fault() {
    let errors = |text: &str, game: &str| -> Vec<String> {
        let errors = Variant::named(game).unwrap().read_placement(text).unwrap_err();
        errors.iter().map(ToString::to_string).collect()
    };
    let chess = "rnbqkbnr/pppppppp/8/8/8/44/PPPPPPPP/RNBQKBNR";
    assert_eq!(errors(chess, "gothic"), ["its board is 8x8, but gothic is played on 10x8"]);
    // The placement of another variant may have other pieces too.
    for game in Variant::ids().map(|id| Variant::named(id).unwrap()).filter(|game| game.files() > 8) {
        let text = game.placement(&game.start().board);
        let board = format!("its board is {}x{}, but chess is played on 8x8", game.files(), game.ranks());
        assert_eq!(errors(&text, "chess"), [board], "{}", game.id());
    }
    assert_eq!(errors("k9/10/10/10/10/10/9K", "gothic"), ["its board is 10x7, but gothic is played on 10x8"]);
    // Ranks of different lengths are not the placement of any board.
    assert_eq!(errors("k7/8/8/8/8/9/8/7K", "gothic").len(), 8);
    assert!(errors("k9/10/10/10/10/10/8K", "gothic")[0].contains("it has 7 ranks"));
    assert!(errors("k9", "gothic")[0].contains("it has 1 ranks"));
    assert!(errors("", "gothic")[0].contains("it has 1 ranks"));
}
