use campione_core::{SplitMix64, Variant};
use campione_movegen::{EndReason, Outcome};
use campione_notation::fen;

use super::*;
use crate::find_mate;
use crate::positions::{FIVE, game, place, sparse, walk};

/// The shortest mate in at most `moves` moves, with all first moves allowed.
fn solve(position: &Position, moves: u32, drawn: &[u64]) -> Option<Vec<Move>> {
    let control = Control::new();
    let mut solver = MateSolver::new(drawn, &control, || false);
    (1..=moves).find_map(|moves| solver.solve(position, &position.legal_moves(), moves).unwrap())
}

/// Checks that both solvers agree and that their lines end in mate. Returns the number of moves to mate, 0 if there is
/// no mate.
fn compare(position: &Position, moves: u32) -> usize {
    let (plain, found) = (find_mate(position, moves), solve(position, moves, &[]));
    let length = |line: &Option<Vec<Move>>| line.as_ref().map_or(0, Vec::len);
    assert_eq!(length(&plain), length(&found), "{}: {plain:?}, {found:?}", place(position));
    let mated = length(&found).div_ceil(2);
    for line in [plain, found].into_iter().flatten() {
        let mut last = *position;
        for mv in line {
            last = last.play(mv).unwrap_or_else(|| panic!("{mv:?} in {}", place(position)));
        }
        let mate = Outcome::win(position.turn(), EndReason::Checkmate);
        assert_eq!(last.outcome(), Some(mate), "{}", place(position));
    }
    mated
}

#[test]
fn agrees_with_the_plain_solver() {
    for id in FIVE {
        let variant = game(id);
        let mut random = SplitMix64::new(11);
        let mut found = [0; 4];
        for seed in 0..4 {
            walk(variant, seed, 150, |position, random| {
                if position.outcome().is_none() {
                    let moves = if position.legal_moves().len() < 12 && random.index(4) == 0 { 2 } else { 1 };
                    found[compare(position, moves)] += 1;
                }
            });
        }
        for number in 0..600 {
            if let Some(position) = sparse(variant, &mut random, [2 + number % 3, number / 3 % 2]) {
                let moves = if number % 60 == 0 { 3 } else { 2 };
                found[compare(&position, moves)] += 1;
            }
        }
        println!("{id}: {found:?}");
        assert!(found[0] > 100 && found[1] > 5 && found[2] > 10, "{id}: {found:?}");
    }
}

/// Whether the side to move wins in at most `moves` moves before the game is drawn: by mate, by stalemate in a variant
/// where that wins, or by a bare king. A literal implementation of the rules.
fn wins(position: &Position, moves: u32, drawn: &[u64]) -> bool {
    let us = position.turn();
    position.legal_moves().into_iter().any(|mv| {
        let next = position.play_unchecked(mv);
        match next.outcome() {
            Some(outcome) => outcome.winner == Some(us),
            None if drawn.contains(&next.zobrist()) => false,
            None => next.legal_moves().into_iter().all(|mv| {
                let after = next.play_unchecked(mv);
                match after.outcome() {
                    // The opponent's last piece is gone, and it could not capture our last piece in return.
                    Some(outcome) => outcome == Outcome::win(us, EndReason::BareKing),
                    None => moves > 1 && !drawn.contains(&after.zobrist()) && wins(&after, moves - 1, drawn),
                }
            }),
        }
    })
}

/// The number of moves in which the side to move wins; at most `most` moves are tried.
fn winning_moves(position: &Position, most: u32, drawn: &[u64]) -> Option<u32> {
    (1..=most).find(|&moves| wins(position, moves, drawn))
}

/// Checks that mates are solved by the rules, in positions with random keys that must not occur again. Returns how many
/// mates the rules prevent.
fn follow_the_rules(id: &str, max_pieces: usize, clock: impl Fn(u64) -> u32) -> u32 {
    let variant = game(id);
    let mut random = SplitMix64::new(3);
    let mut found = [0; 3];
    let mut changed = 0;
    for number in 0..1_300 {
        let pieces = [random.index(max_pieces + 1), random.index(2)];
        let Some(position) = sparse(variant, &mut random, pieces) else { continue };
        let mut setup = position.setup();
        setup.halfmove_clock = clock(random.below(100));
        let Ok(position) = Position::new(&setup, variant) else { continue };
        if position.outcome().is_some() {
            continue;
        }
        let mut drawn = Vec::new();
        if number % 2 == 0 {
            // Positions one or two plies later, and some mates.
            for mv in position.legal_moves() {
                let next = position.play_unchecked(mv);
                let replies = next.legal_moves();
                if replies.is_empty() || random.index(3) == 0 {
                    drawn.push(next.zobrist());
                } else if random.index(2) == 0 {
                    drawn.push(next.play_unchecked(replies[random.index(replies.len())]).zobrist());
                }
            }
        }
        let expected = winning_moves(&position, 2, &drawn);
        let line = solve(&position, 2, &drawn);
        let length = line.as_ref().map(|line| line.len().div_ceil(2) as u32);
        assert_eq!(length, expected, "{} with clock {}: {line:?}", place(&position), position.halfmove_clock());
        found[expected.unwrap_or(0) as usize] += 1;
        changed += u32::from(expected.is_none() && find_mate(&position, 2).is_some());
    }
    println!("{id}: {found:?}, {changed} of them prevented");
    assert!(found.iter().all(|&found| found > 2), "{id}: {found:?}");
    changed
}

