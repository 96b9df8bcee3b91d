//! Words of a divide: counts, squares, moves.

/// Words for the count of all moves.
pub(super) const TOTALS: &[&str] = &[
    "nodes",
    "node",
    "leaf",
    "leaves",
    "leafs",
    "total",
    "sum",
    "positions",
    "count",
    "result",
    "results",
    "perft",
    "depth",
    "searched",
];

/// Beginnings of words that say that the numbers behind them count something else.
pub(super) const LABELS: &[&str] = &[
    "avg", "average", "best", "branch", "cache", "capt", "castl", "check", "cpu", "discover", "double", "e.p",
    "elapsed", "en", "ep", "eval", "hash", "hit", "key", "knps", "mate", "material", "mnps", "move", "moves", "ms",
    "nps", "per", "ply", "promo", "rate", "score", "sec", "speed", "stale", "time", "tt", "version",
];

/// A count, perhaps with separators.
pub(super) fn number(text: &str) -> Option<u128> {
    let text = text.trim_end_matches('.');
    // Points that separate thousands stand before three digits.
    let mut groups = text.split('.');
    let by_points = groups.next().is_some_and(|first| (1..=3).contains(&first.len()) && !first.starts_with('0'))
        && groups.all(|group| group.len() == 3);
    let is_separator = |c: char| ",_'".contains(c) || by_points && c == '.';
    let digits: String = text.chars().filter(|&c| !is_separator(c)).collect();
    let starts = text.starts_with(|c: char| c.is_ascii_digit());
    (starts && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok())?
}

/// Whether a text is a square of a board.
pub(super) fn is_square(text: &str) -> bool {
    let Some((file, rank)) = text.split_at_checked(1) else { return false };
    file.starts_with(|file: char| ('a'..='l').contains(&file)) && matches!(rank.parse(), Ok(0..=10u8))
}

/// Whether a text is a move in coordinates, which has two squares: `e2e4`, `e2-e4`, `e7e8q`, `Ng1xf3`.
pub(super) fn is_squares(text: &str) -> bool {
    let bytes = text.as_bytes();
    let squares = bytes.windows(2).filter(|pair| (b'a'..=b'l').contains(&pair[0]) && pair[1].is_ascii_digit()).count();
    squares >= 2 && looks_like_move(text)
}

/// Whether a text is a castling: `O-O`, `0-0-0+`, `OOO`.
pub(super) fn is_castling(text: &str) -> bool {
    let bare = text.trim_end_matches(['+', '#']);
    let signs: String = bare.chars().filter(|&c| c != '-' && c != ' ').collect();
    let hyphens = bare.contains('-');
    match signs.as_bytes() {
        [first, rest @ ..] if !rest.is_empty() && rest.iter().all(|sign| sign == first) => {
            hyphens && first.is_ascii_alphanumeric() || matches!(bare, "OO" | "OOO" | "oo" | "ooo")
        }
        _ => false,
    }
}

/// Whether a text may be a move: it has a square in it, or is a castling.
pub(super) fn looks_like_move(text: &str) -> bool {
    let bytes = text.as_bytes();
    let square = bytes.windows(2).any(|pair| (b'a'..=b'l').contains(&pair[0]) && pair[1].is_ascii_digit());
    let start = bytes.first().is_some_and(|byte| byte.is_ascii_uppercase() || matches!(byte, b'a'..=b'l' | b'0'));
    let signs = text.chars().all(|c| c.is_ascii_alphanumeric() || "-=+#,:.@x! ".contains(c));
    start && signs && square || is_castling(text)
}
