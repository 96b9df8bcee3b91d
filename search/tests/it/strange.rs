//! Artificial variants and positions: nothing may panic, and every move must be legal.

use campione_core::{Color, Piece, Role, Setup, Square};
use campione_reference::invent;
use campione_variants::FromToml as _;

use super::*;
use crate::positions::game;

/// `CAMPIONE_GAMES=5000 cargo test --release -p campione-search invented` tests 5000 files.
#[test]
fn invented_games_can_be_searched() {
    let files =
        std::env::var("CAMPIONE_GAMES").ok().map_or(sample(60, 150), |text| text.parse().expect("CAMPIONE_GAMES"));
    let mut searched = 0;
    for seed in 0..files {
        let mut random = SplitMix64::new(seed);
        let file = invent::file(&mut |bound| random.below(bound));
        let Ok(variant) = Variant::from_toml(&file, "invented") else { continue };
        let mut engine = new_engine(1, 1 + seed as usize % 2);
        walk(variant, seed, 60, |position, random| {
            if random.index(12) == 0 && position.outcome().is_none() {
                let limits = Limits { multipv: random.index(3), ..nodes(1 + random.below(1_500)) };
                search(&mut engine, position, &limits);
                searched += 1;
            }
        });
    }
    assert!(searched > sample(120, 300), "{searched}");
}

#[test]
fn lines_as_long_as_there_is_room_for() {
    // Kings that only move back and forth behind their pawns, in a variant without draws, on a thread with the default
    // stack.
    let text = r#"
        board = { files = 4, ranks = 6, start = "k3/1p1p/1P1P/1p1p/1P1P/K3" }
        piece.K = { moves = "K", royal = true }
        piece.R.moves = "R"
        pawn = { double_step = false, en_passant = false }
        promotion.to = "R"
        draws = { repetition = 0, moves = 0, dead_position = false }
    "#;
    let variant = Variant::from_toml(text, "corridors").unwrap_or_else(|error| panic!("{error}"));
    let mut position = Position::start(variant);
    for clock in [0, 4_000_000_000] {
        let mut setup = position.setup();
        setup.halfmove_clock = clock;
        position = Position::new(&setup, variant).unwrap();
        let result = search(&mut new_engine(1, 1), &position, &nodes(400_000));
        println!("depth {} and {} in {} nodes", result.lines[0].depth, result.lines[0].seldepth, result.nodes);
        assert!(result.lines[0].depth > 120);
        assert_eq!(result.lines[0].seldepth, 239);
    }
}

#[test]
fn forty_queens() {
    for id in ["crc", "all-letters", "courier-spiel", "never-drawn"] {
        let variant = game(id);
        let queen = variant.role_by_letter('Q').unwrap();
        let squares: Vec<Square> = variant.board().into_iter().collect();
        let mut random = SplitMix64::new(4);
        let mut most = 0;
        for number in 0..8 {
            // Add as many queens as possible while the game is not over: White's, Black's, or both.
            let mut setup = Setup::empty();
            for (color, square) in Color::ALL.into_iter().zip([squares[0], squares[squares.len() - 1]]) {
                setup.board.set(square, Some(Piece { color, role: Role::KING }));
            }
            let mut last = None;
            for _ in 0..300 {
                let square = squares[random.index(squares.len())];
                let color = if number < 2 { Color::ALL[number] } else { Color::ALL[random.index(2)] };
                if setup.board.piece_at(square).is_none() {
                    setup.board.set(square, Some(Piece { color, role: queen }));
                    let position = Position::new(&setup, variant).ok();
                    match position.filter(|position| position.outcome().is_none()) {
                        Some(position) => last = Some(position),
                        None => {
                            setup.board.set(square, None);
                        }
                    }
                }
            }
            let position = last.unwrap();
            most = most.max(position.occupied().count());
            search(&mut new_engine(1, 1), &position, &nodes(200));
        }
        assert!(most >= 40, "{id}: {most}");
    }
}

#[test]
fn clocks_and_limits_at_their_ends() {
    let variant = game("never-drawn");
    let position = read("4k3/8/8/8/8/8/8/R3K3 w - - 4294967295 4294967295", variant);
    for limits in [
        depth(0),
        nodes(0),
        Limits { mate: Some(u32::MAX), ..nodes(3_000) },
        Limits { mate: Some(0), ..depth(2) },
        Limits { multipv: usize::MAX, ..depth(2) },
        Limits { time: Some(std::time::Duration::MAX), ..depth(2) },
        Limits { nodes: Some(u64::MAX), depth: Some(2), ..Limits::default() },
    ] {
        let result = search(&mut new_engine(1, 1), &position, &limits);
        assert!(result.best.is_some(), "{limits:?}");
    }
}
