//! Divides as other programs print them: a count for each first move, and a total.

mod items;
mod texts;

use campione_notation::moves;

use self::items::{lone_move, pairs};
use self::texts::{BEGINNINGS, LABELS, TOTALS, has_square, is_square, is_squares, looks_like_move, number};

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
    /// Texts with a count that stand where moves do, but cannot be read as moves: between them, or such as a move to a square
    /// that is not on the board. None if the moves add up to the total; if no move can be read, all texts, if they do.
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
    /// Perhaps the count of all moves, in another form, with its depth if that is said.
    Perhaps(Option<u128>, u128),
    /// A text that cannot be read as a move, and a count.
    Unread(String, u128),
    /// Nothing about counts.
    Other,
}

/// Which forms of lines are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Forms {
    /// Those that engines print for a divide.
    Usual,
    /// Those of tutorials, tables and JSON too. Text about other things may look like them, so that they are read only where the
    /// usual ones do not make a divide.
    All,
}

/// The beginnings of lines that are neither moves nor totals, even if they contain numbers.
const OTHER: &[&str] = &["info", "#", "option", "id ", "feature", "bestmove", "error", "tell", "illegal"];

/// Parses the last divide in the output of a program. A program that counts smaller depths first prints several, each
/// ended by its total.
pub fn parse(lines: &[String]) -> Option<Divide> {
    let usual = read(lines, Forms::Usual);
    if !usual.moves.is_empty() && usual.total == Some(usual.sum()) {
        return Some(usual);
    }
    let all = read(lines, Forms::All);
    let is_whole = all.total.is_none_or(|total| total == all.sum().saturating_add(sum(&all.unread)));
    let found = if all.moves.len() > usual.moves.len() && is_whole {
        all
    } else if !usual.moves.is_empty() || usual.total.is_some() {
        usual
    } else {
        // Moves that do not add up to the total are not all.
        Divide { moves: Vec::new(), total: all.total, unread: all.moves }
    };
    (found.total.is_some() || !found.moves.is_empty()).then_some(found)
}

/// The moves of a divide, its totals, and texts that cannot be read, with the number of moves before each.
#[derive(Clone, Default)]
struct Block {
    moves: Vec<(String, u128)>,
    totals: Vec<u128>,
    unread: Vec<(usize, (String, u128))>,
}

/// Reads the last divide in some forms.
fn read(lines: &[String], forms: Forms) -> Divide {
    let mut block = Block::default();
    let mut whole: Option<Block> = None;
    let mut perhaps: Vec<(Option<u128>, u128)> = Vec::new();
    for said in meanings(lines, forms) {
        match said {
            Line::Moves(found) => {
                if !block.totals.is_empty() {
                    let is_whole = block.totals.contains(&sum(&block.moves));
                    whole = Some(std::mem::take(&mut block)).filter(|_| is_whole).or(whole);
                }
                block.moves.extend(found);
            }
            Line::Total(nodes) => block.totals.push(nodes),
            Line::Perhaps(depth, nodes) => perhaps.push((depth, nodes)),
            Line::Unread(word, nodes) => block.unread.push((block.moves.len(), (word, nodes))),
            Line::Other => {}
        }
    }
    // What looks like a move below a whole divide, without a total of its own, is none.
    if block.totals.is_empty()
        && let Some(whole) = whole
    {
        block = whole;
    }
    let Block { moves, totals, unread } = block;
    let (all, listed) = (moves.len(), sum(&moves));
    let mut unread: Vec<(String, u128)> = if all == 0 {
        unread.into_iter().map(|(_, other)| other).collect()
    } else {
        let stands_for_a_move =
            |(before, (word, _)): &(usize, (String, u128))| (1..all).contains(before) || is_like_a_move(word);
        unread.into_iter().filter(stands_for_a_move).map(|(_, other)| other).collect()
    };
    let with_unread = listed.saturating_add(sum(&unread));
    let fits = |&total: &u128| total == listed || total == with_unread;
    // Some programs print the number of moves and the count: the total is the one that equals the sum.
    let total = totals.iter().copied().find(fits).or_else(|| totals.last().copied());
    let total = total.or_else(|| perhaps_total(&perhaps).filter(|total| all == 0 || fits(total)));
    if all == 0 && (unread.len() < 2 || total != Some(with_unread)) || total == Some(listed) {
        unread.clear();
    }
    Divide { moves, total, unread }
}

/// The total that some lines may say: the last if their depths rise, or the only one.
fn perhaps_total(lines: &[(Option<u128>, u128)]) -> Option<u128> {
    let &(_, last) = lines.last()?;
    let rises = lines.iter().all(|(depth, _)| depth.is_some()) && lines.is_sorted_by(|a, b| a.0 < b.0);
    (rises || lines.iter().all(|&(_, nodes)| nodes == last)).then_some(last)
}

/// Whether a text may be meant as a move, such as one to a square that is not on the board.
pub(crate) fn is_like_a_move(text: &str) -> bool {
    !text.contains(' ') && has_square(text) || matches!(text, "0000" | "(none)" | "none" | "null")
}

