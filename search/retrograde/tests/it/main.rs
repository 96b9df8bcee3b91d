//! The solver compared with a naive solver, with the move generator, and with published figures.

mod naive;
mod published;
mod real;
mod small;

use campione_core::{Role, Variant};

/// The size of a sample: the larger one where `CAMPIONE_THOROUGH` is set, as `cargo xtask thorough` sets it.
fn sample<T>(everyday: T, thorough: T) -> T {
    if std::env::var_os("CAMPIONE_THOROUGH").is_some() { thorough } else { everyday }
}

/// The roles with these letters.
fn pieces(variant: Variant, letters: &str) -> Vec<Role> {
    letters.chars().map(|letter| variant.role_by_letter(letter).unwrap()).collect()
}
