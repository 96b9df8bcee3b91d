//! A variant's file: from TOML text to a validated variant, with the place of each fault, and back to text.

mod every;

use std::fmt;
use std::ops::Range;

use serde_path_to_error::Segment;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml_edit::{Item, Value};

use self::every::Reading;
use crate::similarity::by_similarity;
use crate::spec::VariantSpec;
use crate::variant::{Variant, VariantWarning, write_lines};

const SYNTAX: &str = "file.syntax";
const UNKNOWN_KEY: &str = "file.unknown-key";
pub(crate) const VALUE: &str = "file.value";
const MISSING: &str = "file.missing";
const EXTENDS: &str = "file.extends";
const NO_EFFECT: &str = "file.no-effect";

/// A fault in a variant's file, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFault {
    /// The fault for programs: `file.unknown-key`, or the code of a [`VariantFault`](crate::VariantFault). Stable, unlike the
    /// words.
    pub code: &'static str,
    /// The key that it is about, from the outside in; empty if it is about no key.
    pub key: Vec<String>,
    /// What is wrong, and the remedy. It begins with the key, if there is one.
    pub message: String,
    /// The bytes of the text that it is about. Empty, at the start of the file, if it is about the whole file.
    pub span: Range<usize>,
    /// Line of the first of them, from 1.
    pub line: usize,
    /// Column of the first of them in characters, from 1.
    pub column: usize,
}

impl FileFault {
    /// A fault of that part of a text.
    ///
    /// ```
    /// use campione_core::FileFault;
    /// let fault = FileFault::new("id = \"mine\"\nbord = 3\n", 12..16, "there is no key `bord`");
    /// assert_eq!(fault.to_string(), "line 2, column 1: there is no key `bord`");
    /// ```
    pub fn new(text: &str, span: Range<usize>, message: impl Into<String>) -> FileFault {
        let end = span.end.min(text.len());
        let start = span.start.min(end);
        let before = text.get(..start).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
        FileFault { code: SYNTAX, key: Vec::new(), message: message.into(), span: start..end, line, column }
    }

    /// The same, with a code and about a key.
    #[must_use]
    pub(crate) fn about(self, code: &'static str, key: Vec<String>) -> FileFault {
        FileFault { code, key, ..self }
    }

    /// All codes but those of [`VariantFault`](crate::VariantFault): a text that cannot be read at all, a key that there is not,
    /// a value of a wrong kind, a key that must be given, a variant that cannot be extended, and what has no effect.
    pub const CODES: &'static [&'static str] = &[SYNTAX, UNKNOWN_KEY, VALUE, MISSING, EXTENDS, NO_EFFECT];

    /// What is wrong, without the key.
    pub fn reason(&self) -> &str {
        let key = self.key.join(".");
        let rest = self.message.strip_prefix(&key).filter(|_| !key.is_empty());
        rest.and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&self.message)
    }
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

/// All faults of a variant's file; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFaults(pub Vec<FileFault>);

impl fmt::Display for FileFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_lines(f, &self.0)
    }
}

impl std::error::Error for FileFaults {}

impl Variant {
    /// Reads a variant's file and compiles it. `default_id` is the id if the file gives none.
    ///
    /// # Errors
    /// All faults: if the text is not TOML, the first of each line; else those of its keys and values, and of the rules, as
    /// far as one fault does not hide another.
    ///
    /// ```
    /// use campione_core::Variant;
    /// let file = "extends = \"capablanca\"\npiece.A.moves = \"BNW\"\n";
    /// let variant = Variant::from_toml(file, "strong-archbishops")?;
    /// assert_eq!(variant.id(), "strong-archbishops");
    /// let faults = Variant::from_toml("extends = \"capablanca\"\npiece.A.moves = \"BNZZ!\"\n", "bad").unwrap_err();
    /// assert_eq!(faults.0[0].line, 2);
    /// # Ok::<(), campione_core::FileFaults>(())
    /// ```
    pub fn from_toml(text: &str, default_id: &str) -> Result<Variant, FileFaults> {
        let Reading { mut faults, spec } = every::read(text, default_id);
        // A repaired text is checked, too, but never becomes a variant.
        let compiled = match spec {
            Some(spec) if faults.is_empty() => Variant::compile(spec).map(Some),
            Some(spec) => spec.check().map(|()| None),
            None => Ok(None),
        };
        if let Ok(Some(variant)) = compiled {
            return Ok(variant);
        }
        let place = places(text);
        let inherits = inherits(text);
        for fault in compiled.err().into_iter().flat_map(|faults| faults.0) {
            let (key, part) = (fault.key(), fault.index().map_or(Part::Value, Part::Character));
            let found = FileFault::new(text, place(&key, part), fault.to_string() + &inherits(&key));
            faults.push(found.about(fault.code(), key));
        }
        Err(FileFaults(faults))
    }

