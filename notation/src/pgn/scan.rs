//! The tokens of PGN, from a stream. Only one line, and the comment that is being read, are in memory.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use campione_movegen::Outcome;
use memchr::memchr;

use super::error::PgnFault;
use super::result::result_at;
use crate::moves::{glyph_of, is_unusual_space, spaced_length};

/// The greatest length in bytes of a line that is read.
pub const MAX_LINE: usize = 16 << 20;

/// The greatest length in bytes of a game that is read, including tags and comments.
pub const MAX_GAME: u64 = 64 << 20;

/// Why no token could be read.
#[derive(Debug)]
pub(super) enum Broken {
    /// The stream cannot be read.
    Io(io::Error),
    /// The text is not PGN. `line` is where the fault is, or where the faulty part begins.
    Fault { line: u64, fault: PgnFault },
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Broken {
        Broken::Io(error)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// The end of the stream.
    End,
    /// `[`, which is not consumed but left to [`Scanner::tag`]. It opens the tags of a game (`opens`) if it is the
    /// first character of a line and a letter follows.
    Bracket { opens: bool },
    /// Anything that may be a move, a mark or a sign after a move.
    Symbol(&'a [u8]),
    /// A result; `None` for `*`.
    Result(Option<Outcome>),
    /// A move number, with or without its periods.
    Number,
    /// `$3`, or the suffix that means the same.
    Nag(u16),
    /// A comment without its delimiters. A line ending inside is a space.
    Comment(&'a [u8]),
    /// `(`
    Open,
    /// `)`
    Close,
}

/// The bytes of a tag: its name, and its value without escapes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RawTag<'a> {
    pub(super) name: &'a [u8],
    pub(super) value: Cow<'a, [u8]>,
}

/// Marks of a capture en passant in parentheses.
const EN_PASSANT: [&[u8]; 2] = [b"(e.p.)", b"(ep)"];

const ENDS_SYMBOL: [bool; 256] = {
    let mut table = [false; 256];
    let ends = b" \t\r\x0b\x0c.!?$;{}()[]<>*\"";
    let mut index = 0;
    while index < ends.len() {
        table[ends[index] as usize] = true;
        index += 1;
    }
    table
};

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c')
}

pub(super) struct Scanner<R> {
    input: R,
    /// The line that is being read, without its line ending.
    line: Vec<u8>,
    at: usize,
    /// The number of the line, from 1.
    pub(super) number: u64,
    /// The number of bytes read so far.
    pub(super) bytes: u64,
    /// The value of `bytes` above which the game is too long.
    pub(super) limit: u64,
    /// Whether the rest of a line that was too long is still in the stream.
    unread: bool,
    /// Whether the line before this was blank.
    after_blank: bool,
    comment: Vec<u8>,
    /// The text read since [`Scanner::record`], and the number of its first line; `None` if nothing is recorded.
    record: Option<(Vec<u8>, u64)>,
}

/// An input whose type is not known when the code is compiled. So the code that runs hot is compiled once, in this crate
/// and with its optimization, and not in the crate of each user. It is called once a line.
pub(super) type Input<'i> = &'i mut dyn BufRead;

impl<R> Scanner<R> {
    /// The same scanner, with another input.
    pub(super) fn with_input<S>(self, input: S) -> Scanner<S> {
        let Scanner { input: _, line, at, number, bytes, limit, unread, after_blank, comment, record } = self;
        Scanner { input, line, at, number, bytes, limit, unread, after_blank, comment, record }
    }

    pub(super) fn new(input: R) -> Scanner<R> {
        Scanner {
            input,
            line: Vec::new(),
            at: 0,
            number: 0,
            bytes: 0,
            limit: u64::MAX,
            unread: false,
            after_blank: true,
            comment: Vec::new(),
            record: None,
        }
    }

    /// The part of the line that is not read yet.
    pub(super) fn rest_of_line(&self) -> &[u8] {
        self.line.get(self.at..).unwrap_or_default()
    }

    /// A scanner that reads the text of [`Scanner::recorded`] again.
    pub(super) fn again(input: R, number: u64) -> Scanner<R> {
        Scanner { number: number.saturating_sub(1), ..Scanner::new(input) }
    }
}

impl<R: BufRead> Scanner<R> {
    /// Starts to record the text, from the current place. The recorded text is dropped if it exceeds the limit of a
    /// game.
    pub(super) fn record(&mut self) {
        // With a space before it, nothing becomes the first character of a line that was not.
        let mut text = vec![b' '];
        text.extend_from_slice(&self.line[self.at..]);
        text.push(b'\n');
        self.record = Some((text, self.number));
    }

