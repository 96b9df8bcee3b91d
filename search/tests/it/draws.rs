//! Draws by repetition and by the move rule, stalemates that win or lose, bare kings.

use super::*;
use crate::positions::game;

/// A game with a queen against pawns, in which kings and queen move back and forth.
fn shuffle(moves: &str) -> Game {
    let start = read("5k2/p6p/8/8/8/8/P2Q3P/6K1 b - - 0 1", game("chess"));
    play(&start, moves)
}

#[test]
fn a_side_that_wins_does_not_repeat() {
    let game = shuffle("f8g8 d2d1 g8f8 d1d2 f8g8 d2d1 g8f8");
    let repeats = uci::read("d1d2", game.position()).unwrap();
    for depths in 1..=6 {
        let result = search_game(&mut new_engine(1, 1), &game, &depth(depths));
        assert_ne!(result.best, Some(repeats));
        assert!(worth(result.lines[0].score) > 300, "{result:?}");
        // If it must repeat, it is a draw.
        let limits = Limits { search_moves: vec![repeats], ..depth(depths) };
        let result = search_game(&mut new_engine(1, 1), &game, &limits);
        assert_eq!(result.lines[0].score, Score::Cp(0), "{result:?}");
        // Without the history it is no draw.
        let result = search(&mut new_engine(1, 1), game.position(), &limits);
        assert!(worth(result.lines[0].score) > 300, "{result:?}");
    }
}

#[test]
fn a_side_that_loses_repeats() {
    let mut game = shuffle("f8g8 d2d1 g8f8 d1d2 f8g8 d2d1 g8f8 d1d2 f8g8 d2d1");
    // The game is set back to a position before the third occurrence.
    for _ in 0..4 {
        game.undo();
    }
    assert!(uci::read("g8f8", game.position()).is_ok());
    let result = search_game(&mut new_engine(1, 1), &game, &depth(5));
    // White can still avoid the third occurrence: it is no draw yet.
    assert!(worth(result.lines[0].score) < -300, "{result:?}");

    let start = read("5k2/p6p/8/8/8/8/P2Q3P/6K1 w - - 0 1", game.variant());
    let game = play(&start, "d2d1 f8g8 d1d2 g8f8 d2d1 f8g8 d1d2");
    for depths in 1..=6 {
        let result = search_game(&mut new_engine(1, 1), &game, &depth(depths));
        assert_eq!(result.best, uci::read("g8f8", game.position()).ok(), "{result:?}");
        assert_eq!(result.lines[0].score, Score::Cp(0), "{result:?}");
    }
}

/// Visits games in which the position after `best` has occurred twice, so that `best` would make it occur a third time.
/// `best` is the best move without that history.
fn twice_before(position: &Position, best: Move, mut visit: impl FnMut(&Game)) {
    let after = position.play(best).unwrap();
    let back = |from: &Position, mv: Move| {
        from.legal_moves().into_iter().find(|other| (other.from(), other.to()) == (mv.to(), mv.from()))
    };
    for reply in after.legal_moves() {
        let Some(undo) = after.play(reply).as_ref().and_then(|next| back(next, best)) else { continue };
        let third = after.play(reply).unwrap().play(undo).unwrap();
        let Some(undo_reply) = back(&third, reply) else { continue };
        let again = third.play(undo_reply).unwrap();
        if again.zobrist() != position.zobrist() {
            continue;
        }
        let mut game = Game::new(after);
        for mv in [reply, undo, undo_reply, best, reply, undo, undo_reply] {
            game.play(mv).unwrap();
        }
        visit(&game);
    }
}

/// This also holds in endings with few pieces, which the engine has solved.
#[test]
fn no_move_is_best_that_makes_a_draw_of_a_won_ending() {
    for (id, pieces) in [("chess", "R"), ("chess", "Q"), ("crc", "A")] {
        let variant = game(id);
        let role = variant.role_by_letter(pieces.chars().next().unwrap()).unwrap();
        let mut random = SplitMix64::new(9);
        let mut engine = new_engine(1, 1);
        let (mut avoided, mut taken) = (0, 0);
        while avoided < 10 || taken < 10 {
            let Some(position) = sparse(variant, &mut random, [1, 0]) else { continue };
            if position.by_color(campione_core::Color::White).into_iter().all(|at| position.role_at(at) != Some(role)) {
                continue;
            }
            let wins = |score: Score| worth(score) > 300;
            let result = search(&mut engine, &position, &depth(4));
            twice_before(&position, result.best.unwrap(), |game| {
                let found = search_game(&mut engine, game, &depth(4));
                assert_ne!(found.best, result.best, "{}", place(&position));
                assert!(wins(found.lines[0].score), "{found:?} of {}", place(&position));
                avoided += 1;
            });
            // The other side should take the draw.
            let next = position.play(result.best.unwrap()).unwrap();
            if next.outcome().is_some() {
                continue;
            }
            let reply = search(&mut engine, &next, &depth(4)).best.unwrap();
            twice_before(&next, reply, |game| {
                let found = search_game(&mut engine, game, &depth(4));
                assert_eq!(found.lines[0].score, Score::Cp(0), "{found:?} of {}", place(&next));
                taken += 1;
            });
        }
    }
}