#[test]
fn draws_by_repetition_and_by_the_move_rule_are_no_mates() {
    assert!(follow_the_rules("chess", 3, |number| 90 + number as u32 % 10) > 5);
    assert!(follow_the_rules("soon-drawn", 3, |number| 5 + number as u32 % 5) > 5);
    assert!(follow_the_rules("crc", 2, |number| 95 + number as u32 % 5) > 5);
}

#[test]
fn stalemate_that_wins_is_as_good_as_mate() {
    follow_the_rules("stalemate-loses", 3, |_| 0);
    follow_the_rules("stalemate-wins", 3, |_| 0);
}

#[test]
fn bared_kings_have_lost() {
    follow_the_rules("bare-king-loses", 2, |_| 0);
    // White captures the last piece; Black cannot capture White's.
    let variant = game("bare-king-loses");
    let position = read("8/8/8/3k4/8/8/1p6/K6R w - - 0 1", variant);
    assert_eq!(solve(&position, 2, &[]).map(|line| line.len()), Some(1));
    // A bare king that would stalemate has already lost.
    let position = read("8/8/8/8/8/5K2/7p/7k w - - 0 1", variant);
    assert_eq!(solve(&position, 2, &[]), None);
}

fn read(text: &str, variant: Variant) -> Position {
    fen::read(text, variant).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn only_some_first_moves() {
    let variant = game("capablanca");
    let position = read("9k/10/10/10/R9/1R8/10/4K5 w - - 0 1", variant);
    let control = Control::new();
    let mut solver = MateSolver::new(&[], &control, || false);
    let all = position.legal_moves();
    assert!(solver.solve(&position, &all, 1).unwrap().is_none());
    let line = solver.solve(&position, &all, 2).unwrap().unwrap();
    assert_eq!(line.len(), 3);
    let others: Vec<Move> = all.into_iter().filter(|&mv| mv.from() == position.king(position.turn())).collect();
    assert!(solver.solve(&position, &others, 2).unwrap().is_none());
}

#[test]
fn an_interrupted_proof_says_nothing() {
    let variant = game("crc");
    let position = Position::start(variant);
    let control = Control::new();
    let checks = std::cell::Cell::new(0);
    let enough = || {
        checks.set(checks.get() + 1);
        checks.get() > 3
    };
    let mut solver = MateSolver::new(&[], &control, enough);
    assert_eq!(solver.solve(&position, &position.legal_moves(), 3), Err(Interrupted));
    assert_eq!(control.nodes(), 3 * CHECK_EVERY, "it checks first, and then now and then");
    let mut solver = MateSolver::new(&[], &control, || false).with_nodes(Some(3 * CHECK_EVERY + 77));
    assert_eq!(solver.solve(&position, &position.legal_moves(), 3), Err(Interrupted));
    assert_eq!(control.nodes(), 3 * CHECK_EVERY + 77, "a limit of nodes is exact");
    assert_eq!(solver.solve(&position, &position.legal_moves(), 1), Err(Interrupted));
    assert_eq!(control.nodes(), 3 * CHECK_EVERY + 77);
    control.stop();
    let mut solver = MateSolver::new(&[], &control, || false);
    assert_eq!(solver.solve(&position, &position.legal_moves(), 3), Err(Interrupted));
}

#[test]
fn what_is_remembered_changes_nothing() {
    let variant = game("archchess");
    let mut random = SplitMix64::new(21);
    let control = Control::new();
    let mut old = MateSolver::new(&[], &control, || false);
    let mut proven = 0;
    for _ in 0..400 {
        let Some(position) = sparse(variant, &mut random, [4, 1]) else { continue };
        for moves in 1..=2 {
            let root = position.legal_moves();
            let again = old.solve(&position, &root, moves).unwrap().map(|line| line.len());
            let fresh =
                MateSolver::new(&[], &control, || false).solve(&position, &root, moves).unwrap().map(|line| line.len());
            assert_eq!(again, fresh, "{}", place(&position));
            assert_eq!(old.solve(&position, &root, moves).unwrap().map(|line| line.len()), fresh);
            proven += u32::from(fresh.is_some());
        }
    }
    assert!(proven > 10, "{proven}");
}