    /// The recorded text, and the number of its first line; `None` if it was too long.
    pub(super) fn recorded(&self) -> Option<(&[u8], u64)> {
        self.record.as_ref().map(|(text, number)| (text.as_slice(), *number))
    }

    /// Drops the recorded text and stops recording.
    pub(super) fn forget(&mut self) {
        self.record = None;
    }

    fn fault<T>(&self, fault: PgnFault) -> Result<T, Broken> {
        Err(Broken::Fault { line: self.number, fault })
    }

    /// Reads the next line from the stream; false if there is none.
    fn fill(&mut self) -> Result<bool, Broken> {
        if self.unread {
            self.bytes += self.input.skip_until(b'\n')? as u64;
            self.unread = false;
        }
        self.after_blank = self.line.iter().all(|&byte| is_space(byte));
        self.line.clear();
        self.at = 0;
        let most = MAX_LINE as u64 + 1;
        let read = (&mut self.input).take(most).read_until(b'\n', &mut self.line)? as u64;
        self.bytes += read;
        if read == 0 {
            return Ok(false);
        }
        self.number += 1;
        if self.line.last() == Some(&b'\n') {
            self.line.pop();
        } else if read == most {
            self.line.clear();
            self.unread = true;
            // Without this line the record is not the game.
            self.record = None;
            return self.fault(PgnFault::Limit { what: "line", most: MAX_LINE as u64, unit: "bytes" });
        }
        if let Some((text, _)) = &mut self.record {
            text.extend_from_slice(&self.line);
            text.push(b'\n');
            if text.len() as u64 > MAX_GAME {
                self.record = None;
            }
        }
        // In files that were joined it stands before tags.
        if let [0xef, 0xbb, 0xbf, rest @ ..] = &self.line[..]
            && (self.number == 1 || rest.first() == Some(&b'['))
        {
            self.at = 3;
        }
        if self.bytes > self.limit {
            return self.fault(PgnFault::Limit { what: "game", most: MAX_GAME, unit: "bytes" });
        }
        Ok(true)
    }