    /// The parts of the file that have no effect, with their places.
    ///
    /// ```
    /// use campione_core::Variant;
    /// let file = "extends = \"gothic\"\npiece.Z = { name = \"zebra\", moves = \"Z\" }\n";
    /// let warnings = Variant::from_toml(file, "idle-zebra")?.warnings_in(file);
    /// assert_eq!(warnings[0].line, 2);
    /// # Ok::<(), campione_core::FileFaults>(())
    /// ```
    pub fn warnings_in(self, text: &str) -> Vec<FileFault> {
        let place = places(text);
        let fault = |warning: VariantWarning| {
            let message = format!("{}: {}", warning.key.join("."), warning.text);
            FileFault::new(text, place(&warning.key, Part::Value), message).about(NO_EFFECT, warning.key)
        };
        // Variants from other programs' files do this on purpose, and have no text.
        let unsaid = self.warning_of_no_promotion().filter(|_| !text.is_empty());
        self.warnings().into_iter().chain(unsaid).map(fault).collect()
    }
}

impl VariantSpec {
    /// Reads a variant's file without compiling it. `extends = "id"` starts from a built-in variant: tables are merged, other
    /// values are replaced, and `false` in place of a table removes the inherited one. `default_id` is the id if the file
    /// gives none.
    ///
    /// # Errors
    /// Text that is not TOML, unknown keys, and values of the wrong type: all of them.
    ///
    /// ```
    /// use campione_core::VariantSpec;
    /// let spec = VariantSpec::from_toml("extends = \"gothic\"\nname = \"Mine\"\n", "mine")?;
    /// assert_eq!((spec.id.as_str(), spec.name.as_str(), spec.board.files), ("mine", "Mine", 10));
    /// assert_eq!(VariantSpec::from_toml(&spec.to_toml(), "other")?, spec);
    /// let faults = VariantSpec::from_toml("extends = \"gothic\"\npawn.en_pasant = false\n", "mine").unwrap_err();
    /// assert!(faults.to_string().contains("en_passant"));
    /// # Ok::<(), campione_core::FileFaults>(())
    /// ```
    pub fn from_toml(text: &str, default_id: &str) -> Result<VariantSpec, FileFaults> {
        match every::read(text, default_id) {
            Reading { spec: Some(spec), faults } if faults.is_empty() => Ok(spec),
            Reading { faults, .. } => Err(FileFaults(faults)),
        }
    }

    /// The variant as a file from which [`from_toml`](Self::from_toml) reads the same variant.
    ///
    /// See [`from_toml`](Self::from_toml) for an example.
    pub fn to_toml(&self) -> String {
        let mut document = toml_edit::ser::to_document(self).unwrap_or_default();
        for (_, item) in document.iter_mut() {
            arrange(item);
        }
        document.to_string()
    }
}

/// Gives large tables a header, and keeps small ones on one line.
fn arrange(item: &mut Item) {
    if let Some(table) = item.as_inline_table() {
        *item = Item::Table(table.clone().into_table());
    }
    let Some(table) = item.as_table_mut() else { return };
    table.set_implicit(true);
    for (key, item) in table.iter_mut() {
        let small = matches!(key.get(), "why" | "toward_last_file" | "toward_first_file" | "limits");
        if !small {
            arrange(item);
        } else if let Some(inner) = item.as_table() {
            *item = Item::Value(Value::InlineTable(inner.clone().into_inline_table()));
        }
    }
}

