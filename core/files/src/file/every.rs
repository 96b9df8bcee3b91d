//! Every fault of a text that cannot be read as a variant, not only the first one.
//!
//! The TOML reader and serde stop at the first fault. So each fault is repaired in the table that was read, in the way that
//! leaves most of it (a misspelled key gets its name, a value of a wrong type that of the inherited variant), and the table
//! is read again. What comes of a repair itself is not reported.

use campione_core::VariantSpec;
use serde_path_to_error::Segment;
use toml::de::DeTable;

use super::base::with_base;
use super::fault::{FileFault, FileFaultKind};
use super::places::{Part, places};
use super::reader::Reader;

/// A text that was read as far as it can be.
pub(super) struct Reading {
    /// What is wrong, by its place in the text.
    pub(super) faults: Vec<FileFault>,
    /// The variant, after repair if there are faults; `None` if a repair has left a gap, so that further checks would report
    /// the gap.
    pub(super) spec: Option<VariantSpec>,
}

/// More faults than a reader wants to see at once.
const MOST: usize = 20;

/// Reads the text of a variant's file.
pub(super) fn read(text: &str, default_id: &str) -> Reading {
    let mut reading = read_in_turn(text, default_id);
    reading.faults.sort_by_key(|fault| fault.span.start);
    reading
}

fn read_in_turn(text: &str, default_id: &str) -> Reading {
    let own: toml::Table = match text.parse() {
        Ok(own) => own,
        Err(error) => return Reading { faults: of_syntax(text, &error), spec: None },
    };
    // Places are looked up only for faults.
    let place = |key: &[String], part| places(text)(key, part);
    let extends = own.get("extends").cloned();
    let mut whole = match with_base(own) {
        Ok(whole) => whole,
        Err(error) => {
            let key = vec!["extends".to_owned()];
            let fault = FileFault::new(text, place(&key, Part::Value), key, error);
            return Reading { faults: vec![fault], spec: None };
        }
    };
    whole.entry("id").or_insert_with(|| default_id.into());
    let mut faults = Vec::new();
    let mut has_gap = false;
    loop {
        // The table is copied because it is repaired if it cannot be read; files are small.
        let error = match serde_path_to_error::deserialize(Reader(toml::Value::Table(whole.clone()))) {
            Ok(spec) => return Reading { faults, spec: Some(spec).filter(|_| !has_gap) },
            Err(error) => error,
        };
        let path: Vec<String> = error.path().iter().filter_map(segment).collect();
        let kind = error.into_inner();
        let is_missing = matches!(kind, FileFaultKind::MissingKey(_));
        if has_gap && is_missing {
            return Reading { faults, spec: None };
        }
        let (part, repair) = match kind {
            FileFaultKind::UnknownKey { meant, .. } => (Part::Key, Repair::Rename(meant)),
            _ => (Part::Value, Repair::Inherit(extends.as_ref())),
        };
        let fault = FileFault::new(text, place(&path, part), path.clone(), kind);
        let comes_again = faults.contains(&fault);
        if !comes_again {
            faults.push(fault);
        }
        // What is missing cannot be repaired, and a fault that comes again has not been.
        if comes_again || is_missing || faults.len() == MOST || !repair.apply(&mut whole, &path, &mut has_gap) {
            return Reading { faults, spec: None };
        }
    }
}

/// How a table that cannot be read is changed so that its other faults can be found.
enum Repair<'a> {
    /// An unknown key is removed; it has no effect. A misspelled one gets the name that is meant, which would be missed.
    Rename(Option<&'a str>),
    /// A wrong value is replaced by the inherited one, if the file extends a variant that has one.
    Inherit(Option<&'a toml::Value>),
}

impl Repair<'_> {
    /// Changes what is at a path. Sets `has_gap` if a value was removed that others may need. Returns false if nothing is
    /// there.
    fn apply(self, whole: &mut toml::Table, path: &[String], has_gap: &mut bool) -> bool {
        let Some((last, tables)) = path.split_last() else { return false };
        let Some(wrong) = remove(whole, path) else { return false };
        let table = tables.iter().try_fold(whole, |table, key| table.get_mut(key)?.as_table_mut());
        match self {
            Repair::Rename(meant) => {
                if let (Some(table), Some(meant)) = (table, meant) {
                    table.entry(meant).or_insert(wrong);
                }
            }
            Repair::Inherit(extends) => {
                let base = extends.cloned().map(|id| [("extends".to_owned(), id)].into_iter().collect());
                let base: toml::Table = base.and_then(|base| with_base(base).ok()).unwrap_or_default();
                let inherited = tables.iter().try_fold(&base, |table, key| table.get(key)?.as_table());
                match (table, inherited.and_then(|table| table.get(last))) {
                    (Some(table), Some(value)) => drop(table.insert(last.clone(), value.clone())),
                    _ => *has_gap = true,
                }
            }
        }
        true
    }
}

/// The faults of a text that is not TOML: the first of each line, because the others of a line follow from it.
fn of_syntax(text: &str, first: &toml::de::Error) -> Vec<FileFault> {
    let fault = |error: &toml::de::Error| {
        let span = error.span().unwrap_or(0..0);
        let kind = meant_truth(text, span.start).unwrap_or_else(|| syntax(error));
        FileFault::new(text, span, Vec::new(), kind)
    };
    let mut faults: Vec<FileFault> = DeTable::parse_recoverable(text).1.iter().map(fault).collect();
    faults.sort_by_key(|fault| fault.span.start);
    faults.dedup_by_key(|fault| fault.line);
    faults.truncate(MOST);
    if faults.is_empty() { vec![fault(first)] } else { faults }
}

/// Removes the value at a path, or the list around it.
fn remove(table: &mut toml::Table, path: &[String]) -> Option<toml::Value> {
    let (first, rest) = path.split_first()?;
    match table.get_mut(first) {
        Some(toml::Value::Table(inner)) if !rest.is_empty() => remove(inner, rest),
        _ => table.remove(first),
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