    /// Skips spaces, and returns the next byte of this line without consuming it; `None` at the end of the line.
    #[inline(always)]
    pub(super) fn peek_in_line(&mut self) -> Option<u8> {
        loop {
            let byte = *self.line.get(self.at)?;
            if !is_space(byte) {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    /// The same, but continues on the next lines; `None` at the end of the stream.
    #[inline(always)]
    pub(super) fn peek(&mut self) -> Result<Option<u8>, Broken> {
        match self.peek_in_line() {
            Some(byte) => Ok(Some(byte)),
            None => self.peek_below(),
        }
    }

    /// The next byte after this line.
    #[cold]
    fn peek_below(&mut self) -> Result<Option<u8>, Broken> {
        loop {
            if !self.fill()? {
                return Ok(None);
            }
            // A line that starts with `%` is for other programs.
            if self.line.get(self.at) == Some(&b'%') {
                self.at = self.line.len();
            }
            if let Some(byte) = self.peek_in_line() {
                return Ok(Some(byte));
            }
        }
    }

    /// Whether only spaces precede the next byte on its line.
    pub(super) fn first_on_line(&self) -> bool {
        let before = &self.line[..self.at];
        before.strip_prefix(b"\xef\xbb\xbf").unwrap_or(before).iter().all(|&byte| is_space(byte))
    }

    /// Whether the next tag has this name. Case is ignored.
    pub(super) fn is_tag(&self, name: &str) -> bool {
        let text = self.line[self.at..].strip_prefix(b"[").unwrap_or_default().trim_ascii_start();
        let (found, rest) = text.split_at(name.len().min(text.len()));
        found.eq_ignore_ascii_case(name.as_bytes()) && !rest.first().is_some_and(|&byte| is_of_name(byte))
    }

    /// Whether the byte after the next is a letter, so that `[` opens a tag.
    fn letter_follows(&self) -> bool {
        self.line.get(self.at + 1).is_some_and(u8::is_ascii_alphabetic)
    }

    /// Skips the rest of the line.
    pub(super) fn skip_line(&mut self) {
        self.at = self.line.len();
    }

    /// Skips a byte.
    pub(super) fn skip_byte(&mut self) {
        self.at = self.line.len().min(self.at + 1);
    }

    /// The next token.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Token<'_>, Broken> {
        loop {
            // Spaces, and the periods of move numbers.
            let skipped = self.line[self.at..].iter().take_while(|&&byte| byte == b' ' || byte == b'.').count();
            self.at += skipped;
            let Some(byte) = self.peek()? else { return Ok(Token::End) };
            // Nearly all tokens are moves and their numbers.
            if byte.is_ascii_alphanumeric() {
                return Ok(self.symbol());
            }
            match byte {
                b'{' | b';' => return self.comment().map(Token::Comment),
                b'[' => return Ok(Token::Bracket { opens: self.first_on_line() && self.letter_follows() }),
                b'(' => {
                    // `(e.p.)` after a capture opens no variation.
                    let rest = &self.line[self.at..];
                    if let Some(mark) = EN_PASSANT.iter().find(|mark| rest.starts_with(mark)) {
                        self.at += mark.len();
                        continue;
                    }
                    self.at += 1;
                    return Ok(Token::Open);
                }
                b')' => {
                    self.at += 1;
                    return Ok(Token::Close);
                }
                b'*' => {
                    self.at += 1;
                    return Ok(Token::Result(None));
                }
                b'.' => self.at += 1,
                b'$' => return self.nag(),
                b'!' | b'?' => return self.suffix(),
                b'}' | b']' | b'<' | b'>' | b'"' => {
                    self.at += 1;
                    return self.fault(PgnFault::Stray(char::from(byte)));
                }
                _ => return Ok(self.symbol()),
            }
        }
    }

    /// The number of bytes of the symbol that starts at `at`.
    #[inline]
    fn symbol_length(&self, at: usize) -> usize {
        let rest = &self.line[at..];
        let length = rest.iter().position(|&byte| ENDS_SYMBOL[usize::from(byte)]).unwrap_or(rest.len());
        match &rest[length..] {
            // The periods of `exd6e.p.` belong to the move, not to a move number.
            [b'.', b'p', b'.', ..] if length > 0 && rest[length - 1] == b'e' => length + 3,
            // `b8(Q)`: one letter in parentheses after a square is a promotion, and no variation.
            [b'(', letter, b')', ..]
                if letter.is_ascii_alphabetic() && length > 0 && rest[length - 1].is_ascii_digit() =>
            {
                length + 3
            }
            _ => length,
        }
    }

    /// Whether a symbol may be the first part of a move with spaces: `O - O`, `P e2-e4`. Nearly no symbol is.
    #[inline]
    fn may_go_on(&self, start: usize, end: usize) -> bool {
        if self.line.get(end) != Some(&b' ') {
            return false;
        }
        let dash = |byte: u8| byte == b'-' || byte >= 0x80;
        let next = || self.line[end..].iter().copied().find(|&byte| byte != b' ');
        // A castling up to its second letter has at most seven bytes, with a dash of three.
        end - start == 1 || end - start <= 7 && (dash(self.line[end - 1]) || next().is_some_and(dash))
    }

    #[inline]
    fn symbol(&mut self) -> Token<'_> {
        let start = self.at;
        let first = self.line[start];
        if (first.is_ascii_digit() || first >= 0x80)
            && let Some(token) = self.number_or_result()
        {
            return token;
        }
        let mut length = self.symbol_length(start);
        if self.may_go_on(start, start + length)
            && let Some(head) = spaced_length(&self.line[start..]).filter(|&head| head > length)
        {
            length = head + self.symbol_length(start + head);
        }
        length = before_space(&self.line[start..start + length]);
        self.at = start + length;
        let mut symbol = &self.line[start..self.at];
        if let [text @ .., b',' | b'|'] = symbol {
            // Lists of moves, and tables.
            symbol = text;
            if symbol.is_empty() {
                return Token::Number;
            }
        }
        // `0000` is a null move.
        if first.is_ascii_digit() && symbol.iter().all(u8::is_ascii_digit) && symbol != b"0000" {
            return Token::Number;
        }
        Token::Symbol(symbol)
    }

    /// A move number with a period or a result, if one begins here.
    #[inline]
    fn number_or_result(&mut self) -> Option<Token<'static>> {
        let rest = &self.line[self.at..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        // `(2)` is no number before a move.
        let is_alone = self.at > 0 && self.line[self.at - 1] == b'(' && rest.get(digits) == Some(&b')');
        let sign = if is_alone { 0 } else { number_sign(&rest[digits..]) };
        if digits > 0 && sign > 0 {
            self.at += digits + sign;
            return Some(Token::Number);
        }
        // The periods of a number in one character, and spaces that are no ASCII, say nothing.
        if digits == 0
            && let Some(c) = first_character(rest)
            && (c == '…' || is_unusual_space(c) && c != '\u{feff}')
        {
            self.at += c.len_utf8();
            return Some(Token::Number);
        }
        let (length, result) = result_at(rest)?;
        rest.get(length).is_none_or(|&next| ENDS_SYMBOL[usize::from(next)]).then(|| {
            self.at += length;
            Token::Result(result)
        })
    }

    fn nag(&mut self) -> Result<Token<'_>, Broken> {
        let start = self.at + 1;
        let digits = self.line[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at = start + digits;
        let text = String::from_utf8_lossy(&self.line[start..self.at]);
        match text.parse() {
            Ok(number) => Ok(Token::Nag(number)),
            Err(_) => self.fault(PgnFault::Glyph(format!("${text}"))),
        }
    }

    fn suffix(&mut self) -> Result<Token<'_>, Broken> {
        let start = self.at;
        let length = self.line[start..].iter().take_while(|&&byte| matches!(byte, b'!' | b'?')).count();
        self.at = start + length;
        let text = &self.line[start..self.at];
        match glyph_of(text) {
            Some(number) => Ok(Token::Nag(number)),
            None => self.fault(PgnFault::Glyph(String::from_utf8_lossy(text).into_owned())),
        }
    }

