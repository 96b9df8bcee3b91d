//! Games of Fairy-Stockfish's `variants.ini`: those of them that can be expressed here, as descriptions of games.
//!
//! A section is `[name:parent]` with lines `key = value` below it; what it does not say its parent says, which is an
//! earlier section or a game that the program has built in. Whatever changes the rules and cannot be expressed is a fault
//! that names the key and says why, never passed over. docs/VARIANT-FILES.md has the list.

mod config;
mod convert;
mod keys;

use std::ops::Range;

use crate::file::{FileFault, FileFaults};
use crate::spec::VariantSpec;
use crate::variant::Variant;

use config::Config;

/// The games that sections may start from.
const KNOWN: &str = include_str!("ini/known.ini");

/// A line `key = value`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry<'t> {
    key: &'t str,
    value: &'t str,
    /// Where the key stands.
    key_span: Range<usize>,
    /// Where the value stands; the key if there is none.
    span: Range<usize>,
}

/// A game of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Section<'t> {
    name: &'t str,
    parent: Option<&'t str>,
    span: Range<usize>,
    entries: Vec<Entry<'t>>,
}

/// The text of a `variants.ini`, divided into its sections.
#[derive(Debug, Clone)]
pub struct VariantIni<'t> {
    text: &'t str,
    sections: Vec<Section<'t>>,
}

/// A part of a text with its place.
fn trimmed(text: &str, start: usize) -> (&str, Range<usize>) {
    let left = text.trim_start();
    let start = start + text.len() - left.len();
    let inner = left.trim_end();
    (inner, start..start + inner.len())
}

impl<'t> VariantIni<'t> {
    /// Divides a text into sections.
    ///
    /// # Errors
    /// Every line that is none of a blank line, a remark (`#` or `;`), `[name]`, `[name:parent]` and `key = value`; sections
    /// with the same name; a file without any section.
    ///
    /// ```
    /// use campione_core::{Variant, VariantIni};
    /// let ini = VariantIni::parse("[mine:capablanca]\ncastling = false\n")?;
    /// assert_eq!(ini.names().collect::<Vec<_>>(), ["mine"]);
    /// let mine = ini.game("mine").unwrap()?;
    /// assert!(mine.id() == "mine" && mine.start().rights.is_empty());
    /// assert!(ini.game("yours").is_none());
    /// # Ok::<(), campione_core::FileFaults>(())
    /// ```
    pub fn parse(text: &'t str) -> Result<VariantIni<'t>, FileFaults> {
        let mut sections: Vec<Section<'t>> = Vec::new();
        let mut faults = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let (words, span) = trimmed(line, at);
            at += line.len();
            let mut fault = |message: &str| faults.push(FileFault::new(text, span.clone(), message));
            if words.is_empty() || words.starts_with(['#', ';']) {
                continue;
            }
            if let Some(header) = words.strip_prefix('[') {
                let Some((header, _)) = header.split_once(']') else {
                    fault("a section must end with `]`, such as `[gothic:capablanca]`");
                    continue;
                };
                let (name, parent) =
                    header.split_once(':').map_or((header, None), |(name, of)| (name, Some(of.trim())));
                let name = name.trim();
                if name.is_empty() {
                    fault("the section has no name");
                } else if sections.iter().any(|section| section.name == name) {
                    fault(&format!("there is already a section `{name}`"));
                }
                sections.push(Section { name, parent, span, entries: Vec::new() });
            } else if let Some((key, value)) = words.split_once('=') {
                let Some(section) = sections.last_mut() else {
                    fault("before the first key there must be a section, such as `[my-game:chess]`");
                    continue;
                };
                let (key, key_span) = trimmed(key, span.start);
                let (value, value_span) = trimmed(value, span.end - value.len());
                let span = if value.is_empty() { key_span.clone() } else { value_span };
                section.entries.push(Entry { key, value, key_span, span });
            } else {
                fault("expected `key = value`, `[name:parent]` or a remark after `#`");
            }
        }
        if sections.is_empty() && faults.is_empty() {
            faults.push(FileFault::new(text, 0..0, "there is no game in it: no section such as `[my-game:chess]`"));
        }
        if faults.is_empty() { Ok(VariantIni { text, sections }) } else { Err(FileFaults(faults)) }
    }