#[test]
fn the_game_before_counts_where_twice_is_a_draw() {
    let variant = game("soon-drawn");
    let start = read("5k2/p6p/8/8/8/8/P2Q3P/6K1 b - - 0 1", variant);
    let game = play(&start, "f8g8 d2d1 g8f8");
    let limits = Limits { search_moves: vec![uci::read("d1d2", game.position()).unwrap()], ..depth(4) };
    let result = search_game(&mut new_engine(1, 1), &game, &limits);
    assert_eq!(result.lines[0].score, Score::Cp(0));
    let result = search_game(&mut new_engine(1, 1), &game, &depth(4));
    assert!(worth(result.lines[0].score) > 300, "{result:?}");
}

#[test]
fn perpetual_check_is_a_draw_and_no_rule_makes_it_none() {
    // White would lose without the checks on e8 and h5.
    let text = "6k1/6p1/8/8/8/1q6/r7/4Q2K w - - 0 1";
    let score = |id: &str| {
        let variant = game(id);
        search(&mut new_engine(1, 1), &read(text, variant), &depth(8)).lines[0].score
    };
    assert_eq!(score("chess"), Score::Cp(0));
    assert!(worth(score("never-drawn")) != 0, "nothing ends the game");
}

#[test]
fn the_last_moves_before_the_move_rule() {
    let variant = game("chess");
    // The next ply draws, unless it is a pawn move or mate.
    let position = read("7k/p7/8/8/8/8/P5Q1/K7 w - - 99 90", variant);
    let result = search(&mut new_engine(1, 1), &position, &depth(6));
    assert_eq!(position.moving_role(result.best.unwrap()), Some(campione_core::Role::PAWN), "{result:?}");
    assert!(worth(result.lines[0].score) > 300, "{result:?}");
    let mate = read("7k/p7/6K1/8/8/8/2Q5/8 w - - 99 90", variant);
    let result = search(&mut new_engine(1, 1), &mate, &depth(6));
    assert_eq!(result.lines[0].score, Score::Mate(1), "mate counts first");
    // Only the move rule saves Black.
    let drawn = read("7k/8/8/8/8/8/6R1/K7 b - - 98 90", variant);
    let result = search(&mut new_engine(1, 1), &drawn, &depth(6));
    assert_eq!(result.lines[0].score, Score::Cp(0), "{result:?}");
    // White cannot win either with a rule of five moves.
    let variant = game("soon-drawn");
    let drawn = read("7k/8/8/8/8/8/6R1/K7 w - - 7 90", variant);
    let result = search(&mut new_engine(1, 1), &drawn, &depth(6));
    assert_eq!(result.lines[0].score, Score::Cp(0), "{result:?}");
}

#[test]
fn no_mate_is_told_that_the_move_rule_prevents() {
    // Mate in two, if the move rule allows it.
    let variant = game("chess");
    for (clock, mate) in [(96, true), (97, true), (98, false), (99, false)] {
        let text = format!("7k/8/8/8/8/R7/1R6/4K3 w - - {clock} 90");
        let position = read(&text, variant);
        for limits in [depth(12), Limits { mate: Some(3), ..depth(6) }] {
            let result = search(&mut new_engine(1, 1), &position, &limits);
            assert_eq!(matches!(result.lines[0].score, Score::Mate(2)), mate, "{clock}: {result:?}");
            assert!(mate || result.lines[0].score == Score::Cp(0), "{clock}: {result:?}");
        }
    }
}

#[test]
fn a_stalemate_on_the_last_move_counts_before_the_rule() {
    // Only Kg6 stalemates Black; with this move the halfmove clock reaches its limit.
    for (id, score) in [("stalemate-loses", Score::Mate(1)), ("stalemate-wins", Score::Cp(0))] {
        let variant = game(id);
        let position = read("7k/5Q2/8/5K2/8/8/8/8 w - - 99 90", variant);
        for limits in [depth(1), depth(4)] {
            let result = search(&mut new_engine(1, 1), &position, &limits);
            assert_eq!(result.lines[0].score, score, "{id}: {result:?}");
        }
    }
}