    /// Reads a comment. The next byte is its opening `{` or `;`.
    pub(super) fn comment(&mut self) -> Result<&[u8], Broken> {
        let start = self.at + 1;
        if self.line[self.at] == b';' {
            self.at = self.line.len();
            return Ok(self.line[start..].trim_ascii());
        }
        let began = self.number;
        if let Some(length) = memchr(b'}', &self.line[start..]) {
            self.at = start + length + 1;
            return Ok(self.line[start..start + length].trim_ascii());
        }
        self.comment.clear();
        self.comment.extend_from_slice(self.line[start..].trim_ascii());
        let unterminated = || Broken::Fault { line: began, fault: PgnFault::Unterminated("comment") };
        loop {
            if !self.fill()? {
                return Err(unterminated());
            }
            // The comment was not closed, and the next game has begun.
            if self.after_blank && self.line.starts_with(b"[Event \"") && self.line.trim_ascii_end().ends_with(b"\"]") {
                return Err(unterminated());
            }
            let end = memchr(b'}', &self.line);
            let part = self.line[..end.unwrap_or(self.line.len())].trim_ascii();
            // While a game is skipped it has no limit, but a longer comment need not be kept.
            if self.comment.len() as u64 <= MAX_GAME {
                if !part.is_empty() && !self.comment.is_empty() {
                    self.comment.push(b' ');
                }
                self.comment.extend_from_slice(part);
            }
            if let Some(end) = end {
                self.at = end + 1;
                return Ok(&self.comment);
            }
        }
    }

    /// Reads a tag. The next byte is its `[`. The tag must end on the same line. An invalid tag is not consumed.
    pub(super) fn tag(&mut self) -> Result<RawTag<'_>, Broken> {
        let Scanner { line, at, number, .. } = self;
        let text = &line[*at..];
        if let Some((tag, length)) = parse_tag(text) {
            *at += length;
            return Ok(tag);
        }
        let text: String = String::from_utf8_lossy(text).chars().take(80).collect();
        Err(Broken::Fault { line: *number, fault: PgnFault::Tag(text.trim_end().to_owned()) })
    }
}

/// The length of what follows the digits of a move number: `.`, `…`, and `)`, `:` and `,` before a move. 0 if it is not a move
/// number, or one without a sign.
fn number_sign(rest: &[u8]) -> usize {
    match rest {
        [b'.', ..] => 1,
        [0xe2, 0x80, 0xa6, ..] => 3,
        [b')' | b':' | b',', after @ ..] => {
            let next = after.iter().copied().find(|&byte| !is_space(byte));
            usize::from(next.is_some_and(|byte| byte.is_ascii_alphabetic()))
        }
        _ => 0,
    }
}

