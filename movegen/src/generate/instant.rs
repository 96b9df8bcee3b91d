//! Captures that let an enemy pawn promote at once (RULES.md §6).

use campione_core::{Bitboard, Color, Piece, Role, Square};

use super::{Context, for_each};
use crate::attacks::Backend;
use crate::position::Position;
use crate::waiting::waiting_square;

/// If one of these roles is captured, an enemy pawn promotes at once (RULES.md §6).
#[derive(Clone, Copy)]
pub(super) struct InstantPromotion {
    /// The roles, a bit for each.
    roles: u32,
    /// Where the pawn waits.
    square: Square,
}

impl InstantPromotion {
    /// `Some` if a capture of a piece of `owner` can make its first waiting pawn promote at once: the pawn is ready and
    /// the stock is empty.
    #[inline(always)]
    pub(super) fn of(position: &Position, owner: Color) -> Option<InstantPromotion> {
        let file = position.waiting.of(owner).first_ready()?;
        let variant = position.variant;
        let counts = position.role_counts(owner);
        let mut roles = 0;
        for &role in variant.promotions() {
            let start = variant.limit(owner, role);
            // The stock is not empty, so no capture makes a pawn promote at once.
            if counts[role.index()] < start {
                return None;
            }
            if counts[role.index()] == start && start > 0 {
                roles |= 1 << role.index();
            }
        }
        Some(InstantPromotion { roles, square: waiting_square(owner, file, variant.ranks()) })
    }

    /// Whether the capture of `role` triggers it.
    #[inline(always)]
    fn triggered_by(self, role: Role) -> bool {
        self.roles & (1 << role.index()) != 0
    }
}

/// Whether capturing a piece of `owner` of that role makes its first waiting pawn promote at once.
pub(crate) fn promotes_instantly(position: &Position, owner: Color, captured: Role) -> bool {
    InstantPromotion::of(position, owner).is_some_and(|instant| instant.triggered_by(captured))
}

impl<B: Backend> Context<'_, B> {
    /// Drops the captures by the piece on `from` after which an enemy pawn promotes at once and attacks the king.
    #[inline(always)]
    pub(super) fn without_exposing_captures(&self, from: Square, targets: Bitboard) -> Bitboard {
        let context = *self;
        self.instant.map_or(targets, |instant| context.without_exposing(instant, from, targets))
    }

    /// Takes `self` by value, so that the caller's context can stay in registers.
    #[cold]
    fn without_exposing(self, instant: InstantPromotion, from: Square, targets: Bitboard) -> Bitboard {
        let mut kept = targets;
        for_each!((targets & self.enemy), to => {
            if let Some(role) = self.view.position.role_at(to)
                && instant.triggered_by(role)
            {
                let occupied = self.occupied.without(from).with(to);
                let king = if from == self.king { to } else { self.king };
                let piece = Piece { color: !self.view.state.turn, role };
                if self.view.piece_reaches(self.backend, piece, instant.square, king, occupied.with(king)) {
                    kept = kept.without(to);
                }
            }
        });
        kept
    }
}
