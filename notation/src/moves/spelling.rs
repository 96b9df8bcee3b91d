//! Spellings of moves that we read but never write (NOTATION.md, "Spellings"): figurines, dashes, marks of check in
//! words, signs of books.

use super::text::{CheckMark, MoveStyle};

/// A text in the spelling that [`parse`](super::parse) reads, and what was taken off its end.
pub(super) struct Spelled {
    pub(super) text: String,
    pub(super) check: Option<CheckMark>,
    pub(super) glyph: Option<u16>,
}

/// The signs of books after a move, and the glyphs (NAG) that they stand for. A sign stands before those that it ends
/// with.
const SIGNS: [(&str, u16); 45] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("=/∞", 44),
    ("=∞", 44),
    ("⯹", 44),
    ("∞", 13),
    ("~", 13),
    ("=", 10),
    ("⨀", 22),
    ("⊙", 22),
    ("⟳", 32),
    ("↑↑", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("∆", 140),
    ("⌓", 142),
    ("inf", 13),
    ("unclear", 13),
    ("RR", 145),
    ("N", 146),
    ("D", 220),
];

/// Words that mark a check, a mate, or a capture en passant after a move. They need not be true, so all but the marks
/// of check are dropped.
const MARKS: [(&str, Option<CheckMark>); 22] = [
    ("dbl ch", Some(CheckMark::Check)),
    ("dbl.ch", Some(CheckMark::Check)),
    ("dblch", Some(CheckMark::Check)),
    ("dis ch", Some(CheckMark::Check)),
    ("dis.ch", Some(CheckMark::Check)),
    ("disch", Some(CheckMark::Check)),
    ("dbl", None),
    ("dis", None),
    ("ch", Some(CheckMark::Check)),
    ("checkmate", Some(CheckMark::Mate)),
    ("mate", Some(CheckMark::Mate)),
    ("check", Some(CheckMark::Check)),
    ("++", Some(CheckMark::Check)),
    ("+", Some(CheckMark::Check)),
    ("#", Some(CheckMark::Mate)),
    ("†", Some(CheckMark::Check)),
    ("‡", Some(CheckMark::Check)),
    ("(e.p.)", None),
    ("(ep)", None),
    ("e.p.", None),
    ("e.p", None),
    ("ep", None),
];

/// The figurines of pieces whose letters are the same in all variants.
const FIGURINES: [(char, char); 12] = [
    ('♔', 'K'),
    ('♕', 'Q'),
    ('♖', 'R'),
    ('♗', 'B'),
    ('♘', 'N'),
    ('♙', 'P'),
    ('♚', 'K'),
    ('♛', 'Q'),
    ('♜', 'R'),
    ('♝', 'B'),
    ('♞', 'N'),
    ('♟', 'P'),
];

/// The figurines of the compounds of a knight, and how such a piece moves. Its letter is the variant's.
pub(crate) const COMPOUNDS: [(char, &str); 6] =
    [('🩎', "QN"), ('🩏', "RN"), ('🩐', "BN"), ('🩑', "QN"), ('🩒', "RN"), ('🩓', "BN")];

/// Splits the figurine of a compound from the start of a text.
pub(super) fn split_figurine(text: &[u8]) -> Option<(char, &[u8])> {
    COMPOUNDS.iter().find_map(|&(figurine, _)| {
        let rest = text.strip_prefix(figurine.encode_utf8(&mut [0; 4]).as_bytes())?;
        Some((figurine, rest))
    })
}

/// The glyph that a word after a move stands for: `RR` is 145, `+/=` is 14.
pub(crate) fn glyph_of(word: &[u8]) -> Option<u16> {
    let found = |text: &str| SIGNS.iter().find(|(sign, _)| *sign == text).map(|&(_, glyph)| glyph);
    std::str::from_utf8(word).ok().and_then(|text| found(&with_plain_characters(text)))
}

/// Whether a word after a move marks a check, a mate or a capture en passant, and says no more. A `#` alone does not: at
/// the start of a line it may be a remark of another program.
pub(crate) fn is_mark(word: &[u8]) -> bool {
    word != b"#" && MARKS.iter().any(|(mark, _)| mark.as_bytes() == word)
}

