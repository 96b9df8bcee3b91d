//! A variant's file: from TOML text to a validated variant, with the place of each fault, and back to text.

mod every;
mod fault;
mod ini_fault;
mod reader;

use std::ops::Range;

use serde_path_to_error::Segment;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml_edit::{Item, Value};

use self::every::Reading;
pub use self::fault::{FileFault, FileFaultKind, FileFaults, ValueType};
pub use self::ini_fault::{ForeignRule, IniFault};
use crate::spec::VariantSpec;
use crate::variant::{Variant, VariantWarning};

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
            let (span, inherited_from) = (place(&key, part), inherits(&key));
            let fault = FileFault::new(text, span, key, FileFaultKind::Variant(fault));
            faults.push(FileFault { inherited_from, ..fault });
        }
        Err(FileFaults(faults))
    }

    /// The parts of the file that have no effect, and keys with old names, with their places.
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
            let span = place(&warning.key, Part::Value);
            FileFault::new(text, span, warning.key, FileFaultKind::NoEffect(warning.text))
        };
        // Variants from other programs' files do this on purpose, and have no text.
        let unsaid = self.warning_of_no_promotion().filter(|_| !text.is_empty());
        self.warnings().into_iter().chain(unsaid).map(fault).chain(old_names(text)).collect()
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

/// A key that has another name now. Files with the old one are still read.
struct Renamed {
    table: &'static str,
    old: &'static str,
    new: &'static str,
}

const RENAMED: [Renamed; 1] = [Renamed { table: "king_leap", old: "over_men", new: "over_pieces" }];

/// Gives the keys of a file that have old names their new ones. A file with both keeps both: the old one is unknown.
fn rename(own: &mut toml::Table) {
    for Renamed { table, old, new } in RENAMED {
        if let Some(table) = own.get_mut(table).and_then(toml::Value::as_table_mut)
            && !table.contains_key(new)
            && let Some(value) = table.remove(old)
        {
            table.insert(new.to_owned(), value);
        }
    }
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
fn with_base(mut own: toml::Table) -> Result<toml::Table, FileFaultKind> {
    let Some(base) = own.remove("extends") else {
        remove_removed(&mut own);
        return Ok(own);
    };
    let base = base.as_str().ok_or(FileFaultKind::ExtendsType)?;
    let text = VariantSpec::built_in_text(base).map_err(FileFaultKind::Extends)?;
    let base: toml::Table = text.parse().map_err(|error| syntax(&error))?;
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
