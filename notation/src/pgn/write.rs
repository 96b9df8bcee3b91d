//! Writing games.

use std::fmt::Write;

use campione_core::{Color, Variant};
use campione_movegen::Position;
use campione_variants::variant_id;

use super::result::result_text;
use super::tree::{Movetext, PgnGame, Remark};
use crate::dialect::Dialect;
use crate::{fen, san};

/// The greatest length of a line. Only a tag, a single word or a comment on its own line may be longer.
pub const WIDTH: usize = 79;

/// The seven tags that every game has, in their order, with their values for "unknown".
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", result_text(None)),
];

/// Writes a game in the export format: the seven tags, the other tags in their order, a blank line, then the moves in
/// SAN with new move numbers. No blank line follows the moves.
///
/// The `Variant` tag is corrected if it names another variant. It is added if it is missing, except in orthodox chess.
/// A `FEN` tag is rewritten in our own dialect, and added if it is missing and [needed](needs_fen).
pub fn write(game: &PgnGame) -> String {
    let mut out = String::new();
    write_tags(&mut out, game);
    out.push('\n');
    let mut text = Wrapped { out, ..Wrapped::default() };
    write_line(&mut text, &game.moves, &game.start);
    text.word(result_text(game.outcome));
    text.flush();
    text.end_line();
    text.out
}

/// Whether a game that starts so needs a `FEN` tag: without one a reader starts where its `Variant` tag says, in `crc` and
/// `chess960` from the default array.
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::Position;
/// use campione_notation::pgn::needs_fen;
/// let crc = Variant::named("crc")?;
/// let numbered = crc.numbered_start(100).unwrap()?;
/// assert!(needs_fen(&Position::new(&numbered, crc)?) && !needs_fen(&Position::start(crc)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn needs_fen(start: &Position) -> bool {
    let variant = start.variant();
    // A variant of your own is read as itself, by a reader that has it.
    let said = Variant::named(variant.id()).unwrap_or(variant);
    start.setup() != Position::start(said).setup()
}

fn write_tags(out: &mut String, game: &PgnGame) {
    let mut tag = |name: &str, value: &str| {
        let _ = write!(out, "[{name} \"");
        for c in value.chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                // A tag is one line.
                '\n' | '\r' => out.push(' '),
                c => out.push(c),
            }
        }
        out.push_str("\"]\n");
    };
    let mut written = vec![false; game.tags.len()];
    for (name, unknown) in ROSTER {
        match game.tags.iter().position(|tag| tag.name.eq_ignore_ascii_case(name)) {
            Some(index) => {
                written[index] = true;
                tag(name, &game.tags[index].value);
            }
            None if name == "Result" => tag(name, result_text(game.outcome)),
            None => tag(name, unknown),
        }
    }
    let id = game.start.variant().id();
    let (mut named, mut placed) = (false, false);
    let others = game.tags.iter().zip(&written).filter(|(_, written)| !**written).map(|(tag, _)| tag);
    for other in others {
        if other.name.eq_ignore_ascii_case("Variant") && !named {
            named = true;
            if variant_id(&other.value) != Some(id) {
                tag(&other.name, id);
                continue;
            }
        }
        if other.name.eq_ignore_ascii_case("FEN") && !std::mem::replace(&mut placed, true) {
            tag(&other.name, &fen::write(&game.start));
            continue;
        }
        if other.name.eq_ignore_ascii_case("FEN") {
            // A second `FEN` tag is ignored in reading, and may not be a valid position.
            let native = Dialect::detect(&other.value, game.start.variant()).map(|(_, position)| fen::write(&position));
            tag(&other.name, native.as_deref().unwrap_or(&other.value));
            continue;
        }
        tag(&other.name, &other.value);
    }
    if !placed && needs_fen(&game.start) {
        placed = true;
        tag("FEN", &fen::write(&game.start));
    }
    if !named && id != "chess" {
        tag("Variant", id);
    }
    if placed && game.tag("SetUp").is_none() {
        tag("SetUp", "1");
    }
}

/// Text that is wrapped into lines, word by word.
#[derive(Default)]
struct Wrapped {
    out: String,
    column: usize,
    /// The last word, which may still grow.
    word: String,
    /// Whether the next word is appended to the last one without a space.
    glued: bool,
}

impl Wrapped {
    /// Adds a word, after a space or on a new line.
    fn word(&mut self, word: &str) {
        if !self.glued {
            self.flush();
        }
        self.glued = false;
        self.word.push_str(word);
    }

    /// Appends to the last word.
    fn glue(&mut self, text: &str) {
        self.word.push_str(text);
    }

    fn flush(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let length = self.word.chars().count();
        // At the start of a line, these characters have a special meaning to many programs.
        let bound = self.word.starts_with(['%', '[']);
        if self.column > 0 {
            if self.column + 1 + length > WIDTH && !bound {
                self.end_line();
            } else {
                self.out.push(' ');
                self.column += 1;
            }
        }
        self.out.push_str(&self.word);
        self.column += length;
        self.word.clear();
    }

    fn end_line(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }

    fn comment(&mut self, text: &str) {
        let text = text.trim_ascii();
        if text.contains('}') {
            // It came from a `;` comment, in which a brace does not end the comment.
            self.word(&format!(";{}", text.replace(['\n', '\r'], " ")));
            self.flush();
            self.end_line();
            return;
        }
        // Several spaces in a row are kept as part of a word: at the end of a line they would be lost.
        let mut words = Vec::new();
        let mut start = 0;
        for (at, _) in text.match_indices([' ', '\n']) {
            let alone = |index: Option<usize>| {
                index.and_then(|i| text.as_bytes().get(i)).is_none_or(|b| !b.is_ascii_whitespace())
            };
            if alone(at.checked_sub(1)) && alone(Some(at + 1)) {
                words.push(&text[start..at]);
                start = at + 1;
            }
        }
        words.push(&text[start..]);
        let last = words.len() - 1;
        for (index, word) in words.into_iter().enumerate() {
            let mut whole = String::with_capacity(word.len() + 2);
            if index == 0 {
                whole.push('{');
            }
            whole.push_str(word);
            if index == last {
                whole.push('}');
            }
            self.word(&whole);
        }
    }
}

fn write_line(text: &mut Wrapped, line: &Movetext, start: &Position) {
    let mut position = *start;
    let mut before = position;
    let mut number = true;
    for remark in &line.remarks {
        write_remark(text, remark, &before);
    }
    for ply in &line.plies {
        let white = position.turn() == Color::White;
        if white || number {
            let dots = if white { "." } else { "..." };
            text.word(&format!("{}{dots}", position.fullmove_number()));
        }
        text.word(&san::write(ply.mv, &position));
        before = position;
        position = position.play_unchecked(ply.mv);
        number = false;
        for remark in &ply.remarks {
            // After a comment or a variation a move of Black shows its number again, as the standard asks.
            number |= !matches!(remark, Remark::Nag(_));
            write_remark(text, remark, &before);
        }
    }
}

/// Writes a remark after a move that was played in `before`.
fn write_remark(text: &mut Wrapped, remark: &Remark, before: &Position) {
    match remark {
        Remark::Nag(number) => text.word(&format!("${number}")),
        Remark::Comment(comment) => text.comment(comment),
        Remark::Variation(line) => {
            text.word("(");
            text.glued = true;
            write_line(text, line, before);
            text.glue(")");
        }
    }
}