/// Takes a text apart into the move as we would write it and what follows it.
pub(super) fn plain_text(text: &str, style: MoveStyle) -> Spelled {
    let characters = with_plain_characters(text);
    let mut rest = characters.trim();
    let (mut check, mut glyph) = (None, None);
    loop {
        // Signs first: `=/+` ends with a mark of check.
        if let Some((shorter, found)) = SIGNS.iter().find_map(|&(sign, found)| Some((without(rest, sign)?, found))) {
            glyph = glyph.or(Some(found));
            rest = shorter;
        } else if let Some((shorter, found)) =
            MARKS.iter().find_map(|&(mark, found)| Some((without(rest, mark)?, found)))
        {
            check = check.or(found);
            rest = shorter;
        } else {
            break;
        }
    }
    Spelled { text: in_our_letters(rest, style), check, glyph }
}

/// The text before a sign at its end, without spaces; `None` if the sign is not there. Letters and `=` may end a move
/// (`e8=`, `exd6ep`), so a sign of letters must follow a space or a digit, and `=` a space.
fn without<'t>(text: &'t str, sign: &str) -> Option<&'t str> {
    let rest = text.strip_suffix(sign)?;
    let before = rest.chars().next_back()?;
    let free = match sign.chars().next()? {
        // No piece becomes another.
        '=' if sign == "=" && before.is_ascii_digit() && !rest.starts_with('P') => rest.starts_with(char::is_uppercase),
        'N' | 'R' | 'D' | '=' | '~' => before == ' ',
        first if first.is_ascii_alphabetic() => before == ' ' || !before.is_ascii_lowercase(),
        _ => true,
    };
    free.then(|| rest.trim_end())
}

/// Replaces figurines, dashes, signs of capture and unusual spaces by plain characters.
fn with_plain_characters(text: &str) -> String {
    let plain = |c: char| match c {
        '×' => Some('x'),
        '\t' => Some(' '),
        // These choose how a figurine is drawn.
        '\u{fe0e}' | '\u{fe0f}' => None,
        c => Some(FIGURINES.iter().find(|(figurine, _)| *figurine == c).map_or(c, |&(_, letter)| letter)),
    };
    text.chars().filter_map(plain_character).filter_map(plain).collect()
}

/// A dash as `-`, a space as ` `, any other character as it is; `None` if it has no width.
pub(crate) fn plain_character(c: char) -> Option<char> {
    match c {
        // Hyphens and dashes from U+2010 to U+2015, and the minus sign.
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        '\u{200b}' | '\u{feff}' => None,
        c if is_unusual_space(c) => Some(' '),
        c => Some(c),
    }
}

/// Removes spaces, and writes letters as we do: castlings and a piece before a space in upper case, files in lower
/// case.
fn in_our_letters(text: &str, style: MoveStyle) -> String {
    let mut bytes: Vec<u8> = text.bytes().collect();
    let piece = bytes.get(1) == Some(&b' ');
    bytes.retain(|&byte| byte != b' ');
    if style.zeros && bytes.starts_with(b"o-o") {
        bytes.iter_mut().filter(|byte| **byte == b'o').for_each(|byte| *byte = b'O');
    } else if piece || matches!(bytes[..], [b'm'..=b'z', b'a'..=b'l' | b'x' | b':' | b'1'..=b'9', ..]) {
        // No file has a letter behind `l`: `nf3`.
        bytes[0].make_ascii_uppercase();
    }
    for index in 1..bytes.len() {
        // A file in upper case: `E4`, `NF3`. No piece is followed by a digit alone, unless that is a part of its origin
        // (`R1d2`); such a text was read before it came here.
        if bytes[index].is_ascii_digit() && matches!(bytes[index - 1], b'A'..=b'L') {
            bytes[index - 1].make_ascii_lowercase();
        }
    }
    // Only ASCII bytes were changed or removed.
    String::from_utf8(bytes).unwrap_or_default()
}

