//! The longest wins of orthodox chess, as published.

use campione_core::{Bitboard, Color, Square, Variant};
use campione_endgame::{Table, Tables, Tally};
use campione_variants::FromToml as _;

use crate::{build, sample, tables};

/// Moves to mate in the longest win of White. For `KRvKN` and `KRvKB` 27 and 18 are often quoted: moves to the capture of the
/// piece, or to mate if that comes first.
#[test]
fn longest_wins_of_chess() {
    let mut tables = tables("chess");
    // Two knights cannot force mate, but there are mates in one.
    let small = [("KQvK", 10), ("KRvK", 16), ("KPvK", 28), ("KBBvK", 19), ("KBNvK", 33), ("KNNvK", 1)];
    let large = [("KQvKR", 35), ("KRvKN", 40), ("KRvKB", 29), ("KQvKN", 21), ("KQvKB", 17)];
    for (name, moves) in small.into_iter().chain(sample(&[][..], &large[..]).iter().copied()) {
        let table = build(&mut tables, name);
        let longest = table.tally(Color::White).longest_win.map(|(plies, _)| plies.div_ceil(2));
        assert_eq!(longest, Some(moves), "{name}");
    }
    for name in ["KNvK", "KBvK"] {
        let table = build(&mut tables, name);
        assert_eq!((table.tally(Color::White).wins, table.tally(Color::Black).losses), (0, 0), "{name}");
    }
}

/// The longest mates of fairy pieces such as princess, empress and amazon, as commonly published.
#[test]
fn longest_mates_of_fairy_pieces() {
    let mut text = "extends = \"chess\"\n".to_owned();
    for (letter, moves) in [('A', "BN"), ('C', "RN"), ('M', "QN"), ('U', "K")] {
        text += &format!("[piece.{letter}]\nmoves = \"{moves}\"\n");
    }
    let mut tables = Tables::new(Variant::from_toml(&text, "fairy").unwrap());
    for (letter, expected) in [("A", 17), ("C", 11), ("M", 4), ("U", 18)] {
        let longest = build(&mut tables, &format!("K{letter}vK")).tally(Color::White).longest_win;
        assert_eq!(longest.map(|(plies, _)| plies.div_ceil(2)), Some(expected), "{letter}");
    }
}

/// The positions of king and rook against king, counted square by square.
#[test]
fn positions_are_counted_on_the_whole_board() {
    let mut tables = tables("chess");
    let chess = tables.variant();
    let mut positions = 0;
    for king in chess.board() {
        for rook in chess.board().without(king) {
            for weak in chess.board() - chess.king_steps(king) - Bitboard::of(king).with(rook) {
                let on_line = weak.file() == rook.file() || weak.rank() == rook.rank();
                let sheltered = campione_core::between(rook, weak).contains(king);
                positions += u64::from(!on_line || sheltered);
            }
        }
    }
    let rook = build(&mut tables, "KRvK");
    assert_eq!(rook.tally(Color::White).positions(), positions);
    assert_eq!(&rook.tally_of(Color::White, |_, _| true), rook.tally(Color::White));
}

/// Two bishops win only from squares of different colors.
#[test]
fn bishops_on_squares_of_one_color() {
    let mut tables = tables("chess");
    let bishops = build(&mut tables, "KBBvK");
    let shade = |square: Square| (square.file() + square.rank()) % 2;
    let of = |table: &Table, same: bool| -> Tally {
        table.tally_of(Color::White, |squares, _| (shade(squares[2]) == shade(squares[3])) == same)
    };
    let (any, same, different) = (bishops.tally(Color::White), of(&bishops, true), of(&bishops, false));
    assert_eq!(any.positions(), same.positions() + different.positions());
    assert_eq!((any.wins, any.longest_win), (different.wins, different.longest_win));
    assert_eq!((same.wins, same.longest_win), (0, None));
    // All wins take less than the 50 moves of the rule.
    assert!(different.longest_win.unwrap().0 <= 100);
}
