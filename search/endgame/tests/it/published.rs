//! The longest wins of orthodox chess, as published.

use campione_core::Color;

use crate::{build, sample, tables};

/// Moves to mate in the longest win of White. For `KRvKN` and `KRvKB` 27 and 18 are often quoted: moves to the capture of the
/// piece, or to mate if that comes first. Two pieces against none are in the tests of `campione-retrograde`, whose solver agrees
/// with this one.
#[test]
fn longest_wins_of_chess() {
    let mut tables = tables("chess");
    let small = [("KQvK", 10), ("KRvK", 16), ("KPvK", 28)];
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
