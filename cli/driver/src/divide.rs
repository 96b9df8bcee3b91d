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
    /// If no move can be read, but several other words have counts that add up to the total: the first of these words.
    pub unreadable: Option<String>,
}

impl Divide {
    /// The sum of the counts.
    pub fn sum(&self) -> u128 {
        self.moves.iter().map(|&(_, nodes)| nodes).fold(0, u128::saturating_add)
    }
}

/// The meaning of a line of a divide.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Line {
    /// A move and the count after it.
    Move(String, u128),
    /// The count of all moves.
    Total(u128),
    /// Nothing about counts.
    Other,
}

/// The beginnings of lines that are neither moves nor totals, even if they contain numbers.
const OTHER: &[&str] = &["info", "#", "option", "id ", "feature", "bestmove", "error", "tell", "illegal"];

/// The beginnings of lines with a total.
const TOTALS: &[&str] =
    &["nodes searched", "total nodes", "leaf nodes", "nodes", "total", "leaves", "perft", "sum", "positions"];

/// Parses the last divide in the output of a program. A program that counts smaller depths first prints several, each
/// ended by its total.
pub fn parse(lines: &[String]) -> Option<Divide> {
    let (mut moves, mut totals) = (Vec::new(), Vec::new());
    let mut others: Vec<(String, u128)> = Vec::new();
    for text in lines {
        match line(text) {
            Line::Move(mv, nodes) => {
                if !totals.is_empty() {
                    moves.clear();
                    totals.clear();
                }
                moves.push((mv, nodes));
            }
            Line::Total(nodes) => totals.push(nodes),
            Line::Other => others.extend(word_and_count(text)),
        }
    }
    let words = others.iter().map(|&(_, nodes)| nodes).fold(0, u128::saturating_add);
    let unreadable = moves.is_empty() && others.len() > 1 && totals.contains(&words);
    let unreadable = others.into_iter().next().filter(|_| unreadable).map(|(word, _)| word);
    let answer = Divide { moves, total: None, unreadable };
    // Some programs print the number of moves and the count: the total is the one that equals the sum.
    let total = totals.iter().copied().find(|&total| total == answer.sum()).or_else(|| totals.last().copied());
    (total.is_some() || !answer.moves.is_empty()).then_some(Divide { total, ..answer })
}

/// Parses one line: `e2e4: 20`, `e2e4 20`, `1. e2e4 - 20`, `Nb1-a3 20 20`; `Nodes searched: 400`, `perft 2 = 400`.
fn line(text: &str) -> Line {
    let text = text.trim().trim_matches('|').trim();
    let lower = text.to_ascii_lowercase();
    if OTHER.iter().any(|&other| lower.starts_with(other)) {
        return Line::Other;
    }
    if let Some(total) = total(&lower) {
        return Line::Total(total);
    }
    move_and_count(text).unwrap_or(Line::Other)
}

/// A word that cannot be read as a move, and a count: `(e2)->(e4): 20`.
fn word_and_count(text: &str) -> Option<(String, u128)> {
    let (word, count) = text.trim().rsplit_once([' ', ':', '='])?;
    let word = word.trim_end_matches([' ', ':', '=', '-']);
    Some((word.to_owned(), number(count).filter(|_| !word.is_empty())?))
}

/// Whether a line is a total: `Nodes searched: 400`.
pub(crate) fn is_total(text: &str) -> bool {
    matches!(line(text), Line::Total(_))
}

fn total(lower: &str) -> Option<u128> {
    let words: Vec<&str> = lower.split_whitespace().collect();
    // Sjaak prints depth, count, time and speed.
    if let [depth, nodes, _, .., speed] = words[..]
        && speed.ends_with("nps")
        && depth.parse::<u32>().is_ok()
    {
        return number(nodes);
    }
    let key = TOTALS.iter().find(|&&key| lower.starts_with(key))?;
    let rest = &lower[key.len()..];
    if !rest.starts_with([' ', ':', '=', '(', '\t']) || rest.contains("/s") || rest.contains("sec") {
        return None;
    }
    let mut numbers = rest.split(|c: char| c.is_whitespace() || ":=()".contains(c)).filter_map(number);
    let first = numbers.next()?;
    // After `perft` the depth comes before the count.
    Some(if *key == "perft" { numbers.next().unwrap_or(first) } else { first })
}

fn move_and_count(text: &str) -> Option<Line> {
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
        return Some(Line::Move(mv.to_owned(), nodes));
    }
    let mv = first.trim_end_matches([':', '=']).trim_end();
    let mut second = words.next()?;
    if matches!(second, ":" | "-" | "=" | "->" | "=>") {
        second = words.next()?;
    }
    let nodes = number(second.trim_start_matches([':', '=']))?;
    looks_like_move(mv).then(|| Line::Move(mv.to_owned(), nodes))
}

/// A count, perhaps with separators.
fn number(text: &str) -> Option<u128> {
    let digits: String = text.trim_end_matches('.').chars().filter(|c| !",_'".contains(*c)).collect();
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok())?
}

/// Whether a text may be a move: it has a square in it, or is a castling.
fn looks_like_move(text: &str) -> bool {
    let bytes = text.as_bytes();
    let square = bytes.windows(2).any(|pair| (b'a'..=b'l').contains(&pair[0]) && pair[1].is_ascii_digit());
    let castling = matches!(*bytes, [first, .., last] if first == last || last == b'+' || last == b'#')
        && text.contains('-')
        && text.chars().all(|c| c == char::from(bytes[0]) || "-+# ".contains(c));
    let start = bytes.first().is_some_and(|byte| byte.is_ascii_uppercase() || matches!(byte, b'a'..=b'l' | b'0'));
    let signs = text.chars().all(|c| c.is_ascii_alphanumeric() || "-=+#,:.@x! ".contains(c));
    start && signs && (square || castling)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str, nodes: u128) -> Line {
        Line::Move(text.to_owned(), nodes)
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
    }

    fn answer(text: &str) -> Option<Divide> {
        parse(&text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn the_last_divide_counts() {
        let found = answer("Na3 1 1\n1 1 0.00 1nps\nNa3 20 20\nNc3 22 42\n2 42 0.01 9nps\npong 1").unwrap();
        assert_eq!(
            found,
            Divide { moves: vec![("Na3".into(), 20), ("Nc3".into(), 22)], total: Some(42), unreadable: None }
        );
        assert_eq!(found.sum(), 42);
    }

    #[test]
    fn moves_that_cannot_be_read() {
        let found = answer("depth: 1\n(e2)->(e4): 1\n(d2)->(d4): 1\nNodes searched: 2\ntime: 5").unwrap();
        assert_eq!((found.total, found.unreadable), (Some(2), None), "the words do not add up");
        let found = answer("(e2)->(e4): 3\n(d2)->(d4): 1\nNodes searched: 4").unwrap();
        assert_eq!((found.total, found.unreadable.as_deref()), (Some(4), Some("(e2)->(e4)")));
        assert_eq!(answer("time: 4\nNodes searched: 4").unwrap().unreadable, None);
    }

    #[test]
    fn of_two_totals_the_one_that_fits() {
        assert_eq!(answer("a2a3: 20\nb2b3: 20\nnodes: 40\ntotal moves: 2").unwrap().total, Some(40));
        assert_eq!(answer("a2a3: 20\nNodes searched: 21").unwrap().total, Some(21));
        assert_eq!(answer("Nodes searched: 21").unwrap(), Divide { total: Some(21), ..Divide::default() });
        assert_eq!(answer("hello\nworld"), None);
    }
}
