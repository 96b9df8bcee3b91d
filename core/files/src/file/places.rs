//! The places of keys in the text of a file.

use std::ops::Range;

use campione_core::internal::{RENAMED, Renamed};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Which part of a key a fault is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// Its name.
    Key,
    /// Its value, or its name if that is a table.
    Value,
    /// A character of its value, a text.
    Character(usize),
}

/// Finds the places of keys in a text. If the text is not TOML, every place is its start.
pub(super) fn places(text: &str) -> impl Fn(&[String], Part) -> Range<usize> {
    let document = DeTable::parse(text).ok();
    move |key, part| document.as_ref().map_or(0..0, |document| span_of(text, document, key, part))
}

/// The place of a key, or of the innermost table around it that exists.
fn span_of(text: &str, document: &Spanned<DeTable<'_>>, key: &[String], part: Part) -> Range<usize> {
    let mut span = 0..0;
    let mut table = document.get_ref();
    for (depth, wanted) in key.iter().enumerate() {
        let own = |name: &str| name == wanted;
        let old = |name: &str| name_now(&key[..depth], name) == wanted;
        let named = |is_wanted: &dyn Fn(&str) -> bool| table.iter().find(|(name, _)| is_wanted(name.get_ref()));
        let found = named(&own).or_else(|| named(&old));
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

/// The name of a key now.
fn name_now<'k>(tables: &[String], key: &'k str) -> &'k str {
    let is_it = |renamed: &&Renamed| tables.iter().eq([renamed.table]) && renamed.old == key;
    RENAMED.iter().find(is_it).map_or(key, |renamed| renamed.new)
}