#[test]
fn stalemate_is_what_the_game_says() {
    let score = |id: &str, text: &str, moves: &str, limits: &Limits| {
        let variant = game(id);
        let position = read(text, variant);
        let search_moves = moves.split_whitespace().map(|text| uci::read(text, &position).unwrap()).collect();
        search(&mut new_engine(1, 1), &position, &Limits { search_moves, ..limits.clone() }).lines[0].score
    };
    let queen = "7k/8/8/6Q1/8/8/8/K7 w - - 0 1";
    // The last pawn is lost unless the king stalemates.
    let pawn = "5k2/5P2/4K3/8/8/8/8/8 w - - 0 1";
    for limits in [depth(2), depth(4), depth(7), Limits { mate: Some(2), ..depth(5) }] {
        assert_eq!(score("stalemate-loses", queen, "", &limits), Score::Mate(1));
        assert_eq!(score("stalemate-loses", pawn, "", &limits), Score::Mate(1));
        assert!(worth(score("chess", queen, "", &limits)) > 300);
        assert!(worth(score("stalemate-wins", queen, "", &limits)) > 300);
        for (id, stalemated) in
            [("stalemate-loses", Score::Mate(1)), ("stalemate-wins", Score::Mate(-1)), ("chess", Score::Cp(0))]
        {
            assert_eq!(score(id, queen, "g5g6", &limits), stalemated, "{id}");
            assert_eq!(score(id, pawn, "e6f6", &limits), stalemated, "{id}");
        }
    }
    assert_eq!(score("chess", pawn, "", &depth(7)), Score::Cp(0));
}

#[test]
fn bare_kings_lose() {
    let variant = game("bare-king-loses");
    let mut engine = new_engine(1, 1);
    let mut after = |text: &str, moves: &str| {
        let position = read(text, variant);
        let search_moves = moves.split_whitespace().map(|text| uci::read(text, &position).unwrap()).collect();
        search(&mut engine, &position, &Limits { search_moves, ..depth(5) }).lines[0].score
    };
    // White captures the last piece and wins.
    assert_eq!(after("8/8/8/3k4/8/8/1p6/K6R w - - 0 1", ""), Score::Mate(1));
    // Black captures White's last piece in return: both kings are bare.
    assert_eq!(after("1R5K/8/8/8/8/8/1pk5/8 w - - 0 1", "b8b2"), Score::Cp(0));
    // A bare king to move that cannot capture the opponent's last piece in return has lost at once.
    assert_eq!(after("8/8/8/3k4/8/8/8/K6R b - - 0 1", ""), Score::Mate(-1));
    // It does not help to stalemate the other side, although stalemate wins in this variant.
    assert_eq!(after("8/8/8/8/8/5K2/7p/7k w - - 0 1", ""), Score::Mate(-1));
    assert_eq!(after("8/8/8/8/8/5K2/7p/7k w - - 0 1", "f3f2"), Score::Mate(-1));
    // If White has two more pieces, the capture ends the game. If the capturing king is bare itself, it is a draw.
    assert_eq!(after("8/8/8/3k4/8/8/1p6/K5RR w - - 0 1", "a1b2"), Score::Mate(1));
    assert_eq!(after("8/8/8/8/8/8/1p1k4/K7 w - - 0 1", "a1b2"), Score::Cp(0));
}

/// A pinned pawn cannot capture en passant, so the position after the double step counts as an occurrence of the later
/// position.
#[test]
fn a_square_that_no_pawn_can_capture_on_does_not_put_off_a_repetition() {
    let variant = game("chess");
    for (rook, drawn) in [("R", true), ("N", false)] {
        // White is far ahead and could avoid the repetition. At a greater depth, Black would have the draw in either
        // case.
        let start = read(&format!("3k4/8/8/8/3p4/8/4P2Q/3{rook}2K1 w - - 0 1"), variant);
        let game = play(&start, "e2e4 d8c8 g1h1 c8d8 h1g1 d8c8 g1h1 c8d8");
        let limits = Limits { search_moves: vec![uci::read("h1g1", game.position()).unwrap()], ..depth(1) };
        let score = search_game(&mut new_engine(1, 1), &game, &limits).lines[0].score;
        assert_eq!(score == Score::Cp(0), drawn, "{rook}: {score:?}");
    }
}
