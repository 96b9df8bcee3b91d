//! What the solver says, against a naive one, against the move generator, and against published figures.

mod naive;
mod published;
mod real;
mod small;

use campione_core::{Role, Variant};

/// The roles with these letters.
fn pieces(variant: Variant, letters: &str) -> Vec<Role> {
    letters.chars().map(|letter| variant.role_by_letter(letter).unwrap()).collect()
}