    /// The names of its games, in their order.
    ///
    /// See [`parse`](Self::parse) for an example.
    pub fn names(&self) -> impl Iterator<Item = &'t str> {
        self.sections.iter().map(|section| section.name)
    }

    /// A game of the file; `None` if it has no section of that name.
    ///
    /// # Errors
    /// All that cannot be expressed, or is wrong.
    ///
    /// See [`parse`](Self::parse) for an example.
    pub fn game(&self, name: &str) -> Option<Result<Variant, FileFaults>> {
        let section = self.sections.iter().position(|section| section.name == name)?;
        Some(self.compile(section, self.sections.get(section)?))
    }

    fn compile(&self, section: usize, own: &Section<'_>) -> Result<Variant, FileFaults> {
        let mut faults = Vec::new();
        let config = self.config(section, &mut faults);
        let Some(config) = config.filter(|_| faults.is_empty()) else { return Err(FileFaults(faults)) };
        let header = || own.span.clone();
        let spec: VariantSpec = convert::spec(&config, own.name, |span, message| {
            faults.push(FileFault::new(self.text, span.unwrap_or_else(header), message));
        });
        if !faults.is_empty() {
            return Err(FileFaults(faults));
        }
        Variant::compile(spec).map_err(|found| {
            let fault = |fault: &crate::VariantFault| {
                let span = convert::span_of(&config, &fault.key()).unwrap_or_else(header);
                FileFault::new(self.text, span, format!("as a game of ours, {fault}"))
            };
            FileFaults(found.0.iter().map(fault).collect())
        })
    }

    /// What a section and all that it starts from say.
    fn config(&self, section: usize, faults: &mut Vec<FileFault>) -> Option<Config> {
        let mut chain = Vec::new();
        let mut at = section;
        let mut config = loop {
            let own = self.sections.get(at)?;
            chain.push(own);
            let Some(parent) = own.parent else { break Config::default() };
            // As in Fairy-Stockfish, only what stands before it, or is built in.
            if let Some(before) = self.sections.iter().take(at).position(|other| other.name == parent) {
                at = before;
            } else if let Some(known) = known(parent) {
                break known;
            } else {
                let later = self.names().any(|name| name == parent);
                faults.push(FileFault::new(self.text, own.span.clone(), unknown_parent(parent, later)));
                return None;
            }
        };
        for own in chain.into_iter().rev() {
            config.apply(&own.entries, |span, message| faults.push(FileFault::new(self.text, span, message)));
        }
        Some(config)
    }
}

/// The names of the games that are known without a file.
fn known_names() -> impl Iterator<Item = &'static str> {
    KNOWN.lines().filter_map(|line| line.strip_prefix('[')?.split([':', ']']).next())
}

/// What is known of a game that Fairy-Stockfish has built in; its places mean nothing.
fn known(name: &str) -> Option<Config> {
    let ini = VariantIni::parse(KNOWN).ok()?;
    let section = ini.sections.iter().position(|section| section.name == name)?;
    let mut config = ini.config(section, &mut Vec::new())?;
    config.forget_places();
    Some(config)
}

fn unknown_parent(parent: &str, later: bool) -> String {
    if later {
        return format!("`{parent}` must stand before the section that starts from it");
    }
    let foreign = keys::FOREIGN_GAMES.iter().find(|(_, games)| games.contains(&parent));
    if let Some((reason, _)) = foreign {
        return format!("`{parent}`, from which it starts, cannot be expressed: {reason}");
    }
    let known: Vec<&str> = known_names().collect();
    format!(
        "`{parent}` is neither an earlier section nor a game of Fairy-Stockfish's own that can be expressed here: {}",
        known.join(", ")
    )
}

#[cfg(test)]
mod tests;
