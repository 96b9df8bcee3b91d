//! Finds roles by their movement, because programs give them different letters.

use campione_core::{Betza, Role, RoleInfo, Variant};

/// How a marshall moves: as rook or knight.
pub(crate) const MARSHALL: &str = "RN";
/// How a cardinal moves: as bishop or knight.
pub(crate) const CARDINAL: &str = "BN";

/// The piece that moves as rook or knight, if the variant has one.
pub(crate) fn marshall(variant: Variant) -> Option<Role> {
    moving_as(MARSHALL, variant)
}

/// The piece that moves as bishop or knight, if the variant has one.
pub(crate) fn cardinal(variant: Variant) -> Option<Role> {
    moving_as(CARDINAL, variant)
}

/// The piece with this movement, in Betza's notation.
pub(crate) fn moving_as(movement: &str, variant: Variant) -> Option<Role> {
    let movement = Betza::parse(movement).ok()?;
    // Readers of games ask this for each game, and few pieces slide alike.
    let slides_alike = |info: &&RoleInfo| (info.orthogonal, info.diagonal) == (movement.orthogonal, movement.diagonal);
    variant.roles().iter().filter(slides_alike).map(|info| info.letter).find_map(|letter| {
        let piece = variant.spec().piece.get(&letter.to_string())?;
        (Betza::parse(&piece.moves).ok()? == movement).then(|| variant.role_by_letter(letter))?
    })
}
