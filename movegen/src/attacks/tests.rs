use campione_core::{Direction, SplitMix64};

use super::*;

/// Occupancies to test on each board; few under Miri, which is slow.
const ROUNDS: usize = if cfg!(miri) { 3 } else { 400 };

/// Walks square by square: the reference for both backends.
fn walk(square: Square, directions: &[Direction], occupied: Bitboard, board: Bitboard) -> Bitboard {
    let mut seen = Bitboard::EMPTY;
    for direction in directions {
        let mut at = square;
        while let Some(next) = at.offset(direction.files, direction.ranks).filter(|&next| board.contains(next)) {
            seen = seen.with(next);
            if occupied.contains(next) {
                break;
            }
            at = next;
        }
    }
    seen
}

fn check(backend: impl Backend) {
    let mut random = SplitMix64::new(7);
    let boards = [(12, 10), (5, 6), (8, 8), (10, 8), (12, 8), (12, 7), (10, 10)];
    for (files, ranks) in boards.into_iter().take(if cfg!(miri) { 2 } else { boards.len() }) {
        let board = Bitboard::board(files, ranks);
        let tables = SliderTables::for_board(files, ranks);
        for round in 0..ROUNDS {
            let mut bits = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
            if round % 3 > 0 {
                bits &= u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
            }
            let occupied = Bitboard::from_bits(bits) & board;
            for square in board {
                let orthogonal = walk(square, &Direction::ORTHOGONAL, occupied, board);
                let diagonal = walk(square, &Direction::DIAGONAL, occupied, board);
                assert_eq!(backend.orthogonal(tables, square, occupied), orthogonal, "{square}{occupied:?}");
                assert_eq!(backend.diagonal(tables, square, occupied), diagonal, "{square}{occupied:?}");
            }
        }
    }
}

#[test]
fn portable_sees_what_a_walk_sees() {
    check(Portable);
}

#[test]
#[cfg(all(target_arch = "x86_64", not(campione_portable)))]
fn pext_sees_what_a_walk_sees() {
    match Pext::detect() {
        Some(pext) => check(pext),
        None => println!("skipped: this machine has no BMI2"),
    }
}

#[test]
fn tables_fit_their_bound() {
    assert!(SliderTables::for_board(12, 10).targets.len() <= ENTRIES);
}
