use campione_core::{SplitMix64, Variant};
use campione_movegen::{EndReason, Outcome};
use campione_notation::fen;

use super::shared::CHECK_EVERY;
use super::*;
use crate::find_mate;
use crate::positions::{FIVE, game, games, place, sparse, walk};

/// The resources of a solver of one thread without limits.
fn alone(control: &Control) -> SolverResources<'_, fn() -> bool> {
    SolverResources { control, enough: || false, nodes: None, pool: None, mebibytes: 0 }
}

/// The shortest mate in at most `moves` moves, with all first moves allowed.
fn solve(position: &Position, moves: u32, drawn: &[u64]) -> Option<Vec<Move>> {
    let (control, root) = (Control::new(), position.legal_moves());
    let mut solver = MateSolver::new(position, &root, drawn, SolverResources { mebibytes: 1, ..alone(&control) });
    let mate = solver.settle_upward(moves, u64::MAX).unwrap();
    let moves = mate.as_ref().map_or(moves, |mate| mate.moves - 1);
    assert_eq!(solver.excluded().min(moves), moves, "the shorter ones are excluded");
    mate.map(|mate| mate.pv)
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
    let all = position.legal_moves();
    let mut solver = MateSolver::new(&position, &all, &[], alone(&control));
    assert_eq!(solver.settle(1, u64::MAX), Ok(None));
    assert_eq!(solver.settle(2, u64::MAX).unwrap().unwrap().pv.len(), 3);
    let others: Vec<Move> = all.iter().copied().filter(|&mv| mv.from() == position.king(position.turn())).collect();
    let mut solver = MateSolver::new(&position, &others, &[], alone(&control));
    assert_eq!(solver.settle(2, u64::MAX), Ok(None));
    assert_eq!(solver.excluded(), 2);
}

#[test]
fn an_interrupted_proof_says_how_far_it_came() {
    let variant = game("crc");
    let position = Position::start(variant);
    let root = position.legal_moves();
    let control = Control::new();
    let checks = AtomicU64::new(0);
    let enough = || checks.fetch_add(1, Ordering::Relaxed) >= 3;
    let resources = SolverResources { control: &control, enough, nodes: None, pool: None, mebibytes: 1 };
    let mut solver = MateSolver::new(&position, &root, &[], resources);
    assert_eq!(solver.settle(3, u64::MAX), Err(Interrupted));
    assert_eq!(control.nodes(), 3 * CHECK_EVERY, "it checks first, and then now and then");
    let limit = 3 * CHECK_EVERY + 77;
    let mut solver = MateSolver::new(&position, &root, &[], SolverResources { nodes: Some(limit), ..alone(&control) });
    assert_eq!(solver.settle(3, u64::MAX), Err(Interrupted));
    assert_eq!(control.nodes(), limit, "a limit of nodes is exact");
    assert_eq!((solver.settle(1, u64::MAX), solver.excluded()), (Err(Interrupted), 0));
    assert_eq!(control.nodes(), limit);
    // A budget is for one attempt.
    let control = Control::new();
    let mut solver = MateSolver::new(&position, &root, &[], alone(&control));
    assert_eq!(solver.settle(8, 5_000), Err(Interrupted));
    assert_eq!((control.nodes(), solver.excluded()), (5_000, 0));
    assert_eq!(solver.settle_upward(8, 300_000), Err(Interrupted));
    assert_eq!(control.nodes(), 305_000);
    assert!((1..8).contains(&solver.excluded()), "{}", solver.excluded());
    control.stop();
    assert_eq!(solver.settle(8, u64::MAX), Err(Interrupted));
    assert_eq!(control.nodes(), 305_000);
}

/// Mates that do not fit into the table are solved too, and what is left in the table from other lengths does no harm.
#[test]
fn a_small_table_changes_no_answer() {
    let variant = game("archchess");
    let mut random = SplitMix64::new(21);
    let mut found = [0; 4];
    for _ in 0..300 {
        let Some(position) = sparse(variant, &mut random, [4, 1]) else { continue };
        let (control, root) = (Control::new(), position.legal_moves());
        let known = solve(&position, 3, &[]).map(|line| line.len().div_ceil(2) as u32);
        let mut solver = MateSolver::new(&position, &root, &[], alone(&control));
        assert_eq!(solver.shared.table.bytes(), 64);
        let within = solver.settle(3, u64::MAX).unwrap();
        // A mate within three moves is found first, and then shortened.
        let shortest = within.as_ref().map(|mate| solver.shorten(mate.moves, u64::MAX).unwrap_or(mate.clone()));
        assert_eq!(shortest.as_ref().map(|mate| mate.moves), known, "{}", place(&position));
        for Mate { moves, pv } in within.into_iter().chain(shortest) {
            assert!(pv.len() < 2 * moves as usize);
            let end = pv.iter().fold(position, |position, &mv| position.play(mv).unwrap());
            assert!(end.is_checkmate(), "{}", place(&position));
        }
        found[known.unwrap_or(0) as usize] += 1;
    }
    assert!(found.iter().all(|&found| found > 2), "{found:?}");
}

#[test]
fn threads_agree() {
    // There are no threads.
    if cfg!(target_family = "wasm") {
        return;
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let mut found = [0; 4];
    for id in FIVE {
        let variant = game(id);
        let mut random = SplitMix64::new(5);
        for _ in 0..60 {
            let Some(position) = sparse(variant, &mut random, [4, 1]) else { continue };
            let (control, root) = (Control::new(), position.legal_moves());
            let known = solve(&position, 3, &[]).map(|line| line.len());
            let resources = SolverResources { pool: Some(&pool), mebibytes: 1, ..alone(&control) };
            let mut solver = MateSolver::new(&position, &root, &[], resources);
            let mate = solver.settle_upward(3, u64::MAX).unwrap();
            assert_eq!(mate.map(|mate| mate.pv.len()), known, "{}", place(&position));
            let resources = SolverResources { pool: Some(&pool), mebibytes: 1, ..alone(&control) };
            let mut solver = MateSolver::new(&position, &root, &[], resources);
            let within = solver.settle(3, u64::MAX).unwrap();
            assert_eq!(within.is_some(), known.is_some(), "{}", place(&position));
            found[known.map_or(0, |length| length.div_ceil(2))] += 1;
        }
    }
    assert!(found[0] > 20 && found[1..].iter().sum::<u32>() > 10, "{found:?}");
}

#[test]
fn every_variant_by_its_own_rules() {
    let (mut random, mut found) = (SplitMix64::new(8), [0; 3]);
    for variant in games() {
        for number in 0..8 {
            let Some(position) = sparse(variant, &mut random, [2 + number % 2, number % 2]) else { continue };
            if position.outcome().is_some() {
                continue;
            }
            let expected = winning_moves(&position, 2, &[]);
            let length = solve(&position, 2, &[]).map(|line| line.len().div_ceil(2) as u32);
            assert_eq!(length, expected, "{}: {}", variant.id(), place(&position));
            found[expected.unwrap_or(0) as usize] += 1;
        }
    }
    assert!(found.iter().all(|&found| found > 2), "{found:?}");
}
