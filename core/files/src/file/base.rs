//! The variant that a file extends.

use campione_core::internal::{self, BaseFault};

use super::fault::FileFaultKind;

/// Tells from which variant the value of a key is inherited, if it is.
pub(super) fn inherits(text: &str) -> impl Fn(&[String]) -> Option<String> {
    let mut own: toml::Table = text.parse().unwrap_or_default();
    internal::rename(&mut own);
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
pub(super) fn with_base(own: toml::Table) -> Result<toml::Table, FileFaultKind> {
    internal::with_base(own).map_err(|fault| match fault {
        BaseFault::Type => FileFaultKind::ExtendsType,
        BaseFault::Unknown(unknown) => FileFaultKind::Extends(unknown),
    })
}