/// The unknown key and the known ones in serde's message: ``unknown field `x`, expected one of `a`, `b` ``.
fn keys(message: &str) -> Option<(&str, Vec<&str>)> {
    let (unknown, known) = message.strip_prefix("unknown field `")?.split_once('`')?;
    Some((unknown, known.split('`').skip(1).step_by(2).collect()))
}

/// The known key that an unknown one is probably meant to be.
fn similar_key(message: &str) -> Option<&str> {
    let (unknown, known) = keys(message)?;
    let best = by_similarity(unknown, known, str::to_owned).next();
    best.filter(|(similarity, _)| *similarity > 0.8).map(|(_, best)| best)
}

/// A better message than serde's for an unknown key.
fn unknown_key(message: &str) -> Option<String> {
    let (_, known) = keys(message)?;
    Some(match similar_key(message) {
        Some(best) => format!("there is no such key; did you mean `{best}`?"),
        None => format!("there is no such key; there are {}", known.join(", ")),
    })
}

/// The message for a word that stands for true or false elsewhere.
fn meant_truth(text: &str, at: usize) -> Option<String> {
    let word = text.get(at..)?.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    let truth = match word.to_ascii_lowercase().as_str() {
        "yes" | "on" | "true" => "true",
        "no" | "off" | "false" => "false",
        _ => return None,
    };
    Some(format!("`{word}` is not a value: write `{truth}`"))
}

/// serde's message about a wrong type, without the names of our Rust types.
fn in_words(message: &str) -> String {
    if let Some(rest) = message.strip_prefix("missing field `") {
        return match rest.split('`').next().unwrap_or_default() {
            "promotion" => {
                "`promotion.to` must be given, the letters of the pieces that a pawn may become; `\"\"`: pawns do \
                            not promote"
                    .to_owned()
            }
            "board" => "`board.files`, `board.ranks` and `board.array` or `board.start` must be given".to_owned(),
            key => format!("`{key}` must be given"),
        };
    }
    if message.contains("expected a character") {
        return "must be one letter A to Z".to_owned();
    }
    let mut words: Vec<&str> = Vec::new();
    for word in message.lines().next().unwrap_or_default().split(' ') {
        match (words.last(), word) {
            // The name of one of our types.
            (Some(&"struct"), _) => {
                words.pop();
                words.push("a table");
            }
            (_, "u8" | "u32") => words.push("a whole number"),
            (Some(&"unknown"), "variant") => words.push("word"),
            _ => words.push(word),
        }
    }
    words.join(" ")
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_owned()
}

fn segment(segment: &Segment) -> Option<String> {
    match segment {
        Segment::Map { key } => Some(key.clone()),
        Segment::Seq { index } => Some(index.to_string()),
        Segment::Enum { .. } | Segment::Unknown => None,
    }
}

/// Which part of a key a fault is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// Its name.
    Key,
    /// Its value, or its name if that is a table.
    Value,
    /// A character of its value, a text.
    Character(usize),
}

/// Finds the places of keys in a text. If the text is not TOML, every place is its start.
fn places(text: &str) -> impl Fn(&[String], Part) -> Range<usize> {
    let document = DeTable::parse(text).ok();
    move |key, part| document.as_ref().map_or(0..0, |document| span_of(text, document, key, part))
}