/// The length of a dash at the start of a text; 0 if there is none.
pub(crate) fn dash(text: &[u8]) -> usize {
    match text {
        [b'-', ..] => 1,
        [0xe2, 0x80, 0x90..=0x95, ..] | [0xe2, 0x88, 0x92, ..] => 3,
        _ => 0,
    }
}

/// Whether a character is a space that is no ASCII, or has no width.
pub(crate) fn is_unusual_space(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2000}'..='\u{200b}' | '\u{202f}' | '\u{3000}' | '\u{feff}')
}

/// The number of spaces at the start of a text.
pub(crate) fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| byte == b' ').count()
}

/// The length of a move with spaces at the start of a text: a castling up to its last letter (`O - O`), or a piece
/// before a long move (`P e2-e4`, as Game Courier writes it). `None` for anything else: it ends at the next space.
pub(crate) fn spaced_length(text: &[u8]) -> Option<usize> {
    castling_length(text).or_else(|| piece_length(text))
}

fn castling_length(text: &[u8]) -> Option<usize> {
    let letter = text.first().filter(|letter| letter.is_ascii_uppercase() || matches!(**letter, b'0' | b'o'))?;
    let part = |text: &[u8]| {
        let sign = spaces(text);
        let length = dash(&text[sign..]);
        let after = &text[sign + length..];
        let next = spaces(after);
        (length > 0 && after.get(next) == Some(letter)).then_some(sign + length + next + 1)
    };
    let mut length = 1 + part(&text[1..])?;
    length += part(&text[length..]).unwrap_or(0);
    text[..length].contains(&b' ').then_some(length)
}

fn piece_length(text: &[u8]) -> Option<usize> {
    let [letter, b' ', rest @ ..] = text else { return None };
    if !letter.is_ascii_alphabetic() {
        return None;
    }
    let square = |text: &[u8]| {
        let file = text.first().is_some_and(|byte| matches!(byte, b'a'..=b'l'));
        let digits = text.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
        (file && digits > 0).then_some(1 + digits)
    };
    let from = square(rest)?;
    let sign = match &rest[from..] {
        [b'x' | b':', ..] => 1,
        other => dash(other),
    };
    let to = square(&rest[from + sign..]).filter(|_| sign > 0)?;
    Some(2 + from + sign + to)
}

/// Splits a line of text into its moves, unchanged. A castling with spaces (`O - O - O`) is one move, and so is a piece
/// before a long move (`P e2-e4`). Move numbers are skipped, and after a move its marks (`ch`, `e.p.`) and glyphs
/// (`+/=`, `$1`).
///
/// ```
/// use campione_notation::moves::split;
/// assert_eq!(split("1. e4 O - O 2.Nf3 +/= exd6 e.p. 0-1").collect::<Vec<_>>(), ["e4", "O - O", "Nf3", "exd6", "0-1"]);
/// ```
pub fn split(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    let mut moved = false;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            while let Some(after) = after_number(rest) {
                rest = after.trim_start();
            }
            let to_space = |at: usize| rest[at..].find(char::is_whitespace).map_or(rest.len(), |length| at + length);
            // `O - O:i1g1`, `O - O+`: what follows belongs to the castling.
            let end = to_space(spaced_length(rest.as_bytes()).unwrap_or(0));
            let (word, after) = rest.split_at(end);
            rest = after;
            if word.is_empty() {
                return None;
            }
            if moved && says_nothing_new(word) {
                continue;
            }
            moved = true;
            return Some(word);
        }
    })
}

/// Whether a word after a move is a mark or a glyph.
fn says_nothing_new(word: &str) -> bool {
    let glyph = word.strip_prefix('$').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    let word = word.as_bytes();
    glyph || is_mark(word) || is_mark(word.strip_suffix(b".").unwrap_or(word)) || glyph_of(word).is_some()
}

