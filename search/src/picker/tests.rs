use std::sync::LazyLock;

use campione_core::SplitMix64;

use super::*;
use crate::params::EvalParams;
use crate::positions::{games, place, walk};

/// Fills the histories for many moves.
fn fill(position: &Position, histories: &mut Histories, random: &mut SplitMix64) {
    for mv in position.legal_moves() {
        let piece_to = piece_to(mv, position, histories);
        let bonus = random.below(16_000) as i32 - 8_000;
        histories.update_quiet(position.turn(), mv, piece_to, &Structure::of(position), [None; 4], bonus);
        histories.update_capture(piece_to, position.captured_role(mv).unwrap_or(Role::PAWN), bonus);
    }
}

/// All moves of a picker, which skips quiet moves after `skip` moves.
fn all(picker: &mut Picker, position: &Position, hints: Hints<'_>, skip: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    loop {
        if moves.len() >= skip {
            picker.skip_quiets();
        }
        match picker.next(position, hints) {
            Some(mv) => moves.push(mv),
            None => return moves,
        }
    }
}

/// Hints without earlier moves.
fn hints<'a>(tables: &'a Tables, histories: &'a Histories, position: &Position, refutations: Refutations) -> Hints<'a> {
    static TABLE: LazyLock<TranspositionTable> = LazyLock::new(|| TranspositionTable::new(1).unwrap());
    Hints { tt: &TABLE, tables, histories, structure: Structure::of(position), continuation: [None; 4], refutations }
}

/// Whether the piece that moves gives check.
fn checks_directly(position: &Position, mv: Move) -> bool {
    position.play_unchecked(mv).checkers().contains(mv.to())
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort();
    moves
}

#[test]
fn every_move_is_returned_once() {
    let mut with_bad = 0;
    for variant in games() {
        let tables = Tables::new(variant, &EvalParams::of(variant));
        let mut histories = Histories::new(variant);
        for seed in 0..2 {
            walk(variant, seed, 120, |position, random| {
                let legal = position.legal_moves();
                let any = |random: &mut SplitMix64| (random.index(2) == 0).then(|| legal[random.index(legal.len())]);
                let (tt_move, killer, countermove) = (any(random), any(random), any(random));
                fill(position, &mut histories, random);
                let refutations = Refutations { killers: [killer, any(random)], countermove };
                let hints = hints(&tables, &histories, position, refutations);

                let picked = all(&mut Picker::new(tt_move, Wanted::All), position, hints, usize::MAX);
                if tt_move.is_some() {
                    assert_eq!(picked.first().copied(), tt_move, "{}", place(position));
                }
                assert_eq!(sorted(picked.clone()), sorted(legal.clone()), "{}", place(position));
                // Winning captures come before quiet moves, losing captures after them.
                let rest = &picked[usize::from(tt_move.is_some())..];
                let first_quiet = rest.iter().position(|&mv| !is_noisy(mv)).unwrap_or(rest.len());
                let last_quiet = rest.iter().rposition(|&mv| !is_noisy(mv)).unwrap_or(0);
                assert!(rest.iter().take(last_quiet).skip(first_quiet).all(|&mv| !is_noisy(mv)), "{}", place(position));
                for &bad in rest.iter().skip(last_quiet.max(first_quiet)).filter(|&&mv| is_noisy(mv)) {
                    assert!(!see(&tables, position, bad, 0), "{bad:?} in {}", place(position));
                    with_bad += 1;
                }

                // If it is to skip quiet moves at some time, it still returns all noisy ones, and direct checks.
                let skip = random.index(legal.len() + 1);
                let picked = all(&mut Picker::new(tt_move, Wanted::All), position, hints, skip);
                assert!(
                    picked.iter().skip(skip.max(1)).all(|&mv| is_noisy(mv) || checks_directly(position, mv)),
                    "{}",
                    place(position)
                );
                let noisy = |moves: &[Move]| sorted(moves.iter().copied().filter(|&mv| is_noisy(mv)));
                assert_eq!(noisy(&picked), noisy(&legal), "{}", place(position));
                let mut once = sorted(picked.clone());
                once.dedup();
                assert_eq!(once.len(), picked.len(), "{}", place(position));
            });
        }
    }
    assert!(with_bad > 1000);
}

