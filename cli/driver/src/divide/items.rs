//! Moves and counts in lines of other forms: tables, JSON, the output of tutorials.

use super::texts::{LABELS, TOTALS, is_square, is_squares, looks_like_move, number};

/// A part of a line in which moves stand anywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Item {
    Move(String),
    /// A square, or a move in short notation, castlings among them.
    Short(String),
    Count(u128),
    Word(String),
}

/// All moves with counts in a line that has them in another form: `"e2e4": 20,`, `move 1 : e2e4 : 20`, `e2e4,20`.
pub(super) fn pairs(text: &str) -> Vec<(String, u128)> {
    // Lines with a position, or with the moves of a search.
    if text.matches('/').count() > 3 || text.split_whitespace().any(|word| word == "pv") {
        return Vec::new();
    }
    let items = items(text);
    if let [Item::Count(nodes), Item::Move(mv) | Item::Short(mv)] = &items[..] {
        return vec![(mv.clone(), *nodes)];
    }
    let moves = |short: bool| {
        let is_move = |item: &Item| matches!(item, Item::Move(_)) || short && matches!(item, Item::Short(_));
        items.iter().enumerate().filter(|(_, item)| is_move(item)).map(|(at, _)| at).collect::<Vec<usize>>()
    };
    // Beside coordinates a short move says the same again: `e2e4 (e4): 20`.
    let at = Some(moves(false)).filter(|moves| !moves.is_empty()).unwrap_or_else(|| moves(true));
    let Some(&first) = at.first() else { return Vec::new() };
    // Words of other text may look like short moves.
    let is_short = matches!(items[first], Item::Short(_));
    let is_usual = |word: &str| {
        TOTALS.contains(&word)
            || matches!(word, "move" | "moves" | "divide")
            || word.starts_with(|c: char| c.is_ascii_digit())
    };
    if is_short && items.iter().any(|item| matches!(item, Item::Word(word) if !is_usual(&word.to_ascii_lowercase()))) {
        return Vec::new();
    }
    // JSON with the count first: which count belongs to which move is not certain.
    if at.len() > 1
        && let [.., Item::Word(label), Item::Count(_), Item::Word(_)] = &items[..first]
        && label != "depth"
    {
        return Vec::new();
    }
    let ends = at.iter().skip(1).copied().chain([items.len()]);
    let counted = at.iter().zip(ends).filter_map(|(&at, end)| {
        let (Item::Move(mv) | Item::Short(mv)) = &items[at] else { return None };
        let behind = &items[at + 1..end];
        let nodes = count(behind)?;
        // `a7a8 q`, `a7a8 queen`, `e1g1 castle`
        let mark = match behind.first() {
            Some(Item::Word(word)) if !TOTALS.contains(&word.as_str()) && !is_label(word) => format!("{mv} {word}"),
            _ => mv.clone(),
        };
        Some((mark, nodes))
    });
    counted.collect()
}

/// The count among the items behind a move: the one that a word names, or the first that is not named otherwise.
fn count(items: &[Item]) -> Option<u128> {
    let numbers = items.iter().enumerate().filter_map(|(at, item)| match item {
        Item::Count(nodes) => Some((at, *nodes)),
        _ => None,
    });
    let word = |at: Option<usize>| match at.and_then(|at| items.get(at)) {
        Some(Item::Word(word)) => word.to_ascii_lowercase(),
        _ => String::new(),
    };
    // `0 ms 20`: the unit is that of the number before it.
    let is_unit = |at: usize| at.checked_sub(2).is_some_and(|at| matches!(items[at], Item::Count(_)));
    let before = |at: usize| if is_unit(at) { String::new() } else { word(at.checked_sub(1)) };
    let mut named = numbers.clone().filter(|&(at, _)| matches!(before(at).as_str(), "nodes" | "count" | "perft"));
    let is_other = |at: usize| is_label(&before(at)) || matches!(word(Some(at + 1)).as_str(), "ms" | "s" | "sec" | "%");
    named.next().or_else(|| numbers.clone().find(|&(at, _)| !is_other(at))).map(|(_, nodes)| nodes)
}

/// Whether the number behind this word is not the count of a move.
fn is_label(word: &str) -> bool {
    word == "id"
        || word == "depth"
        || LABELS.iter().any(|&label| word.starts_with(label)) && word != "castle" && word != "e.p"
}

/// The move of a line that has one, and no count: the count may stand in the next line.
pub(super) fn lone_move(text: &str) -> Option<String> {
    let items = items(text);
    let mut moves = items.iter().filter_map(|item| match item {
        Item::Move(mv) | Item::Short(mv) => Some(mv.clone()),
        _ => None,
    });
    let mv = moves.next()?;
    let is_alone = moves.next().is_none() && items.len() <= 2;
    (is_alone && !items.iter().any(|item| matches!(item, Item::Count(_)))).then_some(mv)
}

/// Splits a line in which moves stand anywhere.
fn items(text: &str) -> Vec<Item> {
    let text = text.replace("->", "-").replace('\u{2192}', "-").replace("..", " ");
    let text: String = text.chars().map(plain).collect();
    let mut items: Vec<Item> = Vec::new();
    // The first of two squares.
    let mut square: Option<String> = None;
    let split = |c: char| c.is_whitespace() || "\"{}[]()|;:".contains(c) || !c.is_ascii() && !c.is_alphanumeric();
    for word in text.split(split) {
        for word in parts(word) {
            // `from e2 to e4`
            if word == "to" && square.is_some() {
                continue;
            }
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
    let is_count = |text: &str| number(text).is_some();
    if let Some((before, count)) = bare.rsplit_once('=').filter(|(_, count)| is_count(count)) {
        return vec![before, count];
    }
    match bare.split_once(['=', ',', '/']) {
        // `1,234`, `1/20`: which of them it is.
        Some((before, _)) if is_count(bare) || bare.contains('/') && is_count(before) => vec![word],
        Some(_) if bare.contains(',') && is_squares(bare) => vec![word],
        Some(_) if bare.contains([',', '/']) => bare.split([',', '/']).collect(),
        Some((before, after)) if is_squares(after) => vec![before, after],
        _ => vec![word],
    }
}

/// The letter for a figurine.
fn plain(sign: char) -> char {
    const FIGURINES: [char; 6] = ['K', 'Q', 'R', 'B', 'N', ' '];
    match sign {
        '\u{2654}'..='\u{265f}' => FIGURINES[(sign as usize - 0x2654) % 6],
        _ => sign,
    }
}
