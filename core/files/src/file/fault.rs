//! What can be wrong with a variant's file.

use std::fmt;
use std::ops::Range;

use campione_core::internal::{BaseFault, by_similarity};
use campione_core::{UnknownVariant, VariantFault};
use serde::de;
use thiserror::Error;

use super::ini_fault::IniFault;

/// A fault in a variant's file, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFault {
    /// The key that it is about, from the outside in; empty if it is about no key.
    pub key: Vec<String>,
    /// What is wrong.
    pub kind: FileFaultKind,
    /// The variant from which the file inherits the value that is wrong.
    pub inherited_from: Option<String>,
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
    /// use campione_variants::{FileFault, FileFaultKind};
    /// let kind = FileFaultKind::MissingKey("files");
    /// let fault = FileFault::new("id = \"mine\"\nboard = {}\n", 12..17, vec!["board".to_owned()], kind);
    /// assert_eq!(fault.to_string(), "line 2, column 1: board: `files` must be given");
    /// assert_eq!((fault.code(), fault.reason()), ("file.missing-key", "`files` must be given".to_owned()));
    /// ```
    pub fn new(text: &str, span: Range<usize>, key: Vec<String>, kind: FileFaultKind) -> FileFault {
        let end = span.end.min(text.len());
        let start = span.start.min(end);
        let before = text.get(..start).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
        FileFault { key, kind, inherited_from: None, span: start..end, line, column }
    }

    /// What is wrong, and the remedy, without the key.
    pub fn reason(&self) -> String {
        match &self.inherited_from {
            Some(id) => format!("{}; the file inherits `{}` from {id}", self.kind, self.key.join(".")),
            None => self.kind.to_string(),
        }
    }

    /// The key, and what is wrong with it.
    pub fn message(&self) -> String {
        let reason = self.reason();
        if self.key.is_empty() { reason } else { format!("{}: {reason}", self.key.join(".")) }
    }

    /// What kind of fault it is, for programs: that of [`FileFaultKind::code`].
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message())
    }
}

/// All faults of a variant's file; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct FileFaults(pub Vec<FileFault>);

impl fmt::Display for FileFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(FileFault::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for FileFaults {}

/// What is wrong at a place of a variant's file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FileFaultKind {
    /// There is nothing in it.
    #[error("the file is empty: {remedy}")]
    Empty {
        /// How to begin.
        remedy: String,
    },
    /// The text is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// A word that stands for true or false elsewhere.
    #[error("`{word}` is not a value: write `{truth}`")]
    Truth {
        /// The word.
        word: String,
        /// What it stands for.
        truth: bool,
    },
    /// A key that has no meaning there.
    #[error("there is no such key; {}", other_keys(known, *meant))]
    UnknownKey {
        /// The keys that there are.
        known: &'static [&'static str],
        /// The one that is probably meant.
        meant: Option<&'static str>,
    },
    /// A key that must be there.
    #[error("{}", missing(.0))]
    MissingKey(&'static str),
    /// A value of another type.
    #[error("invalid type: {found}, expected {expected}")]
    WrongType {
        /// The type of what stands there, and the value.
        found: String,
        /// The type that it must have.
        expected: ValueType,
    },
    /// A number that is too small or too large to be one of this kind.
    #[error("invalid value: integer `{0}`, expected a whole number")]
    WrongNumber(i64),
    /// Not a single letter.
    #[error("must be one letter A to Z")]
    WrongLetter,
    /// None of a few words.
    #[error("unknown word `{word}`, expected {}", one_of_words(known))]
    UnknownWord {
        /// The word.
        word: String,
        /// The words that there are.
        known: &'static [&'static str],
    },
    /// What the file extends is not text.
    #[error("{}", BaseFault::Type)]
    ExtendsType,
    /// A value that cannot be read for another reason.
    #[error("{0}")]
    Unreadable(String),
    /// A warning: this has no effect.
    #[error("{0}")]
    NoEffect(String),
    /// A warning: the key has this name now.
    #[error("it is called `{0}` now; the old name is still read")]
    OldName(&'static str),
    /// What the file extends is not a variant.
    #[error("{0}")]
    Extends(UnknownVariant),
    /// The file can be read, but not played.
    #[error("{0}")]
    Variant(VariantFault),
    /// As [`Variant`](Self::Variant), in a file of Fairy-Stockfish: the fault is about keys that it does not have.
    #[error("as a variant here, {}", .0.message())]
    Converted(VariantFault),
    /// A fault of a file of Fairy-Stockfish.
    #[error("{0}")]
    Ini(IniFault),
}

campione_core::codes!(FileFaultKind {
    Empty => "file.empty",
    Syntax => "file.syntax",
    Truth => "file.truth",
    UnknownKey => "file.unknown-key",
    MissingKey => "file.missing-key",
    WrongType => "file.wrong-type",
    WrongNumber => "file.wrong-number",
    WrongLetter => "file.wrong-letter",
    UnknownWord => "file.unknown-word",
    ExtendsType => "file.extends-type",
    Unreadable => "file.unreadable",
    NoEffect => "file.no-effect",
    OldName => "file.old-name",
    ; Extends.0, Variant.0, Converted.0, Ini.0
});

/// A type of values of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// `{ key = value }` or a `[header]`.
    Table,
    /// `[value, value]`.
    Array,
    /// `"text"`.
    Text,
    /// `true` or `false`.
    Boolean,
    /// `10`.
    WholeNumber,
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ValueType::Table => "a table",
            ValueType::Array => "a sequence",
            ValueType::Text => "a string",
            ValueType::Boolean => "a boolean",
            ValueType::WholeNumber => "a whole number",
        })
    }
}

/// What serde finds wrong while it reads a description. Types of values are checked before (`Reader`).
impl de::Error for FileFaultKind {
    fn custom<T: fmt::Display>(message: T) -> FileFaultKind {
        FileFaultKind::Unreadable(message.to_string())
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> FileFaultKind {
        let best = by_similarity(field, known.iter().copied(), str::to_owned).next();
        let meant = best.filter(|(similarity, _)| *similarity > 0.8).map(|(_, best)| best);
        FileFaultKind::UnknownKey { known, meant }
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> FileFaultKind {
        FileFaultKind::UnknownWord { word: word.to_owned(), known }
    }

    fn missing_field(field: &'static str) -> FileFaultKind {
        FileFaultKind::MissingKey(field)
    }
}

fn other_keys(known: &[&str], meant: Option<&str>) -> String {
    match meant {
        Some(best) => format!("did you mean `{best}`?"),
        None => format!("there are {}", known.join(", ")),
    }
}

/// What must be given, with what it means, or what belongs to it, where that helps.
fn missing(key: &str) -> String {
    match key {
        "promotion" => {
            "`promotion.to` must be given, the letters of the pieces that a pawn may become; `\"\"`: pawns do not promote"
                .to_owned()
        }
        "board" => "`board.files`, `board.ranks` and `board.array` or `board.start` must be given".to_owned(),
        key => format!("`{key}` must be given"),
    }
}

fn one_of_words(known: &[&str]) -> String {
    let known: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
    match known.as_slice() {
        [one, other] => format!("{one} or {other}"),
        [only] => only.clone(),
        _ => format!("one of {}", known.join(", ")),
    }
}
