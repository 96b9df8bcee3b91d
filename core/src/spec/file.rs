//! A description as the text of a file: the keys of a file together with those of the variant that it extends, and back to
//! text. The files here are right; `campione-variants` reads those of users, and finds the place of every fault.

use std::fmt::{self, Write as _};

use thiserror::Error;
use toml::{Table, Value};
use toml_writer::TomlWrite as _;

use super::{UnknownVariant, VariantSpec};

/// A key that has another name now. Files with the old one are still read.
#[derive(Debug)]
pub struct Renamed {
    /// The table that it is in.
    pub table: &'static str,
    /// The name that it had.
    pub old: &'static str,
    /// The name that it has.
    pub new: &'static str,
}

/// All keys that have another name now.
pub const RENAMED: [Renamed; 1] = [Renamed { table: "king_leap", old: "over_men", new: "over_pieces" }];

/// Why a file cannot extend what it names.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BaseFault {
    /// It is not text.
    #[error("must be the id of a built-in variant, in quotes")]
    Type,
    /// No built-in variant has this id.
    #[error("{0}")]
    Unknown(UnknownVariant),
}

/// The keys of a file and of what it extends.
///
/// # Errors
/// [`BaseFault`], if it extends something other than a built-in variant.
pub fn with_base(mut own: Table) -> Result<Table, BaseFault> {
    rename(&mut own);
    let Some(base) = own.remove("extends") else {
        remove_removed(&mut own);
        return Ok(own);
    };
    let base = base.as_str().ok_or(BaseFault::Type)?;
    let text = VariantSpec::built_in_text(base).map_err(BaseFault::Unknown)?;
    let base: Table = text.parse().unwrap_or_else(|error| unreachable!("{base}: {error}"));
    let mut merged = with_base(base)?;
    // Names are not inherited.
    for key in ["id", "name", "about"] {
        merged.remove(key);
    }
    // These keys exclude each other: the one in the file counts.
    if own.get("castling").is_some_and(Value::is_table) {
        merged.remove("no_castling");
    }
    if own.contains_key("no_castling") {
        merged.remove("castling");
    }
    if let (Some(own), Some(board)) =
        (own.get("board").and_then(Value::as_table), merged.get_mut("board").and_then(Value::as_table_mut))
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

/// Gives the keys of a file that have old names their new ones. A file with both keeps both: the old one is unknown.
pub fn rename(own: &mut Table) {
    for Renamed { table, old, new } in RENAMED {
        if let Some(table) = own.get_mut(table).and_then(Value::as_table_mut)
            && !table.contains_key(new)
            && let Some(value) = table.remove(old)
        {
            table.insert(new.to_owned(), value);
        }
    }
}

/// Removes the tables that a file sets to `false`: pieces, castlings and the king's leap.
fn remove_removed(game: &mut Table) {
    let kept = |value: &Value| value.as_bool() != Some(false);
    game.retain(|key, value| key != "king_leap" || kept(value));
    for key in ["piece", "castling"] {
        if let Some(table) = game.get_mut(key).and_then(Value::as_table_mut) {
            table.retain(|_, value| kept(value));
        }
    }
}

fn merge(base: &mut Table, own: Table) {
    // The inherited sentence would be wrong for the changed rule.
    if own.keys().any(|key| key != "name" && key != "why") {
        base.remove("why");
    }
    for (key, value) in own {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(below)), Value::Table(above)) => merge(below, above),
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

impl VariantSpec {
    /// Reads a file without looking for the places of its faults: the first one is told.
    pub(crate) fn read(text: &str, default_id: &str) -> Result<VariantSpec, String> {
        let own: Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
        let mut whole = with_base(own).map_err(|fault| fault.to_string())?;
        whole.entry("id").or_insert_with(|| default_id.into());
        whole.try_into().map_err(|error: toml::de::Error| error.to_string())
    }

    /// The variant as a file, from which the same variant is read.
    ///
    /// ```
    /// use campione_core::VariantSpec;
    /// let spec = VariantSpec::built_in("gothic")?;
    /// assert!(spec.to_toml().starts_with("id = \"gothic\"\nname = \"Gothic Chess\"\n"));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let written = Table::try_from(self).map(|table| write_table(&mut text, &mut Vec::new(), &table));
        debug_assert_eq!(written, Ok(Ok(())), "every description can be written");
        text
    }
}

/// Writes a table: its values, then the tables in it, each with a header.
fn write_table<'t>(text: &mut String, path: &mut Vec<&'t str>, table: &'t Table) -> fmt::Result {
    let is_large = |key: &str, value: &Value| value.is_table() && !is_small(key);
    let mut values = table.iter().filter(|(key, value)| !is_large(key, value)).peekable();
    // A table that holds only tables needs no header.
    if !path.is_empty() && values.peek().is_some() {
        if !text.is_empty() {
            text.newline()?;
        }
        text.open_table_header()?;
        for (depth, &key) in path.iter().enumerate() {
            if depth > 0 {
                text.key_sep()?;
            }
            text.key(key)?;
        }
        text.close_table_header()?;
        text.newline()?;
    }
    for (key, value) in values {
        text.key(key.as_str())?;
        writeln!(text, " = {value}")?;
    }
    for (key, value) in table {
        if let Value::Table(inner) = value
            && !is_small(key)
        {
            path.push(key);
            write_table(text, path, inner)?;
            path.pop();
        }
    }
    Ok(())
}

/// Whether a table is written on one line.
fn is_small(key: &str) -> bool {
    matches!(key, "why" | "toward_last_file" | "toward_first_file" | "limits")
}
