//! Divides as other programs print them: a count for each first move, and a total.

mod items;
mod texts;

use campione_notation::moves;

use self::items::{lone_move, pairs};
use self::texts::{LABELS, TOTALS, is_square, is_squares, looks_like_move, number};

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

/// Parses the last divide in the output of a program. A program that counts smaller depths first prints several, each
/// ended by its total.
pub fn parse(lines: &[String]) -> Option<Divide> {
    let (mut moves, mut totals, mut bare) = (Vec::new(), Vec::new(), None);
    // With the number of moves before each.
    let mut unread: Vec<(usize, (String, u128))> = Vec::new();
    for said in lines_with_counts_below(lines) {
        match said {
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

/// The meaning of each line. If each move without a count has a number in the next line, that is its count.
fn lines_with_counts_below(lines: &[String]) -> Vec<Line> {
    let mut said: Vec<Line> = lines.iter().map(|text| line(text)).collect();
    let is_other = |said: &Line| *said == Line::Other;
    let lone = lines.iter().zip(&said).map(|(text, said)| lone_move(text).filter(|_| is_other(said)));
    let lone: Vec<(usize, String)> = lone.enumerate().filter_map(|(at, mv)| Some((at, mv?))).collect();
    // A move alone may be the one that led to the position, above a total.
    let several = lone.len() > 1;
    let below = |at: usize| match said.get(at + 1) {
        Some(Line::Total(nodes)) if several => Some(*nodes),
        Some(Line::Bare(nodes)) => Some(*nodes),
        _ => None,
    };
    let counts: Option<Vec<u128>> = lone.iter().map(|&(at, _)| below(at)).collect();
    for ((at, mv), nodes) in lone.into_iter().zip(counts.unwrap_or_default()) {
        (said[at], said[at + 1]) = (Line::Moves(vec![(mv, nodes)]), Line::Other);
    }
    said
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
    let pairs = pairs(text);
    // Other text may have something like a move in it, but does not end with its count.
    let pairs = if said && !text.ends_with(|c: char| c.is_ascii_digit()) { Vec::new() } else { pairs };
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
    let lower = lower.trim_start_matches(['"', '\'', '{', ' ']);
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

#[cfg(test)]
mod tests;
