//! The solver compared with a naive solver, with the move generator, and with published figures.

mod naive;
mod published;
mod real;
mod small;

use campione_core::{Role, Variant};

/// The roles with these letters.
fn pieces(variant: Variant, letters: &str) -> Vec<Role> {
    letters.chars().map(|letter| variant.role_by_letter(letter).unwrap()).collect()
}