/// The place of a key, or of the innermost table around it that exists.
fn span_of(text: &str, document: &Spanned<DeTable<'_>>, key: &[String], part: Part) -> Range<usize> {
    let mut span = 0..0;
    let mut table = document.get_ref();
    for (depth, wanted) in key.iter().enumerate() {
        let found = table.iter().find(|(name, _)| name.get_ref().as_ref() == wanted.as_str());
        let Some((name, value)) = found else {
            // A piece that the file inherits: the tables of others say nothing about it.
            let inherited = depth == 1 && key[0] == "piece";
            return document.get_ref().get("extends").filter(|_| inherited).map_or(span, Spanned::span);
        };
        match value.get_ref() {
            _ if part == Part::Key && depth + 1 == key.len() => span = name.span(),
            DeValue::Table(inner) => {
                span = name.span();
                table = inner;
            }
            DeValue::String(words) => {
                // Characters count from the opening quote, if the text contains no escapes.
                let value = value.span();
                let at = match part {
                    Part::Character(index) => words.char_indices().nth(index),
                    _ => None,
                };
                let plain = text.get(value.start + 1..value.end.saturating_sub(1)) == Some(words.as_ref());
                span = match at {
                    Some((at, letter)) if plain => value.start + 1 + at..value.start + 1 + at + letter.len_utf8(),
                    _ => value,
                };
                break;
            }
            _ if depth + 1 == key.len() => span = value.span(),
            _ => {
                span = value.span();
                break;
            }
        }
    }
    span
}

/// Says behind a fault that the value of its key is inherited, if it is.
fn inherits(text: &str) -> impl Fn(&[String]) -> String {
    let own: toml::Table = text.parse().unwrap_or_default();
    let id = own.get("extends").and_then(toml::Value::as_str).unwrap_or_default().to_owned();
    let base = with_base([("extends".to_owned(), id.as_str().into())].into_iter().collect()).unwrap_or_default();
    let has = |table: &toml::Table, key: &[String]| {
        let (last, tables) = key.split_last()?;
        let inner = tables.iter().try_fold(table, |table, part| table.get(part)?.as_table())?;
        inner.get(last).filter(|value| !value.is_table()).map(|_| ())
    };
    move |key| match (has(&own, key), has(&base, key)) {
        (None, Some(())) => format!("; the file inherits `{}` from {id}", key.join(".")),
        _ => String::new(),
    }
}

/// Why a file cannot extend a variant.
fn with_base(mut own: toml::Table) -> Result<toml::Table, String> {
    let Some(base) = own.remove("extends") else {
        remove_removed(&mut own);
        return Ok(own);
    };
    let base = base.as_str().ok_or("must be the id of a built-in variant, in quotes")?;
    let text = VariantSpec::built_in_text(base).map_err(|error| error.to_string())?;
    let base: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let mut merged = with_base(base)?;
    // Names are not inherited.
    for key in ["id", "name", "about"] {
        merged.remove(key);
    }
    // These keys exclude each other: the one in the file counts.
    if own.get("castling").is_some_and(toml::Value::is_table) {
        merged.remove("no_castling");
    }
    if own.contains_key("no_castling") {
        merged.remove("castling");
    }
    if let (Some(own), Some(board)) =
        (own.get("board").and_then(toml::Value::as_table), merged.get_mut("board").and_then(toml::Value::as_table_mut))
    {
        let dropped: &[&str] = match (own.contains_key("start"), own.contains_key("array")) {
            (true, _) => &["array", "numbering", "rights"],
            (false, true) => &["start", "rights"],
            _ => &[],
        };
        for key in dropped {
            board.remove(*key);
        }
    }
    merge(&mut merged, own);
    remove_removed(&mut merged);
    Ok(merged)
}

/// Removes the tables that a file sets to `false`: pieces, castlings and the king's leap.
fn remove_removed(game: &mut toml::Table) {
    let kept = |value: &toml::Value| value.as_bool() != Some(false);
    game.retain(|key, value| key != "king_leap" || kept(value));
    for key in ["piece", "castling"] {
        if let Some(table) = game.get_mut(key).and_then(toml::Value::as_table_mut) {
            table.retain(|_, value| kept(value));
        }
    }
}

fn merge(base: &mut toml::Table, own: toml::Table) {
    // The inherited sentence would be wrong for the changed rule.
    if own.keys().any(|key| key != "name" && key != "why") {
        base.remove("why");
    }
    for (key, value) in own {
        match (base.get_mut(&key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => merge(below, above),
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}