/// The picker says of every quiet move of an officer whether it checks directly.
#[test]
fn direct_checks_are_known() {
    let (mut checks, mut others) = (0, 0);
    for variant in games() {
        let tables = Tables::new(variant, &EvalParams::of(variant));
        let histories = Histories::new(variant);
        walk(variant, 3, 120, |position, _| {
            let hints = hints(&tables, &histories, position, Refutations::default());
            let mut picker = Picker::new(None, Wanted::All);
            while let Some(mv) = picker.next(position, hints) {
                let role = position.moving_role(mv);
                if is_noisy(mv) || role == Some(Role::PAWN) || role == Some(Role::KING) {
                    assert!(!picker.checks(), "{mv:?} in {}", place(position));
                } else {
                    assert_eq!(picker.checks(), checks_directly(position, mv), "{mv:?} in {}", place(position));
                    checks += u32::from(picker.checks());
                    others += u32::from(!picker.checks());
                }
            }
        });
    }
    assert!(checks > 500 && others > 10_000, "{checks} of {others}");
}

#[test]
fn captures_that_win_enough() {
    for variant in games() {
        let tables = Tables::new(variant, &EvalParams::of(variant));
        let mut histories = Histories::new(variant);
        walk(variant, 7, 150, |position, random| {
            fill(position, &mut histories, random);
            let hints = hints(&tables, &histories, position, Refutations::default());
            let legal = position.legal_moves();
            let least = random.below(600) as Value;
            for (wanted, least) in [(Wanted::GoodNoisy, 0), (Wanted::Winning(least), least)] {
                let good = |mv: &Move| is_noisy(*mv) && see(&tables, position, *mv, least);
                let expected = sorted(legal.iter().copied().filter(good));
                let picked = all(&mut Picker::new(None, wanted), position, hints, usize::MAX);
                assert_eq!(sorted(picked), expected, "{wanted:?} in {}", place(position));
                // The `tt_move` is returned whatever it wins.
                let noisy: Vec<Move> = legal.iter().copied().filter(|&mv| is_noisy(mv)).collect();
                if let Some(&tt_move) = noisy.get(random.index(noisy.len())) {
                    let picked = all(&mut Picker::new(Some(tt_move), wanted), position, hints, usize::MAX);
                    assert_eq!(picked[0], tt_move);
                    let others = sorted(expected.into_iter().filter(|&mv| mv != tt_move));
                    assert_eq!(sorted(picked.into_iter().skip(1)), others, "{wanted:?} in {}", place(position));
                }
            }
        });
    }
}

#[test]
fn refutations_come_first_among_quiet_moves() {
    let variant = crate::positions::game("crc");
    let tables = Tables::new(variant, &EvalParams::of(variant));
    let histories = Histories::new(variant);
    let position = Position::start(variant);
    let legal = position.legal_moves();
    let (first, second, countermove) = (legal[7], legal[3], legal[11]);
    let refutations = Refutations { killers: [Some(first), Some(second)], countermove: Some(countermove) };
    let hints = hints(&tables, &histories, &position, refutations);
    let picked = all(&mut Picker::new(None, Wanted::All), &position, hints, usize::MAX);
    assert_eq!(picked[..3], [first, second, countermove]);
}

#[test]
fn noisy_moves_are_those_of_the_generator() {
    for variant in games() {
        walk(variant, 3, 120, |position, _| {
            let mut noisy = MoveList::new();
            position.noisy_moves(&mut noisy);
            let by_kind = position.legal_moves().into_iter().filter(|&mv| is_noisy(mv));
            assert_eq!(sorted(by_kind), sorted(noisy), "{}", place(position));
        });
    }
}
