//! Pawns of a variant: first steps, captures and promotions.

use super::{LongStep, Variant};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::role::Role;

impl Variant {
    /// The squares from which pawns of `color` may move two squares.
    ///
    /// ```
    /// use campione_core::{Bitboard, Color, Variant};
    /// let archchess = Variant::named("archchess")?;
    /// assert_eq!(archchess.double_step_from(Color::Black), Bitboard::rank(8) & archchess.board());
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn double_step_from(self, color: Color) -> Bitboard {
        self.rules.double_step_from[color.index()]
    }

    /// The first steps of more than two squares, if the variant has any.
    ///
    /// ```
    /// use campione_core::{Color, Variant, VariantSpec};
    /// let mut spec = VariantSpec::built_in("archchess")?;
    /// spec.pawn.long_steps.insert('3', vec![2]);
    /// let variant = Variant::compile(spec)?;
    /// assert!(variant.has_long_steps() && !Variant::named("archchess")?.has_long_steps());
    /// let step = &variant.long_steps()[0];
    /// assert_eq!(step.squares, 3);
    /// assert!(step.from[Color::White.index()].contains("e2".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn long_steps(self) -> &'static [LongStep] {
        &self.rules.long_steps
    }

    /// Whether pawns may move more than two squares at once.
    #[inline(always)]
    pub fn has_long_steps(self) -> bool {
        !self.rules.long_steps.is_empty()
    }

    /// Whether the double step is forbidden in check if the pawn lands beside an enemy pawn (RULES.md §1).
    ///
    /// ```
    /// use campione_core::Variant;
    /// let (carrera, gothic) = (Variant::named("carrera")?, Variant::named("gothic")?);
    /// assert!(carrera.double_step_barred() && carrera.pinned_pawn_bars() && !carrera.en_passant());
    /// assert!(!gothic.double_step_barred() && gothic.en_passant());
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn double_step_barred(self) -> bool {
        self.rules.double_step_barred
    }

    /// Whether a pinned enemy pawn forbids the double step too (RULES.md §1).
    #[inline(always)]
    pub fn pinned_pawn_bars(self) -> bool {
        self.rules.pinned_pawn_bars
    }

    /// Whether pawns capture en passant.
    #[inline(always)]
    pub fn en_passant(self) -> bool {
        self.rules.en_passant
    }

    /// The rank on which pawns of `color` end.
    #[inline(always)]
    pub fn last_rank(self, color: Color) -> Bitboard {
        self.rules.last_rank[color.index()]
    }

    /// The ranks on which pawns of `color` promote, the last one included; empty if they do not promote.
    ///
    /// Grand Chess has three ranks for it; in Courier-Spiel a pawn that arrives waits:
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// let grand = Variant::named("grand")?;
    /// assert_eq!(grand.promotion_zone(Color::White).count(), 30);
    /// assert_eq!(grand.last_rank(Color::White).count(), 10);
    /// let courier = Variant::named("courier-spiel")?;
    /// assert_eq!(courier.promotion_zone(Color::White), courier.last_rank(Color::White));
    /// assert!(courier.arrival_zone(Color::White).is_empty());
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn promotion_zone(self, color: Color) -> Bitboard {
        self.rules.promotion_zone[color.index()]
    }

    /// Whether a pawn that arrives in the promotion zone always promotes at once, to any of
    /// [`promotions`](Self::promotions): without waiting, without the choice to stay a pawn, and without a stock.
    ///
    /// ```
    /// use campione_core::Variant;
    /// assert!(Variant::named("herb-garden")?.promotes_freely());
    /// assert!(!Variant::named("courier-spiel")?.promotes_freely());
    /// let grand = Variant::named("grand")?;
    /// assert!(grand.promotes_from_stock() && grand.promotion_is_optional());
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn promotes_freely(self) -> bool {
        self.rules.promotes_freely
    }

    /// The ranks on which pawns of `color` promote as they arrive; empty if they wait.
    #[inline(always)]
    pub fn arrival_zone(self, color: Color) -> Bitboard {
        self.rules.arrival_zone[color.index()]
    }

    /// Whether a pawn may only become a piece of which its owner has fewer than its [`limit`](Self::limit).
    #[inline(always)]
    pub fn promotes_from_stock(self) -> bool {
        self.rules.promotes_from_stock
    }

    /// Whether a pawn may enter the promotion zone before its last rank and stay a pawn.
    #[inline(always)]
    pub fn promotion_is_optional(self) -> bool {
        self.rules.promotion_is_optional
    }

    /// The most pieces of a role that `color` can have by promotion: the number at the start, or that of the file.
    /// Used only if [pawns promote from stock](Self::promotes_from_stock).
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// let courier = Variant::named("courier-spiel")?;
    /// let limit = |letter| courier.limit(Color::White, courier.role_by_letter(letter).unwrap());
    /// assert_eq!((limit('Q'), limit('R')), (1, 2));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn limit(self, color: Color, role: Role) -> u8 {
        self.rules.limits[color.index()][role.index()]
    }

    /// What a pawn may become.
    ///
    /// ```
    /// use campione_core::Variant;
    /// let herb_garden = Variant::named("herb-garden")?;
    /// let names: Vec<_> = herb_garden.promotions().iter().map(|&role| herb_garden.role_name(role)).collect();
    /// assert_eq!(names, ["queen", "champion", "centaur"]);
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn promotions(self) -> &'static [Role] {
        &self.rules.pieces.promotions
    }

    /// The wait of a pawn that arrives, if promotion waits (RULES.md §6).
    ///
    /// ```
    /// use campione_core::Variant;
    /// assert_eq!(Variant::named("courier-spiel")?.promotion_wait(), Some(2));
    /// assert_eq!(Variant::named("archchess")?.promotion_wait(), None);
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn promotion_wait(self) -> Option<u8> {
        self.rules.promotion_wait
    }
}
