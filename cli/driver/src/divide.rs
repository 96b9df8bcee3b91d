//! Divides as other programs print them: a count for each first move, and a total.

use campione_notation::moves;

/// A divide as it was printed.
///
/// ```
/// use campione_driver::divide::parse;
/// let lines = ["e2e4: 20", "d2d4: 20", "Nodes searched: 40"].map(str::to_owned);
/// let divide = parse(&lines).expect("a divide");
/// assert_eq!((divide.moves.len(), divide.sum(), divide.total), (2, 40, Some(40)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Divide {
    /// Moves, as they were printed, and counts, in their order; a text may occur more than once.
    pub moves: Vec<(String, u128)>,
    /// The total, if one was printed.
    pub total: Option<u128>,
    /// Texts with a count that stand where moves do, but cannot be read as moves: among them, or with a digit or sign. If
    /// no move can be read, all with counts, if these add up to the total.
    pub unread: Vec<(String, u128)>,
}

impl Divide {
    /// The sum of the counts of the moves.
    pub fn sum(&self) -> u128 {
        sum(&self.moves)
    }
}

fn sum(counts: &[(String, u128)]) -> u128 {
    counts.iter().map(|&(_, nodes)| nodes).fold(0, u128::saturating_add)
}

/// The meaning of a line of a divide.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Line {
    /// Moves and the count after each; nearly always one.
    Moves(Vec<(String, u128)>),
    /// The count of all moves.
    Total(u128),
    /// Perhaps the count of all moves: a number without a word.
    Bare(u128),
    /// A text that cannot be read as a move, and a count.
    Unread(String, u128),
    /// Nothing about counts.
    Other,
}

/// The beginnings of lines that are neither moves nor totals, even if they contain numbers.
const OTHER: &[&str] = &["info", "#", "option", "id ", "feature", "bestmove", "error", "tell", "illegal"];

/// Words for the count of all moves.
const TOTALS: &[&str] = &[
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
const LABELS: &[&str] = &[
    "avg", "average", "best", "branch", "cache", "capt", "castl", "check", "cpu", "discover", "double", "e.p",
    "elapsed", "en", "ep", "eval", "hash", "hit", "key", "knps", "mate", "material", "mnps", "move", "moves", "ms",
    "nps", "per", "ply", "promo", "rate", "score", "sec", "speed", "stale", "time", "tt", "version",
];

/// Parses the last divide in the output of a program. A program that counts smaller depths first prints several, each
/// ended by its total.
pub fn parse(lines: &[String]) -> Option<Divide> {
    let (mut moves, mut totals, mut bare) = (Vec::new(), Vec::new(), None);
    // With the number of moves before each.
    let mut unread: Vec<(usize, (String, u128))> = Vec::new();
    for text in lines {
        match line(text) {
            Line::Moves(found) => {
                if !totals.is_empty() {
                    moves.clear();
                    totals.clear();
                    unread.clear();
                }
                moves.extend(found);
            }
            Line::Total(nodes) => totals.push(nodes),
            Line::Bare(nodes) => bare = Some(nodes),
            Line::Unread(word, nodes) => unread.push((moves.len(), (word, nodes))),
            Line::Other => {}
        }
    }
    let all = moves.len();
    let mut answer = Divide { moves, total: None, unread: Vec::new() };
    let listed = answer.sum();
    if all == 0 {
        let others: Vec<(String, u128)> = unread.into_iter().map(|(_, other)| other).collect();
        if others.len() > 1 && totals.contains(&sum(&others)) {
            answer.unread = others;
        }
    } else {
        let stands_for_a_move = |(before, (word, _)): &(usize, (String, u128))| {
            (1..all).contains(before) || !word.contains(' ') && word.contains(|c: char| !c.is_alphabetic())
        };
        answer.unread = unread.into_iter().filter(stands_for_a_move).map(|(_, other)| other).collect();
    }
    // Some programs print the number of moves and the count: the total is the one that equals the sum.
    let with_unread = listed.saturating_add(sum(&answer.unread));
    let fits = |&total: &u128| total == listed || total == with_unread;
    let total = totals.iter().copied().find(fits).or_else(|| totals.last().copied());
    // A number without a word is one only if it fits, or if there is nothing else.
    let total = total.or(bare.filter(|total| all == 0 || fits(total)));
    (total.is_some() || all > 0).then_some(Divide { total, ..answer })
}

/// Parses one line: `e2e4: 20`, `e2e4 20`, `1. e2e4 - 20`, `Nb1-a3 20 20`; `Nodes searched: 400`, `perft 2 = 400`.
fn line(text: &str) -> Line {
    let text = with_plain_thousands(&without_escapes(text));
    let text = text.trim().trim_matches('|').trim();
    // Text for people, in UCI.
    let (text, said) = text.strip_prefix("info string ").map_or((text, false), |said| (said.trim(), true));
    let lower = text.to_ascii_lowercase();
    let count = lower.strip_prefix("info nodes ").and_then(number);
    if let Some(count) = count {
        return Line::Bare(count);
    }
    if OTHER.iter().any(|&other| lower.starts_with(other)) {
        return Line::Other;
    }
    if let Some(nodes) =
        lower.strip_prefix("0000").and_then(|rest| number(rest.trim_start_matches([':', ' ', '-', '='])))
    {
        return Line::Unread("0000".to_owned(), nodes);
    }
    let pairs = if said { Vec::new() } else { pairs(text) };
    if pairs.len() > 1 {
        return Line::Moves(pairs);
    }
    let total = total(&lower);
    if let Some(total @ Line::Total(_)) = total {
        return total;
    }
    if let Some(pair) = move_and_count(text).or_else(|| pairs.into_iter().next()) {
        return Line::Moves(vec![pair]);
    }
    total.or_else(|| unread(text, &lower)).unwrap_or(Line::Other)
}

/// A text that cannot be read as a move, and a count: `<e2><e4>: 20`.
fn unread(text: &str, lower: &str) -> Option<Line> {
    let (word, count) = text.rsplit_once([' ', ':', '='])?;
    let word = word.trim_end_matches([' ', ':', '=', '-']);
    let nodes = number(count)?;
    let is_label = LABELS.iter().chain(TOTALS).any(|&label| lower.starts_with(label));
    (!word.is_empty() && !is_label).then(|| Line::Unread(word.to_owned(), nodes))
}

/// Whether a line is a total: `Nodes searched: 400`.
pub(crate) fn is_total(text: &str) -> bool {
    matches!(line(text), Line::Total(_))
}

/// A text without the sequences that color it in a terminal.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.find(|c: char| c.is_ascii_alphabetic()).map_or("", |end| &part[end + 1..]);
    }
    plain
}

