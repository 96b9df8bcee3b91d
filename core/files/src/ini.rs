//! Variants of Fairy-Stockfish's `variants.ini`: those that can be expressed here, as descriptions.
//!
//! A section is `[name:parent]` with lines `key = value` below it. Keys that it does not have come from its parent: an
//! earlier section, or a variant built into Fairy-Stockfish. A key that changes the rules and cannot be expressed is never
//! passed over: it is a fault that names the key and the reason. docs/reference/variant-files.md has the list.

mod config;
mod convert;
mod entry;
mod keys;

use std::ops::Range;

use campione_core::{Variant, VariantSpec};

use self::config::Config;
use self::entry::Entry;
use crate::file::{FileFault, FileFaultKind, FileFaults, IniFault};

/// The variants that a section may have as its parent.
const KNOWN: &str = include_str!("ini/known.ini");

/// A section of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Section<'t> {
    name: &'t str,
    parent: Option<&'t str>,
    span: Range<usize>,
    entries: Vec<Entry<'t>>,
}

impl Section<'_> {
    /// Whether two sections say the same.
    fn has_rules_of(&self, other: &Section<'_>) -> bool {
        let said = |entry: &Entry<'_>| (entry.key.to_owned(), entry.value.to_owned());
        self.parent == other.parent && self.entries.iter().map(said).eq(other.entries.iter().map(said))
    }
}

/// The text of a `variants.ini`, divided into its sections.
#[derive(Debug, Clone)]
pub struct VariantIni<'t> {
    text: &'t str,
    sections: Vec<Section<'t>>,
    /// Sections with the name of an earlier one and other rules. Which of the two is meant cannot be told.
    clashes: Vec<Section<'t>>,
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
    /// Each line that is not blank, not a comment (`#` or `;`), not `[name]` or `[name:parent]`, and not `key = value`; a file
    /// without a section.
    ///
    /// ```
    /// use campione_variants::VariantIni;
    /// let ini = VariantIni::parse("[mine:capablanca]\ncastling = false\n")?;
    /// assert_eq!(ini.names().collect::<Vec<_>>(), ["mine"]);
    /// let mine = ini.variant("mine").unwrap()?;
    /// assert!(mine.id() == "mine" && mine.start().rights.is_empty());
    /// assert!(ini.variant("yours").is_none());
    /// # Ok::<(), campione_variants::FileFaults>(())
    /// ```
    pub fn parse(text: &'t str) -> Result<VariantIni<'t>, FileFaults> {
        let mut sections: Vec<Section<'t>> = Vec::new();
        let mut faults = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let (words, span) = trimmed(line, at);
            at += line.len();
            let mut fault = |fault| faults.push(ini_fault(text, span.clone(), None, fault));
            if words.is_empty() || words.starts_with(['#', ';']) {
                continue;
            }
            if let Some(header) = words.strip_prefix('[') {
                let Some((header, _)) = header.split_once(']') else {
                    fault(IniFault::SectionEnd);
                    continue;
                };
                let (name, parent) =
                    header.split_once(':').map_or((header, None), |(name, of)| (name, Some(of.trim())));
                let name = name.trim();
                if name.is_empty() {
                    fault(IniFault::NoName);
                }
                sections.push(Section { name, parent, span, entries: Vec::new() });
            } else if let Some((key, value)) = words.split_once('=') {
                let Some(section) = sections.last_mut() else {
                    fault(IniFault::NoSection);
                    continue;
                };
                let (key, key_span) = trimmed(key, span.start);
                let (value, value_span) = trimmed(value, span.end - value.len());
                let span = if value.is_empty() { key_span.clone() } else { value_span };
                section.entries.push(Entry { key, value, key_span, span });
            } else {
                fault(IniFault::Line);
            }
        }
        if sections.is_empty() && faults.is_empty() {
            faults.push(ini_fault(text, 0..0, None, IniFault::NoVariant));
        }
        if !faults.is_empty() {
            return Err(FileFaults(faults));
        }
        let mut ini = VariantIni { text, sections: Vec::new(), clashes: Vec::new() };
        for section in sections {
            match ini.sections.iter().find(|earlier| earlier.name == section.name) {
                None => ini.sections.push(section),
                Some(earlier) if earlier.has_rules_of(&section) => {}
                Some(_) => ini.clashes.push(section),
            }
        }
        Ok(ini)
    }

    /// The names of its sections, in their order.
    pub fn names(&self) -> impl Iterator<Item = &'t str> {
        self.sections.iter().map(|section| section.name)
    }

    /// The variant of a section; `None` if no section has this name.
    ///
    /// # Errors
    /// All faults: keys that cannot be expressed, wrong values, and a section of the same name with other rules.
    pub fn variant(&self, name: &str) -> Option<Result<Variant, FileFaults>> {
        let section = self.sections.iter().position(|section| section.name == name)?;
        Some(self.compile(section, self.sections.get(section)?))
    }

    fn compile(&self, section: usize, own: &Section<'_>) -> Result<Variant, FileFaults> {
        let mut faults = Vec::new();
        let config = self.config(section, &mut faults);
        let Some(config) = config.filter(|_| faults.is_empty()) else { return Err(FileFaults(faults)) };
        let header = || own.span.clone();
        let spec: VariantSpec = convert::spec(&config, own.name, |span, key, fault| {
            faults.push(ini_fault(self.text, span.unwrap_or_else(header), Some(key), fault));
        });
        if !faults.is_empty() {
            return Err(FileFaults(faults));
        }
        Variant::compile(spec).map_err(|found| {
            let fault = |fault: &campione_core::VariantFault| {
                let span = convert::span_of(&config, &fault.key()).unwrap_or_else(header);
                FileFault::new(self.text, span, Vec::new(), FileFaultKind::Converted(fault.clone()))
            };
            FileFaults(found.0.iter().map(fault).collect())
        })
    }

    /// The keys of a section and of all its parents.
    fn config(&self, section: usize, faults: &mut Vec<FileFault>) -> Option<Config> {
        let mut chain = Vec::new();
        let mut at = section;
        let mut config = loop {
            let own = self.sections.get(at)?;
            if let Some(clash) = self.clashes.iter().find(|clash| clash.name == own.name) {
                faults.push(ini_fault(self.text, clash.span.clone(), None, IniFault::SameName(own.name.to_owned())));
                return None;
            }
            chain.push(own);
            let Some(parent) = own.parent else { break Config::default() };
            // As in Fairy-Stockfish, a parent is an earlier section or is built in.
            if let Some(before) = self.sections.iter().take(at).position(|other| other.name == parent) {
                at = before;
            } else if let Some(known) = known(parent) {
                break known;
            } else {
                let later = self.names().any(|name| name == parent);
                faults.push(ini_fault(self.text, own.span.clone(), None, unknown_parent(parent, later)));
                return None;
            }
        };
        for own in chain.into_iter().rev() {
            config.apply(&own.entries, |span, key, fault| faults.push(ini_fault(self.text, span, Some(key), fault)));
        }
        Some(config)
    }
}

