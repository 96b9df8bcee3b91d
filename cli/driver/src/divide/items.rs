//! Moves and counts in lines of other forms: tables, JSON, the output of tutorials.

use super::texts::{TOTALS, is_castling, is_square, is_squares, looks_like_move, number};

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
pub(super) fn pairs(text: &str) -> Vec<(String, u128)> {
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
        // The word before the count that comes next.
        let mut label = String::new();
        for next in &items[at..] {
            match next {
                Item::Count(nodes) if !is_label(&label) => {
                    found.push((mv, *nodes));
                    break;
                }
                Item::Move(_) => break,
                Item::Word(word) => {
                    label = word.to_ascii_lowercase();
                    if !TOTALS.contains(&label.as_str()) && !is_label(&label) {
                        mv += &format!(" {word}");
                    }
                }
                Item::Count(_) | Item::Short(_) => label.clear(),
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

/// Whether the number behind this word is not the count of a move.
fn is_label(word: &str) -> bool {
    ["depth", "eval", "ms", "nps", "ply", "score", "time"].contains(&word)
}

/// The move of a line that has one, and no count: the count may stand in the next line.
pub(super) fn lone_move(text: &str) -> Option<String> {
    let items = items(text);
    let mut moves = items.iter().filter_map(|item| match item {
        Item::Move(mv) => Some(mv.clone()),
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
    let is_count = |text: &str| number(text).is_some();
    match bare.split_once(['=', ',', '/']) {
        // `1,234`, `1/20`: which of them it is.
        Some((before, _)) if is_count(bare) || bare.contains('/') && is_count(before) => vec![word],
        Some((before, after)) if is_count(after) => vec![before, after],
        Some(_) if bare.contains(',') && bare.split(',').all(is_squares) => vec![word],
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