/// The character at the start of a text that is UTF-8 there.
fn first_character(text: &[u8]) -> Option<char> {
    let length = text.len().min(4);
    text[..length].utf8_chunks().next()?.valid().chars().next()
}

/// The length of a symbol up to a space that is no ASCII. What may be the first part of a castling or of a move with its
/// piece before it goes on behind it.
fn before_space(symbol: &[u8]) -> usize {
    if symbol.is_ascii() || matches!(symbol[0], b'O' | b'o' | b'0') {
        return symbol.len();
    }
    let chunk = symbol.utf8_chunks().next().map(|chunk| chunk.valid()).unwrap_or_default();
    let space = chunk.char_indices().find(|&(_, c)| is_unusual_space(c)).map(|(at, _)| at);
    space.filter(|&at| at > 1).unwrap_or(symbol.len())
}

/// Whether the byte may occur in the name of a tag.
fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte)
}

/// Parses a tag at the start of a text; returns it with its length. A quote that is not followed by a bracket belongs
/// to the value.
fn parse_tag(text: &[u8]) -> Option<(RawTag<'_>, usize)> {
    let spaces = |at: usize| text[at..].iter().take_while(|&&byte| is_space(byte)).count();
    let mut at = 1;
    at += spaces(at);
    let name = &text[at..];
    let length = name.iter().take_while(|&&byte| is_of_name(byte)).count();
    let name = &name[..length];
    at += length;
    at += spaces(at);
    if name.is_empty() {
        return None;
    }
    if *text.get(at)? != b'"' {
        return other_quotes(&text[at..])
            .map(|(value, length)| (RawTag { name, value: Cow::Borrowed(value) }, at + length));
    }
    at += 1;
    // Nearly all values end at the next quote.
    let rest = &text[at..];
    let quote = memchr(b'"', rest)?;
    if memchr(b'\\', &rest[..quote]).is_none() {
        let after = at + quote + 1 + spaces(at + quote + 1);
        if text.get(after) == Some(&b']') {
            return Some((RawTag { name, value: Cow::Borrowed(&rest[..quote]) }, after + 1));
        }
    }
    let mut value = Vec::new();
    loop {
        match (*text.get(at)?, text.get(at + 1)) {
            (b'\\', Some(&next @ (b'"' | b'\\'))) => {
                // A backslash right before the closing quote: some programs do not escape.
                let after = at + 2;
                let ends = next == b'"' && text.get(after + spaces(after.min(text.len()))) == Some(&b']');
                let closed = || text.get(after..).is_some_and(|rest| rest.contains(&b'"'));
                if ends && !closed() {
                    value.push(b'\\');
                    at += 1;
                } else {
                    value.push(next);
                    at += 2;
                }
            }
            (b'"', _) => {
                let after = at + 1 + spaces(at + 1);
                if text.get(after) == Some(&b']') {
                    return Some((RawTag { name, value: Cow::Owned(value) }, after + 1));
                }
                value.push(b'"');
                at += 1;
            }
            (byte, _) => {
                value.push(byte);
                at += 1;
            }
        }
    }
}

/// A value in typographic or single quotation marks, up to the bracket, and its length with the bracket.
fn other_quotes(text: &[u8]) -> Option<(&[u8], usize)> {
    const QUOTES: [(&str, &str); 4] = [("“", "”"), ("„", "“"), ("”", "”"), ("'", "'")];
    QUOTES.iter().find_map(|(opens, closes)| {
        let inside = text.strip_prefix(opens.as_bytes())?;
        let ends = |at: &usize| {
            let after = inside[*at..].strip_prefix(closes.as_bytes()).map(<[u8]>::trim_ascii_start);
            after.is_some_and(|after| after.first() == Some(&b']'))
        };
        let length = (0..inside.len()).find(ends)?;
        let after = &inside[length + closes.len()..];
        let bracket = after.iter().position(|&byte| byte == b']')?;
        Some((&inside[..length], opens.len() + length + closes.len() + bracket + 1))
    })
}

#[cfg(test)]
mod tests;