/// A text in which no space that does not break a line separates thousands.
fn with_plain_thousands(text: &str) -> String {
    let mut before = ' ';
    let plain = |c: char| {
        let separates = before.is_ascii_digit() && matches!(c, '\u{a0}' | '\u{202f}');
        before = c;
        if separates { '_' } else { c }
    };
    text.chars().map(plain).collect()
}

/// A total, or a number that may be one.
fn total(lower: &str) -> Option<Line> {
    let words: Vec<&str> = lower.split_whitespace().collect();
    // Sjaak prints depth, count, time and speed.
    if let [depth, nodes, _, .., speed] = words[..]
        && speed.ends_with("nps")
        && depth.parse::<u32>().is_ok()
    {
        return number(nodes).map(Line::Total);
    }
    if lower.contains("/s") {
        return None;
    }
    let words: Vec<&str> = lower.split(|c: char| c.is_whitespace() || ":=()[]{}\"|;".contains(c)).collect();
    let mut words = words.into_iter().map(|word| word.trim_matches(',')).filter(|word| !word.is_empty()).peekable();
    let (mut is_total, mut strange, mut depth) = (false, 0, None);
    let mut before = "";
    while let Some(word) = words.next() {
        if let Some(count) = number(word) {
            // Behind `depth` and `perft`, and alone before the count, is the depth.
            let next = words.peek().copied().unwrap_or_default();
            let counts = || words.clone().any(|word| number(word).is_some());
            let is_depth = match before {
                "depth" if !counts() => return None,
                "depth" | "perft" => counts(),
                "" => number(next).is_some(),
                _ => false,
            };
            if depth.is_none() && is_depth && count < 100 {
                depth = Some(count);
            } else {
                let named = matches!(next, "nodes" | "leaf" | "leaves" | "positions") && strange < 3;
                return match (is_total || named, strange) {
                    (true, _) => Some(Line::Total(count)),
                    (false, 0) if words.all(|word| word.contains('.')) => Some(Line::Bare(count)),
                    _ => None,
                };
            }
        } else if let Some(digits) = word.strip_prefix('d').filter(|_| before.is_empty())
            && number(digits).is_some()
        {
            depth = number(digits);
        } else if TOTALS.contains(&word) {
            // `go perft 3` is a command.
            is_total |= !matches!(word, "depth" | "perft") || before.is_empty();
        } else if LABELS.iter().any(|&label| word.starts_with(label)) || is_squares(word) || is_square(word) {
            return None;
        } else {
            strange += 1;
            // Only words such as `number of`, `raw` and `for` stand before a total.
            is_total &= strange < 5;
        }
        before = word;
    }
    None
}