/// The text after a move number (`12.`, `12...`, or a separate `...`); `None` if the text does not start with one.
fn after_number(text: &str) -> Option<&str> {
    let dots = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = dots.trim_start_matches('.');
    (after.len() < dots.len()).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Vec<&str> {
        split(line).collect()
    }

    #[test]
    fn castlings_with_spaces_are_one_move() {
        assert_eq!(parts("O - O - O O - O"), ["O - O - O", "O - O"]);
        assert_eq!(parts("O-O O-O-O"), ["O-O", "O-O-O"]);
        assert_eq!(parts("H - H - H+ E -E Ef3 - E"), ["H - H - H+", "E -E", "Ef3", "-", "E"]);
        assert_eq!(parts("0 - 0 1-0"), ["0 - 0", "1-0"]);
        assert_eq!(parts("O – O – O o - o"), ["O – O – O", "o - o"]);
        assert_eq!(parts("O - O:i1g1 e5"), ["O - O:i1g1", "e5"]);
        assert_eq!(parts("  e4\te5 \r\n"), ["e4", "e5"]);
        assert_eq!(parts(""), Vec::<&str>::new());
    }

    #[test]
    fn pieces_before_long_moves() {
        assert_eq!(parts("1. P e2-e4 p e7-e5 2. N b1:c3 n"), ["P e2-e4", "p e7-e5", "N b1:c3", "n"]);
        assert_eq!(parts("N e4 N a10–b8"), ["N", "e4", "N a10–b8"]);
    }

    #[test]
    fn results_are_no_castlings() {
        assert_eq!(parts("0-1"), ["0-1"]);
        assert_eq!(parts("1 - 0"), ["1", "-", "0"]);
        assert_eq!(parts("0 - 1"), ["0", "-", "1"]);
    }

    #[test]
    fn numbers_and_marks_are_left_out() {
        assert_eq!(parts("1. e4 1... e5 2.Nf3 12"), ["e4", "e5", "Nf3", "12"]);
        assert_eq!(parts("1. ... e5 2. Nf3"), ["e5", "Nf3"]);
        assert_eq!(parts("e4 ch d5 dbl.ch. exd5 (ep) N $14 ± Qxd5 RR c4 mate"), ["e4", "d5", "exd5", "Qxd5", "c4"]);
        // Before the first move there is nothing that they could mark.
        assert_eq!(parts("ch e4"), ["ch", "e4"]);
    }

    #[test]
    fn signs_and_marks_at_the_end_of_a_move() {
        for (text, plain, check, glyph) in [
            ("Nf3 +/=", "Nf3", None, Some(14)),
            ("Nf3+-", "Nf3", None, Some(18)),
            ("Nf3+ ±", "Nf3", Some(CheckMark::Check), Some(16)),
            ("exd6ep", "exd6", None, None),
            ("exd6 (e.p.)+", "exd6", Some(CheckMark::Check), None),
            ("Bb5 dbl ch", "Bb5", Some(CheckMark::Check), None),
            ("Qh7 mate!!", "Qh7", Some(CheckMark::Mate), Some(3)),
            ("n i8–h6", "Ni8-h6", None, None),
            ("♞c6", "Nc6", None, None),
            ("NF3", "Nf3", None, None),
            ("E2-E4 RR", "e2-e4", None, Some(145)),
            ("e8=", "e8=", None, None),
            ("Pe8=", "Pe8=", None, None),
            ("Nc6=", "Nc6", None, Some(10)),
            ("nxf3", "Nxf3", None, None),
            ("bxf3", "bxf3", None, None),
            ("o-o-o", "O-O-O", None, None),
        ] {
            let found = plain_text(text, MoveStyle::NATIVE);
            assert_eq!((found.text.as_str(), found.check, found.glyph), (plain, check, glyph), "{text}");
        }
    }

    #[test]
    fn no_sign_hides_a_longer_one() {
        for (index, (sign, _)) in SIGNS.iter().enumerate() {
            let hidden = SIGNS[index + 1..].iter().find(|(later, _)| later.ends_with(sign) && later != sign);
            assert_eq!(hidden, None, "{sign}");
            assert!(SIGNS[index + 1..].iter().all(|(later, _)| later != sign), "{sign} is there twice");
        }
    }
}