/// The meaning of each line. If each move without a count has a number in the next line, that is its count.
fn meanings(lines: &[String], forms: Forms) -> Vec<Line> {
    let mut said: Vec<Line> = lines.iter().map(|text| line(text, forms)).collect();
    if forms == Forms::Usual {
        return said;
    }
    let lone = lines.iter().zip(&said).map(|(text, said)| {
        let may_have_one = *said == Line::Other && !is_about_others(&text.trim().to_ascii_lowercase());
        lone_move(text).filter(|_| may_have_one)
    });
    let lone: Vec<(usize, String)> = lone.enumerate().filter_map(|(at, mv)| Some((at, mv?))).collect();
    let below = |at: usize| match said.get(at + 1) {
        Some(&(Line::Total(nodes) | Line::Perhaps(_, nodes))) => Some(nodes),
        _ => None,
    };
    let counts: Option<Vec<u128>> = lone.iter().map(|&(at, _)| below(at)).collect();
    // A move alone may be the one that led to the position.
    if let (Some(counts), 2..) = (counts, lone.len()) {
        for ((at, mv), nodes) in lone.into_iter().zip(counts) {
            (said[at], said[at + 1]) = (Line::Moves(vec![(mv, nodes)]), Line::Other);
        }
    }
    said
}

/// Parses one line: `e2e4: 20`, `e2e4 20`, `1. e2e4 - 20`, `Nb1-a3 20 20`; `Nodes searched: 400`, `perft 2 = 400`.
fn line(text: &str, forms: Forms) -> Line {
    let text = with_plain_thousands(&without_escapes(text));
    let text = text.trim().trim_matches('|').trim();
    let wide = forms == Forms::All;
    // Text for people, in UCI.
    let (text, is_said) =
        text.strip_prefix("info string ").filter(|_| wide).map_or((text, false), |said| (said.trim(), true));
    let lower = text.to_ascii_lowercase();
    if let Some(count) = lower.strip_prefix("info nodes ").filter(|_| wide).and_then(number) {
        return Line::Perhaps(None, count);
    }
    if is_about_others(&lower) {
        return Line::Other;
    }
    let null = lower.strip_prefix("0000").map(|rest| rest.trim_start_matches([':', ' ', '-', '=']));
    if let Some(nodes) = null.and_then(number) {
        return Line::Unread("0000".to_owned(), nodes);
    }
    let mut found = if wide { pairs(text) } else { Vec::new() };
    if is_said && !text.ends_with(|c: char| c.is_ascii_digit()) {
        // It may have something like a move in it, but does not end with its count.
        found.clear();
    }
    if found.len() < 2 {
        if let Some(total) = total(&lower).filter(|_| !is_said) {
            return Line::Total(total);
        }
        found = move_and_count(text).map_or(found, |pair| vec![pair]);
    }
    if !found.is_empty() {
        return Line::Moves(found);
    }
    let total = if wide { other_total(&lower) } else { None };
    total.or_else(|| unread(text, &lower)).unwrap_or(Line::Other)
}

/// Whether a line, in lower case, begins as one that is neither a move nor a total.
fn is_about_others(lower: &str) -> bool {
    OTHER.iter().any(|&other| lower.starts_with(other))
}

/// A text that cannot be read as a move, and a count: `<e2><e4>: 20`.
fn unread(text: &str, lower: &str) -> Option<Line> {
    let (word, count) = text.rsplit_once([' ', ':', '='])?;
    let word = word.trim_end_matches([' ', ':', '=', '-']);
    let nodes = number(count)?;
    let lower = lower.trim_start_matches(['"', '\'', '{', ' ']);
    let is_label = LABELS.iter().chain(TOTALS).chain(BEGINNINGS).any(|&label| lower.starts_with(label));
    (!word.is_empty() && !is_label).then(|| Line::Unread(word.to_owned(), nodes))
}

/// Whether a line is a total: `Nodes searched: 400`.
pub(crate) fn is_total(text: &str) -> bool {
    matches!(line(text, Forms::Usual), Line::Total(_))
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

/// A text in which `_` stands for each no-break space between digits, which separates thousands.
fn with_plain_thousands(text: &str) -> String {
    let mut before = ' ';
    let plain = |c: char| {
        let separates = before.is_ascii_digit() && matches!(c, '\u{a0}' | '\u{202f}');
        before = c;
        if separates { '_' } else { c }
    };
    text.chars().map(plain).collect()
}

/// A total in a usual form.
fn total(lower: &str) -> Option<u128> {
    let words: Vec<&str> = lower.split_whitespace().collect();
    // Sjaak prints depth, count, time and speed.
    if let [depth, nodes, _, .., speed] = words[..]
        && speed.ends_with("nps")
        && depth.parse::<u32>().is_ok()
    {
        return number(nodes);
    }
    let key = BEGINNINGS.iter().find(|&&key| lower.starts_with(key))?;
    let rest = &lower[key.len()..];
    let counts_another_thing = LABELS.iter().any(|&label| rest.trim_start().starts_with(label));
    if !rest.starts_with([' ', ':', '=', '(', '\t'])
        || rest.contains("/s")
        || rest.contains("sec")
        || counts_another_thing
    {
        return None;
    }
    let mut numbers = rest.split(|c: char| c.is_whitespace() || ":=()".contains(c)).filter_map(number);
    let first = numbers.next()?;
    // After `perft` the depth comes before the count.
    Some(if *key == "perft" { numbers.next().unwrap_or(first) } else { first })
}

/// A total in another form, or a number that may be one.
fn other_total(lower: &str) -> Option<Line> {
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
                let named = matches!(next, "nodes" | "leaf" | "leaves") && strange < 3;
                let mut rest = words.skip(usize::from(named));
                let counts_another_thing =
                    rest.next().is_some_and(|next| matches!(next, "per" | "/" | "ms" | "s" | "threads"));
                let alone = strange == 0 && rest.all(|word| word.contains('.'));
                return (!counts_another_thing && (is_total || named || alone)).then_some(Line::Perhaps(depth, count));
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