/// A move and the count after it, in the usual forms.
fn move_and_count(text: &str) -> Option<(String, u128)> {
    let numbered = text.split_once(')').filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
    let text = numbered.map_or(text, |(_, rest)| rest).replace('|', " ");
    let text = text.trim();
    // A castling may contain spaces, and a number may come before it.
    let first = moves::split(text).next()?;
    let mut words = text[text.find(first)? + first.len()..].split_whitespace();
    if let Some((mv, count)) = first.rsplit_once(':').filter(|(_, count)| !count.is_empty())
        && let Some(nodes) = number(count)
        && looks_like_move(mv)
    {
        return Some((mv.to_owned(), nodes));
    }
    let mv = first.trim_end_matches([':', '=']).trim_end();
    let mut second = words.next()?;
    if matches!(second, ":" | "-" | "=" | "->" | "=>") {
        second = words.next()?;
    }
    let nodes = number(second.trim_start_matches([':', '=']))?;
    looks_like_move(mv).then(|| (mv.to_owned(), nodes))
}

/// A part of a line in which moves stand anywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Item {
    Move(String),
    /// A square, or a move in short notation.
    Short(String),
    Count(u128),
    Word(String),
}

/// All moves with counts in a line that has them in another form: `"e2e4": 20,`, `move 1 : e2e4 : 20`, `e2e4,20`.
fn pairs(text: &str) -> Vec<(String, u128)> {
    // Lines with a position, or with the moves of a search.
    if text.matches('/').count() > 3 || text.split_whitespace().any(|word| word == "pv") {
        return Vec::new();
    }
    let items = items(text);
    if let [Item::Count(nodes), Item::Move(mv)] = &items[..] {
        return vec![(mv.clone(), *nodes)];
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(item) = items.get(at) {
        at += 1;
        let Item::Move(mv) = item else { continue };
        let mut mv = mv.clone();
        for next in &items[at..] {
            match next {
                Item::Count(nodes) => {
                    found.push((mv, *nodes));
                    break;
                }
                Item::Move(_) => break,
                Item::Word(word) if !TOTALS.contains(&word.to_ascii_lowercase().as_str()) => mv += &format!(" {word}"),
                Item::Word(_) | Item::Short(_) => {}
            }
        }
    }
    if !found.is_empty() || items.iter().any(|item| matches!(item, Item::Move(_))) {
        return found;
    }
    // Short notation: nothing but such moves and their counts, perhaps behind a number.
    let start = items.iter().position(|item| !matches!(item, Item::Count(_))).unwrap_or(items.len());
    let (pairs, rest) = items[start..].as_chunks::<2>();
    let read = |pair: &[Item; 2]| match pair {
        [Item::Short(mv), Item::Count(nodes)] => Some((mv.clone(), *nodes)),
        _ => None,
    };
    let read: Option<Vec<(String, u128)>> = pairs.iter().map(read).collect();
    read.filter(|_| rest.is_empty()).unwrap_or_default()
}

/// Splits a line in which moves stand anywhere.
fn items(text: &str) -> Vec<Item> {
    let text = text.replace("->", "-").replace('\u{2192}', "-");
    let text: String = text.chars().map(plain).collect();
    let mut items: Vec<Item> = Vec::new();
    // The first of two squares.
    let mut square: Option<String> = None;
    let split = |c: char| c.is_whitespace() || "\"{}[]()|;:/".contains(c) || !c.is_ascii() && !c.is_alphanumeric();
    for word in text.split(split) {
        for word in parts(word) {
            let trimmed = word.trim_start_matches(['-', '\'']).trim_end_matches([',', '=', '-', '.', '\'']);
            let lower = if trimmed.bytes().any(|byte| byte.is_ascii_lowercase()) {
                trimmed.to_owned()
            } else {
                trimmed.to_ascii_lowercase()
            };
            if trimmed.is_empty() {
                continue;
            }
            if is_square(trimmed) {
                match square.take() {
                    None => square = Some(lower),
                    Some(from) => items.push(Item::Move(from + &lower)),
                }
                continue;
            }
            items.extend(square.take().map(Item::Short));
            // `1.` is the number of a line, and `-1` no count.
            let count = number(word.trim_end_matches(',')).filter(|_| !word.ends_with('.'));
            items.push(match count {
                Some(count) => Item::Count(count),
                None if is_squares(&lower) => Item::Move(lower),
                None if is_castling(trimmed) => Item::Move(trimmed.to_owned()),
                None if looks_like_move(trimmed) => Item::Short(trimmed.to_owned()),
                None => Item::Word(trimmed.to_owned()),
            });
        }
    }
    items.extend(square.map(Item::Short));
    items
}

/// The parts of a word that commas or a sign divide, such as `e2e4,20` and `e2e4=20`; not those of a number or of a move.
fn parts(word: &str) -> Vec<&str> {
    let bare = word.trim_end_matches(',');
    if let Some((mv, count)) = bare.split_once(['=', ',']).filter(|(_, count)| number(count).is_some()) {
        return if number(bare).is_some() { vec![word] } else { vec![mv, count] };
    }
    if bare.split(',').all(is_squares) { vec![word] } else { bare.split(',').collect() }
}

/// The letter for a figurine.
fn plain(sign: char) -> char {
    const FIGURINES: [char; 6] = ['K', 'Q', 'R', 'B', 'N', ' '];
    match sign {
        '\u{2654}'..='\u{265f}' => FIGURINES[(sign as usize - 0x2654) % 6],
        _ => sign,
    }
}

/// A count, perhaps with separators.
fn number(text: &str) -> Option<u128> {
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
fn is_square(text: &str) -> bool {
    let Some((file, rank)) = text.split_at_checked(1) else { return false };
    file.starts_with(|file: char| ('a'..='l').contains(&file)) && matches!(rank.parse(), Ok(0..=10u8))
}

/// Whether a text is a move in coordinates, which has two squares: `e2e4`, `e2-e4`, `e7e8q`, `Ng1xf3`.
fn is_squares(text: &str) -> bool {
    let bytes = text.as_bytes();
    let squares = bytes.windows(2).filter(|pair| (b'a'..=b'l').contains(&pair[0]) && pair[1].is_ascii_digit()).count();
    squares >= 2 && looks_like_move(text)
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
fn looks_like_move(text: &str) -> bool {
    let bytes = text.as_bytes();
    let square = bytes.windows(2).any(|pair| (b'a'..=b'l').contains(&pair[0]) && pair[1].is_ascii_digit());
    let start = bytes.first().is_some_and(|byte| byte.is_ascii_uppercase() || matches!(byte, b'a'..=b'l' | b'0'));
    let signs = text.chars().all(|c| c.is_ascii_alphanumeric() || "-=+#,:.@x! ".contains(c));
    start && signs && square || is_castling(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str, nodes: u128) -> Line {
        Line::Moves(vec![(text.to_owned(), nodes)])
    }

    #[test]
    fn lines_with_moves() {
        for (text, expected) in [
            ("e2e4: 20", mv("e2e4", 20)),
            ("e2e4:20", mv("e2e4", 20)),
            ("  e2e4 20", mv("e2e4", 20)),
            ("1. e2e4 - 20", mv("e2e4", 20)),
            (" 12) i7i8c = 1,234", mv("i7i8c", 1234)),
            ("| Nb1-a3 | 784 |", mv("Nb1-a3", 784)),
            ("Nb1-a3 784 1568", mv("Nb1-a3", 784)),
            ("O-O-O: 12", mv("O-O-O", 12)),
            ("O - O 12", mv("O - O", 12)),
            ("H-H+ 12", mv("H-H+", 12)),
            ("O-O:i1g1: 5", mv("O-O:i1g1", 5)),
            ("e1i1,j1g1: 5", mv("e1i1,j1g1", 5)),
            ("e8=Q:Nc3 5", mv("e8=Q:Nc3", 5)),
            ("e4: 30", mv("e4", 30)),
            ("a8a9 => 18446744073709551616", mv("a8a9", 1 << 64)),
        ] {
            assert_eq!(line(text), expected, "{text}");
        }
    }

    /// Forms that programs print, tutorials among them.
    #[test]
    fn lines_in_other_forms() {
        for (text, expected) in [
            ("move 1 : e2e4 : 20", mv("e2e4", 20)),
            ("     move: e2e4   nodes: 20", mv("e2e4", 20)),
            ("E2E4: 20", mv("e2e4", 20)),
            ("e2e4,20", mv("e2e4", 20)),
            ("e2e4,1,234", mv("e2e4", 1234)),
            ("e2e4;20;0.01", mv("e2e4", 20)),
            ("\"e2e4\": 20,", mv("e2e4", 20)),
            ("{\"move\": \"e2e4\", \"nodes\": 20}", mv("e2e4", 20)),
            ("e2e4=20", mv("e2e4", 20)),
            ("20 e2e4", mv("e2e4", 20)),
            ("- e2e4: 20", mv("e2e4", 20)),
            ("[1/20] e2e4 20", mv("e2e4", 20)),
            ("1 e2e4 20", mv("e2e4", 20)),
            ("e2 e4: 20", mv("e2e4", 20)),
            ("e2->e4: 20", mv("e2-e4", 20)),
            ("(e2)->(e4): 20", mv("e2e4", 20)),
            ("e2e4 (e4): 20", mv("e2e4", 20)),
            ("e2e4 nodes 20 time 3", mv("e2e4", 20)),
            ("\u{1b}[32me2e4\u{1b}[0m: 20", mv("e2e4", 20)),
            ("[INFO] 12:03:04 e2e4: 20", mv("e2e4", 20)),
            ("\u{2502} e2e4 \u{2502} 20 \u{2502}", mv("e2e4", 20)),
            ("info string e2e4: 20", mv("e2e4", 20)),
            ("e2e4: 1.234", mv("e2e4", 1234)),
            ("e2e4: 1\u{202f}234", mv("e2e4", 1234)),
            ("1 Nf3 20", mv("Nf3", 20)),
            ("\u{2658}f3: 20", mv("Nf3", 20)),
            ("a7a8(q): 1", mv("a7a8 q", 1)),
            ("a7a8/q: 1", mv("a7a8 q", 1)),
            ("a7a8 queen: 1", mv("a7a8 queen", 1)),
            ("d5e6 e.p.: 1", mv("d5e6 e.p", 1)),
            ("e1g1 (castle): 1", mv("e1g1 castle", 1)),
            ("OO: 1", mv("OO", 1)),
            ("o-o: 1", mv("o-o", 1)),
        ] {
            assert_eq!(line(text), expected, "{text}");
        }
        let two = Line::Moves(vec![("a2a3".to_owned(), 1), ("a2a4".to_owned(), 2)]);
        for text in
            ["a2a3: 1   a2a4: 2", "a2a3: 1, a2a4: 2", "{\"a2a3\": 1, \"a2a4\": 2}", "[['a2a3', 1], ['a2a4', 2]]"]
        {
            assert_eq!(line(text), two, "{text}");
        }
    }

    /// A number alone is a total only if nothing else says one.
    #[test]
    fn numbers_that_may_be_totals() {
        for text in ["400", "2 400", "2: 400", "D2 400", "info nodes 400", "2\t400\t0.01"] {
            assert_eq!(line(text), Line::Bare(400), "{text}");
            assert_eq!(answer(text).unwrap().total, Some(400), "{text}");
        }
        assert_eq!(answer("a2a3: 19\n20").unwrap().total, None);
        assert_eq!(answer("a2a3: 20\n20").unwrap().total, Some(20));
        for footer in ["Total time: 3", "Total time (ms) : 3", "Total captures: 3", "Total moves: 6", "Nodes/second: 3"]
        {
            assert_eq!(answer(&format!("Nodes: 6\n{footer}")).unwrap().total, Some(6), "{footer}");
            assert_eq!(answer(&format!("a2a3: 38\n{footer}")).unwrap().total, None, "{footer}");
        }
    }

    /// What stands where moves do is not dropped.
    #[test]
    fn lines_that_should_be_moves() {
        for text in ["a1`2", "@1b2", "0000", "(none)", "<e2"] {
            let found = answer(&format!("a2a3: 1\n{text}: 1")).unwrap();
            assert_eq!((found.moves.len(), &found.unread[..]), (1, &[(text.to_owned(), 1)][..]), "{text}");
        }
        assert_eq!(answer("a2a3: 1\nfoo: 1\na2a4: 1").unwrap().unread, [("foo".to_owned(), 1)]);
        for text in ["a2a3: 1\nfoo: 1", "a2a3: 1\nTime (ms): 1", "version 1.0: 3\na2a3: 1", "a2a3: 1\nhits: 3\na2a4: 1"]
        {
            assert_eq!(answer(text).unwrap().unread, [], "{text}");
        }
        assert_eq!(answer("a2a3: 1\ne7e5: -1").unwrap().moves.len(), 1);
    }

    #[test]
    fn lines_with_totals() {
        for text in [
            "Nodes searched: 400",
            "nodes: 400",
            "Total: 400",
            "total 400",
            "perft 2: 400",
            "perft(2) = 400",
            "Perft 2 nodes: 400 time: 5",
            "Nodes: 400, time: 12 ms",
            "2   400  0.01  9.5nps",
            "400 nodes",
            "400 nodes in 0.01s",
            "400 leaf nodes",
            "depth 2: 400",
            "Depth 2 nodes 400 time 0.01",
            "result: 400",
            "count = 400",
            "Number of leaf nodes at depth 2: 400",
            "Raw nodes for depth 2: 400",
            "Test Complete : 400 nodes visited",
            "{\"nodes\": 400}",
            "info string nodes 400",
            "Total: 400 nodes, 0.002 s, 1234 nps",
            "Nodes: 400, Captures: 0, E.p.: 0",
        ] {
            assert_eq!(line(text), Line::Total(400), "{text}");
        }
    }

    #[test]
    fn other_lines() {
        for text in [
            "",
            "info depth 1 nodes 20",
            "# e2e4 20",
            "bestmove e2e4 ponder e7e5",
            "Nodes/second: 100",
            "nodes per second: 100",
            "time5: 3",
            "move e2e4",
            "e2e4",
            "e2e4: fast",
            "20 moves",
            "Illegal move: e2e4 20",
            "Time: 12 ms",
            "e2e4 0.5",
        ] {
            assert_eq!(line(text), Line::Other, "{text}");
        }
        for text in ["go perft 3", "> go perft 3", "position fen 4k3/8/8/8/8/8/8/K7 w - - 0 1", "divide 3", "pong 1"] {
            assert!(matches!(line(text), Line::Unread(..)) && !is_total(text), "{text}");
            assert_eq!(answer(&format!("{text}\na2a3: 1\n{text}")).unwrap().unread, [], "{text}");
        }
    }

    fn answer(text: &str) -> Option<Divide> {
        parse(&text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn the_last_divide_counts() {
        let found = answer("Na3 1 1\n1 1 0.00 1nps\nNa3 20 20\nNc3 22 42\n2 42 0.01 9nps\npong 1").unwrap();
        assert_eq!(
            found,
            Divide { moves: vec![("Na3".into(), 20), ("Nc3".into(), 22)], total: Some(42), unread: vec![] }
        );
        assert_eq!(found.sum(), 42);
    }

    #[test]
    fn moves_that_cannot_be_read() {
        let first = |text: &str| {
            let found = answer(text).unwrap();
            (found.total, found.unread.first().map(|(text, _)| text.clone()))
        };
        let found = first("depth: 1\n<12><28>: 1\n<11><27>: 1\nNodes searched: 3\ntime: 5");
        assert_eq!(found, (Some(3), None), "the words do not add up");
        let found = first("<12><28>: 3\n<11><27>: 1\nNodes searched: 4");
        assert_eq!(found, (Some(4), Some("<12><28>".to_owned())));
        assert_eq!(first("time: 4\nNodes searched: 4"), (Some(4), None));
    }

    #[test]
    fn of_two_totals_the_one_that_fits() {
        assert_eq!(answer("a2a3: 20\nb2b3: 20\nnodes: 40\ntotal moves: 2").unwrap().total, Some(40));
        assert_eq!(answer("a2a3: 20\nNodes searched: 21").unwrap().total, Some(21));
        assert_eq!(answer("Nodes searched: 21").unwrap(), Divide { total: Some(21), ..Divide::default() });
        assert_eq!(answer("hello\nworld"), None);
    }
}
