//! A variant's file: from TOML text to a validated variant, with the place of each fault.

mod every;
mod fault;
mod ini_fault;
mod reader;

use std::ops::Range;

use campione_core::internal::{self, BaseFault, RENAMED, Renamed};
use campione_core::{Variant, VariantSpec, VariantWarning};
use serde_path_to_error::Segment;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use self::every::Reading;
pub use self::fault::{FileFault, FileFaultKind, FileFaults, ValueType};
pub use self::ini_fault::{ForeignRule, IniFault};

/// Reading from the text of a variant's file.
///
/// ```
/// use campione_core::{Variant, VariantSpec};
/// use campione_variants::FromToml as _;
/// let spec = VariantSpec::from_toml("extends = \"gothic\"\nname = \"Mine\"\n", "mine")?;
/// assert_eq!((spec.id.as_str(), spec.name.as_str(), spec.board.files), ("mine", "Mine", 10));
/// assert_eq!(VariantSpec::from_toml(&spec.to_toml(), "other")?, spec);
/// let faults = VariantSpec::from_toml("extends = \"gothic\"\npawn.en_pasant = false\n", "mine").unwrap_err();
/// assert!(faults.to_string().contains("en_passant"));
///
/// let file = "extends = \"capablanca\"\npiece.A.moves = \"BNW\"\n";
/// let variant = Variant::from_toml(file, "strong-archbishops")?;
/// assert_eq!(variant.id(), "strong-archbishops");
/// let faults = Variant::from_toml("extends = \"capablanca\"\npiece.A.moves = \"BNZZ!\"\n", "bad").unwrap_err();
/// assert_eq!(faults.0[0].line, 2);
/// # Ok::<(), campione_variants::FileFaults>(())
/// ```
pub trait FromToml: Sized {
    /// Reads a variant's file. `extends = "id"` starts from a built-in variant: tables are merged, other values are replaced,
    /// and `false` in place of a table removes the inherited one. `default_id` is the id if the file gives none.
    ///
    /// A [`VariantSpec`] is what the file says; a [`Variant`] is compiled, too.
    ///
    /// # Errors
    /// All faults: if the text is not TOML, the first of each line; else those of its keys and values, and for a [`Variant`]
    /// those of the rules, as far as one fault does not hide another.
    fn from_toml(text: &str, default_id: &str) -> Result<Self, FileFaults>;
}

impl FromToml for VariantSpec {
    fn from_toml(text: &str, default_id: &str) -> Result<VariantSpec, FileFaults> {
        match every::read(text, default_id) {
            Reading { spec: Some(spec), faults } if faults.is_empty() => Ok(spec),
            Reading { faults, .. } => Err(FileFaults(faults)),
        }
    }
}

impl FromToml for Variant {
    fn from_toml(text: &str, default_id: &str) -> Result<Variant, FileFaults> {
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
            let (span, inherited_from) = (place(&key, part), inherits(&key));
            let fault = FileFault::new(text, span, key, FileFaultKind::Variant(fault));
            faults.push(FileFault { inherited_from, ..fault });
        }
        Err(FileFaults(faults))
    }
}

/// The parts of a variant's file that have no effect, and keys with old names, with their places.
///
/// ```
/// use campione_core::Variant;
/// use campione_variants::{FromToml as _, warnings_in};
/// let file = "extends = \"gothic\"\npiece.Z = { name = \"zebra\", moves = \"Z\" }\n";
/// let warnings = warnings_in(Variant::from_toml(file, "idle-zebra")?, file);
/// assert_eq!(warnings[0].line, 2);
/// # Ok::<(), campione_variants::FileFaults>(())
/// ```
pub fn warnings_in(variant: Variant, text: &str) -> Vec<FileFault> {
    let place = places(text);
    let fault = |warning: VariantWarning| {
        let span = place(&warning.key, Part::Value);
        FileFault::new(text, span, warning.key, FileFaultKind::NoEffect(warning.text))
    };
    // Variants from other programs' files do this on purpose, and have no text.
    let unsaid = variant.warning_of_no_promotion().filter(|_| !text.is_empty());
    variant.warnings().into_iter().chain(unsaid).map(fault).chain(old_names(text)).collect()
}

/// A warning for each key of a file that has an old name.
fn old_names(text: &str) -> impl Iterator<Item = FileFault> {
    let own: toml::Table = text.parse().unwrap_or_default();
    RENAMED.into_iter().filter_map(move |Renamed { table, old, new }| {
        own.get(table)?.get(old)?;
        let key = [table, old].map(str::to_owned).to_vec();
        Some(FileFault::new(text, places(text)(&key, Part::Key), key, FileFaultKind::OldName(new)))
    })
}

/// The name of a key now.
fn name_now<'k>(tables: &[String], key: &'k str) -> &'k str {
    let is_it = |renamed: &&Renamed| tables.iter().eq([renamed.table]) && renamed.old == key;
    RENAMED.iter().find(is_it).map_or(key, |renamed| renamed.new)
}

/// The fault of a word that stands for true or false elsewhere.
fn meant_truth(text: &str, at: usize) -> Option<FileFaultKind> {
    let word = text.get(at..)?.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    let truth = match word.to_ascii_lowercase().as_str() {
        "yes" | "on" | "true" => true,
        "no" | "off" | "false" => false,
        _ => return None,
    };
    Some(FileFaultKind::Truth { word: word.to_owned(), truth })
}

fn syntax(error: &toml::de::Error) -> FileFaultKind {
    FileFaultKind::Syntax(error.message().lines().next().unwrap_or_default().to_owned())
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
        let is_wanted = |name: &str| name == wanted || name_now(&key[..depth], name) == wanted;
        let found = table.iter().find(|(name, _)| is_wanted(name.get_ref()));
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

/// Tells from which variant the value of a key is inherited, if it is.
fn inherits(text: &str) -> impl Fn(&[String]) -> Option<String> {
    let own: toml::Table = text.parse().unwrap_or_default();
    let id = own.get("extends").and_then(toml::Value::as_str).unwrap_or_default().to_owned();
    let base = with_base([("extends".to_owned(), id.as_str().into())].into_iter().collect()).unwrap_or_default();
    let has = |table: &toml::Table, key: &[String]| {
        let (last, tables) = key.split_last()?;
        let inner = tables.iter().try_fold(table, |table, part| table.get(part)?.as_table())?;
        inner.get(last).filter(|value| !value.is_table()).map(|_| ())
    };
    move |key| (has(&own, key).is_none() && has(&base, key).is_some()).then(|| id.clone())
}

/// The keys of a file and of what it extends, or why it cannot extend that.
fn with_base(own: toml::Table) -> Result<toml::Table, FileFaultKind> {
    internal::with_base(own).map_err(|fault| match fault {
        BaseFault::Type => FileFaultKind::ExtendsType,
        BaseFault::Unknown(unknown) => FileFaultKind::Extends(unknown),
    })
}
