//! Tables against published figures, against a slow solver that goes forwards, and as files.

mod bare;
mod dead;
#[cfg(feature = "files")]
mod files;
mod naive;
mod published;
mod real;
mod small;

use std::sync::Arc;

use campione_core::Variant;
use campione_endgame::{Material, Monitor, Table, Tables};

/// The everyday size of a sample, or the large one of `cargo xtask thorough`.
fn sample<T>(everyday: T, thorough: T) -> T {
    if std::env::var_os("CAMPIONE_THOROUGH").is_some() { thorough } else { everyday }
}

/// Builds an ending.
fn build(tables: &mut Tables, name: &str) -> Arc<Table> {
    let material = Material::read(name, tables.variant()).unwrap();
    tables.build(material, &Monitor::new()).unwrap()
}

/// No ending of a built-in variant yet.
fn tables(id: &str) -> Tables {
    Tables::new(Variant::named(id).unwrap())
}