/// The names of the variants that are built into Fairy-Stockfish and known here.
pub fn known_names() -> impl Iterator<Item = &'static str> {
    KNOWN.lines().filter_map(|line| line.strip_prefix('[')?.split([':', ']']).next())
}

/// The keys of a variant built into Fairy-Stockfish. Their places have no meaning.
fn known(name: &str) -> Option<Config> {
    let ini = VariantIni::parse(KNOWN).ok()?;
    let section = ini.sections.iter().position(|section| section.name == name)?;
    let mut faults = Vec::new();
    let mut config = ini.config(section, &mut faults)?;
    debug_assert!(faults.is_empty(), "{name}: {faults:?}");
    config.forget_places();
    Some(config)
}

/// A fault of a key, or of a section.
fn ini_fault(text: &str, span: Range<usize>, key: Option<&str>, fault: IniFault) -> FileFault {
    FileFault::new(text, span, key.into_iter().map(str::to_owned).collect(), FileFaultKind::Ini(fault))
}

fn unknown_parent(parent: &str, later: bool) -> IniFault {
    if later {
        return IniFault::LaterParent(parent.to_owned());
    }
    let foreign = keys::FOREIGN_GAMES.iter().find(|(_, games)| games.contains(&parent));
    let parent = parent.to_owned();
    match foreign {
        Some(&(rule, _)) => IniFault::ForeignParent { parent, rule },
        None => IniFault::UnknownParent { parent, known: known_names().collect() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_variant_is_known_and_foreign() {
        let foreign: Vec<&str> = keys::FOREIGN_GAMES.iter().flat_map(|(_, games)| games.iter().copied()).collect();
        assert!(foreign.contains(&"atomic"));
        assert_eq!(known_names().filter(|name| foreign.contains(name)).collect::<Vec<_>>(), [""; 0]);
        for name in known_names() {
            assert!(known(name).is_some(), "{name}");
        }
    }
}
