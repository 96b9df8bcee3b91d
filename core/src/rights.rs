//! Sets of rights to castle or leap.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of the rights of one side to castle or leap. Which rights they are, says the
/// [`SideCastling`](crate::SideCastling) of the position: it has at most eight.
///
/// ```
/// use campione_core::{Color, Rights, Variant};
/// let side = Variant::named("archchess")?.default_castling(Color::White);
/// let leap = side.right_to_leap().unwrap();
/// let all = side.all_rights();
/// assert_eq!((all.count(), all.contains(leap)), (3, true));
/// let castlings = all - leap.set;
/// assert_eq!(side.held(castlings).map(|right| right.letter).collect::<String>(), "KQ");
/// assert!(!castlings.intersects(leap.set) && (castlings - all).is_empty());
/// assert_eq!((castlings | leap.set, castlings & leap.set), (all, Rights::NONE));
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[must_use]
pub struct Rights(u8);

impl Rights {
    /// No right.
    pub const NONE: Rights = Rights(0);
    /// Every right that a side can have.
    pub const ALL: Rights = Rights(u8::MAX);

    /// The right of that number alone. Numbers are below 8.
    pub(crate) const fn nth(number: usize) -> Rights {
        Rights(1 << (number & 7))
    }

    /// Whether there is no right in it.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a right is in both.
    #[inline(always)]
    pub const fn intersects(self, other: Rights) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether that right is in it.
    #[inline(always)]
    pub const fn contains(self, right: &crate::Right) -> bool {
        self.intersects(right.set)
    }

    /// How many rights are in it.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The set as bits: bit `i` is entry `i` of [`SideCastling::rights`](crate::SideCastling::rights).
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// let side = Variant::named("archchess")?.default_castling(Color::White);
    /// assert_eq!(side.all_rights().bits(), 0b111);
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl BitOr for Rights {
    type Output = Rights;

    #[inline(always)]
    fn bitor(self, other: Rights) -> Rights {
        Rights(self.0 | other.0)
    }
}

impl BitOrAssign for Rights {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Rights) {
        self.0 |= other.0;
    }
}

impl BitAnd for Rights {
    type Output = Rights;

    #[inline(always)]
    fn bitand(self, other: Rights) -> Rights {
        Rights(self.0 & other.0)
    }
}

impl Sub for Rights {
    type Output = Rights;

    #[inline(always)]
    fn sub(self, other: Rights) -> Rights {
        Rights(self.0 & !other.0)
    }
}

impl SubAssign for Rights {
    #[inline(always)]
    fn sub_assign(&mut self, other: Rights) {
        self.0 &= !other.0;
    }
}
