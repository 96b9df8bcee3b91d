//! Kinds of pieces, and pieces.

use crate::color::Color;

/// Most roles that a variant may have: a `Move` keeps a role in five bits, of which 0 says "none".
pub const MAX_ROLES: usize = 31;

/// A kind of piece (king, pawn, queen, champion …), as an index into the army of its variant.
///
/// The [`Variant`](crate::Variant) knows its name, its letter and its movement.
/// King and pawn have the same numbers in every variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Role(u8);

impl Role {
    /// The royal role.
    pub const KING: Role = Role(0);
    /// The pawn.
    pub const PAWN: Role = Role(1);

    /// The role with that index in the army, if it is below [`MAX_ROLES`].
    ///
    /// ```
    /// use campione_core::{MAX_ROLES, Role};
    /// assert_eq!(Role::from_index(1), Some(Role::PAWN));
    /// assert_eq!(Role::from_index(MAX_ROLES), None);
    /// assert_eq!(Role::KING.index(), 0);
    /// ```
    pub const fn from_index(index: usize) -> Option<Role> {
        if index < MAX_ROLES { Some(Role(index as u8)) } else { None }
    }

    /// 0 for the king, 1 for the pawn, then the other pieces as the variant lists them.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }
}

/// A piece: a color and a role.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// Its side.
    pub color: Color,
    /// Its role.
    pub role: Role,
}
