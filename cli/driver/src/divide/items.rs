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
