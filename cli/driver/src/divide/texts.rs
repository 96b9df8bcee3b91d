//! Words of a divide: counts, squares, moves.

/// Words before the count of all moves, and `depth`, which may stand before its depth.
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
    "elapsed", "en", "ep", "eval", "hash", "hit", "key", "knps", "mate", "material", "mnps", "move", "ms", "nps",
    "per", "ply", "promo", "rate", "score", "sec", "speed", "stale", "time", "tt", "version",
];

/// The beginnings of usual lines with a total.
pub(super) const BEGINNINGS: &[&str] =
    &["nodes searched", "total nodes", "leaf nodes", "nodes", "total", "leaves", "perft", "sum", "positions"];

/// A count, perhaps with separators.
pub(super) fn number(text: &str) -> Option<u128> {
    let text = text.trim_end_matches(['.', ',']);
    // Commas, and points if there are several, separate groups of three digits.
    let are_groups = |sign: char| {
        let mut groups = text.split(sign);
        groups.next().is_some_and(|first| (1..=3).contains(&first.len())) && groups.all(|group| group.len() == 3)
    };
    let by_points = text.matches('.').count() > 1 && are_groups('.');
    if text.contains(',') && !are_groups(',') {
        return None;
    }
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

/// Whether there is a square in a text.
pub(super) fn has_square(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| (b'a'..=b'l').contains(&pair[0]) && pair[1].is_ascii_digit())
}

/// What follows the square at the beginning of a text.
fn behind_square(text: &str) -> Option<&str> {
    let digits = text.bytes().skip(1).take(2).take_while(u8::is_ascii_digit).count();
    let (square, rest) = text.split_at_checked(1 + digits)?;
    is_square(square).then_some(rest)
}

/// Whether a text is a move in coordinates, which has two squares: `e2e4`, `e2-e4`, `e7e8q`, `Ng1xf3`, `e1i1,j1g1`.
pub(super) fn is_squares(text: &str) -> bool {
    text.split(',').all(|text| {
        let text = text.strip_prefix(|piece: char| piece.is_ascii_uppercase()).unwrap_or(text);
        let target = behind_square(text).map(|rest| rest.trim_start_matches(['-', 'x', ':']));
        target.and_then(behind_square).is_some_and(|rest| {
            let rest = rest.trim_end_matches(['+', '#', '!', '?']).trim_start_matches(['=', '-']);
            rest.len() <= 1 && rest.bytes().all(|byte| byte.is_ascii_alphabetic())
        })
    })
}

/// Whether a text is a castling: `O-O`, `0-0-0+`, `OOO`.
fn is_castling(text: &str) -> bool {
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
    let start = bytes.first().is_some_and(|byte| byte.is_ascii_uppercase() || matches!(byte, b'a'..=b'l' | b'0'));
    let signs = text.chars().all(|c| c.is_ascii_alphanumeric() || "-=+#,:.@x! ".contains(c));
    start && signs && has_square(text) || is_castling(text)
}
